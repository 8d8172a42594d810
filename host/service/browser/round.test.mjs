// The panel for all tables on the hall's page, and the pages over TLS.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scene } from './scene.mjs';
import { freePort, openPage, says, until } from './stage.mjs';

const port = await freePort();
const scene = new Scene(`
wall = "battery"
lan = { on = true, listen = "127.0.0.1", port = ${port} }
[[table]]
number = "1-3"
control = "1h"
`);

/** Fills in a time so many seconds from now. */
function fillTime(page, seconds) {
  return page.locator('#round [name=at]').evaluate((field, ahead) => {
    const at = new Date(Date.now() + ahead * 1000);
    field.value = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }, seconds);
}

/** Opens the hall and its panel. */
async function openPanel(options) {
  const page = await scene.open('/', options);
  await page.locator('#round summary').click();
  return page;
}

/** Waits until so many tables have that status. */
function count(page, status, number) {
  return until(page, ([wanted, n]) => document.querySelectorAll(`.card[data-status=${wanted}]`).length === n, [status, number]);
}

test('all tables start at once, and some are paused', async () => {
  const page = await openPanel();
  await page.locator('#round select').selectOption('start');
  await page.getByRole('button', { name: 'Now' }).click();
  await says(page, '#round .said', '3 tables did it');
  await count(page, 'running', 3);
  await page.locator('#round select').selectOption('pause');
  await page.locator('#round [name=why]').fill('fire "alarm"');
  await page.locator('#round [name=tables]').fill('1, 3');
  await page.getByRole('button', { name: 'Now' }).click();
  await count(page, 'paused', 2);
  await says(page, '.card[data-table="3"]', 'fire "alarm"');
  await page.locator('#round [name=tables]').fill('');
  await page.getByRole('button', { name: 'Now' }).click();
  await says(page, '#round .said', 'Table 1: ');
});

test('what is set for a time is carried out then, or taken away before', async () => {
  const page = await openPanel({ locale: 'zh-CN' });
  await page.locator('#round select').selectOption('start');
  const button = page.getByRole('button', { name: '按时执行' });
  await button.click();
  await says(page, '#round .said', '台号写作');
  await fillTime(page, -60);
  await button.click();
  await says(page, '#round .said', '这个时间已经过去');
  await fillTime(page, 3600);
  await button.click();
  await says(page, '.round-line', '已定时');
  await page.getByRole('button', { name: '撤销' }).click();
  await until(page, () => document.querySelectorAll('.round-line').length === 0);
  await fillTime(page, 2);
  await button.click();
  await count(page, 'running', 3);
  await says(page, '.round-line', '3 台已执行');
});

test('over TLS the pages are the same, and their lines are open', async () => {
  const page = await openPage(scene.browser, `https://127.0.0.1:${port}/`, { ignoreHTTPSErrors: true });
  scene.pages.push(page);
  await count(page, 'waiting', 3);
  assert.equal(await page.evaluate(() => location.protocol), 'https:');
  const here = await scene.open('/');
  await here.locator('#round summary').click();
  await here.locator('#round select').selectOption('start');
  await here.getByRole('button', { name: 'Now' }).click();
  await count(page, 'running', 3);
});
