// The arbiter's page before a game whose colours are decided by nigiri (10): stones held, stones shown, who holds.

import { choice, field, make, rebuild } from './parts.js';
import { say, seatName, undrawn } from './words.js';

const SEATS = ['one', 'two'];

/** The form for nigiri; it is there only until the colours are decided. */
export class Nigiri {
  /** Joins the form to the desk. */
  constructor(desk) {
    this.desk = desk;
    this.element = document.querySelector('#nigiri');
  }

  /** Shows who holds the stones, and asks for what was held and shown. */
  draw(known) {
    const seats = undrawn(known);
    rebuild(this.element, seats, () => (seats ? [this.form(seats)] : []));
  }

  /** Names the players, and gives the order as it is filled in. */
  form(seats) {
    const stones = field('nigiri.stones', 'stones', { type: 'number', width: 'short' });
    Object.assign(stones.querySelector('input'), { min: 1, max: 361, required: true });
    const shown = choice('nigiri.shown', 'shown', [['1', say('nigiri.odd')], ['2', say('nigiri.even')]]);
    const holds = seats.holder
      ? make('p', 'holder', say('nigiri.holds', { name: seatName(seats, seats.holder) }))
      : choice('nigiri.holder', 'holder', SEATS.map((seat) => [seat, seatName(seats, seat)]));
    const submit = make('button', 'strong', say('nigiri.enter'));
    submit.dataset.command = 'nigiri';
    const form = make('form', 'box tried',
      make('h2', '', say('nigiri.heading')),
      make('p', '', say('nigiri.players', { one: seatName(seats, 'one'), two: seatName(seats, 'two') })),
      holds, make('div', 'row', stones, shown, submit), make('p', 'soft', say('nigiri.about')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const { stones: held, shown: laid, holder } = Object.fromEntries(new FormData(form));
      this.desk.give(`nigiri stones=${held} shown=${laid}${holder ? ` holder=${holder}` : ''}`, event);
    });
    return form;
  }
}
