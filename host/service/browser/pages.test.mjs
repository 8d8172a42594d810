// The pages in a real browser against the real service: a game by clicks, a power cut in the middle of it, keys,
// refusals, orders that wait for the line, and the two languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tapPoint } from './hand.mjs';
import { Scene } from './scene.mjs';
import { cutOff, says, send, until } from './stage.mjs';

const LIMIT = { timeout: 120_000 };
const MOVES = ['Q16', 'D4', 'Q3', 'D17', 'C15', 'F17', 'R5', 'C6', 'C12', 'K16'];

const scene = new Scene();

/** Opens a page of the service. */
const open = (path, options) => scene.open(path, options);

/** Waits until it is a side's turn and the clock runs. */
function running(page, side) {
  return page.locator(`#${side}.runs`).waitFor();
}

/** The points in the list of moves. */
function listed(page) {
  return page.locator('.moves li:not(.waiting) .played').allTextContents();
}

/** Waits until the list shows these moves, all of them on disk. */
function lists(page, moves) {
  return until(page, (wanted) => {
    const shown = [...document.querySelectorAll('.moves li:not(.waiting) .played')].map((one) => one.textContent);
    return shown.join() === wanted;
  }, moves.join());
}

/** The side of move number `index`, counted from 0. */
function sideOf(index) {
  return index % 2 === 0 ? 'black' : 'white';
}

test('ten moves by clicks, a power cut in between, all seen in the hall', LIMIT, async () => {
  const [hall, clock, recorder, table] = [
    await open('/'), await open('/table/1/clock'), await open('/table/1/record'), await open('/table/1'),
  ];
  await clock.locator('#white').click();
  await running(clock, 'black');
  const play = async (index) => {
    await tapPoint(recorder, MOVES[index]);
    await lists(recorder, MOVES.slice(0, index + 1));
    await clock.locator(`#${sideOf(index)}`).click();
    await running(clock, sideOf(index + 1));
  };
  for (let index = 0; index < 5; index += 1) await play(index);
  await says(hall, '[data-table="1"] .card-moves', '5 moves');
  await says(hall, '[data-table="1"] .card-step', 'In step');

  await scene.service.kill();
  for (const page of scene.pages) await page.locator('#line:not([hidden])').waitFor();
  await scene.service.start();
  for (const page of scene.pages) await page.locator('#line').waitFor({ state: 'hidden' });

  await says(hall, '[data-table="1"] .card-status', 'Paused');
  await says(clock, '#status', 'Paused');
  await lists(table, MOVES.slice(0, 5));
  await clock.locator('#main').click();
  await running(clock, 'white');
  for (let index = 5; index < 10; index += 1) await play(index);

  await says(hall, '[data-table="1"] .card-moves', '10 moves');
  await says(hall, '[data-table="1"] .card-step', 'In step');
  await lists(table, MOVES);
  await says(table, '#last', 'Move 10: White K16');
  assert.equal(await table.locator('.board .stone').count(), 10);
});

test('the clock counts down, and the hall shows the same side running', LIMIT, async () => {
  const [hall, clock] = [await open('/'), await open('/table/1/clock')];
  await clock.locator('#white').click();
  await running(clock, 'black');
  const digits = '#black .digits';
  const first = await clock.locator(digits).textContent();
  await until(clock, ([where, before]) => document.querySelector(where).textContent !== before, [digits, first]);
  await hall.locator('[data-table="1"] .dial.black[data-runs=true]').waitFor();
});

test('keys press, pause, go on and ask for the time', LIMIT, async () => {
  const clock = await open('/table/1/clock');
  await clock.keyboard.press('j');
  await running(clock, 'black');
  await clock.keyboard.press('f');
  await running(clock, 'white');
  await clock.keyboard.press('ShiftRight');
  await running(clock, 'black');
  await clock.keyboard.press('Space');
  await says(clock, '#status', 'Paused');
  await clock.keyboard.press('Space');
  await running(clock, 'black');
  await clock.keyboard.press('q');
  await says(clock, '#notice', /Black: Main time/);
});

