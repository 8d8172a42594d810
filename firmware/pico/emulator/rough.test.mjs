// What a hall does to a unit: contacts that hum and bounce, a line that is no line, hosts that come and go, a key in the
// very millisecond of a flag, resets at any instant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say } from './frames.mjs';
import { Host } from './host.mjs';
import { FULL_UART, hum, noise, random } from './noise.mjs';
import { withHost } from './table.mjs';

const SECOND = 1_000_000;
const STAMP_MAX = 50;
const TROUBLE_CLOCK_RUNS = 3;
const INPUTS_MAX = 1_000;
/** A byte with a framing error, and a break. */
const FRAMING = 1 << 8;
const BREAK = 1 << 10;

/** Black's clock runs, in a club's game. */
function running() {
  const board = withHost();
  const { machine } = board;
  machine.run(1.5 * SECOND);
  for (const key of ['black', 'white', 'white']) machine.tap(key);
  machine.run(SECOND / 2);
  return board;
}

const sides = (host) => host.presses.map(({ side }) => side);

/** What is told of stamps that are each as late as the board's own way takes. */
const inTime = (late) => late.every((micros) => micros > -1 && micros <= STAMP_MAX);

for (const hertz of [1_000, 20_000]) {
  test(`a key's line that hums at ${hertz} Hz takes no press of another key, and no time of it`, () => {
    const { machine, host } = withHost();
    machine.run(1.5 * SECOND);
    host.grant({ epoch: 1, table: 5, micros: 600 * SECOND });
    machine.run(SECOND / 2);
    let closed = false;
    const flip = () => {
      closed = !closed;
      if (closed) machine.press('queryBlack');
      else machine.release('queryBlack');
      machine.at(machine.micros + SECOND / (2 * hertz), flip);
    };
    flip();
    machine.run(SECOND);
    const known = host.presses.length;
    const at = [];
    for (let turn = 0; turn < 4; turn += 1) {
      at.push(machine.micros);
      machine.tap(turn % 2 === 0 ? 'white' : 'black');
      machine.run(300_000);
    }
    // On the table's axis, which lies a constant length apart.
    const apart = host.presses.slice(known).map(({ stamp }, turn) => stamp - at[turn]);
    assert.equal(apart.length, at.length);
    assert.ok(Math.max(...apart) - Math.min(...apart) <= STAMP_MAX, `${apart}`);
    // And the line to its host lives.
    assert.deepEqual([host.hellos.length, machine.resets], [1, 0]);
  });
}

test('both keys hit at one instant, both bouncing, are each one press', () => {
  const { machine, host } = running();
  const below = random(7);
  for (let turn = 1; turn <= 12; turn += 1) {
    machine.run(200_000 + below(1_000_000) / 10);
    const at = machine.micros;
    const known = host.presses.length;
    for (const key of ['black', 'white']) {
      let after = 0;
      for (let bounce = 0; bounce < 4; bounce += 1) {
        machine.at(at + after, () => machine.press(key));
        machine.at(at + after + 20 + below(700), () => machine.release(key));
        after += 800 + below(800);
      }
      machine.at(at + after, () => machine.press(key));
      machine.at(at + 90_000 + below(9_000), () => machine.release(key));
    }
    machine.run(250_000);
    const pressed = host.presses.slice(known);
    assert.deepEqual(pressed.map(({ side }) => side).sort(), ['black', 'white'], `turn ${turn}`);
    assert.ok(inTime(pressed.map(({ stamp }) => stamp - at)), JSON.stringify({ at, pressed }));
  }
});

test('half a frame, then a whole one: the whole one is read', () => {
  const { machine, host } = withHost();
  machine.run(1.5 * SECOND);
  const order = say.bootLoader({ serial: host.hellos[0].serial });
  for (let length = 1; length < order.length - 1; length += 1) {
    machine.receive(order.slice(0, length));
    machine.run(20_000);
  }
  assert.equal(machine.bootLoader, false);
  machine.receive(order);
  machine.run(SECOND / 10);
  assert.equal(machine.bootLoader, true);
});

test('bytes of another baud rate, breaks and a full line of noise cost no frame that is whole', () => {
  const { machine, host } = running();
  const below = random(11);
  for (let turn = 0; turn < 6; turn += 1) {
    const spoilt = noise(200, below).map((byte) => byte | [0, FRAMING, BREAK][below(3)]);
    machine.receive(spoilt);
    machine.tap(turn % 2 === 0 ? 'black' : 'white');
    machine.run(SECOND);
  }
  assert.deepEqual(sides(host), ['white', 'black', 'white', 'black', 'white', 'black', 'white']);
  const ends = hum(machine, machine.uart, FULL_UART);
  machine.run(2 * SECOND);
  ends();
  machine.tap('black');
  machine.run(2 * SECOND);
  assert.deepEqual([sides(host).at(-1), machine.resets], ['black', 0]);
});

