// The arbiter's hand on the clock: start, pause, go on, and a form for each correction.

import { firstSide } from './face.js';
import { choice, field, fillOptions, make, quoted, rebuild } from './parts.js';
import { preview } from './trial.js';
import { currentLanguage, say, sideName, undrawn } from './words.js';

const SIDES = ['black', 'white'];
/** The parts of a reading that are times, as the command `set` names them. */
const TIMES = ['main', 'period', 'section', 'block', 'unit', 'hourglass'];
/** Which of them the phases show. */
const PART_OF = { byoyomi: 'period', canadian: 'section', ing: 'block', consideration: 'unit', hourglass: 'hourglass' };

/** The panel of the clock. */
export class ClockDesk {
  /** Joins the panel to the desk. */
  constructor(desk) {
    this.desk = desk;
    this.first = document.querySelector('#first-side');
    this.start = document.querySelector('#start');
    this.resume = document.querySelector('#resume');
    this.pause = document.querySelector('#pause-form');
    this.forms = document.querySelector('#corrections');
    this.start.addEventListener('click', (event) => desk.give(`start ${this.first.value}`, event));
    this.resume.addEventListener('click', (event) => desk.give('resume', event));
    this.pause.addEventListener('submit', (event) => {
      event.preventDefault();
      desk.give(`pause${quoted(this.pause.why.value)}`, event, () => this.pause.reset());
    });
  }

  /** Shows what can be done as the clock stands. */
  draw(known) {
    const { status } = known.state;
    const waits = status === 'waiting';
    this.first.hidden = !waits;
    this.start.hidden = !waits;
    // The players have their colours before the clock runs.
    this.start.disabled = Boolean(undrawn(known));
    this.resume.hidden = status !== 'paused';
    this.pause.hidden = status !== 'running';
    const [first, other] = firstSide(known.game) === 'black' ? SIDES : [...SIDES].reverse();
    const named = [first, other].map((side) => [side, say('clock_desk.to_move_first', { side: sideName(side) })]);
    if (this.madeIn !== currentLanguage()) fillOptions(this.first, named);
    this.madeIn = currentLanguage();
    const phases = SIDES.map((side) => known.state[side].phase);
    rebuild(this.forms, [phases, this.desk.isChief], () => this.corrections(phases));
  }

  /** A form for each correction. */
  corrections(phases) {
    const sides = () => choice('clock_desk.side', 'side', SIDES.map((side) => [side, sideName(side)]));
    const seconds = (values) => `${Number(values.minutes || 0) * 60 + Number(values.seconds || 0)}s`;
    return [
      this.form('add', [
        sides(),
        choice('clock_desk.sign', 'sign', [['+', say('clock_desk.give')], ['-', say('clock_desk.take')]]),
        minutes(), secondsField(),
      ], (values) => `add ${values.side} ${values.sign}${seconds(values)}`),
      this.form('set', [
        sides(),
        choice('clock_desk.part', 'part', times(phases).map((part) => [part, say(`clock_desk.part_${part}`)])),
        field('clock_desk.time', 'time', { hint: '0:00', width: 'short' }),
        field('clock_desk.periods', 'periods', { type: 'number', width: 'short' }),
        field('clock_desk.moves', 'moves', { type: 'number', width: 'short' }),
        field('clock_desk.stage', 'stage', { type: 'number', width: 'short' }),
      ], setCommand),
      this.form('turn', [sides()], (values) => `turn ${values.side}`),
      this.form('recount', [sides(), field('clock_desk.elapsed', 'elapsed', { type: 'number', width: 'short' })],
        (values) => `recount ${values.side} elapsed=${values.elapsed || 0}`),
      this.form('swap', [], () => 'swap-sides'),
      this.form('void_flag', [], () => 'void-flag', true),
    ];
  }

  /** One correction: what it is called, its fields, the reason, the button. */
  form(key, fields, command, chiefOnly = false) {
    const form = make('form', 'correction tried');
    const submit = make('button', '', say('arbiter.do'));
    const summary = make('summary', '', say(`clock_desk.${key}`));
    const details = make('details', 'box', summary);
    const row = make('div', 'row', ...fields, field('arbiter.why', 'why', { width: 'wide' }), submit);
    const change = make('p', 'change');
    change.setAttribute('role', 'status');
    submit.disabled = chiefOnly && !this.desk.isChief;
    form.append(make('p', 'soft', say(`clock_desk.${key}_about`)), row, change);
    preview(form, change, () => command(Object.fromEntries(new FormData(form))), this.desk.table, () => this.desk.role);
    if (submit.disabled) form.append(make('p', 'soft chief-only', say('arbiter.chief_only')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(form));
      this.desk.give(command(values) + quoted(values.why), event, () => form.reset());
    });
    details.append(form);
    return details;
  }
}

/** The field for minutes. */
function minutes() {
  return field('clock_desk.minutes', 'minutes', { type: 'number', width: 'short' });
}

/** The field for seconds. */
function secondsField() {
  return field('clock_desk.seconds', 'seconds', { type: 'number', width: 'short' });
}

/** The parts that may be set; those that the clocks show now come first. */
function times(phases) {
  const shown = phases.map((phase) => PART_OF[phase] ?? 'main');
  return [...new Set([...shown, ...TIMES])];
}

/** `set black main=330s periods=3`, of what was filled in. */
function setCommand(values) {
  const parts = [];
  if (values.time.trim()) parts.push(`${values.part}=${lengthOf(values.time)}`);
  for (const part of ['periods', 'moves', 'stage']) if (values[part]) parts.push(`${part}=${values[part]}`);
  return ['set', values.side, ...parts].join(' ');
}

/** `5:30` as 330 s, `1:00:00` as 3600 s; what is written otherwise is left for the service to read. */
function lengthOf(text) {
  const said = text.trim().replaceAll('：', ':');
  if (!/^\d+(:\d{1,2}){0,2}$/.test(said)) return said.replaceAll(/\s/g, '');
  return `${said.split(':').reduce((total, part) => total * 60 + Number(part), 0)}s`;
}
