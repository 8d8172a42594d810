// Frames and messages as docs/link.md describes them, as far as a test needs them: a second reading of that document,
// apart from the Rust code.

const POLYNOMIAL = 0x82f63b78;
const VERSION = 1;
const SIDES = ['black', 'white'];
const BREAKDOWNS = ['panic', 'processor', 'hung', 'display'];

/** CRC-32/ISCSI. */
export function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
  }
  return ~sum >>> 0;
}

/** A number as bytes, the lowest first. */
const bytesOf = (number, count) =>
  Array.from({ length: count }, (_, byte) => Number((BigInt(number) >> BigInt(8 * byte)) & 0xffn));

/** The mark of a start: of a unit's number and its boot number. */
export const mark = (serial, boot) => checksum([...bytesOf(serial, 8), ...bytesOf(boot, 4)]);

/** Seven bits a byte, the lowest first. */
function varint(number) {
  const bytes = [];
  let rest = BigInt(number);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

function stuff(plain) {
  const stuffed = [];
  let block = [];
  const close = () => {
    stuffed.push(block.length + 1, ...block);
    block = [];
  };
  for (const byte of plain) {
    if (byte !== 0) block.push(byte);
    if (byte === 0 || block.length === 254) close();
  }
  close();
  return stuffed;
}

function unstuff(bytes) {
  const plain = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at];
    plain.push(...bytes.slice(at + 1, at + length));
    at += length;
    if (length < 255 && at < bytes.length) plain.push(0);
  }
  return plain;
}

const framed = (body) => [0, ...stuff([...body, ...bytesOf(checksum(body), 4)]), 0];

const frame = (kind, ...fields) => framed([VERSION, kind, ...fields.flat()]);

/** Main time alone for each side, without calls: stages, first move bonus, overtime, calls (before, last, count, remaining). */
const suddenDeath = (micros) => [1, varint(micros), 0, 0, 1, 0, 0, 0, 0, 0];

const SECOND = 1_000_000;
const PERIODS_MAX = 65_535;
const NUMBER_MAX = 65_535;
const COUNT_MAX = 2 ** 32 - 1;
/** `GRANT_TIME_MAX`. */
const TIME_MAX = 2n ** 63n - 1n;
const HOURS_MAX = 999 * 3_600 * SECOND;
const PERIOD_MAX = 18 * 3_600 * SECOND;
const CALLS_MAX = 32;
const STAGES_MAX = 8;

/** As many calls as there can be, one in each second from the first on. */
const calls = (first) => [1, CALLS_MAX, ...Array.from({ length: CALLS_MAX }, (_, call) => varint(first + call))];

/** Everything as long as it can be: stages with quota and increment, periods, calls. */
function longest() {
  const stage = [varint(HOURS_MAX), 1, varint(60_000), 1, varint(HOURS_MAX)];
  const stages = [STAGES_MAX, ...Array.from({ length: STAGES_MAX }, () => stage)];
  return [stages, 1, 1, varint(PERIODS_MAX), varint(PERIOD_MAX), calls(20_000), calls(20_000), 0, calls(20_000)].flat(3);
}

/** A side that has all of it left, with nothing used. */
const untouched = (micros) => [0, varint(micros), 0, 0, 0, 0, 0, 0, 0, 0];

