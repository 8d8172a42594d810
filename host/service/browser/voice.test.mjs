// The voice in a real browser: what sounds is listened to on the audio clock itself, behind everything that the page
// plays, and compared with the instants at which it was due.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertGoesOn, cuttable, distance, listened, nameOf, ONSET_MS, reaches, sounds, speaking, spoken, startOf, TABLE, tableClock,
} from './listening.mjs';
import { carriedOut, onStage, openPage, says, send, until } from './stage.mjs';

const LIMIT = { timeout: 180_000 };
/** How long what no longer holds may still sound. */
const CUT_MS = 30;

test('each call of the count begins at its instant on the audio clock, and is on record', LIMIT, () => onStage(TABLE('2s+1x15s'), async (service, browser) => {
  const page = await speaking(browser, service);
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  await page.waitForTimeout(18_500);
  const offset = await tableClock(page, 1);
  const all = await sounds(page);
  const begun = all.map(({ begins }) => begins + offset);
  const zero = await startOf(service);
  // Of the period that begins at 2 s five seconds are called, then 1 to 9, and 10 once it is decided.
  const due = [2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((second) => zero + second * 1000);
  const apart = due.map((instant) => Math.min(...all.map((one) => distance(one, instant - offset))));
  console.log('onsets apart from their instants, ms:', apart.map((one) => one.toFixed(1)).join(' '));
  assert.ok(apart.every((one) => one <= ONSET_MS), `${apart}; heard at ${begun.map((one) => one - zero)}`);
  const late = begun.filter((one) => one >= zero + 17_000).map((one) => one - zero - 17_000);
  assert.ok(late.length >= 1 && late[0] < 600, `time over is said once it is decided: ${late}`);
  await page.waitForTimeout(3000);
  const record = await spoken(service);
  const names = ['byoyomi', 'elapsed:5', ...Array.from({ length: 10 }, (_, index) => `count:${index + 1}`)];
  assert.deepEqual(record.map(({ call }) => nameOf(call)), names);
  const onsets = record.slice(0, 11).map(({ onset }) => Math.min(...all.map((one) => distance(one, onset / 1000 - offset))));
  assert.ok(onsets.every((one) => one <= ONSET_MS), `on record: ${onsets}`);
  assert.deepEqual(page.broken, []);
  await service.kill();
  assert.match(await service.verified(), /entries hold/);
}));

test('a press before a call leaves it unspoken, one behind it cuts it', LIMIT, () => onStage(TABLE('0s+5x10s'), async (service, browser) => {
  const page = await speaking(browser, service);
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  const zero = await startOf(service);
  let offset = await tableClock(page, 1);
  // Fifty milliseconds before the call at 5 s: the side presses by its key.
  const pressAt = (key, at) => page.evaluate(([code, when]) => new Promise((resolve) => {
    const wait = () => {
      if (performance.now() < when) {
        if (when - performance.now() > 20) setTimeout(wait, when - performance.now() - 15);
        else setTimeout(wait, 0);
        return;
      }
      document.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true }));
      resolve(performance.now());
    };
    wait();
  }), [key, at]);
  const first = await pressAt('KeyF', zero + 4950 - offset);
  await page.waitForTimeout(1000);
  const before = (await sounds(page)).filter(({ begins }) => begins > first - 200);
  assert.deepEqual(before, [], 'left unspoken');
  // White's turn: its call at 5 s begins, and is cut by the press 50 ms later.
  offset = await tableClock(page, 1);
  const call = first + 5000;
  const second = await pressAt('KeyJ', call + 50);
  await page.waitForTimeout(1500);
  const behind = (await sounds(page)).filter(({ begins }) => begins > call - 200);
  console.log('cut after the press, ms:', behind.map(({ ends }) => (ends - second).toFixed(1)).join(' '),
    'begun', behind.map(({ begins }) => (begins - call).toFixed(1)).join(' '));
  assert.equal(behind.length, 1, JSON.stringify(behind));
  assert.ok(behind[0].ends + Math.min(...behind[0].slipped) - second <= CUT_MS, `${behind[0].ends - second} ms behind the press`);
  await until(page, () => true);
  const record = await spoken(service);
  assert.deepEqual(record.map(({ call: one, played }) => [nameOf(one), played]), [['elapsed:5', 'cut']]);
  assert.deepEqual(page.broken, []);
}));

