// What happened at the table in words, the latest first: what the service remembers, and what happens meanwhile.

import { make } from './parts.js';
import { inLanguage } from './words.js';

/** So many lines are kept. */
const KEPT = 300;
/** What comes with every move and asks nothing of an arbiter. */
const LEFT_OUT = ['call', 'pressed'];

/** The list of what happened. */
export class Log {
  /** Listens for the events of a table. */
  constructor(live, table) {
    this.live = live;
    this.table = table;
    this.element = document.querySelector('#log');
    /** The events by their texts, in their order. */
    this.events = new Map();
    live.addEventListener('hello', () => this.ask());
    live.addEventListener('opened', () => {
      this.events.clear();
      this.ask();
    });
    live.addEventListener('happened', ({ detail }) => {
      if (detail.table === table) this.add(detail.events);
    });
  }

  /** Asks what the service remembers; a page that cannot be told shows what happens from now on. */
  async ask() {
    const answer = await fetch(`/api/tables/${this.table}/log`).catch(() => null);
    if (!answer?.ok) return;
    const { events } = await answer.json();
    const heard = [...this.events.values()];
    this.events.clear();
    this.add([...events, ...heard]);
  }

  /** Takes what happened; what is known already only once. */
  add(events) {
    for (const event of events) {
      if (event.words && !LEFT_OUT.includes(event.event)) this.events.set(JSON.stringify(event), event);
    }
    for (const text of [...this.events.keys()].slice(0, -KEPT)) this.events.delete(text);
    this.draw();
  }

  /** Shows the lines in the language of the page, each with the time of day. */
  draw() {
    this.element.replaceChildren(...[...this.events.values()].reverse().map(({ t, wall, event, words }) => {
      const time = new Date(wall ?? this.wall(t)).toLocaleTimeString([], { hour12: false });
      const when = make('time', '', time);
      const line = make('li', event === 'refused' ? 'refused' : '', when, make('span', '', inLanguage(words)));
      line.dataset.event = event;
      return line;
    }));
  }

  /** The time of day of a moment at the table. */
  wall(t) {
    const face = this.live.tables.get(this.table)?.face;
    if (!face) return Date.now();
    const now = face.nowMs + (performance.now() - face.received) * this.live.rate;
    return Date.now() - Math.max(0, now - t) / this.live.rate;
  }
}
