// The spectators' page: board, last move, both clocks, status and result. It has nothing to press.

import { Dial } from './dial.js';
import { isOver } from './face.js';
import { Frame, tableNumber, write } from './frame.js';
import { GameBoard } from './game_board.js';
import { Live } from './live.js';
import { Moves } from './moves.js';
import { Voice } from './voice.js';
import { boardLabel, controlWords, loadWords, say, statusWords } from './words.js';

const REDRAW_MS = 100;

await loadWords(() => relabel(), ['voice']);
const table = tableNumber();
const live = new Live(table, 'table');
new Frame(live, table);
const voice = new Voice(live, document.querySelector('#voice'), { table });
const dials = ['black', 'white'].map((side) => new Dial(side));
const list = new Moves(document.querySelector('#moves'));
const find = (id) => document.querySelector(`#${id}`);
const board = new GameBoard();

const counting = find('counting');
const wanted = counting.querySelector('input');

/** Whether players must not be told how many moves there are: in chess before the end (12.6). */
function isSecret({ game, state }) {
  return game.kind === 'chess' && !isOver(state);
}

/** Whether moves may be counted: players may see this screen, unless whoever opened it says that they cannot. */
function mayCount(known) {
  return !isSecret(known) || wanted.checked;
}

/** Shows the board and the list of moves. */
function drawRecord() {
  const known = live.tables.get(table);
  if (!known) return;
  const { moves, game } = known;
  counting.hidden = !isSecret(known);
  board.lay(known);
  board.show(known, moves, { counted: mayCount(known) });
  list.show(moves, game.kind, mayCount(known));
  for (const dial of dials) dial.showTaken(known);
  write(find('last'), game.kind === 'clock' ? '' : boardLabel(moves, mayCount(known)));
  write(find('control'), controlWords(known));
  write(find('delayed'), delayWords(known.moves_delay_ms));
}

/** By how much the moves are behind, where the event shows them later. */
function delayWords(delay) {
  if (!delay) return '';
  const isWhole = delay % 60_000 === 0;
  return say('table.delayed', { time: say(isWhole ? 'table.delay_m' : 'table.delay_s', { n: delay / (isWhole ? 60_000 : 1000) }) });
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
  voice.relabel();
  drawRecord();
  redraw();
}

find('dials').append(...dials.map((dial) => dial.element));
live.addEventListener('table', drawRecord);
wanted.addEventListener('change', drawRecord);
setInterval(redraw, REDRAW_MS);
relabel();
