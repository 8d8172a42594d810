// What stands on record of the voice, in a real browser: who was heard, in which words, and why what was due was not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, sounds, speaking, spoken, TABLE } from './listening.mjs';
import { carriedOut, onStage, openPage, says, until } from './stage.mjs';

const LIMIT = { timeout: 180_000 };

/** Sets the page's own volume. */
function setVolume(page, percent) {
  return page.locator('.voice-volume').evaluate((range, value) => {
    range.value = value;
    range.dispatchEvent(new Event('input', { bubbles: true }));
  }, percent);
}

/** How the voice stood, the latest last: who was heard, and who stood at volume 0. */
async function stood(service) {
  const { voice } = await (await fetch(`${service.address}/api/tables/1/log`)).json();
  return voice.filter(({ entry }) => entry === 'voice');
}

test('a page at volume 0 is muted on the face, in the hall and on record, and speaks again at the next call', LIMIT, () => onStage(TABLE('0s+1x30s'), async (service, browser) => {
  const page = await speaking(browser, service);
  const [hall, desk] = await Promise.all(['/', '/table/1/arbiter'].map((path) => openPage(browser, service.address + path)));
  await setVolume(page, 0);
  await page.locator('.voice[data-state=zero]').waitFor();
  await says(hall, '.card-muted', 'MUTED: the volume is 0');
  await desk.locator('[data-open=clock]').click();
  await says(desk, '#voice .chip', 'MUTED: the volume is 0');
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  // The call at 10 s is due meanwhile; when the page is heard again in its middle, it is not said late.
  await page.waitForTimeout(10_300);
  await setVolume(page, 60);
  await page.locator('.voice[data-state=heard]').waitFor();
  await hall.locator('.card-muted').first().waitFor({ state: 'hidden' });
  await page.waitForTimeout(500);
  assert.deepEqual(await sounds(page), []);
  await page.waitForTimeout(25_000 - 10_800);
  const record = await spoken(service);
  const became = record.map(({ call, played, why, in: tongue }) => [nameOf(call), played, why ?? tongue]);
  assert.deepEqual(became.find(([name]) => name === 'elapsed:20'), ['elapsed:20', 'whole', 'zh']);
  await until(page, async () => {
    const { voice } = await (await fetch('/api/tables/1/log')).json();
    return voice.some(({ why }) => why === 'muted');
  });
  const missed = (await spoken(service)).filter(({ played }) => played === 'not');
  assert.deepEqual(missed.map(({ call, why }) => [nameOf(call), why]), [['elapsed:10', 'muted']]);
  const speakers = (await stood(service)).map(({ speakers: heard = [], silent = [] }) => [heard.length, silent.length]);
  assert.deepEqual(speakers, [[1, 0], [0, 1], [1, 0]]);
  await desk.locator('[data-open=log]').click();
  await desk.locator('#spoken-box summary').click();
  await says(desk, '#spoken li[data-played=whole]', 'Black: “二十秒” spoken');
  await says(desk, '#spoken li[data-played=not]', 'Black: “ten seconds” was due and was NOT spoken');
  const lines = await desk.locator('#spoken li').allTextContents();
  const at = lines.map((line) => Number.parseFloat(line));
  assert.deepEqual(at, [...at].sort((one, other) => other - one), 'in the order of the table\'s time, the latest first');
  await service.kill();
  assert.match(await service.verified(), /entries hold/);
  assert.deepEqual([...page.broken, ...hall.broken, ...desk.broken], []);
}));

test('after a power cut what was not confirmed is unknown, and the page has another name', LIMIT, () => onStage(TABLE('0s+1x30s'), async (service, browser) => {
  const page = await speaking(browser, service);
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  // What the page says of what it has played does not come in time.
  await page.evaluate(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      if (!text.includes('"played"')) send.call(this, text);
    };
  });
  await page.waitForTimeout(11_500);
  const [before] = (await stood(service)).map(({ speakers }) => speakers[0]);
  await service.kill();
  await page.close();
  await service.start();
  const record = await spoken(service);
  assert.deepEqual(record.map(({ call, why }) => [nameOf(call), why]), [['elapsed:10', 'interrupted']]);
  assert.deepEqual((await stood(service)).at(-1).speakers ?? [], [], 'nobody speaks at first');
  const again = await speaking(browser, service);
  await until(again, async () => {
    const { voice } = await (await fetch('/api/tables/1/log')).json();
    return voice.at(-1).speakers?.length === 1;
  });
  const after = (await stood(service)).at(-1).speakers[0];
  assert.match(before, /^page [0-9a-f]{6}-1$/);
  assert.match(after, /^page [0-9a-f]{6}-1$/);
  assert.notEqual(before, after);
  await service.kill();
  assert.match(await service.verified(), /entries hold/);
}));
