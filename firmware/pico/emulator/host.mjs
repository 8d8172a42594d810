// A host, as far as a unit needs one to hand over what happened: it welcomes, acknowledges, and shows that it lives.
import { Reader, mark, say } from './frames.mjs';

const PROBE_EVERY = 500_000;

export class Host {
  #reader = new Reader();
  #written = new Map();

  /** `port`: where it is, the UART unless something else is said. */
  constructor(machine, port = machine.uart) {
    this.machine = machine;
    this.port = port;
    /** Each input by its number. */
    this.inputs = new Map();
    /** The last input up to which none is missing. */
    this.disk = 0;
    /** Greetings and troubles as they came. */
    this.hellos = [];
    this.troubles = [];
    this.snapshots = [];
    /** How often it has taken a table over. */
    this.granted = 0;
    /** Whether it says nothing any more, and hears nothing. */
    this.silent = false;
    port.sent = (byte) => this.#hear(this.#reader.take(byte));
    this.#probe();
  }

  /** It was started again, and asks who is there. */
  call() {
    this.port.receive(say.call());
  }

  /** It speaks again. */
  wake() {
    this.silent = false;
    this.#probe();
  }

  #probe() {
    const { machine } = this;
    if (this.silent) return;
    this.port.receive(say.probe({ sent: Math.floor(machine.micros) }));
    machine.at(machine.micros + PROBE_EVERY, () => this.#probe());
  }

  #hear(message) {
    if (this.silent) return;
    switch (message?.kind) {
      case 'hello': {
        const { protocol, engine, serial, boot } = message;
        this.hellos.push(message);
        const start = mark(serial, boot);
        this.disk = message.first - 1;
        this.port.receive(say.welcome({ protocol, engine, start, seq: message.first - 1 }));
        break;
      }
      case 'input': {
        const { start, seq } = message;
        // One behind a gap waits until that has come: an acknowledgement means everything before it, too.
        if (seq > this.disk + 1) break;
        this.disk = Math.max(this.disk, seq);
        this.#enter(`${start} ${seq}`, message);
        this.inputs.set(seq, message);
        this.port.receive(say.acknowledge({ start, seq: this.disk }));
        break;
      }
      case 'snapshot':
        // The state stands for everything up to here, also for what the unit could not keep.
        this.snapshots.push(message);
        this.disk = Math.max(this.disk, message.seq);
        this.port.receive(say.acknowledge({ start: message.start, seq: this.disk }));
        break;
      case 'granted':
        this.granted += 1;
        break;
      case 'trouble':
        this.troubles.push(message.trouble);
        break;
      default:
    }
  }

  /** No two things ever bear one number. */
  #enter(number, input) {
    const written = JSON.stringify(input, (_, part) => (typeof part === 'bigint' ? String(part) : part));
    const before = this.#written.get(number) ?? written;
    if (before !== written) throw new Error(`two things of one number: ${before} and ${written}`);
    this.#written.set(number, written);
  }

  /** Gives the unit a table. */
  grant({ epoch, table, micros }) {
    const { serial, boot } = this.hellos.at(-1);
    this.port.receive(say.grant({ start: mark(serial, boot), epoch, table, micros }));
  }

  /** Gives it a table in other words: what `say` of that name makes of this and its start. */
  say(name, what) {
    const { serial, boot } = this.hellos.at(-1);
    this.port.receive(say[name]({ start: mark(serial, boot), ...what }));
  }

  /** What happened, in order. */
  get happened() {
    return [...this.inputs.values()].sort((one, other) => one.seq - other.seq);
  }

  /** Presses with the instant of their stamp, in the unit's time. */
  get presses() {
    const pressed = this.happened.filter(({ what }) => what.press);
    return pressed.map(({ what, at, late }) => ({ side: what.press, stamp: at - late }));
  }
}
