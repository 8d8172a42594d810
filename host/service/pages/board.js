// A board of Go or gomoku as SVG: the stones of the position that the service tells, and on top of it what is not on
// record yet. A service that tells no position has the stones drawn where they were recorded.

import { cross, draw, letter, put } from './svg.js';

/** The columns' letters: there is no I. */
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
/** How a position writes whose stone stands on a point. */
const SIGNS = { X: 'black', O: 'white' };
/** Room beside the outermost lines, in line distances. */
const MARGIN = 1.25;

/** The place of a point such as `Q16`, from the top left corner; none for a pass or an unseen move. */
export function placeOf(point, size) {
  const found = /^([A-HJ-Z])(\d{1,2})$/.exec(point.toUpperCase());
  if (!found) return null;
  const place = { x: LETTERS.indexOf(found[1]), y: size - Number(found[2]) };
  return isOn(place, size) ? place : null;
}

/** The name of a place: letter, then number from below. */
export function pointAt({ x, y }, size) {
  return `${LETTERS[x]}${size - y}`;
}

/** Whether a place is on the board. */
function isOn({ x, y }, size) {
  return x >= 0 && y >= 0 && x < size && y < size;
}

/** The star points of a board. */
function stars(size) {
  if (size < 7) return [];
  const [edge, middle] = [size < 13 ? 2 : 3, (size - 1) / 2];
  const lines = [edge, size - 1 - edge];
  const corners = lines.flatMap((x) => lines.map((y) => ({ x, y })));
  if (size % 2 === 0) return corners;
  const sides = [edge, size - 1 - edge].flatMap((at) => [{ x: at, y: middle }, { x: middle, y: at }]);
  return [...corners, { x: middle, y: middle }, ...(size >= 19 ? sides : [])];
}

/** Where the handicap stones stand: on the star points, in the order that programs use. */
export function handicapPlaces(count, size) {
  if (count < 2 || size < 7 || size % 2 === 0) return [];
  const [low, mid] = [size < 13 ? 2 : 3, (size - 1) / 2];
  const high = size - 1 - low;
  const corners = [[low, high], [high, low], [low, low], [high, high]].slice(0, Math.min(count, 4));
  const sides = [[low, mid], [high, mid], [mid, high], [mid, low]].slice(0, count >= 8 ? 4 : count >= 6 ? 2 : 0);
  const centre = count >= 5 && count % 2 === 1 ? [[mid, mid]] : [];
  return [...corners, ...sides, ...centre].map(([x, y]) => ({ x, y }));
}

/** A board to look at, and to tap on where `onTap` is given. */
export class Board {
  /** Draws an empty board. */
  constructor(size, handicap, onTap = null) {
    this.size = size;
    this.handicap = handicapPlaces(handicap, size);
    this.onTap = onTap;
    const width = size - 1 + 2 * MARGIN;
    const viewBox = `${-MARGIN} ${-MARGIN} ${width} ${width}`;
    this.element = draw('svg', { viewBox, class: 'board stones', role: 'img', preserveAspectRatio: 'xMaxYMin' });
    this.element.append(this.wood(width), this.grid(), this.letters());
    this.stones = this.element.appendChild(draw('g'));
    this.ghost = this.element.appendChild(draw('circle', { r: 0.47, class: 'ghost', visibility: 'hidden' }));
    this.question = this.element.appendChild(draw('circle', { r: 0.62, class: 'question', visibility: 'hidden' }));
    if (onTap) this.listen();
  }

  /** The wood under the lines. */
  wood(width) {
    return draw('rect', { x: -MARGIN, y: -MARGIN, width, height: width, rx: 0.3, class: 'wood' });
  }

  /** The lines and star points. */
  grid() {
    const end = this.size - 1;
    let path = '';
    for (let at = 0; at <= end; at += 1) path += `M0 ${at}H${end}M${at} 0V${end}`;
    const group = draw('g');
    group.append(draw('path', { d: path, class: 'lines' }));
    for (const { x, y } of stars(this.size)) group.append(draw('circle', { cx: x, cy: y, r: 0.13, class: 'star' }));
    return group;
  }

  /** Letters and numbers on all four sides. */
  letters() {
    const group = draw('g', { class: 'letters' });
    const [before, after] = [-0.86, this.size - 1 + 0.86];
    for (let at = 0; at < this.size; at += 1) {
      for (const y of [before, after]) group.append(letter(at, y, LETTERS[at]));
      for (const x of [before, after]) group.append(letter(x, at, String(this.size - at)));
    }
    return group;
  }

  /**
   * Shows the position after these moves. `position` is what stands on record, row by row from the top; `gone` are
   * moves on record that are being taken back; `numbers` writes each move's number on its stone. Of the end: `area` is
   * whose each point is, row by row; `removed` the stones counted as dead; `dead` and `disputed` those that are being
   * marked and those in dispute; `owners` points given to a side. `unseen` are the numbers of moves that a player who was
   * away has not been shown.
   */
  show(moves, { position = null, gone = [], numbers = false, unseen = [], ...end } = {}) {
    const stones = position ? this.standing(position, moves) : this.handicapStones();
    for (const { move } of gone) stones.delete(move.toUpperCase());
    moves.forEach((played, index) => {
      const place = placeOf(played.move, this.size);
      if (!place || (position && !played.waiting)) return;
      const { side, waiting } = played;
      stones.set(pointAt(place, this.size), { side, place, waiting, number: index + 1 });
    });
    this.occupied = stones;
    const owned = this.owned(end);
    const drawn = [...stones].flatMap(([point, stone]) => {
      const isDead = end.removed?.includes(point) || (owned.has(point) && owned.get(point) !== stone.side);
      return drawnStone({ ...stone, isDead }, moves.length, numbers);
    });
    const signs = [...this.landSigns(owned), ...this.frames(moves, unseen, end.disputed ?? [])];
    this.stones.replaceChildren(...drawn, ...signs, ...this.marks(moves, numbers));
  }

