// SVG elements, and the marks that all boards share.

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with these attributes. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A letter or number in the middle of a place. */
export function letter(x, y, text) {
  const element = draw('text', { x, y });
  element.textContent = text;
  return element;
}

/** Puts a circle on a place, or hides it. */
export function put(circle, place) {
  circle.setAttribute('visibility', place ? 'visible' : 'hidden');
  if (!place) return;
  circle.setAttribute('cx', place.x);
  circle.setAttribute('cy', place.y);
}

/** The cross of an illegal move, with a rim that sets it off from any ground; `half` is half its width. */
export function cross({ x, y }, half) {
  const d = `M${x - half} ${y - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
  return draw('g', { class: 'cross' }, draw('path', { d, class: 'rim' }), draw('path', { d, class: 'bars' }));
}

/** The cross of an illegal move as a sign within words. */
export function crossSign(label) {
  const sign = draw('svg', { viewBox: '-1 -1 2 2', class: 'cross-sign', role: 'img', 'aria-label': label });
  sign.append(cross({ x: 0, y: 0 }, 0.6));
  return sign;
}