test('the finger that comes down counts, not the one that is lifted', LIMIT, async () => {
  const clock = await open('/table/1/clock');
  const half = await clock.locator('#white').boundingBox();
  await clock.mouse.move(half.x + 20, half.y + 20);
  await clock.mouse.down();
  await running(clock, 'black');
  await clock.mouse.up();
});

test('a refused order is shown, and nothing is recorded', LIMIT, async () => {
  const recorder = await open('/table/1/record');
  await send(recorder, [[1, 'press white', 'white']]);
  await recorder.locator('#entry').fill('Z99');
  await recorder.locator('#entry').press('Enter');
  await says(recorder, '#notice.refused', 'Z99');
  await recorder.locator('#entry').fill('q16');
  await recorder.locator('#entry').press('Enter');
  await lists(recorder, ['Q16']);
});

test('pass, a move that nobody saw, and a slip taken back', LIMIT, async () => {
  const recorder = await open('/table/1/record');
  await send(recorder, [[1, 'press white', 'white']]);
  await tapPoint(recorder, 'Q16');
  await lists(recorder, ['Q16']);
  await recorder.locator('#pass').click();
  await recorder.locator('#unseen').click();
  await lists(recorder, ['Q16', 'Pass', 'unseen']);
  await recorder.locator('#take-back').click();
  await lists(recorder, ['Q16', 'Pass']);
  await says(recorder, '#next', 'Move 3: Black');
});

test('a tap on a stone is refused, and nothing is recorded', LIMIT, async () => {
  const recorder = await open('/table/1/record');
  await send(recorder, [[1, 'press white', 'white']]);
  await tapPoint(recorder, 'Q16');
  await lists(recorder, ['Q16']);
  await tapPoint(recorder, 'Q16');
  await says(recorder, '#notice.refused', 'Q16');
  assert.deepEqual(await listed(recorder), ['Q16']);
});

test('orders given while the line is cut wait, and are carried out once when it is back', LIMIT, async () => {
  const recorder = await open('/table/1/record');
  await send(recorder, [[1, 'press white', 'white']]);
  await tapPoint(recorder, 'Q16');
  await lists(recorder, ['Q16']);
  await scene.service.kill();
  await recorder.locator('#line:not([hidden])').waitFor();
  await tapPoint(recorder, 'D4');
  await tapPoint(recorder, 'Q3');
  await says(recorder, '#queue', 'White D4, Black Q3');
  assert.equal(await recorder.locator('.moves li.waiting').count(), 2);
  await scene.service.start();
  await lists(recorder, ['Q16', 'D4', 'Q3']);
  await recorder.locator('#queue').waitFor({ state: 'hidden' });
});

test('what a page was closed with is asked about by the next, and recorded once', LIMIT, async () => {
  const recorder = await open('/table/1/record');
  await send(recorder, [[1, 'press white', 'white']]);
  await tapPoint(recorder, 'Q16');
  await lists(recorder, ['Q16']);
  const context = recorder.context();
  // The first of the two gets through, but no answer comes back.
  await recorder.evaluate(() => {
    const hear = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      if (this.cut) return;
      hear.call(this, text);
      if (!text.includes('"order"')) return;
      this.cut = true;
      this.onmessage = null;
    };
  });
  await tapPoint(recorder, 'D4');
  await tapPoint(recorder, 'Q3');
  await says(recorder, '#queue', 'White D4, Black Q3');
  await recorder.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto(`${scene.service.address}/table/1/record?lang=zh`);
  await says(again, '#left', '白方 D4，黑方 Q3');
  await lists(again, ['Q16', 'D4']);
  await again.locator('#left button').first().click();
  await lists(again, ['Q16', 'D4', 'Q3']);
  await again.locator('#left').waitFor({ state: 'hidden' });
  await again.locator('#queue').waitFor({ state: 'hidden' });
  await again.reload();
  await lists(again, ['Q16', 'D4', 'Q3']);
  assert.equal(await again.locator('#left').isHidden(), true);
});

