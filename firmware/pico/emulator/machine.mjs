// An RP2040 with a table's things on its pins, that runs the real binary in its own time: whoever has it lets so many
// microseconds pass. A core that sleeps, or asks again and again whether a bus is done, costs nothing.
import { BasePeripheral, ConsoleLogger, LogLevel, RP2040 } from 'rp2040js';
import { loadRom } from './rom.mjs';
import { Uart } from './uart.mjs';

const FLASH = 0x10000000;
const START = 0x10000100;
const RAM = 0x20000000;
const FLASH_CACHE = 0x14000;
const WATCHDOG = 0x40058;
const APPLICATION_INTERRUPT = 0xd0c;
const RESET_REQUEST = 1 << 2;
const RESET_KEY = 0x05fa;
// Where the stack is, and what it is painted with, so that its use can be seen.
// Two instants of which one was reckoned over a reset are one if they are no further apart, in nanoseconds.
const ROUNDING = 1;
const STACK_MAX = 64 * 1024;
const PAINT = 0xa5;
// A core that has asked this often for the same waits for the bus.
const SPIN = 8;

/** The keys, as the board has them: contacts to ground. */
export const KEYS = { black: 2, white: 3, arbiter: 6, queryBlack: 7, queryWhite: 8 };

/** The lamps and the piezo. */
export const LAMPS = { black: 10, white: 11 };
export const PIEZO = 15;

/** The control of the flash's cache, which is never busy here. */
class FlashCache extends BasePeripheral {
  readUint32() {
    return 0;
  }
}

export class Machine {
  #parts = [];
  #waiting = [];
  #contacts = new Map(Object.values(KEYS).map((pin) => [pin, true]));
  #spins = false;
  #resetDue = false;

  /** `binary`: what stands in the flash from its start; `flash`: what an earlier machine's flash held instead. */
  constructor({ binary, flash }) {
    this.resets = 0;
    this.hangs = false;
    this.bootLoader = false;
    /** The longest that interrupts were held off, in nanoseconds. */
    this.masked = 0;
    /** What happens when it begins anew. */
    this.started = () => {};
    this.uart = new Uart();
    this.#parts.push(this.uart);
    this.#switchOn(0, flash ?? binary);
    this.chip.sram.fill(PAINT, 0, STACK_MAX);
  }

  /** A chip as after its power-up or reset: of what was before, only what it is given. */
  #switchOn(nanos, flash, ram, watchdog) {
    const chip = new RP2040();
    this.chip = chip;
    this.before = nanos;
    chip.logger = new ConsoleLogger(LogLevel.Error, false);
    chip.peripherals[FLASH_CACHE] = new FlashCache(chip, 'XIP_CTRL');
    loadRom(this);
    chip.flash.set(flash);
    if (ram) chip.sram.set(ram);
    const dog = chip.peripherals[WATCHDOG];
    if (watchdog) {
      dog.reason = watchdog.reason;
      dog.scratchData.set(watchdog.scratchData);
    }
    dog.onWatchdogTrigger = () => {
      this.#resetDue = true;
      // It would go off again at this instant, for ever.
      dog.alarm.enable = false;
    };
    this.#takeResetRequests(chip);
    quicken(chip);
    for (const [pin, level] of this.#contacts) chip.gpio[pin].setInputValue(level);
    for (const part of this.#parts) part.connect(chip);
    const { core, flashView } = chip;
    core.VTOR = START;
    core.SP = flashView.getUint32(START - FLASH, true);
    core.PC = flashView.getUint32(START - FLASH + 4, true) & ~1;
  }

  /** The core's own request for a reset, which the emulator does not know. */
  #takeResetRequests(chip) {
    const { ppb } = chip;
    const write = ppb.writeUint32.bind(ppb);
    ppb.writeUint32 = (offset, value) => {
      if (offset !== APPLICATION_INTERRUPT) return write(offset, value);
      if (value >>> 16 === RESET_KEY && value & RESET_REQUEST) this.#resetDue = true;
    };
  }

