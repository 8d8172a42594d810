// Games by the rules, in a real browser against the real service: captures, illegal moves, chess by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dragSquares, pieceOn, tapPoint, tapSquare } from './hand.mjs';
import { Scene } from './scene.mjs';
import { says, send, until } from './stage.mjs';

const LIMIT = { timeout: 120_000 };

const scene = new Scene();

/** Opens a page of the service. */
const open = (path, options) => scene.open(path, options);

/** Waits until the list shows these moves, all of them on record. */
function lists(page, moves) {
  return until(page, (wanted) => {
    const shown = [...document.querySelectorAll('.moves li:not(.waiting) .played')].map((one) => one.textContent);
    return shown.join() === wanted && !document.querySelector('.moves li.waiting');
  }, moves.join());
}

/** Waits until so many stones of a side stand on the board. */
function stand(page, side, count) {
  return until(page, ([whose, wanted]) => {
    return document.querySelectorAll(`.board .stone.${whose}`).length === wanted;
  }, [side, count]);
}

/** Types moves, each after the one before is on record. */
async function type(page, moves, before = []) {
  const listed = [...before];
  for (const move of moves) {
    await page.locator('#entry').fill(move);
    await page.locator('#entry').press('Enter');
    listed.push(move);
    await lists(page, listed);
  }
  return listed;
}

test('Go: a taken stone leaves every board, is counted, and stays away after a power cut', LIMIT, async () => {
  const [recorder, table] = [await open('/table/1/record'), await open('/table/1')];
  await send(recorder, [[1, 'press white', 'white']]);
  for (const point of ['A2', 'A1', 'B1']) await tapPoint(recorder, point);
  for (const page of [recorder, table]) {
    await lists(page, ['A2', 'A1', 'B1']);
    await stand(page, 'white', 0);
    await stand(page, 'black', 2);
    await says(page, '.dial.black .taken', '1 taken');
    await says(page, '.dial.white .taken', '0 taken');
  }
  await scene.service.kill();
  await table.locator('#line:not([hidden])').waitFor();
  await scene.service.start();
  await table.locator('#line').waitFor({ state: 'hidden' });
  await stand(table, 'white', 0);
  await says(table, '.dial.black .taken', '1 taken');
});

test('Go: an illegal move is recorded and marked, with its reason, wherever the board is shown', LIMIT, async () => {
  const [recorder, table] = [await open('/table/1/record'), await open('/table/1?lang=zh')];
  await send(recorder, [[1, 'press white', 'white']]);
  // Black takes at L10; White takes back at once.
  await type(recorder, ['J10', 'M10', 'K11', 'L11', 'K9', 'L9', 'T1', 'K10', 'L10']);
  await stand(recorder, 'white', 3);
  await tapPoint(recorder, 'K10');
  await says(recorder, '#verdict', 'Move 10, White K10, is illegal: ');
  await says(table, '#verdict', '第 10 手 白方 K10 违规：');
  for (const page of [recorder, table]) {
    await page.locator('.moves li.illegal .why:not(:empty)').waitFor();
    assert.equal(await page.locator('.moves li.illegal').count(), 1);
    assert.equal(await page.locator('.board .cross').count(), 1);
  }
  assert.match(await table.locator('.moves li.illegal .why').textContent(), /[\u4e00-\u9fff]/);
  await recorder.locator('#take-back').click();
  await until(recorder, () => document.querySelectorAll('.moves li').length === 9);
  await until(recorder, () => document.querySelector('#verdict').textContent === '');
  await stand(recorder, 'black', 5);
});

test('chess: a game by taps, drags and typing, up to a pawn that becomes a knight', LIMIT, async () => {
  const [recorder, table] = [await open('/table/3/record'), await open('/table/3')];
  await send(recorder, [[3, 'press black', 'black']]);
  await tapSquare(recorder, 'a2');
  await tapSquare(recorder, 'a4');
  await lists(recorder, ['a4']);
  await dragSquares(recorder, 'b7', 'b5');
  await lists(recorder, ['a4', 'b5']);
  const typed = await type(recorder, ['axb5', 'a6', 'bxa6', 'Bb7'], ['a4', 'b5']);
  await dragSquares(recorder, 'a6', 'b7');
  await lists(recorder, [...typed, 'axb7']);
  await tapSquare(recorder, 'h7');
  await tapSquare(recorder, 'h6');
  await lists(recorder, [...typed, 'axb7', 'h6']);
  await tapSquare(recorder, 'b7');
  await tapSquare(recorder, 'a8');
  await recorder.locator('#promotion [data-promotion=n]').click();
  for (const page of [recorder, table]) {
    await lists(page, [...typed, 'axb7', 'h6', 'bxa8=N']);
    await until(page, () => document.querySelector('.board [data-square=a8][data-piece=N]'));
    assert.equal(await pieceOn(page, 'b7'), null);
    assert.equal(await page.locator('.last-square').count(), 2);
  }
});

test('chess: the king castles onto its rook, and a check is marked', LIMIT, async () => {
  const recorder = await open('/table/3/record');
  await send(recorder, [[3, 'press black', 'black']]);
  const opened = await type(recorder, ['e4', 'e5', 'Nf3', 'f6', 'Bc4', 'd6']);
  await dragSquares(recorder, 'e1', 'h1');
  await lists(recorder, [...opened, 'O-O']);
  assert.equal(await pieceOn(recorder, 'f1'), 'R');
  await type(recorder, ['h6', 'Bf7+'], [...opened, 'O-O']);
  await says(recorder, '#verdict', 'Black is in check');
  assert.equal(await recorder.locator('.check').getAttribute('data-square'), 'e8');
});

test('chess: an illegal move is asked about, recorded with its reason, and changes neither pieces nor turn', LIMIT, async () => {
  const [recorder, table] = [await open('/table/3/record'), await open('/table/3?lang=zh')];
  await send(recorder, [[3, 'press black', 'black']]);
  await dragSquares(recorder, 'e2', 'e5');
  await recorder.locator('#question .go').click();
  await recorder.locator('.moves li.illegal .why:not(:empty)').waitFor();
  await says(recorder, '#verdict', 'White e2e5, is illegal');
  await says(table, '#verdict', '白方 e2e5 违规');
  assert.equal(await pieceOn(recorder, 'e2'), 'P');
  await says(recorder, '#next', 'White');
  await recorder.locator('#take-back').click();
  await says(recorder, '.moves .empty', 'No moves yet');
});

test('chess: after a move that nobody saw the position is lost, and moves are still typed', LIMIT, async () => {
  const recorder = await open('/table/3/record');
  await send(recorder, [[3, 'press black', 'black']]);
  await type(recorder, ['e4']);
  await recorder.locator('#unseen').click();
  await lists(recorder, ['e4', 'unseen']);
  await says(recorder, '#verdict', 'The position is not known');
  await type(recorder, ['Nf3'], ['e4', 'unseen']);
});
