// Groups of stones in a position of Go: rows from the top, `X` black, `O` white.

import { placeOf, pointAt } from './board.js';

/** So many points are told one by one. */
const TOLD = 12;

/** All points of the group that has a stone on this point; none where no stone stands. */
export function groupAt(position, point) {
  const size = position.length;
  const start = placeOf(point, size);
  const sign = start && position[start.y][start.x];
  if (!sign || sign === '.') return [];
  const [found, waiting] = [new Set([point]), [start]];
  while (waiting.length > 0) {
    const { x, y } = waiting.pop();
    for (const place of [{ x: x - 1, y }, { x: x + 1, y }, { x, y: y - 1 }, { x, y: y + 1 }]) {
      if (position[place.y]?.[place.x] !== sign) continue;
      const name = pointAt(place, size);
      if (found.has(name)) continue;
      found.add(name);
      waiting.push(place);
    }
  }
  return [...found];
}

/** Points in words; of many only the first. */
export function pointsOf(points) {
  const told = points.slice(0, TOLD).join(' ');
  return points.length > TOLD ? `${told} …` : told;
}
