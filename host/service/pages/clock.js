// The touch clock: two halves to press, and a bar between them.
//
// How the sides are laid out. The clock stands at White's right hand (article 12.4(1)). White looks along the
// board; to their right lies the device. On a screen that is wider than high, looked at across the board as a
// standing clock is, White's end is then the right one: Black's half is on the left, White's on the right, and so
// are the keys, F for Black and J for White. On a screen that is higher than wide, lying flat beside the board
// with its lower end towards White, White's half is the lower one, and Black's, above, is turned to face Black.

import { Device, ownSide } from './device.js';
import { Dial } from './dial.js';
import {
  firstSide, handedOver, hasStopped, isLast, isOver, opponent, phaseDetails, phaseName, shown, timeText,
} from './face.js';
import { Frame, tableNumber, write } from './frame.js';
import { Live, SILENT_MS } from './live.js';
import { Voice } from './voice.js';
import {
  controlWords, loadMore, loadWords, reasonWords, say, scoreWords, sideName, silenceWords, statusWords, stepClass, stepWords,
} from './words.js';

const REDRAW_MS = 50;
const KEYS = { KeyF: 'black', ShiftLeft: 'black', KeyJ: 'white', ShiftRight: 'white' };
const QUERY_KEYS = { KeyQ: 'black', KeyP: 'white' };

await loadWords(() => relabel(), ['voice']);
const table = tableNumber();
/** The side before whom this device lies; null where it lies between both. */
const own = ownSide();
const live = new Live(table, 'clock', own);
const frame = new Frame(live, table);
const voice = new Voice(live, document.querySelector('#voice'), {
  table,
  // Of two devices at one board one speaks: both would be heard one after the other.
  wanted: own !== 'white',
});
document.body.dataset.own = own ?? '';
const sides = ['black', 'white'].map(half);
const main = document.querySelector('#main');
const step = document.querySelector('#step');
const status = document.querySelector('#status');
const disk = document.querySelector('#disk');
const finishButton = document.querySelector('#finish-open');
const device = new Device(document.querySelector('#device'), table);
/** The sheet of the game's end, once it has been opened. */
let finish = null;
/** A press that the service has not confirmed: the order, whose, and what the face showed before. */
let handed = null;

/** A side's half of the page: its button, its dial, a line that says what is to be done. */
function half(side) {
  const button = document.querySelector(`#${side}`);
  const dial = new Dial(side);
  const hint = button.querySelector('.hint');
  button.prepend(dial.element);
  // Before a player lies what is the other's to be read, not to be pressed.
  if (own && own !== side) {
    button.disabled = true;
    return { side, button, dial, hint };
  }
  // The finger that comes down counts; a click counts only from a keyboard or a switch.
  button.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    if (event.button === 0) press(side, event);
  });
  button.addEventListener('click', (event) => {
    if (event.detail === 0) press(side, event);
  });
  return { side, button, dial, hint };
}

/** What the page knows of its table, with a press of its own that is on its way. */
function knownNow() {
  const known = live.tables.get(table);
  return known && handed ? { ...known, face: handed.face } : known;
}

/** A side's button is pressed. */
function press(side, event) {
  const known = knownNow();
  if (own && own !== side) return;
  if (!known || hasStopped(known.state)) return;
  react(side);
  const now = performance.now();
  const order = live.order(table, `press ${side}`, side, event);
  const { state } = known.face;
  if (state.status === 'running' && state.turn === side && shown(known, side, live.rate, now).left > 0) {
    handed = { order, side, face: handedOver(known, live.rate, now) };
    voice.hush();
  }
  redraw();
}

/** The half lights up at once, whatever the service says. */
function react(side) {
  const { button } = sides.find((one) => one.side === side);
  button.classList.remove('pressed');
  void button.offsetWidth;
  button.classList.add('pressed');
  navigator.vibrate?.(15);
}

/** The time is asked for. */
function query(side, event) {
  live.order(table, `query ${side}`, side, event);
}