  #reset() {
    this.resets += 1;
    const { chip } = this;
    this.#begin(chip.flash.slice(), chip.peripherals[WATCHDOG]);
  }

  #begin(flash, watchdog) {
    this.#resetDue = false;
    this.hangs = false;
    this.#spins = false;
    this.bootLoader = false;
    this.#switchOn(this.nanos, flash, this.chip.sram, watchdog);
    this.started();
  }

  /** Begins anew by the board's reset key, or from its boot loader: with another program in the flash, if one is given. */
  startAnew(binary) {
    const flash = this.chip.flash.slice();
    if (binary) flash.set(binary);
    this.#begin(flash);
  }

  /** Something on the chip's pins, connected now and after each reset. */
  add(part) {
    this.#parts.push(part);
    part.connect(this.chip);
    return part;
  }

  /** From now on the core does nothing, as in a loop without end: only its watchdog goes on. */
  hang() {
    this.hangs = true;
  }

  /** Has a bus watched: a core that asks it for the same and gets the same waits, and nothing changes before the next alarm. */
  watchSpins(bus) {
    const read = bus.readUint32.bind(bus);
    let [last, times] = [undefined, 0];
    bus.readUint32 = (offset) => {
      const value = read(offset);
      const asked = offset * 2 ** 32 + value;
      times = asked === last ? times + 1 : 0;
      last = asked;
      if (times >= SPIN) this.#spins = true;
      return value;
    };
  }

  enterBootLoader() {
    this.bootLoader = true;
  }

  /** What has passed in the machine since it was made, in nanoseconds. */
  get nanos() {
    return this.before + this.chip.clock.nanos;
  }

  /** The same in microseconds. */
  get micros() {
    return this.nanos / 1000;
  }

  /** Has something done at an instant, to the instruction. */
  at(micros, act) {
    const nanos = micros * 1000;
    const place = this.#waiting.findIndex((other) => other.nanos > nanos);
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, { nanos, act });
  }

  /** Lets so many microseconds pass. */
  run(micros) {
    this.runTo(this.micros + micros);
  }

  /** Lets time pass up to an instant. */
  runTo(micros) {
    const end = micros * 1000;
    while (end - this.nanos > ROUNDING && !this.bootLoader) {
      while (this.#waiting[0]?.nanos <= this.nanos + ROUNDING) this.#waiting.shift().act();
      this.#stretch(Math.min(end, this.#waiting[0]?.nanos ?? end) - this.before);
      if (this.#resetDue) this.#reset();
    }
  }

  /** Lets time pass until something holds; an error if it does not within so many microseconds. */
  runUntil(holds, micros, what = 'it') {
    const end = this.micros + micros;
    while (!holds()) {
      if (this.micros >= end) throw new Error(`${what} does not come in ${micros} µs`);
      this.run(1000);
    }
  }

  /** Up to an instant of the chip's, or its reset. */
  #stretch(end) {
    const { clock, core, clkSys } = this.chip;
    let cycle = 1e9 / clkSys;
    let mask = clock.nanosCounter;
    const forget = this.chip.addClockListener((frequency) => (cycle = 1e9 / frequency));
    while (clock.nanosCounter < end && !this.#resetDue && !this.bootLoader) {
      if (core.waiting || this.hangs || (this.#spins && !core.interruptsUpdated)) {
        const next = clock.nextAlarm ? clock.nextAlarm.nanos : end;
        clock.tick(Math.max(Math.min(next, end) - clock.nanosCounter, cycle));
      } else {
        clock.nanosCounter += core.executeInstruction() * cycle;
        if (!core.PM) mask = clock.nanosCounter;
        else if (clock.nanosCounter - mask > this.masked) this.masked = clock.nanosCounter - mask;
        // The alarms are looked at when one is due, and not with each instruction.
        if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= clock.nanosCounter) clock.tick(0);
        continue;
      }
      this.#spins = false;
    }
    forget();
  }

  /** How much of the stack was ever used, in bytes. */
  get stackUsed() {
    const untouched = this.chip.sram.findIndex((byte) => byte !== PAINT);
    return STACK_MAX - untouched;
  }

  /** Bytes of the host's. */
  receive(bytes) {
    this.uart.receive(bytes);
  }

  #set(key, level) {
    const pin = KEYS[key];
    this.#contacts.set(pin, level);
    this.chip.gpio[pin].setInputValue(level);
  }

  press(key) {
    this.#set(key, false);
  }

  release(key) {
    this.#set(key, true);
  }

  /** Presses a key for so many milliseconds, and waits until it has come to rest. */
  tap(key, millis = 80) {
    this.press(key);
    this.run(millis * 1000);
    this.release(key);
    this.run(60_000);
  }
}

/** Reads and writes memory without asking first whether it is anything else. */
function quicken(chip) {
  const { core, sram, sramView, flash16, flashView } = chip;
  const ramLast = sram.length - 4;
  core.readUint16 = (address) => {
    const inFlash = address - FLASH;
    return inFlash >= 0 && inFlash < 0x1000000 ? flash16[inFlash >>> 1] : chip.readUint16(address);
  };
  core.readUint32 = (address) => {
    const inRam = (address >>> 0) - RAM;
    if (inRam >= 0 && inRam <= ramLast) return sramView.getUint32(inRam, true);
    const inFlash = (address >>> 0) - FLASH;
    return inFlash >= 0 && inFlash < 0x1000000 ? flashView.getUint32(inFlash, true) : chip.readUint32(address);
  };
  core.writeUint32 = (address, value) => {
    const inRam = (address >>> 0) - RAM;
    if (inRam >= 0 && inRam <= ramLast) sramView.setUint32(inRam, value, true);
    else chip.writeUint32(address, value);
  };
}
