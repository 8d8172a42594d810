// A hand on a page's board.

/** Where a place of the board's drawing is on the screen. */
function onScreen(page, place) {
  return page.locator('.board').evaluate((board, [x, y]) => {
    const at = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
    return { x: at.x, y: at.y };
  }, place);
}

/** Taps a point of a board of Go, such as `Q16`. */
export async function tapPoint(page, point, size = 19) {
  const { x, y } = await onScreen(page, ['ABCDEFGHJKLMNOPQRST'.indexOf(point[0]), size - Number(point.slice(1))]);
  await page.mouse.click(x, y);
}

/** Where the middle of a square of a chessboard is on the screen. */
function middleOf(page, square, isTurned = false) {
  const [file, rank] = ['abcdefgh'.indexOf(square[0]), Number(square[1])];
  return onScreen(page, isTurned ? [7.5 - file, rank - 0.5] : [file + 0.5, 8.5 - rank]);
}

/** Taps a square. */
export async function tapSquare(page, square, isTurned = false) {
  const { x, y } = await middleOf(page, square, isTurned);
  await page.mouse.click(x, y);
}

/** Drags a piece from one square to another. */
export async function dragSquares(page, from, to) {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** The piece on a square, as FEN writes it; null for none. */
export function pieceOn(page, square) {
  return page.locator('.board').evaluate((board, where) => {
    return board.querySelector(`[data-piece][data-square=${where}]`)?.dataset.piece ?? null;
  }, square);
}
