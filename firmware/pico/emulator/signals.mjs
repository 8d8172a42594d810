// What is seen and heard of a table's lamps and piezo: changes of their pins.
import { GPIOPinState } from 'rp2040js';
import { LAMPS, PIEZO } from './machine.mjs';

/** A wave that stays away for longer than this is over, in microseconds: the lowest tone has 60 Hz or more. */
const SILENT_AFTER = 20_000;

const isHigh = (state) => state === GPIOPinState.High;

/** The lamps: whether each is lit, and what happens when that changes. */
export class Lamps {
  constructor(machine) {
    this.machine = machine;
    this.lit = { black: false, white: false };
    this.changed = () => {};
    machine.add(this);
  }

  connect(chip) {
    for (const [lamp, pin] of Object.entries(LAMPS)) {
      this.#set(lamp, false);
      chip.gpio[pin].addListener((state) => this.#set(lamp, isHigh(state)));
    }
  }

  #set(lamp, lit) {
    if (this.lit[lamp] === lit) return;
    this.lit[lamp] = lit;
    this.changed(lamp, lit);
  }
}

/** The piezo: each tone with its beginning, frequency and length, as its pin's edges have them. */
export class Piezo {
  #rises = [];

  constructor(machine) {
    this.machine = machine;
    /** Tones that are over. */
    this.heard = [];
    this.ended = () => {};
    machine.add(this);
  }

  connect(chip) {
    this.#rises = [];
    this.silence = chip.clock.createAlarm(() => this.#end());
    chip.gpio[PIEZO].addListener((state) => isHigh(state) && this.#rise());
  }

  #rise() {
    const { micros } = this.machine;
    const rises = this.#rises;
    if (rises.length >= 2) {
      const period = (rises.at(-1) - rises[0]) / (rises.length - 1);
      // Another tone follows at once.
      if (Math.abs(micros - rises.at(-1) - period) > period / 8) this.#end();
    }
    this.#rises.push(micros);
    this.silence.schedule(SILENT_AFTER * 1000);
  }

  #end() {
    const rises = this.#rises;
    this.#rises = [];
    if (rises.length < 2) return;
    const period = (rises.at(-1) - rises[0]) / (rises.length - 1);
    const tone = { at: rises[0], hertz: Math.round(1e6 / period), millis: Math.round((period * rises.length) / 1000) };
    this.heard.push(tone);
    this.ended(tone);
  }
}
