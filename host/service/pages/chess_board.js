// A chessboard as SVG: pieces, coordinates, the last move, a king in check. Moves are given by two taps or by dragging.

import { castlingTarget, moved, partsOf, positionOf, squareAt, squaresOf, uciOf } from './chess.js';
import { piece, sideOf } from './pieces.js';
import { cross, draw, letter } from './svg.js';

/** Room for the coordinates, at the left and below, and the rim at the other sides. */
const MARGIN = 0.45;
const RIM = 0.15;
const WIDTH = 8 + MARGIN + RIM;
/** So far, in squares, a finger must go before it drags a piece. */
const DRAG_FROM = 0.25;

/** A chessboard to look at, and to move on where `onMove` is given: it is called with two squares. */
export class ChessBoard {
  /** Draws a board without pieces, White below. */
  constructor(onMove = null) {
    this.onMove = onMove;
    this.isTurned = false;
    this.position = null;
    /** The square whose piece is to move. */
    this.picked = null;
    const viewBox = `${-MARGIN} ${-RIM} ${WIDTH} ${WIDTH}`;
    this.element = draw('svg', { viewBox, class: 'board chess', role: 'img', preserveAspectRatio: 'xMaxYMin' });
    this.ground = this.element.appendChild(draw('g'));
    this.marks = this.element.appendChild(draw('g'));
    this.pieces = this.element.appendChild(draw('g'));
    this.signs = this.element.appendChild(draw('g'));
    this.drawGround();
    if (onMove) this.listen();
  }

  /** The squares and their coordinates. */
  drawGround() {
    const rim = { x: -MARGIN, y: -RIM, width: WIDTH, height: WIDTH, rx: 0.12, class: 'rim-ground' };
    this.ground.replaceChildren(draw('rect', rim));
    for (let at = 0; at < 64; at += 1) {
      const [file, rank] = [at % 8, Math.floor(at / 8) + 1];
      const { x, y } = this.cornerOf(squareAt(file, rank));
      const shade = (file + rank) % 2 ? 'dark' : 'light';
      this.ground.append(draw('rect', { x, y, width: 1, height: 1, class: `square ${shade}` }));
    }
    for (let at = 0; at < 8; at += 1) {
      const { x, y } = this.cornerOf(squareAt(at, at + 1));
      this.ground.append(letter(x + 0.5, 8 + MARGIN / 2, squareAt(at, 1)[0]), letter(-MARGIN / 2, y + 0.5, String(at + 1)));
    }
  }

  /** The upper left corner of a square. */
  cornerOf(square) {
    const [file, rank] = partsOf(square);
    return this.isTurned ? { x: 7 - file, y: rank - 1 } : { x: file, y: 8 - rank };
  }

  /** Turns the board round. */
  turn() {
    this.isTurned = !this.isTurned;
    this.drawGround();
    this.redraw();
  }

  /** Shows the position in `fen` with the moves that wait for the record on top; none where it is not known. */
  show(moves, { position: fen = null, check = false, gone = [] } = {}) {
    this.position = fen && positionOf(fen);
    let pieces = this.position?.pieces ?? new Map();
    const waiting = moves.filter((one) => one.waiting);
    for (const { move } of waiting) pieces = uciOf(move) ? moved(pieces, uciOf(move)) : pieces;
    this.shown = { ...this.position, pieces };
    this.last = gone.length > 0 ? null : moves.at(-1);
    this.checked = check && waiting.length === 0 ? this.kingOf(this.position?.turn) : null;
    if (!pieces.has(this.picked)) this.picked = null;
    this.redraw();
  }

  /** The square of a side's king. */
  kingOf(side) {
    return [...(this.shown?.pieces ?? [])].find(([, name]) => name === (side === 'white' ? 'K' : 'k'))?.[0];
  }

  /** Draws everything that stands on the squares. */
  redraw() {
    if (!this.shown) return;
    this.pieces.replaceChildren(...[...this.shown.pieces].map(([square, name]) => this.drawnPiece(square, name)));
    const squares = this.last ? squaresOf(this.last) : [];
    const target = squares.at(-1);
    const isIllegal = this.last?.illegal && target;
    this.marks.replaceChildren(
      ...squares.flatMap((square) => this.lastMark(square)),
      ...(this.picked ? [this.frame(this.picked, 'picked')] : []),
      ...(this.checked ? [this.frame(this.checked, 'check')] : []),
    );
    this.signs.replaceChildren(
      ...(this.checked ? [this.checkSign()] : []),
      ...(isIllegal ? [this.frame(target, 'illegal-frame'), this.illegalSign(target)] : []),
    );
    this.element.classList.toggle('lost', !this.position);
  }

  /** A piece on its square. */
  drawnPiece(square, name) {
    const { x, y } = this.cornerOf(square);
    const element = piece(name);
    element.setAttribute('transform', `translate(${x} ${y})`);
    element.dataset.square = square;
    element.dataset.piece = name;
    if (this.last?.waiting && squaresOf(this.last).at(-1) === square) element.classList.add('waiting');
    return element;
  }

