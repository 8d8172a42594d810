// The USB cable and a host that knows serial ports (CDC ACM) at its other end. The emulator's controller takes a buffer
// as filled or sent in the moment in which it is armed, so that the firmware reads what nobody has sent; its host knows
// neither packets in the order of a bus nor that data come as DATA0 and DATA1 by turns. This one has one transaction
// after another at full speed, buffers that stay armed until it is over, and PIDs that must be right.

const SIE_CONTROL_PULL_UP = 1 << 16;
const STATUS_SETUP = 1 << 17;
const STATUS_BUS_RESET = 1 << 19;
const STATUS_SUSPENDED = 1 << 4;
const STATUS_RESUME = 1 << 11;
const SIE_STATUS = 0x50;
const AVAILABLE = 1 << 10;
const STALL = 1 << 11;
const DATA1 = 1 << 13;
const FULL = 1 << 15;
const LENGTH = 0x3ff;
const ENABLED = 1 << 31;
const CONTROL_BUFFER = 0x100;
const PACKET = 64;
const BIT_NANOS = 1e9 / 12e6;
/** Token, sync, PID, checksum and handshake of a packet, in bytes. */
const AROUND = 13;
const MILLIS = 1e6;
const DATA_CLASS = 10;
const BULK = 2;
const ADDRESS = 7;

const REQUESTS = {
  descriptor: (kind, index, length) => [0x80, 6, index, kind, 0, 0, length & 0xff, length >> 8],
  text: (index) => [0x80, 6, index, 3, 0x09, 0x04, 255, 0],
  address: [0, 5, ADDRESS, 0, 0, 0, 0, 0],
  configuration: [0, 9, 1, 0, 0, 0, 0, 0],
  coding: [0x21, 0x20, 0, 0, 0, 0, 7, 0],
  lines: (bits) => [0x21, 0x22, bits, 0, 0, 0, 0, 0],
};
const CODING = [0, 0xc2, 1, 0, 0, 0, 8];
const OPENED = 3;

/** The numbers of the endpoints that carry the port's bytes. */
function endpoints(descriptors) {
  const found = {};
  let data = false;
  for (let at = 0; at < descriptors.length; at += descriptors[at]) {
    const [, kind, address, attributes, , byClass] = descriptors.slice(at, at + 6);
    if (kind === 4) data = byClass === DATA_CLASS;
    else if (kind === 5 && data && (attributes & 3) === BULK) found[address & 0x80 ? 'in' : 'out'] = address & 0xf;
  }
  return found;
}

export class Usb {
  #coming = [];
  #transfers = [];
  #toggles = new Map();
  #configured = false;
  #turn = false;

  constructor(machine, { plugged = true } = {}) {
    this.machine = machine;
    this.plugged = plugged;
    /** Whether a program has the port open: only then is anything read from it. */
    this.opened = false;
    /** Whether it has it open, and reads nothing all the same. */
    this.hangs = false;
    /** Whether the host sleeps, and its bus with it. */
    this.asleep = false;
    /** What a program does with each byte that comes. */
    this.sent = () => {};
    /** What the device says of itself. */
    this.serial = undefined;
    /** How often it was found. */
    this.found = 0;
    machine.add(this);
  }

  connect(chip) {
    const usb = chip.usbCtrl;
    Object.assign(this, { chip, usb });
    this.#forget();
    this.pulledUp = false;
    this.busy = false;
    this.resets = chip.clock.createAlarm(() => this.#status(STATUS_BUS_RESET));
    this.bus = chip.clock.createAlarm(() => this.#transact());
    usb.DPRAMUpdated = () => this.#wake();
    usb.onUSBEnabled = undefined;
    usb.onResetReceived = () => this.#enumerate();
    const control = usb.handleSieCtrlWrite.bind(usb);
    usb.handleSieCtrlWrite = (value) => {
      control(value);
      this.pulledUp = (value & SIE_CONTROL_PULL_UP) !== 0;
      this.#attach();
    };
    // The chip clears these bits where they are written; the emulator does not.
    const write = usb.writeUint32.bind(usb);
    usb.writeUint32 = (offset, value) => {
      if (offset === SIE_STATUS) usb.sieStatus &= ~(usb.rawWriteValue & (STATUS_SUSPENDED | STATUS_RESUME));
      write(offset, value);
    };
  }

  #forget() {
    this.#transfers = [];
    this.#toggles.clear();
    this.#configured = false;
    this.#coming = [];
  }

  #status(bits) {
    this.usb.sieStatus |= bits;
    this.usb.sieStatusUpdated();
  }