test('a table that is muted is silent, says so on its face and in the hall, and what was due is on record', LIMIT, () => onStage(TABLE('0s+1x30s'), async (service, browser) => {
  const page = await speaking(browser, service);
  const [hall, desk] = await Promise.all(['/', '/table/1/arbiter'].map((path) => openPage(browser, service.address + path)));
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  await desk.locator('[data-open=clock]').click();
  await desk.locator('#mute').click();
  await page.locator('.voice[data-state=muted]').waitFor();
  await says(page, '.voice-state', 'MUTED');
  await says(hall, '.card-muted', 'MUTED');
  await page.waitForTimeout(12_000);
  assert.deepEqual(await sounds(page), []);
  await desk.locator('#mute').click();
  await page.locator('.voice[data-state=heard]').waitFor();
  // 16.2: the call at 10 s was missed; the player demands that the count begins again from it.
  await send(page, [[1, 'recount black elapsed=10', 'black']]);
  await page.waitForTimeout(1500);
  assert.equal((await sounds(page)).length, 1, 'spoken from the missed call');
  await page.waitForTimeout(14_000);
  const record = await spoken(service);
  const missed = record.filter(({ played }) => played === 'not');
  assert.deepEqual(missed.map(({ call, why }) => [nameOf(call), why]), [['elapsed:10', 'muted']]);
  await desk.locator('[data-open=log]').click();
  await desk.locator('#spoken-box summary').click();
  await says(desk, '#spoken li[data-played=not]', 'was due and was NOT spoken: the table, or whatever spoke for it, was muted');
  assert.deepEqual([...page.broken, ...hall.broken, ...desk.broken], []);
}));

test('without recordings there are tones, and the page says so; without a touch it says that it is silent', LIMIT, () => onStage(TABLE('0s+1x10s'), async (service, browser) => {
  const quiet = await openPage(browser, `${service.address}/table/1/clock?lang=zh`);
  await quiet.locator('.voice[data-state=touch]').waitFor();
  await says(quiet, '.voice-state', '无声');
  await quiet.locator('.voice-switch').click();
  await quiet.locator('.voice[data-state=heard]').waitFor();
  const withoutRecordings = (page) => page.route('**/voice/**/*.pcm', (route) => route.abort());
  const page = await listened(browser, `${service.address}/table/1/clock`, withoutRecordings);
  await page.locator('.voice[data-state=tones]').waitFor();
  await says(page, '.voice-state', 'tones instead');
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  await page.waitForTimeout(4500);
  assert.equal((await sounds(page)).length, 4, 'a tone for each second');
}));

test('without any configuration the first touch of the clock starts the game and its voice', LIMIT, () => onStage(null, async (service, browser) => {
  const page = await openPage(browser, `${service.address}/table/1/clock`);
  await page.locator('#white').click();
  await page.locator('#black.runs').waitFor();
  await page.locator('.voice[data-state=heard]').waitFor();
  // A player asks for the time: it is told aloud, and that is on record.
  await page.locator('[data-query=black]').click();
  await until(page, async () => {
    const { voice } = await (await fetch('/api/tables/1/log')).json();
    return voice.some(({ say, played }) => say === 'reading' && played === 'whole');
  });
  // The hall hears one table, and its choice is its own.
  const hall = await page.context().newPage();
  await hall.goto(service.address);
  await hall.locator('#heard').selectOption('1');
  await hall.locator('.voice[data-state=heard]').waitFor();
  await hall.locator('#heard').selectOption('0');
  await hall.locator('.voice[data-state=no_table]').waitFor();
  const chess = await hall.locator('#heard option').allTextContents();
  assert.deepEqual(chess, ['no table', 'Table 1', 'Table 2'], 'in chess nothing is said');
  await page.reload();
  await page.locator('.voice[data-state=touch]').waitFor();
  assert.deepEqual(page.broken, []);
}));

