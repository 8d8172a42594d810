// The emulator's UART sends at once and interrupts without end. This one has a FIFO that empties at the rate of the
// line, and says once that it is half empty, as the chip's does.

const DATA = 0x0;
const LEVELS = 0x34;
const DMA = 0x48;
const TRANSMIT_INTERRUPT = 1 << 5;
const TRANSMIT_FULL = 1 << 5;
const TRANSMIT_EMPTY = 1 << 7;
const BUSY = 1 << 3;
const DEPTH = 32;
const HALF = DEPTH / 2;
const BITS_PER_BYTE = 10;

/** Makes a chip's UART behave; `sent` takes each byte when its last bit has gone out. */
export function pace(chip, uart, sent) {
  const waiting = [];
  const { clock } = chip;
  const nanosPerByte = () => (BITS_PER_BYTE * 1e9) / (uart.baudRate || 115200);
  const flags = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(uart), 'flags').get;
  const write = uart.writeUint32.bind(uart);
  const alarm = clock.createAlarm(() => {
    sent(waiting.shift());
    if (waiting.length === HALF || waiting.length === 0) {
      uart.interruptStatus |= TRANSMIT_INTERRUPT;
      uart.checkInterrupts();
    }
    if (waiting.length > 0) alarm.schedule(nanosPerByte());
  });
  uart.checkInterrupts = () => chip.setInterrupt(uart.irq, (uart.interruptStatus & uart.interruptMask) !== 0);
  Object.defineProperty(uart, 'flags', {
    get() {
      const level = waiting.length === 0 ? TRANSMIT_EMPTY : BUSY;
      return (flags.call(uart) & ~TRANSMIT_EMPTY) | level | (waiting.length >= DEPTH ? TRANSMIT_FULL : 0);
    },
  });
  const read = uart.readUint32.bind(uart);
  uart.readUint32 = (offset) => (offset === DMA || offset === LEVELS ? 0 : read(offset));
  uart.writeUint32 = (offset, value) => {
    if (offset !== DATA) return write(offset, value);
    waiting.push(value & 0xff);
    if (waiting.length === 1) alarm.schedule(nanosPerByte());
  };
}
