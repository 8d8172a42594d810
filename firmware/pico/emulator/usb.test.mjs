// The real binary at a USB cable: found as a serial port under its own number, and a game runs over it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { random } from './noise.mjs';
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

test('a program that writes and reads nothing for a while holds up no press, and is handed everything once it reads', () => {
  const { machine, usb, host } = onUsb();
  machine.run(1.5 * SECOND);
  play(machine, ['black', 'white', 'white', 'black']);
  const known = host.presses.length;
  usb.hangs = true;
  const pressed = [];
  for (let turn = 0; turn < 12; turn += 1) {
    machine.run(SECOND);
    pressed.push(machine.micros);
    machine.tap(turn % 2 === 0 ? 'white' : 'black');
  }
  usb.hangs = false;
  machine.run(3 * SECOND);
  const late = host.presses.slice(known).map(({ stamp }, turn) => stamp - pressed[turn]);
  assert.equal(late.length, pressed.length);
  assert.ok(Math.min(...late) > -1 && Math.max(...late) <= 50, `${late}`);
  assert.deepEqual([machine.resets, usb.found, host.hellos.length], [0, 1, 1]);
});

test('a bus that is reset in the middle of frames, and while it is being found, costs nothing', () => {
  const { machine, usb, host } = onUsb();
  machine.run(1.5 * SECOND);
  play(machine, ['black', 'white', 'white', 'black']);
  for (const after of [100, 350, 1_000, 2_000, 5_000]) {
    // A press is on its way out and a probe on its way in.
    machine.press('white');
    machine.run(after);
    usb.resetBus();
    machine.run(80_000);
    machine.release('white');
    machine.run(3 * SECOND);
    machine.press('black');
    machine.run(after);
    usb.resetBus();
    machine.run(after);
    usb.resetBus();
    machine.run(80_000);
    machine.release('black');
    machine.run(3 * SECOND);
  }
  assert.equal(machine.resets, 0);
  const rounds = Array.from({ length: 5 }, () => ['white', 'black']).flat();
  assert.deepEqual(sides(host), ['white', 'black', ...rounds]);
});

/** What a host does that went away in the middle of a question to the board itself. */
const RETURNS = {
  'asks something else': () => {},
  'resets the bus': (usb) => usb.resetBus(),
  'comes back with the cable': (usb, machine) => {
    usb.unplug();
    machine.run(SECOND);
    usb.plug();
  },
};

for (const [name, returns] of Object.entries(RETURNS)) {
  test(`a host that goes away in the middle of a question, and ${name}, is heard`, () => {
    const { machine, usb, host } = onUsb();
    machine.run(1.5 * SECOND);
    play(machine, ['black', 'white', 'white']);
    usb.close();
    usb.forsake();
    machine.run(5_000);
    returns(usb, machine);
    play(machine, ['black']);
    usb.open();
    machine.run(3 * SECOND);
    play(machine, ['white']);
    assert.equal(machine.resets, 0);
    assert.deepEqual(sides(host), ['white', 'black', 'white']);
  });
}

test('whatever a host asks of the device itself resets nothing, and costs no press', () => {
  const { machine, usb, host } = onUsb();
  machine.run(1.5 * SECOND);
  play(machine, ['black', 'white', 'white']);
  usb.close();
  machine.run(SECOND / 10);
  const below = random(3);
  // The standard's kinds and requests, and others; indices and lengths near what there is, and far.
  const kinds = [0x00, 0x01, 0x02, 0x80, 0x81, 0x82, 0x21, 0xa1, 0xc0];
  const small = () => (below(3) === 0 ? below(256) : below(6));
  for (let asked = 0; asked < 600; asked += 1) {
    const kind = below(8) === 0 ? below(256) : kinds[below(kinds.length)];
    const request = below(8) === 0 ? below(256) : [below(14), 0x20, 0x21, 0x22][below(4)];
    usb.demand([kind, request, small(), small(), small(), below(4) === 0 ? 0x80 : 0, small(), below(6) === 0 ? 255 : 0]);
    machine.run(below(30_000));
  }
  machine.tap('black');
  usb.resetBus();
  machine.run(SECOND);
  usb.open();
  machine.run(3 * SECOND);
  play(machine, ['white']);
  assert.deepEqual([sides(host), machine.resets], [['white', 'black', 'white'], 0]);
});

test('a host that sleeps in a game is handed what happened meanwhile once it wakes', () => {
  const { machine, usb, host } = onUsb();
  machine.run(1.5 * SECOND);
  play(machine, ['black', 'white', 'white', 'black']);
  usb.sleep();
  machine.run(2 * SECOND);
  play(machine, ['white', 'black']);
  machine.run(20 * SECOND);
  usb.wake();
  machine.run(3 * SECOND);
  play(machine, ['white']);
  assert.deepEqual([usb.found, machine.resets], [1, 0]);
  assert.deepEqual(sides(host), ['white', 'black', 'white', 'black', 'white']);
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