test('the next game is opened from the clock when one is over', LIMIT, async () => {
  const clock = await open('/table/1/clock');
  await send(clock, [[1, 'press white', 'white'], [1, 'resign white', 'white']]);
  await says(clock, '#status', 'Black wins by resignation (B+R)');
  await clock.locator('#main').click();
  await says(clock, '#status', 'Not started');
});

test('chess: no screen that a player sees counts moves before the end', LIMIT, async () => {
  const [clock, table] = [await open('/table/3/clock'), await open('/table/3')];
  await send(clock, [[3, 'press black', 'black'], [3, 'move white e4', 'recorder'], [3, 'move black e5', 'recorder']]);
  await lists(table, ['e4', 'e5']);
  const numbers = async () => (await table.locator('.move-number').allTextContents()).filter(Boolean).join(' ');
  assert.equal(await numbers(), '');
  // Where no player can see the screen, whoever opened it says so, each time anew.
  await says(table, '#counting', 'only where no player can see this screen');
  await table.locator('#counting input').check();
  await until(table, () => document.querySelector('.move-number:not(:empty)')?.textContent === '1.');
  await send(clock, [[3, 'move white Nf3', 'recorder']]);
  await lists(table, ['e4', 'e5', 'Nf3']);
  assert.equal(await numbers(), '1. 2.');
  await table.reload();
  await lists(table, ['e4', 'e5', 'Nf3']);
  assert.equal(await numbers(), '');
  await running(clock, 'white');
  assert.equal(await clock.locator('#step').textContent(), '');
});

test('both languages: by the address, by a switch that is remembered, by the browser', LIMIT, async () => {
  const asked = await open('/?lang=zh');
  await says(asked, 'h1', '大厅');
  await says(asked, '[data-table="1"] .card-name', '第 1 台');
  assert.equal(await asked.locator('html').getAttribute('lang'), 'zh-Hans');
  await asked.locator('[data-switch-language]').click();
  await says(asked, 'h1', 'Hall');
  await asked.goto(`${scene.service.address}/table/1/clock`);
  await says(asked, '#table', 'Table 1');
  const chinese = await open('/table/1/record', { locale: 'zh-CN' });
  await says(chinese, '#table', '第 1 台');
});

test('both catalogues have the same messages, and pages show no message by its name', LIMIT, async () => {
  const names = async (language) => {
    const part = async (name) => (await fetch(`${scene.service.address}/messages/${name}.json`)).json();
    const catalogue = { ...await part(language), ...await part(`${language}.desk`) };
    const all = Object.entries(catalogue).flatMap(([table, messages]) => {
      return Object.keys(messages).map((key) => `${table}.${key}`);
    });
    return all.filter((name) => !name.endsWith('_one')).sort();
  };
  assert.deepEqual(await names('zh'), await names('en'));
  // The arbiter's page has many forms and a policy, and an arbiter stays on it.
  const pages = [['/', 100], ['/table/1/clock', 100], ['/table/1/record', 100], ['/table/1', 100], ['/table/1/arbiter', 150]];
  for (const [path, limit] of pages) {
    const page = await open(`${path}?lang=zh`);
    await page.locator('.digits:not(:empty)').first().waitFor();
    const text = await page.locator('body').innerText();
    assert.doesNotMatch(text, /\b(common|status|step|phase|hall|clock|record|table|chess|illegal)\.[a-z_]+/);
  }
});

