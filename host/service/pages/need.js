// What a table needs of an arbiter, the most urgent first: by it the hall is sorted.

import { hasStopped, isLast, isMain, shown } from './face.js';
import { callWords, inLanguage, say, sideName } from './words.js';

/** Out of step by so many turns, a table is worth a look. */
const STEP_WORTH_A_LOOK = 2;
const MINUTE_MS = 60_000;
/** The needs that can wait for somebody to come by. */
const CAN_WAIT = ['last-minute', 'muted'];

/**
 * All that a table needs, in the order of its urgency: called, incident, flag, last-minute, step, alarm, muted. Each has
 * its `kind`, its `rank` (0 is the most urgent), and `words`; how far out of step a table is stands on its card anyway.
 */
export function needs(known, alarms, rate) {
  const { state, silenced } = known;
  const waiting = (state.incidents ?? []).filter(({ ruling, expired, withdrawn }) => !ruling && !expired && !withdrawn).length;
  const flagged = ['black', 'white'].find((side) => state.status === 'ended' && shown(known, side, rate).flag);
  const last = lastMinute(known, rate);
  const found = [
    ['called', callWords(state)],
    ['incident', waiting && say('hall.incidents', { n: waiting })],
    ['flag', flagged && say('hall.flag', { side: sideName(flagged) })],
    ['last-minute', last && say(`hall.${last}`)],
    ['step', (state.ahead?.turns ?? 0) >= STEP_WORTH_A_LOOK && !hasStopped(state)],
    ['alarm', alarms.map((alarm) => inLanguage(alarm) || alarm.kind).join('\n')],
    ['muted', silenced && silencedWords(known)],
  ];
  return found.map(([kind, words], rank) => ({ kind, words, rank })).filter(({ words }) => words);
}

/** Whether somebody should go to a table that needs this. */
export function isWorthALook(found) {
  return found.some(({ kind }) => !CAN_WAIT.includes(kind));
}

/** How urgent a table is: the less, the more; one that needs nothing comes last. */
export function urgency(found) {
  return found[0]?.rank ?? Infinity;
}

/** What of its time the side on move has reached: the last minute of a stage, section or hourglass, or the last period. */
function lastMinute(known, rate) {
  const { status, turn } = known.state;
  if (status !== 'running' || !turn) return '';
  const { reading, phase, left } = shown(known, turn, rate);
  if (isLast(reading)) return 'last_period';
  return (isMain(phase) || phase === 'canadian') && left < MINUTE_MS ? 'last_minute' : '';
}

/** Why a table that has a voice is silenced; where nobody muted it, it stands at volume 0. */
function silencedWords({ silenced, voice }) {
  if (silenced === 'quiet') return say('voice.quiet');
  return say(voice.muted ? 'voice.muted' : 'voice.zero');
}
