// Steps back and forth through the earlier positions of a game, to set up an upset board again.

import { write } from './frame.js';
import { moveWords, say, sideName } from './words.js';

/** The stepper below a board: it knows which position is looked at, and fetches those that have gone by. */
export class Steps extends EventTarget {
  /** Joins the buttons and the slider for a table. */
  constructor(table) {
    super();
    this.table = table;
    /** After so many moves; null for the position as it is now. */
    this.at = null;
    this.fetched = new Map();
    this.element = document.querySelector('.steps');
    this.slider = this.element.querySelector('input');
    this.where = document.querySelector('#where');
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    for (const button of this.element.querySelectorAll('[data-step]')) {
      button.addEventListener('click', () => this.step(button.dataset.step));
    }
  }

  /** How many moves are on record. */
  get count() {
    return this.known?.moves.length ?? 0;
  }

  /** After how many moves the position looked at stands. */
  get number() {
    return Math.min(this.at ?? this.count, this.count);
  }

  /** Whether the position is an earlier one. */
  get isEarlier() {
    return this.at !== null && this.at < this.count;
  }

  /** One step, or to an end. */
  step(which) {
    const to = { first: 0, back: this.number - 1, next: this.number + 1, now: this.count }[which];
    this.go(Math.min(Math.max(to, 0), this.count));
  }

  /** Looks at the position after so many moves. */
  go(number) {
    this.at = number >= this.count ? null : number;
    this.dispatchEvent(new CustomEvent('step'));
  }

  /** The position to show: as it is now, or an earlier one once it is here; null while it is fetched. */
  position(known) {
    this.known = known;
    // In another game, or where moves are gone, what was looked at is the present again.
    if (!this.isEarlier) this.at = null;
    if (!this.isEarlier) return known.state.position ?? null;
    const name = this.nameOf(known, this.number);
    if (!this.fetched.has(name)) this.fetch(name, this.number);
    return this.fetched.get(name) ?? null;
  }

  /** What an earlier position follows from: the moves up to it, and the rulings, which may have voided some. */
  nameOf({ moves, state }, number) {
    const rulings = state.incidents.map(({ ruling }) => ruling);
    return JSON.stringify([number, moves.slice(0, number).map(({ side, move }) => side[0] + move), rulings]);
  }

  /** Fetches an earlier position. */
  async fetch(name, number) {
    this.fetched.set(name, null);
    try {
      const answer = await fetch(`/api/tables/${this.table}/positions/${number}`);
      if (!answer.ok) throw new Error(answer.statusText);
      this.fetched.set(name, (await answer.json()).position);
      this.dispatchEvent(new CustomEvent('step'));
    } catch {
      // The line is cut: it is asked for again when it is looked at again.
      this.fetched.delete(name);
    }
  }

  /** Shows which position it is. */
  draw(known) {
    this.known = known;
    const { number, count } = this;
    this.element.hidden = known.game.kind === 'clock';
    this.slider.max = count;
    this.slider.value = number;
    for (const button of this.element.querySelectorAll('[data-step]')) {
      const isBack = ['first', 'back'].includes(button.dataset.step);
      button.disabled = isBack ? number === 0 : !this.isEarlier;
    }
    this.element.classList.toggle('earlier', this.isEarlier);
    document.body.classList.toggle('earlier', this.isEarlier);
    write(this.where, known.game.kind === 'clock' ? '' : whereWords(known.moves, number, this.isEarlier));
  }
}

/** Which position it is, in words. */
function whereWords(moves, number, isEarlier) {
  if (moves.length === 0) return say('common.no_moves');
  if (number === 0) return say('review.start', { all: moves.length });
  const { side, ...played } = moves[number - 1];
  const values = { n: number, all: moves.length, side: sideName(side), move: moveWords(played) };
  return say(isEarlier ? 'review.earlier' : 'review.latest', values);
}
