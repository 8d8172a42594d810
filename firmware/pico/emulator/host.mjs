// A host, as far as a unit needs one to hand over what happened: it welcomes, acknowledges, and shows that it lives.
import { Reader, mark, say } from './frames.mjs';

const PROBE_EVERY = 500_000;

export class Host {
  #reader = new Reader();

  constructor(machine) {
    this.machine = machine;
    /** Each input by its number. */
    this.inputs = new Map();
    /** Greetings and troubles as they came. */
    this.hellos = [];
    this.troubles = [];
    machine.uart.sent = (byte) => this.#hear(this.#reader.take(byte));
    this.#probe();
  }

  #probe() {
    const { machine } = this;
    machine.receive(say.probe({ sent: Math.floor(machine.micros) }));
    machine.at(machine.micros + PROBE_EVERY, () => this.#probe());
  }

  #hear(message) {
    switch (message?.kind) {
      case 'hello': {
        const { protocol, engine, serial, boot } = message;
        this.hellos.push(message);
        const start = mark(serial, boot);
        this.machine.receive(say.welcome({ protocol, engine, start, seq: message.first - 1 }));
        break;
      }
      case 'input': {
        const { start, seq } = message;
        this.inputs.set(seq, message);
        this.machine.receive(say.acknowledge({ start, seq }));
        break;
      }
      case 'trouble':
        this.troubles.push(message.trouble);
        break;
      default:
    }
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
