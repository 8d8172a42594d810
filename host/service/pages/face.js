// Turns a reading into what is shown, and counts it down. Nothing here touches the page.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Below this, tenths of a second are shown. */
const TENTHS_BELOW = 20 * SECOND;

/** The other side. */
export function opponent(side) {
  return side === 'black' ? 'white' : 'black';
}

/** Whether play has stopped for good: marks, count, result and signatures follow. */
export function hasStopped({ status }) {
  return isOver({ status }) || status === 'marking' || status === 'counting';
}

/** Whether the game has come to its end. */
export function isOver({ status }) {
  return status === 'ended' || status === 'signed';
}

/** The side that moves first: White in chess and with handicap, else Black. */
export function firstSide({ kind, handicap }) {
  return kind === 'chess' || handicap >= 2 ? 'white' : 'black';
}

/** How much table time has passed since the readings held, as far as is known; none while nobody is charged. */
export function elapsed(face, rate, now = performance.now()) {
  if (face.state.status !== 'running') return 0;
  const since = face.stands ? 0 : (now - face.received) * rate;
  return Math.max(0, since + (face.nowMs - face.atMs));
}

/**
 * What a side's clock shows now: the phase, what is left, whether it runs, whether it is the last of its kind.
 * It never passes 0: that a period is used up is the service's to say.
 */
export function shown(known, side, rate, now = performance.now()) {
  const { state } = known.face;
  const reading = state[side];
  const passed = elapsed(known.face, rate, now);
  const runs = state.status === 'running' && state.turn === side;
  const { left, delay } = countedDown(known, reading, runs ? passed : 0);
  const gained = reading.phase === 'hourglass' && state.status === 'running' && !runs ? passed : 0;
  return {
    side,
    reading,
    phase: reading.phase,
    left: left + gained,
    delay,
    runs,
    onMove: state.turn === side,
    isLast: isLast(reading),
    flag: hasFlag(state, side),
  };
}

/** What is left when so much has passed: the delay goes first. */
function countedDown(known, reading, passed) {
  const whole = reading.delay_ms ?? 0;
  // "So much for each move": the delay is itself what runs, and is given as both.
  if (whole > 0 && whole === reading.left_ms && /(^|\s)0s\+d/.test(known.control?.notation ?? '')) {
    return { left: Math.max(0, reading.left_ms - passed), delay: 0 };
  }
  const delay = Math.max(0, whole - passed);
  const charged = Math.max(0, passed - whole);
  return { left: Math.max(0, reading.left_ms - charged), delay };
}

/** Both readings as they will stand when the side on move has pressed now, until the service says the same. */
export function handedOver(known, rate, now = performance.now()) {
  const { state } = known.face;
  const halted = (side) => {
    const { left, delay } = shown(known, side, rate, now);
    return { ...state[side], left_ms: left, delay_ms: delay };
  };
  const after = { ...state, turn: opponent(state.turn), black: halted('black'), white: halted('white') };
  return { state: after, atMs: 0, nowMs: 0, received: now };
}

/** Whether nothing of this kind stands behind what runs: the last period, block or unit. */
export function isLast(reading) {
  if (reading.phase === 'byoyomi') return reading.periods <= 1;
  if (reading.phase === 'ing' || reading.phase === 'consideration') return reading.periods === 0;
  return false;
}

/** Whether this side's time was used up. */
function hasFlag(state, side) {
  if (!isOver(state)) return false;
  const { result, reason } = state;
  if (!result) return state[side].left_ms === 0;
  const loser = { 'B+T': 'white', 'W+T': 'black' }[result];
  if (loser) return loser === side;
  const winner = { '1-0': 'white', '0-1': 'black' }[result];
  return winner !== undefined && winner !== side && /time is used up/.test(reason ?? '');
}

/** Whether the phase is main time or an hourglass, as against a period, section, block or unit. */
export function isMain(phase) {
  return phase === 'main' || phase === 'hourglass';
}

/**
 * What is left as text, rounded up to the unit shown, so that 0 stands only when nothing is left.
 * Main time is written as on a clock, `0:55:00`; a count of up to 99 seconds as its seconds alone, `58`.
 */
export function timeText(milliseconds, phase) {
  if (milliseconds < TENTHS_BELOW && milliseconds > 0) return tenths(milliseconds, phase);
  const seconds = Math.ceil(milliseconds / SECOND);
  if (!isMain(phase) && seconds < 100) return String(seconds);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const pair = (number) => String(number).padStart(2, '0');
  return isMain(phase) ? `${h}:${pair(m)}:${pair(s)}` : `${h * 60 + m}:${pair(s)}`;
}

/** The last seconds with tenths; main time keeps its minutes in front, so that it is not taken for a count. */
function tenths(milliseconds, phase) {
  const count = Math.ceil(milliseconds / 100);
  if (count >= 200) return isMain(phase) ? '0:00:20' : '20';
  const text = (count / 10).toFixed(1);
  return isMain(phase) ? `0:${text.padStart(4, '0')}` : text;
}

/** A length of time as minutes and seconds: `2:00`. */
export function spanText(milliseconds) {
  const seconds = Math.round(milliseconds / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How the time is to be set: `clock` for main time, `seconds` for a bare count, `minutes` for a long count. */
export function timeShape(milliseconds, phase) {
  if (isMain(phase)) return 'clock';
  return milliseconds > 99 * SECOND ? 'minutes' : 'seconds';
}

/** What is left as a length for `datetime` attributes and readers: `PT1H2M3S`. */
export function timeLength(milliseconds) {
  const rest = Math.ceil(milliseconds / SECOND) * SECOND;
  return `PT${Math.floor(rest / HOUR)}H${Math.floor((rest % HOUR) / MINUTE)}M${(rest % MINUTE) / SECOND}S`;
}

/** The key and values of the message that names the phase. */
export function phaseName(reading) {
  const { phase, stage = 1, running } = reading;
  if (phase === 'main') return stage > 1 ? ['phase.stage', { n: stage }] : ['phase.main', {}];
  if (phase === 'consideration') return [running === 'unit' ? 'phase.unit' : 'phase.free', {}];
  return [`phase.${phase}`, {}];
}

/** The keys and values of the messages that say what stands beside the time; `moves` whether moves may be counted. */
export function phaseDetails(show, moves = true) {
  const { reading, delay } = show;
  const details = [];
  if (delay > 0) details.push(['phase.delay', { n: Math.ceil(delay / SECOND) }]);
  if (moves && reading.moves_to_go != null) details.push(['phase.moves_to_go', { n: reading.moves_to_go }]);
  if (reading.phase === 'byoyomi') {
    details.push(show.isLast ? ['phase.last_period', {}] : ['phase.periods', { n: reading.periods }]);
  }
  if (reading.phase === 'canadian') details.push(['phase.moves_left', { n: reading.moves_left }]);
  if (reading.phase === 'ing') {
    const all = reading.periods + reading.penalties;
    details.push(['phase.blocks', { n: reading.penalties, all }]);
  }
  if (reading.phase === 'consideration') {
    details.push(show.isLast ? ['phase.no_units', {}] : ['phase.units', { n: reading.periods }]);
  }
  return details;
}

/** How many marks stand for the periods or units left, and how many the phase began with as far as is known. */
export function marks(reading) {
  if (reading.phase === 'byoyomi' || reading.phase === 'consideration') return reading.periods;
  if (reading.phase === 'ing') return reading.periods + 1;
  return 0;
}
