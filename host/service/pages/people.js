// The arbiter's page of people: who has come, is away, calls, talks, and has not seen the last move.

import { button, field, make, quoted, rebuild } from './parts.js';
import { playerName, say, sideName } from './words.js';

const SIDES = ['black', 'white'];

/** The panel of people. */
export class People {
  /** Joins the panel to the desk. */
  constructor(desk) {
    this.desk = desk;
    this.element = document.querySelector('#people');
  }

  /** Shows both sides as they are. */
  draw(known) {
    const { arrived = [], away = [], unseen = {}, summoned = [], talk = null, status } = known.state;
    const from = [arrived, away, unseen, summoned, talk?.side, talk?.overrun, status === 'waiting', known.players];
    rebuild(this.element, from, () => SIDES.map((side) => {
      const of = (list) => list.includes(side);
      return this.side(known, side, {
        arrived: of(arrived), away: of(away), calls: of(summoned), unseen: unseen[side] ?? null,
        talks: talk?.side === side, overrun: talk?.side === side && talk.overrun, waiting: status === 'waiting',
      });
    }));
  }

  /** One side: how things are, and what can be noted. */
  side(known, side, is) {
    const give = (command, key, isOn = true) => {
      const element = button(`people.${key}`, (event) => this.desk.give(`${command} ${side}`, event));
      element.disabled = !isOn;
      element.dataset.command = command;
      return element;
    };
    const call = make('form', 'row', field('people.why', 'why', { width: 'wide' }));
    const submit = make('button', '', say('people.calls', { side: sideName(side) }));
    submit.dataset.command = 'summon';
    call.append(submit);
    call.addEventListener('submit', (event) => {
      event.preventDefault();
      this.desk.giveFor(side, `summon ${side}${quoted(call.why.value)}`, event, () => call.reset());
    });
    const end = button('people.talk_end', (event) => this.desk.give('talk-end', event));
    const box = make('section', 'box tried', make('h2', '', `${sideName(side)} ${ownName(known, side)}`.trim()));
    box.dataset.side = side;
    box.append(make('p', 'presence', presence(is).join(say('common.between'))));
    box.append(make('div', 'row',
      give('arrived', 'arrived', !is.arrived), is.away ? give('back', 'back') : give('leave', 'leave'),
      ...(is.unseen === null ? [] : [give('seen', 'seen')]), is.talks ? end : give('talk', 'talk')));
    box.append(call);
    return box;
  }
}

/** The player's own name, where it is more than the side's. */
function ownName(known, side) {
  const name = playerName(known, side);
  return name === sideName(side) ? '' : name;
}

/** How things are with a player, in words. */
function presence({ arrived, away, calls, unseen, talks, overrun, waiting }) {
  const words = [];
  if (away) words.push(say('people.is_away'));
  else if (arrived) words.push(say('people.has_arrived'));
  else if (waiting) words.push(say('people.not_noted'));
  else words.push(say('people.at_table'));
  if (unseen !== null) words.push(say('people.unseen', { n: unseen }));
  if (calls) words.push(say('people.is_calling'));
  if (talks) words.push(say(overrun ? 'people.talk_overrun' : 'people.is_talking'));
  return words;
}
