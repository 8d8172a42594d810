// The mirror of a table's face in a real browser: its canvas is the picture that the service draws, pixel for pixel, for
// every display in both languages while a game is played, and that of the documents.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Scene } from './scene.mjs';
import { carriedOut, says, send, until } from './stage.mjs';

const LIMIT = { timeout: 240_000 };
const SIZES = ['128x64', '240x240', '320x240', '480x320'];
const LANGUAGES = ['en', 'zh'];
/** How long a correction is shown. */
const CORRECTION_MS = 8500;

const scene = new Scene(`
[[table]]
number = 3
control = "55m+5x60s"
display.language = "zh"
`);

/** Whether the canvas shows a picture: one that is served, or a file as a data address. */
function shows(page, picture) {
  return page.evaluate(async (address) => {
    const pixels = (canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const bitmap = await createImageBitmap(await (await fetch(address)).blob(), { colorSpaceConversion: 'none' });
    const other = new OffscreenCanvas(bitmap.width, bitmap.height);
    other.getContext('2d').drawImage(bitmap, 0, 0);
    const canvas = document.querySelector('#face');
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) return false;
    const [seen, wanted] = [pixels(canvas), pixels(other)];
    return seen.every((byte, index) => byte === wanted[index]);
  }, picture);
}

/** A picture of the documents, as the page can fetch it: the service is asked for nothing. */
async function documented(page, size, name) {
  const file = new URL(`../../../docs/faces/${size}/${name}.png`, import.meta.url);
  const address = `${scene.service.address}/documented/${size}/${name}.png`;
  await page.route(address, async (route) => route.fulfill({ contentType: 'image/png', body: await readFile(file) }));
  return address;
}

/** Waits until the canvas shows what the service draws: while a clock runs, that is another picture each second. */
async function becomes(page, size, language) {
  const served = `/api/tables/3/face.png?size=${size}&language=${language}`;
  for (let tries = 0; tries < 40; tries += 1) {
    if (await shows(page, served)) return;
    await page.waitForTimeout(100);
  }
  assert.fail(`${size} in ${language}: the canvas never shows the picture`);
}

/** A mirror of each display in each language. */
async function mirrors() {
  const pages = [];
  for (const size of SIZES) {
    for (const language of LANGUAGES) {
      pages.push({ size, language, page: await scene.open(`/table/3/face?size=${size}&language=${language}`) });
    }
  }
  return pages;
}

test('the canvas is what the service draws, pixel for pixel, while a game is played', LIMIT, async () => {
  const pages = await mirrors();
  const [{ page: hand }] = pages;
  const all = async () => {
    for (const { page, size, language } of pages) await becomes(page, size, language);
  };
  await all();
  for (const order of [
    [3, 'start', 'arbiter'], [3, 'press black', 'black'], [3, 'summon white', 'white'], [3, 'press white', 'white'],
    [3, 'pause "lunch"', 'arbiter'], [3, 'resume', 'arbiter'], [3, 'set black main=1s', 'arbiter'],
  ]) {
    await carriedOut(hand, [order]);
    await all();
  }
  await hand.waitForTimeout(CORRECTION_MS);
  await all();
  await carriedOut(hand, [[3, 'resign white', 'white']]);
  await all();
});

test('a face is the one in the documents', LIMIT, async () => {
  const pages = await mirrors();
  const [{ page: hand }] = pages;
  // White is in byo-yomi with 21 s and three periods, and both clocks stand because of the display.
  await carriedOut(hand, [
    [3, 'start white', 'arbiter'], [3, 'pause "the display"', 'arbiter'], [3, 'set black main=12m34s', 'arbiter'],
    [3, 'set white periods=3 period=21s', 'arbiter'],
  ]);
  await hand.waitForTimeout(CORRECTION_MS);
  for (const { page, size, language } of pages) {
    const picture = await documented(page, size, `paused.${language}`);
    assert.ok(await shows(page, picture), `${size} in ${language}`);
  }
});

test('its pixels are whole on the screen, and the choice stands in the address', LIMIT, async () => {
  const page = await scene.open('/table/3/face', { viewport: { width: 1100, height: 900 } });
  assert.equal(await page.locator('#size').inputValue(), '320x240');
  const scale = () => page.locator('#face').evaluate((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    return [width / canvas.width, height / canvas.height];
  });
  assert.deepEqual(await scale(), [3, 3]);
  await becomes(page, '320x240', 'zh');
  await page.locator('#size').selectOption('128x64');
  await page.locator('#language').selectOption('en');
  await until(page, () => document.querySelector('#face').width === 128);
  await becomes(page, '128x64', 'en');
  assert.deepEqual(await scale(), [8, 8]);
  assert.match(page.url(), /\/table\/3\/face\?size=128x64&language=en$/);
  await page.setViewportSize({ width: 390, height: 700 });
  await until(page, () => document.querySelector('#face').getBoundingClientRect().width === 3 * 128);
  await says(page, '#disk', 'All of it is on record');
});

test('a mirror whose service is gone says so, and goes on when it is back', LIMIT, async () => {
  const page = await scene.open('/table/3/face?lang=zh&size=128x64');
  await says(page, 'h1', '第 3 台');
  await send(page, [[3, 'start', 'arbiter']]);
  await scene.service.kill();
  await page.locator('#line:not([hidden])').waitFor();
  await scene.service.start();
  await page.locator('#line').waitFor({ state: 'hidden' });
  await becomes(page, '128x64', 'zh');
});

test('the hall leads to the mirror of each table', LIMIT, async () => {
  const hall = await scene.open('/');
  await hall.locator('[data-table="3"] nav a', { hasText: 'Face' }).click();
  await hall.waitForURL(/\/table\/3\/face$/);
  await hall.locator('body:not(.unknown) #face').waitFor();
});