test('nothing is cut off in either language, on a phone, a laptop or between', LIMIT, async () => {
  for (const path of ['/', '/cards', '/table/1/clock', '/table/1/clock?side=white', '/table/1/record', '/table/1', '/table/1/face', '/table/1/envelope']) {
    for (const width of [360, 900, 1280]) {
      for (const language of ['en', 'zh']) {
        const page = await open(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`, { viewport: { width, height: 740 } });
        await page.locator(path === '/' ? '.card nav a' : 'button:visible').first().waitFor();
        const where = `${path} ${width} ${language}`;
        assert.deepEqual(await cutOff(page), [], where);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, where);
        await page.context().close();
      }
    }
  }
});

test('each table has a card to print, in both languages, with the address at which it is watched', LIMIT, async () => {
  const page = await open('/cards?lang=zh');
  const cards = page.locator('.table-card');
  await until(page, async () => {
    const tables = await (await fetch('/api/tables')).json();
    return document.querySelectorAll('.table-card').length === tables.length;
  });
  const text = await cards.nth(1).innerText();
  for (const words of ['Table 2', '第 2 台', 'Watch this board', '扫码看棋', `${scene.service.address}/table/2`]) assert.ok(text.includes(words), text);
  const drawn = await cards.nth(1).locator('img').evaluate((picture) => picture.decode().then(() => picture.naturalWidth > 0));
  assert.equal(drawn, true);
  await page.locator('#here-only').waitFor();
});

test('what is left rounds up, and is set by its kind', LIMIT, async () => {
  const page = await open('/');
  const cases = [
    [3_300_000, 'main', '0:55:00'], [3_299_001, 'main', '0:55:00'], [5_430_000, 'main', '1:30:30'],
    [20_000, 'main', '0:00:20'], [19_950, 'main', '0:00:20'], [19_900, 'main', '0:19.9'], [1, 'main', '0:00.1'],
    [0, 'main', '0:00:00'], [60_000, 'byoyomi', '60'], [59_001, 'byoyomi', '60'], [19_901, 'byoyomi', '20'],
    [19_900, 'byoyomi', '19.9'], [1, 'byoyomi', '0.1'], [0, 'byoyomi', '0'], [600_000, 'canadian', '10:00'],
  ];
  const shown = await page.evaluate(async (list) => {
    const { timeText } = await import('/assets/face.js');
    return list.map(([left, phase]) => timeText(left, phase));
  }, cases);
  assert.deepEqual(shown, cases.map(([, , text]) => text));
});

test('a reading is counted down: the delay first, never below nothing', LIMIT, async () => {
  const page = await open('/');
  const cases = [
    ['5m+d5s', { left_ms: 300_000, delay_ms: 5000 }, 3000, { left: 300_000, delay: 2000 }],
    ['5m+d5s', { left_ms: 300_000, delay_ms: 5000 }, 8000, { left: 297_000, delay: 0 }],
    ['0s+d10s', { left_ms: 10_000, delay_ms: 10_000 }, 4000, { left: 6000, delay: 0 }],
    ['5m', { left_ms: 300_000 }, 400_000, { left: 0, delay: 0 }],
  ];
  const shown = await page.evaluate(async (list) => {
    const face = await import('/assets/face.js');
    return list.map(([notation, reading, passed]) => {
      const black = { phase: 'main', stage: 1, ...reading };
      const state = { status: 'running', turn: 'black', black, white: black };
      const known = { control: { notation }, face: { state, atMs: 0, nowMs: 0, received: 0 } };
      const { left, delay } = face.shown(known, 'black', 1, passed);
      return { left, delay };
    });
  }, cases);
  assert.deepEqual(shown, cases.map(([, , , expected]) => expected));
});

/** An answer's address, and the bytes of its headers and body as they came over the line. */
async function onTheLine(response) {
  await response.finished();
  const { responseHeadersSize, responseBodySize } = await response.request().sizes();
  return [response.url(), responseHeadersSize + responseBodySize];
}

test('the first load of each page is under 100 kB, the arbiter\'s under 150, and nothing comes from elsewhere', LIMIT, async () => {
  // The arbiter's page has many forms and a policy, and an arbiter stays on it.
  const pages = [['/', 100], ['/table/1/clock', 100], ['/table/1/record', 100], ['/table/1', 100], ['/table/1/arbiter', 150]];
  for (const [path, limit] of pages) {
    const context = await scene.browser.newContext();
    const page = await context.newPage();
    const bodies = [];
    page.on('response', (response) => bodies.push(onTheLine(response)));
    await page.goto(scene.service.address + path, { waitUntil: 'networkidle' });
    const loaded = await Promise.all(bodies);
    const sum = loaded.reduce((total, [, length]) => total + length, 0);
    assert.ok(sum > 0 && sum < limit * 1000, `${path}: ${sum} bytes`);
    for (const [address] of loaded) assert.ok(address.startsWith(scene.service.address) || address.startsWith('data:'), address);
    await context.close();
  }
});
