// The boards as they show what the service tells: captures, illegal moves, chess, and what a recorder enters on them.
// The messages are made here, so that every case can be shown; rules.test.mjs plays with the service's own.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { altered, rows, standing } from './fixture.mjs';
import { openBrowser, says, Service, until } from './stage.mjs';
import { dragSquares, pieceOn, tapPoint, tapSquare } from './hand.mjs';

const LIMIT = { timeout: 60_000 };
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

let browser;
let service;
let page;

before(async () => {
  browser = await openBrowser();
  service = await Service.start();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});
afterEach(async () => {
  assert.deepEqual(page.broken, [], 'no script of the page has thrown');
  await page.context().close();
});

/** Opens a page of a table that stands as given; gives back what it orders. */
async function open(path, table, given) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1024, height: 768 } });
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
  page.broken = [];
  page.on('pageerror', (error) => page.broken.push(error));
  const orders = await altered(page, standing(table, given));
  await page.goto(service.address + path);
  await page.locator('body:not(.unknown)').waitFor();
  return orders;
}

/** Opens the recorder's page of the chess table. */
function chess(position, given = {}) {
  return open('/table/3/record', 3, { position, ...given });
}

/** Waits until the page has ordered something, and says what. */
async function ordered(orders) {
  for (let tries = 0; orders.length === 0 && tries < 100; tries += 1) await page.waitForTimeout(20);
  return orders.shift();
}

/** The centres of the circles of a class, as points of the board of 19 lines. */
function circles(selector) {
  return page.locator(selector).evaluateAll((all) => all.map((one) => {
    return `${'ABCDEFGHJKLMNOPQRST'[one.getAttribute('cx')]}${19 - one.getAttribute('cy')}`;
  }).sort());
}

const KO = [
  { side: 'black', move: 'Q16' }, { side: 'white', move: 'Q15' }, { side: 'black', move: 'D4' },
  { side: 'white', move: 'R16', illegal: { reason: 'ko', repeats: 1, en: 'the ko is retaken at once', zh: '立即提回劫' } },
];

test('Go: the position is drawn, not the moves; captures stand beside the times', LIMIT, async () => {
  const position = rows({ black: ['D4'], white: ['Q15', 'R16'] });
  const given = { position, moves: KO, black: { captures: 0 }, white: { captures: 1 } };
  await open('/table/1', 1, given);
  await says(page, '.dial.white .taken', '1 taken');
  await says(page, '.dial.black .taken', '0 taken');
  assert.deepEqual(await circles('.board .stone.black'), ['D4']);
  assert.deepEqual(await circles('.board .stone.white'), ['Q15', 'R16']);
});

test('Go: an illegal move has a cross, and its reason stands in the list and under the board', LIMIT, async () => {
  await open('/table/1/record', 1, { position: rows({ black: ['D4'], white: ['Q15', 'R16'] }), moves: KO });
  await says(page, '#verdict', 'Move 4, White R16, is illegal: the ko is retaken at once');
  await says(page, '.moves li.illegal .why', 'the ko is retaken at once');
  assert.equal(await page.locator('.moves li.illegal').count(), 1);
  assert.equal(await page.locator('.moves .cross-sign').getAttribute('aria-label'), 'illegal');
  assert.equal(await page.locator('.board .cross').count(), 1);
  await page.locator('[data-switch-language]').click();
  await says(page, '#verdict', '第 4 手 白方 R16 违规：立即提回劫');
});

test('Go: the cross goes with its stone, and a last move without a stone is still marked', LIMIT, async () => {
  const moves = [...KO, { side: 'black', move: 'T1' }];
  await open('/table/1', 1, { position: rows({ white: ['Q15'] }), moves });
  await page.locator('.board .mark.gone').waitFor();
  assert.equal(await page.locator('.board .cross').count(), 0);
});

test('Go: numbers stand only on stones that are still there from that move', LIMIT, async () => {
  const moves = [
    { side: 'black', move: 'D4' }, { side: 'white', move: 'E4' }, { side: 'black', move: 'E4' }, { side: 'white', move: 'pass' },
  ];
  await open('/table/1/record', 1, { position: rows({ black: ['D4', 'E4', 'Q16'] }), moves });
  await page.locator('#numbers').check();
  await until(page, () => document.querySelectorAll('.board .number').length === 2);
  assert.deepEqual(await page.locator('.board .number').allTextContents(), ['1', '3']);
});

test('Go: a repetition is told as the chief arbiter’s, and is not illegal', LIMIT, async () => {
  await open('/table/1', 1, { position: rows({ black: ['D4'] }), moves: [{ side: 'black', move: 'D4', cycle: 45 }] });
  await says(page, '#verdict', 'Move 1, Black D4: the position of move 45 again; the chief arbiter decides');
  assert.equal(await page.locator('.moves li.illegal').count(), 0);
});

