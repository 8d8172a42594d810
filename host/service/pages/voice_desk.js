// The arbiter's hand on the voice, and what was said aloud: by that a demand to count again is ruled on (16.2).

import { write } from './frame.js';
import { make, post } from './parts.js';
import { inLanguage, refusedWords, say } from './words.js';

const AGAIN_MS = 3000;

/** Mute, volume, and the list of what was spoken. */
export class VoiceDesk {
  /** Joins the panel to the desk. */
  constructor(desk) {
    this.desk = desk;
    const find = (id) => document.querySelector(`#${id}`);
    [this.box, this.mute, this.volume, this.said] = ['voice', 'mute', 'loudness', 'voice-said'].map(find);
    [this.list, this.panel] = [find('spoken'), find('spoken-box')];
    this.mute.addEventListener('click', () => this.set({ muted: !this.desk.known.voice.muted }));
    this.volume.addEventListener('change', () => this.set({ volume: Number(this.volume.value) }));
    this.panel.addEventListener('toggle', () => this.ask());
    setInterval(() => this.panel.open && this.ask(), AGAIN_MS);
  }

  /** Gives the order; why it is refused is said beside it. */
  async set(change) {
    const by = this.desk.isChief ? 'chief' : 'arbiter';
    const [ok, said] = await post(`/api/tables/${this.desk.known.table}/voice`, { ...change, by });
    write(this.said, ok ? '' : refusedWords(said));
    this.ask();
  }

  /** Shows how the voice stands. */
  draw({ voice, silenced }) {
    this.box.hidden = !voice?.on;
    if (!voice?.on) return;
    write(this.mute, say(voice.muted ? 'voice_desk.unmute' : 'voice_desk.mute'));
    this.mute.setAttribute('aria-pressed', String(voice.muted));
    if (document.activeElement !== this.volume) this.volume.value = voice.volume;
    this.box.dataset.muted = String(Boolean(silenced));
    const chip = silenced === 'muted' && !voice.muted ? 'zero' : silenced;
    write(this.box.querySelector('.chip'), chip ? say(`voice_desk.${chip}`) : '');
  }

  /** Asks what was spoken. */
  async ask() {
    if (!this.panel.open || !this.desk.known) return;
    const answer = await fetch(`/api/tables/${this.desk.known.table}/log`).catch(() => null);
    if (!answer?.ok) return;
    const { voice } = await answer.json();
    // What was not spoken is known later than what was spoken behind it.
    const latest = voice.reverse().sort((one, other) => other.t - one.t);
    this.list.replaceChildren(...latest.map((one) => {
      // One measure for all of them, over a restart too.
      const when = make('time', '', (one.t / 1000).toFixed(1));
      if (one.wall) when.title = new Date(one.wall).toLocaleTimeString([], { hour12: false });
      const line = make('li', one.played === 'not' ? 'refused' : '', when, make('span', '', inLanguage(one.words)));
      line.dataset.played = one.played ?? 'voice';
      return line;
    }));
  }
}
