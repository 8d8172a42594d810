// The real binary by itself: it greets, counts its starts, lights and sounds, and comes through its own failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages, say } from './frames.mjs';
import { panic } from './panic.mjs';
import { running, switchOn, withHost } from './table.mjs';

const SECOND = 1_000_000;
/** How often a running clock is kept (`TICK_EVERY`). */
const KEPT_EVERY = 250_000;
const TROUBLE_CLOCK_RUNS = 3;
const HARD_FAULT = 3;

test('it greets each second, and each start is counted', () => {
  let before;
  for (const boot of [1, 2, 3]) {
    const { machine } = switchOn({ before });
    const sent = [];
    machine.uart.sent = (byte) => sent.push(byte);
    machine.run(2.5 * SECOND);
    const hellos = messages(sent);
    assert.equal(hellos.length, 3);
    for (const { serial, engine, ...hello } of hellos) {
      const wanted = { kind: 'hello', protocol: 1, boot, resets: 0, epoch: 0, first: 1, newest: 0, command: 0 };
      assert.deepEqual(hello, wanted);
    }
    before = machine;
  }
});

test('the count of its starts outlives full sectors', () => {
  let before;
  for (let boot = 1; boot <= 40; boot += 1) {
    const { machine } = switchOn({ before });
    const sent = [];
    machine.uart.sent = (byte) => sent.push(byte);
    machine.run(120_000);
    assert.equal(messages(sent)[0]?.boot, boot);
    before = machine;
  }
});

test('the lamp of the side on move is lit, flashes in a pause; an ignored press sounds low', () => {
  const { machine, lamps, piezo } = running();
  assert.deepEqual(lamps.lit, { black: true, white: false });
  machine.tap('black');
  assert.deepEqual(lamps.lit, { black: false, white: true });
  machine.run(SECOND);
  // It is not Black's turn.
  machine.tap('black');
  machine.run(SECOND);
  assert.deepEqual(piezo.heard.map(({ hertz, millis }) => [hertz, millis]), [[400, 60]]);
  machine.tap('arbiter');
  machine.run(2 * SECOND);
  const lit = [];
  lamps.changed = (lamp, on) => lit.push([lamp, on, machine.micros]);
  machine.run(8 * SECOND);
  assert.equal(lit.length, 8);
  const lengths = lit.filter(([, on]) => on).map(([, , from]) => lit.find(([, on, to]) => !on && to > from)?.[2] - from);
  for (const length of lengths.filter(Number.isFinite)) assert.ok(Math.abs(length - 200_000) < 5_000, `${length}`);
});

test('whoever hits his key without end while the other runs out of time holds up none of the calls', () => {
  const { machine, piezo, host } = withHost();
  machine.run(1.5 * SECOND);
  host.grant({ epoch: 1, table: 5, micros: 12 * SECOND });
  machine.run(SECOND / 2);
  const began = machine.micros;
  machine.tap('white');
  while (machine.micros < began + 14 * SECOND) machine.tap('white', 40);
  const of = (wanted) => piezo.heard.filter(({ hertz }) => Math.abs(hertz - wanted) <= wanted / 200);
  assert.ok(of(400).length > 20, 'he is heard');
  const counted = of(2_700);
  const late = counted.map(({ at }) => ((at - began) % SECOND) / 1_000);
  assert.ok(counted.length >= 9 && late.every((millis) => millis < 20), JSON.stringify(piezo.heard));
  // A low tone's wave that is being made is ended first: 2.5 ms.
  assert.ok(counted.every(({ millis }) => Math.abs(millis - 80) <= 4));
  const [fell] = of(3_200);
  assert.ok(Math.abs(fell.at - began - 12 * SECOND) < 20_000 && Math.abs(fell.millis - 1_000) <= 2);
});

test('overtime and each period used sound twice at 1,500 Hz, calls at 2,000 and 2,700, the flag at 3,200', () => {
  const { machine, piezo } = withHost();
  machine.run(1.5 * SECOND);
  for (const key of ['black', 'white']) machine.tap(key);
  machine.run(SECOND / 2);
  const began = machine.micros / SECOND;
  machine.tap('white');
  // 20 minutes and three periods of 30 seconds, less the call of the last ones.
  machine.run((20 * 60 + 3 * 30 + 2) * SECOND);
  const heard = piezo.heard.map(({ at, hertz, millis }) => ({ hertz, millis, second: at / SECOND - began }));
  const of = (wanted) => heard.filter(({ hertz }) => Math.abs(hertz - wanted) <= wanted / 200);
  const kinds = [1_500, 2_000, 2_700, 3_200].map(of);
  assert.equal(kinds.flat().length, heard.length, JSON.stringify(heard));
  const [changed, called, counted, fell] = kinds;
  // The first of each two, and when the second follows.
  const begins = [1_200, 1_230, 1_260];
  const nearly = (one, other) => Math.abs(one - other) < 0.02;
  assert.equal(changed.length, 2 * begins.length);
  begins.forEach((second, number) => {
    const [one, other] = changed.slice(2 * number);
    assert.ok(nearly(one.second, second) && nearly(other.second - one.second, 0.18), JSON.stringify(changed));
  });
  assert.ok([...changed, ...called, ...counted].every(({ millis }) => Math.abs(millis - 80) <= 2));
  const seconds = (tones) => tones.map(({ second }) => Math.round(second));
  // 10, 20, 25 and 28 seconds of each period but the last, of which each of the last ten seconds is counted.
  assert.deepEqual(seconds(called), [1_210, 1_220, 1_225, 1_228, 1_240, 1_250, 1_255, 1_258, 1_270, 1_280]);
  assert.deepEqual(seconds(counted), [1_281, 1_282, 1_283, 1_284, 1_285, 1_286, 1_287, 1_288, 1_289]);
  assert.ok(fell.length === 1 && nearly(fell[0].second, 1_290) && Math.abs(fell[0].millis - 1_000) <= 2);
});