/** What a host says. */
export const say = {
  /** A table with so much main time for each side: White's press starts Black's clock. */
  grant: ({ start, epoch, table, micros }) => {
    const control = [suddenDeath(micros), suddenDeath(micros)].flat(2);
    const state = [0, 0, 0, untouched(micros), untouched(micros)].flat(3);
    return frame(3, varint(start), varint(epoch), varint(table), 0, 0, control, state, 1, 0);
  },
  /** A table with the longest control that there is. */
  longestGrant: ({ start, epoch }) => {
    const untouched = [0, varint(HOURS_MAX), 0, 0, varint(PERIODS_MAX), 0, 0, 1, 0, 0];
    const state = [0, 0, varint(TIME_MAX), untouched, untouched].flat(2);
    const [table, turns] = [varint(NUMBER_MAX), varint(COUNT_MAX)];
    return frame(3, varint(start), varint(epoch), table, varint(TIME_MAX), turns, [longest(), longest()].flat(3), state, 1, 0);
  },
  /** A table whose clock runs in as many periods as there can be, and stands so long before the table's time. */
  grantBehind: ({ start, epoch, seconds, period }) => {
    const length = varint(period * SECOND);
    const control = [0, 1, 1, varint(PERIODS_MAX), length, calls(1), calls(1), 1, calls(1)];
    const begun = [1, length, 0, 0, varint(PERIODS_MAX), 0, 0, 1, 0, 0];
    const state = [1, 1, 0, 0, begun, begun].flat(2);
    return frame(3, varint(start), varint(epoch), 5, varint(seconds * SECOND), 0, [control, control].flat(3), state, 0);
  },
  /** What a host of another version says, whatever it means. */
  foreign: () => framed([VERSION + 1, 6, 1]),
  call: () => frame(0, 1, varint(1)),
  welcome: ({ protocol, engine, start, seq }) => frame(1, protocol, varint(engine), varint(start), varint(seq)),
  acknowledge: ({ start, seq }) => frame(4, varint(start), varint(seq)),
  probe: ({ sent }) => frame(6, varint(sent)),
  bootLoader: ({ serial }) => frame(9, varint(serial)),
};

/** Puts bytes together to messages. */
export class Reader {
  #frame = [];

  /** Gives back the message that a byte ends; a frame that is not whole is an error. */
  take(byte) {
    if (byte !== 0) {
      this.#frame.push(byte);
      return undefined;
    }
    const frame = this.#frame;
    this.#frame = [];
    if (frame.length === 0) return undefined;
    const body = unstuff(frame);
    const sum = body.splice(-4).reduce((sum, byte, place) => sum + byte * 2 ** (8 * place), 0);
    if (checksum(body) !== sum) throw new Error('a frame came damaged');
    return message(body);
  }
}

/** The messages in what came; what has not ended yet is none. */
export function messages(bytes) {
  const reader = new Reader();
  return bytes.map((byte) => reader.take(byte)).filter((message) => message !== undefined);
}

function message([version, kind, ...rest]) {
  if (version !== VERSION) throw new Error(`version ${version}`);
  const read = new Fields(rest);
  const named = (kind, ...names) => Object.assign({ kind }, ...names.map((name) => ({ [name]: read.number() })));
  switch (kind) {
    case 0:
      return named('hello', 'protocol', 'engine', 'serial', 'boot', 'resets', 'epoch', 'first', 'newest', 'command');
    case 1:
      return named('granted', 'start', 'epoch');
    case 2:
      return { ...named('input', 'start', 'seq', 'epoch', 'at', 'late'), what: what(read) };
    case 4:
      return named('snapshot', 'start', 'epoch', 'seq', 'lost');
    case 6:
      return named('trouble', 'trouble');
    default:
      return { kind };
  }
}

function what(read) {
  const kind = read.number();
  switch (kind) {
    case 0:
      return { press: SIDES[read.number()] };
    case 1:
      return { gesture: read.number() };
    case 4:
      return { resets: read.number() };
    case 5:
      return { breakdown: BREAKDOWNS[read.number()], line: read.number(), file: read.text() };
    default:
      return { kind };
  }
}

class Fields {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  /** Larger ones than a number holds exactly stay large. */
  number() {
    let number = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error('a message ends too soon');
      number |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number.isSafeInteger(Number(number)) ? Number(number) : number;
    }
  }

  text() {
    const length = this.number();
    this.#at += length;
    return Buffer.from(this.#bytes.slice(this.#at - length, this.#at)).toString();
  }
}