/** Starts, pauses, goes on, or opens the next game, as the table stands. */
function mainButton(event) {
  const known = live.tables.get(table);
  const action = known && mainAction(known);
  if (action === 'new_game') live.newGame(table);
  else if (action) live.order(table, action, starter(known), event);
}

/** What the button in the middle does as the table stands; null where it does nothing. */
function mainAction(known) {
  const { status: now } = known.face.state;
  if (!isForPlayers(known)) return null;
  if (now === 'running') return 'pause';
  if (now === 'paused') return 'resume';
  if (isOver({ status: now })) return isFree(known) ? 'new_game' : null;
  if (now !== 'waiting') return null;
  return known.game.starts_by === 'arbiter' ? 'start' : null;
}

/** Whether the next game may begin: the table is cleared, or there is no arbiter to sign the result. */
function isFree({ game, state }) {
  return state.status === 'signed' ? Boolean(state.cleared) : game.starts_by === 'press';
}

/** In whose name the clock is started and stopped: the arbiter's, or both players' where there is none. */
function starter(known) {
  return known.game.starts_by === 'arbiter' ? 'arbiter' : 'both';
}

/** Whether that button is for whoever has the device: with an arbiter it is the arbiter's, and the players' tablet has none. */
function isForPlayers({ game }) {
  return game.starts_by === 'press' || document.body.dataset.badge !== 'clock';
}

/** Opens what the players declare, mark, agree and sign at the end. */
async function openFinish() {
  if (!finish) {
    const [{ Finish }] = await Promise.all([import('./finish.js'), loadMore('desk')]);
    finish ??= new Finish(live, table, own);
    finish.relabel();
  }
  await finish.open();
}

/** Whether the players have something to declare, mark, agree or sign as the table stands. */
function canFinish({ game, state }) {
  return game.kind !== 'clock' && state.status !== 'waiting';
}

/** Whether the other side has asked for a word: the end is declared, or a draw offered. */
function isAsked({ proposed_end: proposed, draw_offer: offer, status }) {
  return status === 'marking' || status === 'counting' || [proposed, offer].some((side) => side && side !== own);
}

/** Keys: halves, queries, and the space bar for the button in the middle. */
function keyDown(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, select')) return;
  const onPage = document.activeElement === document.body;
  if (KEYS[event.code]) press(KEYS[event.code], event);
  else if (QUERY_KEYS[event.code] && (own ?? QUERY_KEYS[event.code]) === QUERY_KEYS[event.code]) query(QUERY_KEYS[event.code], event);
  else if (event.code === 'Space' && onPage) mainButton(event);
  else return;
  event.preventDefault();
}

/** Shows everything as it is now. */
function redraw() {
  const known = knownNow();
  document.body.classList.toggle('unknown', !known);
  if (!known) {
    write(status, say('common.connecting'));
    return;
  }
  // In chess no screen that a player sees may count moves or tell that a press is missing (12.6).
  const counts = known.game.kind !== 'chess';
  const facing = { ...known, state: known.face.state };
  document.body.dataset.status = facing.state.status;
  for (const one of sides) {
    one.dial.update(known, live.rate, counts);
    one.button.classList.toggle('runs', facing.state.status === 'running' && facing.state.turn === one.side);
    one.button.classList.toggle('begins', begins(one.side, facing));
    write(one.hint, hintFor(one.side, facing));
  }
  drawBar(facing, counts);
}

/** The bar: the table's state, the button in the middle, what is not on disk yet. */
function drawBar(known, counts) {
  const action = mainAction(known);
  main.disabled = !action;
  write(main, say(`clock.${action ?? 'pause'}`));
  main.dataset.action = action ?? '';
  write(status, statusWords(known));
  const inStep = !known.state.ahead || known.state.status === 'waiting';
  write(step, counts && known.game.kind !== 'clock' && !inStep ? stepWords(known.state) : '');
  step.className = `step ${stepClass(known.state)}`;
  finishButton.hidden = !canFinish(known);
  finishButton.classList.toggle('asked', isAsked(known.state));
  finish?.tick();
  const waiting = known.pending + live.waitingFor(table).length;
  disk.classList.toggle('waiting', waiting > 0);
  disk.title = waiting > 0 ? say('clock.not_on_disk', { n: waiting }) : say('clock.on_disk');
}

