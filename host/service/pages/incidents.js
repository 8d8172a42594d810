// The arbiter's page of incidents: one is noted, each is ruled on, and what rulings brought is told.

import { isOver, opponent, spanText } from './face.js';
import { button, fillOptions, make, option, quoted, rebuild } from './parts.js';
import { currentLanguage, inLanguage, moveWords, say, sideName } from './words.js';

const SIDES = ['black', 'white'];
/** Which kinds stand together; what a policy names besides is told under "other". */
const GROUPS = {
  clock: ['press-before-stone', 'press-without-move', 'two-hands', 'hand-on-clock', 'time-wasting', 'clock-fault'],
  board: [
    'two-moves-in-a-row', 'moved-placed-stone', 'touch-move', 'dropped-stone', 'displaced-stones',
    'displaced-stones-intended', 'board-upset', 'board-upset-outside', 'board-upset-intended', 'illegal-point',
    'illegal-move', 'wrongful-capture', 'captures-left-on-board', 'touched-captures', 'captured-stones-not-in-lid',
    'move-after-stop', 'cycle', 'wrong-draw-claim', 'not-recording',
  ],
  people: ['late', 'absent', 'withdrew'],
  conduct: [
    'disturbing', 'talking', 'consulting', 'wandering', 'phone', 'device', 'smoking', 'dress', 'disobeyed-ruling',
    'arranged-game',
  ],
  sealed: ['seal-unreadable', 'seal-lost', 'seal-mismatch'],
};

/** Whether an incident waits for a ruling. */
export function waits({ ruling, expired, withdrawn }) {
  return !ruling && !expired && !withdrawn;
}

/** The panel of incidents. */
export class Incidents {
  /** Joins the panel to the desk. */
  constructor(desk) {
    this.desk = desk;
    this.policy = null;
    this.form = document.querySelector('#incident-form');
    this.info = document.querySelector('#kind-info');
    this.claim = document.querySelector('#claim');
    this.warnings = document.querySelector('#warnings');
    this.list = document.querySelector('#incidents');
    this.items = new Map();
    this.form.addEventListener('submit', (event) => this.note(event));
    this.form.addEventListener('change', () => this.drawForm());
    desk.addEventListener('role', () => desk.known && this.draw(desk.known));
  }

  /** Judges by this policy from now on. */
  judgeBy(policy) {
    this.policy = policy;
    this.items.clear();
    this.list.replaceChildren();
    this.madeFor = null;
    if (this.desk.known) this.draw(this.desk.known);
  }

  /** What the policy says of a kind. */
  kindOf(id) {
    return this.policy?.kinds.find((kind) => kind.id === id);
  }

  /** An incident is noted, or a player complains of the offender. */
  note(event) {
    event.preventDefault();
    const { side, kind, note } = this.form;
    const isClaim = event.submitter?.value === 'claim';
    const who = isClaim ? opponent(side.value) : side.value;
    const word = isClaim ? 'claim' : 'violation';
    const giver = isClaim && !this.isUrgent(who) ? who : this.desk.role;
    this.desk.giveFor(giver, `${word} ${who} ${kind.value}${quoted(note.value)}`, event, () => {
      note.value = '';
    });
  }

  /** Whether only an arbiter may take a side's complaint down now: it is not that side's own time. */
  isUrgent(side) {
    return Boolean(this.policy?.claims_on_own_time) && this.desk.known?.state.turn !== side;
  }

  /** Shows everything as the table stands. */
  draw(known) {
    this.fillForm();
    this.drawWarnings(known);
    this.drawList(known);
  }

  /** The choices of the form, in the language of the page. */
  fillForm() {
    const made = `${currentLanguage()} ${this.policy?.id}`;
    if (this.madeFor !== made && this.policy) {
      this.madeFor = made;
      fillOptions(this.form.side, SIDES.map((side) => [side, sideName(side)]));
      const chosen = this.form.kind.value;
      this.form.kind.replaceChildren(...groups(this.policy));
      if (this.kindOf(chosen)) this.form.kind.value = chosen;
    }
    this.drawForm();
  }

