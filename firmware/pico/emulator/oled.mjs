// An SSD1306 on the machine's I²C: takes commands and data as the chip does, and shows its memory as pixels.
import { GPIOPinState } from 'rp2040js';

const WIDTH = 128;
const PAGES = 8;

// How many bytes follow a command.
const OPERANDS = new Map([
  [0x20, 1], [0x21, 2], [0x22, 2], [0x26, 6], [0x27, 6], [0x29, 5], [0x2a, 5], [0x81, 1], [0x8d, 1], [0xa3, 2],
  [0xa8, 1], [0xd3, 1], [0xd5, 1], [0xd9, 1], [0xda, 1], [0xdb, 1],
]);

// The control of what is held in reset, and the bus in it.
const RESETS = 0x4000c;
const RESET_I2C0 = 1 << 3;

// An address or a byte, with its acknowledgement.
const BITS = 9;
const TX_EMPTY = 1 << 4;

// Its lines.
const DATA = 4;
const CLOCK = 5;

export class Oled {
  constructor(machine, { bus = 0, address = 0x3c } = {}) {
    this.machine = machine;
    this.bus = bus;
    this.address = address;
    this.memory = new Uint8Array(WIDTH * PAGES);
    this.columns = [0, WIDTH - 1];
    this.pages = [0, PAGES - 1];
    this.column = 0;
    this.page = 0;
    this.on = false;
    /** Bytes that came over the bus, and what happens with each. */
    this.bytes = 0;
    this.heard = () => {};
    this.command = [];
    /** Whether it answers. */
    this.present = true;
    /** Whether it holds the bus, so that nothing on it ends. */
    this.stuck = false;
    /** Bits until it lets go of the data line; a reset of the chip is none. */
    this.holds = 0;
    /** Stops that it has seen on the lines themselves. */
    this.stops = 0;
    machine.add(this);
  }

  connect(chip) {
    const i2c = chip.i2c[this.bus];
    let done = () => {};
    const alarm = chip.clock.createAlarm(() => this.stuck || done());
    const after = (bits, then) => {
      const bitNanos = ((i2c.sclHighPeriod + i2c.sclLowPeriod) * 1e9) / chip.clkSys;
      done = then;
      alarm.schedule(bits * bitNanos);
    };
    // With an abort what waits is gone, and nothing waits any more: the emulator does not say the latter.
    const abort = i2c.abort.bind(i2c);
    i2c.abort = (reason) => {
      abort(reason);
      i2c.setInterrupts(TX_EMPTY);
    };
    this.obeyReset(chip, i2c, () => (done = () => {}));
    i2c.onStart = () => after(1, () => i2c.completeStart());
    i2c.onConnect = (called) => {
      this.control = undefined;
      this.command = [];
      after(BITS, () => i2c.completeConnect(this.present && called === this.address));
    };
    i2c.onWriteByte = (byte) =>
      after(BITS, () => {
        this.take(byte);
        i2c.completeWrite(true);
      });
    i2c.onStop = () => after(1, () => i2c.completeStop());
    this.machine.watchSpins(i2c);
    this.wire(chip);
  }

  /** With a reset the bus's controller forgets what it was at; the emulator's does not. */
  obeyReset(chip, i2c, forget) {
    const resets = chip.peripherals[RESETS];
    const write = resets.writeUint32.bind(resets);
    resets.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset !== 0 || !(value & (RESET_I2C0 << this.bus))) return;
      forget();
      Object.assign(i2c, { state: 0, busy: false, stop: false, pendingRestart: false, enable: 0, abortSource: 0, intRaw: 0 });
      i2c.txFIFO.reset();
      i2c.checkInterrupts();
    };
  }

  /** The lines as a program has them that moves them by itself. */
  wire(chip) {
    const [data, clock] = [DATA, CLOCK].map((pin) => chip.gpio[pin]);
    data.setInputValue(this.holds === 0);
    const low = (pin) => pin.value === GPIOPinState.Low;
    let clockWasLow = low(clock);
    clock.addListener(() => {
      if (low(clock) && !clockWasLow && this.holds > 0) this.bit(data);
      clockWasLow = low(clock);
    });
    let dataWasLow = low(data);
    data.addListener(() => {
      if (!low(data) && dataWasLow && !low(clock) && this.holds === 0) this.stops += 1;
      dataWasLow = low(data);
    });
  }

  bit(data) {
    this.holds -= 1;
    this.stuck = this.holds > 0;
    data.setInputValue(!this.stuck);
  }

  /** It holds the data line, as in an acknowledgement whose bit does not end, until it has been given so many bits. */
  hold(bits) {
    this.holds = bits;
    this.stuck = true;
    this.machine.chip.gpio[DATA].setInputValue(false);
  }

  take(byte) {
    this.bytes += 1;
    this.heard();
    if (this.control === undefined) {
      this.control = byte;
    } else if (this.control & 0x40) {
      this.write(byte);
    } else {
      this.obey(byte);
    }
  }

  obey(byte) {
    this.command.push(byte);
    const [name, ...operands] = this.command;
    if (operands.length < (OPERANDS.get(name) ?? 0)) return;
    this.command = [];
    if (name === 0x20 && operands[0] !== 0) throw new Error('only horizontal addressing is known');
    if (name === 0x21) [this.columns, this.column] = [operands, operands[0]];
    if (name === 0x22) [this.pages, this.page] = [operands, operands[0]];
    if (name === 0xae || name === 0xaf) this.on = name === 0xaf;
  }

  write(byte) {
    this.memory[this.page * WIDTH + this.column] = byte;
    this.column += 1;
    if (this.column > this.columns[1]) {
      this.column = this.columns[0];
      this.page = this.page >= this.pages[1] ? this.pages[0] : this.page + 1;
    }
  }

  /** Its supply is cut off: it answers nothing, and what it knew is lost. */
  unplug() {
    this.present = false;
    this.on = false;
    this.memory.fill(0xa5);
  }

  plug() {
    this.present = true;
  }

  /** Whether a pixel is lit. */
  lit(x, y) {
    return ((this.memory[(y >> 3) * WIDTH + x] >> (y & 7)) & 1) === 1;
  }

  /** The picture as lines of pixels, each written as sixteen-fold digits, the first pixel highest. */
  rows() {
    return Array.from({ length: 8 * PAGES }, (_, y) => {
      const digit = (_, x) => [0, 1, 2, 3].reduce((sum, bit) => sum * 2 + (this.lit(4 * x + bit, y) ? 1 : 0), 0);
      return Array.from({ length: WIDTH / 4 }, digit).map((value) => value.toString(16)).join('');
    });
  }

  /** The pixels as red, green and blue, each in eight bits. */
  pixels() {
    const at = (place) => this.lit(place % WIDTH, Math.floor(place / WIDTH));
    return Uint8Array.from({ length: 3 * 8 * PAGES * WIDTH }, (_, byte) => (at(Math.floor(byte / 3)) ? 255 : 0));
  }
}