/** The line in a side's half: what is to be done, or why nothing can be. */
function hintFor(side, known) {
  const { state } = known;
  const silent = live.silence();
  if (silent >= SILENT_MS && state.status === 'running' && known.voice?.on) {
    return say('clock.two_lines', { first: silenceWords(silent), second: say('clock.not_counted') });
  }
  if (silent) return silenceWords(silent);
  if (state.status === 'waiting') {
    return say('clock.two_lines', { first: controlWords(known), second: startHint(side, known) });
  }
  if (state.status === 'paused') {
    return known.pauseReason ? say('status.paused_why', { why: reasonWords(known.pauseReason) }) : say('status.paused');
  }
  if (hasStopped(state)) return [statusWords(known), scoreWords(state.score)].filter(Boolean).join('\n');
  return state.turn === side ? say('clock.your_move') : '';
}

/** Whether this side's press starts the game: that of the side that does not move first, without an arbiter. */
function begins(side, { game, state }) {
  return state.status === 'waiting' && game.starts_by === 'press' && side !== firstSide(game);
}

/** Before the start: who moves first, and who presses to begin. */
function startHint(side, known) {
  if (known.game.starts_by === 'arbiter') return say('clock.wait_for_arbiter');
  if (begins(side, known)) return say('clock.press_to_start');
  return say('clock.moves_first', { other: sideName(opponent(side)) });
}

/** Says a reading that was asked for. */
function tell({ detail }) {
  const { side, reading } = detail;
  const details = phaseDetails({ reading, delay: reading.delay_ms ?? 0, isLast: isLast(reading) });
  const words = [say(...phaseName(reading)), timeText(reading.left_ms, reading.phase), ...details.map((one) => say(...one))];
  frame.notice(say('clock.told', { side: sideName(side), reading: words.join(say('common.between')) }));
}

/** A press of one's own is confirmed once the service shows the other side, or has answered. */
function settle() {
  const known = live.tables.get(table);
  const state = known?.face.state;
  if (handed && state && (state.turn !== handed.side || state.status !== 'running')) handed = null;
  redraw();
}

/** Keeps the screen lit, where the browser can. */
async function keepAwake() {
  if (document.visibilityState !== 'visible') return;
  await navigator.wakeLock?.request('screen').catch(() => null);
}

/** Joins the parts of the page to what happens. */
function listen() {
  main.addEventListener('pointerdown', (event) => event.preventDefault());
  main.addEventListener('click', mainButton);
  finishButton.addEventListener('click', openFinish);
  for (const button of document.querySelectorAll('[data-query]')) {
    button.hidden = Boolean(own) && button.dataset.query !== own;
    button.addEventListener('pointerdown', (event) => event.preventDefault());
    button.addEventListener('click', (event) => query(button.dataset.query, event));
  }
  document.addEventListener('keydown', keyDown);
  document.addEventListener('contextmenu', (event) => event.preventDefault());
  document.addEventListener('visibilitychange', keepAwake);
  document.addEventListener('pointerdown', keepAwake, { once: true });
  live.addEventListener('table', settle);
  live.addEventListener('told', tell);
  live.addEventListener('answer', ({ detail }) => {
    if (handed?.order === detail.order) handed = null;
  });
  setInterval(redraw, REDRAW_MS);
}

/** Names the page in its language. */
function relabel() {
  document.title = say('clock.title', { table });
  write(document.querySelector('#table'), say('common.table', { n: table }));
  voice.relabel();
  device.relabel();
  finish?.relabel();
  redraw();
}

listen();
keepAwake();
relabel();
