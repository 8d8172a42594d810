// The arbiter's page of adjournment: play is adjourned, the envelope handed over, the next session begun, the envelope
// opened with the slip's passphrase or by what the paper says.

import { button, field, make, quoted, rebuild } from './parts.js';
import { isPrivate, tell } from './secret.js';
import { opponent } from './face.js';
import { currentLanguage, say, sideName } from './words.js';

/** The panel of adjournment. */
export class Adjournment {
  /** Joins the panel to the desk. */
  constructor(desk) {
    this.desk = desk;
    this.element = document.querySelector('#adjournment');
    /** Why the last passphrase did not open: the form is built anew when that is on record. */
    this.why = null;
  }

  /** Shows what can be done as the adjournment stands. */
  draw(known) {
    const { state, players } = known;
    const isPlay = ['running', 'paused'].includes(state.status);
    const from = [state.adjournment, isPlay, state.status, players, this.desk.role];
    rebuild(this.element, from, () => this.boxes(known, isPlay));
  }

  /** The boxes that make sense now. */
  boxes({ state }, isPlay) {
    const about = state.adjournment;
    if (!about) return [isPlay ? this.adjourning() : make('p', 'soft', say('adjourn_desk.not_now'))];
    return {
      sealing: () => [this.stage(about), this.sealing(about)],
      closed: () => [this.stage(about), this.closed()],
      resumed: () => [this.stage(about), this.opening(about), this.absent(about)],
    }[about.stage]?.() ?? [];
  }

  /** A box with a heading. */
  box(key, ...parts) {
    return make('section', 'box tried', make('h2', '', say(key)), ...parts);
  }

  /** A button that orders something. */
  give(command, key, name = '', values = {}) {
    const element = button(key, (event) => this.desk.give(command, event), { name, values });
    element.dataset.command = command;
    return element;
  }

  /** Where a page of the table is. */
  page(name, key) {
    const link = make('a', 'link', say(key));
    link.href = `/table/${this.desk.table}/${name}`;
    link.target = '_blank';
    link.rel = 'noopener';
    return link;
  }

