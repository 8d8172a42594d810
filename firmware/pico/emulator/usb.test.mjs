// The real binary at a USB cable: found as a serial port under its own number, and a game runs over it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onUsb } from './table.mjs';

const SECOND = 1_000_000;

function play(machine, keys) {
  for (const key of keys) {
    machine.tap(key);
    machine.run(SECOND / 2);
  }
}

const sides = (host) => host.presses.map(({ side }) => side);

test('it is found by its number, greets when the port is opened, and a game runs over it', () => {
  const { machine, usb, host } = onUsb();
  usb.close();
  machine.run(SECOND);
  assert.deepEqual([usb.found, host.hellos.length], [1, 0]);
  usb.open();
  machine.run(1.1 * SECOND);
  assert.equal(host.hellos.length, 1);
  assert.equal(usb.serial, BigInt(host.hellos[0].serial).toString(16).padStart(16, '0'));
  play(machine, ['black', 'white', 'white', 'black', 'white', 'arbiter']);
  assert.deepEqual(sides(host), ['white', 'black', 'white']);
  assert.deepEqual(host.happened.at(-1).what, { gesture: 1 });
});

test('a cable that is pulled in a game costs nothing: what happened meanwhile comes when it is back', () => {
  const { machine, usb, host } = onUsb();
  machine.run(1.5 * SECOND);
  play(machine, ['black', 'white', 'white', 'black']);
  usb.unplug();
  play(machine, ['white', 'black', 'white', 'black', 'white']);
  usb.plug();
  machine.run(3 * SECOND);
  assert.deepEqual([usb.found, machine.resets], [2, 0]);
  play(machine, ['black']);
  const wanted = ['white', 'black', 'white', 'black', 'white', 'black', 'white', 'black'];
  assert.deepEqual(sides(host), wanted);
});

test('a program that stops reading, closes the port and opens it again is handed everything', () => {
  const { machine, usb, host } = onUsb();
  machine.run(1.5 * SECOND);
  play(machine, ['black', 'white', 'white', 'black']);
  // It hangs: the port is open, and nothing is read from it.
  usb.hangs = true;
  play(machine, ['white', 'black']);
  usb.hangs = false;
  usb.close();
  play(machine, ['white']);
  usb.open();
  machine.run(3 * SECOND);
  play(machine, ['black']);
  assert.deepEqual(sides(host), ['white', 'black', 'white', 'black', 'white', 'black']);
});

test('the watchdog resets it in mid-game: it is found again, and goes on', () => {
  const { machine, usb, host } = onUsb();
  machine.run(1.5 * SECOND);
  play(machine, ['black', 'white', 'white', 'black']);
  machine.hang();
  machine.runUntil(() => machine.resets > 0, 10 * SECOND, 'a reset');
  machine.run(3 * SECOND);
  play(machine, ['white', 'black']);
  assert.deepEqual([usb.found, sides(host)], [2, ['white', 'black', 'white', 'black']]);
  const told = host.happened.map(({ what }) => what.breakdown ?? what.resets).filter((what) => what !== undefined);
  assert.deepEqual(told, [1, 'hung']);
});
