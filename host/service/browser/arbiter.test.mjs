// The arbiter's page, in a real browser against the real service: incidents, rulings, the end of a game, earlier
// positions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tapPoint } from './hand.mjs';
import { Scene } from './scene.mjs';
import { cutOff, carriedOut, says, until } from './stage.mjs';

const LIMIT = { timeout: 120_000 };
const TABLES = `
[[table]]
number = 1
size = 9
rules = "chinese"
control = "30m"
starts_by = "arbiter"

[[table]]
number = 2
kind = "chess"
control = "30m"
starts_by = "arbiter"

[[table]]
number = 3
kind = "clock"
control = "5m+3x30s"
starts_by = "arbiter"

[[table]]
number = 4
control = "30m"
starts_by = "arbiter"
[table.players]
one = { name = "沈青", rank = "九段", born = 1980-05-17 }
two = { name = "Ke", rank = "5d" }

[[table]]
number = 5
control = "30m"
starts_by = "arbiter"
players = { one = { name = "Bai" }, two = { name = "Lu" } }

[[table]]
number = 8
rules = "chinese-1988"
policy = "weiqi-1988"
control = "30m"
starts_by = "arbiter"

[[table]]
number = 6
rules = "korean"
policy = "korea-2024"
control = "30m"
starts_by = "arbiter"

[[table]]
number = 7
kind = "gomoku"
control = "30m"
starts_by = "arbiter"
`;

const scene = new Scene(TABLES);

/** Opens a page of the service. */
const open = (path, options) => scene.open(path, options);

/** Opens one of the panels. */
function panel(page, name) {
  return page.locator(`#tabs [data-open=${name}]`).click();
}

/** Presses the button of a command. */
function order(page, command) {
  return page.locator(`[data-command="${command}"]`).click();
}

/** A game of Go on table 1: each move and its press. */
function played(moves) {
  return moves.flatMap((move, index) => {
    const side = index % 2 === 0 ? 'black' : 'white';
    return [[1, `move ${side} ${move}`, 'recorder'], [1, `press ${side}`, side]];
  });
}

test('a game of Go from its start to the next game: passes, marks, count, three signatures, cleared', LIMIT, async () => {
  const [desk, table, hall] = [await open('/table/1/arbiter'), await open('/table/1?lang=zh'), await open('/')];
  await panel(desk, 'clock');
  await desk.locator('#start').click();
  await says(desk, '#status', 'Black to move');
  await carriedOut(desk, played(['E5', 'C3', 'pass', 'pass']));
  await says(desk, '#status', 'Marking dead stones');
  await says(table, '#status', '确认死子');
  await says(hall, '[data-table="1"] .card-status', 'Marking dead stones');

  await tapPoint(desk, 'C3', 9);
  await says(desk, '#picked', 'Dead: C3');
  await desk.locator('[data-markers="black"]').click();
  await says(desk, '#marked', 'Black: Dead: C3');
  await desk.locator('[data-markers="white"]').click();
  await says(desk, '#status', 'Counting');
  for (const page of [desk, table]) {
    await until(page, () => document.querySelectorAll('.board .land.black').length === 80);
    assert.equal(await page.locator('.board .stone.white.dead').count(), 1);
  }
  await says(table, '#verdict', '黑方 81 子');

  await panel(desk, 'ending');
  await says(desk, '#ending .score', 'Black 81 zi, White 0 zi; Black wins by 36.75 zi (73.5 points)');
  await order(desk, 'agree-count black');
  await says(desk, '#ending', 'Black agrees');
  await order(desk, 'agree-count white');
  await says(desk, '#status', 'Black wins (B+73.5)');
  for (const who of ['black', 'white', 'arbiter']) await order(desk, `confirm ${who}`);
  await says(desk, '#status', 'Signed: Black wins (B+73.5)');
  await says(table, '#status', '已签字：黑方胜（B+73.5）');
  await says(hall, '[data-table="1"] .card-status', 'Signed');
  assert.equal(await table.locator('.board .land').count(), 80);
  // The hash on the page is the one that the journal is verified by.
  const { state } = await (await fetch(`${scene.service.address}/api/tables/1`)).json();
  await says(desk, '#ending .hash', state.closed.hash);
  await scene.service.kill();
  assert.match(await scene.service.verified(), new RegExp(`game 1[:,].*head ${state.closed.hash}`));
  await scene.service.start();
  await order(desk, 'cleared');
  await says(desk, '[data-command=cleared]', 'Cleared');
  // Each signature stands in the name of whoever gave it.
  const { events } = await (await fetch(`${scene.service.address}/api/tables/1/log`)).json();
  const given = (name) => events.filter(({ event }) => event === name).map(({ by }) => by);
  assert.deepEqual(given('confirmed'), ['black', 'white', 'arbiter']);
  assert.deepEqual([given('marked'), given('agreed-count')], [['black', 'white'], ['black', 'white']]);
  // The log of the service that was killed is there.
  await panel(desk, 'log');
  await says(desk, '#log [data-event=confirmed]', 'Arbiter');
  await panel(desk, 'ending');
  await order(desk, 'new-game');
  await says(desk, '#status', 'Not started');
  await until(desk, () => document.querySelectorAll('.board .stone').length === 0);
});

