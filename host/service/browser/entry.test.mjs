// Who may do what, from a device in the hall: it looks on until it enters, and is then what it was let in as, and no more.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { freePort, openBrowser, openPage, PROGRAM, says, send, Service, until } from './stage.mjs';

/** A name that is not this machine's own: whoever asks by it is somebody in the hall. */
const HALL = 'hall.test';
const PORT = await freePort();
const CONFIG = `lan = { on = true, listen = "127.0.0.1", port = ${PORT}, names = ["${HALL}"] }
[[table]]
number = "1-2"
control = "1h"
`;
/** The pages as the hall's network has them. */
const NETWORK = `https://${HALL}:${PORT}`;
let [browser, service, pages] = [];

before(async () => {
  browser = await openBrowser([`--host-resolver-rules=MAP ${HALL} 127.0.0.1`]);
});
after(() => browser.close());
beforeEach(async () => {
  service = await Service.start(CONFIG);
  pages = [];
});
afterEach(async () => {
  const broken = pages.flatMap((page) => page.broken);
  for (const page of pages) await page.context().close();
  await service.stop();
  assert.deepEqual(broken, [], 'no script of a page has thrown');
});

/** Opens a page as somebody in the hall, or as whoever sits at this machine. */
async function open(path, { here = false, ...options } = {}) {
  const page = await openPage(browser, (here ? service.address : NETWORK) + path, { ignoreHTTPSErrors: true, ...options });
  pages.push(page);
  return page;
}

/** A code for a role, as the arbiter has it shown. */
async function code(role, table) {
  const page = await open(`/devices?table=${table ?? ''}`, { here: true });
  await page.locator('#pairing select').selectOption(role);
  await page.getByRole('button', { name: 'Show the code' }).click();
  await page.locator('#picture').waitFor();
  await until(page, () => document.querySelector('#picture').naturalWidth > 0);
  const shown = await page.locator('#code').textContent();
  return { page, shown: shown.replaceAll(' ', '') };
}

test('whoever looks on sees tables and nothing to do, and every other page leads to the way in', async () => {
  const hall = await open('/');
  await says(hall, '.badge', 'Enter');
  for (const hidden of ['#round', '#control', '[data-page="/clock"]', '[data-page="/record"]', '[data-page="/arbiter"]']) {
    assert.equal(await hall.locator(hidden).first().isVisible(), false, hidden);
  }
  await hall.locator('[data-table="1"] nav a', { hasText: 'Watch' }).waitFor();
  for (const [page, role] of [['record', 'recorder'], ['clock', 'clock'], ['arbiter', 'arbiter']]) {
    const away = await open(`/table/2/${page}`);
    await until(away, () => location.pathname === '/enter');
    await until(away, (wanted) => document.querySelector('#by-pin select').value === wanted, role);
  }
  const here = await open('/', { here: true });
  await says(here, '.badge', 'Devices');
  assert.equal(await here.locator('#round').isVisible(), true);
});

