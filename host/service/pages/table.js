// The spectators' page: board, last move, both clocks, status and result. It has nothing to press.

import { Board } from './board.js';
import { Dial } from './dial.js';
import { Frame, tableNumber, write } from './frame.js';
import { Live } from './live.js';
import { Moves } from './moves.js';
import { controlWords, loadWords, moveWords, say, sideName, statusWords } from './words.js';

const REDRAW_MS = 100;

await loadWords(() => relabel());
const table = tableNumber();
const live = new Live(table, 'table');
new Frame(live, table);
const dials = ['black', 'white'].map((side) => new Dial(side));
const list = new Moves(document.querySelector('#moves'));
const find = (id) => document.querySelector(`#${id}`);
let board = null;

/** Lays the board out for the game, once it is known. */
function layBoard({ kind, size, handicap }) {
  const laid = `${kind} ${size} ${handicap}`;
  if (document.body.dataset.laid === laid) return;
  document.body.dataset.laid = laid;
  document.body.dataset.kind = kind;
  board = kind === 'go' || kind === 'gomoku' ? new Board(size, handicap) : null;
  find('board').replaceChildren(...(board ? [board.element] : []));
}

/**
 * Whether moves may be counted: in chess not before the end, since players may see this screen (12.6).
 */
function mayCount(known) {
  return known.game.kind !== 'chess' || known.state.status === 'ended';
}

/** Shows the board and the list of moves. */
function drawRecord() {
  const known = live.tables.get(table);
  if (!known) return;
  const { moves } = known;
  layBoard(known.game);
  board?.show(moves);
  board?.element.setAttribute('aria-label', lastWords(known));
  list.show(moves, known.game.kind, mayCount(known));
  write(find('last'), lastWords(known));
  write(find('control'), controlWords(known));
}

/** The last move in words. */
function lastWords(known) {
  const last = known.moves.at(-1);
  if (known.game.kind === 'clock') return '';
  if (!last) return say('common.no_moves');
  const values = { n: known.moves.length, side: sideName(last.side), move: moveWords(last.move) };
  return say(mayCount(known) ? 'common.board' : 'table.last', values);
}

/** Counts the clocks down. */
function redraw() {
  const known = live.tables.get(table);
  document.body.classList.toggle('unknown', !known);
  if (!known) {
    write(find('status'), say('common.connecting'));
    return;
  }
  document.body.dataset.status = known.state.status;
  for (const dial of dials) dial.update(known, live.rate, mayCount(known));
  write(find('status'), statusWords(known));
}

/** Names the page in its language. */
function relabel() {
  document.title = say('table.title', { table });
  write(find('table'), say('common.table', { n: table }));
  drawRecord();
  redraw();
}

find('dials').append(...dials.map((dial) => dial.element));
live.addEventListener('table', drawRecord);
setInterval(redraw, REDRAW_MS);
relabel();
