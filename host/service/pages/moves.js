// The list of moves as an element: number, side, move, and what is illegal about it. Chess has a column for each side.
// It shows the latest.

import { crossSign } from './svg.js';
import { moveWords, say, sideName, whyWords } from './words.js';

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
    const numbers = counted ? numberTexts(moves, kind) : [];
    const rows = moves.map((move, index) => row(move, numbers[index] ?? ''));
    this.element.replaceChildren(...(kind === 'chess' ? [head('white'), head('black')] : []), ...rows);
    if (moves.length === 0) this.element.append(emptyRow());
    this.element.scrollTop = this.element.scrollHeight;
  }
}

/** One move. */
function row(played, numberShown) {
  const { side, waiting, illegal } = played;
  const item = document.createElement('li');
  item.classList.toggle('waiting', Boolean(waiting));
  item.classList.toggle('illegal', Boolean(illegal));
  item.dataset.side = side;
  const stone = span(`stone ${side}`, '');
  stone.setAttribute('role', 'img');
  stone.setAttribute('aria-label', sideName(side));
  item.append(span('move-number', numberShown), stone, span('played', moveWords(played)));
  const why = whyWords(played);
  if (illegal) item.append(crossSign(say('illegal.sign')));
  if (why) item.append(span('why', why));
  item.classList.toggle('told', Boolean(why));
  return item;
}

/** The head of a side's column. */
function head(side) {
  const item = document.createElement('li');
  item.className = 'head';
  item.dataset.side = side;
  item.setAttribute('aria-hidden', 'true');
  item.textContent = sideName(side);
  return item;
}

/** A row that says that there is nothing yet. */
function emptyRow() {
  const item = document.createElement('li');
  item.className = 'empty';
  item.textContent = say('common.no_moves');
  return item;
}

/** The numbers of the moves: chess counts a move of each side as one, and an illegal move not at all. */
function numberTexts(moves, kind) {
  if (kind !== 'chess') return moves.map((_, index) => String(index + 1));
  // How many moves are complete, and whether White has made half of the next.
  let [complete, isHalf] = [0, false];
  return moves.map(({ side, illegal }, index) => {
    if (side === 'white' && isHalf && !illegal) complete += 1;
    const number = complete + 1;
    if (!illegal) {
      isHalf = side === 'white';
      if (side === 'black') complete += 1;
    }
    if (side === 'white') return `${number}.`;
    return moves[index - 1]?.side === 'white' ? '' : `${number}…`;
  });
}

/** A span of a class with text. */
function span(name, text) {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}
