// The mirror of a table's face: the very pixels that its display shows, drawn by the service, put on a canvas here.

import { tableNumber, write } from './frame.js';
import { loadWords, say, silenceWords } from './words.js';

/** The service is heard each second; it is missed after so long. */
const SILENT_MS = 3000;
const AGAIN_MS = 1000;
const LOOK_MS = 250;
/** An area's place and size, in bytes. */
const AREA_LEN = 8;

await loadWords(() => relabel(), ['mirror']);
const table = tableNumber();
const find = (id) => document.querySelector(`#${id}`);
const [canvas, size, language] = ['face', 'size', 'language'].map(find);
const pen = canvas.getContext('2d', { alpha: false });
let line = null;
let colours = [];
let heard = performance.now();
let isUnsaved = null;

/** Opens the line for the display and the language that are chosen; another one that was open is given up. */
function open() {
  line?.close();
  const query = new URLSearchParams({ size: size.value, ...(language.value && { language: language.value }) });
  const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/tables/${table}/mirror?${query}`);
  line = opened;
  opened.binaryType = 'arraybuffer';
  opened.addEventListener('message', ({ data }) => {
    if (opened !== line) return;
    heard = performance.now();
    if (typeof data === 'string') begin(data);
    else draw(new DataView(data));
    look();
  });
  opened.addEventListener('close', () => setTimeout(() => opened === line && open(), AGAIN_MS));
}

/** What the line says first: the display and its colours. Nothing is said only to be heard. */
function begin(text) {
  if (!text) return;
  const about = JSON.parse(text);
  colours = about.colours;
  canvas.width = about.width;
  canvas.height = about.height;
  fit();
}

/** Draws the areas of a message. */
function draw(message) {
  isUnsaved = message.getUint8(0) === 1;
  let at = 1;
  while (at < message.byteLength) {
    const [x, y, width, height] = [0, 2, 4, 6].map((offset) => message.getUint16(at + offset));
    at = drawArea(message, at + AREA_LEN, pen.createImageData(width, height), x, y);
  }
  document.body.classList.remove('unknown');
}

/** Draws one area whose pixels begin there; gives back where the next one begins. */
function drawArea(message, from, image, x, y) {
  let [at, pixel] = [from, 0];
  while (pixel < image.data.length) {
    const [red, green, blue] = colours[message.getUint8(at)];
    const end = pixel + 4 * (message.getUint8(at + 1) + 1);
    for (; pixel < end; pixel += 4) image.data.set([red, green, blue, 255], pixel);
    at += 2;
  }
  pen.putImageData(image, x, y);
  return at;
}

/** Makes the canvas as large as whole pixels of the screen allow. */
function fit() {
  const place = canvas.parentElement;
  const ratio = devicePixelRatio || 1;
  const [wide, high] = [place.clientWidth / canvas.width, place.clientHeight / canvas.height];
  const scale = Math.max(1, Math.floor(Math.min(wide, high) * ratio));
  canvas.style.width = `${(canvas.width * scale) / ratio}px`;
  canvas.style.height = `${(canvas.height * scale) / ratio}px`;
}

/** Shows whether the service is heard, and whether all of the face is on record. */
function look() {
  const silent = performance.now() - heard;
  const isSilent = silent >= SILENT_MS;
  document.body.classList.toggle('silent', isSilent);
  find('line').hidden = !isSilent;
  write(find('line'), isSilent ? silenceWords(silent) : '');
  const mark = isUnsaved === null ? '' : say(isUnsaved ? 'mirror.unsaved' : 'mirror.saved');
  write(find('disk'), mark);
  find('disk').classList.toggle('unsaved', isUnsaved === true);
}

/** Puts the table's number into the reader's words. */
function relabel() {
  const name = say('common.table', { n: table });
  write(find('table'), name);
  document.title = `${name} · ${say('mirror.page')}`;
  look();
}

/** Keeps what is chosen in the address, so that it can be given away. */
function choose() {
  const address = new URL(location.href);
  address.searchParams.set('size', size.value);
  if (language.value) address.searchParams.set('language', language.value);
  else address.searchParams.delete('language');
  history.replaceState(null, '', address);
  open();
}

const asked = new URLSearchParams(location.search);
size.value = asked.get('size') ?? '';
if (!size.value) size.value = '320x240';
language.value = asked.get('language') ?? '';
for (const select of [size, language]) select.addEventListener('change', choose);
addEventListener('resize', fit);
setInterval(look, LOOK_MS);
relabel();
open();
