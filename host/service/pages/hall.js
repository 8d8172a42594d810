// The hall: a card for each table, with what an arbiter must see at a glance.

import { ControlDesk } from './control_desk.js';
import { Dial } from './dial.js';
import { hasStopped } from './face.js';
import { Frame, write } from './frame.js';
import { Live, UNIT_SILENT } from './live.js';
import { isWorthALook, needs, urgency } from './need.js';
import { field, fillOptions, post } from './parts.js';
import { numbersOf, Round, summary } from './round.js';
import { Voice } from './voice.js';
import {
  controlWords, fillIn, loadWords, refusedWords, say, statusWords, stepClass, stepWords,
} from './words.js';

const REDRAW_MS = 250;
/** How often the tables are sorted anew, and how long they stay where they are for whoever is about to tap, in milliseconds. */
const SORT_MS = 1000;
const HELD_MS = 3000;
const VIEWS = ['all', 'look', 'running', 'paused', 'waiting', 'ended'];

await loadWords(() => relabel(), ['mirror', 'voice', 'control']);
const live = new Live('all', 'hall');
const frame = new Frame(live);
const voice = new Voice(live, document.querySelector('#voice'));
const heard = document.querySelector('#heard');
const hall = document.querySelector('#tables');
const views = document.querySelector('#views');
const pattern = document.querySelector('#card');
const search = document.querySelector('#find');
const order = document.querySelector('#order');
const round = new Round(document.querySelector('#round'));
const control = new ControlDesk(document.querySelector('#control'), putControl, { formClass: 'round-form', more: controlTables });
const cards = new Map();
let view = 'all';
/** Until then the tables stay where they are. */
let heldUntil = 0;

/** The card of a table, made when the table is first heard of. */
function cardOf(number) {
  if (!cards.has(number)) {
    const element = pattern.content.firstElementChild.cloneNode(true);
    const parts = Object.fromEntries(['status', 'step', 'moves', 'name', 'control', 'alarm', 'unit', 'said', 'muted', 'last'].map((name) => {
      return [name, element.querySelector(`.card-${name}`)];
    }));
    const dials = ['black', 'white'].map((side) => new Dial(side));
    element.querySelector('.dials').append(...dials.map((dial) => dial.element));
    element.dataset.table = number;
    for (const link of element.querySelectorAll('[data-page]')) link.href = `/table/${number}${link.dataset.page}`;
    parts.unit.querySelector('button').addEventListener('click', () => giveUp(number, parts.said));
    cards.set(number, { element, dials, pages: element.querySelector('nav'), ...parts });
    fillIn(element);
    insert(element, number);
  }
  return cards.get(number);
}

/** Puts a card among the others, by its number. */
function insert(element, number) {
  const after = [...hall.children].find((other) => Number(other.dataset.table) > number);
  hall.insertBefore(element, after ?? null);
}

/** What a table needs of an arbiter, the most urgent first. */
function needsOf(known) {
  return needs(known, ownAlarms(known.table), live.rate);
}

/** Puts the tables in their order: those that need somebody first, or by number. */
function sort() {
  if (performance.now() < heldUntil) return;
  const rank = (card) => (order.checked ? card.urgency : 0);
  const sorted = [...cards.entries()].sort(([one, a], [other, b]) => rank(a) - rank(b) || one - other);
  sorted.forEach(([, { element }], index) => {
    if (hall.children[index] !== element) hall.insertBefore(element, hall.children[index] ?? null);
  });
}

/** Whoever is about to tap a card finds it where it was. */
function hold() {
  heldUntil = performance.now() + HELD_MS;
}

/** The alarms of this table alone: those of the whole hall stand at the top. */
function ownAlarms(table) {
  return live.alarmsOf(table).filter((alarm) => alarm.table === table);
}

/** Shows what changed at a table. */
function drawCard(number) {
  const known = live.tables.get(number);
  if (!known) return;
  const card = cardOf(number);
  const { state, game } = known;
  const hasBoard = game.kind !== 'clock';
  const counted = mayCount(known);
  const [alarms, found] = [ownAlarms(number), needsOf(known)];
  write(card.name, say('common.table', { n: number }));
  write(card.status, statusWords(known));
  write(card.control, controlWords(known));
  const moves = counted ? say('hall.moves', { n: state.moves }) : '';
  write(card.moves, hasBoard ? moves : say('hall.clock_only'));
  write(card.step, hasBoard && counted && state.status !== 'waiting' ? stepWords(state) : '');
  const words = (...kinds) => found.filter(({ kind }) => kinds.includes(kind)).map((need) => need.words).join('\n');
  show(card.muted, words('muted'));
  show(card.alarm, words('called', 'incident', 'flag', 'alarm'));
  card.step.className = `card-step step ${stepClass(state)}`;
  card.unit.hidden = !alarms.some(({ kind }) => kind === UNIT_SILENT);
  card.element.dataset.status = state.status;
  weigh(card, found);
  card.pages.setAttribute('aria-label', card.name.textContent);
  card.element.querySelector('[data-page="/record"]').hidden = !hasBoard;
  for (const dial of card.dials) dial.showTaken(known);
  countDown(card, known);
}

/** Shows words where there are any. */
function show(element, words) {
  write(element, words);
  element.hidden = !words;
}

/** Notes what a table needs: that may change by time alone. */
function weigh(card, found) {
  card.urgency = urgency(found);
  card.look = isWorthALook(found);
  card.element.dataset.look = card.look;
  show(card.last, found.find(({ kind }) => kind === 'last-minute')?.words ?? '');
}

