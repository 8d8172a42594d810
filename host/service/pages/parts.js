// Elements in few words, for pages that are built from many small forms.

import { say, sideName } from './words.js';

/** An element of this class with these children. */
export function make(tag, name = '', ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...children);
  return element;
}

/** A button that says `key` and does something. */
export function button(key, action, { values = {}, name = '' } = {}) {
  const element = make('button', name, say(key, values));
  element.type = 'button';
  element.addEventListener('click', action);
  return element;
}

/** Fills a choice of sides, keeping what is chosen. */
export function fillSides(select, sides = ['black', 'white']) {
  fillOptions(select, sides.map((side) => [side, sideName(side)]));
}

/** Fills a choice with `[value, words]`, keeping what is chosen. */
export function fillOptions(select, options) {
  const chosen = select.value;
  select.replaceChildren(...options.map(([value, words]) => option(value, words)));
  if (options.some(([value]) => value === chosen)) select.value = chosen;
}

/** One choice. */
export function option(value, words) {
  const element = make('option', '', words);
  element.value = value;
  return element;
}

/** A field with its label. */
export function field(key, name, { type = 'text', value = '', hint = '', width = '' } = {}) {
  const input = make('input', width);
  Object.assign(input, { name, type, value });
  if (type === 'number') Object.assign(input, { min: 0, inputMode: 'numeric' });
  if (hint) input.placeholder = hint;
  return make('label', '', make('span', '', say(key)), input);
}

/** A choice with its label. */
export function choice(key, name, options) {
  const select = make('select');
  select.name = name;
  fillOptions(select, options);
  return make('label', '', make('span', '', say(key)), select);
}

/** Replaces an element's children only where what they are made from has changed. */
export function rebuild(element, from, children) {
  const text = `${document.documentElement.lang} ${JSON.stringify(from)}`;
  if (element.madeFrom === text) return false;
  element.madeFrom = text;
  element.replaceChildren(...children());
  return true;
}

/** A text as a script writes it; none where nothing was said. */
export function quoted(text) {
  const said = (text ?? '').trim().replaceAll(/\s+/g, ' ');
  return said ? ` "${said.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : '';
}

/** Asks for something; gives back whether it was done, and what was said. */
export async function send(method, address, body) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(address, { method, headers, body: JSON.stringify(body) }).catch(() => null);
  return [answer?.ok ?? false, await answer?.json().catch(() => null)];
}

/** The same with what is wanted. */
export function post(address, body) {
  return send('POST', address, body);
}
