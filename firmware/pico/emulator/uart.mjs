// The emulator's UART sends at once, interrupts without end and has no receive timeout. This one has FIFOs of 32 bytes
// and the rate of the line, as the chip's has.

const DATA = 0x0;
const FLAGS = 0x18;
const LEVELS = 0x34;
const DMA = 0x48;
const RECEIVE_INTERRUPT = 1 << 4;
const TRANSMIT_INTERRUPT = 1 << 5;
const TIMEOUT_INTERRUPT = 1 << 6;
const FLAG_BUSY = 1 << 3;
const FLAG_RECEIVE_EMPTY = 1 << 4;
const FLAG_TRANSMIT_FULL = 1 << 5;
const FLAG_RECEIVE_FULL = 1 << 6;
const FLAG_TRANSMIT_EMPTY = 1 << 7;
const DEPTH = 32;
const HALF = DEPTH / 2;
const BITS_PER_BYTE = 10;
const TIMEOUT_BITS = 32;

export class Uart {
  constructor() {
    /** Takes each byte when its last bit has gone out. */
    this.sent = () => {};
    /** Bytes on the wire to the chip. */
    this.coming = [];
    /** Bytes that found no room. */
    this.overruns = 0;
  }

  connect(chip) {
    const uart = chip.uart[0];
    this.transmitting = [];
    this.received = [];
    this.uart = uart;
    this.bitNanos = () => 1e9 / (uart.baudRate || 115_200);
    this.next = chip.clock.createAlarm(() => this.#gone());
    this.timeout = chip.clock.createAlarm(() => this.#raise(TIMEOUT_INTERRUPT));
    this.arrives = chip.clock.createAlarm(() => this.#arrive());
    uart.checkInterrupts = () => chip.setInterrupt(uart.irq, (uart.interruptStatus & uart.interruptMask) !== 0);
    const [read, write] = [uart.readUint32.bind(uart), uart.writeUint32.bind(uart)];
    uart.readUint32 = (offset) => {
      if (offset === DATA) return this.#take();
      if (offset === FLAGS) return this.#flags();
      return offset === DMA || offset === LEVELS ? 0 : read(offset);
    };
    uart.writeUint32 = (offset, value) => {
      if (offset === DATA) this.#send(value & 0xff);
      else write(offset, value);
    };
    if (this.coming.length > 0) this.arrives.schedule(BITS_PER_BYTE * this.bitNanos());
  }

  /** How many bytes wait for the wire. */
  get waiting() {
    return this.coming.length;
  }

  /** Bytes of the host's, which come one after another. */
  receive(bytes) {
    const idle = this.coming.length === 0;
    this.coming.push(...bytes);
    if (idle && bytes.length > 0) this.arrives.schedule(BITS_PER_BYTE * this.bitNanos());
  }

  #arrive() {
    const byte = this.coming.shift();
    if (this.received.length < DEPTH) this.received.push(byte);
    else this.overruns += 1;
    if (this.received.length >= HALF) this.#raise(RECEIVE_INTERRUPT);
    this.timeout.schedule(TIMEOUT_BITS * this.bitNanos());
    if (this.coming.length > 0) this.arrives.schedule(BITS_PER_BYTE * this.bitNanos());
  }

  #take() {
    const byte = this.received.shift() ?? 0;
    if (this.received.length < HALF) this.#lower(RECEIVE_INTERRUPT);
    if (this.received.length === 0) {
      this.timeout.cancel();
      this.#lower(TIMEOUT_INTERRUPT);
    }
    return byte;
  }

  #send(byte) {
    this.transmitting.push(byte);
    if (this.transmitting.length === 1) this.next.schedule(BITS_PER_BYTE * this.bitNanos());
    if (this.transmitting.length > HALF) this.#lower(TRANSMIT_INTERRUPT);
  }

  #gone() {
    this.sent(this.transmitting.shift());
    const left = this.transmitting.length;
    if (left === HALF || left === 0) this.#raise(TRANSMIT_INTERRUPT);
    if (left > 0) this.next.schedule(BITS_PER_BYTE * this.bitNanos());
  }

  #flags() {
    const [out, into] = [this.transmitting.length, this.received.length];
    return (
      (out === 0 ? FLAG_TRANSMIT_EMPTY : FLAG_BUSY) |
      (out >= DEPTH ? FLAG_TRANSMIT_FULL : 0) |
      (into === 0 ? FLAG_RECEIVE_EMPTY : 0) |
      (into >= DEPTH ? FLAG_RECEIVE_FULL : 0)
    );
  }

  #raise(interrupt) {
    this.uart.interruptStatus |= interrupt;
    this.uart.checkInterrupts();
  }

  #lower(interrupt) {
    this.uart.interruptStatus &= ~interrupt;
    this.uart.checkInterrupts();
  }
}
