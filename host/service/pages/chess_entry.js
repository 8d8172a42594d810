// How a chess move becomes an order: which piece a pawn becomes is asked, and what plainly cannot be a move is asked
// about once. Everything else is the service's to judge.

import { cannotGo, inSide, promotes } from './chess.js';
import { pieceSign, sideOf } from './pieces.js';
import { say, sideName } from './words.js';

const PROMOTIONS = ['q', 'r', 'b', 'n'];

/** Asks what must be asked about a move, and hands it on. */
export class ChessEntry {
  /** `record` is called with a side, a move in UCI and the browser's event. */
  constructor(record) {
    this.record = record;
    this.choice = document.querySelector('#promotion');
    this.question = document.querySelector('#question');
    for (const dialog of [this.choice, this.question]) {
      dialog.querySelector('.cancel').addEventListener('click', () => dialog.close(''));
    }
    this.question.querySelector('.go').addEventListener('click', () => this.question.close('go'));
  }

  /** A piece was moved from one square to another, in `position`, when it was the turn of `next`. */
  async enter(position, { from, to }, next, event) {
    const name = position.pieces.get(from);
    if (!name) return;
    const side = sideOf(name);
    const doubt = this.doubtOf(position, from, to, side === next);
    if (doubt && !(await this.isMeant(say(doubt, { move: `${from}–${to}`, side: sideName(side), next: sideName(next) })))) return;
    const promotion = promotes(position.pieces, from, to) ? await this.promotion(side) : '';
    if (promotion !== null) this.record(side, `${from}${to}${promotion}`, event);
  }

  /** The message that asks about a move; none where nothing speaks against it. */
  doubtOf(position, from, to, isNext) {
    if (!isNext) return 'chess.not_next';
    return cannotGo(position, from, to) ? 'chess.cannot_go' : null;
  }

  /** Asks whether a move is to be recorded all the same. */
  async isMeant(words) {
    this.question.querySelector('.words').textContent = words;
    return (await answerOf(this.question)) === 'go';
  }

  /** Asks what the pawn becomes; null where it is called off. */
  async promotion(side) {
    this.choice.querySelector('.choices').replaceChildren(...PROMOTIONS.map((name) => this.choiceButton(name, side)));
    return (await answerOf(this.choice)) || null;
  }

  /** The button for one piece. */
  choiceButton(name, side) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.promotion = name;
    button.setAttribute('aria-label', say(`chess.${name}`));
    button.append(pieceSign(inSide(name, side)));
    button.addEventListener('click', () => this.choice.close(name));
    return button;
  }
}

/** Opens a dialog and waits until it is closed; the empty text where it is called off. */
function answerOf(dialog) {
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  });
}