test('a result that is not signed is replaced by choice alone', LIMIT, async () => {
  const [desk, chinese, clock] = [await open('/table/1/arbiter'), await open('/table/1/arbiter?lang=zh'), await open('/table/1/clock')];
  await carriedOut(desk, [[1, 'start', 'arbiter'], [1, 'resign white', 'white']]);
  await says(desk, '#status', 'Black wins by resignation');
  await panel(desk, 'ending');
  assert.equal(await desk.locator('[data-command=new-game]').isDisabled(), true);
  await desk.locator('[data-command=new-game]').evaluate((button) => {
    button.disabled = false;
    button.click();
  });
  await says(desk, '#ending .said [lang=zh-Hans]', '本桌结果尚未签字');
  assert.equal(await clock.locator('#main').isDisabled(), true);
  await panel(chinese, 'ending');
  await chinese.locator('#ending details summary', { hasText: '不签字' }).click();
  await order(chinese, 'replace-game');
  await says(desk, '#status', 'Not started');
});

test('a page opened during the count begins with the stones that were counted dead', LIMIT, async () => {
  const desk = await open('/table/1/arbiter');
  await carriedOut(desk, [[1, 'start', 'arbiter'], ...played(['E5', 'C3', 'G7', 'C4', 'pass', 'pass'])]);
  await carriedOut(desk, [[1, 'dead black C3', 'black'], [1, 'dead white C4', 'white']]);
  const late = await open('/table/1/arbiter');
  await says(late, '#picked', 'Dead: C');
  // A tap on an earlier position brings the present back, and marks nothing.
  await late.locator('[data-step=back]').click();
  await says(late, '#where', 'Earlier position');
  await tapPoint(late, 'E5', 9);
  await says(late, '#where', 'Move 6: White Pass');
  await late.locator('[data-markers="black,white"]').click();
  await panel(late, 'log');
  await until(late, () => document.querySelectorAll('#log [data-event=marked]').length === 4);
  await says(late, '#status', 'Counting');
  assert.equal(await late.locator('.board .stone.white.dead').count(), 2);
  // Another tap takes the group back.
  await tapPoint(late, 'C4', 9);
  await says(late, '#picked', 'Nothing is dead');
});

test('what warnings take off the count is told in points where points are counted', LIMIT, async () => {
  const [desk, chinese] = [await open('/table/6/arbiter'), await open('/table/6/arbiter?lang=zh')];
  await carriedOut(desk, [[6, 'start', 'arbiter'], [6, 'violation black press-before-stone', 'arbiter']]);
  await says(desk, '#warnings', '2 points off the count');
  await says(chinese, '#warnings', '罚 2 目');
});

test('an urgent complaint outside the own time is taken down by the arbiter (1988)', LIMIT, async () => {
  const desk = await open('/table/8/arbiter');
  await carriedOut(desk, [[8, 'start', 'arbiter']]);
  const form = desk.locator('#incident-form');
  await form.locator('[name=kind]').selectOption('disturbing');
  for (const [offender, n] of [['black', 1], ['white', 2]]) {
    await form.locator('[name=side]').selectOption(offender);
    await form.locator('[value=claim]').click();
    await desk.locator(`#incidents [data-n="${n}"]`).waitFor();
  }
  await panel(desk, 'log');
  await says(desk, '#log [data-event=claim]:has-text("White complains")', 'arbiter');
  await says(desk, '#log [data-event=claim]:has-text("Black complains")', 'Black');
});