test('a host that is started again in mid-game, or two at once, are handed each input once', () => {
  const { machine, host } = running();
  host.silent = true;
  for (const key of ['black', 'white']) machine.tap(key);
  machine.run(2 * SECOND);
  const second = new Host(machine);
  machine.run(2 * SECOND);
  for (const key of ['black', 'white']) machine.tap(key);
  machine.run(SECOND);
  second.silent = true;
  // At once, before anything was silent.
  const third = new Host(machine);
  third.call();
  for (const key of ['black', 'white']) machine.tap(key);
  machine.run(3 * SECOND);
  const all = [host, second, third].flatMap(({ inputs }) => [...inputs.keys()]);
  assert.deepEqual([...new Set(all)].sort((one, other) => one - other), [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(third.presses.at(-1).side, 'white');
});

test('a boot loader is refused from the press that starts the clock, to the microsecond', () => {
  for (const after of [100, 1_000, 1_900, 2_500]) {
    const { machine, host, lamps } = withHost();
    machine.run(1.5 * SECOND);
    host.grant({ epoch: 1, table: 5, micros: 600 * SECOND });
    machine.run(SECOND / 2);
    const order = say.bootLoader({ serial: host.hellos[0].serial });
    // Its last byte comes so long after the press, which is known for one two milliseconds after it.
    const lasts = order.length * (10 / 115_200) * SECOND;
    machine.receive(order);
    machine.at(machine.micros + lasts - after, () => machine.press('white'));
    machine.run(SECOND / 10);
    machine.release('white');
    machine.run(SECOND);
    assert.deepEqual([machine.bootLoader, host.troubles], [false, [TROUBLE_CLOCK_RUNS]], `${after} µs`);
    assert.deepEqual(lamps.lit, { black: true, white: false });
  }
});

test('a press in the very millisecond of a flag counts if it came before it', () => {
  const { machine, host, lamps } = withHost();
  const main = 2 * SECOND;
  machine.run(1.5 * SECOND);
  let epoch = 0;
  for (const apart of [-1_900, -500, -STAMP_MAX - 1, STAMP_MAX, 500, 1_900]) {
    epoch += 1;
    host.grant({ epoch, table: 5, micros: main });
    machine.run(SECOND / 2);
    const at = machine.micros;
    machine.tap('white');
    machine.run(SECOND);
    const own = host.presses.at(-1).stamp;
    // As late as its first press was stamped, so that what is between is exact.
    machine.runTo(at + main + apart);
    machine.tap('black');
    machine.run(SECOND);
    const between = host.presses.at(-1).stamp - own;
    assert.ok(Math.abs(between - main - apart) <= 15, `${between}`);
    // White's clock runs; or Black's lamp blinks.
    const seen = new Set();
    for (let step = 0; step < 10; step += 1) {
      machine.run(100_000);
      seen.add(`${lamps.lit.black} ${lamps.lit.white}`);
    }
    const wanted = apart < 0 ? ['false true'] : ['false false', 'true false'];
    assert.deepEqual([...seen].sort(), wanted, `${apart} µs`);
  }
});

test('more inputs than it keeps, with the line cut: the first thousand, then the state, then it keeps again', (t) => {
  const { machine, host } = running();
  host.grant({ epoch: 1, table: 5, micros: 3_600 * SECOND });
  machine.run(SECOND / 2);
  host.silent = true;
  const before = host.disk;
  machine.masked = 0;
  const keys = ['black', 'white', 'queryBlack', 'queryWhite'];
  let pressed = 0;
  for (; pressed < INPUTS_MAX + 20; pressed += keys.length) {
    for (const key of keys) machine.press(key);
    machine.run(60_000);
    for (const key of keys) machine.release(key);
    machine.run(60_000);
  }
  t.diagnostic(`no interrupt is held off for more than ${(machine.masked / 1000).toFixed(1)} µs`);
  machine.run(2 * SECOND);
  const other = new Host(machine);
  other.disk = before;
  machine.runUntil(() => other.snapshots.length > 0, 60 * SECOND, 'the state');
  assert.equal(other.inputs.size, INPUTS_MAX);
  const [{ seq, lost }] = other.snapshots;
  assert.deepEqual([seq, lost], [before + pressed, pressed - INPUTS_MAX]);
  machine.run(SECOND);
  machine.tap('queryBlack');
  machine.run(SECOND);
  assert.equal(other.happened.at(-1).seq, seq + 1);
  assert.equal(machine.resets, 0);
});

test('a reset at any instant of keeping what happened: no number is given twice, and clock and record agree', () => {
  const below = random(5);
  for (let unit = 0; unit < 4; unit += 1) {
    const { machine, host, lamps } = running();
    const turn = () => (host.presses.length % 2 === 1 ? 'black' : 'white');
    for (let reset = 0; reset < 3; reset += 1) {
      // Some that are not acknowledged: what is kept is longer then.
      host.silent = true;
      let next = turn();
      for (let pressed = 0; pressed < 10; pressed += 1) {
        machine.tap(next);
        next = next === 'black' ? 'white' : 'black';
      }
      machine.press(next);
      machine.run(2_000 + below(8_000));
      machine.startAnew();
      machine.release(next);
      machine.run(2 * SECOND);
      host.wake();
      machine.run(3 * SECOND);
      const lit = turn();
      assert.deepEqual(lamps.lit, { black: lit === 'black', white: lit === 'white' }, `unit ${unit}, reset ${reset}`);
    }
  }
});

test('an hour and more: the timer turns over, and nothing is late', () => {
  const { machine, host } = withHost();
  // Its lower half turns over after 71.6 minutes, of which the emulator needs not do all.
  machine.chip.clock.nanosCounter = (2 ** 32 - 4 * SECOND) * 1000;
  machine.run(2 * SECOND);
  for (const key of ['black', 'white', 'white']) machine.tap(key);
  machine.run(SECOND / 2);
  const late = [];
  for (const key of ['black', 'white', 'black', 'white', 'black', 'white']) {
    const at = machine.micros;
    machine.tap(key);
    machine.run(300_000);
    late.push(host.presses.at(-1).stamp - at);
  }
  assert.ok(machine.micros > 2 ** 32 && inTime(late), `${late}`);
});