/** The tables' numbers for a control, as they are written. */
function controlTables() {
  return [field('round.tables', 'tables', { hint: say('control_desk.all') })];
}

/** Puts a control on the tables that are named, or on all whose game waits. */
async function putControl(text) {
  let tables;
  try {
    tables = numbersOf(control.form.elements.tables.value);
  } catch {
    return say('round.unreadable');
  }
  const [done, said] = await post('/api/round/control', { control: text, tables });
  if (!done) return refusedWords(said);
  return said.outcomes.length ? summary(said.outcomes) : say('control_desk.none');
}

/** Whether a table is looked for: by its number, or by what its players are called. */
function isFound(known) {
  const sought = search.value.trim().toLocaleLowerCase();
  if (!sought) return true;
  if (/^\d+$/.test(sought)) return known.table === Number(sought);
  const people = [known.players?.black, known.players?.white, known.seats?.one, known.seats?.two];
  return people.some((player) => player?.name?.toLocaleLowerCase().includes(sought));
}

/** Whether moves may be counted: in chess players may see this screen, and no flag has fallen yet (12.6). */
function mayCount({ game, state }) {
  return game.kind !== 'chess' || hasStopped(state) || (document.body.dataset.badge ?? 'arbiter') === 'arbiter';
}

/** Gives up a table's silent unit; why not is said beside it. */
async function giveUp(table, place) {
  const [ok, said] = await post(`/api/tables/${table}/give-up-unit`);
  write(place, ok ? '' : refusedWords(said));
}

/** Shows the two clocks as they stand. */
function countDown(card, known) {
  for (const dial of card.dials) dial.update(known, live.rate, mayCount(known));
}

/** The tables in a view. */
function inView(name) {
  const known = [...live.tables.values()];
  if (name === 'all') return known;
  if (name === 'look') return known.filter((one) => cards.get(one.table)?.look);
  if (name === 'ended') return known.filter((one) => hasStopped(one.state));
  return known.filter((one) => one.state.status === name);
}

/** Counts the tables in each view, and hides the cards of the others. */
function drawViews() {
  for (const button of views.children) {
    const name = button.dataset.view;
    write(button, say('hall.view', { view: say(`hall.view_${name}`), n: inView(name).length }));
    button.setAttribute('aria-pressed', String(name === view));
  }
  const visible = new Set(inView(view).filter(isFound).map((known) => known.table));
  for (const [number, card] of cards) card.element.hidden = !visible.has(number);
  document.querySelector('#empty').hidden = visible.size > 0;
  write(document.querySelector('#empty'), say(live.tables.size ? 'hall.none_in_view' : 'common.connecting'));
}

/** A run of the service says which tables it has: cards of others go. */
function takeTables({ detail: tables }) {
  for (const [number, card] of cards) {
    if (tables.includes(number)) continue;
    card.element.remove();
    cards.delete(number);
  }
}

/** The tables that can be heard, and none. */
function drawHeard() {
  const tables = [...live.tables.values()].filter((known) => known.voice?.on).map((known) => known.table);
  const options = [0, ...tables.sort((one, other) => one - other)].map((number) => {
    return [String(number), number ? say('common.table', { n: number }) : say('voice.no_table_heard')];
  });
  if (JSON.stringify(options) === heard.dataset.options) return;
  heard.dataset.options = JSON.stringify(options);
  const chosen = heard.value;
  fillOptions(heard, options);
  heard.value = tables.includes(Number(chosen)) ? chosen : '0';
}

/** Another table is heard. */
function hearTable() {
  const table = Number(heard.value) || null;
  voice.listenTo(table);
  voice.turn(table !== null);
}

/** Counts down what is in sight. */
function redraw() {
  for (const [number, card] of cards) {
    const known = live.tables.get(number);
    if (known?.state.status !== 'running' || card.element.hidden) continue;
    countDown(card, known);
    weigh(card, needsOf(known));
  }
}

/** Redraws the views once for a burst of changes, such as three hundred snapshots. */
function drawViewsSoon() {
  if (drawViewsSoon.waits) return;
  drawViewsSoon.waits = true;
  requestAnimationFrame(() => {
    drawViewsSoon.waits = false;
    drawViews();
    drawHeard();
  });
}

/** A button for each view. */
function makeViews() {
  for (const name of VIEWS) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.view = name;
    button.addEventListener('click', () => {
      view = name;
      drawViews();
    });
    views.append(button);
  }
}

/** Names the page in its language, and fills every card anew. */
function relabel() {
  document.title = say('hall.title');
  for (const [number, card] of cards) {
    fillIn(card.element);
    drawCard(number);
  }
  frame.update();
  round.draw();
  control.draw();
  drawViews();
  drawHeard();
  voice.relabel();
}

makeViews();
live.addEventListener('hello', takeTables);
heard.addEventListener('change', hearTable);
live.addEventListener('table', ({ detail }) => {
  drawCard(detail);
  drawViewsSoon();
});
live.addEventListener('alarm', () => {
  for (const number of cards.keys()) drawCard(number);
  drawViewsSoon();
});
for (const touched of ['pointerdown', 'pointermove', 'keydown']) hall.addEventListener(touched, hold);
search.addEventListener('input', drawViews);
order.addEventListener('change', sort);
setInterval(redraw, REDRAW_MS);
setInterval(sort, SORT_MS);
document.addEventListener('badge', () => {
  for (const number of cards.keys()) drawCard(number);
});
relabel();