test('until when a complaint holds is told, and whether it would now', LIMIT, async () => {
  const desk = await open('/table/1/arbiter');
  await carriedOut(desk, [[1, 'start', 'arbiter'], ...played(['E5'])]);
  await panel(desk, 'incidents');
  const form = desk.locator('#incident-form');
  await form.locator('[name=kind]').selectOption('press-before-stone');
  await form.locator('[name=side]').selectOption('black');
  await says(desk, '#kind-info .window', "until White's next move is completed; that time runs");
  await carriedOut(desk, played(['E5', 'C3']).slice(2));
  await says(desk, '#kind-info .window.differ', 'it would come too late now');
  await form.locator('[value=claim]').click();
  await says(desk, '#incidents [data-n="1"] .chip', 'too late');
  await form.locator('[name=side]').selectOption('white');
  await says(desk, '#kind-info .window', "until Black's next move is completed; that time runs");
});

test('gomoku: a draw is offered and agreed', LIMIT, async () => {
  const desk = await open('/table/7/arbiter');
  await carriedOut(desk, [
    [7, 'start', 'arbiter'], [7, 'move black H8', 'recorder'], [7, 'press black', 'black'],
    [7, 'move white H9', 'recorder'], [7, 'press white', 'white'],
  ]);
  await panel(desk, 'ending');
  assert.equal(await desk.locator('#ending [name=move]').count(), 0);
  await order(desk, 'draw-offer black');
  await order(desk, 'draw-agree white');
  await says(desk, '#status', 'Draw');
});

test('unequal marks are told on the board and in words, and play goes on', LIMIT, async () => {
  const desk = await open('/table/1/arbiter');
  await carriedOut(desk, [[1, 'start', 'arbiter'], ...played(['E5', 'C3', 'pass', 'pass'])]);
  await panel(desk, 'ending');
  await carriedOut(desk, [[1, 'dead black C3', 'black'], [1, 'dead white', 'white']]);
  await says(desk, '#ending .differ', 'The two sides have not marked the same stones.');
  assert.equal(await desk.locator('.board .disputed-frame').count(), 1);
  await desk.locator('#ending [data-command="play-on black"]').click();
  await says(desk, '#status', 'Paused');
  assert.equal(await desk.locator('#marks').isVisible(), false);
});

test('an incident is noted and ruled; a ruling that lost the game is reversed by the chief arbiter', LIMIT, async () => {
  const [desk, chinese] = [await open('/table/1/arbiter'), await open('/table/1/arbiter?lang=zh')];
  await carriedOut(desk, [[1, 'start', 'arbiter'], ...played(['E5'])]);
  const form = desk.locator('#incident-form');
  await form.locator('[name=kind]').selectOption('press-before-stone');
  await says(desk, '#kind-info', 'Article');
  await form.locator('[name=note]').fill('the "stone" was in the air');
  await form.locator('[value=violation]').click();
  await says(desk, '#incidents [data-n="1"]', 'Warning to Black');
  await says(desk, '#incidents [data-n="1"] .note-said', 'the "stone" was in the air');
  await says(desk, '#warnings', '1 of 2 warnings');
  await says(chinese, '#incidents [data-n="1"]', '警告黑方一次');

  await form.locator('[name=side]').selectOption('white');
  await form.locator('[name=kind]').selectOption('board-upset');
  await form.locator('[value=violation]').click();
  await says(desk, '#incidents [data-n="2"]', 'waits for a ruling');
  await desk.locator('#tabs [data-open=incidents][data-sign="1"]').waitFor();
  await desk.locator('#incidents [data-n="2"] [name=why]').fill('cannot be set up again');
  await desk.locator('#incidents [data-n="2"] [data-choice=loss]').click();
  await says(desk, '#status', 'Black wins by ruling (B+F)');
  await says(chinese, '#status', '白方判负，黑方胜（B+F）');

  await desk.locator('#role [data-role=chief]').click();
  await desk.locator('#incidents [data-n="2"] .again summary').click();
  await desk.locator('#incidents [data-n="2"] [data-choice=reconstructed]').click();
  await says(desk, '#status', 'Paused');
  await says(desk, '#incidents [data-n="2"] .ruling', 'Chief arbiter');
  await panel(desk, 'log');
  await says(desk, '#log', 'ruling on incident 2');
  // Whoever opens the page later reads it too.
  await panel(chinese, 'log');
  const late = await open('/table/1/arbiter');
  await panel(late, 'log');
  for (const line of ['warning to Black', 'ruling on incident 2']) await says(late, '#log', line);
  await says(chinese, '#log', '事件 2 裁定');
});