test('calls laid before the recordings came are spoken once they are there', LIMIT, () => onStage(TABLE('3s+1x20s'), async (service, browser) => {
  let arrive = null;
  const arrived = new Promise((resolve) => { arrive = resolve; });
  const late = (page) => page.route('**/voice/**/*.pcm', async (route) => {
    await arrived;
    await route.continue();
  });
  const page = await listened(browser, `${service.address}/table/1/clock`, late);
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  const zero = await startOf(service);
  // The count's beginning is a tone; 10 s of the period, which was laid at the same time, is spoken.
  await page.waitForTimeout(6000);
  arrive();
  await page.waitForTimeout(9000);
  const offset = await tableClock(page, 1);
  const all = await sounds(page);
  const heard = all.map(({ begins, from, to }) => ({ at: begins + offset - zero, length: to - from }));
  const near = (instant) => heard[all.findIndex((one) => distance(one, instant + zero - offset) <= ONSET_MS)];
  console.log('heard, ms:', JSON.stringify(heard.map(({ at, length }) => [Math.round(at), Math.round(length)])));
  assert.ok(near(3000)?.length < 200, `a tone: ${JSON.stringify(heard)}`);
  assert.ok(near(13_000)?.length > 250, `spoken: ${JSON.stringify(heard)}`);
  assert.deepEqual(page.broken, []);
}));

test('with the line cut a clock goes on for three seconds and tells later what it played; another page is silent', LIMIT, () => onStage(TABLE('0s+1x20s'), async (service, browser) => {
  const prepare = (page) => page.addInitScript(cuttable);
  const clock = await listened(browser, `${service.address}/table/1/clock`, prepare);
  const screen = await listened(browser, `${service.address}/table/1`, prepare);
  const pages = [clock, screen];
  for (const page of pages) await page.locator('.voice[data-state=heard]').waitFor();
  await clock.waitForTimeout(1500);
  await carriedOut(clock, [[1, 'start', 'arbiter']]);
  const zero = await startOf(service);
  const offsets = [await tableClock(clock, 1), await tableClock(screen, 1)];
  await reaches(clock, zero + 9500 - offsets[0]);
  const cuts = await Promise.all(pages.map((page, at) => page.evaluate((offset) => {
    window.isCut = true;
    for (const line of window.lines) line.close();
    return performance.now() + offset;
  }, offsets[at] - zero)));
  await screen.locator('.voice[data-state=line]').waitFor();
  await clock.locator('.voice[data-state=line]').waitFor();
  await says(clock, '#black .hint', 'Nothing is counted aloud: call the arbiter');
  await clock.waitForTimeout(2000);
  const heard = await Promise.all(pages.map(async (page, at) => (await sounds(page)).map(({ begins }) => begins + offsets[at] - zero)));
  await Promise.all(pages.map((page) => page.evaluate(() => { window.isCut = false; })));
  for (const page of pages) await page.locator('.voice[data-state=heard]').waitFor();
  assertGoesOn(heard[0], 10_000, cuts[0]);
  assert.deepEqual(heard[1].filter((at) => at > cuts[1] + CUT_MS), [], 'the screen is silent');
  await clock.waitForTimeout(2000);
  const record = await spoken(service);
  for (const name of ['elapsed:10', 'count:1']) {
    const told = record.filter(({ call }) => nameOf(call) === name).map(({ played }) => played);
    assert.deepEqual(told, ['whole'], `${name} in ${JSON.stringify(record)}`);
  }
  assert.deepEqual([...clock.broken, ...screen.broken], []);
}));

test('a page that is put into another language speaks it', LIMIT, () => onStage(null, async (service, browser) => {
  const page = await openPage(browser, `${service.address}/table/1/clock`);
  await page.locator('.voice-switch').click();
  await page.locator('.voice[data-state=heard]').waitFor();
  const asked = page.waitForRequest('**/voice/zh/manifest.json');
  await page.locator('[data-switch-language]').click();
  await asked;
  await page.locator('.voice[data-state=heard]').waitFor();
  assert.deepEqual(page.broken, []);
}));
