// A game's end, at the arbiter's desk and at the players' clock: declarations, draws, the count, results, signatures, the next game.

import { opponent } from './face.js';
import { button, choice, field, make, quoted, rebuild } from './parts.js';
import { resultWords, say, scoreWords, sideName } from './words.js';

const SIDES = ['black', 'white'];
const SIGNERS = ['black', 'white', 'arbiter'];
/** The results that the chief arbiter can give, by game. */
const RESULTS = {
  go: ['B+F', 'W+F', 'B+R', 'W+R', 'Draw', 'Void', '0-0'],
  chess: ['1-0', '0-1', '1/2-1/2', '*', '0-0'],
};

/** The panel of the end. */
export class Ending {
  /** Joins the panel to the desk: for the arbiter, or for players who act for these `sides`. */
  constructor(desk, { sides = SIDES, isOfPlayers = false } = {}) {
    this.desk = desk;
    this.sides = sides;
    this.isOfPlayers = isOfPlayers;
    this.policy = null;
    this.element = document.querySelector('#ending');
  }

  /** Shows what can be done on the way to the end as the table stands. */
  draw(known) {
    const { state, game } = known;
    const { status, proposed_end: proposed, stopped, conceded, border, agreed_count: agreed = [], signatures } = state;
    const from = [
      game.kind, status, state.turn, proposed, stopped, conceded, border, agreed, signatures, state.marks,
      state.draw_offer, state.result, state.reason, state.score, state.cleared, state.closed, this.desk.role, this.policy?.sudden_death,
    ];
    rebuild(this.element, from, () => this.boxes(known).filter(Boolean));
  }

  /** The boxes that make sense now. */
  boxes(known) {
    const { state, game } = known;
    const isOver = ['ended', 'signed'].includes(state.status);
    const isPlay = ['running', 'paused'].includes(state.status);
    return [
      isOver && this.signatures(known),
      state.score && this.count(known),
      state.status === 'marking' && this.marking(known),
      game.kind === 'go' && isPlay && this.declaration(known),
      game.kind !== 'go' && isPlay && this.draws(known),
      isPlay && this.resignation(),
      state.status !== 'waiting' && !this.isOfPlayers && this.chiefResult(known, isOver),
      state.status === 'waiting' && make('p', 'soft', say('ending.not_begun')),
    ];
  }

  /** A box with a heading. */
  box(key, ...parts) {
    return make('section', 'box tried', make('h2', '', say(key)), ...parts);
  }

  /** A button that orders something in the name of whoever sits here. */
  give(command, key, values = {}, name = '') {
    return this.giveFor(null, command, key, values, name);
  }

  /** A button for what a side gives. */
  giveOf(side, command, key, name = '') {
    return this.giveFor(side, `${command} ${side}`, key, { side: sideName(side) }, name);
  }

  /** A button that enters something in the name of `who`, or of whoever sits here. */
  giveFor(who, command, key, values, name) {
    const element = button(key, (event) => this.desk.giveFor(who ?? this.desk.role, command, event), { values, name });
    element.dataset.command = command;
    return element;
  }

  /** A button of this kind for each side that acts here. */
  bothSides(command, key, isOn = () => true) {
    return make('div', 'row', ...this.sides.map((side) => {
      const element = this.giveOf(side, command, key);
      element.disabled = !isOn(side);
      return element;
    }));
  }

  /** Buttons for what one side gives, where that side acts here. */
  rowOf(side, ...buttons) {
    const own = this.sides.includes(side) ? buttons : [];
    return make('div', 'row', ...own.map(([command, key, name]) => this.giveOf(side, command, key, name)));
  }

  /** The side to move says that the game is finished, the other answers; the contest may be given up. */
  declaration({ state }) {
    const { proposed_end: proposed, turn } = state;
    const parts = [];
    if (proposed) {
      const other = opponent(proposed);
      parts.push(make('p', '', say('ending.proposed', { side: sideName(proposed), other: sideName(other) })));
      parts.push(this.rowOf(other,
        ['agree-end', 'ending.agree_end', 'strong'],
        ['decline-end', 'ending.decline_end']));
    } else {
      parts.push(make('p', 'soft', say('ending.declare_about')));
      parts.push(this.rowOf(turn ?? 'black', ['propose-end', 'ending.propose', 'strong']));
    }
    if (this.policy?.sudden_death) {
      parts.push(make('p', 'soft', say('ending.concede_about')));
      parts.push(this.bothSides('concede-contest', 'ending.concede'));
    }
    return this.box('ending.declare', ...parts);
  }

  /** Marks are entered under the board; or play goes on. */
  marking({ state }) {
    const { stopped, conceded, marks = {} } = state;
    const parts = [make('p', '', say('ending.marking_about'))];
    if (conceded) {
      const values = { side: sideName(conceded), other: sideName(opponent(conceded)) };
      parts.push(make('p', '', say('ending.conceded', values)));
    }
    if (marks.black && marks.white) parts.push(make('p', 'differ', say('ending.marks_differ')));
    if (stopped) parts.push(make('p', 'soft', say('ending.play_on_about', { side: sideName(stopped.to_move) })));
    parts.push(this.bothSides('play-on', 'ending.play_on'));
    return this.box('status.marking', ...parts);
  }