test('on the line of whoever looks on nothing is ordered, opened or said to be heard', async () => {
  const hall = await open('/');
  const answers = await send(hall, [[1, 'start', 'arbiter'], [1, 'press black', 'black'], [1, 'move black D4', 'recorder']]);
  for (const answer of answers) assert.match(answer.why.en, /not for you/);
  const told = await hall.evaluate(async () => {
    const address = (role) => `${location.origin.replace('http', 'ws')}/api/live?tables=1&role=${role}`;
    const ends = (role) => new Promise((resolve) => {
      const socket = new WebSocket(address(role));
      socket.addEventListener('open', () => resolve('open'));
      socket.addEventListener('error', () => resolve('closed'));
    });
    const socket = new WebSocket(address('table'));
    const said = [];
    socket.addEventListener('message', ({ data }) => said.push(JSON.parse(data)));
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.send(JSON.stringify({ type: 'new-game', id: 'new', table: 1, replace: true }));
    socket.send(JSON.stringify({ type: 'listen', table: 1, language: 'en', page: 'spy', volume: 100 }));
    socket.send('{"type":"order"}');
    socket.send('x'.repeat(5000));
    while (said.filter(({ type }) => type === 'fault').length < 3 || !said.some(({ type }) => type === 'answer')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { clock: await ends('clock'), recorder: await ends('recorder'), said: said.filter(({ type }) => ['answer', 'fault'].includes(type)) };
  });
  assert.deepEqual([told.clock, told.recorder], ['closed', 'closed']);
  assert.deepEqual(told.said.filter(({ type }) => type === 'answer').map(({ ok }) => ok), [false]);
  const state = await (await fetch(`${service.address}/api/tables/1`)).json();
  assert.equal(state.state.status, 'waiting');
});

test('a recorder enters by a code, records through a power cut, and is out when the arbiter ends it', async () => {
  const { page: devices, shown } = await code('recorder', 1);
  const page = await open(`/enter#${shown}`);
  await until(page, () => location.hash === '', null);
  await page.locator('#by-code [name=name]').fill('Mei');
  await page.locator('#by-code button').click();
  await until(page, () => location.pathname === '/table/1/record');
  await says(page, '.badge', 'Mei, recorder of table 1');
  await send(devices, [[1, 'start', 'arbiter']]);
  const record = (move) => send(page, [[1, `move ${move}`, 'recorder']]);
  assert.deepEqual((await record('black D4')).map(({ ok }) => ok), [true]);
  assert.match((await send(page, [[1, 'resign black', 'black']]))[0].why.en, /not for you/);
  assert.match((await send(page, [[2, 'move black D4', 'recorder']]))[0].why.en, /not for you/);
  await service.kill();
  await service.start();
  const again = await open('/enter');
  await again.goto(`${NETWORK}/table/1/record`);
  await page.reload();
  await says(page, '.badge', 'Mei, recorder of table 1');
  assert.deepEqual((await record('white Q16')).map(({ ok }) => ok), [true]);
  const arbiter = await open('/devices?lang=zh', { here: true });
  await says(arbiter, '#sessions', 'Mei，第 1 台记谱员');
  await arbiter.locator('#sessions button').click();
  await says(arbiter, '#sessions', '还没有');
  assert.match((await record('black C3'))[0].why.en, /not for you/);
  await page.reload();
  await until(page, () => location.pathname === '/enter');
});

test('a PIN lets in to its own role, a wrong one is said, and guessing is slowed', async () => {
  execFileSync(PROGRAM, ['pin', 'arbiter', '--data', service.data], { input: '271828\n' });
  const page = await open('/table/1/arbiter');
  await page.locator('#by-pin [name=pin]').fill('271829');
  await page.locator('#by-pin button').click();
  await says(page, '#by-pin .said', 'wrong');
  await page.locator('#by-pin [name=pin]').fill('271828');
  await page.locator('#by-pin button').click();
  await until(page, () => location.pathname === '/table/1/arbiter');
  for (const [to, path] of [['/%09/evil.example', '/'], ['//evil.example', '/'], ['https://evil.example/', '/'], ['/table/2', '/table/2']]) {
    await page.goto(`${NETWORK}/enter?to=${to}#%zz`);
    await page.locator('#by-pin select').selectOption('arbiter');
    await page.locator('#by-pin [name=pin]').fill('271828');
    await page.locator('#by-pin button').click();
    await until(page, (wanted) => location.hostname === 'hall.test' && location.pathname === wanted, path);
  }
  await page.goto(`${NETWORK}/table/1/arbiter`);
  await page.locator('body:not(.unknown)').waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await until(page, () => location.pathname === '/');
  await says(page, '.badge', 'Enter');
  const guesser = await open('/enter?lang=zh');
  for (let tries = 0; tries < 5; tries += 1) {
    await guesser.locator('#by-code [name=code]').fill('AAAAA AAAAA');
    const answered = guesser.waitForResponse((response) => response.url().endsWith('/api/enter'));
    await guesser.locator('#by-code button').click();
    await answered;
  }
  await says(guesser, '#by-code .said', '尝试次数太多');
});

test('a tablet is a table\'s clock: its halves press, what is the arbiter\'s is not there, and no other table is', async () => {
  const { page: here, shown } = await code('clock', 1);
  const tablet = await open(`/enter#${shown}`);
  await tablet.locator('#by-code button').click();
  await until(tablet, () => location.pathname === '/table/1/clock');
  await tablet.locator('body.clock-page:not(.unknown)').waitFor();
  await until(tablet, () => document.body.dataset.badge === 'clock');
  assert.equal(await tablet.locator('#main').isDisabled(), true);
  await send(here, [[1, 'start', 'arbiter']]);
  await tablet.locator('#black.runs').waitFor();
  assert.equal(await tablet.locator('#main').isDisabled(), true);
  await tablet.locator('#black').dispatchEvent('pointerdown', { button: 0 });
  await tablet.locator('#white.runs').waitFor();
  const refused = await send(tablet, [[1, 'pause', 'arbiter'], [2, 'press black', 'black'], [1, 'press white by chief', null]]);
  assert.deepEqual(refused.map(({ ok }) => ok), [false, false, false]);
  await tablet.goto(`${NETWORK}/table/2/clock`);
  await until(tablet, () => location.pathname === '/enter');
  await says(tablet, '#now', 'clock of table 1');
});
