// Takes every page in both languages into the folder given: `node screenshots.mjs FOLDER` at three widths, with `--own` at
// the one of the device that it is for, as they stand in docs/console.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AFTERWARDS, breakRules, ENTRY, filled, finish, ILLEGAL, inLanguage, prepare, UNDER_WAY } from './gallery.mjs';
import { openBrowser, openPage, Service } from './stage.mjs';

const SIZES = [[390, 844], [1024, 768], [1920, 1080]];
/** By how a page's name begins, the size of the device that it is for; a laptop for all others. */
const OWN = [[/^(record|clock-(black|white))/, [390, 844]], [/^(clock|finish|face)/, [1024, 768]], [/^table/, [1600, 900]]];
const LAPTOP = [1280, 800];
const LANGUAGES = ['en', 'zh'];
/** The sizes in which a page is taken. */
function sizesOf(name) {
  return isOwn ? [OWN.find(([begins]) => begins.test(name))?.[1] ?? LAPTOP] : SIZES;
}

/** Takes one page in every language and size. */
async function take(browser, service, folder, [name, path, scheme = 'light', opens]) {
  for (const language of LANGUAGES) {
    for (const [width, height] of sizesOf(name)) {
      const options = { viewport: { width, height }, colorScheme: scheme };
      const page = await openPage(browser, service.address + inLanguage(path, language), options);
      await filled(page, opens);
      await page.screenshot({ path: join(folder, isOwn ? `${name}.${language}.png` : `${name}-${language}-${width}.png`), fullPage: /^(record|arbiter)/.test(name) });
      await page.context().close();
    }
  }
}

const [folder, ...switches] = process.argv.slice(2);
const isOwn = switches.includes('--own');
if (!folder) {
  console.error('node screenshots.mjs FOLDER');
  process.exit(2);
}
await mkdir(folder, { recursive: true });
const service = await Service.start();
const browser = await openBrowser();
try {
  const hall = await openPage(browser, `${service.address}/`);
  // The players' clocks lie at their tables.
  for (const table of [1, 2, 3]) await openPage(browser, `${service.address}/table/${table}/clock`);
  await prepare(hall);
  for (const shot of [...UNDER_WAY, ...ENTRY]) await take(browser, service, folder, shot);
  await breakRules(hall);
  for (const shot of ILLEGAL) await take(browser, service, folder, shot);
  await finish(hall);
  for (const shot of AFTERWARDS) await take(browser, service, folder, shot);
} finally {
  await browser.close();
  await service.stop();
}
