// One side's clock as an element: who, the time, and what kind of time it is. Used on every page.

import { isMain, marks, phaseDetails, phaseName, shown, timeLength, timeShape, timeText } from './face.js';
import { write } from './frame.js';
import { playerName, say } from './words.js';

/** More periods than this are told in words only. */
const MARKS_MAX = 10;

/** A side's clock. All parts are spans, so that it may stand inside a button. */
export class Dial {
  /** Makes the element for a side. */
  constructor(side) {
    this.side = side;
    this.element = part('dial', side);
    const who = part('who');
    who.append(part('stone', side), (this.name = part('name')), (this.flag = part('flag')));
    const reading = part('reading');
    this.digits = document.createElement('time');
    this.digits.className = 'digits';
    reading.append(this.digits, (this.unit = part('unit')));
    const about = part('about');
    about.append((this.phase = part('phase')), (this.marks = part('marks')), (this.details = part('details')));
    about.append((this.taken = part('taken')));
    this.marks.setAttribute('aria-hidden', 'true');
    this.element.append(who, reading, about);
  }

  /** Shows the clock as it stands now; `moves` whether it may tell how many moves are to go. */
  update(known, rate, moves = true) {
    const show = shown(known, this.side, rate);
    const shape = timeShape(show.left, show.phase);
    write(this.name, playerName(known, this.side));
    write(this.digits, timeText(show.left, show.phase));
    this.digits.dateTime = timeLength(show.left);
    write(this.unit, shape === 'seconds' ? say('phase.seconds') : '');
    write(this.phase, say(...phaseName(show.reading)));
    write(this.details, phaseDetails(show, moves).map((detail) => say(...detail)).join(say('common.between')));
    write(this.marks, marksText(show.reading));
    write(this.flag, show.flag ? say('status.flag') : '');
    this.tag({
      shape,
      time: isMain(show.phase) ? 'main' : 'count',
      runs: show.runs,
      turn: show.onMove,
      last: show.isLast,
      flag: show.flag,
      low: show.left < 20_000,
    });
    return show;
  }

  /** Shows how many stones the side has taken, where the game has captures and the service counts them. */
  showTaken({ game, state }) {
    const taken = game.kind === 'go' ? state[this.side].captures : undefined;
    write(this.taken, taken === undefined ? '' : say('common.taken', { n: taken }));
  }

  /** Tells the style sheet what is shown. */
  tag(tags) {
    for (const [name, value] of Object.entries(tags)) {
      if (this.element.dataset[name] !== String(value)) this.element.dataset[name] = value;
    }
  }
}

/** A mark for each period or unit that is left. */
function marksText(reading) {
  const count = marks(reading);
  return count <= MARKS_MAX ? '●'.repeat(count) : '';
}

/** A span of these classes. */
function part(...classes) {
  const span = document.createElement('span');
  span.className = classes.join(' ');
  return span;
}
