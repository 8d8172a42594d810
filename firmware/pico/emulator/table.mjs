// A board with everything on it, for tests: switched on, in its own time.
import { Colour } from './colour.mjs';
import { binary } from './firmware.mjs';
import { Host } from './host.mjs';
import { Machine } from './machine.mjs';
import { Oled } from './oled.mjs';
import { Lamps, Piezo } from './signals.mjs';
import { Usb } from './usb.mjs';

const SECOND = 1_000_000;

/** Each display with its size and how it is put on a board. */
const SCREENS = {
  ssd1306: { size: '128x64', put: (machine) => new Oled(machine) },
  st7789: { size: '240x240', put: (machine) => new Colour(machine) },
};

/** Switches a board on; `before`: a machine whose flash it has. */
export function switchOn({ display = 'ssd1306', before } = {}) {
  const machine = new Machine({ binary: binary(display), flash: before?.chip.flash });
  const { size, put } = SCREENS[display];
  return { machine, size, screen: put(machine), lamps: new Lamps(machine), piezo: new Piezo(machine) };
}

/** The same with a USB cable, whose host has the port open. */
export function onUsb(options) {
  const board = switchOn(options);
  const usb = new Usb(board.machine);
  usb.open();
  return { ...board, usb, host: new Host(board.machine, usb) };
}

/** The same with a host, which has given it no table. */
export function withHost(options) {
  const board = switchOn(options);
  return { ...board, host: new Host(board.machine) };
}

/** Black's clock runs, since ten seconds and a little. */
export function running(options) {
  const board = withHost(options);
  const { machine } = board;
  machine.run(1.5 * SECOND);
  machine.tap('black');
  machine.tap('white');
  machine.run(SECOND / 2);
  machine.tap('white');
  machine.run(10 * SECOND);
  return board;
}
