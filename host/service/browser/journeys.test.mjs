// Whole games from start to signatures, by the pages' own buttons alone: each person at their own device, in their own
// language, and the power goes in the middle.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dragSquares, tapPoint, tapSquare } from './hand.mjs';
import { Scene } from './scene.mjs';
import { says, until } from './stage.mjs';

const LIMIT = { timeout: 240_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const TABLET = { viewport: { width: 1024, height: 768 } };
const LAPTOP = { viewport: { width: 1440, height: 900 } };
const PROJECTOR = { viewport: { width: 1920, height: 1080 } };

const scene = new Scene(`
[[table]]
number = 1
size = 9
rules = "chinese"
policy = "weiqi-2002"
control = "12s+5x30s"
starts_by = "arbiter"
players.black = { name = "沈青", rank = "5d" }
players.white = { name = "Ke Lan", rank = "4d" }
[[table]]
number = 2
kind = "chess"
control = "1h30m+30s"
starts_by = "arbiter"
players.white = { name = "Ana Ruiz" }
players.black = { name = "Li Wen" }
`);

/** Opens one of the arbiter's panels. */
const panel = (desk, name) => desk.locator(`#tabs [data-open=${name}]`).click();
/** Presses a button that orders something. */
const order = (page, command) => page.locator(`[data-command="${command}"]`).click();
/** The points of the moves that are on record, as a page lists them. */
const listed = (page) => page.locator('.moves li:not(.waiting) .played').allTextContents();

/** Waits until so many moves are on record. */
function recorded(page, count) {
  return until(page, (wanted) => document.querySelectorAll('.moves li:not(.waiting) .played').length === wanted, count);
}

/** The power goes and comes back; every page finds the service again. */
async function powerCut() {
  await scene.service.kill();
  const live = scene.pages.filter((page) => !/cards|envelope/.test(page.url()));
  for (const page of live) await page.locator('body.silent').waitFor();
  await scene.service.start();
  for (const page of live) await page.locator('body:not(.silent)').waitFor();
}

test('a game of Go: incidents, byo-yomi, a power cut, a sealed move, the count, three signatures', LIMIT, async () => {
  const desk = await scene.open('/table/1/arbiter', LAPTOP);
  const clock = await scene.open('/table/1/clock?lang=zh', TABLET);
  const recorder = await scene.open('/table/1/record?lang=zh', PHONE);
  const [hall, board] = [await scene.open('/', LAPTOP), await scene.open('/table/1?lang=zh', PROJECTOR)];
  let moves = 0;
  /** A stone is played, the clock pressed, and the move recorded. */
  const play = async (point) => {
    const side = moves % 2 === 0 ? 'black' : 'white';
    if (point === 'pass') await recorder.locator('#pass').click();
    else await tapPoint(recorder, point, 9);
    moves += 1;
    await recorded(recorder, moves);
    await clock.locator(`#${side}`).click();
    await until(clock, (one) => !document.querySelector(`#${one}.runs`) && !document.querySelector('#disk.waiting'), side);
  };

  // The arbiter starts; Black's wall stands on column C, White's on column D.
  await panel(desk, 'clock');
  await desk.locator('#start').click();
  await says(clock, '#status', '轮到黑方');
  for (const point of ['C5', 'D5', 'C4', 'D4', 'C3', 'D3']) await play(point);
  await says(hall, '[data-table="1"] .card-moves', '6 moves');
  await says(board, '#last', 'D3');

  // Black presses before the stone stands: the arbiter warns. White complains, is heard, and withdraws.
  await panel(desk, 'incidents');
  const form = desk.locator('#incident-form');
  await form.locator('[name=side]').selectOption('black');
  await form.locator('[name=kind]').selectOption('press-before-stone');
  await form.locator('[value=violation]').click();
  await says(desk, '#incidents [data-n="1"]', 'Warning to Black');
  await desk.locator('#tabs [data-open=clock]').click();
  await desk.locator('#pause-form [name=why]').fill('noise in the hall');
  await desk.locator('#pause-form button').click();
  await says(clock, '#status', '暂停');
  await desk.locator('#resume').click();
  await until(clock, () => document.querySelector('#black.runs'));

  // Both sides come into byo-yomi, which all pages show.
  for (const side of ['black', 'white']) {
    const other = side === 'black' ? 'white' : 'black';
    await clock.locator(`#${side} .dial[data-time=count]`).waitFor({ timeout: 60_000 });
    await board.locator(`.dial.${side}[data-time=count]`).waitFor();
    await hall.locator(`[data-table="1"] .dial.${side}[data-time=count]`).waitFor();
    await play(side === 'black' ? 'C2' : 'D2');
    await until(clock, (one) => document.querySelector(`#${one}.runs`), other);
  }
  await says(clock, '#black .about', '读秒');

  // The power goes; nothing that was on record is lost, and the clock stands until the arbiter lets it go on.
  await powerCut();
  await says(clock, '#status', '暂停');
  assert.deepEqual((await listed(recorder)).length, 8);
  await panel(desk, 'clock');
  await desk.locator('#resume').click();
  await until(clock, () => document.querySelector('#black.runs'));
  await play('C1');

  // Play is adjourned: White seals the next move on a telephone, and hands over; the board tells nobody.
  await panel(desk, 'adjournment');
  await order(desk, 'adjourn');
  const sealer = await scene.open('/table/1/seal', PHONE);
  await says(sealer, '#who-seals', 'White seals move 10');
  await tapPoint(sealer, 'D1', 9);
  await sealer.locator('#seal').click();
  await sealer.locator('#slip #words li').first().waitFor();
  const phrase = await sealer.locator('#phrase').textContent();
  await sealer.locator('#hand-over').click();
  await says(desk, '#adjournment', 'White has handed over sealed move 10');
  await says(hall, '[data-table="1"] .card-status', 'Adjourned');
  const envelope = await scene.open('/table/1/envelope?lang=zh');
  await says(envelope, '#front', '白方，第 10 手');
  await powerCut();
  assert.deepEqual((await listed(board)).length, 9);

  // The next session: the envelope is opened with the slip's words.
  await order(desk, 'resume-session');
  await desk.locator('#passphrase-form [name=passphrase]').fill(phrase);
  await desk.locator('#passphrase-form button').click();
  await until(clock, () => document.querySelector('#black.runs'));
  await recorded(board, 10);
  moves = 10;

  // The walls are closed at the top; a white stone stays behind, dead.
  for (const point of ['C6', 'D6', 'C7', 'D7', 'C8', 'D8', 'C9', 'D9', 'A7', 'B3']) await play(point);

  // The end: declared and answered at the clock, the dead stone marked by both, the count agreed.
  await clock.locator('#finish-open').click();
  await order(clock, 'propose-end black');
  await order(clock, 'agree-end white');
  await clock.locator('#marks:visible').waitFor();
  await tapPoint(clock, 'B3', 9);
  await clock.locator('[data-markers="black,white"]').click();
  await clock.locator('#finish .score').first().waitFor();
  await until(board, () => document.querySelectorAll('.board .land.black').length > 0);
  // Black has columns A to C, 27 points; White the other 54: 27 - 40.5 - 3.75 = -17.25 zi.
  await says(board, '#verdict', '黑方 27 子，白方 54 子');
  await order(clock, 'agree-count black');
  await order(clock, 'agree-count white');
  await says(clock, '#finish-status', 'W+34.5');
  await order(clock, 'confirm black');
  await order(clock, 'confirm white');
  await panel(desk, 'ending');
  await order(desk, 'confirm arbiter');
  await says(desk, '#status', 'Signed: White wins (W+34.5)');
  await says(hall, '[data-table="1"] .card-status', 'Signed');
  await says(board, '#status', '已签字');

  // The log says all of it, the journal holds, and the next game can begin.
  const { events } = await (await fetch(`${scene.service.address}/api/tables/1/log`)).json();
  const names = new Set(events.map(({ event }) => event));
  for (const name of ['started', 'penalty', 'paused', 'resumed', 'overtime', 'adjourned', 'sealed', 'opened', 'counted', 'confirmed']) {
    assert.ok(names.has(name), `${name} in ${[...names]}`);
  }
  await order(desk, 'cleared');
  await says(desk, '[data-command=cleared]', 'Cleared');
  await order(desk, 'new-game');
  await says(clock, '#status', '未开始');
  await scene.service.kill();
  assert.match(await scene.service.verified(), /game 1[:,]/);
});

test('a game of chess: by drag, tap and word, a claim that does not hold, a power cut, one that does, signatures', LIMIT, async () => {
  const desk = await scene.open('/table/2/arbiter', LAPTOP);
  const white = await scene.open('/table/2/clock?side=white', PHONE);
  const black = await scene.open('/table/2/clock?side=black&lang=zh', PHONE);
  const [recorder, board] = [await scene.open('/table/2/record', TABLET), await scene.open('/table/2', PROJECTOR)];
  const clocks = { white, black };
  let moves = 0;
  /** A move is recorded in one of the three ways, and its side's telephone pressed. */
  const play = async (enter) => {
    const side = moves % 2 === 0 ? 'white' : 'black';
    await enter();
    moves += 1;
    await recorded(recorder, moves);
    await clocks[side].locator(`#${side}`).click();
    await until(clocks[side], (one) => !document.querySelector(`#${one}.runs`) && !document.querySelector('#disk.waiting'), side);
  };
  const written = (text) => async () => {
    await recorder.locator('#entry').fill(text);
    await recorder.locator('#entry').press('Enter');
  };
  const tapped = (from, to) => async () => {
    await tapSquare(recorder, from);
    await tapSquare(recorder, to);
  };

  await panel(desk, 'clock');
  await desk.locator('#start').click();
  await until(white, () => document.querySelector('#white.runs'));
  await play(() => dragSquares(recorder, 'g1', 'f3'));
  await play(tapped('g8', 'f6'));
  await play(written('Ng1'));
  await play(written('Ng8'));
  assert.equal(await board.locator('.move-number').filter({ hasText: /\d/ }).count(), 0, 'no screen counts moves (12.6)');

  // The position has stood twice. White claims a third time with a move that does not bring it about.
  await white.locator('#finish-open').click();
  await white.locator('#finish [name=move]').fill('e4');
  await white.locator('#finish form button').click();
  await says(white, '#finish', 'White has offered a draw');
  await white.locator('#finish-close').click();
  await panel(desk, 'incidents');
  await says(desk, '#incidents [data-n="1"]', 'wrong claim of a draw');
  await desk.locator('#incidents [data-n="1"] [data-choice=uphold]').click();
  await desk.locator('#incidents [data-n="1"] .ruling').waitFor();
  // Two minutes to the opponent (9.5.3): Black had less than 1:32 by now.
  await says(desk, '.dial.black .digits', /^1:33:/);

  await powerCut();
  assert.deepEqual(await listed(recorder), ['Nf3', 'Nf6', 'Ng1', 'Ng8']);
  await panel(desk, 'clock');
  await desk.locator('#resume').click();
  await until(white, () => document.querySelector('#white.runs'));

  // The move of the claim has to be played. From it on the knights go out and back, until the position will stand a third time.
  for (const move of ['e4', 'Nf6', 'Nf3', 'Ng8', 'Ng1', 'Nf6', 'Nf3', 'Ng8']) await play(written(move));
  await white.locator('#finish-open').click();
  await white.locator('#finish [name=move]').fill('Ng1');
  await white.locator('#finish form button').click();
  await says(white, '#finish-status', '1/2-1/2');
  await order(white, 'confirm white');
  await says(black, '#status', '1/2-1/2');
  await black.locator('#finish-open').click();
  await order(black, 'confirm black');
  await panel(desk, 'ending');
  await order(desk, 'confirm arbiter');
  await says(desk, '#status', 'Signed');
  await says(board, '#status', 'Signed');
  await scene.service.kill();
  assert.match(await scene.service.verified(), /game 2[:,]/);
});