/** What a failure comes to: when the unit began anew, and what it has told since. */
function failed(fail) {
  const board = running();
  const { machine, host, lamps } = board;
  machine.tap('black');
  const pressed = machine.micros;
  machine.run(3.1 * SECOND);
  const at = machine.micros;
  const newest = host.happened.at(-1).seq;
  fail(machine);
  machine.runUntil(() => machine.resets > 0, 10 * SECOND, 'a reset');
  const stood = machine.micros - at;
  machine.run(3 * SECOND);
  assert.deepEqual(lamps.lit, { black: false, white: true }, 'it goes on');
  machine.tap('white');
  const again = machine.micros;
  machine.run(SECOND);
  assert.equal(machine.resets, 1);
  const since = host.happened.filter(({ seq }) => seq > newest);
  const [before, after] = host.presses.slice(-2);
  // What passed at the table and not on the clock.
  const lost = again - pressed - (after.stamp - before.stamp);
  return { stood, lost, told: since.map(({ what }) => what), hello: host.hellos.at(-1) };
}

/** The clock stood while the unit did, and lost nothing besides but what passed since it was last kept. */
function losesNothing({ stood, lost }, t) {
  t.diagnostic(`it stood for ${(stood / 1000).toFixed(1)} ms, its clock for ${(lost / 1000).toFixed(1)} ms`);
  assert.ok(lost >= stood - 1_000, 'nobody is charged for time in which nothing could be pressed');
  assert.ok(lost <= stood + KEPT_EVERY + 50_000, 'no more is lost than since the clock was last kept');
}

test('a core that hangs is reset by its watchdog; the clock goes on where it stood', (t) => {
  const found = failed((machine) => machine.hang());
  assert.ok(found.stood <= 3.1 * SECOND && found.stood >= 2 * SECOND, `${found.stood}`);
  losesNothing(found, t);
  assert.deepEqual(found.told, [{ resets: 1 }, { breakdown: 'hung', line: 0, file: '' }, { press: 'white' }]);
  assert.deepEqual([found.hello.boot, found.hello.resets], [1, 1]);
});

test('a panic begins anew at once, and says where', (t) => {
  const found = failed((machine) => {
    panic(machine, 'firmware/pico/src/table.rs', 4711);
  });
  assert.ok(found.stood < 10_000, `${found.stood}`);
  losesNothing(found, t);
  const breakdown = { breakdown: 'panic', line: 4711, file: 'firmware/pico/src/table.rs' };
  assert.deepEqual(found.told, [{ resets: 1 }, breakdown, { press: 'white' }]);
});

test('a fault of the processor begins anew at once, and says at which address', (t) => {
  let at;
  const found = failed((machine) => {
    at = machine.chip.core.PC;
    machine.chip.core.waiting = false;
    machine.chip.core.exceptionEntry(HARD_FAULT);
  });
  losesNothing(found, t);
  assert.deepEqual(found.told[1], { breakdown: 'processor', line: at, file: '' });
});

test('the boot loader is started over the line, by the number of the unit, and not while a clock runs', () => {
  const { machine, host } = running();
  const { serial } = host.hellos[0];
  machine.receive(say.bootLoader({ serial }));
  machine.run(SECOND);
  assert.deepEqual([machine.bootLoader, host.troubles], [false, [TROUBLE_CLOCK_RUNS]]);
  machine.tap('arbiter');
  machine.receive(say.bootLoader({ serial: BigInt(serial) ^ 1n }));
  machine.run(SECOND);
  assert.equal(machine.bootLoader, false);
  machine.receive(say.bootLoader({ serial }));
  machine.run(SECOND);
  assert.equal(machine.bootLoader, true);
});

test('the stack has room to spare', (t) => {
  const { machine } = running();
  machine.tap('arbiter');
  machine.run(SECOND);
  t.diagnostic(`${(machine.stackUsed / 1024).toFixed(1)} of 64 KB stack used`);
  assert.ok(machine.stackUsed < 60 * 1024, `${machine.stackUsed}`);
});
