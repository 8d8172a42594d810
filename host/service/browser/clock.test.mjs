// The touch clock as a device: one before each player, installed, over the whole screen; and the end of a game at it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tapPoint } from './hand.mjs';
import { Scene } from './scene.mjs';
import { carriedOut, says, until } from './stage.mjs';

const LIMIT = { timeout: 120_000 };
const scene = new Scene(`
[[table]]
number = 1
control = "10m"
kind = "go"
size = 9
starts_by = "press"
[[table]]
number = 2
control = "10m"
kind = "chess"
`);
/** Two walls on a board of nine lines: Black's on column C with a white stone behind it, White's on column D. */
const WALLS = [
  ...Array.from({ length: 9 }, (_, index) => [`C${index + 1}`, `D${index + 1}`]).flat(), 'A5', 'B3',
];

/** How the table stands. */
async function stateOf(table = 1) {
  return (await (await fetch(`${scene.service.address}/api/tables/${table}`)).json()).state;
}

/** Waits until the table stands so: each of these names has its value. */
function stands(page, wanted, table = 1) {
  return until(page, async ([number, expected]) => {
    const { state } = await (await fetch(`/api/tables/${number}`)).json();
    return Object.entries(expected).every(([name, value]) => JSON.stringify(state[name]) === JSON.stringify(value));
  }, [table, wanted]);
}

/** Starts a game of Go and plays both walls. */
async function wallsStand(page) {
  await carriedOut(page, [[1, 'press white', 'white']]);
  const orders = WALLS.flatMap((point, index) => {
    const side = index % 2 === 0 ? 'black' : 'white';
    return [[1, `move ${side} ${point}`, 'recorder'], [1, `press ${side}`, side]];
  });
  await carriedOut(page, orders);
}

