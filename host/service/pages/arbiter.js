// The arbiter's page: a desk with panels for the clock, incidents, people, the end, and a board to step back on.

import { Adjournment } from './adjournment.js';
import { ClockDesk } from './clock_desk.js';
import { ControlDesk } from './control_desk.js';
import { Desk } from './desk.js';
import { Dial } from './dial.js';
import { Ending } from './ending.js';
import { hasStopped } from './face.js';
import { Frame, tableNumber, write } from './frame.js';
import { GameBoard } from './game_board.js';
import { Incidents, waits } from './incidents.js';
import { Live } from './live.js';
import { Log } from './log.js';
import { Marks } from './marks.js';
import { Nigiri } from './nigiri.js';
import { post } from './parts.js';
import { People } from './people.js';
import { QuickDesk } from './quick_desk.js';
import { Steps } from './steps.js';
import { VoiceDesk } from './voice_desk.js';
import { callWords, loadWords, refusedWords, say, statusWords, stepClass, stepWords, undrawn } from './words.js';

const REDRAW_MS = 100;
const POLICY_SOON_MS = 30;
const POLICY_AGAIN_MS = 2000;

await loadWords(() => relabel(), ['desk', 'control']);
const table = tableNumber();
const live = new Live(table, 'desk');
new Frame(live, table, { refusals: false });
const desk = new Desk(live, table);
const dials = ['black', 'white'].map((side) => new Dial(side));
const find = (id) => document.querySelector(`#${id}`);
const board = new GameBoard({ onTap: (point) => tap(point) });
const [clock, incidents, people] = [new ClockDesk(desk), new Incidents(desk), new People(desk)];
const [ending, marks, steps, log] = [new Ending(desk), new Marks(desk), new Steps(table), new Log(live, table)];
const voice = new VoiceDesk(desk);
const quick = new QuickDesk(desk, find('quick'));
const control = new ControlDesk(find('control'), putControl);
const panels = [clock, voice, incidents, new Nigiri(desk), people, ending, marks, new Adjournment(desk)];

/** Puts another control on the table, whose game waits. */
async function putControl(text) {
  const [done, said] = await post(`/api/tables/${table}/control`, { control: text });
  return done ? say('control_desk.done') : refusedWords(said);
}

/** A tap on the board marks a group; while an earlier position is looked at it brings the present back. */
function tap(point) {
  if (!desk.known || !marks.isOpen(desk.known)) return;
  if (steps.isEarlier) steps.step('now');
  else marks.tap(point, desk.known);
}

/** Shows the board: as it stands, with what is marked, or as it stood. */
function drawBoard() {
  const { known } = desk;
  if (!known) return;
  board.lay(known);
  const position = steps.position(known);
  if (steps.isEarlier) {
    const then = { ...known, state: { ...known.state, position, check: false, area: undefined, unseen: undefined } };
    if (position !== null) board.show(then, known.moves.slice(0, steps.number));
  } else {
    board.show(known, known.moves, marks.shown(known));
  }
  steps.draw(known);
  write(find('no-board'), known.game.kind === 'clock' ? say('record.no_board') : '');
}

/** Shows everything as the table stands. */
function draw() {
  const { known } = desk;
  if (!known) return;
  for (const panel of panels) panel.draw(known);
  find('quick').hidden = known.state.status === 'waiting' || hasStopped(known.state);
  find('control').hidden = known.state.status !== 'waiting';
  for (const dial of dials) dial.showTaken(known);
  drawBoard();
  drawTop(known);
  drawTabs(known);
}

/** Who calls, and whether clock and moves are in step. */
function drawTop({ state, game }) {
  const calling = callWords(state);
  find('summoned').hidden = !calling;
  write(find('summoned').querySelector('p'), calling);
  const step = find('step');
  write(step, game.kind === 'clock' ? '' : stepWords(state));
  step.className = `chip step ${stepClass(state)}`;
}

/** What waits in each panel stands on its tab. */
function drawTabs(known) {
  const { state } = known;
  const waiting = state.incidents.filter(waits).length;
  const asked = ['marking', 'counting'].includes(state.status) || state.proposed_end || state.draw_offer
    || (state.status === 'ended');
  const signs = {
    board: state.status === 'marking' ? '!' : '',
    incidents: waiting ? String(waiting) : '',
    ending: asked ? '!' : '',
    adjournment: state.adjournment ? '!' : '',
    people: undrawn(known) || (state.away ?? []).length || state.talk?.overrun ? '!' : '',
  };
  for (const tab of find('tabs').children) {
    const { open } = tab.dataset;
    tab.dataset.sign = signs[open] ?? '';
    tab.setAttribute('aria-pressed', String(document.body.dataset.open === open));
  }
}

/** Opens a panel. */
function openPanel({ target }) {
  const tab = target.closest('button[data-open]');
  if (!tab) return;
  document.body.dataset.open = tab.dataset.open;
  if (desk.known) drawTabs(desk.known);
}

/** Counts the clocks down. */
function redraw() {
  const { known } = desk;
  document.body.classList.toggle('unknown', !known);
  if (!known) {
    write(find('status'), say('common.connecting'));
    return;
  }
  document.body.dataset.status = known.state.status;
  for (const dial of dials) dial.update(known, live.rate);
  write(find('status'), statusWords(known));
}

/** Asks by what incidents are judged here, once for news that come together. */
function askPolicySoon(wait = POLICY_SOON_MS) {
  clearTimeout(askPolicySoon.timer);
  askPolicySoon.timer = setTimeout(askPolicy, wait);
}

/** The same now: once for each run of the service and each game. */
async function askPolicy() {
  try {
    const answer = await fetch(`/api/tables/${table}/policy`);
    if (!answer.ok) throw new Error(answer.statusText);
    ending.policy = await answer.json();
    incidents.judgeBy(ending.policy);
    draw();
  } catch {
    askPolicySoon(POLICY_AGAIN_MS);
  }
}

/** Joins the parts of the page to what happens. */
function listen() {
  find('dials').append(...dials.map((dial) => dial.element));
  find('tabs').addEventListener('click', openPanel);
  find('attend').addEventListener('click', (event) => desk.give('attend', event));
  live.addEventListener('table', draw);
  live.addEventListener('opened', () => askPolicySoon());
  live.addEventListener('hello', () => askPolicySoon());
  desk.addEventListener('role', draw);
  steps.addEventListener('step', drawBoard);
  marks.addEventListener('marks', () => {
    if (!desk.known) return;
    marks.draw(desk.known);
    drawBoard();
  });
  setInterval(redraw, REDRAW_MS);
}

/** Names the page in its language. */
function relabel() {
  document.title = say('arbiter.title', { table });
  write(find('table'), say('common.table', { n: table }));
  log.draw();
  control.draw();
  quick.relabel();
  voice.ask();
  draw();
  redraw();
}

listen();
relabel();
