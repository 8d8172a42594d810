// What device shows the touch clock: one between both players, or one before each of them; in a window or over the
// whole screen; in a browser or installed.

import { make } from './parts.js';
import { say } from './words.js';

const SIDES = ['black', 'white'];

/** The side before whom the device lies, as its address says; null for one that lies between both. */
export function ownSide() {
  const asked = new URLSearchParams(location.search).get('side');
  return SIDES.includes(asked) ? asked : null;
}

/** The address of this clock for a side, or for both. */
function addressFor(side) {
  const address = new URL(location.href);
  if (side) address.searchParams.set('side', side);
  else address.searchParams.delete('side');
  return address.href;
}

/** The choice of the device, and of the whole screen. */
export class Device {
  /** Fills this element; `table` is whose clock it is. */
  constructor(element, table) {
    this.own = ownSide();
    const choose = (side) => location.replace(addressFor(side));
    this.choice = make('select', 'whose');
    this.choice.addEventListener('change', () => choose(this.choice.value));
    this.full = make('button', 'full');
    this.full.type = 'button';
    this.full.addEventListener('click', () => this.toggleFull());
    // A telephone that lets no page have its whole screen has the installed clock.
    this.full.hidden = !document.fullscreenEnabled;
    document.addEventListener('fullscreenchange', () => this.relabel());
    element.append(this.choice, this.full);
    const manifest = make('link');
    Object.assign(manifest, { rel: 'manifest', href: `/table/${table}/clock.webmanifest${this.own ? `?side=${this.own}` : ''}` });
    document.head.append(manifest);
  }

  /** Over the whole screen, or back into a window. */
  async toggleFull() {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => null);
  }

  /** Says what can be chosen, in the page's language. */
  relabel() {
    this.choice.setAttribute('aria-label', say('clock.whose'));
    this.choice.replaceChildren(...['', ...SIDES].map((side) => {
      const choice = make('option', '', side ? say(`clock.of_${side}`) : say('clock.of_both'));
      choice.value = side;
      return choice;
    }));
    this.choice.value = this.own ?? '';
    this.full.textContent = say(document.fullscreenElement ? 'clock.window' : 'clock.full');
  }
}
