// A press is stamped within 50 µs of its contact, whatever is drawn meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISPLAYS } from './firmware.mjs';
import { FULL_UART, FULL_USB, hum, random } from './noise.mjs';
import { onUsb, withHost } from './table.mjs';

const STAMP_MAX = 50;

/** How many bytes all pixels are, and behind how many of them the key is pressed. */
const REDRAWS = {
  ssd1306: { whole: 1_024, behind: [1, 250, 500, 750, 1_000] },
  st7789: { whole: 2 * 240 * 240, behind: [1, 16_000, 48_000, 80_000, 104_000] },
};

/** And how long after what has changed everything: it is composed and drawn in memory first. */
const SOON = [150, 2_000, 6_000, 12_000];

/** How long no interrupt may come, at most: what a stamp is late by without that fits beside it. */
const MASKED_MAX = 40;

/** Two agree on the control that is up; White's key is to start Black's clock. */
function agree({ machine }) {
  machine.tap('black');
  machine.tap('white');
  machine.run(300_000);
}

/** Stands, and chooses again. */
function leave({ machine }) {
  machine.tap('arbiter');
  machine.press('queryBlack');
  machine.run(2_200_000);
  machine.release('queryBlack');
  machine.run(100_000);
}

/** Starts a game, so that the whole face is drawn anew, and presses Black's key in the middle of it. */
function pressWhileDrawn(board, when) {
  const { machine, screen, host } = board;
  agree(board);
  const before = screen.bytes;
  let pressed;
  const press = () => {
    pressed = { at: machine.micros, bytes: screen.bytes };
    machine.press('black');
  };
  machine.press('white');
  if (when.bytes) {
    screen.heard = () => {
      if (screen.bytes - before >= when.bytes && !pressed) press();
    };
  } else {
    machine.at(machine.micros + when.micros, press);
  }
  machine.run(300_000);
  screen.heard = () => {};
  machine.release('white');
  machine.release('black');
  machine.run(200_000);
  const { side, stamp } = host.presses.at(-1);
  assert.equal(side, 'black');
  leave(board);
  return { late: stamp - pressed.at, behind: pressed.bytes - before, bytes: screen.bytes - before };
}

for (const display of DISPLAYS) {
  test(`a press while all of ${display} is drawn is stamped within ${STAMP_MAX} µs`, (t) => {
    const board = withHost({ display });
    board.machine.run(1_500_000);
    board.machine.masked = 0;
    const { whole, behind } = REDRAWS[display];
    const moments = [...behind.map((bytes) => ({ bytes })), ...SOON.map((micros) => ({ micros }))];
    const found = moments.map((when) => pressWhileDrawn(board, when));
    for (const { bytes } of found) assert.ok(bytes >= whole, `only ${bytes} bytes were drawn`);
    const late = found.map(({ late }) => late);
    // The timer counts whole microseconds.
    assert.ok(Math.min(...late) > -1 && Math.max(...late) <= STAMP_MAX, `${late}`);
    assert.equal(board.machine.resets, 0);
    const masked = board.machine.masked / 1000;
    assert.ok(masked <= MASKED_MAX, `no interrupt for ${masked} µs`);
    t.diagnostic(`no interrupt is held off for more than ${masked.toFixed(1)} µs`);
    t.diagnostic(`${late.length} presses, stamped at most ${Math.max(...late).toFixed(1)} µs late`);
  });
}

test('edges come at any instant, and a contact that bounces is one press at its first edge', (t) => {
  const board = withHost();
  const { machine, host } = board;
  machine.run(1_500_000);
  agree(board);
  const late = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const key = turn % 2 === 0 ? 'white' : 'black';
    machine.run(200_000 + 7_919.37 * turn);
    const at = machine.micros;
    // 0, 3, 7 ms closed, and open again at 81.
    for (const [after, act] of [[0, 'press'], [1_500, 'release'], [3_000, 'press'], [5_000, 'release'], [7_000, 'press']]) {
      machine.at(at + after, () => machine[act](key));
    }
    machine.at(at + 81_000, () => machine.release(key));
    machine.run(200_000);
    assert.equal(host.presses.length, turn + 1);
    late.push(host.presses.at(-1).stamp - at);
  }
  assert.ok(Math.min(...late) > -1 && Math.max(...late) <= STAMP_MAX, `${late}`);
  t.diagnostic(`20 presses, stamped at most ${Math.max(...late).toFixed(1)} µs late`);
});

test('contacts that part or close for a few microseconds cost no press', () => {
  const board = withHost();
  const { machine, host } = board;
  machine.run(1_500_000);
  agree(board);
  for (let gap = 1; gap <= 40; gap += 1) {
    const key = gap % 2 === 1 ? 'white' : 'black';
    machine.run(200_000 + 7_919.37 * gap);
    const at = machine.micros;
    // Once at the press, and once at the release.
    const edges = [[0, 'press'], [gap, 'release'], [2 * gap, 'press']];
    edges.push(...edges.map(([after, act]) => [81_000 + after, act === 'press' ? 'release' : 'press']));
    for (const [after, act] of edges) machine.at(at + after, () => machine[act](key));
    machine.run(200_000);
    const { side, stamp } = host.presses.at(-1);
    assert.deepEqual([host.presses.length, side], [gap, key], `${gap} µs`);
    assert.ok(stamp - at > -1 && stamp - at <= STAMP_MAX, `${gap} µs: ${stamp - at}`);
  }
});

for (const display of DISPLAYS) {
  test(`a press while both ports of the unit with ${display} carry all they can is stamped within ${STAMP_MAX} µs`, (t) => {
    const board = onUsb({ display });
    const { machine, usb, host } = board;
    machine.run(1_500_000);
    agree(board);
    machine.masked = 0;
    hum(machine, machine.uart, FULL_UART);
    hum(machine, usb, { ...FULL_USB, seed: 2 });
    const below = random(3);
    const late = [];
    for (let turn = 0; turn < 16; turn += 1) {
      machine.run(150_000 + below(150_000_000) / 1_000);
      const at = machine.micros;
      machine.tap(turn % 2 === 0 ? 'white' : 'black');
      machine.run(100_000);
      assert.equal(host.presses.length, turn + 1);
      late.push(host.presses.at(-1).stamp - at);
    }
    assert.ok(Math.min(...late) > -1 && Math.max(...late) <= STAMP_MAX, `${late}`);
    assert.equal(machine.resets, 0);
    const masked = machine.masked / 1000;
    assert.ok(masked <= MASKED_MAX, `no interrupt for ${masked} µs`);
    t.diagnostic(`no interrupt is held off for more than ${masked.toFixed(1)} µs`);
    t.diagnostic(`${late.length} presses, stamped at most ${Math.max(...late).toFixed(1)} µs late`);
  });
}
