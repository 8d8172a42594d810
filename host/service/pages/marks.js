// Marks on the board: dead stones by one tap a group, and the border where the contest was given up.

import { groupAt, pointsOf } from './groups.js';
import { make, rebuild } from './parts.js';
import { say, sideName } from './words.js';

/** Whose marks can be entered. */
const MARKERS = ['black', 'white', 'chief'];
/** What a tap makes of a point of the border. */
const NEXT_OWNER = { undefined: 'black', black: 'white', white: undefined };

/** The tool below the board. */
export class Marks extends EventTarget {
  /** Joins the tool to the desk; `markers` are those whose marks are entered there. */
  constructor(desk, markers = MARKERS) {
    super();
    this.desk = desk;
    this.markers = markers;
    this.element = document.querySelector('#marks');
    this.modes = document.querySelector('#marks-mode');
    this.hint = document.querySelector('#marks-hint');
    this.picked = document.querySelector('#picked');
    this.buttons = document.querySelector('#marks-buttons');
    this.list = document.querySelector('#marked');
    this.mode = 'dead';
    /** The groups that were tapped, each by all its points. */
    this.groups = new Map();
    /** The dead stones of the count that the groups began with, as text. */
    this.settled = null;
    /** The points of the border that were tapped, with their owners. */
    this.border = new Map();
    for (const button of this.modes.querySelectorAll('button')) {
      button.addEventListener('click', () => this.switchTo(button.dataset.mode));
    }
  }

  /** Whether points can be tapped as the table stands. */
  isOpen({ game, state }) {
    return game.kind === 'go' && ['marking', 'counting'].includes(state.status);
  }

  /** Marks dead stones, or the border. */
  switchTo(mode) {
    this.mode = mode;
    this.dispatchEvent(new CustomEvent('marks'));
  }

  /** A point is tapped. */
  tap(point, known) {
    if (!this.isOpen(known)) return;
    if (this.mode === 'border') this.tapBorder(point);
    else this.tapGroup(point, known.state.position);
    this.dispatchEvent(new CustomEvent('marks'));
  }

  /** A group is dead, or after all not. */
  tapGroup(point, position) {
    const group = position ? groupAt(position, point) : [];
    if (group.length === 0) return;
    const tapped = [...this.groups.keys()].find((one) => group.includes(one));
    if (tapped) this.groups.delete(tapped);
    else this.groups.set(point, group);
  }

  /** A point of the border is Black's, then White's, then as it was. */
  tapBorder(point) {
    const owner = NEXT_OWNER[this.border.get(point)];
    if (owner) this.border.set(point, owner);
    else this.border.delete(point);
  }

  /** What the board shows of the marks. */
  shown(known) {
    if (!this.isOpen(known)) return {};
    const { marks = {} } = known.state;
    const tapped = [...this.groups.values()].flat();
    const [black, white] = [marks.black ?? null, marks.white ?? null];
    const isSettled = known.state.status === 'counting';
    const isDisputed = (point) => black.includes(point) !== white.includes(point);
    const disputed = black && white && !isSettled ? [...black, ...white].filter(isDisputed) : [];
    const dead = tapped.length > 0 || isSettled ? tapped : black ?? white ?? [];
    return { dead, disputed, owners: this.mode === 'border' ? this.border : new Map() };
  }

  /** Shows the tool. */
  draw(known) {
    const isOpen = this.isOpen(known);
    this.element.hidden = !isOpen;
    document.body.classList.toggle('marking', isOpen);
    if (!isOpen) {
      this.groups.clear();
      this.border.clear();
      this.mode = 'dead';
      this.settled = null;
      return;
    }
    this.beginWithSettled(known.state);
    const { marks = {}, conceded = null } = known.state;
    this.modes.hidden = !conceded || !this.markers.includes('chief');
    for (const button of this.modes.querySelectorAll('button')) {
      button.setAttribute('aria-checked', String(button.dataset.mode === this.mode));
    }
    this.hint.textContent = say(`marks.hint_${this.mode}`);
    const isBorder = this.mode === 'border';
    this.picked.textContent = isBorder ? this.borderWords() : deadWords([...this.groups.keys()]);
    rebuild(this.buttons, [this.mode, this.desk.role], () => (isBorder ? [this.borderButton()] : this.deadButtons()));
    rebuild(this.list, marks, () => markedWords(marks).map((line) => make('li', '', line)));
  }

  /** What was counted is what the next tap changes: a hasty button takes no dead stone back. */
  beginWithSettled({ status, marks = {}, position }) {
    const dead = status === 'counting' ? marks.chief ?? marks.black ?? [] : null;
    const settled = JSON.stringify(dead);
    if (settled === this.settled) return;
    this.settled = settled;
    if (!dead) return;
    this.groups.clear();
    for (const point of dead) {
      const isTaken = [...this.groups.values()].some((group) => group.includes(point));
      if (!isTaken) this.groups.set(point, groupAt(position, point));
    }
  }

  /** The border that was tapped, in words. */
  borderWords() {
    const points = [...this.border].map(([point, side]) => say('marks.given', { point, side: sideName(side) }));
    return points.join(say('common.comma')) || say('marks.border_as_it_lies');
  }

  /** Buttons that say whose marks the tapped groups are. */
  deadButtons() {
    const own = this.markers.map((who) => this.button(`marks.of_${who}`, [who], who === 'chief' && !this.desk.isChief));
    const hasBoth = ['black', 'white'].every((side) => this.markers.includes(side));
    return hasBoth ? [this.button('marks.of_both', ['black', 'white']), ...own] : own;
  }

  /** A button that enters the tapped groups as the marks of these. */
  button(key, markers, barred = false) {
    const element = make('button', 'strong', say(key));
    element.type = 'button';
    element.dataset.markers = markers.join();
    element.disabled = barred;
    if (barred) element.title = say('arbiter.chief_only');
    element.addEventListener('click', (event) => {
      const points = [...this.groups.keys()].map((point) => ` ${point}`).join('');
      for (const marker of markers) this.desk.giveFor(marker, `dead ${marker}${points}`, event);
    });
    return element;
  }

  /** The button that settles the border. */
  borderButton() {
    const element = make('button', 'strong', say('marks.settle_border'));
    element.type = 'button';
    element.disabled = !this.desk.isChief;
    element.title = element.disabled ? say('arbiter.chief_only') : '';
    element.addEventListener('click', (event) => {
      const points = [...this.border].map(([point, side]) => ` ${point}=${side}`).join('');
      this.desk.give(`border${points}`, event);
    });
    return element;
  }
}

/** Dead groups in words, by a point of each. */
function deadWords(points) {
  return points.length ? say('marks.dead', { points: pointsOf(points) }) : say('marks.nothing_dead');
}

/** Whose marks are entered, and which they are. */
function markedWords(marks) {
  return ['black', 'white', 'chief'].filter((who) => marks[who]).map((who) => {
    return say('marks.marked', { who: say(`who.${who}`), what: deadWords(marks[who]) });
  });
}