  /** A square of the last move: a shade, and brackets at its corners for whoever does not see the shade. */
  lastMark(square) {
    const { x, y } = this.cornerOf(square);
    const corners = [[0, 0, 1, 1], [1, 0, -1, 1], [0, 1, 1, -1], [1, 1, -1, -1]];
    const d = corners.map(([cx, cy, dx, dy]) => {
      const [left, top] = [x + cx + dx * 0.05, y + cy + dy * 0.05];
      return `M${left + dx * 0.22} ${top}H${left}V${top + dy * 0.22}`;
    });
    return [
      draw('rect', { x, y, width: 1, height: 1, class: 'last-square', 'data-square': square }),
      draw('path', { d: d.join(''), class: 'last-corners' }),
    ];
  }

  /** A frame inside a square. */
  frame(square, name) {
    const { x, y } = this.cornerOf(square);
    return draw('rect', { x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, class: name, 'data-square': square });
  }

  /** The sign `+` at the corner of a king in check. */
  checkSign() {
    const { x, y } = this.cornerOf(this.checked);
    const [cx, cy] = [x + 0.82, y + 0.18];
    const bars = draw('path', { d: `M${cx - 0.11} ${cy}h.22M${cx} ${cy - 0.11}v.22`, class: 'check-bars' });
    return draw('g', {}, draw('circle', { cx, cy, r: 0.18, class: 'check-disc' }), bars);
  }

  /** The cross at the corner of a piece that came there by an illegal move. */
  illegalSign(square) {
    const { x, y } = this.cornerOf(square);
    return cross({ x: x + 0.82, y: y + 0.18 }, 0.13);
  }

  /** Taps and drags. */
  listen() {
    this.element.classList.add('tappable');
    this.element.addEventListener('pointerdown', (event) => this.press(event));
    this.element.addEventListener('pointermove', (event) => this.drag(event));
    this.element.addEventListener('pointerup', (event) => this.release(event));
    this.element.addEventListener('pointercancel', () => this.drop());
  }

  /** The finger comes down: a piece may be dragged from here. */
  press(event) {
    event.preventDefault();
    const square = this.squareUnder(event);
    if (event.button !== 0 || !square || !this.position) return;
    this.element.setPointerCapture(event.pointerId);
    this.held = { square, at: this.pointUnder(event), moves: false };
  }

  /** The piece follows the finger. */
  drag(event) {
    if (!this.held || !this.shown.pieces.has(this.held.square)) return;
    const at = this.pointUnder(event);
    const way = Math.hypot(at.x - this.held.at.x, at.y - this.held.at.y);
    if (!this.held.moves && way < DRAG_FROM) return;
    if (!this.held.moves) this.pick(this.held.square);
    this.held.moves = true;
    const dragged = [...this.pieces.children].find((one) => one.dataset.square === this.held.square);
    dragged.classList.add('dragged');
    dragged.setAttribute('transform', `translate(${at.x - 0.5} ${at.y - 0.5})`);
    this.pieces.append(dragged);
  }

  /** The finger is lifted: a drag ends, or a square was tapped. */
  release(event) {
    const { held } = this;
    const square = this.squareUnder(event);
    this.held = null;
    if (!held) return;
    if (!held.moves && square) this.tap(square, event);
    else if (held.moves) this.finish(held.square, square, event);
  }

  /** A drag ends on a square, or beside the board. */
  finish(from, to, event) {
    this.pick(null);
    if (to && to !== from) this.moveTo(from, to, event);
  }

  /** A tap takes a piece up, puts it down again, or moves it. */
  tap(square, event) {
    const { pieces } = this.shown;
    const from = this.picked;
    const isOwn = from && pieces.has(square) && sideOf(pieces.get(square)) === sideOf(pieces.get(from));
    if (square === from) this.pick(null);
    else if (from && (!isOwn || castlingTarget(this.shown, from, square))) {
      this.pick(null);
      this.moveTo(from, square, event);
    } else this.pick(pieces.has(square) ? square : null);
  }

  /** Tells of a move; a king put onto its rook castles. */
  moveTo(from, to, event) {
    this.onMove({ from, to: castlingTarget(this.shown, from, to) ?? to }, event);
  }

  /** Takes a piece up, or puts it back. */
  pick(square) {
    this.picked = square;
    this.redraw();
  }

  /** What was held goes back to where it stood. */
  drop() {
    this.held = null;
    this.pick(null);
  }

  /** Where a pointer is, in squares. */
  pointUnder(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
  }

  /** The square under a pointer; none beside the squares. */
  squareUnder(event) {
    const at = this.pointUnder(event);
    const [column, row] = [Math.floor(at.x), Math.floor(at.y)];
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.isTurned ? squareAt(7 - column, row + 1) : squareAt(column, 8 - row);
  }
}