  /** The count in zi and points, and whether the sides agree with it. */
  count({ state }) {
    const { score, status, agreed_count: agreed = [], conceded, border } = state;
    const parts = [make('p', 'score', scoreWords(score)), make('p', 'soft', say('ending.areas'))];
    if (conceded && !border) parts.push(make('p', 'differ', say('ending.border_first')));
    if (status === 'counting') {
      parts.push(this.bothSides('agree-count', 'ending.agree_count', (side) => !agreed.includes(side)));
      for (const side of agreed) parts.push(make('p', 'done', say('ending.has_agreed', { side: sideName(side) })));
      if (conceded || state.marks?.chief) parts.push(this.bothSides('play-on', 'ending.play_on'));
    }
    if (status !== 'signed') parts.push(this.bothSides('ask-recount', 'ending.ask_recount'));
    return this.box('status.counting', ...parts);
  }

  /** A draw is offered and answered; in chess it may be claimed. */
  draws({ state, game }) {
    const { draw_offer: offer } = state;
    const parts = [];
    if (offer) {
      const other = opponent(offer);
      parts.push(make('p', '', say('ending.offered', { side: sideName(offer) })));
      parts.push(this.rowOf(other,
        ['draw-agree', 'ending.draw_agree', 'strong'],
        ['draw-decline', 'ending.draw_decline']));
    } else {
      parts.push(this.bothSides('draw-offer', 'ending.draw_offer'));
    }
    if (game.kind === 'chess') parts.push(make('p', 'soft', say('ending.draw_claim_about')), this.drawClaim());
    return this.box('ending.draw', ...parts);
  }

  /** A draw by repetition or fifty moves is claimed, now or with the move that is written. */
  drawClaim() {
    const move = field('ending.draw_move', 'move', { hint: say('record.entry_hint_chess'), width: 'short' });
    const form = make('form', 'row', move);
    for (const side of this.sides) {
      const submit = make('button', '', say('ending.draw_claim', { side: sideName(side) }));
      submit.value = side;
      form.append(submit);
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const written = form.move.value.trim();
      const side = event.submitter.value;
      const command = `claim-draw ${side}${written ? ` ${written}` : ''}`;
      this.desk.giveFor(side, command, event, () => form.reset());
    });
    return form;
  }

  /** A player resigns; at the clock, where any finger may come by, behind a second touch. */
  resignation() {
    const buttons = this.bothSides('resign', 'ending.resign');
    if (!this.isOfPlayers) return this.box('ending.resignation', buttons);
    return make('details', 'box tried', make('summary', '', say('ending.resignation')), buttons);
  }

  /** The chief arbiter gives the game a result, or puts a clerical error right after the signatures. */
  chiefResult({ game }, isOver) {
    const results = RESULTS[game.kind === 'chess' ? 'chess' : 'go'].map((one) => [one, resultWords({ result: one })]);
    const form = make('form', 'row', choice('ending.result', 'result', results));
    if (game.kind === 'go') form.append(field('ending.other_result', 'other', { hint: 'B+0.5', width: 'short' }));
    form.append(field('arbiter.why', 'why', { width: 'wide' }));
    const submit = make('button', 'strong', say('ending.give_result'));
    submit.disabled = !this.desk.isChief;
    form.append(submit);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const { result, other, why } = Object.fromEntries(new FormData(form));
      this.desk.give(`result ${(other ?? '').trim() || result}${quoted(why)}`, event, () => form.reset());
    });
    const parts = [make('p', 'soft', say(isOver ? 'ending.clerical' : 'ending.chief_result_about')), form];
    if (submit.disabled) parts.push(make('p', 'soft chief-only', say('arbiter.chief_only')));
    return this.box('ending.chief_result', ...parts);
  }

  /** The next game in the place of one that nobody will sign: behind a second touch, since the result is left unsigned. */
  replacement() {
    const replace = button('ending.replace', (event) => this.desk.newGame(event, true));
    replace.dataset.command = 'replace-game';
    const about = make('p', 'soft', say('ending.replace_about'));
    return make('details', '', make('summary', '', say('ending.without_signatures')), about, replace);
  }

  /** The result, the three signatures, the cleared table, the next game. */
  signatures({ state }) {
    const { signatures, status, cleared, closed, stopped, score } = state;
    const result = make('p', 'score', resultWords(state) || say('ending.no_result'));
    const rows = SIGNERS.filter((who) => who === 'arbiter' ? !this.isOfPlayers : this.sides.includes(who)).map((who) => {
      const signed = signatures.includes(who);
      const [key, name] = signed ? ['ending.signed', 'done'] : ['ending.sign', 'strong'];
      const giver = who === 'arbiter' ? null : who;
      const element = this.giveFor(giver, `confirm ${who}`, key, { who: say(`who.${who}`) }, name);
      element.disabled = signed || !state.result;
      return element;
    });
    const parts = [result, make('p', 'soft', say('ending.sign_about')), make('div', 'row', ...rows)];
    // A clerical error in the count was put right: the count's own box is not there, as it says something else.
    if (status === 'ended' && stopped && !score) parts.push(this.bothSides('ask-recount', 'ending.ask_recount'));
    if (closed) parts.push(make('p', 'soft hash', say('ending.closed', closed)));
    if (this.isOfPlayers) return this.box('ending.result_and_signatures', ...parts);
    const clear = this.give('cleared', cleared ? 'ending.is_cleared' : 'ending.clear');
    clear.disabled = Boolean(cleared) || status !== 'signed';
    const isSigned = status === 'signed';
    const next = button('ending.next_game', (event) => this.desk.newGame(event), { name: cleared ? 'strong' : '' });
    next.dataset.command = 'new-game';
    next.disabled = !isSigned || !cleared;
    if (!isSigned) parts.push(make('p', 'soft', say('ending.unsigned')), this.replacement());
    return this.box('ending.result_and_signatures', ...parts, make('div', 'row', clear, next));
  }
}
