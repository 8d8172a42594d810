// The way in: by a code that the arbiter shows, or by a role's PIN.

import { meWords } from './badge.js';
import { post } from './parts.js';
import { RoleForm } from './role_form.js';
import { loadWords, refusedWords, say } from './words.js';

/** Where each role works. */
const PAGES = {
  arbiter: () => '/',
  recorder: (table) => `/table/${table}/record`,
  clock: (table) => `/table/${table}/clock`,
  display: (table) => `/table/${table}/face`,
};

await loadWords(() => relabel(), ['enter']);
const find = (selector) => document.querySelector(selector);
const [byCode, byPin] = [find('#by-code'), find('#by-pin')];
const chosen = new RoleForm(byPin, ['arbiter', 'recorder', 'clock', 'display']);

/** Enters with what a form asks for; what was wrong is said in it. */
async function enter(form, body) {
  const said = form.querySelector('.said');
  said.textContent = '';
  const [ok, answer] = await post('/api/enter', { ...body, name: form.elements.name.value.trim() });
  if (ok) location.replace(wanted(answer));
  else said.textContent = refusedWords(answer);
}

/** The page that was asked for, where the role is one for it; else the role's own. */
function wanted({ role, table }) {
  const own = PAGES[role](table);
  const asked = new URLSearchParams(location.search).get('to');
  const address = asked && URL.canParse(asked, location.origin) ? new URL(asked, location.origin) : null;
  const isHere = address?.origin === location.origin;
  return isHere && (role === 'arbiter' || address.pathname === own) ? address.pathname : own;
}

/** Who this is already. */
async function drawNow() {
  const answer = await fetch('/api/me').catch(() => null);
  const me = answer?.ok ? await answer.json() : null;
  const now = find('#now');
  now.hidden = !me || me.role === 'spectator';
  now.textContent = now.hidden ? '' : say('enter.now', { who: meWords(me) });
}

/** Names the page in its language. */
function relabel() {
  document.title = say('enter.title');
  chosen.relabel();
  drawNow();
}

/** A page of a table that was asked for says which role and table are meant. */
function guess() {
  const [, table, page] = /^\/table\/(\d+)\/(record|clock|face)$/.exec(new URLSearchParams(location.search).get('to') ?? '') ?? [];
  if (!table) return;
  chosen.choose({ record: 'recorder', clock: 'clock', face: 'display' }[page], table);
}

byCode.elements.code.value = location.hash.slice(1).replaceAll(/[^0-9A-Za-z]/g, '');
// A code must not stay in the browser's history.
if (location.hash) history.replaceState(null, '', location.pathname + location.search);
byCode.addEventListener('submit', (event) => {
  event.preventDefault();
  enter(byCode, { code: byCode.elements.code.value });
});
byPin.addEventListener('submit', (event) => {
  event.preventDefault();
  enter(byPin, { role: chosen.value(), pin: byPin.elements.pin.value });
});
relabel();
guess();
