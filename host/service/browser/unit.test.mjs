// A table whose unit is not there, on the hall's page: it is given up there, and its game is played and ended without.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scene } from './scene.mjs';
import { carriedOut, cutOff, says, send } from './stage.mjs';

const LIMIT = { timeout: 120_000 };

const scene = new Scene(`
[[table]]
number = 1
control = "20m+3x30s"
unit = "/dev/flagfall/table-1"
[[table]]
number = 2
control = "20m+3x30s"
`);

test('a unit of which there is no word is given up in the hall, and its game can be ended', LIMIT, async () => {
  const page = await scene.open('/?lang=zh', { viewport: { width: 360, height: 740 } });
  const card = page.locator('[data-table="1"]');
  await says(card, '.card-alarm', '收不到本桌单元的消息');
  assert.equal(await page.locator('[data-table="2"] .card-unit').isVisible(), false);
  const [refused] = await send(page, [[1, 'resign white', 'white']]);
  assert.equal(refused.ok, false, JSON.stringify(refused));
  await card.locator('.card-unit summary').click();
  assert.deepEqual(await cutOff(page), []);
  await card.locator('.card-unit button').click();
  await card.locator('.card-alarm').waitFor({ state: 'hidden' });
  await card.locator('.card-unit').waitFor({ state: 'hidden' });
  await carriedOut(page, [[1, 'start', 'arbiter'], [1, 'press black', 'black'], [1, 'resign white', 'white']]);
  await says(card, '.card-status', 'B+R');
  const again = await page.evaluate(async () => {
    const answer = await fetch('/api/tables/1/give-up-unit', { method: 'POST' });
    return [answer.status, (await answer.json()).why.en];
  });
  assert.deepEqual(again, [409, 'the clock of this table is in no unit']);
});
