// The list of moves as an element: number, side, move. It shows the latest.

import { moveWords, say, sideName } from './words.js';

/** The list of moves of a game. */
export class Moves {
  /** Fills this list element. */
  constructor(element) {
    this.element = element;
    this.shownAs = '';
  }

  /** Shows these moves; `counted` whether their numbers are shown. */
  show(moves, kind, counted = true) {
    const asText = `${document.documentElement.lang} ${kind} ${counted} ${JSON.stringify(moves)}`;
    if (asText === this.shownAs) return;
    this.shownAs = asText;
    this.element.classList.toggle('pairs', kind === 'chess');
    this.element.replaceChildren(...moves.map((move, index) => row(move, index, kind, counted)));
    if (moves.length === 0) this.element.append(emptyRow());
    this.element.scrollTop = this.element.scrollHeight;
  }
}

/** One move. */
function row({ side, move, waiting }, index, kind, counted) {
  const item = document.createElement('li');
  item.classList.toggle('waiting', Boolean(waiting));
  item.dataset.side = side;
  const number = span('move-number', counted ? numberText(index, side, kind) : '');
  const stone = span(`stone ${side}`, '');
  stone.setAttribute('role', 'img');
  stone.setAttribute('aria-label', sideName(side));
  item.append(number, stone, span('played', moveWords(move)));
  return item;
}

/** A row that says that there is nothing yet. */
function emptyRow() {
  const item = document.createElement('li');
  item.className = 'empty';
  item.textContent = say('common.no_moves');
  return item;
}

/** The number of a move: chess counts a move of each side as one. */
function numberText(index, side, kind) {
  if (kind !== 'chess') return String(index + 1);
  const number = Math.floor(index / 2) + 1;
  return side === 'white' ? `${number}.` : `${number}…`;
}

/** A span of a class with text. */
function span(name, text) {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}
