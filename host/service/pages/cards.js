// Cards to print, one for each table: whoever holds a telephone to one watches that board.

import { make } from './parts.js';
import { isOfThisMachine, loadWords, say } from './words.js';

const AGAIN_MS = 3000;

await loadWords(() => relabel(), ['enter']);
const find = (id) => document.querySelector(`#${id}`);

/** What a service answers; none where it does not. */
async function answerOf(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** Fills the page; where the service is not heard, once it is. */
async function show() {
  const tables = await answerOf('/api/tables');
  const places = tables && await Promise.all(tables.map(({ table }) => answerOf(`/api/tables/${table}/address`)));
  const isThere = Boolean(places?.every(Boolean));
  find('failed').hidden = isThere;
  if (!isThere) {
    setTimeout(show, AGAIN_MS);
    return;
  }
  find('here-only').hidden = !places.some(({ address }) => isOfThisMachine(address));
  find('cards').replaceChildren(...tables.map(({ table }, index) => card(table, places[index])));
}

/** A card is in both languages: nobody knows who will read it. */
function card(table, { address, svg }) {
  const picture = make('img');
  Object.assign(picture, { src: `data:image/svg+xml;base64,${btoa(svg)}`, alt: say('cards.picture', { n: table }), width: 200, height: 200 });
  const chinese = make('span', '', `第 ${table} 台`);
  const watch = make('span', '', '扫码看棋');
  for (const text of [chinese, watch]) text.lang = 'zh-Hans';
  const english = make('span', '', `Table ${table}`);
  const watchEnglish = make('span', '', 'Watch this board');
  for (const text of [english, watchEnglish]) text.lang = 'en';
  return make('li', 'table-card',
    make('h2', '', english, chinese), picture, make('p', 'watch', watchEnglish, watch), make('p', 'where', address));
}

/** Names the page in its language. */
function relabel() {
  document.title = say('cards.title');
  show();
}

find('print').addEventListener('click', () => window.print());
relabel();