test('a ruling that is the chief arbiter’s is barred for a plain arbiter, and refused with the reason in both languages', LIMIT, async () => {
  const desk = await open('/table/1/arbiter');
  await carriedOut(desk, [[1, 'start', 'arbiter'], ...played(['E5', 'C3'])]);
  await carriedOut(desk, [[1, 'violation black displaced-stones "two stones"', 'arbiter']]);
  const item = desk.locator('#incidents [data-n="1"]');
  await says(desk, '#incidents [data-n="1"] .chief-only', 'The chief arbiter decides what cannot be chosen here');
  assert.equal(await item.locator('[data-choice]:not(:disabled)').count(), 0);
  await item.locator('[data-choice=draw]').evaluate((button) => {
    button.disabled = false;
    button.click();
  });
  await says(desk, '#incidents [data-n="1"] .said [lang=en]', 'only the chief arbiter may do this');
  assert.match(await item.locator('.said [lang=zh-Hans]').textContent(), /裁判长/);
  await says(desk, '#incidents [data-n="1"]', 'waits for a ruling');
  await desk.locator('#role [data-role=chief]').click();
  await item.locator('[data-choice=back]').click();
  await says(desk, '#incidents [data-n="1"] .ruling', 'Chief arbiter');
});

test('earlier positions are stepped through, and the board comes back to now', LIMIT, async () => {
  const desk = await open('/table/1/arbiter');
  await carriedOut(desk, [[1, 'start', 'arbiter'], ...played(['A2', 'A1', 'B1', 'E5'])]);
  const stones = (side, count) => until(desk, ([whose, wanted]) => {
    return document.querySelectorAll(`.board .stone.${whose}`).length === wanted;
  }, [side, count]);
  await says(desk, '#where', 'Move 4: White E5');
  await stones('white', 1);
  await desk.locator('[data-step=back]').click();
  await says(desk, '#where', 'Earlier position: move 3 of 4, Black B1');
  await stones('white', 0);
  await desk.locator('[data-step=back]').click();
  // The stone that was taken stands again.
  await says(desk, '#where', 'move 2 of 4, White A1');
  await stones('white', 1);
  assert.equal(await desk.locator('.board .mark.white').count(), 1);
  await desk.locator('.steps input').fill('1');
  await stones('white', 0);
  await stones('black', 1);
  await desk.locator('[data-step=first]').click();
  await says(desk, '#where', 'the start, before 4 moves');
  await stones('black', 0);
  await desk.locator('[data-step=now]').click();
  await says(desk, '#where', 'Move 4: White E5');
  await stones('black', 2);
  // What is looked at in one game is not what is looked at in the next.
  await desk.locator('[data-step=back]').click();
  await says(desk, '#where', 'Earlier position: move 3 of 4');
  await carriedOut(desk, [[1, 'resign white', 'white']]);
  await panel(desk, 'ending');
  await desk.locator('#ending details summary', { hasText: 'signature' }).click();
  await order(desk, 'replace-game');
  await says(desk, '#status', 'Not started');
  await carriedOut(desk, [[1, 'start', 'arbiter'], ...played(['C3', 'C4', 'D3', 'D4'])]);
  await says(desk, '#where', 'Move 4: White D4');
});