  /** What is said of the chosen kind: article, explanation, who decides, what follows. */
  drawForm() {
    const kind = this.kindOf(this.form.kind.value);
    this.claim.textContent = say('incident.claim', { side: sideName(opponent(this.form.side.value || 'black')) });
    if (!kind) return;
    const about = [articleWords(kind), decidesWords(kind), outcomeWords(kind)].filter(Boolean);
    const window = this.windowOf(kind);
    rebuild(this.info, [kind.id, this.policy.id, window], () => [
      make('p', '', inLanguage(kind.explanation)), make('p', 'soft', about.join(say('common.between'))),
      make('p', window.isOpen ? 'soft window' : 'differ window', window.words),
    ]);
  }

  /** Until when a complaint of this kind holds, and whether it would now. */
  windowOf(kind) {
    const { state, moves = [] } = this.desk.known ?? { state: {} };
    const offender = this.form.side.value || 'black';
    const side = opponent(offender);
    // Whose move is on record and not pressed has left the other no move since.
    const isOwed = state.ahead?.who === 'moves' && moves.at(-1)?.side === offender;
    const over = isOver(state);
    const isOpen = {
      'next-move': !over && (state.turn === side || isOwed),
      resumption: !over && ['closed', 'resumed'].includes(state.adjournment?.stage),
      end: !over,
      signed: true,
    }[kind.claim_until] ?? true;
    const key = `window_${kind.claim_until.replace('-', '_')}`;
    const until = say(`incident.${key}`, { side: sideName(side) });
    return { isOpen, words: say(isOpen ? 'incident.window_runs' : 'incident.window_over', { until }) };
  }

  /** Each side's warnings, and how many lose. */
  drawWarnings({ state }) {
    const counts = SIDES.map((side) => {
      const { warnings = 0, cautions = 0, penalty_zi: zi = 0, penalty_points: points } = state[side];
      // Where points are counted, they are what is taken off.
      return [warnings, cautions, points ?? zi, points === undefined ? 'off_count' : 'off_count_points'];
    });
    rebuild(this.warnings, [counts, this.policy?.id], () => SIDES.flatMap((side, index) => {
      const [warnings, cautions, off, unit] = counts[index];
      const all = this.policy?.warnings_lose;
      const told = [say(all ? 'incident.warnings_of' : 'incident.warnings', { n: warnings, all })];
      if (cautions) told.push(say('incident.cautions', { n: cautions }));
      if (off) told.push(say(`incident.${unit}`, { n: off }));
      return [make('dt', '', sideName(side)), make('dd', '', told.join(say('common.between')))];
    }));
  }

  /** The incidents, the latest first. */
  drawList({ state, game }) {
    const { incidents, appeals = [] } = state;
    for (const incident of incidents) {
      const item = this.itemOf(incident.n);
      const own = appeals.filter(({ n }) => n === incident.n).map(({ side }) => side);
      const typed = Object.fromEntries([...item.querySelectorAll('input')].map((input) => [input.name, input.value]));
      const parts = () => this.parts(incident, own, game.kind);
      if (!rebuild(item, [incident, own, this.desk.role, this.policy?.id], parts)) continue;
      for (const input of item.querySelectorAll('input')) input.value = typed[input.name] ?? '';
    }
    for (const [n, item] of this.items) if (n > incidents.length) this.drop(n, item);
    this.list.classList.toggle('none', incidents.length === 0);
    this.list.dataset.none = say('incident.none');
  }

  /** The element of an incident, made when it is first heard of. */
  itemOf(n) {
    if (!this.items.has(n)) {
      const item = make('li', 'box tried');
      item.dataset.n = n;
      this.items.set(n, item);
      this.list.prepend(item);
    }
    return this.items.get(n);
  }

