// A board of Go or gomoku as SVG: stones stand where they were recorded; captures come with the rules.

const SVG = 'http://www.w3.org/2000/svg';
/** The columns' letters: there is no I. */
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
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
    this.element = draw('svg', { viewBox, class: 'board', role: 'img', preserveAspectRatio: 'xMaxYMin' });
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

  /** Shows these moves; `numbers` writes each move's number on its stone. */
  show(moves, numbers = false) {
    const stones = new Map(this.handicap.map((place) => [pointAt(place, this.size), { side: 'black', place }]));
    moves.forEach(({ side, move, waiting }, index) => {
      const place = placeOf(move, this.size);
      if (place) stones.set(pointAt(place, this.size), { side, place, waiting, number: index + 1 });
    });
    this.occupied = stones;
    this.stones.replaceChildren(...[...stones.values()].flatMap((stone) => drawnStone(stone, moves.length, numbers)));
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
function drawnStone({ side, place, waiting, number }, last, numbers) {
  const at = { cx: place.x, cy: place.y };
  const stone = draw('circle', { ...at, r: 0.47, class: `stone ${side}${waiting ? ' waiting' : ''}` });
  const isLast = number === last;
  if (numbers && number) {
    const text = letter(place.x, place.y, String(number));
    text.setAttribute('class', `number ${side}${isLast ? ' last' : ''}`);
    return [stone, text];
  }
  return isLast ? [stone, draw('circle', { ...at, r: 0.19, class: `mark ${side}` })] : [stone];
}

/** Puts a circle on a place, or hides it. */
function put(circle, place) {
  circle.setAttribute('visibility', place ? 'visible' : 'hidden');
  if (!place) return;
  circle.setAttribute('cx', place.x);
  circle.setAttribute('cy', place.y);
}

/** A letter or number in the middle of a place. */
function letter(x, y, text) {
  const element = draw('text', { x, y });
  element.textContent = text;
  return element;
}

/** An SVG element with these attributes. */
function draw(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
