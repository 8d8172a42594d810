// The display of a unit is pulled off, put in, cut short, or holds its bus: nothing else stops, and it shows everything
// again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { running, switchOn } from './table.mjs';

const SECOND = 1_000_000;
const RAM = 0x20000000;
/** `wfi`, and back to it. */
const WAITS_FOR_EVER = [0x30, 0xbf, 0xfd, 0xe7];

test('a display that holds its bus for ever costs no press and no time', () => {
  const { machine, screen, host } = running();
  screen.stuck = true;
  machine.run(2 * SECOND);
  const at = machine.micros;
  machine.tap('black');
  machine.run(2 * SECOND);
  assert.equal(machine.resets, 0);
  const { side, stamp } = host.presses.at(-1);
  assert.deepEqual([side, Math.abs(stamp - at) <= 50], ['black', true]);
});

/** What holds the bus of a display in the middle of a game, and how it ends. */
const HOLDS = {
  'is cut short in an acknowledgement': (screen) => screen.hold(9),
  'holds its bus for three seconds': (screen, machine) => {
    screen.stuck = true;
    machine.at(machine.micros + 3 * SECOND, () => (screen.stuck = false));
  },
};

for (const [name, hold] of Object.entries(HOLDS)) {
  test(`a display that ${name} in a game shows everything soon after it, and nothing begins anew`, () => {
    const { machine, screen, host } = running();
    hold(screen, machine);
    screen.memory.fill(0xa5);
    machine.run(3 * SECOND);
    machine.tap('black');
    machine.run(2 * SECOND);
    machine.tap('arbiter');
    machine.run(SECOND);
    const shown = screen.pixels();
    screen.memory.fill(0xa5);
    machine.run(7 * SECOND);
    assert.deepEqual(screen.pixels(), shown);
    assert.ok(screen.memory.some((byte) => byte !== 0xa5), 'it was drawn');
    assert.deepEqual([screen.stuck, machine.resets, host.presses.at(-1).side], [false, 0, 'black']);
  });
}

/** From now on whatever draws waits for ever; what interrupts it goes on. */
function stopDrawing(machine) {
  const { chip } = machine;
  while (chip.core.IPSR !== 0) machine.run(10);
  chip.sram.set(WAITS_FOR_EVER, 0);
  chip.core.PC = RAM;
}

test('for drawing that does not end the chip is reset once in ten minutes at most, and then shows everything', () => {
  const { machine, screen, host } = running();
  stopDrawing(machine);
  machine.run(9.7 * 60 * SECOND);
  assert.equal(machine.resets, 0);
  machine.run(20 * SECOND);
  assert.equal(machine.resets, 1);
  assert.deepEqual(host.happened.slice(-2).map(({ what }) => what.breakdown ?? what.resets), [1, 'display']);
  // Its clock went on, and so does the game.
  machine.tap('black');
  machine.run(SECOND);
  assert.equal(host.presses.at(-1).side, 'black');
  assert.ok(screen.on && screen.bytes >= 1024);
  stopDrawing(machine);
  machine.run(5 * 60 * SECOND);
  assert.equal(machine.resets, 1);
});

for (const bits of [1, 9]) {
  test(`a display that a reset cut short, and that holds the data line for ${bits} more, shows everything after it`, () => {
    const { machine, screen } = running();
    machine.tap('arbiter');
    machine.run(SECOND);
    const shown = screen.pixels();
    screen.hold(bits);
    screen.memory.fill(0xa5);
    machine.startAnew();
    machine.run(3 * SECOND);
    assert.deepEqual([screen.holds, screen.stuck, screen.stops], [0, false, 2]);
    assert.deepEqual(screen.pixels(), shown);
  });
}

for (const [display, soon] of [['ssd1306', 7], ['st7789', 32]]) {
  test(`a ${display} that comes back shows everything within ${soon} s, whether anything changes or not`, () => {
    const { machine, screen } = running({ display });
    machine.tap('arbiter');
    machine.run(SECOND);
    const shown = screen.pixels();
    screen.unplug();
    machine.run(3 * SECOND);
    screen.plug();
    machine.run(soon * SECOND);
    assert.deepEqual([screen.on, machine.resets], [true, 0]);
    assert.deepEqual(screen.pixels(), shown);
    // Pulled off and plugged in before anybody could see it.
    screen.unplug();
    screen.plug();
    machine.run(soon * SECOND);
    assert.equal(screen.on, true);
    assert.deepEqual(screen.pixels(), shown);
  });
}

for (const [display, soon] of [['ssd1306', 7], ['st7789', 32]]) {
  test(`a ${display} that is put in only after the start shows what one shows that was there, within ${soon} s`, () => {
    const [late, there] = [switchOn({ display }), switchOn({ display })];
    late.screen.unplug();
    for (const { machine } of [late, there]) machine.run(3 * SECOND);
    late.screen.plug();
    for (const { machine } of [late, there]) machine.run(soon * SECOND);
    assert.deepEqual([late.screen.on, late.machine.resets], [true, 0]);
    assert.deepEqual(late.screen.pixels(), there.screen.pixels());
  });
}
