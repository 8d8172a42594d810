// The envelope of a sealed move: an A4 sheet to be printed, folded round the slip and the paper, and signed over its
// edges. It shows nothing that is not known to all.

import { opponent, phaseDetails, phaseName, shown, timeText } from './face.js';
import { Frame, tableNumber, write } from './frame.js';
import { GameBoard } from './game_board.js';
import { waits } from './incidents.js';
import { Live } from './live.js';
import { make } from './parts.js';
import { boardLabel, controlWords, inLanguage, loadWords, playerName, say, sideName } from './words.js';

const REMEMBERED = 'flagfall.envelope';
const REDRAW_MS = 1000;
const SIDES = ['black', 'white'];

await loadWords(() => relabel(), ['desk', 'sealing']);
const table = tableNumber();
const live = new Live(table, 'desk');
new Frame(live, table);
const find = (id) => document.querySelector(`#${id}`);
const board = new GameBoard();
const form = find('by-hand');
let policy = null;

/** A line of the sheet: what it is, and what it says; empty ones are for the pen. */
function line(key, words, name = '') {
  const said = make('dd', words ? name : `${name} rule`.trim(), words || '');
  return [make('dt', '', say(key)), said];
}

/** Both players with their colours, ranks and readings in full. */
function players(known) {
  return SIDES.map((side) => {
    const show = shown(known, side, live.rate);
    const details = phaseDetails(show).map((detail) => say(...detail));
    const reading = [timeText(show.left, show.phase), say(...phaseName(show.reading)), ...details];
    const name = playerName(known, side);
    const parts = [make('strong', '', sideName(side)), make('span', '', name === sideName(side) ? '' : name)];
    const who = make('p', 'envelope-name', make('span', `stone ${side}`), ...parts);
    const sheet = make('div', 'envelope-player', who, make('p', 'envelope-reading', reading.join(say('common.between'))));
    const warnings = known.state[side].warnings ?? 0;
    sheet.append(make('p', 'soft', say('envelope.warnings', { n: warnings })));
    return sheet;
  });
}

/** The front: everything that the arbiter of the next session must know, and the signatures. */
function front(known, about) {
  const values = Object.fromEntries(new FormData(form));
  const sealer = sideName(about.sealer);
  const facts = make('dl', 'facts',
    ...line('envelope.event', values.event), ...line('envelope.round', values.round),
    ...line('envelope.table', String(known.table)), ...line('envelope.control', controlWords(known)),
    ...line('envelope.sealer', say('envelope.sealed_by', { side: sealer, move: moveWords(known, about) })),
    ...line('envelope.when', values.when), ...line('envelope.where', values.where));
  const signatures = ['black', 'white', 'arbiter'].map((who) => {
    return make('p', 'signature', make('span', 'rule'), make('span', '', say(`who.${who}`)));
  });
  return [
    make('h2', '', say('envelope.heading')), facts, make('div', 'envelope-players', ...players(known)),
    make('p', '', turnWords(about)), make('div', 'signatures', ...signatures),
    make('p', 'soft', say('envelope.sign_about')),
  ];
}

/** The number of the sealed move. Chess counts both sides' moves as one, the record and the commitment each by itself. */
function moveWords({ game, state }, { n }) {
  const move = game.kind === 'chess' ? state.position?.split(' ')[5] : undefined;
  return move ? say('envelope.move_chess', { move, n }) : say('envelope.move', { n });
}

/** Whose move is inside, and who answers it. */
function turnWords({ sealer }) {
  return say('envelope.turn', { side: sideName(sealer), other: sideName(opponent(sealer)) });
}

/** Beside the diagram: what is open, and how the move is checked. */
function beside(known, about) {
  const { state, moves } = known;
  const claims = state.incidents.filter(waits);
  const open = claims.map((one) => make('li', '', incidentWords(one)));
  if (state.draw_offer) open.push(make('li', '', say('envelope.draw_offer', { side: sideName(state.draw_offer) })));
  const parts = [
    make('p', 'strong-line', say('envelope.position', { move: moveWords(known, about) })), make('p', '', boardLabel(moves)),
    make('h3', '', say('envelope.open')),
    open.length ? make('ul', 'plain', ...open) : make('p', '', say('envelope.nothing_open')),
    make('h3', '', say('envelope.commitment')),
  ];
  if (!about.commitment) return [...parts, make('p', '', say('envelope.paper_only'))];
  const picture = make('img', 'qr');
  picture.src = `/api/tables/${table}/commitment.svg?${about.commitment.slice(0, 8)}`;
  picture.alt = about.commitment;
  const letters = make('code', 'commitment', about.commitment.match(/.{8}/g).join(' '));
  return [...parts, make('div', 'proof', picture, letters), make('p', 'soft', say('envelope.commitment_about'))];
}

/** An incident or a claim that nobody has decided, in a line. */
function incidentWords({ n, side, kind, note }) {
  const name = inLanguage(policy?.kinds?.find((one) => one.kind === kind)?.name) || kind;
  return say('envelope.incident', { n, side: sideName(side), kind: name, note: note ? ` (${note})` : '' });
}

/** Fills the sheet as the table stands. */
function draw() {
  const known = live.tables.get(table);
  document.body.classList.toggle('unknown', !known);
  if (!known) return;
  const about = known.state.adjournment ?? null;
  write(find('nothing'), about ? '' : say('envelope.not_adjourned'));
  for (const id of ['front', 'back']) find(id).hidden = !about;
  document.querySelector('.fold').hidden = !about;
  if (!about) return;
  board.lay(known);
  board.show(known);
  find('front').replaceChildren(...front(known, about));
  find('beside').replaceChildren(...beside(known, about));
}

/** Asks what kinds of incident are called here. */
async function askPolicy() {
  const answer = await fetch(`/api/tables/${table}/policy`).catch(() => null);
  policy = answer?.ok ? await answer.json() : policy;
  draw();
}

/** What was filled in the last time, in this browser. */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps what is filled in for the next table's envelope. */
function remember() {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(Object.fromEntries(new FormData(form))));
  } catch {
    // A browser that keeps nothing has it written again.
  }
}

/** Names the page in its language. */
function relabel() {
  document.title = say('envelope.title', { table });
  write(find('table'), say('envelope.title', { table }));
  draw();
}

for (const [name, value] of Object.entries(remembered())) {
  if (form.elements[name]) form.elements[name].value = value;
}
form.addEventListener('input', () => {
  remember();
  draw();
});
find('print').addEventListener('click', () => print());
live.addEventListener('table', draw);
live.addEventListener('hello', askPolicy);
setInterval(() => {
  if (live.tables.get(table)?.state.status === 'running') draw();
}, REDRAW_MS);
relabel();