test('the clock is started, paused for a reason, corrected and set', LIMIT, async () => {
  const desk = await open('/table/1/arbiter');
  await panel(desk, 'clock');
  await desk.locator('#start').click();
  await says(desk, '#status', 'Black to move');
  await desk.locator('#pause-form [name=why]').fill('fire alarm');
  await desk.locator('#pause-form button').click();
  await says(desk, '#status', 'Paused: fire alarm');
  const forms = desk.locator('#corrections details');
  await forms.nth(0).locator('summary').click();
  await forms.nth(0).locator('[name=minutes]').fill('2');
  await forms.nth(0).locator('button').click();
  await says(desk, '.dial.black .digits', /0:3[12]:/);
  await forms.nth(1).locator('summary').click();
  await forms.nth(1).locator('[name=side]').selectOption('white');
  await forms.nth(1).locator('[name=time]').fill('5:30');
  await forms.nth(1).locator('button').click();
  await says(desk, '.dial.white .digits', '0:05:30');
  await forms.nth(5).locator('summary').click();
  assert.equal(await forms.nth(5).locator('button').isDisabled(), true);
  await desk.locator('#resume').click();
  await says(desk, '#status', 'Black to move');
});

test('people: a call is heard, and whoever was away is shown the last move', LIMIT, async () => {
  const [desk, table] = [await open('/table/1/arbiter'), await open('/table/1')];
  await carriedOut(desk, [[1, 'start', 'arbiter'], [1, 'summon white "noise"', 'white']]);
  await says(desk, '#summoned', 'White calls for the arbiter');
  await desk.locator('#attend').click();
  await desk.locator('#summoned').waitFor({ state: 'hidden' });
  await panel(desk, 'people');
  await desk.locator('#people [data-side=white] [data-command=leave]').click();
  await says(desk, '#people [data-side=white] .presence', 'away from the table');
  await carriedOut(desk, played(['E5']));
  for (const page of [desk, table]) await page.locator('.board .unseen-frame').waitFor();
  await says(table, '#verdict', 'White was away and has not been shown move 1 yet');
  await desk.locator('#people [data-side=white] [data-command=back]').click();
  await desk.locator('#people [data-side=white] [data-command=seen]').click();
  await until(table, () => !document.querySelector('.unseen-frame'));
});

test('nigiri: who holds is worked out, the colours are decided, and the names stand on their sides', LIMIT, async () => {
  const [desk, chinese, hall] = [await open('/table/4/arbiter'), await open('/table/4/arbiter?lang=zh'), await open('/')];
  await says(hall, '[data-table="4"] .card-status', '沈青 九段 – Ke 5d: colours by nigiri');
  await desk.locator('#tabs [data-open=people][data-sign="!"]').waitFor();
  await panel(desk, 'clock');
  assert.equal(await desk.locator('#start').isDisabled(), true);
  for (const page of [desk, chinese]) await panel(page, 'people');
  await says(desk, '#nigiri .holder', '沈青 九段 holds the white stones');
  await says(chinese, '#nigiri .holder', '沈青 九段 握白子');
  await desk.locator('#nigiri [name=stones]').fill('8');
  await desk.locator('#nigiri [name=shown]').selectOption('2');
  await order(desk, 'nigiri');
  await says(desk, '#people [data-side=black]', 'Ke 5d');
  await says(hall, '[data-table="4"] .dial.white .name', '沈青 九段');
  for (const page of [desk, chinese]) await until(page, () => !document.querySelector('#nigiri form'));
  await panel(desk, 'clock');
  await desk.locator('#start').click();
  await says(desk, '#status', 'Black to move');
  assert.equal(await desk.locator('.dial.black .name').textContent(), 'Ke 5d');
});

test('nigiri: where ranks and ages do not say who holds, the arbiter says it', LIMIT, async () => {
  const desk = await open('/table/5/arbiter');
  await panel(desk, 'people');
  await desk.locator('#nigiri [name=holder]').selectOption('two');
  await desk.locator('#nigiri [name=stones]').fill('7');
  await order(desk, 'nigiri');
  await says(desk, '#people [data-side=black]', 'Bai');
  await says(desk, '#people [data-side=white]', 'Lu');
});

