// The arbiter's desk: in whose name orders are given (a player's word is entered in the player's own), and what becomes of each, said beside what was tried.

import { make } from './parts.js';
import { currentLanguage, say } from './words.js';

const REMEMBERED = 'flagfall.role';
const ROLES = ['arbiter', 'chief'];

/** Gives orders as the arbiter or the chief arbiter. */
export class Desk extends EventTarget {
  /** The desk of a table, which acts in a fixed `role` where one is given; else its switch of roles is filled in. */
  constructor(live, table, role = null) {
    super();
    this.live = live;
    this.table = table;
    this.role = role ?? rememberedRole();
    /** Where each order that is not answered was tried. */
    this.tried = new Map();
    this.switches = [...document.querySelectorAll('#role [data-role]')];
    for (const element of this.switches) {
      element.addEventListener('click', () => this.actAs(element.dataset.role));
    }
    live.addEventListener('answer', ({ detail }) => this.answered(detail));
    if (!role) this.actAs(this.role);
  }

  /** What the page knows of its table. */
  get known() {
    return this.live.tables.get(this.table);
  }

  /** Whether whoever sits here acts as the chief arbiter. */
  get isChief() {
    return this.role === 'chief';
  }

  /** Acts in another role from now on. */
  actAs(role) {
    this.role = role;
    remember(role);
    document.body.dataset.role = role;
    for (const element of this.switches) {
      element.setAttribute('aria-checked', String(element.dataset.role === role));
    }
    this.dispatchEvent(new CustomEvent('role'));
  }

  /** Orders something; `done` is called once it is on disk. What was said of an earlier try there goes. */
  give(command, event, done = null, by = this.role) {
    this.keep(this.live.order(this.table, command, by, event), event, done);
  }

  /** Enters what somebody else gives, such as a player's signature: it goes on record in their name. */
  giveFor(who, command, event, done = null) {
    this.give(command, event, done, who);
  }

  /** Asks for the next game, in the place of one that is not signed where that is said. */
  newGame(event, replace = false) {
    this.keep(this.live.newGame(this.table, replace), event, null);
  }

  /** Remembers where an order was tried. */
  keep(order, event, done) {
    const place = (event.submitter ?? event.target).closest('.tried');
    if (place) saidIn(place).replaceChildren();
    this.tried.set(order.id, { place, done });
  }

  /** Says beside what was tried why it was refused, in both languages. */
  answered({ order, ok, why, lapsed }) {
    const { place, done } = this.tried.get(order.id) ?? {};
    this.tried.delete(order.id);
    if (ok) done?.();
    else if (place?.isConnected) saidIn(place).replaceChildren(...refusal(lapsed ? null : why));
  }
}

/** The place in a form where it is said what became of it. */
function saidIn(place) {
  const found = place.querySelector(':scope > .said');
  if (found) return found;
  const said = make('div', 'said');
  said.setAttribute('role', 'alert');
  place.append(said);
  return said;
}

/** A refusal, first in the language of the page. */
function refusal(why) {
  if (!why) return [make('p', '', say('common.refused', { why: say('common.lapsed') }))];
  const first = currentLanguage();
  return [first, first === 'en' ? 'zh' : 'en'].map((language) => {
    const line = make('p', '', language === first ? say('common.refused', { why: why[language] }) : why[language]);
    line.lang = language === 'zh' ? 'zh-Hans' : language;
    return line;
  });
}

/** The role of an earlier look at this page in the same window. */
function rememberedRole() {
  try {
    const role = sessionStorage.getItem(REMEMBERED);
    return ROLES.includes(role) ? role : 'arbiter';
  } catch {
    return 'arbiter';
  }
}

/** Keeps the role while the window is open. */
function remember(role) {
  try {
    sessionStorage.setItem(REMEMBERED, role);
  } catch {
    // A browser that keeps nothing starts as the plain arbiter.
  }
}
