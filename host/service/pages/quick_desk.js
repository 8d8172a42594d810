// The corrections that are made most: a tap for side and time, what it comes to, and a tap for the reason, which does it.

import { button, make, quoted } from './parts.js';
import { tried } from './trial.js';
import { say, sideName } from './words.js';

/** What a tap gives, or takes. */
const STEPS = ['-1m', '-10s', '+10s', '+1m', '+2m', '+5m'];
/** Why clocks are corrected. */
const REASONS = ['disturbed', 'not_pressed', 'set_wrongly', 'opponent'];
const SIDES = ['black', 'white'];

/** The panel, in its place on the desk. */
export class QuickDesk {
  /** Joins the panel to the desk. */
  constructor(desk, place) {
    this.desk = desk;
    this.place = place;
    this.choice = make('div', 'quick');
    this.proposal = make('div', 'proposal tried');
    this.proposal.setAttribute('role', 'group');
    place.append(this.choice, this.proposal);
    this.dismiss();
  }

  /** Says everything in the language of the page. */
  relabel() {
    this.choice.replaceChildren(...SIDES.map((side) => {
      const name = make('strong', '', sideName(side));
      const row = make('div', 'row', name, ...STEPS.map((step) => this.step(side, step)));
      row.setAttribute('role', 'group');
      row.setAttribute('aria-label', sideName(side));
      return row;
    }));
    this.dismiss();
  }

  /** The button of a side and a time. */
  step(side, step) {
    const values = { n: parseInt(step.slice(1), 10) };
    const key = `clock_desk.${step.startsWith('+') ? 'plus' : 'minus'}_${step.endsWith('m') ? 'minutes' : 'seconds'}`;
    const element = button(key, () => this.propose(`add ${side} ${step}`), { values });
    element.setAttribute('aria-label', say('clock_desk.step_of', { side: sideName(side), step: element.textContent }));
    return element;
  }

  /** Says what a correction comes to, and asks why it is made. */
  async propose(command) {
    this.command = command;
    const { ok, words } = await tried(this.desk.table, command, this.desk.role);
    if (this.command !== command) return;
    const change = make('p', ok ? 'change' : 'change refused', words);
    change.setAttribute('role', 'status');
    const cancel = button('clock_desk.cancel', () => this.dismiss(), { name: 'quiet' });
    this.proposal.replaceChildren(change, ...(ok ? [make('p', 'soft', say('clock_desk.why_does_it')), this.reasons(cancel)] : [cancel]));
    this.proposal.setAttribute('aria-label', words);
    this.proposal.hidden = false;
  }

  /** A button for each reason, and a field for another one. */
  reasons(cancel) {
    const known = REASONS.map((reason) => {
      const words = say(`clock_desk.reason_${reason}`);
      return button(`clock_desk.reason_${reason}`, (event) => this.correct(words, event), { name: 'strong' });
    });
    const other = make('input');
    other.placeholder = say('clock_desk.other_reason');
    other.setAttribute('aria-label', say('clock_desk.other_reason'));
    const form = make('form', 'row', other, make('button', 'strong', say('arbiter.do')), cancel);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.correct(other.value, event);
    });
    return make('div', 'reasons', make('div', 'row', ...known), form);
  }

  /** Does what is proposed. */
  correct(why, event) {
    this.desk.give(this.command + quoted(why), event, () => this.dismiss());
  }

  /** Puts the proposal away. */
  dismiss() {
    this.command = null;
    this.proposal.hidden = true;
    this.proposal.replaceChildren();
  }
}
