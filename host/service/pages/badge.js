// Who looks at a page: what is not for them is out of sight, and the way in or out stands in the header.

import { make } from './parts.js';
import { say } from './words.js';

/** Asks who this is, and shows it; `relabel` shows it anew in another language. */
export class Badge {
  constructor() {
    this.me = null;
    this.place = make('span', 'badge');
    document.querySelector('.frame .language')?.before(this.place);
    this.ask();
  }

  /** Asks the service. Until it answers, and where it does not, everything stays in sight: the service decides anyway. */
  async ask() {
    const answer = await fetch('/api/me').catch(() => null);
    if (!answer?.ok) return;
    this.me = await answer.json();
    document.body.dataset.badge = this.me.role;
    document.dispatchEvent(new CustomEvent('badge', { detail: this.me }));
    this.relabel();
  }

  /** The way in for whoever looks on, out for whoever has entered, and the arbiter's way to the devices. */
  relabel() {
    if (!this.me) return;
    const parts = [];
    if (this.me.role === 'spectator') parts.push(link(`/enter?to=${encodeURIComponent(location.pathname)}`, 'enter.enter'));
    if (this.me.role === 'arbiter' && document.body.classList.contains('hall-page')) parts.push(link('/devices', 'enter.devices'), link('/cards', 'enter.cards'));
    if (this.me.session) parts.push(make('span', 'badge-name', meWords(this.me)), this.leaveButton());
    this.place.replaceChildren(...parts);
  }

  /** Leaves, and looks on from here. */
  leaveButton() {
    const element = make('button', '', say('enter.leave'));
    element.type = 'button';
    element.addEventListener('click', async () => {
      await fetch('/api/leave', { method: 'POST' }).catch(() => null);
      location.assign('/');
    });
    return element;
  }
}

/** Who somebody is, in words. */
export function meWords({ role, table, session }) {
  const what = say(`enter.${role}`, { n: table });
  const name = session?.name;
  return name ? say('enter.named', { name, what }) : what;
}

/** A link that says `key`. */
function link(address, key) {
  const element = make('a', '', say(key));
  element.href = address;
  return element;
}
