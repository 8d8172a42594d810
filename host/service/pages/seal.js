// The sealer's private page: a move is chosen on the board or written, sealed, and may be changed until it is handed
// over; then the slip with the passphrase is printed. **Nothing of it stays on the page** once it is forgotten or left.

import { turnOf } from './chess.js';
import { ChessEntry } from './chess_entry.js';
import { Dial } from './dial.js';
import { Frame, tableNumber, write } from './frame.js';
import { GameBoard } from './game_board.js';
import { Live } from './live.js';
import { make } from './parts.js';
import { isPrivate, tell } from './secret.js';
import { inLanguage, loadWords, say, sideName, statusWords } from './words.js';

const REDRAW_MS = 100;
/** What may be typed for a pass and for resigning. */
const PASS_WORDS = ['pass', '虚着', '停一手'];
const RESIGN_WORDS = ['resign', 'resigns', '认输'];

await loadWords(() => relabel(), ['sealing']);
const table = tableNumber();
const live = new Live(table, 'desk');
new Frame(live, table);
const dials = ['black', 'white'].map((side) => new Dial(side));
const find = (id) => document.querySelector(`#${id}`);
const [entry, slip, choose] = ['entry', 'slip', 'choose'].map(find);
const board = new GameBoard({ onTap: (point) => pick(point), onMove: enterMove });
const chess = new ChessEntry((side, move) => pick(move));
/** Whether another move is being chosen although one is sealed. */
let changing = false;
/** Whether an answer is awaited. */
let busy = false;

/** The adjournment that is under way. */
function adjournment() {
  return live.tables.get(table)?.state.adjournment ?? null;
}

/** Takes a move as the one to be sealed. */
function pick(move) {
  if (choose.hidden) return;
  entry.value = move;
  means();
}

/** A chess move by the board: two squares. */
function enterMove(squares, event) {
  const known = live.tables.get(table);
  if (known && !choose.hidden) chess.enter(board.board.shown, squares, turnOf(known.state.position), event);
}

/** What was written, as the service has it. */
function written() {
  const typed = entry.value.trim().replaceAll(/\s+/g, ' ');
  const word = typed.toLowerCase();
  if (PASS_WORDS.includes(word)) return 'pass';
  if (RESIGN_WORDS.includes(word)) return 'resign';
  if (live.tables.get(table)?.game.kind === 'go' && /^[a-hj-z]\d{1,2}$/.test(word)) return typed.toUpperCase();
  return typed.replace(/^0-0(-0)?/, (castled) => castled.replaceAll('0', 'O'));
}

/** Says what is about to be sealed, and marks it on the board. */
function means() {
  const move = written();
  const words = { pass: say('common.pass'), resign: say('seal.resign') }[move] ?? move;
  write(find('means'), move ? say('seal.means', { move: words }) : '');
  board.board?.ask?.(/^[A-Z]\d{1,2}$/.test(move) ? move : null);
  find('seal').disabled = !move || busy;
}

/** Seals what is written. */
async function seal(event) {
  event.preventDefault();
  const [move, about] = [written(), adjournment()];
  if (!move || !about || busy) return;
  busy = true;
  means();
  find('said').replaceChildren();
  const answer = await tell(table, 'seal', { side: about.sealer, move, by: about.sealer });
  busy = false;
  if (answer.ok) showSlip(answer, about);
  else refused(answer);
  draw();
}

/** Says why nothing was sealed. */
function refused({ why, what, lapsed }) {
  const words = lapsed ? say('common.lapsed') : inLanguage(why) || what;
  find('said').replaceChildren(make('p', '', say('common.refused', { why: words })));
}

/** Fills the slip: it is the only place where the passphrase ever stands. */
function showSlip({ passphrase, commitment }, { sealer, n }) {
  entry.value = '';
  board.board?.ask?.(null);
  changing = false;
  const words = passphrase.split('-');
  find('words').replaceChildren(...words.map((word) => make('li', '', word)));
  find('phrase').textContent = passphrase;
  find('slip-game').textContent = sayOfMove('slip_game', { sealer, n });
  find('commitment').textContent = commitment.match(/.{8}/g).join(' ');
  find('qr').src = `/api/tables/${table}/commitment.svg?${commitment.slice(0, 8)}`;
  slip.hidden = false;
}

/** Nothing of the move or the passphrase stays on the page. */
function forget() {
  entry.value = '';
  means();
  for (const id of ['words', 'phrase', 'slip-game', 'commitment']) find(id).replaceChildren();
  find('qr').removeAttribute('src');
  slip.hidden = true;
  draw();
}

/** Something about the sealed move: in chess without its number, since no player is told how many moves were made. */
function sayOfMove(key, about) {
  const isChess = live.tables.get(table)?.game.kind === 'chess';
  const values = { table, side: sideName(about.sealer), n: about.n };
  return say(isChess ? `seal.${key}_uncounted` : `seal.${key}`, values);
}

/** Shows what can be done as the adjournment stands. */
function draw() {
  const known = live.tables.get(table);
  if (!known) return;
  board.lay(known);
  board.show(known);
  if (known.game.kind === 'go') board.board?.nextIs?.(known.state.turn ?? 'black');
  const about = adjournment();
  const [isOpen, isSealed] = [about?.stage === 'sealing', Boolean(about?.commitment)];
  find('who-seals').dataset.side = about?.sealer ?? '';
  write(find('who-seals'), about ? sayOfMove(isOpen ? 'who' : 'handed_over', about) : say('seal.not_adjourned'));
  choose.hidden = !isOpen || (isSealed && !changing) || !isPrivate();
  find('insecure').hidden = !isOpen || isPrivate();
  find('pass').hidden = known.game.kind === 'chess';
  entry.placeholder = say(known.game.kind === 'chess' ? 'seal.entry_hint_chess' : 'seal.entry_hint');
  find('sealed').hidden = !isSealed && slip.hidden;
  write(find('is-sealed'), isSealed ? sayOfMove('is_sealed', about) : '');
  for (const id of ['change', 'hand-over']) find(id).hidden = !isOpen;
  find('print').hidden = slip.hidden;
  find('forget').hidden = slip.hidden || isOpen;
  document.body.classList.toggle('choosing', !choose.hidden);
  means();
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
  for (const dial of dials) dial.update(known, live.rate);
  write(find('status'), statusWords(known));
}

/** Joins the parts of the page to what happens. */
function listen() {
  find('dials').append(...dials.map((dial) => dial.element));
  find('seal-form').addEventListener('submit', seal);
  entry.addEventListener('input', means);
  find('pass').addEventListener('click', () => pick('pass'));
  find('resign').addEventListener('click', () => pick('resign'));
  find('change').addEventListener('click', () => {
    changing = true;
    forget();
  });
  find('hand-over').addEventListener('click', (event) => live.order(table, 'hand-over', adjournment()?.sealer, event));
  find('print').addEventListener('click', () => print());
  find('forget').addEventListener('click', forget);
  live.addEventListener('table', draw);
  addEventListener('pagehide', forget);
  setInterval(redraw, REDRAW_MS);
}

/** Names the page in its language. */
function relabel() {
  document.title = say('seal.title', { table });
  write(find('table'), say('common.table', { n: table }));
  const about = adjournment();
  if (!slip.hidden && about) write(find('slip-game'), sayOfMove('slip_game', about));
  draw();
  redraw();
}

listen();
relabel();