  /** Play is adjourned at once, or up to a set time that lies ahead. */
  adjourning() {
    const minutes = field('adjourn_desk.minutes', 'minutes', { type: 'number', width: 'short' });
    const submit = make('button', 'strong', say('adjourn_desk.adjourn'));
    submit.dataset.command = 'adjourn';
    const form = make('form', 'row', minutes, submit);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const { nowMs, received, state } = this.desk.known.face;
      const ahead = Number(form.minutes.value) * 60_000;
      const passed = state.status === 'waiting' ? 0 : (performance.now() - received) * this.desk.live.rate;
      const until = ahead > 0 ? ` until ${((nowMs + passed + ahead) / 1000).toFixed(3)}` : '';
      this.desk.give(`adjourn${until}`, event, () => form.reset());
    });
    return this.box('adjourn_desk.heading', make('p', 'soft', say('adjourn_desk.about')), form);
  }

  /** How far it has come, and the sheet to print. */
  stage({ stage, sealer, n, commitment, wrong_passphrases: wrong }) {
    const words = say(`adjourn_desk.stage_${stage}`, { side: sideName(sealer), n });
    const parts = [make('p', 'presence', words)];
    if (commitment) {
      parts.push(make('p', 'soft hash', say('adjourn_desk.commitment', { commitment })));
    } else if (stage !== 'sealing') {
      parts.push(make('p', 'soft', say('adjourn_desk.paper_only')));
    }
    if (wrong) parts.push(make('p', 'differ', say('adjourn_desk.wrong', { n: wrong })));
    parts.push(make('div', 'row', this.page('envelope', 'adjourn_desk.envelope_page')));
    return this.box('adjourn_desk.heading', ...parts);
  }

  /** The sealer seals on their own page, or on paper, and hands over. */
  sealing({ commitment }) {
    const about = say(commitment ? 'adjourn_desk.is_sealed' : 'adjourn_desk.sealing_about');
    return this.box('adjourn_desk.sealing', make('p', 'soft', about),
      make('div', 'row', this.page('seal', 'adjourn_desk.seal_page'), this.give('hand-over', 'adjourn_desk.hand_over', 'strong')));
  }

  /** Everybody has left; play goes on in another session. */
  closed() {
    return this.box('adjourn_desk.session', make('p', 'soft', say('adjourn_desk.session_about')),
      make('div', 'row', this.give('resume-session', 'adjourn_desk.resume', 'strong')));
  }

  /** The envelope is opened: with its passphrase, or by what the paper says. */
  opening({ commitment }) {
    const parts = [make('p', 'soft', say('adjourn_desk.open_about'))];
    if (commitment) parts.push(this.passphrase());
    const typed = make('form', 'row', field('adjourn_desk.typed', 'move', { width: 'short' }));
    if (commitment) typed.append(field('adjourn_desk.salt', 'salt', { width: 'wide' }));
    const submit = make('button', '', say('adjourn_desk.lay'));
    submit.dataset.command = 'open-seal';
    typed.append(submit);
    typed.addEventListener('submit', (event) => {
      event.preventDefault();
      const salt = (typed.salt?.value ?? '').replaceAll(/\s+/g, '');
      const move = quoted(typed.move.value);
      if (move) this.desk.give(`open-seal${salt ? ` salt=${salt}` : ''}${move}`, event, () => typed.reset());
    });
    parts.push(make('p', 'soft', say('adjourn_desk.paper_about')), typed, make('div', 'row',
      this.give('open-seal unreadable', 'adjourn_desk.unreadable'), this.give('open-seal lost', 'adjourn_desk.lost')));
    return this.box('adjourn_desk.opening', ...parts);
  }

  /** The field for the six words of the slip. */
  passphrase() {
    const words = field('adjourn_desk.passphrase', 'passphrase', { width: 'wide', hint: say('adjourn_desk.six_words') });
    Object.assign(words.querySelector('input'), { autocomplete: 'off', spellcheck: false, autocapitalize: 'off' });
    const submit = make('button', 'strong', say('adjourn_desk.open'));
    submit.disabled = !isPrivate();
    const form = make('form', 'row tried', words, submit);
    form.id = 'passphrase-form';
    form.autocomplete = 'off';
    if (submit.disabled) form.append(make('p', 'differ', say('adjourn_desk.insecure')));
    form.addEventListener('submit', (event) => this.tryPassphrase(event, form, submit));
    const said = form.appendChild(make('div', 'said', ...(this.why ? refusal(this.why) : [])));
    said.setAttribute('role', 'alert');
    return form;
  }

  /** Tries the passphrase, and says what became of it. */
  async tryPassphrase(event, form, submit) {
    event.preventDefault();
    const passphrase = form.passphrase.value;
    if (!passphrase.trim()) return;
    submit.disabled = true;
    const { ok, why, what, lapsed } = await tell(this.desk.table, 'open-seal', { passphrase, by: this.desk.role });
    submit.disabled = false;
    if (ok) form.reset();
    this.why = ok ? null : (lapsed ? say('common.lapsed') : why ?? what);
    this.element.querySelector('#passphrase-form .said')?.replaceChildren(...(ok ? [] : refusal(this.why)));
  }

  /** Where the replier has not come, their clock runs with the envelope shut. */
  absent({ sealer }) {
    const replier = sideName(opponent(sealer));
    return this.box('adjourn_desk.absent', make('p', 'soft', say('adjourn_desk.absent_about', { side: replier })),
      make('div', 'row', this.give('start', 'adjourn_desk.start', '', { side: replier })));
  }
}

/** A refusal, first in the language of the page. */
function refusal(why) {
  if (typeof why === 'string') return [make('p', '', say('common.refused', { why }))];
  const first = currentLanguage();
  return [first, first === 'en' ? 'zh' : 'en'].map((language) => {
    return make('p', '', language === first ? say('common.refused', { why: why[language] }) : why[language]);
  });
}
