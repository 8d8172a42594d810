// A time control for games that wait: chosen, read in words, and only then put on its tables.

import { button, field, fillOptions, make } from './parts.js';
import { currentLanguage, inLanguage, refusedWords, say } from './words.js';

/** The choice behind which the control is written. */
const WRITTEN = '';
/** After so long without a key the control that is being written is asked for, in milliseconds. */
const WRITTEN_MS = 400;

/** The panel, in its place on the page. */
export class ControlDesk {
  /** Joins the panel to where controls are `put`: gives back what the service said of it, in words. */
  constructor(place, put, { formClass = 'row', more = () => [] } = {}) {
    this.put = put;
    this.more = more;
    this.shipped = [];
    this.form = make('form', formClass);
    this.words = make('p', 'control-words');
    this.words.setAttribute('role', 'status');
    this.said = make('p', 'said');
    this.said.setAttribute('role', 'alert');
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.confirm();
    });
    place.append(this.form, this.words, this.said);
    place.addEventListener('toggle', () => this.load(), { once: true });
  }

  /** Asks which controls the program brings along. */
  async load() {
    const answer = await fetch('/api/controls').catch(() => null);
    if (answer?.ok) this.shipped = await answer.json();
    this.draw();
  }

  /** Says everything in the language of the page. */
  draw() {
    const [chosen, written] = [this.select?.value ?? WRITTEN, this.written?.querySelector('input').value ?? ''];
    this.select = make('select');
    this.select.name = 'named';
    const named = this.shipped.map(({ key, name }) => [key, inLanguage(name) || key]);
    fillOptions(this.select, [[WRITTEN, say('control_desk.written')], ...named.sort(byWords)]);
    this.select.value = chosen;
    this.written = field('control_desk.notation', 'notation', { hint: '55m+5x60s', value: written });
    this.confirmation = button('control_desk.put', () => {}, { name: 'strong' });
    this.confirmation.type = 'submit';
    this.select.addEventListener('change', () => this.look());
    this.written.addEventListener('input', () => this.lookSoon());
    const choice = make('label', '', make('span', '', say('control_desk.which')), this.select);
    this.form.replaceChildren(choice, this.written, ...this.more(), this.confirmation);
    this.look();
  }

  /** The control as it is asked for. */
  asked() {
    return this.select.value || this.written.querySelector('input').value.trim();
  }

  /** Has the control told in words, once nothing more is written for a moment. */
  lookSoon() {
    clearTimeout(this.waits);
    this.show(null);
    this.waits = setTimeout(() => this.look(), WRITTEN_MS);
  }

  /** Has the control told in words: without them it is put nowhere. */
  async look() {
    clearTimeout(this.waits);
    this.written.hidden = this.select.value !== WRITTEN;
    this.said.textContent = '';
    this.show(null);
    const text = this.asked();
    if (!text) return;
    const answer = await fetch(`/api/control?text=${encodeURIComponent(text)}`).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (text !== this.asked()) return;
    if (answer?.ok) this.show(told);
    else this.said.textContent = refusedWords(told);
  }

  /** Shows a control in words, or that there is none to be put anywhere. */
  show(told) {
    this.told = told;
    this.words.textContent = told ? say('control_desk.words', { notation: told.notation, words: inLanguage(told) }) : '';
    this.confirmation.disabled = !told;
  }

  /** Puts the control that stands there in words on its tables. */
  async confirm() {
    if (!this.told) return;
    this.confirmation.disabled = true;
    this.said.textContent = await this.put(this.asked());
    this.confirmation.disabled = false;
  }
}

/** By what people read. */
function byWords([, one], [, other]) {
  return one.localeCompare(other, currentLanguage(), { numeric: true });
}
