// The firmware plays the games of firmware/unit/tests/club by its pins, and its displays show the pixels that Rust's
// `panel` has drawn of the same games.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DISPLAYS } from './firmware.mjs';
import { panic } from './panic.mjs';
import { picture } from './pictures.mjs';
import { switchOn } from './table.mjs';

const HELD = 2_200_000;
const APART = 50_000;
const REST = 60_000;

const text = readFileSync(new URL('../../unit/tests/club/games.txt', import.meta.url), 'utf8');
const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** The words of a game. */
function game(name) {
  const from = lines.indexOf(`game ${name}`) + 1;
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => line.startsWith('game '));
  return (end < 0 ? rest : rest.slice(0, end)).map((line) => line.split(' '));
}

function play(name, display) {
  const board = switchOn({ display });
  const { machine, screen, size } = board;
  let resets = 0;
  for (const [word, ...rest] of game(name)) {
    if (word === 'breaks-down') {
      for (let times = 0; times < Number(rest[0]); times += 1) {
        panic(machine, 'src/table.rs', 120);
        machine.run(20_000);
      }
      resets += Number(rest[0]);
    } else if (word === 'wait') machine.run(Number(rest[0]) * 1e6);
    else if (word === 'tap') machine.tap(rest[0]);
    else if (word === 'hold') {
      rest.forEach((key, number) => {
        if (number > 0) machine.run(APART);
        machine.press(key);
      });
      machine.run(HELD);
      rest.forEach((key) => machine.release(key));
      machine.run(REST);
    } else if (word === 'shows') {
      const [shown, wanted] = [screen.pixels(), picture(size, rest[0])];
      const differ = shown.reduce((sum, part, at) => sum + (part === wanted[at] ? 0 : 1), 0);
      assert.equal(differ, 0, `${rest[0]} at ${machine.micros} µs: bytes that differ`);
    } else throw new Error(`not understood: ${word}`);
  }
  assert.equal(machine.resets, resets);
  assert.ok(screen.on);
  return board;
}

for (const display of DISPLAYS) {
  test(`players choose a control and play, seen on ${display}`, () => {
    play('choosing', display);
  });
}

test('a unit that begins anew again and again stands, says so, and goes on by a key', () => {
  play('breakdown', 'ssd1306');
});

test('five minutes run out, seen and heard to the flag', () => {
  const { lamps, machine, piezo } = play('flag', 'ssd1306');
  machine.run(1_500_000);
  const fell = piezo.heard.find(({ hertz }) => Math.abs(hertz - 3_200) < 16);
  assert.ok(fell && Math.abs(fell.millis - 1_000) <= 2, JSON.stringify(piezo.heard));
  // A last count-down second each, higher than a call.
  assert.ok(piezo.heard.filter(({ hertz, millis }) => Math.abs(hertz - 2_700) < 14 && Math.abs(millis - 80) <= 2).length >= 5);
  // White's lamp blinks twice a second.
  const changes = [];
  lamps.changed = (lamp, lit) => changes.push({ lamp, lit, at: machine.micros });
  machine.run(2_000_000);
  assert.ok(changes.every(({ lamp }) => lamp === 'white'));
  assert.ok(Math.abs(changes.length - 8) <= 1, JSON.stringify(changes));
});

test('what was chosen last is up at the next start, from one sector of the flash to the other', () => {
  let before;
  let chosen;
  // One page at the first start, then two each time: a sector has sixteen, and so it is a choice that begins the next one.
  for (let start = 1; start <= 12; start += 1) {
    const { machine, screen } = switchOn({ before });
    machine.run(1_000_000);
    before = machine;
    if (start === 1) continue;
    if (chosen) assert.deepEqual(screen.pixels(), chosen, `start ${start}`);
    machine.tap('black');
    machine.tap('black');
    machine.run(300_000);
    chosen = screen.pixels();
    machine.tap('black');
    machine.tap('white');
    machine.run(300_000);
  }
});
