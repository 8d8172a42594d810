// What a start makes of what stands when it begins: keys that are held, and memory that somebody has left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, binary } from './firmware.mjs';
import { say } from './frames.mjs';
import { panic } from './panic.mjs';
import { withHost } from './table.mjs';

const SECOND = 1_000_000;
const FLASH = 0x10000000;
/** The mark stands behind four words of the linker's note. */
const MARK = address('BUILD_NOTE') - FLASH + 16;
/** Where the two memories are, and how long each is. */
const KEPT = address('kept6PLACES') - 0x20000000;
const PLACE = 8 + 1_000 * 40 + 8_192;

/** Black's clock runs. */
function running() {
  const board = withHost();
  const { machine } = board;
  machine.run(1.5 * SECOND);
  for (const key of ['black', 'white', 'white']) machine.tap(key);
  machine.run(SECOND);
  return board;
}

const sides = (host) => host.presses.map(({ side }) => side);

test('a key that is held over a reset completes no turn; let go and pressed again it does', () => {
  const { machine, host } = running();
  // White leans on the key while Black completes a turn: it is White's turn now.
  machine.press('white');
  machine.run(SECOND);
  machine.tap('black');
  machine.run(SECOND);
  const before = sides(host);
  assert.equal(before.at(-1), 'black');
  panic(machine, 'src/table.rs', 120);
  machine.run(3 * SECOND);
  assert.deepEqual([machine.resets, sides(host)], [1, before]);
  // It bounces when it is let go.
  const { micros } = machine;
  for (const [after, act] of [[0, 'release'], [1_000, 'press'], [1_400, 'release']]) {
    machine.at(micros + after, () => machine[act]('white'));
  }
  machine.run(SECOND);
  assert.deepEqual(sides(host), before);
  machine.tap('white');
  machine.run(SECOND);
  assert.deepEqual(sides(host), [...before, 'white']);
});

test('keys that are held when it is switched on agree to nothing, call nobody, and are told as stuck', () => {
  const { machine, host, lamps, screen } = withHost();
  const untouched = withHost();
  for (const key of ['black', 'white']) machine.press(key);
  machine.startAnew();
  for (const board of [machine, untouched.machine]) board.run(4 * SECOND);
  assert.deepEqual([host.happened, screen.pixels()], [[], untouched.screen.pixels()]);
  machine.run(28 * SECOND);
  assert.deepEqual(host.happened.map(({ what }) => what.kind), [2, 2]);
  for (const key of ['black', 'white']) machine.release(key);
  machine.run(SECOND);
  for (const key of ['black', 'white', 'white']) machine.tap(key);
  assert.deepEqual(lamps.lit, { black: true, white: false });
});

test('from the boot loader it begins as after a loss of power', () => {
  const { machine, host } = running();
  machine.tap('arbiter');
  machine.run(SECOND);
  machine.receive(say.bootLoader({ serial: host.hellos[0].serial }));
  machine.run(SECOND);
  assert.equal(machine.bootLoader, true);
  machine.startAnew();
  machine.run(2 * SECOND);
  const { boot, resets, newest } = host.hellos.at(-1);
  assert.deepEqual([boot, resets, newest], [2, 0, 0]);
});

test('the same program goes on after its reset key was pressed', () => {
  const { machine, host, lamps } = running();
  machine.startAnew();
  machine.run(2 * SECOND);
  const { boot, resets } = host.hellos.at(-1);
  assert.deepEqual([boot, resets, lamps.lit], [1, 1, { black: true, white: false }]);
});

test('what another build has left in memory is not read, whatever it looks like', () => {
  const { machine, host, lamps } = running();
  const other = Buffer.from(binary());
  other[MARK] ^= 1;
  machine.startAnew(other);
  machine.run(2 * SECOND);
  const { boot, resets, newest } = host.hellos.at(-1);
  assert.deepEqual([boot, resets, newest, lamps.lit], [2, 0, 0, { black: false, white: false }]);
});

test('of two memories of which one is damaged the other is taken', () => {
  for (const place of [KEPT, KEPT + PLACE]) {
    const { machine, host, lamps } = running();
    machine.chip.sram[place + 40] ^= 0x10;
    machine.startAnew();
    machine.run(2 * SECOND);
    const { boot, resets } = host.hellos.at(-1);
    assert.deepEqual([boot, resets, lamps.lit], [1, 1, { black: true, white: false }]);
  }
  const { machine, host, lamps } = running();
  for (const place of [KEPT, KEPT + PLACE]) machine.chip.sram[place + 40] ^= 0x10;
  machine.startAnew();
  machine.run(2 * SECOND);
  const { boot, resets } = host.hellos.at(-1);
  assert.deepEqual([boot, resets, lamps.lit], [2, 0, { black: false, white: false }]);
});
