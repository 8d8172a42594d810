// What an order would come to: asked of the service, which tries it on a copy, and put in words.

import { phaseDetails, phaseName, timeText, isLast } from './face.js';
import { post } from './parts.js';
import { refusedWords, say, sideName } from './words.js';

/** After so long without a key what is being written is tried, in milliseconds. */
const WRITTEN_MS = 300;

/** Tries a command; gives back what would change in words, or why it would be refused, and which of them it is. */
export async function tried(table, command, by) {
  const [ok, said] = await post(`/api/tables/${table}/trial`, { command, by });
  if (!ok) return { ok, isReadable: Boolean(said?.why), words: refusedWords(said) };
  return { ok, isReadable: true, words: changeWords(said) || say('clock_desk.no_change') };
}

/** Shows in an element what the command that a form makes would come to, while it is filled in. */
export function preview(form, place, command, table, by) {
  let waits;
  let asked = '';
  const look = async () => {
    const text = command();
    if (text === asked) return;
    asked = text;
    const { ok, isReadable, words } = await tried(table, text, by());
    // A form that is half filled in is no fault.
    if (text === asked) place.textContent = isReadable ? words : '';
    place.classList.toggle('refused', !ok);
  };
  form.addEventListener('input', () => {
    clearTimeout(waits);
    waits = setTimeout(look, WRITTEN_MS);
  });
  form.addEventListener('reset', () => {
    clearTimeout(waits);
    asked = '';
    place.textContent = '';
  });
}

/** The clocks that would stand otherwise, each as before and as after, and the turn. */
function changeWords({ before, after }) {
  const lines = ['black', 'white'].map((side) => {
    const [one, other] = [before[side], after[side]].map(readingWords);
    return one === other ? '' : say('clock_desk.change', { side: sideName(side), before: one, after: other });
  });
  if (before.turn !== after.turn && after.turn) lines.push(say('status.to_move', { side: sideName(after.turn) }));
  return lines.filter(Boolean).join('\n');
}

/** A reading in words: the time, its kind, and what stands beside it. */
function readingWords(reading) {
  const show = { reading, delay: 0, isLast: isLast(reading) };
  const parts = [say(...phaseName(reading)), ...phaseDetails(show).map((detail) => say(...detail))];
  return say('clock_desk.reading', { time: timeText(reading.left_ms, reading.phase), kind: parts.join(say('common.between')) });
}
