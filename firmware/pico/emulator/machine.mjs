// An RP2040 with a table's things on its pins, that runs the real binary.
import { BasePeripheral, ConsoleLogger, LogLevel, RP2040 } from 'rp2040js';
import { loadRom } from './rom.mjs';
import { pace } from './uart.mjs';

const START = 0x10000100;
const NANOS_PER_CYCLE = 1e9 / 125e6;
const WATCHDOG = 0x40058;
const FLASH_CACHE = 0x14000;

/** The control of the flash's cache, which is never busy here. */
class FlashCache extends BasePeripheral {
  readUint32() {
    return 0;
  }
}

/** The keys, as the board has them: contacts to ground. */
export const KEYS = { black: 2, white: 3, arbiter: 6, queryBlack: 7, queryWhite: 8 };

/** The lamps and the piezo. */
export const LAMPS = { black: 10, white: 11 };
export const PIEZO = 15;

export class Machine {
  /** `binary`: what stands in the flash from its start; `flash`: what an earlier machine's flash held instead. */
  constructor({ binary, flash }) {
    this.chip = new RP2040();
    this.chip.logger = new ConsoleLogger(LogLevel.Error, false);
    this.chip.peripherals[FLASH_CACHE] = new FlashCache(this.chip, 'XIP_CTRL');
    loadRom(this);
    this.chip.flash.set(flash ?? binary);
    this.resets = 0;
    this.deepest = Infinity;
    this.bootLoader = false;
    this.sent = () => {};
    pace(this.chip, this.chip.uart[0], (byte) => this.sent(byte));
    this.chip.peripherals[WATCHDOG].onWatchdogTrigger = () => (this.resetDue = true);
    for (const pin of Object.values(KEYS)) this.chip.gpio[pin].setInputValue(true);
    this.start();
  }

  start() {
    const { core, flashView } = this.chip;
    core.reset();
    core.VTOR = START;
    core.SP = flashView.getUint32(START - 0x10000000, true);
    core.PC = flashView.getUint32(START - 0x10000000 + 4, true) & ~1;
  }

  /** From now on the core does nothing, and only its watchdog goes on. */
  hang() {
    this.hangs = true;
  }

  enterBootLoader() {
    this.bootLoader = true;
  }

  /** What has passed in the machine, in microseconds. */
  get micros() {
    return this.chip.clock.nanos / 1000;
  }

  /** Lets so many microseconds pass. */
  run(micros) {
    const { chip } = this;
    const { clock, core } = chip;
    const end = clock.nanos + micros * 1000;
    while (clock.nanos < end && !this.bootLoader) {
      if (core.waiting || this.hangs) {
        const next = clock.nextAlarm ? clock.nanosToNextAlarm : end - clock.nanos;
        clock.tick(Math.max(Math.min(next, end - clock.nanos), NANOS_PER_CYCLE));
      } else {
        clock.tick(core.executeInstruction() * NANOS_PER_CYCLE);
      }
      this.deepest = Math.min(this.deepest, core.SP);
      if (this.resetDue) {
        this.resetDue = false;
        this.hangs = false;
        this.resets += 1;
        this.start();
      }
    }
  }

  /** Bytes of the host's. */
  receive(bytes) {
    for (const byte of bytes) this.chip.uart[0].feedByte(byte);
  }

  press(key) {
    this.chip.gpio[KEYS[key]].setInputValue(false);
  }

  release(key) {
    this.chip.gpio[KEYS[key]].setInputValue(true);
  }

  /** Presses a key for so many milliseconds. */
  tap(key, millis = 80) {
    this.press(key);
    this.run(millis * 1000);
    this.release(key);
    this.run(60_000);
  }
}
