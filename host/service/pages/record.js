// The recorder's page: a board to tap, an entry to type into, the list of moves, and what still waits for the line.

import { turnOf } from './chess.js';
import { ChessEntry } from './chess_entry.js';
import { Dial } from './dial.js';
import { firstSide, opponent } from './face.js';
import { Frame, tableNumber, write } from './frame.js';
import { GameBoard } from './game_board.js';
import { commandWords, Kept } from './kept.js';
import { Live } from './live.js';
import { Moves } from './moves.js';
import { loadWords, say, sideName, statusWords, stepClass, stepWords } from './words.js';

const REDRAW_MS = 100;
/** What may be typed for a pass and for a move that nobody saw. */
const PASS_WORDS = ['pass', '虚着', '停一手', '弃权'];
const UNSEEN_WORDS = ['unknown', '?', '？', '未见'];

await loadWords(() => relabel());
const table = tableNumber();
const live = new Live(table, 'recorder');
const frame = new Frame(live, table);
const dials = ['black', 'white'].map((side) => new Dial(side));
const list = new Moves(document.querySelector('#moves'));
const find = (id) => document.querySelector(`#${id}`);
const [next, step, status, queue, entry, numbers] = ['next', 'step', 'status', 'queue', 'entry', 'numbers'].map(find);
const kept = new Kept(live, table, find('left'));
const board = new GameBoard({ onTap: tap, onMove: enterMove });
const chess = new ChessEntry((side, move, event) => record(side, move, event));
/** The point on which a stone stands and a second tap is awaited. */
let asked = null;

/** The moves as they will stand once the service has taken what waits, and those that leave the record. */
function ahead(known) {
  const [moves, gone] = [known.moves.slice(), []];
  for (const { command } of live.waitingFor(table)) {
    const [word, side, move] = (command ?? '').split(' ');
    if (word === 'move') moves.push({ side, move, waiting: true });
    if (word !== 'take-back') continue;
    const last = moves.findLastIndex((one) => one.side === side);
    if (last >= 0) gone.push(...moves.splice(last, 1).filter((one) => !one.waiting));
  }
  return { moves, gone };
}

/** The side whose move is recorded next; in chess the position knows, for an illegal move leaves the turn as it is. */
function nextSide(known, { moves, gone }) {
  const last = moves.at(-1);
  if (known.game.kind === 'chess' && known.state.position && !last?.waiting) {
    return gone.at(-1)?.side ?? turnOf(known.state.position);
  }
  if (last) return opponent(last.side);
  if (!known.state.ahead && known.state.turn) return known.state.turn;
  return firstSide(known.game);
}

/** Records a move of the side that is next. */
function play(move, event) {
  const known = live.tables.get(table);
  if (known) record(nextSide(known, ahead(known)), move, event);
}

/** Records a move. */
function record(side, move, event) {
  ask(null);
  live.order(table, `move ${side} ${move}`, 'recorder', event);
}

/** A chess move by the board: two squares. */
function enterMove(squares, event) {
  const known = live.tables.get(table);
  if (known) chess.enter(board.board.shown, squares, nextSide(known, ahead(known)), event);
}

/** A tap on the board: on a stone it must be repeated where the service does not know that it stands there. */
function tap(point, event) {
  const isKnown = Boolean(live.tables.get(table)?.state.position);
  if (isKnown || !board.board.isOccupied(point) || asked === point) play(point, event);
  else ask(point);
}

/** Asks about a point on which a stone stands. */
function ask(point) {
  asked = point;
  board.board?.ask?.(point);
  if (point) frame.notice(say('record.occupied', { point }), 'asked');
  else frame.quiet();
}

/** Takes the last move back, whosever it was. */
function takeBack(event) {
  const known = live.tables.get(table);
  const last = known && ahead(known).moves.at(-1);
  if (last) live.order(table, `take-back ${last.side}`, 'recorder', event);
}

/** Enters what was typed. */
function enter(event) {
  event.preventDefault();
  const typed = entry.value.replace(/\s+/g, '');
  if (!typed) return;
  entry.value = '';
  play(read(typed), event);
}

/** What was typed, as the service writes it. */
function read(typed) {
  const word = typed.toLowerCase();
  if (PASS_WORDS.includes(word)) return 'pass';
  if (UNSEEN_WORDS.includes(word)) return 'unknown';
  if (live.tables.get(table)?.game.kind !== 'chess') return typed.toUpperCase();
  // Zeros for the letters O are usual; the service reads letters.
  return typed.replace(/^0-0(-0)?/, (castled) => castled.replaceAll('0', 'O'));
}

/** Shows the record: board, list, who is next, what waits. */
function drawRecord() {
  const known = live.tables.get(table);
  if (!known) return;
  const expected = ahead(known);
  const { moves, gone } = expected;
  const { kind } = known.game;
  const side = nextSide(known, expected);
  if (board.lay(known)) asked = null;
  board.show(known, moves, { gone, numbers: numbers.checked });
  board.board?.nextIs?.(side);
  list.show(moves, kind);
  for (const dial of dials) dial.showTaken(known);
  write(find('no-board'), kind === 'clock' ? say('record.no_board') : '');
  next.dataset.side = side;
  write(next, say('record.next', { n: moves.length + 1, side: sideName(side) }));
  write(step, stepWords(known.state));
  step.className = `chip step ${stepClass(known.state)}`;
  entry.placeholder = say(kind === 'chess' ? 'record.entry_hint_chess' : 'record.entry_hint');
  find('take-back').disabled = moves.length === 0;
  drawQueue();
}

/** Orders that are not on disk yet. */
function drawQueue() {
  const waiting = live.waitingFor(table).map(({ command }) => commandWords(command));
  queue.hidden = waiting.length === 0;
  write(queue, waiting.length ? say('record.queue', { n: waiting.length, list: waiting.join(say('common.comma')) }) : '');
}

/** Counts the clocks down. */
function redraw() {
  const known = live.tables.get(table);
  document.body.classList.toggle('unknown', !known);
  if (!known) {
    write(status, say('common.connecting'));
    return;
  }
  document.body.dataset.status = known.state.status;
  for (const dial of dials) dial.update(known, live.rate);
  write(status, statusWords(known));
}

/** Joins the parts of the page to what happens. */
function listen() {
  find('dials').append(...dials.map((dial) => dial.element));
  find('entry-form').addEventListener('submit', enter);
  find('pass').addEventListener('click', (event) => play('pass', event));
  find('unseen').addEventListener('click', (event) => play('unknown', event));
  find('take-back').addEventListener('click', takeBack);
  numbers.addEventListener('change', drawRecord);
  for (const name of ['table', 'answer', 'order']) live.addEventListener(name, drawRecord);
  setInterval(redraw, REDRAW_MS);
  if (matchMedia('(pointer: fine)').matches) entry.focus();
}

/** Names the page in its language. */
function relabel() {
  document.title = say('record.title', { table });
  write(find('table'), say('common.table', { n: table }));
  kept.draw();
  drawRecord();
  redraw();
}

listen();
relabel();
