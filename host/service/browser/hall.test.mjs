// The hall for an arbiter with many tables: sorted by need, a player found, a control put on tables.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scene } from './scene.mjs';
import { carriedOut, cutOff, says, until } from './stage.mjs';

const scene = new Scene(`
[[table]]
number = "1-2"
control = "1h"
[[table]]
number = 3
control = "30s"
players.black = { name = "沈青", rank = "5d" }
players.white = { name = "Ke Lan" }
[[table]]
number = "4-6"
control = "1h"
`);

/** The tables' numbers in the order in which they stand, those out of sight left out. */
function order(page) {
  return page.locator('.card:visible').evaluateAll((cards) => cards.map((card) => Number(card.dataset.table)));
}

/** Waits until the tables stand in this order. */
function stand(page, numbers) {
  return until(page, (wanted) => {
    const seen = [...document.querySelectorAll('.card')].filter((card) => card.checkVisibility());
    return JSON.stringify(seen.map((card) => Number(card.dataset.table))) === JSON.stringify(wanted);
  }, numbers);
}

test('tables that need somebody come first, the most urgent at the top', async () => {
  const page = await scene.open('/');
  await stand(page, [1, 2, 3, 4, 5, 6]);
  await carriedOut(page, [[3, 'start'], [6, 'start'], [6, 'violation black talking'], [5, 'start'], [5, 'claim white disturbing', 'white'], [4, 'start'], [4, 'summon black', 'black']]);
  await says(page, '[data-table="3"] .card-last', 'Last minute');
  await stand(page, [4, 5, 3, 1, 2, 6]);
  await page.locator('#order').uncheck();
  await stand(page, [1, 2, 3, 4, 5, 6]);
  await page.locator('#order').check();
  await stand(page, [4, 5, 3, 1, 2, 6]);
});

test('a table stays where it is while somebody is about to tap it', async () => {
  const page = await scene.open('/');
  await stand(page, [1, 2, 3, 4, 5, 6]);
  const pressing = setInterval(() => page.locator('#tables').dispatchEvent('pointermove').catch(() => {}), 200);
  await carriedOut(page, [[6, 'start'], [6, 'summon black', 'black']]);
  await says(page, '[data-table="6"] .card-alarm', 'Black');
  await page.waitForTimeout(1500);
  assert.deepEqual(await order(page), [1, 2, 3, 4, 5, 6]);
  clearInterval(pressing);
  await stand(page, [6, 1, 2, 3, 4, 5]);
});

test('a player is found by name, a table by number', async () => {
  const page = await scene.open('/');
  await stand(page, [1, 2, 3, 4, 5, 6]);
  for (const [sought, found] of [['沈', [3]], ['ke l', [3]], ['6', [6]], ['60', []], ['', [1, 2, 3, 4, 5, 6]]]) {
    await page.locator('#find').fill(sought);
    await stand(page, found);
  }
});

test('a control is read in words, then put on the tables that wait', async () => {
  const page = await scene.open('/');
  await carriedOut(page, [[2, 'start']]);
  await page.locator('#control summary').click();
  await page.locator('#control select').selectOption('sections');
  await says(page, '.control-words', '15 moves in every 10 min');
  await page.locator('#control [name=tables]').fill('1-3');
  await page.getByRole('button', { name: 'Put it on' }).click();
  await says(page, '#control .said', '2 tables did it');
  await says(page, '#control .said', 'Table 2: the game at this table has begun');
  await says(page, '[data-table="3"] .card-control', '15 moves in every 10 min');
  await says(page, '[data-table="3"] .name', '沈青');
  await page.locator('#control select').selectOption('');
  await page.locator('#control [name=notation]').fill('20m+3x');
  await says(page, '#control .said', 'expected a length of time');
  assert.equal(await page.getByRole('button', { name: 'Put it on' }).isDisabled(), true);
  await page.locator('#control [name=notation]').fill('20m+3x30s');
  await says(page, '.control-words', '3 periods of 30 s');
  await page.locator('#control [name=tables]').fill('');
  await page.getByRole('button', { name: 'Put it on' }).click();
  await says(page, '#control .said', '5 tables did it');
  await says(page, '[data-table="6"] .card-control', '3 periods of 30 s');
});

test('the arbiter puts a control on one table, and it is there after a power cut', async () => {
  const page = await scene.open('/table/1/arbiter?lang=zh');
  await page.locator('[data-open=clock]').first().click();
  await page.locator('#control summary').click();
  await page.locator('#control select').selectOption('chinese-hour');
  await says(page, '.control-words', '保留 5 分读秒');
  await page.getByRole('button', { name: '采用' }).click();
  await says(page, '#control .said', '本台已采用');
  await scene.service.kill();
  await scene.service.start();
  const hall = await scene.open('/?lang=zh');
  await says(hall, '[data-table="1"] .card-control', '保留 5 分读秒');
  await says(hall, '[data-table="2"] .card-control', '1 小时');
  await carriedOut(hall, [[1, 'start']]);
  await until(page, () => document.querySelector('#control').hidden);
});

test('what stands on buttons of the hall has room in both languages on a telephone', async () => {
  for (const locale of ['en-GB', 'zh-CN']) {
    const page = await scene.open('/', { locale, viewport: { width: 360, height: 740 } });
    await stand(page, [1, 2, 3, 4, 5, 6]);
    await page.locator('#control summary').click();
    assert.deepEqual(await cutOff(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }
});
