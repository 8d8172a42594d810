// Two ports, and one host: noise at one spoils no frame of the other, and is never taken for a host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages, say } from './frames.mjs';
import { Host } from './host.mjs';
import { FULL_UART, FULL_USB, hum } from './noise.mjs';
import { onUsb, switchOn, withHost } from './table.mjs';
import { Usb } from './usb.mjs';

const SECOND = 1_000_000;

/** What a board says at its UART. */
function listened(machine) {
  const said = [];
  machine.uart.sent = (byte) => said.push(byte);
  return said;
}

/** Both agree; then a turn each half second. */
function play(machine, turns) {
  machine.tap('black');
  machine.tap('white');
  machine.run(SECOND / 2);
  for (let turn = 0; turn < turns; turn += 1) {
    machine.tap(turn % 2 === 0 ? 'white' : 'black');
    machine.run(SECOND / 2);
  }
}

const sides = (host) => host.presses.map(({ side }) => side);

test('it greets at both ports until a host is heard at one, and then speaks to that alone', () => {
  const { machine, host } = onUsb();
  const said = listened(machine);
  machine.run(1.1 * SECOND);
  assert.deepEqual([host.hellos.length, messages(said).length], [1, 1]);
  said.length = 0;
  play(machine, 4);
  assert.deepEqual(sides(host), ['white', 'black', 'white', 'black']);
  assert.deepEqual(messages(said), []);
});

test('noise at the UART spoils no frame of a host at USB, and is not answered', () => {
  const { machine, host } = onUsb();
  const said = listened(machine);
  hum(machine, machine.uart, FULL_UART);
  machine.run(SECOND);
  said.length = 0;
  machine.uart.overruns = 0;
  play(machine, 6);
  assert.deepEqual(sides(host), ['white', 'black', 'white', 'black', 'white', 'black']);
  // One greeting, one each that was answered: no frame of the host's was lost.
  assert.equal(host.hellos.length, 1);
  assert.deepEqual([messages(said), machine.uart.overruns, machine.resets], [[], 0, 0]);
});

test('noise at USB spoils no frame of a host at the UART, and is not answered', () => {
  const { machine, host } = withHost();
  const usb = new Usb(machine);
  const said = [];
  usb.open();
  usb.sent = (byte) => said.push(byte);
  machine.run(SECOND);
  hum(machine, usb, FULL_USB);
  said.length = 0;
  play(machine, 6);
  assert.deepEqual(sides(host), ['white', 'black', 'white', 'black', 'white', 'black']);
  assert.equal(host.hellos.length, 1);
  assert.deepEqual([messages(said), machine.uart.overruns, machine.resets], [[], 0, 0]);
});

test('a host of another version at one port keeps the other from nothing', () => {
  const { machine, host } = onUsb();
  const goesOn = () => {
    machine.receive(say.foreign());
    machine.at(machine.micros + SECOND / 3, goesOn);
  };
  goesOn();
  machine.run(3 * SECOND);
  play(machine, 6);
  assert.deepEqual(sides(host), ['white', 'black', 'white', 'black', 'white', 'black']);
  host.silent = true;
  machine.run(3 * SECOND);
  machine.tap('white');
  host.wake();
  machine.run(3 * SECOND);
  assert.deepEqual([sides(host).length, machine.resets], [7, 0]);
});

test('half a frame at one port is none, and the rest of it at the other neither', () => {
  const { machine } = switchOn();
  const usb = new Usb(machine);
  usb.open();
  machine.run(SECOND);
  const order = say.bootLoader({ serial: 0 });
  machine.receive(order.slice(0, 5));
  machine.run(SECOND / 10);
  usb.receive(order.slice(5));
  machine.run(SECOND);
  assert.equal(machine.bootLoader, false);
  // What stood before spoils none that is whole.
  usb.receive(order);
  machine.run(SECOND);
  assert.equal(machine.bootLoader, true);
});

test('a host that goes from one port to the other is found there, and misses nothing', () => {
  const { machine, host } = withHost();
  const usb = new Usb(machine);
  usb.open();
  machine.run(SECOND);
  play(machine, 2);
  host.silent = true;
  machine.tap('white');
  machine.run(2 * SECOND);
  const other = new Host(machine, usb);
  machine.run(2 * SECOND);
  machine.tap('black');
  machine.run(SECOND);
  assert.deepEqual([sides(host), sides(other)], [['white', 'black'], ['white', 'black']]);
  const numbers = [...host.inputs.keys(), ...other.inputs.keys()].sort((one, next) => one - next);
  assert.deepEqual(numbers, numbers.map((_, place) => place + 1), 'each once');
});
