// Every page in every state of the gallery, looked at by axe-core: names for screen readers, contrast, order, landmarks.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { AFTERWARDS, breakRules, ENTRY, filled, finish, ILLEGAL, inLanguage, prepare, UNDER_WAY } from './gallery.mjs';
import { Scene } from './scene.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = [[390, 844], [1280, 900]];
const SCHEMES = ['light', 'dark'];
const LIMIT = { timeout: 600_000 };

const scene = new Scene();

/** What axe-core finds on a page: the rule, and where it does not hold. */
async function faults(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations, passes } = await axe.run(document, { resultTypes: ['violations'] });
    if (passes.length === 0) throw new Error('nothing was looked at');
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`));
  });
}

/** Looks at some pages at both sizes, in both languages and colour schemes; everything that is found. */
async function look(gallery) {
  const found = [];
  const states = new Map(gallery.map(([name, path, , opens]) => [`${path} ${opens}`, { name, path, opens }]));
  for (const { name, path, opens } of states.values()) {
    for (const [index, scheme] of SCHEMES.entries()) {
      for (const [width, height] of SIZES) {
        const language = (index + (width > 600)) % 2 ? 'zh' : 'en';
        const page = await scene.open(inLanguage(path, language), {
          viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce',
        });
        await filled(page, opens);
        // What is folded is looked at too.
        await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
        for (const fault of await faults(page)) found.push(`${name} ${scheme} ${width} ${language}: ${fault}`);
        await page.close();
      }
    }
  }
  return found;
}

test('axe-core finds nothing on any page in any state', LIMIT, async () => {
  const hall = await scene.open('/');
  await prepare(hall);
  const found = await look([...UNDER_WAY, ...ENTRY]);
  await breakRules(hall);
  found.push(...await look(ILLEGAL));
  await finish(hall);
  found.push(...await look(AFTERWARDS));
  assert.deepEqual(found, []);
});
