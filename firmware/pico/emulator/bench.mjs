// The real binary on a table, in real time: its UART, or its USB cable, is a serial port, its keys are pressed by words on
// standard input, and what happens on its pins is told as lines of JSON.
//
//     node bench.mjs DISPLAY PORT [uart|usb]
//
// | word | |
// |---|---|
// | press KEY, release KEY, tap KEY | a key's contact closes, opens, closes for 80 ms |
// | hang | the core does nothing any more, until its watchdog resets it |
// | face | tells what the display shows |
// | end | tells how far it ever fell behind, and ends |
//
// **Who falls behind the real time by more than BEHIND_MAX ends with an error**: what it said then was not what a unit
// at a table says.
import { openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { ReadStream } from 'node:tty';
import { binary } from './firmware.mjs';
import { KEYS, Machine } from './machine.mjs';
import { Oled } from './oled.mjs';
import { Piezo, Lamps } from './signals.mjs';
import { Usb } from './usb.mjs';

/** How far it may fall behind, in microseconds: two thirds of the silence after which a line counts as cut. */
const BEHIND_MAX = 1_000_000;
/** How much of its time passes before bytes and words are looked at. */
const SLICE = 2_000;
/** What passes before it is on the line: it is switched on, as ever, before anybody speaks to it. */
const START = 1_000_000;
const TAP = 80_000;

/** Another board plays a little first: until then the emulator itself has not been compiled, and is far slower. */
function warmUp() {
  const machine = new Machine({ binary: binary(display) });
  new Oled(machine);
  machine.run(START);
  for (const key of ['arbiter', 'black', 'white', 'white', 'black', 'white', 'arbiter', 'black']) machine.tap(key);
  machine.receive(Array.from({ length: 256 }, (_, byte) => byte));
  machine.run(START);
}

const [display, port, way = 'uart'] = process.argv.slice(2);
warmUp();
const machine = new Machine({ binary: binary(display) });
const oled = new Oled(machine);
const lamps = new Lamps(machine);
const piezo = new Piezo(machine);
const usb = new Usb(machine, { plugged: way === 'usb' });
usb.open();
const end = { uart: machine.uart, usb }[way];

const tell = (event, what) => process.stdout.write(`${JSON.stringify({ event, micros: machine.micros, ...what })}\n`);

function close(key) {
  if (!(key in KEYS)) throw new Error(`no key ${key}`);
  tell('closed', { key });
  machine.press(key);
}

const WORDS = {
  press: close,
  release: (key) => machine.release(key),
  tap: (key) => {
    close(key);
    machine.at(machine.micros + TAP, () => machine.release(key));
  },
  hang: () => {
    tell('hangs');
    machine.hang();
  },
  face: () => tell('face', { rows: oled.rows() }),
  end: () => (ended = true),
};

let ended = false;
machine.run(START);

const wire = openSync(port, 'r+');
end.sent = (byte) => writeSync(wire, Uint8Array.of(byte));
new ReadStream(wire).on('data', (bytes) => end.receive(bytes));
createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, ...rest] = line.trim().split(' ');
  WORDS[word](...rest);
});
machine.started = () => tell('reset', { resets: machine.resets });
lamps.changed = (lamp, lit) => tell('lamp', { lamp, lit });
piezo.ended = (tone) => tell('tone', tone);
let worst = 0;

/** Goes with the real time for as long as it is to. */
async function keepPace(goesOn, most) {
  const [begun, at] = [performance.now(), machine.micros];
  while (goesOn() && !machine.bootLoader) {
    const present = at + (performance.now() - begun) * 1000;
    const behind = present - machine.micros;
    worst = Math.max(worst, behind);
    if (behind > most) {
      tell('behind', { by: behind });
      process.exit(3);
    }
    machine.runTo(Math.min(present, machine.micros + SLICE));
    await (machine.micros < present ? setImmediate() : setTimeout(1));
  }
}

// The port, too, is slow for the first bytes: nobody plays yet.
const settled = machine.micros + START;
await keepPace(() => machine.micros < settled, Infinity);
worst = 0;
tell('started');
await keepPace(() => !ended, BEHIND_MAX);
tell(machine.bootLoader ? 'boot-loader' : 'ended', { worst, stack: machine.stackUsed });
process.exit(0);