test('Go: what waits for the record is drawn on top, what is taken back is gone', LIMIT, async () => {
  await open('/table/1/record', 1, { position: rows({ black: ['D4'] }), moves: [{ side: 'black', move: 'D4' }] });
  await page.locator('#take-back').click();
  await until(page, () => document.querySelectorAll('.board .stone').length === 0);
  await page.locator('#entry').fill('q16');
  await page.locator('#entry').press('Enter');
  await page.locator('.board .stone.black.waiting').waitFor();
  assert.deepEqual(await circles('.board .stone'), ['Q16']);
});

test('a service that tells no position has the stones where they were recorded, and chess without a board', LIMIT, async () => {
  await open('/table/1', 1, { position: undefined, moves: KO.slice(0, 2) });
  assert.equal(await page.locator('.board .stone').count(), 2);
  await page.context().close();
  await open('/table/3', 3, { position: undefined, moves: [{ side: 'white', move: 'e4' }] });
  await says(page, '.moves .played', 'e4');
  assert.equal(await page.locator('.board').count(), 0);
});

test('a tap on a stone asks where no position is told, and the second tap records', LIMIT, async () => {
  const orders = await open('/table/1/record', 1, { position: undefined, moves: [{ side: 'black', move: 'Q16' }] });
  await tapPoint(page, 'Q16');
  await says(page, '#notice.asked', 'Q16');
  assert.deepEqual(orders, []);
  await tapPoint(page, 'Q16');
  assert.equal(await ordered(orders), 'move white Q16');
});

test('chess: two taps, a drag, and a typed move', LIMIT, async () => {
  const orders = await chess(START);
  await tapSquare(page, 'e2');
  assert.equal(await page.locator('.picked').getAttribute('data-square'), 'e2');
  await tapSquare(page, 'e4');
  assert.equal(await ordered(orders), 'move white e2e4');
  assert.equal(await pieceOn(page, 'e4'), 'P');
  assert.equal(await pieceOn(page, 'e2'), null);
  await dragSquares(page, 'g8', 'f6');
  assert.equal(await ordered(orders), 'move black g8f6');
  await page.locator('#entry').fill('Nf3');
  await page.locator('#entry').press('Enter');
  assert.equal(await ordered(orders), 'move white Nf3');
  await says(page, '#queue', 'White e2e4, Black g8f6, White Nf3');
});

test('chess: another piece of the side is taken up instead, and a tap on the same one puts it down', LIMIT, async () => {
  const orders = await chess(START);
  await tapSquare(page, 'e2');
  await tapSquare(page, 'd2');
  assert.equal(await page.locator('.picked').getAttribute('data-square'), 'd2');
  await tapSquare(page, 'd2');
  assert.equal(await page.locator('.picked').count(), 0);
  await tapSquare(page, 'e5');
  assert.deepEqual(orders, []);
});

test('chess: what a pawn becomes is chosen, or the move called off', LIMIT, async () => {
  const orders = await chess('8/4P3/8/8/8/k7/8/K7 w - - 0 1');
  await tapSquare(page, 'e7');
  await tapSquare(page, 'e8');
  await page.locator('#promotion .cancel').click();
  await dragSquares(page, 'e7', 'e8');
  await page.locator('#promotion [data-promotion=n]').click();
  assert.equal(await ordered(orders), 'move white e7e8n');
  assert.equal(await pieceOn(page, 'e8'), 'N');
  assert.equal(await page.locator('#promotion [data-promotion=n]').getAttribute('aria-label'), 'Knight');
});

test('chess: castling by two squares or onto the rook, and the rook goes along', LIMIT, async () => {
  const castled = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  const orders = await chess(castled);
  await tapSquare(page, 'e1');
  await tapSquare(page, 'h1');
  assert.equal(await ordered(orders), 'move white e1g1');
  assert.equal(await pieceOn(page, 'f1'), 'R');
  await dragSquares(page, 'e8', 'c8');
  assert.equal(await ordered(orders), 'move black e8c8');
  assert.equal(await pieceOn(page, 'd8'), 'r');
});

test('chess: what plainly is no move is asked about once, then sent', LIMIT, async () => {
  const orders = await chess(START);
  await dragSquares(page, 'b1', 'b4');
  await says(page, '#question .words', 'b1–b4 does not look like a legal move');
  await page.keyboard.press('Escape');
  await page.locator('#question').waitFor({ state: 'hidden' });
  assert.deepEqual(orders, []);
  await dragSquares(page, 'b1', 'b4');
  await page.locator('#question .go').click();
  assert.equal(await ordered(orders), 'move white b1b4');
});

test('chess: a move of the side that is not next is asked about', LIMIT, async () => {
  const orders = await chess(START);
  await dragSquares(page, 'e7', 'e5');
  await says(page, '#question .words', 'It is the turn of White. Record e7–e5 for Black all the same?');
  await page.locator('#question .go').click();
  assert.equal(await ordered(orders), 'move black e7e5');
});

test('chess: zeros are read as castling', LIMIT, async () => {
  const orders = await chess(START);
  await page.locator('#entry').fill('0-0-0');
  await page.locator('#entry').press('Enter');
  assert.equal(await ordered(orders), 'move white O-O-O');
});