test('the contest is given up: the chief arbiter settles the border on the board, and it is counted', LIMIT, async () => {
  const desk = await open('/table/1/arbiter');
  await carriedOut(desk, [[1, 'start', 'arbiter'], ...played(['E5', 'C3'])]);
  await panel(desk, 'ending');
  await order(desk, 'concede-contest white');
  await says(desk, '#status', 'Marking dead stones');
  await says(desk, '#ending', 'White has given up the contest');
  await desk.locator('[data-markers="black,white"]').click();
  await says(desk, '#marked', 'White: Nothing is dead');
  await desk.locator('#marks-mode [data-mode=border]').click();
  const settle = desk.locator('#marks-buttons button');
  assert.equal(await settle.isDisabled(), true);
  await desk.locator('#role [data-role=chief]').click();
  // One tap gives a point to Black, two to White.
  await tapPoint(desk, 'A1', 9);
  await says(desk, '#picked', 'A1 to Black');
  await tapPoint(desk, 'A1', 9);
  await says(desk, '#picked', 'A1 to White');
  await settle.click();
  await says(desk, '#status', 'Counting');
  await until(desk, () => document.querySelectorAll('.board .land.white').length === 1);
  // The board showed the point from the second tap on; what counts is what is on record.
  await until(desk, async () => (await (await fetch('/api/tables/1')).json()).state.border);
  const { state } = await (await fetch(`${scene.service.address}/api/tables/1`)).json();
  assert.deepEqual(state.border, [{ at: 'A1', side: 'white' }]);
});

test('chess: a claim is checked by the position; a good one is a draw, another an offer and an incident', LIMIT, async () => {
  const desk = await open('/table/2/arbiter');
  const moves = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'];
  const sides = ['white', 'black'];
  const orders = (list, first = 0) => list.flatMap((move, index) => {
    const side = sides[(first + index) % 2];
    return [[2, `move ${side} ${move}`, 'recorder'], [2, `press ${side}`, side]];
  });
  await carriedOut(desk, [[2, 'start', 'arbiter'], ...orders(moves.slice(0, 2))]);
  await panel(desk, 'ending');
  const claim = (side) => desk.locator(`#ending form button[value=${side}]`);
  await claim('white').click();
  await says(desk, '#ending', 'White has offered a draw.');
  await desk.locator('#tabs [data-open=incidents][data-sign="1"]').waitFor();
  await carriedOut(desk, [[2, 'draw-decline black', 'black'], ...orders(moves.slice(2, 7))]);
  // Black claims with the move that will bring the position a third time.
  await desk.locator('#ending form [name=move]').fill('Ng8');
  await claim('black').click();
  await says(desk, '#status', 'Draw (1/2-1/2)');
});

test('chess: a draw is offered and agreed, and signed', LIMIT, async () => {
  const desk = await open('/table/2/arbiter');
  await carriedOut(desk, [
    [2, 'start', 'arbiter'], [2, 'move white e4', 'recorder'], [2, 'press white', 'white'],
    [2, 'move black e5', 'recorder'], [2, 'press black', 'black'], [2, 'move white Nf3', 'recorder'],
  ]);
  await panel(desk, 'ending');
  await order(desk, 'draw-offer white');
  await says(desk, '#ending', 'White has offered a draw.');
  await order(desk, 'draw-agree black');
  await says(desk, '#status', 'Draw (1/2-1/2)');
  await desk.locator('[data-step=first]').click();
  await until(desk, () => document.querySelectorAll('.board [data-piece]').length === 32);
});

test('every word is there in both languages, and nothing is cut off on a phone', LIMIT, async () => {
  const sizes = [{ width: 360, height: 740 }, { width: 1280, height: 720 }];
  for (const language of ['en', 'zh']) {
    for (const viewport of sizes) {
      for (const number of [1, 2, 3, 4, 5, 7]) {
        const page = await open(`/table/${number}/arbiter?lang=${language}`, { viewport });
        await page.locator('#incident-form option').first().waitFor({ state: 'attached' });
        for (const name of ['clock', 'incidents', 'people', 'ending', 'log']) {
          await panel(page, name);
          const [text, isWide] = await page.evaluate(() => [
            document.body.innerText, document.documentElement.scrollWidth > innerWidth,
          ]);
          assert.doesNotMatch(text, /\b[a-z_]+\.[a-z]+_?[a-z_]*\b(?!\w)/, `${language} ${number} ${name}`);
          assert.equal(isWide, false, `${language} ${viewport.width} ${number} ${name}`);
          assert.deepEqual(await cutOff(page), [], `${language} ${viewport.width} ${number} ${name}`);
        }
      }
    }
  }
});
