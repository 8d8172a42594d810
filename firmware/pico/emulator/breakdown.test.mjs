// The real binary fails: it begins anew with what it remembers, says why, and is careful when it happens again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address } from './firmware.mjs';
import { messages } from './frames.mjs';
import { LAMPS } from './machine.mjs';
import { panic } from './panic.mjs';
import { switchOn } from './table.mjs';

const NOTE = address('fault4NOTE');
const SECOND = 1_000_000;
/** How long a unit that fails whatever it does waits at its start. */
const LINGERS = 10 * SECOND;

function play() {
  const { machine, screen } = switchOn();
  const sent = [];
  machine.uart.sent = (byte) => sent.push(byte);
  machine.run(500_000);
  // Both agree, and White's press starts Black's clock.
  for (const key of ['black', 'white', 'white']) machine.tap(key);
  machine.run(1_000_000);
  return { machine, screen, sent };
}

function noted(machine) {
  const word = (place) => machine.chip.readUint32(NOTE + 4 * place);
  const bytes = Array.from({ length: word(2) }, (_, place) => machine.chip.readUint8(NOTE + 12 + place));
  return { kind: word(0), line: word(1), file: Buffer.from(bytes).toString() };
}

/** How long Black's lamp is lit in two seconds. */
function lit(machine) {
  let steps = 0;
  for (let step = 0; step < 40; step += 1) {
    machine.run(50_000);
    steps += Number(machine.chip.gpio[LAMPS.black].outputValue);
  }
  return steps * 50;
}

test('a panic is noted with its place, resets the chip at once, and the clock goes on', () => {
  const { machine, sent } = play();
  const resets = machine.resets;
  panic(machine, '/somewhere/with/a/long/name/of/a/crate-1.2.3/src/table.rs', 120);
  const began = machine.micros;
  while (machine.resets === resets) machine.run(10);
  assert.ok(machine.micros - began < 1_000, 'at once');
  assert.deepEqual(noted(machine), { kind: 0, line: 120, file: 'e/of/a/crate-1.2.3/src/table.rs'.padStart(32, 'm') });
  sent.length = 0;
  machine.run(2_000_000);
  const [hello] = messages(sent);
  assert.deepEqual([hello.boot, hello.resets], [1, 1]);
  assert.equal(lit(machine), 2_000);
});

test('after four resets in quick succession the clock stands', () => {
  const { machine, sent } = play();
  let newest = 0;
  for (let times = 1; times <= 4; times += 1) {
    panic(machine, 'src/table.rs', 120);
    sent.length = 0;
    machine.run(700_000);
    const [hello] = messages(sent);
    assert.deepEqual([hello.boot, hello.resets], [1, times]);
    // A reset and a breakdown each time, and the pause.
    if (times > 1) assert.equal(hello.newest, newest + 2 + Number(times === 4));
    newest = hello.newest;
  }
  assert.equal(lit(machine), 200);
});

test('after seven it begins as after a loss of power, ten seconds later each time, until a minute was stable', () => {
  const { machine, sent } = play();
  for (let times = 1; times <= 7; times += 1) {
    panic(machine, 'src/table.rs', 120);
    sent.length = 0;
    machine.run(700_000);
  }
  // Nothing is said before it has lingered, and no key is looked at: it may be what a key says that it fails of.
  assert.deepEqual(messages(sent), []);
  machine.tap('black');
  machine.tap('white');
  machine.run(LINGERS - SECOND - 600_000);
  assert.deepEqual(messages(sent), []);
  machine.run(SECOND);
  const [hello] = messages(sent);
  // Its starts are counted with those of which it remembers something; of the game, the presses and the resets it has nothing.
  assert.deepEqual([hello.boot, hello.resets, hello.first, hello.newest], [8, 0, 1, 1]);
  assert.equal(lit(machine), 0);
  panic(machine, 'src/table.rs', 120);
  sent.length = 0;
  machine.run(LINGERS - 100_000);
  assert.deepEqual(messages(sent), []);
  machine.run(61 * SECOND);
  panic(machine, 'src/table.rs', 120);
  sent.length = 0;
  machine.run(SECOND / 2);
  const [soon] = messages(sent);
  assert.deepEqual([soon.boot, soon.resets], [9, 1]);
});
