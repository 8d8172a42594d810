// The real binary without a host: it greets, counts its starts, is a club clock, and survives its watchdog.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { binary } from './firmware.mjs';
import { messages } from './frames.mjs';
import { LAMPS, Machine } from './machine.mjs';
import { Oled } from './oled.mjs';

const flash = binary();

function start(before) {
  const machine = new Machine({ binary: flash, flash: before?.chip.flash });
  const oled = new Oled(machine);
  const sent = [];
  machine.uart.sent = (byte) => sent.push(byte);
  return { machine, oled, sent };
}

/** A picture as text stands beside this file; BLESS=1 writes it anew. */
function shows(oled, name) {
  const file = new URL(`pictures/${name}.txt`, import.meta.url);
  if (process.env.BLESS) writeFileSync(file, `${oled}\n`);
  assert.equal(`${oled}\n`, readFileSync(file, 'utf8'), name);
}

test('it greets each second, and each start is counted', () => {
  let before;
  for (const boot of [1, 2, 3]) {
    const { machine, sent } = start(before);
    machine.run(2_500_000);
    const hellos = messages(sent);
    assert.equal(hellos.length, 3);
    for (const hello of hellos) {
      assert.deepEqual(
        { ...hello, serial: 0, engine: 0 },
        { kind: 'hello', protocol: 1, engine: 0, serial: 0, boot, resets: 0, epoch: 0, first: 1, newest: 0 },
      );
    }
    before = machine;
  }
});

test('the count of its starts outlives full sectors', () => {
  let before;
  for (let boot = 1; boot <= 40; boot += 1) {
    const { machine, sent } = start(before);
    machine.run(120_000);
    assert.equal(messages(sent)[0]?.boot, boot);
    before = machine;
  }
});

test('two players choose a control and play', () => {
  const { machine, oled } = start();
  machine.run(1_000_000);
  shows(oled, 'choosing');
  machine.tap('black');
  machine.run(200_000);
  shows(oled, 'black-agrees');
  machine.tap('white');
  machine.tap('white');
  machine.run(2_000_000);
  shows(oled, 'black-to-move');
  machine.tap('black');
  machine.run(12_000_000);
  shows(oled, 'white-to-move');
  machine.tap('arbiter');
  machine.run(300_000);
  shows(oled, 'paused');
  assert.equal(machine.resets, 0);
});

test('one minute runs out to the microsecond, and the flag is shown', () => {
  const { machine, oled } = start();
  machine.run(500_000);
  // The seventh: five minutes for each.
  for (let choice = 0; choice < 6; choice += 1) machine.tap('queryBlack');
  machine.tap('black');
  machine.tap('white');
  machine.tap('black');
  machine.run(299_000_000);
  shows(oled, 'last-second');
  machine.run(1_500_000);
  shows(oled, 'flag');
});

test('a hung firmware is reset by its watchdog, and goes on where it stood', () => {
  const { machine, oled, sent } = start();
  machine.run(500_000);
  machine.tap('black');
  machine.tap('white');
  machine.tap('white');
  machine.run(10_000_000);
  machine.tap('arbiter');
  machine.run(1_000_000);
  const stood = oled.toString();
  // Nothing moves any more.
  machine.hang();
  machine.run(4_000_000);
  assert.equal(machine.resets, 1);
  sent.length = 0;
  machine.run(3_000_000);
  assert.equal(oled.toString(), stood);
  const [hello] = messages(sent);
  assert.deepEqual([hello.boot, hello.resets], [1, 1]);
  assert.ok(hello.newest >= 2, 'what happened before is kept');
});