  /** Another game has other incidents. */
  drop(n, item) {
    item.remove();
    this.items.delete(n);
  }

  /** All that is said of an incident, and what may be ruled. */
  parts(incident, appeals, gameKind) {
    const kind = this.kindOf(incident.kind);
    const state = stateOf(incident);
    const head = make('p', 'incident-head', make('strong', '', say('incident.number', { n: incident.n })));
    head.append(` ${whoWords(incident)}${kind ? inLanguage(kind.name) : incident.kind} `);
    const chip = make('span', `chip ${state}`, say(`incident.state_${state}`));
    head.append(chip);
    const about = [kind && articleWords(kind), incident.move && moveOf(incident.move), kind && decidesWords(kind)];
    const parts = [head, make('p', 'soft', about.filter(Boolean).join(say('common.between')))];
    if (incident.note) parts.push(make('p', 'note-said', `“${incident.note}”`));
    if (incident.ruling) parts.push(this.ruled(incident, kind));
    for (const side of appeals) parts.push(make('p', 'appealed', say('incident.appealed', { side: sideName(side) })));
    if (state === 'open' || state === 'ruled') parts.push(...this.choices(incident, kind, gameKind));
    return parts;
  }

  /** The ruling in words, and what it brought. */
  ruled({ ruling, by, ruled_move: played, penalties = [] }, kind) {
    const named = [choiceName(kind, ruling), played && moveWords({ move: played })].filter(Boolean).join(' ');
    const words = say('incident.ruling', { choice: named, by: say(`who.${by}`) });
    const brought = penalties.map(penaltyWords);
    return make('div', 'ruling', make('p', '', words), ...brought.map((one) => make('p', 'penalty', one)));
  }

  /** A button for each thing that may be ruled, the reason, and what a player may do against the ruling. */
  choices(incident, kind, gameKind) {
    const others = incident.choices.filter((choice) => choice !== incident.ruling);
    const isBarred = (choice) => !this.desk.isChief && choiceOf(kind, choice)?.decides === 'chief';
    const buttons = others.map((choice) => {
      const element = make('button', choice === 'dismiss' ? '' : 'strong', choiceLabel(kind, choice));
      element.type = 'button';
      element.dataset.choice = choice;
      element.disabled = isBarred(choice);
      element.addEventListener('click', (event) => this.rule(incident, choice, event));
      return element;
    });
    const agreed = others.filter((choice) => choiceOf(kind, choice)?.agreed);
    buttons.push(...agreed.map((choice) => this.agree(incident, choice, choiceName(kind, choice))));
    const row = make('div', 'row');
    if (incident.choices.includes('play')) {
      row.append(input('move', say(gameKind === 'chess' ? 'record.entry_hint_chess' : 'record.entry_hint'), 'short'));
    }
    row.append(input('why', say('incident.why'), 'wide'));
    const parts = [row, make('div', 'row', ...buttons)];
    if (others.some(isBarred)) parts.push(make('p', 'soft chief-only', say('incident.chief_only')));
    if (!incident.ruling) return parts;
    parts.push(make('div', 'row', ...SIDES.map((side) => this.appeal(side))));
    const [summary, about] = [make('summary', '', say('incident.again')), make('p', 'soft', say('incident.reverse'))];
    return [make('details', 'again', summary, about, ...parts)];
  }

  /** What both players may settle between them. */
  agree(incident, choice, words) {
    const element = button('incident.agreed', (event) => this.rule(incident, choice, event, 'both'), {
      values: { choice: words },
    });
    element.dataset.agreed = choice;
    return element;
  }

  /** A player appeals; it goes on record beside the last ruling. */
  appeal(side) {
    return button('incident.appeal', (event) => {
      const { why } = inputsOf(event);
      this.desk.giveFor(side, `appeal ${side}${quoted(why)}`, event);
    }, { values: { side: sideName(side) }, name: 'quiet' });
  }

