// A move is sealed on the sealer's page, handed over, and opened on the arbiter's: in a real browser against the service.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tapPoint } from './hand.mjs';
import { Scene } from './scene.mjs';
import { carriedOut, says, until } from './stage.mjs';

const LIMIT = { timeout: 120_000 };
const scene = new Scene(`
[[table]]
number = 1
size = 9
control = "30m"
starts_by = "arbiter"
[[table]]
number = 2
kind = "chess"
control = "30m"
starts_by = "arbiter"
`);

test('a move is tapped, sealed, changed, handed over, and opened with the slip', LIMIT, async () => {
  const [sealer, desk] = [await scene.open('/table/1/seal'), await scene.open('/table/1/arbiter')];
  await says(sealer, '#who-seals', 'Play is not adjourned');
  await carriedOut(desk, [
    [1, 'start', 'arbiter'], [1, 'move black E5', 'recorder'], [1, 'press black', 'black'],
  ]);
  await desk.locator('#tabs [data-open=adjournment]').click();
  await desk.locator('[data-command=adjourn]').click();
  await says(sealer, '#who-seals', 'White seals move 2');
  await tapPoint(sealer, 'C3', 9);
  await says(sealer, '#means', 'To be sealed: C3');
  await sealer.locator('#seal').click();
  await says(sealer, '#is-sealed', 'Move 2 is sealed.');
  const first = await sealer.locator('#phrase').textContent();
  assert.equal(first.split('-').length, 6);
  assert.equal(await sealer.locator('#entry').inputValue(), '');
  await sealer.locator('#change').click();
  await until(sealer, () => document.querySelector('#slip').hidden && !document.querySelector('#phrase').textContent);
  await sealer.locator('#entry').fill('g7');
  await sealer.locator('#seal').click();
  await sealer.locator('#slip #words li').first().waitFor();
  const words = await sealer.locator('#phrase').textContent();
  assert.notEqual(words, first);
  const html = await sealer.content();
  assert.doesNotMatch(html, /[Gg]7/, 'the move is not on the page any more');
  await sealer.locator('#hand-over').click();
  await says(desk, '#adjournment', 'White has handed over sealed move 2');

  const sheet = await scene.open('/table/1/envelope?lang=zh');
  await says(sheet, '#front', '白方，第 2 手');
  await says(sheet, '#beside', '凭证（SHA-256）');
  assert.ok(await sheet.locator('#beside img').evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));

  await desk.locator('[data-command=resume-session]').click();
  const field = desk.locator('#passphrase-form [name=passphrase]');
  await field.fill('another');
  await field.press('Enter');
  await says(desk, '#passphrase-form .said', 'does not open the envelope');
  await desk.waitForTimeout(1100);
  await field.fill(words.replaceAll('-', ' '));
  await field.press('Enter');
  await says(desk, '#status', 'Black to move');
  await until(desk, () => document.querySelectorAll('.board .stone.white').length === 1);
});

test('in chess the sealer is not told how many moves were made, the envelope bears the number that chess gives', LIMIT, async () => {
  const sealer = await scene.open('/table/2/seal?lang=zh');
  await carriedOut(sealer, [[2, 'start', 'arbiter'], [2, 'move white e4', 'recorder'], [2, 'press white', 'white'], [2, 'adjourn', 'arbiter']]);
  await says(sealer, '#who-seals', '黑方封棋');
  await sealer.locator('#entry').fill('e5');
  await sealer.locator('#seal').click();
  await says(sealer, '#is-sealed', '着手已封好。');
  assert.equal(await sealer.locator('#slip-game').textContent(), '第 2 台，黑方封');
  await sealer.locator('#hand-over').click();
  await says(sealer, '#who-seals', '黑方已交出封棋信封');
  assert.doesNotMatch(await sealer.locator('main').innerText(), /第 2 [手回]/);
  await says(await scene.open('/table/2/envelope?lang=zh'), '#front', '黑方，第 1 回合（记录第 2 手）');
});
