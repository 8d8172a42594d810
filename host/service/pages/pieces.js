// The six chess pieces, drawn for this program: silhouettes that can be told apart when small and from afar.

import { draw } from './svg.js';

/** The side of the square that a piece is drawn in, and that square's corner. */
const SIDE = 41;
const CORNER = [2, 0.8];

/** The foot that all pieces stand on. */
const FOOT = 'M8.5 40v-2.7c0-1.6 1.2-2.8 2.8-2.8h22.4c1.6 0 2.8 1.2 2.8 2.8v2.7z';

/** Each piece's parts: outlines from back to front, then lines inside that are light on a black piece. */
const SHAPES = {
  p: {
    outlines: [
      'M18.8 20.5c.2 6-1.6 9.6-5.3 14h18c-3.7-4.4-5.5-8-5.3-14z',
      'M15.5 19.2h14v2.9h-14z',
      'M22.5 7.6a5.9 5.9 0 0 1 0 11.8a5.9 5.9 0 0 1 0-11.8z',
      FOOT,
    ],
    lines: ['M13.5 34.5h18'],
  },
  r: {
    outlines: ['M16.2 16.5h12.6l1.6 18H14.6z', 'M11 6.5h5.4v3.6h3.4V6.5h5.4v3.6h3.4V6.5H34v8.2l-4 3.6H15l-4-3.6z', FOOT],
    lines: ['M15 18.3h15', 'M14.3 34.5h16.4'],
  },
  n: {
    outlines: [
      'M32.8 34.5c1.4-12.5-1-21-8.6-24.2L23.4 5l-4.3 4.2c-3.6 1.7-5.3 4.9-6.6 8.2l-4.7 6.2c-.8 1.2-.6 2.8.4 3.8l1.3 1.3'
        + 'c1 .9 2.5 1 3.6.2l3-2.3c2.3-.2 4-.7 5.6-2c-.2 3.6-6.6 5.3-6.9 9.9z',
      FOOT,
    ],
    lines: ['M24.2 10.3c4 3.4 5.7 10 5.2 19.2', 'M14.8 34.5h18', 'M10.6 24.6l1.6-.9'],
    dots: [[17.4, 15.6, 1.5]],
  },
  b: {
    outlines: [
      'M18.6 27.5h7.8l2 7H16.6z',
      'M22.5 8.4c5.2 3.4 8.2 8 8.2 12.6c0 3.6-1.6 5.9-4.2 7.3h-8c-2.6-1.4-4.2-3.7-4.2-7.3c0-4.6 3-9.2 8.2-12.6z',
      'M22.5 3.6a2.9 2.9 0 0 1 0 5.8a2.9 2.9 0 0 1 0-5.8z',
      FOOT,
    ],
    lines: ['M18.5 28.3h8', 'M16.6 34.5h11.8', 'M26.6 12.6l-4.4 8.2'],
  },
  q: {
    outlines: [
      'M13.5 34.5L7.2 14.2l8.1 8.6l-.6-12.2l5.6 10.6l2.2-12l2.2 12l5.6-10.6l-.6 12.2l8.1-8.6l-6.3 20.3z',
      ...[[7, 12.6], [14.6, 8.9], [22.5, 7.4], [30.4, 8.9], [38, 12.6]].map(([x, y]) => ball(x, y, 2.5)),
      FOOT,
    ],
    lines: ['M12.2 30.2c6.6-1.9 14-1.9 20.6 0', 'M13.5 34.5h18'],
  },
  k: {
    outlines: [
      'M20.7 2h3.6v3.3h3.3v3.6h-3.3v6h-3.6v-6h-3.3V5.3h3.3z',
      'M16.3 19c0-7.2 12.4-7.2 12.4 0l-6.2 6z',
      'M13.5 34.5L8.9 22.4c-1.3-3.8 1.8-6.7 5.4-5.5l8.2 4.6l8.2-4.6c3.6-1.2 6.7 1.7 5.4 5.5l-4.6 12.1z',
      FOOT,
    ],
    lines: ['M22.5 21.5v7.6', 'M12 30.6c6.7-2 14.3-2 21 0', 'M13.5 34.5h18'],
  },
};

/** A round ball as an outline. */
function ball(x, y, r) {
  return `M${x} ${y - r}a${r} ${r} 0 0 1 0 ${2 * r}a${r} ${r} 0 0 1 0 ${-2 * r}z`;
}

/** A piece such as `K` (White's king) or `k` (Black's), in a square of side 1 with its corner at the origin. */
export function piece(name) {
  const { outlines, lines, dots = [] } = SHAPES[name.toLowerCase()];
  const transform = `scale(${1 / SIDE}) translate(${-CORNER[0]} ${-CORNER[1]})`;
  const group = draw('g', { class: `piece ${sideOf(name)}`, transform });
  for (const d of outlines) group.append(draw('path', { d, class: 'outline' }));
  for (const d of lines) group.append(draw('path', { d, class: 'inner' }));
  for (const [cx, cy, r] of dots) group.append(draw('circle', { cx, cy, r, class: 'dot' }));
  return draw('g', {}, group);
}

/** A piece as a picture of its own, for a button. */
export function pieceSign(name) {
  return draw('svg', { viewBox: '0 0 1 1', class: 'piece-sign', 'aria-hidden': 'true' }, piece(name));
}

/** Whose piece a letter of FEN stands for. */
export function sideOf(name) {
  return name === name.toUpperCase() ? 'white' : 'black';
}