test('a device before each player: each shows both clocks, and takes no press and no word of the other', LIMIT, async () => {
  const phone = { viewport: { width: 390, height: 780 } };
  const [black, white] = [await scene.open('/table/1/clock?side=black', phone), await scene.open('/table/1/clock?side=white', phone)];
  await white.locator('#white').click();
  await black.locator('#black.runs').waitFor();
  await white.locator('#black.runs').waitFor();
  assert.equal(await white.locator('#black').isDisabled(), true);
  assert.equal(await black.locator('[data-query=white]').isHidden(), true);
  // Neither the other's half nor the other's key does anything.
  await white.locator('#black').click({ force: true });
  await white.keyboard.press('KeyF');
  await black.keyboard.press('KeyJ');
  await black.locator('#black').click();
  await white.locator('#white.runs').waitFor();
  // Held in a hand, the own half is the nearer and the larger.
  const [own, others] = await Promise.all(['#black', '#white'].map((half) => black.locator(half).boundingBox()));
  assert.ok(own.y > others.y && own.height > 1.5 * others.height, JSON.stringify([own, others]));
  // Nor does the service take it, whatever a page sends.
  const answers = await black.evaluate(async () => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/live?tables=1&role=clock&side=black`);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const told = (id) => new Promise((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === 'answer' && message.id === id) resolve(message.ok);
      });
    });
    const orders = [['a', 'press white', 'white'], ['b', 'press white', 'black'], ['c', 'resign white', 'white']];
    const all = [];
    for (const [id, command, by] of orders) {
      const answer = told(id);
      socket.send(JSON.stringify({ type: 'order', id, table: 1, command, by, age_ms: 0, turns: null }));
      all.push(await answer);
    }
    return all;
  });
  assert.deepEqual(answers, [false, false, false]);
  await stands(black, { turn: 'white' });
});

test('a game of Go is ended at the clock: declared, answered, marked, agreed and signed by its two players', LIMIT, async () => {
  const [black, white] = [await scene.open('/table/1/clock?side=black'), await scene.open('/table/1/clock?side=white&lang=zh')];
  await wallsStand(black);
  await black.locator('#finish-open').click();
  await black.locator('#finish [data-command="propose-end black"]').click();
  await white.locator('#finish-open.asked').click();
  await says(white, '#finish', '黑方');
  assert.equal(await black.locator('#finish [data-command^="agree-end"]').count(), 0, 'the other answers');
  await white.locator('#finish [data-command="agree-end white"]').click();
  for (const page of [black, white]) {
    await page.locator('#marks:visible').waitFor();
    await tapPoint(page, 'B3', 9);
    assert.equal(await page.locator('#finish .stone.white.dead').count(), 1);
  }
  await black.locator('#marks-buttons [data-markers=black]').click();
  assert.equal(await black.locator('#marks-buttons button').count(), 1, 'each marks for itself');
  await white.locator('#marks-buttons [data-markers=white]').click();
  await black.locator('#finish .score').first().waitFor();
  // Three columns of nine points are Black's, the other six White's; A5 and column C are Black's own stones.
  assert.equal(await black.locator('#finish .land.black').count(), 17);
  await black.locator('#finish [data-command="agree-count black"]').click();
  await white.locator('#finish [data-command="agree-count white"]').click();
  await black.locator('#finish [data-command="confirm black"]').click();
  await white.locator('#finish [data-command="confirm white"]').click();
  await stands(black, { signatures: ['black', 'white'] });
  assert.equal(await black.locator('#finish [data-command="confirm arbiter"]').count(), 0);
  const state = await stateOf();
  assert.deepEqual([state.status, state.result, state.signatures], ['ended', 'W+34.5', ['black', 'white']], JSON.stringify(state.score));
});

test('in chess a draw is offered, declined and agreed at the clock; to resign takes two touches', LIMIT, async () => {
  const page = await scene.open('/table/2/clock');
  await carriedOut(page, [[2, 'start', 'arbiter'], [2, 'move white e4', 'recorder'], [2, 'press white', 'white']]);
  await carriedOut(page, [[2, 'move black e5', 'recorder'], [2, 'press black', 'black'], [2, 'move white Nf3', 'recorder'], [2, 'press white', 'white']]);
  await page.locator('#finish-open').click();
  assert.equal(await page.locator('#finish .board').count(), 0, 'no board, and no count of moves');
  assert.equal(await page.locator('#finish [data-command="resign black"]').isVisible(), false);
  await page.locator('#finish [data-command="draw-offer black"]').click();
  await page.locator('#finish [data-command="draw-decline white"]').click();
  await page.locator('#finish [data-command="draw-offer black"]').waitFor();
  await page.locator('#finish [name=move]').focus();
  await page.keyboard.press('KeyF');
  assert.equal((await stateOf(2)).turn, 'black', 'what is typed presses no clock');
  await page.locator('#finish details summary').click();
  await page.locator('#finish [data-command="resign black"]').click();
  await stands(page, { result: '1-0' }, 2);
  await page.locator('#finish [data-command="confirm white"]').click();
  await page.locator('#finish-close').click();
  await page.locator('#white').waitFor();
});

test('the first touch reaches what it touches, though the voice begins with it', LIMIT, async () => {
  const page = await scene.open('/table/1/clock', { viewport: { width: 390, height: 780 } });
  await wallsStand(page);
  await carriedOut(page, [[1, 'resign white', 'white']]);
  await says(page, '#status', 'Black wins');
  await page.locator('#finish-open').click();
  await page.locator('#finish [data-command="confirm white"]').waitFor();
  await page.locator('.voice[data-state=touch]').waitFor({ state: 'detached' });
});

test('the clock can be installed, for both players or for one, and fills the screen', LIMIT, async () => {
  const page = await scene.open('/table/1/clock?side=white');
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  assert.equal(new URL(url).pathname + new URL(url).search, '/table/1/clock.webmanifest?side=white');
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const hindered = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  assert.deepEqual(hindered, []);
  await page.locator('#device .full').click();
  await until(page, () => document.fullscreenElement !== null);
  await says(page, '#device .full', 'Leave full screen');
  // Before the game the device is given to one side or to both.
  await page.locator('#device .full').click();
  await page.locator('#device .whose').selectOption('black');
  await page.waitForURL(/side=black/);
  await page.locator('#device .whose').selectOption('');
  await page.waitForURL((address) => !address.search.includes('side'));
  assert.equal(await page.locator('#black').isDisabled(), false);
});
