// What a recorder entered and the service has not confirmed: it is kept on the device too, so that a page that was
// closed, or broke, with its line cut loses no move. Nothing is recorded again without the recorder's word.

import { button, make } from './parts.js';
import { moveWords, say, sideName } from './words.js';

/** A command in words: a move with its side, or what is taken back. */
export function commandWords(command = '') {
  const [word, side, move] = command.split(' ');
  if (word === 'move') return say('record.waiting_move', { side: sideName(side), move: moveWords({ move }) });
  return say('record.waiting_take_back', { side: sideName(side) });
}

/** Keeps a table's orders on the device until they are answered, and asks about those of an earlier page. */
export class Kept {
  /** `place` is where it is asked about what an earlier page left. */
  constructor(live, table, place) {
    this.live = live;
    this.table = table;
    this.place = place;
    this.key = `flagfall.kept.${table}`;
    /** What an earlier page, or another one, entered and never saw confirmed. */
    this.left = this.read();
    live.addEventListener('order', ({ detail }) => this.enter(detail));
    live.addEventListener('answer', ({ detail }) => this.forget([detail.order.id]));
    // Another page on this device has had an answer to its own, or has recorded what was left.
    addEventListener('storage', () => this.drop(this.left.filter(({ id }) => !this.read().some((one) => one.id === id))));
    this.draw();
  }

  /** What is kept on the device. */
  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key));
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  /** Keeps these on the device. */
  write(orders) {
    try {
      if (orders.length > 0) localStorage.setItem(this.key, JSON.stringify(orders));
      else localStorage.removeItem(this.key);
    } catch {
      // A browser that keeps nothing still has the page's own queue.
    }
  }

  /** An order is given: it is kept with the time of day, by which the recorder will know it. */
  enter({ id, type, table, command, by }) {
    if (type !== 'order' || table !== this.table) return;
    this.write([...this.read().filter((one) => one.id !== id), { id, command, by, entered: Date.now() }]);
  }

  /** These are answered, or not wanted. */
  forget(ids) {
    const kept = this.read();
    const rest = kept.filter(({ id }) => !ids.includes(id));
    if (rest.length < kept.length) this.write(rest);
  }

  /** These are asked about no longer. */
  drop(gone) {
    if (gone.length === 0) return;
    this.left = this.left.filter((one) => !gone.includes(one));
    this.draw();
  }

  /** They are given once more, by the names they had: what the service took after all is not taken twice. */
  record() {
    const { left } = this;
    this.drop(left);
    for (const order of left) this.live.again(this.table, order);
  }

  /** Asks about what is left. */
  draw() {
    this.place.hidden = this.left.length === 0;
    if (this.place.hidden) {
      this.place.replaceChildren();
      return;
    }
    const time = new Date(this.left[0].entered).toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit' });
    const list = this.left.map(({ command }) => commandWords(command)).join(say('common.comma'));
    const forget = () => {
      this.forget(this.left.map(({ id }) => id));
      this.drop(this.left);
    };
    this.place.replaceChildren(
      make('p', '', say('record.left', { n: this.left.length, time, list })),
      make('div', 'choices', button('record.left_record', () => this.record()), button('record.left_forget', forget, { name: 'cancel' })),
    );
  }
}
