// Grants of the largest and the smallest that a frame carries, and of two hosts at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Host } from './host.mjs';
import { switchOn, withHost } from './table.mjs';
import { Usb } from './usb.mjs';

const SECOND = 1_000_000;
const STAMP_MAX = 50;
const UNSOUND = 1;
/** How far a clock that runs may lie behind the time of its grant (`GRANT_BEHIND_MAX`), in seconds. */
const BEHIND_MAX = 3_600;

const sides = (host) => host.presses.map(({ side }) => side);
const pressed = (host) => host.happened.map(({ what }) => what.press);

for (const display of ['ssd1306', 'st7789']) {
  test(`the longest control there is, at the latest time there is, is taken by the unit with ${display}`, (t) => {
    const { machine, host, lamps } = withHost({ display });
    machine.run(1.5 * SECOND);
    host.say('longestGrant', { epoch: 2 ** 32 - 1 });
    machine.run(SECOND);
    assert.deepEqual([host.granted, host.troubles], [1, []]);
    machine.tap('white');
    machine.run(2 * SECOND);
    machine.tap('black');
    machine.run(2 * SECOND);
    assert.deepEqual([pressed(host), machine.resets, host.hellos.length], [['white', 'black'], 0, 1]);
    assert.deepEqual(lamps.lit, { black: false, white: true });
    t.diagnostic(`${(machine.stackUsed / 1024).toFixed(1)} of 64 KB stack used`);
    assert.ok(machine.stackUsed < 60 * 1024, `${machine.stackUsed}`);
  });
}

test('a clock that runs, an hour behind, catches up at once; one that is more is not taken', (t) => {
  const { machine, host, lamps } = withHost();
  machine.run(1.5 * SECOND);
  host.grant({ epoch: 1, table: 5, micros: 600 * SECOND });
  machine.run(SECOND / 2);
  machine.tap('white');
  machine.run(SECOND);
  for (const seconds of [40 * 65_535, BEHIND_MAX + 1]) {
    host.say('grantBehind', { epoch: 2, period: 40, seconds });
    machine.run(5 * SECOND);
    assert.deepEqual([host.granted, host.troubles.at(-1), machine.resets, lamps.lit.black], [1, UNSOUND, 0, true]);
  }
  const began = machine.micros;
  host.say('grantBehind', { epoch: 2, period: 40, seconds: BEHIND_MAX });
  machine.runUntil(() => host.granted === 2, 2 * SECOND, 'the grant');
  t.diagnostic(`an hour in periods of 40 s, each with all calls, is caught up in ${((machine.micros - began) / 1000).toFixed(0)} ms`);
  machine.run(5 * SECOND);
  machine.tap('black');
  machine.run(SECOND);
  assert.deepEqual([sides(host), machine.resets, lamps.lit], [['white', 'black'], 0, { black: false, white: true }]);
});

for (const first of ['uart', 'usb']) {
  test(`two hosts that grant at both ports at once: that at ${first} is heard, the other changes nothing until it is silent`, () => {
    const { machine } = switchOn();
    const usb = new Usb(machine);
    usb.open();
    const [one, next] = first === 'uart' ? [machine.uart, usb] : [usb, machine.uart];
    const heard = new Host(machine, one);
    machine.run(1.5 * SECOND);
    const other = new Host(machine, next);
    other.hellos.push(...heard.hellos);
    // In the same instant, the other one with the greater number.
    heard.grant({ epoch: 1, table: 5, micros: 600 * SECOND });
    other.grant({ epoch: 2, table: 6, micros: 300 * SECOND });
    machine.run(SECOND);
    const at = [];
    for (const key of ['white', 'black', 'white', 'black']) {
      heard.grant({ epoch: 1, table: 5, micros: 600 * SECOND });
      other.grant({ epoch: 2, table: 6, micros: 300 * SECOND });
      at.push(machine.micros);
      machine.tap(key);
      machine.run(SECOND / 2);
    }
    assert.deepEqual([sides(heard), sides(other)], [['white', 'black', 'white', 'black'], []]);
    const apart = heard.presses.map(({ stamp }, turn) => stamp - at[turn]);
    assert.ok(Math.max(...apart) - Math.min(...apart) <= STAMP_MAX, `${apart}`);
    assert.deepEqual([other.granted, heard.troubles, other.troubles, machine.resets, usb.found], [0, [], [], 0, 1]);
    // The one that is heard goes: the other has the table from now on.
    heard.silent = true;
    machine.run(3 * SECOND);
    other.grant({ epoch: 2, table: 6, micros: 300 * SECOND });
    machine.run(SECOND);
    machine.tap('white');
    machine.run(SECOND);
    assert.deepEqual([other.granted, sides(other).at(-1)], [1, 'white']);
  });
}
