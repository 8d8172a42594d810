// The panel for all tables: an order at once, or at a set time, what is set, and what became of it.

import { button, field, make, option, quoted, rebuild, send } from './parts.js';
import { currentLanguage, inLanguage, refusedWords, say } from './words.js';

const COMMANDS = ['pause', 'resume', 'start', 'adjourn', 'resume-session'];
const LOOK_MS = 5000;
/** So many orders that were carried out are shown. */
const SHOWN = 3;

/** The panel, in its place on the page. */
export class Round {
  constructor(place) {
    this.place = place;
    this.known = null;
    this.said = make('p', 'said');
    this.said.setAttribute('role', 'alert');
    this.form = make('form', 'round-form');
    this.form.addEventListener('submit', (event) => event.preventDefault());
    this.list = make('div', 'round-list');
    place.append(this.form, this.said, this.list);
    setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  /** Says everything in the language of the page. */
  draw() {
    rebuild(this.form, 'form', () => this.fields());
    if (this.known) rebuild(this.list, this.known, () => this.lines());
  }

  /** What can be ordered, for which tables, and when. */
  fields() {
    const before = this.select?.value ?? 'pause';
    this.select = make('select', '', ...COMMANDS.map((command) => option(command, say(`round.${command}`))));
    this.select.value = before;
    const what = make('label', '', make('span', '', say('round.what')), this.select);
    const why = field('round.why', 'why');
    const tables = field('round.tables', 'tables', { hint: say('round.all') });
    const at = field('round.at', 'at', { type: 'datetime-local' });
    at.querySelector('input').step = 1;
    const now = button('round.now', () => this.now());
    const later = button('round.later', () => this.later());
    return [what, why, tables, now, at, later];
  }

  /** The value of a field. */
  value(name) {
    return this.form.elements[name].value.trim();
  }

  /** The command, with its reason where one is given. */
  command() {
    return this.select.value + (this.select.value === 'pause' ? quoted(this.value('why')) : '');
  }

  /** The tables that are named, as 1, 2, 5-9; none means all. */
  tables() {
    return numbersOf(this.value('tables'));
  }

  /** Gives the order at once. */
  async now() {
    const answer = await this.ask('POST', '/api/round/orders', () => ({ command: this.command(), tables: this.tables() }));
    if (answer) this.said.textContent = summary(answer.outcomes);
  }

  /** Sets it for a time. */
  async later() {
    const answer = await this.ask('POST', '/api/schedule', () => {
      const at = new Date(this.value('at'));
      return { command: this.command(), tables: this.tables(), at: at.toISOString() };
    });
    if (answer) this.show(answer);
  }

  /** Takes an order from the list. */
  async remove(id) {
    const answer = await this.ask('DELETE', `/api/schedule/${encodeURIComponent(id)}`, () => undefined);
    if (answer) this.show(answer);
  }

  /** Asks what is set. A line that is cut is said elsewhere on the page. */
  async look() {
    const isArbiter = (document.body.dataset.badge ?? 'arbiter') === 'arbiter';
    if (document.visibilityState !== 'visible' || !isArbiter) return;
    const answer = await fetch('/api/schedule').catch(() => null);
    if (answer?.ok) this.show(await answer.json());
  }

  /** Shows what is set. */
  show(known) {
    // What was missed must be seen, once.
    if (known.missed.length > (this.known?.missed.length ?? 0)) this.place.open = true;
    this.known = { ...known, wall: null };
    this.draw();
  }

  /** Asks for something; what is wrong is said beside the form. */
  async ask(method, address, body) {
    this.said.textContent = '';
    let asked;
    try {
      asked = body();
    } catch {
      this.said.textContent = say('round.unreadable');
      return null;
    }
    const [ok, said] = await send(method, address, asked);
    if (ok) return said;
    this.said.textContent = refusedWords(said);
    return null;
  }

  /** What is missed, what waits, and what was done, a line each. */
  lines() {
    const { trusted, waiting, missed, carried } = this.known;
    const lines = missed.map((order) => this.line('round.missed', order, 'round.known', 'missed'));
    if (!trusted) lines.push(make('p', 'round-line missed', say('round.untrusted')));
    lines.push(...waiting.map((order) => this.line('round.waiting', order, 'round.remove')));
    for (const order of carried.slice(0, SHOWN)) {
      lines.push(make('p', 'round-line', say('round.carried', { order: words(order), outcome: summary(order.outcomes) })));
    }
    return lines;
  }

  /** A line with the button that takes it away. */
  line(key, order, remove, name = '') {
    const text = make('span', '', say(key, { order: words(order) }));
    return make('p', `round-line ${name}`, text, button(remove, () => this.remove(order.id)));
  }
}

/** The tables that are named, as 1, 2, 5-9; none means all. What cannot be read is a RangeError. */
export function numbersOf(text) {
  const parts = text.trim().split(/[\s,，、]+/).filter(Boolean);
  const numbers = parts.flatMap((part) => {
    const [first, last = first] = part.split(/[-–]/).map(Number);
    if (!(first >= 1 && last >= first && last <= 1000)) throw new RangeError(part);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return numbers.length ? numbers : undefined;
}

/** An order of the schedule in words. */
function words({ command, tables, at }) {
  const [name] = command.split(' ');
  const rest = command.slice(name.length);
  const time = new Date(at).toLocaleString(currentLanguage() === 'zh' ? 'zh-CN' : 'en-GB');
  const which = tables ? say('round.some', { tables: tables.join(', ') }) : say('round.all');
  return say('round.order', { time, command: say(`round.${name}`) + rest, tables: which });
}

/** How many tables did it, and which did not. */
export function summary(outcomes) {
  const done = outcomes.filter(({ ok }) => ok).length;
  const refused = outcomes.filter(({ ok }) => ok === false);
  const parts = [say('round.done', { n: done })];
  for (const { table, why } of refused) parts.push(say('round.refused', { table, why: inLanguage(why) }));
  return parts.join('\n');
}
