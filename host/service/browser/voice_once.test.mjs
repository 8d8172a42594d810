// What is said once and not twice, and what is not said at all, in a real browser: around mutes, switches and reloads,
// beside queries, and with nobody there to decide what is counted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertGoesOn, distance, listened, ONSET_MS, reaches, sounds, speaking, startOf, TABLE, tableClock } from './listening.mjs';
import { carriedOut, onStage, says } from './stage.mjs';

const LIMIT = { timeout: 180_000 };
/** An answer lasts more than two seconds: in the middle of it something happens. */
const MIDDLE_MS = 700;
/** What of a recording's beginning and end is too soft to be heard. */
const FADES_MS = 60;
/** Behind its end. */
const OVER_MS = 4500;

/** Asks for the time, does something in the middle of the answer, and gives back how often anything is heard behind it. */
async function afterwards(page, act) {
  await carriedOut(page, [[1, 'query black', 'black']]);
  await page.waitForTimeout(MIDDLE_MS);
  assert.equal((await sounds(page)).length > 0, true, 'the answer has begun');
  await act();
  await page.evaluate(() => { window.heard = []; });
  await page.waitForTimeout(OVER_MS);
  const heard = await page.evaluate(() => window.heard.length);
  await page.evaluate(() => { window.heard = []; });
  return heard;
}

/** Lets what was sent to the listener come: it is heard before the act, not behind it. */
const settled = (page) => page.waitForTimeout(60);

test('nothing is said twice around a switch off and on, a mute, or a reload in its middle', LIMIT, () => onStage(TABLE('10m'), async (service, browser) => {
  const page = await speaking(browser, service);
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  const switched = await afterwards(page, async () => {
    await page.locator('.voice-switch').click();
    await settled(page);
    await page.locator('.voice-switch').click();
    await page.locator('.voice[data-state=heard]').waitFor();
  });
  const muted = (yes) => fetch(`${service.address}/api/tables/1/voice`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ muted: yes }),
  });
  const unmuted = await afterwards(page, async () => {
    await muted(true);
    await page.locator('.voice[data-state=muted]').waitFor();
    await settled(page);
    await muted(false);
    await page.locator('.voice[data-state=heard]').waitFor();
  });
  const reloaded = await afterwards(page, async () => {
    await page.reload();
    await page.locator('.voice-switch').click();
    await page.locator('.voice[data-state=heard]').waitFor();
  });
  assert.deepEqual({ switched, unmuted, reloaded }, { switched: 0, unmuted: 0, reloaded: 0 });
  await carriedOut(page, [[1, 'query black', 'black']]);
  await page.waitForTimeout(MIDDLE_MS);
  assert.equal((await sounds(page)).length > 0, true, 'what is new is said');
  assert.deepEqual(page.broken, []);
}));

test('what is said with several recordings is laid without a gap and to its end', LIMIT, () => onStage(TABLE('1h12m34s'), async (service, browser) => {
  const told = [];
  const prepare = async (page) => page.on('websocket', (line) => line.on('framereceived', ({ payload }) => {
    const message = JSON.parse(payload);
    if (message.type === 'voice') told.push(...message.say.filter(({ what }) => what.say === 'reading'));
  }));
  const page = await listened(browser, `${service.address}/table/1/clock`, prepare);
  await page.locator('.voice[data-state=heard]').waitFor();
  await page.waitForTimeout(1500);
  await carriedOut(page, [[1, 'start', 'arbiter'], [1, 'query black', 'black']]);
  await page.waitForTimeout(OVER_MS);
  const { clips } = told.at(-1);
  const list = await (await fetch(`${service.address}/voice/zh/manifest.json`)).json();
  const whole = clips.reduce((sum, name) => sum + (list.clips[name][1] / list.rate) * 1000, 0);
  const heard = await sounds(page);
  const length = heard.at(-1).to - heard[0].from;
  console.log(`${clips.length} recordings: ${length.toFixed(1)} ms heard of ${whole.toFixed(1)}`);
  // The recordings fade at their ends, where nothing is heard any more.
  assert.ok(clips.length > 1 && Math.abs(whole - length) <= FADES_MS, `${length} ms of ${whole}`);
  assert.deepEqual(page.broken, []);
}));

test('the count waits for no query, and an answer lies between two calls', LIMIT, () => onStage(TABLE('0s+1x30s'), async (service, browser) => {
  const page = await speaking(browser, service);
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  const zero = await startOf(service);
  await page.waitForTimeout(9500);
  // Half a second before "10 seconds", and once more within the count.
  await carriedOut(page, [[1, 'query white', 'white']]);
  await page.waitForTimeout(12_000);
  await carriedOut(page, [[1, 'query white', 'white'], [1, 'query black', 'black']]);
  await page.waitForTimeout(6000);
  const offset = await tableClock(page, 1);
  const all = await sounds(page);
  const at = ({ begins }) => begins + offset - zero;
  console.log('heard, ms:', JSON.stringify(all.map((one) => [Math.round(at(one)), Math.round(one.to - one.from)])));
  const count = [10, 20, 21, 22, 23, 24, 25, 26].map((second) => zero - offset + second * 1000);
  const apart = count.map((instant) => Math.min(...all.map((one) => distance(one, instant))));
  assert.ok(apart.every((one) => one <= ONSET_MS), `${apart}`);
  const others = all.filter((one) => at(one) < 26_500 && count.every((instant) => distance(one, instant) > ONSET_MS)).map(at);
  assert.ok(others.length > 0 && others.every((one) => one > 10_300 && one < 15_000), `the one answer: ${others}`);
  assert.deepEqual(page.broken, []);
}));

test('a clock whose service is dead stops counting after three seconds, and says so', LIMIT, () => onStage(TABLE('0s+1x20s'), async (service, browser) => {
  const page = await speaking(browser, service);
  await carriedOut(page, [[1, 'start', 'arbiter']]);
  const [zero, offset] = [await startOf(service), await tableClock(page, 1)];
  await reaches(page, zero + 9500 - offset);
  await service.kill();
  const cut = await page.evaluate(() => performance.now()) + offset - zero;
  await page.locator('.voice[data-state=line]').waitFor();
  await says(page, '#black .hint', 'Nothing is counted aloud: call the arbiter');
  await page.waitForTimeout(3000);
  assertGoesOn((await sounds(page)).map(({ begins }) => begins + offset - zero), 10_000, cut);
  assert.deepEqual(page.broken, []);
}));
