// An ST7789 on the machine's SPI: takes commands and data as the chip does, and shows its memory as colours.

const WIDTH = 240;
const HEIGHT = 240;
const PINS = { select: 17, command: 20, reset: 21 };
const BITS = 8;
const SLEEP_OUT = 0x11;
/** How long it takes nothing when it has woken, in microseconds. */
const WAKES = 5_000;
const INVERTED = 0x21;
const ON = 0x29;
const COLUMNS = 0x2a;
const ROWS = 0x2b;
const WRITE = 0x2c;

export class Colour {
  constructor(machine) {
    this.machine = machine;
    this.memory = new Uint16Array(WIDTH * HEIGHT);
    this.columns = [0, WIDTH - 1];
    this.lines = [0, HEIGHT - 1];
    this.on = false;
    /** Bytes that came over the bus, and what happens with each. */
    this.bytes = 0;
    this.heard = () => {};
    this.data = [];
    this.present = true;
    this.deafUntil = 0;
    machine.add(this);
  }

  connect(chip) {
    const spi = chip.spi[0];
    const isLow = (pin) => !chip.gpio[pin].outputValue;
    const done = chip.clock.createAlarm(() => spi.completeTransmit(0));
    spi.onTransmit = (byte) => {
      if (isLow(PINS.select) && this.present) this.take(byte, isLow(PINS.command));
      done.schedule((BITS * 1e9) / spi.clockFrequency);
    };
    this.machine.watchSpins(spi);
  }

  take(byte, isCommand) {
    this.bytes += 1;
    this.heard();
    if (this.machine.micros < this.deafUntil) return;
    if (isCommand) this.obey(byte);
    else this.accept(byte);
  }

  obey(command) {
    this.command = command;
    this.data = [];
    if (command === SLEEP_OUT && !this.awake) {
      this.awake = true;
      this.deafUntil = this.machine.micros + WAKES;
    }
    if (command === INVERTED) this.inverted = true;
    if (command === ON) this.on = true;
    if (command === WRITE) [this.x, this.y, this.high] = [this.columns[0], this.lines[0], undefined];
  }

  accept(byte) {
    if (this.command === WRITE) return this.write(byte);
    this.data.push(byte);
    if (this.data.length !== 4) return;
    const [a, b, c, d] = this.data;
    if (this.command === COLUMNS) this.columns = [a * 256 + b, c * 256 + d];
    if (this.command === ROWS) this.lines = [a * 256 + b, c * 256 + d];
  }

  write(byte) {
    if (this.high === undefined) {
      this.high = byte;
      return;
    }
    this.memory[this.y * WIDTH + this.x] = this.high * 256 + byte;
    this.high = undefined;
    this.x += 1;
    if (this.x > this.columns[1]) {
      this.x = this.columns[0];
      this.y = this.y >= this.lines[1] ? this.lines[0] : this.y + 1;
    }
  }

  /** Its supply is cut off: it takes nothing, and what it knew is lost. */
  unplug() {
    Object.assign(this, { present: false, on: false, awake: false, inverted: false, command: undefined });
    this.memory.fill(0xa5a5);
  }

  plug() {
    this.present = true;
  }

  /** The pixels as red, green and blue, each in eight bits. */
  pixels() {
    const wide = (part, max) => Math.floor((part * 255) / max);
    return Uint8Array.from(
      { length: 3 * WIDTH * HEIGHT },
      (_, at) => {
        const pixel = this.memory[Math.floor(at / 3)];
        return [wide(pixel >> 11, 31), wide((pixel >> 5) & 63, 63), wide(pixel & 31, 31)][at % 3];
      },
    );
  }
}