  /** Rules on an incident, in the role of the desk or in both players' name. */
  rule({ n }, choice, event, by = this.desk.role) {
    const { move = '', why } = inputsOf(event);
    const played = choice === 'play' && move.trim() ? ` ${move.trim()}` : '';
    this.desk.give(`rule ${n} ${choice}${played}${quoted(why)}`, event, null, by);
  }
}

/** What was typed into an incident's fields. */
function inputsOf(event) {
  const inputs = event.target.closest('.tried').querySelectorAll('input');
  return Object.fromEntries([...inputs].map((one) => [one.name, one.value]));
}

/** A field without a label of its own. */
function input(name, hint, width) {
  const element = make('input', width);
  Object.assign(element, { name, placeholder: hint });
  element.setAttribute('aria-label', hint);
  return element;
}

/** The policy's kinds in groups. */
function groups(policy) {
  const grouped = Object.values(GROUPS).flat();
  const named = { ...GROUPS, other: policy.kinds.map(({ id }) => id).filter((id) => !grouped.includes(id)) };
  return Object.entries(named).flatMap(([group, ids]) => {
    const kinds = ids.map((id) => policy.kinds.find((kind) => kind.id === id));
    const there = kinds.filter((kind) => kind && (!kind.sudden_death_only || policy.sudden_death));
    if (there.length === 0) return [];
    const element = document.createElement('optgroup');
    element.label = say(`incident.group_${group}`);
    element.append(...there.map((kind) => option(kind.id, inLanguage(kind.name))));
    return [element];
  });
}

/** How an incident stands: open, ruled, expired or withdrawn. */
function stateOf(incident) {
  if (incident.withdrawn) return 'withdrawn';
  if (incident.expired) return 'expired';
  return incident.ruling ? 'ruled' : 'open';
}

/** Who has to answer, or who complains of whom. */
function whoWords({ side, claimant }) {
  if (claimant) return say('incident.complains', { side: sideName(claimant), other: sideName(opponent(claimant)) });
  return side ? say('incident.of', { side: sideName(side) }) : '';
}

/** The article of a kind. */
function articleWords({ article }) {
  const named = inLanguage(article);
  return named ? say('incident.article', { article: named }) : '';
}

/** Who decides a kind, where it is not any arbiter. */
function decidesWords({ decides }) {
  return decides === 'chief' ? say('incident.decides_chief') : '';
}

/** What a kind comes to, where it can come to one thing only. */
function outcomeWords({ choices }) {
  const own = choices.filter(({ id }) => id !== 'dismiss');
  if (own.length !== 1) return '';
  return say('incident.outcome', { outcome: inLanguage(own[0].brings) || say('incident.no_penalty') });
}

/** What the policy says of a choice. */
function choiceOf(kind, id) {
  return kind?.choices.find((one) => one.id === id);
}

/** A choice's name. */
function choiceName(kind, id) {
  return inLanguage(choiceOf(kind, id)?.name) || id;
}

/** A choice's name with what follows from it. */
function choiceLabel(kind, id) {
  const brings = inLanguage(choiceOf(kind, id)?.brings);
  const choice = choiceName(kind, id);
  return brings && id === 'uphold' ? say('incident.choice', { choice, brings }) : choice;
}

/** The move that an incident is about. */
function moveOf(n) {
  return say('incident.about_move', { n });
}

/** One thing that a ruling brought. */
function penaltyWords({ side, kind, amount, amount_ms: time = 0, given, move, becomes, adds_up: addsUp }) {
  const values = { side: side ? sideName(side) : '', n: amount ?? move ?? '', time: spanText(time) };
  if (kind === 'time') return say(given ? 'penalty.given' : 'penalty.taken', values);
  if (kind === 'void') return say(`penalty.void_${becomes}`, values);
  if (kind === 'warning' && addsUp === false) return say('penalty.warning_alone', values);
  return say(`penalty.${kind.replaceAll('-', '_')}`, values);
}