  /** Whose each point is: by the count, by the marks of dead stones, by what was given. */
  owned({ area = null, dead = [], owners = new Map() }) {
    const owned = new Map();
    for (const [y, row] of (area ?? []).entries()) {
      for (const [x, sign] of [...row].entries()) {
        if (SIGNS[sign]) owned.set(pointAt({ x, y }, this.size), SIGNS[sign]);
      }
    }
    for (const point of dead) {
      const stone = this.occupied.get(point);
      if (stone) owned.set(point, stone.side === 'black' ? 'white' : 'black');
    }
    for (const [point, side] of owners) owned.set(point, side);
    return owned;
  }

  /** A square where a point is Black's, a diamond where it is White's; a living stone says it itself. */
  landSigns(owned) {
    return [...owned].flatMap(([point, side]) => {
      if (this.occupied.get(point)?.side === side) return [];
      return [landSign(placeOf(point, this.size), side)];
    });
  }

  /** Frames round the moves that a player has not been shown, and round stones in dispute. */
  frames(moves, unseen, disputed) {
    const round = (points, name) => points.map((point) => placeOf(point, this.size)).filter(Boolean)
      .map((place) => frame(place, name));
    const missed = unseen.map((number) => moves[number - 1]?.move ?? '');
    return [...round(missed, 'unseen-frame'), ...round(disputed, 'disputed-frame')];
  }

  /** The handicap stones, where no position is told. */
  handicapStones() {
    return new Map(this.handicap.map((place) => [pointAt(place, this.size), { side: 'black', place }]));
  }

  /** The stones of a position, each with the number of the last move of its side there. */
  standing(position, moves) {
    const numbers = new Map(moves.map(({ side, move, waiting }, index) => {
      return [`${side} ${move.toUpperCase()}`, waiting ? undefined : index + 1];
    }));
    const stones = new Map();
    for (let y = 0; y < this.size; y += 1) {
      for (let x = 0; x < this.size; x += 1) {
        const side = SIGNS[position[y]?.[x]];
        const point = pointAt({ x, y }, this.size);
        if (side) stones.set(point, { side, place: { x, y }, number: numbers.get(`${side} ${point}`) });
      }
    }
    return stones;
  }

  /** The crosses of illegal moves that are to be seen, and the mark of a last move whose stone does not stand. */
  marks(moves, numbers) {
    const latest = new Map(moves.map((played, index) => [played.move.toUpperCase(), { ...played, number: index + 1 }]));
    return [...latest].flatMap(([point, { illegal, side, number }]) => {
      const place = placeOf(point, this.size);
      const [stone, isLast] = [this.occupied.get(point), number === moves.length];
      if (!place || (stone?.number !== number && !isLast)) return [];
      if (illegal) return drawnIllegal(place, numbers && stone?.number === number);
      return stone ? [] : [draw('circle', { cx: place.x, cy: place.y, r: 0.25, class: `mark gone ${side}` })];
    });
  }

  /** Whether a stone stands on this point. */
  isOccupied(point) {
    return this.occupied.has(point);
  }

  /** Marks a point that is asked about; none takes the mark away. */
  ask(point) {
    put(this.question, point ? placeOf(point, this.size) : null);
  }

  /** The stone under the finger follows it, and is played where the finger is lifted. */
  listen() {
    this.element.classList.add('tappable');
    const follow = (event) => {
      const touches = event.buttons > 0 || event.pointerType === 'mouse';
      put(this.ghost, touches ? this.placeUnder(event) : null);
    };
    this.element.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      follow(event);
    });
    this.element.addEventListener('pointermove', follow);
    for (const name of ['pointercancel', 'pointerleave']) {
      this.element.addEventListener(name, () => put(this.ghost, null));
    }
    this.element.addEventListener('pointerup', (event) => {
      put(this.ghost, null);
      const place = this.placeUnder(event);
      if (place && event.button === 0) this.onTap(pointAt(place, this.size), event);
    });
  }

  /** The place under a pointer; none beside the board. */
  placeUnder(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    const place = { x: Math.round(at.x), y: Math.round(at.y) };
    return isOn(place, this.size) ? place : null;
  }

  /** Whose stone follows the finger. */
  nextIs(side) {
    this.ghost.dataset.side = side;
  }
}

/** A stone, with its number or the mark of the last move. */
function drawnStone({ side, place, waiting, number, isDead }, last, numbers) {
  const at = { cx: place.x, cy: place.y };
  const name = `stone ${side}${waiting ? ' waiting' : ''}${isDead ? ' dead' : ''}`;
  const stone = draw('circle', { ...at, r: 0.47, class: name });
  const isLast = number === last;
  if (numbers && number) {
    const text = letter(place.x, place.y, String(number));
    text.setAttribute('class', `number ${side}${isLast ? ' last' : ''}`);
    return [stone, text];
  }
  return isLast ? [stone, draw('circle', { ...at, r: 0.19, class: `mark ${side}` })] : [stone];
}

/** An illegal move: a frame round its point, and a cross where no number is to be read. */
function drawnIllegal(place, isNumbered) {
  const round = frame(place, 'illegal-frame');
  return isNumbered ? [round] : [round, cross(place, 0.24)];
}

/** A frame round a point. */
function frame({ x, y }, name) {
  return draw('rect', { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: name });
}

/** The sign of whose a point is. */
function landSign({ x, y }, side) {
  const half = side === 'black' ? 0.2 : 0.26;
  const d = side === 'black'
    ? `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`
    : `M${x} ${y - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
  return draw('path', { d, class: `land ${side}` });
}
