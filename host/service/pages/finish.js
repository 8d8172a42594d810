// The end of a game at the touch clock: what the two players declare, mark, agree and sign there, each in the own name.

import { Desk } from './desk.js';
import { Dial } from './dial.js';
import { Ending } from './ending.js';
import { GameBoard } from './game_board.js';
import { Marks } from './marks.js';
import { write } from './frame.js';
import { say, statusWords } from './words.js';

const SIDES = ['black', 'white'];

/** The sheet over the clock. */
export class Finish {
  /** `own` is the side before whom the device lies; null for both. */
  constructor(live, table, own) {
    this.live = live;
    this.table = table;
    this.sheet = document.querySelector('#finish');
    this.status = document.querySelector('#finish-status');
    this.dials = SIDES.map((side) => new Dial(side));
    document.querySelector('#finish-dials').append(...this.dials.map((dial) => dial.element));
    const sides = own ? [own] : SIDES;
    const desk = new Desk(live, table, own ?? 'both');
    this.ending = new Ending(desk, { sides, isOfPlayers: true });
    this.marks = new Marks(desk, sides);
    this.board = new GameBoard({ onTap: (point) => this.tap(point) });
    this.marks.addEventListener('marks', () => this.draw());
    document.querySelector('#finish-close').addEventListener('click', () => this.sheet.close());
    for (const name of ['table', 'answer']) live.addEventListener(name, () => this.draw());
  }

  /** What the page knows of its table. */
  get known() {
    return this.live.tables.get(this.table);
  }

  /** Opens the sheet. */
  async open() {
    this.draw();
    this.sheet.showModal();
    if (this.ending.policy) return;
    const answer = await fetch(`/api/tables/${this.table}/policy`).catch(() => null);
    if (!answer?.ok) return;
    this.ending.policy = await answer.json();
    this.draw();
  }

  /** A tap on the board marks a group. */
  tap(point) {
    if (this.known) this.marks.tap(point, this.known);
  }

  /** Shows the game's end as it stands. */
  draw() {
    const { known } = this;
    if (!known) return;
    // A screen that a player sees counts no moves of chess (12.6).
    const counts = known.game.kind !== 'chess';
    const hasBoard = known.game.kind === 'go';
    document.querySelector('#finish-board').hidden = !hasBoard;
    if (hasBoard) {
      this.board.lay(known);
      this.board.show(known, known.moves, this.marks.shown(known));
    }
    this.marks.draw(known);
    this.ending.draw(known);
    for (const dial of this.dials) dial.update(known, this.live.rate, counts);
    write(this.status, statusWords(known));
  }

  /** Counts the clocks down. */
  tick() {
    if (this.sheet.open && this.known) {
      for (const dial of this.dials) dial.update(this.known, this.live.rate, this.known.game.kind !== 'chess');
    }
  }

  /** The page is in another language. */
  relabel() {
    write(document.querySelector('#finish-close'), say('finish.back'));
    this.draw();
  }
}
