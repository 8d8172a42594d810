// A chess position as the pages need it: what stands where, a move shown ahead of its record, and what plainly
// cannot be a move. Whether a move is legal is the service's to say. Nothing here touches the page.

import { sideOf } from './pieces.js';

const FILES = 'abcdefgh';
/** How a piece steps or leaps. */
const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const LEAPS = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

/** The pieces by their squares, such as `e1`, and the rights to castle; none if the text is no FEN. */
export function positionOf(fen) {
  const [placement = '', , castling = '-', passant = '-'] = fen.split(' ');
  const ranks = placement.split('/');
  if (ranks.length !== 8) return null;
  const pieces = new Map();
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const sign of rank) {
      if (/[1-8]/.test(sign)) file += Number(sign);
      else if (/[pnbrqk]/i.test(sign) && file < 8) pieces.set(squareAt(file++, 8 - row), sign);
    }
  });
  return { pieces, turn: turnOf(fen), castling, passant };
}

/** The side that a position in FEN has to move. */
export function turnOf(fen) {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

/** The square of a file from 0 and a rank from 1. */
export function squareAt(file, rank) {
  return `${FILES[file]}${rank}`;
}

/** A square's file from 0 and rank from 1. */
export function partsOf(square) {
  return [FILES.indexOf(square[0]), Number(square[1])];
}

/** The squares and promotion of a move in UCI; none for anything else. */
export function uciOf(text = '') {
  const found = /^([a-h][1-8])([a-h][1-8])([qrbn])?$/i.exec(text);
  return found && { from: found[1].toLowerCase(), to: found[2].toLowerCase(), promotion: found[3]?.toLowerCase() };
}

/** The squares that a recorded move touched, as far as its text tells. */
export function squaresOf({ side, move, san, uci }) {
  const squares = uciOf(uci ?? move);
  if (squares) return [squares.from, squares.to];
  const text = san ?? move;
  const castled = /^[O0]-[O0](-[O0])?/.exec(text);
  if (castled) {
    const rank = side === 'white' ? 1 : 8;
    return [`e${rank}`, `${castled[1] ? 'c' : 'g'}${rank}`];
  }
  const target = /([a-h][1-8])(=?[QRBN])?[+#!?]*$/.exec(text);
  return target ? [target[1]] : [];
}

/** The pieces after a move in UCI, legal or not: what was on the target leaves, a castling rook follows its king. */
export function moved(pieces, { from, to, promotion }) {
  const after = new Map(pieces);
  const name = after.get(from);
  if (!name) return after;
  after.delete(from);
  if (isPassant(pieces, from, to)) after.delete(`${to[0]}${from[1]}`);
  after.set(to, promotion ? inSide(promotion, sideOf(name)) : name);
  const rook = isKing(name) && castlingRook(from, to);
  if (rook && after.get(rook.from)?.toLowerCase() === 'r') {
    after.set(rook.to, after.get(rook.from));
    after.delete(rook.from);
  }
  return after;
}

/** A pawn that goes aside onto an empty square takes in passing. */
function isPassant(pieces, from, to) {
  return pieces.get(from)?.toLowerCase() === 'p' && from[0] !== to[0] && !pieces.has(to);
}

/** Where the rook goes when a king moves two squares from its home. */
function castlingRook(from, to) {
  const rank = from[1];
  if (from[0] !== 'e' || to[1] !== rank || (rank !== '1' && rank !== '8')) return null;
  if (to[0] === 'g') return { from: `h${rank}`, to: `f${rank}` };
  if (to[0] === 'c') return { from: `a${rank}`, to: `d${rank}` };
  return null;
}

function isKing(name) {
  return name?.toLowerCase() === 'k';
}

/** A piece's letter for a side. */
export function inSide(name, side) {
  return side === 'white' ? name.toUpperCase() : name.toLowerCase();
}

/** The king's move that is meant when it is put onto its own rook with the right to castle; none otherwise. */
export function castlingTarget({ pieces, castling }, from, to) {
  const name = pieces.get(from);
  if (!isKing(name) || from[0] !== 'e' || from[1] !== to[1]) return null;
  if (pieces.get(to) !== inSide('r', sideOf(name))) return null;
  const wing = { h: 'k', a: 'q' }[to[0]];
  if (!wing || !castling.includes(inSide(wing, sideOf(name)))) return null;
  return `${wing === 'k' ? 'g' : 'c'}${to[1]}`;
}

/** Whether a pawn comes to the last rank. */
export function promotes(pieces, from, to) {
  return { P: '8', p: '1' }[pieces.get(from)] === to[1];
}

/** Whether a move plainly cannot be one: the piece does not go there. Checks and pins are not looked at. */
export function cannotGo(position, from, to) {
  const { pieces } = position;
  const name = pieces.get(from);
  const taken = pieces.get(to);
  if (!name || (taken && sideOf(taken) === sideOf(name))) return true;
  const steps = {
    n: () => leaps(LEAPS, from, to),
    b: () => slides(pieces, DIAGONAL, from, to),
    r: () => slides(pieces, STRAIGHT, from, to),
    q: () => slides(pieces, [...STRAIGHT, ...DIAGONAL], from, to),
    k: () => leaps([...STRAIGHT, ...DIAGONAL], from, to) || castles(position, name, from, to),
    p: () => pawnGoes(position, name, from, to),
  };
  return !steps[name.toLowerCase()]();
}

/** The way from one square to another, in files and ranks. */
function way(from, to) {
  const [[file, rank], [toFile, toRank]] = [partsOf(from), partsOf(to)];
  return [toFile - file, toRank - rank];
}

function leaps(ways, from, to) {
  const [x, y] = way(from, to);
  return ways.some(([dx, dy]) => dx === x && dy === y);
}

/** Whether a piece slides from one square to another with nothing between. */
function slides(pieces, ways, from, to) {
  const [x, y] = way(from, to);
  const length = Math.max(Math.abs(x), Math.abs(y));
  if (!ways.some(([dx, dy]) => dx * length === x && dy * length === y)) return false;
  const [file, rank] = partsOf(from);
  for (let step = 1; step < length; step += 1) {
    if (pieces.has(squareAt(file + (x / length) * step, rank + (y / length) * step))) return false;
  }
  return true;
}

/** Whether a king may have castled: with the right to it, and nothing between king and rook. */
function castles({ pieces, castling }, name, from, to) {
  const rook = castlingRook(from, to);
  if (!rook || from[1] !== (sideOf(name) === 'white' ? '1' : '8')) return false;
  const wing = inSide(to[0] === 'g' ? 'k' : 'q', sideOf(name));
  return castling.includes(wing) && slides(pieces, STRAIGHT, from, rook.from);
}

/** Whether a pawn goes there: one or two squares ahead, or aside to take. */
function pawnGoes({ pieces, passant }, name, from, to) {
  const ahead = sideOf(name) === 'white' ? 1 : -1;
  const [x, y] = way(from, to);
  if (Math.abs(x) === 1 && y === ahead) return pieces.has(to) || to === passant;
  if (x !== 0 || pieces.has(to)) return false;
  const [file, rank] = partsOf(from);
  const isHome = rank === (ahead === 1 ? 2 : 7);
  return y === ahead || (y === 2 * ahead && isHome && !pieces.has(squareAt(file, rank + ahead)));
}
