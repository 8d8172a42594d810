// Every visible word, in the language of whoever reads the page: one catalogue, a table for each page.

import { hasStopped } from './face.js';

const LANGUAGES = ['en', 'zh'];
const REMEMBERED = 'flagfall.language';

let language = 'en';
let catalogue = {};
/** Parts of the catalogue that only some pages need. */
let parts = [];

/** The language asked for in the address, else the remembered one, else the browser's. */
function chosen() {
  const asked = new URLSearchParams(location.search).get('lang');
  const wishes = [asked, remembered(), ...navigator.languages].filter(Boolean);
  const known = wishes.map((wish) => wish.toLowerCase().split('-')[0]);
  return known.find((wish) => LANGUAGES.includes(wish)) ?? 'en';
}

/** What was chosen on an earlier visit, where the browser lets us keep it. */
function remembered() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

/** Keeps the choice for later visits. */
function remember(choice) {
  try {
    localStorage.setItem(REMEMBERED, choice);
  } catch {
    // A browser that keeps nothing still shows the language asked for.
  }
}

/** Fetches a catalogue; a service that is just starting is asked again. */
async function fetched(wanted) {
  for (let wait = 200; ; wait = Math.min(wait * 2, 2000)) {
    try {
      const answer = await fetch(`/messages/${wanted}.json`);
      if (answer.ok) return await answer.json();
    } catch {
      // The line is cut: try again below.
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The language now shown: `en` or `zh`. */
export function currentLanguage() {
  return language;
}

/**
 * Loads the catalogue, and its `more` where the page needs them, and puts its words on the page; `changed` is called
 * again at each later switch.
 */
export async function loadWords(changed, more = []) {
  parts = more;
  const first = chosen();
  if (new URLSearchParams(location.search).get('lang') === first) remember(first);
  await show(first);
  document.querySelector('[data-switch-language]')?.addEventListener('click', async () => {
    const other = language === 'en' ? 'zh' : 'en';
    remember(other);
    await show(other);
    changed?.();
  });
}

/** Loads a part of the catalogue that is needed only now. */
export async function loadMore(part) {
  if (parts.includes(part)) return;
  parts = [...parts, part];
  await show(language);
}

/** Shows the page in that language. */
async function show(wanted) {
  const all = await Promise.all([wanted, ...parts.map((part) => `${wanted}.${part}`)].map(fetched));
  catalogue = Object.assign({}, ...all);
  language = wanted;
  document.documentElement.lang = wanted === 'zh' ? 'zh-Hans' : wanted;
  const address = new URL(location.href);
  if (address.searchParams.has('lang')) {
    address.searchParams.set('lang', wanted);
    history.replaceState(null, '', address);
  }
  fillIn(document);
}

/** Puts words into every element that names them by `data-say`, `data-label` or `data-hint`. */
export function fillIn(root) {
  for (const element of root.querySelectorAll('[data-say]')) element.textContent = say(element.dataset.say);
  for (const element of root.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', say(element.dataset.label));
  }
  for (const element of root.querySelectorAll('[data-hint]')) {
    element.setAttribute('placeholder', say(element.dataset.hint));
  }
}

/** The message `table.key` with its `{values}`; a message that is missing shows its own name. */
export function say(name, values = {}) {
  const [table, key] = name.split('.');
  const messages = catalogue[table] ?? {};
  const message = (values.n === 1 && messages[`${key}_one`]) || messages[key];
  return (message ?? name).replace(/\{(\w+)\}/g, (whole, value) => values[value] ?? whole);
}

/** Words that the service sends in both languages, such as a refusal. */
export function inLanguage(words) {
  if (!words) return '';
  return typeof words === 'string' ? words : (words[language] ?? words.en ?? '');
}

/** Why something was refused, as the service has `said`; without a word from it, that is lapsed. */
export function refusedWords(said) {
  return say('common.refused', { why: said ? inLanguage(said.why) || said.what : say('common.lapsed') });
}

/** The most characters of a reason that a page shows: times and buttons must not be pushed away. */
const REASON_MAX = 60;

/** A reason on record, in the reader's language where it is one of the service's own. */
export function reasonWords(reason) {
  const words = (reason && catalogue.reasons?.[reason]) || reason || '';
  return words.length > REASON_MAX ? `${words.slice(0, REASON_MAX - 1)}…` : words;
}

/** Whether no other machine can open an address. */
export function isOfThisMachine(address) {
  return /^(localhost|127\.|\[::1\])/.test(new URL(address).hostname);
}

/** A side's name: Black, White. */
export function sideName(side) {
  return say(`common.${side}`);
}

/** Who calls for the arbiter; nothing where nobody does. */
export function callWords({ summoned = [] }) {
  if (summoned.length === 2) return say('arbiter.summoned_both');
  return summoned.map((side) => say('arbiter.summoned', { side: sideName(side) })).join('');
}

/** The player's name and rank, or what the side is called. */
export function playerName(known, side) {
  const player = known?.players?.[side] ?? {};
  const name = player.name || sideName(side);
  return player.rank ? `${name} ${player.rank}` : name;
}

/** The two players whose colours nigiri is still to decide; null at any other table. */
export function undrawn({ seats, state }) {
  return seats && !state.colours && state.status === 'waiting' ? seats : null;
}

/** The name and rank of a player before nigiri, or what the seat is called. */
export function seatName(seats, seat) {
  const { name, rank } = seats[seat] ?? {};
  return [name || say(`common.${seat}`), rank].filter(Boolean).join(' ');
}

/** The time control in words. */
export function controlWords(known) {
  return inLanguage(known?.control) || known?.control?.notation || '';
}

/** A move as people read it: a point, a pass, one that nobody saw, or a chess move in its short form. */
export function moveWords({ move, san }) {
  if (move === 'pass') return say('common.pass');
  if (move === 'unknown') return say('common.unseen');
  return san ?? move;
}

/** The last move in words, `counted` whether it may be numbered. */
export function boardLabel(moves, counted = true) {
  const last = moves.at(-1);
  if (!last) return say('common.no_moves');
  const values = { n: moves.length, side: sideName(last.side), move: moveWords(last) };
  return say(counted ? 'common.board' : 'table.last', values);
}

/** Why a move is illegal, or which position it brings back; empty where there is nothing to say. */
export function whyWords({ illegal, cycle }) {
  if (illegal) return inLanguage(illegal.en ? illegal : '') || illegal.reason || '';
  return cycle === undefined ? '' : say('illegal.cycle', { n: cycle });
}

/** What is to be said of a move, with its number if it may be counted. */
export function verdictWords(played, number) {
  const values = { n: number ?? 0, side: sideName(played.side), move: moveWords(played), why: whyWords(played) };
  const key = played.illegal ? 'illegal.move' : 'illegal.repeats';
  return say(number === null ? `${key}_uncounted` : key, values);
}

/** The result in words: who won, and how. */
export function resultWords(state) {
  const { result, reason } = state;
  if (!result) return '';
  const winner = winnerOf(result);
  if (!winner) return say(`result.${UNDECIDED[result] ?? 'other'}`, { result, reason: reason ?? '' });
  const names = { winner: sideName(winner), loser: sideName(winner === 'black' ? 'white' : 'black'), result };
  if (result.endsWith('+T') || /time is used up/.test(reason ?? '')) return say('result.time', names);
  if (result.endsWith('+R') || /resigned/.test(reason ?? '')) return say('result.resigned', names);
  if (result.endsWith('+F') || /forfeits/.test(reason ?? '')) return say('result.forfeit', names);
  return say('result.won', names);
}

/** A count in words: both sides, and by how much who is ahead, in zi and in points. */
export function scoreWords(score) {
  if (!score) return '';
  const { black, white, unit, margin } = score;
  const n = Math.abs(margin);
  const values = { black, white, side: sideName(margin < 0 ? 'white' : 'black'), n, points: 2 * n };
  const end = margin === 0 ? 'even' : 'ahead';
  return `${say(`score.${unit}`, values)}${say(`score.${unit}_${end}`, values)}`;
}

/** How results are told that no side has won. */
const UNDECIDED = { Draw: 'draw', '1/2-1/2': 'draw', Void: 'void', '*': 'void', '0-0': 'both_lose' };

/** The side that a result names as the winner, if it names one. */
function winnerOf(result) {
  if (result.startsWith('B+') || result === '0-1') return 'black';
  if (result.startsWith('W+') || result === '1-0') return 'white';
  return null;
}

/** What the clock as a whole does, in words; `known` is what the page knows of the table. */
export function statusWords(known) {
  const { status, turn } = known.state;
  const seats = undrawn(known);
  if (seats) return say('status.undrawn', { one: seatName(seats, 'one'), two: seatName(seats, 'two') });
  if (status === 'running' && turn) return say('status.to_move', { side: sideName(turn) });
  if (status === 'paused' && known.pauseReason) {
    return say('status.paused_why', { why: reasonWords(known.pauseReason) });
  }
  if (status === 'ended') return resultWords(known.state) || say('status.ended');
  if (status === 'signed') return say('status.signed_result', { result: resultWords(known.state) });
  return say(`status.${status}`);
}

/** Whether clock and moves are in step, in words. */
export function stepWords(state) {
  const { ahead, status } = state;
  // A last move that was never pressed is nothing to be made up for once the game is over.
  if (hasStopped({ status }) && ahead?.who === 'moves') return '';
  if (!ahead) return say('step.in_step');
  return say(ahead.who === 'clock' ? 'step.clock_ahead' : 'step.moves_ahead', { n: ahead.turns });
}

/** How far out of step: `good`, `near` while a move or its press is still to come, `behind` when more is missing. */
export function stepClass(state) {
  if (!state.ahead) return 'good';
  return state.ahead.turns > 1 ? 'behind' : 'near';
}

/** Since when the line is cut, in words. */
export function silenceWords(milliseconds) {
  return say('common.no_word', { n: Math.max(1, Math.round(milliseconds / 1000)) });
}
