// The arbiter's hand on a clock: what a correction comes to is seen before it is made, and the usual ones take two taps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scene } from './scene.mjs';
import { carriedOut, cutOff, says, until } from './stage.mjs';

const scene = new Scene('[[table]]\nnumber = "1-2"\ncontrol = "55m+5x60s"\n');

/** The arbiter's page of the first table, its clock's panel open. */
async function openDesk(options) {
  const page = await scene.open('/table/1/arbiter', options);
  await page.locator('#tabs [data-open=clock]').click();
  return page;
}

test('time is given in two taps, with its reason, and stands in the log with before and after', async () => {
  const page = await openDesk();
  await carriedOut(page, [[1, 'start'], [1, 'pause']]);
  await page.getByRole('button', { name: 'White +2 min' }).click();
  await says(page, '.proposal .change', 'White: 0:55:00 (Main time) → 0:57:00 (Main time)');
  assert.doesNotMatch(await page.locator('.proposal .change').textContent(), /Black/);
  await page.getByRole('button', { name: 'disturbed' }).click();
  await says(page, '#dials .white .digits', '0:57:00');
  await until(page, () => document.querySelector('.proposal').hidden);
  await page.locator('#tabs [data-open=log]').click();
  await says(page, '#log', 'disturbed');
});

test('a correction that would be refused is said before it is tried, and one that is left changes nothing', async () => {
  const page = await openDesk({ locale: 'zh-CN' });
  await carriedOut(page, [[1, 'start'], [1, 'pause'], [1, 'set black main=30s']]);
  await page.getByRole('button', { name: '黑方 −1 分' }).click();
  await page.locator('.proposal .change').waitFor();
  assert.notEqual(await page.locator('.proposal .change').textContent(), '');
  await page.getByRole('button', { name: '不更正' }).click();
  await until(page, () => document.querySelector('.proposal').hidden);
  await page.getByRole('button', { name: '白方 +10 秒' }).click();
  await says(page, '.proposal .change', '白方：0:55:00（基本用时） → 0:55:10（基本用时）');
  await page.locator('.proposal input').fill('裁判误操作');
  await page.locator('.proposal input').press('Enter');
  await says(page, '#dials .white .digits', '0:55:10');
});

test('a form of a correction says what it comes to while it is filled in', async () => {
  const page = await openDesk();
  await carriedOut(page, [[1, 'start'], [1, 'pause']]);
  const form = page.locator('#corrections details', { hasText: 'Set a reading' });
  await form.locator('summary').click();
  await form.locator('[name=part]').selectOption('period');
  await form.locator('[name=time]').fill('0:20');
  await form.locator('[name=periods]').fill('3');
  await says(form, '.change', 'Black: 0:55:00 (Main time) → 20 (Byo-yomi');
  await form.locator('[name=time]').fill('twenty');
  await until(page, () => ![...document.querySelectorAll('#corrections .change')].some((one) => one.textContent.includes('Byo-yomi')));
});

test('the quick corrections have room on a telephone and on a tablet in both languages', async () => {
  for (const [locale, width] of [['en-GB', 360], ['en-GB', 1024], ['zh-CN', 360], ['zh-CN', 800]]) {
    const page = await openDesk({ locale, viewport: { width, height: 740 } });
    if (await page.locator('#start').isVisible()) await carriedOut(page, [[1, 'start']]);
    await page.locator('.quick button').first().click();
    await page.locator('.proposal .change').waitFor();
    assert.deepEqual(await cutOff(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }
});