  #attach() {
    if (this.plugged && this.pulledUp) this.resets.schedule(20 * MILLIS);
  }

  plug() {
    this.plugged = true;
    this.#attach();
  }

  unplug() {
    this.plugged = false;
    this.#forget();
    this.#status(STATUS_SUSPENDED);
  }

  /** A hub resets the bus, at whatever moment: whatever was under way is over, and the device is found anew. */
  resetBus() {
    this.#forget();
    this.does = undefined;
    this.#status(STATUS_BUS_RESET);
  }

  /** The host goes to sleep: nothing happens on the bus until it wakes. */
  sleep() {
    this.asleep = true;
    this.#status(STATUS_SUSPENDED);
  }

  /** It wakes. */
  wake() {
    this.asleep = false;
    this.#status(STATUS_RESUME);
    this.#wake();
  }

  /** What a host does with a device that it finds. */
  #enumerate() {
    this.#forget();
    this.#ask(REQUESTS.descriptor(1, 0, 18), undefined, (device) => (this.names = device[16]));
    this.#ask(REQUESTS.address);
    this.#ask(REQUESTS.descriptor(2, 0, 9), undefined, ([, , low, high]) => {
      this.#ask(REQUESTS.descriptor(2, 0, low | (high << 8)), undefined, (all) => {
        this.ends = endpoints(all);
        this.#ask(REQUESTS.text(this.names), undefined, (text) => {
          this.serial = Buffer.from(text.slice(2)).toString('utf16le');
        });
        this.#ask(REQUESTS.configuration, undefined, () => {
          this.#configured = true;
          this.found += 1;
          if (this.opened) this.open();
        });
      });
    });
  }

  /** A program opens the port. */
  open() {
    this.opened = true;
    if (!this.#configured) return;
    this.#ask(REQUESTS.coding, CODING);
    this.#ask(REQUESTS.lines(OPENED));
  }

  /** A host that asks the device itself for anything at all, and awaits no answer. */
  demand(setup) {
    this.chip.usbDPRAM.set(setup);
    // With each question the chip forgets that the one before was refused.
    this.usb.epStallArm = 0;
    this.#status(STATUS_SETUP);
  }

  /** It is about to set the port's rate, and goes away before it has said to what. */
  forsake() {
    this.#ask(REQUESTS.coding, CODING);
    this.#transfers.at(-1).forsaken = true;
    this.#wake();
  }

  /** It closes it: nothing is read any more. */
  close() {
    this.opened = false;
    if (this.#configured) this.#ask(REQUESTS.lines(0));
  }

  /** How many bytes have been written and not been taken. */
  get waiting() {
    return this.#coming.length;
  }

  /** Bytes that a program writes. */
  receive(bytes) {
    if (!this.opened || !this.#configured) return;
    this.#coming.push(...bytes);
    this.#wake();
  }

  #ask(setup, data, then = () => {}) {
    const reads = (setup[0] & 0x80) !== 0;
    this.#transfers.push({ setup, reads, data: data ? [...data] : [], wanted: setup[6] | (setup[7] << 8), stage: 'setup', then });
    this.#wake();
  }

  #place(end, out) {
    return 0x80 + 8 * end + (out ? 4 : 0);
  }

  #armed(end, out) {
    const view = this.chip.usbDPRAMView;
    if (end > 0 && !(view.getUint32(8 * end + (out ? 4 : 0), true) & ENABLED)) return false;
    const control = view.getUint32(this.#place(end, out), true);
    if (control & STALL && (end > 0 || this.usb.epStallArm !== 0)) throw new Error(`endpoint ${end} is stalled`);
    return (control & AVAILABLE) !== 0;
  }

  /** What the bus does next: how many bytes that takes, and what is done; none while nothing is armed. */
  #next() {
    const [transfer] = this.#transfers;
    if (transfer) return this.#control(transfer);
    if (!this.#configured || !this.opened) return undefined;
    const outward = this.#coming.length > 0 && this.#armed(this.ends.out, true) && (() => this.#give());
    const inward = !this.hangs && this.#armed(this.ends.in, false) && (() => this.#take());
    this.#turn = !this.#turn;
    return (this.#turn ? outward || inward : inward || outward) || undefined;
  }

  #give() {
    const bytes = this.#coming.splice(0, PACKET);
    this.#out(this.ends.out, bytes);
  }

  #take() {
    this.#in(this.ends.in).forEach((byte) => this.sent(byte));
  }

  #control(transfer) {
    const { setup, stage, reads } = transfer;
    switch (stage) {
      case 'setup':
        return () => {
          this.#toggles.set('0 in', true).set('0 out', true);
          transfer.stage = transfer.wanted > 0 ? 'data' : 'status';
          if (transfer.forsaken) this.#transfers.shift();
          this.demand(setup);
        };
      case 'data':
        if (!this.#armed(0, !reads)) return undefined;
        return reads ? () => this.#readOn(transfer) : () => this.#writeOn(transfer);
      default:
        if (!this.#armed(0, reads)) return undefined;
        return () => {
          this.#toggles.set('0 in', true).set('0 out', true);
          if (reads) this.#out(0, []);
          else if (this.#in(0).length > 0) throw new Error('a status with data');
          this.#transfers.shift();
          transfer.then(transfer.data);
        };
    }
  }

  #readOn(transfer) {
    const bytes = this.#in(0);
    transfer.data.push(...bytes);
    if (bytes.length < PACKET || transfer.data.length >= transfer.wanted) transfer.stage = 'status';
  }

  #writeOn(transfer) {
    this.#out(0, transfer.data);
    transfer.stage = 'status';
  }

  /** Whether a packet of an endpoint is one of DATA1: by turns from DATA0 on. */
  #checkPid(end, out, control) {
    const key = `${end} ${out ? 'out' : 'in'}`;
    const wanted = this.#toggles.get(key) ?? false;
    if (((control & DATA1) !== 0) !== wanted) throw new Error(`endpoint ${key}: a packet would be taken for a copy`);
    this.#toggles.set(key, !wanted);
  }

  #buffer(end, out) {
    return end === 0 ? CONTROL_BUFFER : this.chip.usbDPRAMView.getUint32(8 * end + (out ? 4 : 0), true) & 0xffc0;
  }

  #in(end) {
    const { usbDPRAM, usbDPRAMView } = this.chip;
    const place = this.#place(end, false);
    const control = usbDPRAMView.getUint32(place, true);
    if (!(control & FULL)) throw new Error(`endpoint ${end} is armed with nothing`);
    this.#checkPid(end, false, control);
    const from = this.#buffer(end, false);
    const bytes = [...usbDPRAM.slice(from, from + (control & LENGTH))];
    usbDPRAMView.setUint32(place, control & ~(AVAILABLE | FULL), true);
    this.usb.indicateBufferReady(end, false);
    return bytes;
  }

  #out(end, bytes) {
    const { usbDPRAM, usbDPRAMView } = this.chip;
    const place = this.#place(end, true);
    const control = usbDPRAMView.getUint32(place, true);
    this.#checkPid(end, true, control);
    if (bytes.length > (control & LENGTH)) throw new Error(`endpoint ${end} takes no ${bytes.length} bytes`);
    usbDPRAM.set(bytes, this.#buffer(end, true));
    usbDPRAMView.setUint32(place, (control & ~(AVAILABLE | LENGTH)) | FULL | bytes.length, true);
    this.usb.indicateBufferReady(end, true);
  }

  /** Something was armed, or wanted. */
  #wake() {
    if (!this.plugged || this.asleep || this.busy) return;
    this.does = this.#next();
    if (!this.does) return;
    this.busy = true;
    this.bus.schedule((AROUND + PACKET) * 8 * BIT_NANOS);
  }

  #transact() {
    this.busy = false;
    // Whoever pulls the plug meanwhile ends everything.
    if (this.plugged && !this.asleep && this.does) this.does();
    this.does = undefined;
    this.#wake();
  }
}
