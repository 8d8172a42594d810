// The arbiter lets devices in, each by a code of its own, and ends what should be over.

import { meWords } from './badge.js';
import { button, make, post, rebuild } from './parts.js';
import { RoleForm } from './role_form.js';
import { currentLanguage, isOfThisMachine, loadWords, refusedWords, say } from './words.js';

const LOOK_MS = 3000;

await loadWords(() => relabel(), ['enter']);
const find = (selector) => document.querySelector(selector);
const form = find('#pairing');
const chosen = new RoleForm(form, ['clock', 'recorder', 'display', 'arbiter']);
/** When the code that is shown is good no more. */
let goodUntil = 0;

/** Asks for a code and shows it. */
async function show() {
  const as = chosen.value();
  const [ok, answer] = await post('/api/pairings', as);
  form.querySelector('.said').textContent = ok ? '' : refusedWords(answer);
  find('#shown').hidden = !ok;
  if (!ok) return;
  find('#picture').src = `data:image/svg+xml;base64,${btoa(answer.svg)}`;
  find('#picture').alt = say('devices.picture', { what: meWords(as) });
  find('#address').href = answer.address;
  find('#address').textContent = answer.address.split('#')[0];
  find('#code').textContent = `${answer.code.slice(0, 5)} ${answer.code.slice(5)}`;
  find('#here-only').hidden = !isOfThisMachine(answer.address);
  goodUntil = performance.now() + answer.good_for * 1000;
  drawGood();
}

/** How long the code is good. */
function drawGood() {
  const left = Math.ceil((goodUntil - performance.now()) / 60_000);
  if (goodUntil && left <= 0) find('#shown').hidden = true;
  const words = left > 0 ? say('devices.good', { n: left }) : '';
  if (find('#good').textContent !== words) find('#good').textContent = words;
}

/** Who has entered. */
async function look() {
  const answer = await fetch('/api/sessions').catch(() => null);
  if (!answer?.ok) return;
  const sessions = await answer.json();
  rebuild(find('#sessions'), sessions, () => (sessions.length ? sessions.map(line) : [make('li', 'soft', say('devices.nobody'))]));
}

/** A session with the button that ends it. */
function line(session) {
  const since = new Date(session.since).toLocaleString(currentLanguage() === 'zh' ? 'zh-CN' : 'en-GB');
  const text = say('devices.since', { who: meWords({ ...session, session }), since });
  const end = button('devices.end', async () => {
    await fetch(`/api/sessions/${session.id}`, { method: 'DELETE' }).catch(() => null);
    look();
  });
  end.setAttribute('aria-label', `${say('devices.end')}: ${text}`);
  return make('li', 'session', make('span', '', text), end);
}

/** Names the page in its language. */
function relabel() {
  document.title = say('devices.title');
  chosen.relabel();
  drawGood();
  look();
}

form.elements.table.value = new URLSearchParams(location.search).get('table') ?? '';
form.addEventListener('submit', (event) => {
  event.preventDefault();
  show();
});
setInterval(look, LOOK_MS);
setInterval(drawGood, LOOK_MS);
relabel();