test('chess: moves in two columns with numbers, short form, and the reason of an illegal one', LIMIT, async () => {
  const illegal = { reason: 'illegal', en: 'the king stays in check', zh: '王仍被将军' };
  const moves = [
    { side: 'white', move: 'e2e4', san: 'e4', uci: 'e2e4' }, { side: 'black', move: 'f5' },
    { side: 'white', move: 'd1h5', san: 'Qh5+', uci: 'd1h5' }, { side: 'black', move: 'a7a6', san: 'a6', uci: 'a7a6', illegal },
  ];
  await chess('rnbqkbnr/1pppp1pp/p7/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 3', { moves });
  await says(page, '.moves li.illegal .why', 'the king stays in check');
  assert.deepEqual(await page.locator('.moves .played').allTextContents(), ['e4', 'f5', 'Qh5+', 'a6']);
  assert.deepEqual(await page.locator('.moves .move-number').allTextContents(), ['1.', '', '2.', '']);
  const left = await page.locator('.moves li').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  assert.equal(new Set(left).size, 2);
  assert.equal(await page.locator('.board .cross').count(), 1);
  assert.equal(await page.locator('.last-square').count(), 2);
});

test('chess: an illegal move takes no number, and the turn stays by the position', LIMIT, async () => {
  const illegal = { reason: 'illegal', en: 'no piece can make this move', zh: '没有棋子能这样走' };
  const moves = [
    { side: 'white', move: 'e2e5', illegal }, { side: 'white', move: 'e4', uci: 'e2e4' },
    { side: 'black', move: 'Ke5', illegal }, { side: 'black', move: 'e5', uci: 'e7e5' },
    { side: 'white', move: 'Bb8', illegal },
  ];
  await chess('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', { moves });
  await says(page, '#next', 'White');
  assert.deepEqual(await page.locator('.moves .move-number').allTextContents(), ['1.', '1.', '', '1…', '2.']);
});

test('chess: a king in check is marked, and told', LIMIT, async () => {
  await chess('rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2', { check: true });
  await says(page, '#verdict', 'Black is in check');
  assert.equal(await page.locator('.check').getAttribute('data-square'), 'e8');
  assert.equal(await page.locator('.check-bars').count(), 1);
});

test('chess: the board is turned, and taps fall on the turned squares', LIMIT, async () => {
  const orders = await chess(START);
  const place = (square) => page.locator(`.board [data-piece][data-square=${square}]`).boundingBox();
  const before = await place('a1');
  await page.locator('#turn').click();
  const after = await place('a1');
  assert.ok(after.x > before.x && after.y < before.y);
  await tapSquare(page, 'e2', true);
  await tapSquare(page, 'e4', true);
  assert.equal(await ordered(orders), 'move white e2e4');
});

test('chess: a position that is lost is told, and moves are still typed', LIMIT, async () => {
  const orders = await chess(null, { moves: [{ side: 'white', move: 'unknown' }] });
  await says(page, '#verdict', 'The position is not known since a move that nobody saw.');
  await tapSquare(page, 'e7');
  await page.locator('#entry').fill('e5');
  await page.locator('#entry').press('Enter');
  assert.equal(await ordered(orders), 'move black e5');
});

test('chess: spectators see no numbers before the end, also in what is told of an illegal move', LIMIT, async () => {
  const moves = [{ side: 'white', move: 'Ke5', illegal: { reason: 'illegal', en: 'no king goes there', zh: '王不能到那里' } }];
  await open('/table/3', 3, { position: START, moves });
  await says(page, '#verdict', 'White Ke5 is illegal: no king goes there');
  assert.doesNotMatch(await page.locator('main').innerText(), /Move 1|1\./);
});

test('what plainly is no chess move, by piece', LIMIT, async () => {
  await open('/table/3', 3, { position: START });
  const board = 'r3k2r/1P1pp3/8/3pP3/1b3N2/8/PP4q1/R3K2R w Kkq d6 0 1';
  const cases = [
    ['e1', 'g1', true], ['e1', 'c1', false], ['e8', 'c8', true], ['e1', 'e3', false], ['a1', 'd1', true], ['a1', 'e1', false],
    ['a1', 'a3', false], ['f4', 'g6', true], ['f4', 'f5', false], ['b4', 'e1', true], ['b4', 'b5', false], ['g2', 'g8', true],
    ['g2', 'a2', false], ['g2', 'b7', false], ['a2', 'a4', true], ['b2', 'b4', false], ['b2', 'b3', true], ['e5', 'd6', true],
    ['e5', 'f6', false], ['e7', 'e5', false], ['e7', 'e6', true], ['d7', 'd5', false], ['b7', 'a8', true], ['c3', 'c4', false],
  ];
  const shown = await page.evaluate(async ([fen, list]) => {
    const { cannotGo, positionOf } = await import('/assets/chess.js');
    return list.map(([from, to]) => !cannotGo(positionOf(fen), from, to));
  }, [board, cases]);
  cases.forEach(([from, to, can], index) => assert.equal(shown[index], can, `${from}${to}`));
});
