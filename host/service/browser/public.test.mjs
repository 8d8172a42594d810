// What the event shows the public later: the spectators' board is behind, the table itself is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedOut, onStage, openPage, says, until } from './stage.mjs';

const LIMIT = { timeout: 90_000 };
const TABLE = 'public_delay = "4s"\n[[table]]\nnumber = 1\ncontrol = "1h"\nkind = "go"\n';

/** How many stones stand on the board. */
const stones = (page) => page.locator('#board .stone').count();

test('the spectators’ board shows each move when it is public, and the whole game once it is over', LIMIT, () => onStage(TABLE, async (service, browser) => {
  const board = await openPage(browser, `${service.address}/table/1`);
  const recorder = await openPage(browser, `${service.address}/table/1/record`);
  await carriedOut(board, [[1, 'start', 'arbiter']]);
  const before = Date.now();
  await carriedOut(board, [[1, 'move black Q16', 'recorder']]);
  await until(recorder, () => document.querySelectorAll('#board .stone').length === 1);
  await says(board, '#delayed', 'shown 4 s after they were played');
  assert.equal(await stones(board), 0, 'not public yet');
  await until(board, () => document.querySelectorAll('#board .stone').length === 1);
  assert.ok(Date.now() - before >= 3990, `${Date.now() - before} ms`);
  await says(board, '#moves', 'Q16');
  await carriedOut(board, [[1, 'move white D4', 'recorder'], [1, 'resign white', 'white']]);
  await until(board, () => document.querySelectorAll('#board .stone').length === 2);
  await says(board, '#status', 'Black wins');
  assert.equal(await board.locator('#delayed').textContent(), '', 'nothing is behind any more');
  assert.deepEqual([...board.broken, ...recorder.broken], []);
}));
