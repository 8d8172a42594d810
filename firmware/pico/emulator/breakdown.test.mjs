// The real binary fails: it begins anew with what it remembers, says why, and is careful when it happens again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binary, symbols } from './firmware.mjs';
import { messages } from './frames.mjs';
import { LAMPS, Machine } from './machine.mjs';
import { Oled } from './oled.mjs';

const found = [...symbols()];
const address = (name) => found.find(([symbol]) => symbol.includes(name))[1];
const PANIC = address('panic_bounds_check');
const NOTE = address('fault4NOTE');
const UNUSED = 0x20000000;

function play() {
  const machine = new Machine({ binary: binary() });
  const sent = [];
  new Oled(machine);
  machine.uart.sent = (byte) => sent.push(byte);
  machine.run(500_000);
  // Both agree, and White's press starts Black's clock.
  for (const key of ['black', 'white', 'white']) machine.tap(key);
  machine.run(1_000_000);
  return { machine, sent };
}

/** The core comes upon an index out of bounds, in a file of that name. */
function panic(machine, file, line) {
  const { chip } = machine;
  const { core } = chip;
  [...Buffer.from(file)].forEach((byte, place) => chip.writeUint8(UNUSED + 16 + place, byte));
  [UNUSED + 16, file.length, line, 1].forEach((word, place) => chip.writeUint32(UNUSED + 4 * place, word));
  core.waiting = false;
  [core.registers[0], core.registers[1], core.registers[2]] = [5, 3, UNUSED];
  core.PC = PANIC & ~1;
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
