// Pages in states that are worth looking at, and how the tables come into them.

import { send } from './stage.mjs';

/** What is there while the games go on: a name, the address, a colour scheme where it is not the light one, and what is opened on the page. */
export const UNDER_WAY = [
  ['hall', '/'],
  ['hall-dark', '/', 'dark'],
  ['clock-byoyomi', '/table/1/clock'],
  ['clock-waiting', '/table/2/clock'],
  ['clock-chess', '/table/3/clock', 'dark'],
  ['clock-black', '/table/2/clock?side=black'],
  ['clock-white', '/table/1/clock?side=white', 'dark'],
  ['finish', '/table/1/clock', 'light', '#finish-open'],
  ['finish-chess', '/table/3/clock', 'dark', '#finish-open'],
  ['record', '/table/1/record'],
  ['record-chess', '/table/3/record', 'dark'],
  ['table', '/table/1'],
  ['table-dark', '/table/1', 'dark'],
  ['table-chess', '/table/3'],
  ['face', '/table/1/face?language=en'],
  ['face-chinese', '/table/1/face?size=480x320&language=zh'],
  ['arbiter', '/table/1/arbiter'],
  ['arbiter-chess', '/table/3/arbiter', 'dark'],
];
/** Pages without a clock. */
export const ENTRY = [
  ['enter', '/enter'],
  ['devices', '/devices'],
  ['cards', '/cards'],
];
/** Then something illegal is recorded. */
export const ILLEGAL = [
  ['record-illegal', '/table/2/record'],
  ['table-illegal', '/table/2', 'dark'],
  ['record-chess-illegal', '/table/3/record'],
  ['table-chess-illegal', '/table/3', 'dark'],
];
/** And afterwards, when one table is paused and one game is over. */
export const AFTERWARDS = [
  ['hall-ended', '/'],
  ['clock-paused', '/table/2/clock'],
  ['clock-ended', '/table/1/clock'],
  ['finish-ended', '/table/1/clock', 'light', '#finish-open'],
  ['record-ended', '/table/1/record'],
  ['table-ended', '/table/1'],
  ['arbiter-ended', '/table/1/arbiter'],
];

const GO = (
  'Q16 D4 Q3 D17 C15 F17 R5 C6 C12 K16 O17 K3 N3 F3 D10 Q10 R12 Q12 R13 Q13 R10 R9 R11 Q14 R14 R15 R16 S15 S16 P15 '
  + 'O14 Q8 N10 pass'
).split(' ');
const CHESS = 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7'.split(' ');
/** Waits until a page of the gallery is filled, and opens what is to be seen on it. */
export async function filled(page, opens) {
  await page.locator('.dial .digits:not(:empty), canvas#face, .entry-desk h2:not(:empty), .table-card').first().waitFor();
  if (!opens) return;
  await page.locator(opens).click();
  await page.locator('dialog[open]').waitFor();
}

/** An address of the gallery in a language. */
export function inLanguage(path, language) {
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

/** A ko that White takes back at once, and a king's leap. */
const KO = 'J10 M10 K11 L11 K9 L9 T1 K10 L10 K10'.split(' ');
const LEAP = [3, 'move white Ke3', 'recorder'];

/** A game in the making: each move and its press, the last press left out. */
function played(table, first, moves) {
  const other = first === 'black' ? 'white' : 'black';
  return [
    [table, `press ${other}`, other],
    ...moves.flatMap((move, index) => {
      const side = index % 2 === 0 ? first : other;
      const record = [table, `move ${side} ${move}`, 'recorder'];
      return index + 1 < moves.length ? [record, [table, `press ${side}`, side]] : [record];
    }),
  ];
}

/** Brings the tables into states worth looking at: Black of table 1 in byo-yomi, a game of chess under way. */
export async function prepare(page) {
  await send(page, [...played(1, 'black', GO.slice(0, -1)), ...played(3, 'white', CHESS)]);
  await send(page, [[1, 'set black main=1s', 'both']]);
  await page.locator('[data-table="1"] .dial.black[data-time=count]').waitFor();
}

/** A ko is taken back at once, a king goes where none can. */
export async function breakRules(page) {
  await send(page, [...played(2, 'black', KO), LEAP]);
}

/** One table is paused, one game ends. */
export async function finish(page) {
  await send(page, [
    [2, 'press white', 'white'], [2, 'press black', 'black'], [2, 'press white', 'white'],
    [2, 'pause "fire alarm"', 'both'], [1, 'resign white', 'white'],
  ]);
}
