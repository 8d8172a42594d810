// Takes every page in both languages at three widths into the folder given: `node screenshots.mjs FOLDER`.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AFTERWARDS, breakRules, ENTRY, filled, finish, ILLEGAL, inLanguage, prepare, UNDER_WAY } from './gallery.mjs';
import { openBrowser, openPage, Service } from './stage.mjs';

const SIZES = [[390, 844], [1024, 768], [1920, 1080]];
const LANGUAGES = ['en', 'zh'];
/** Takes one page in every language and size. */
async function take(browser, service, folder, [name, path, scheme = 'light', opens]) {
  for (const language of LANGUAGES) {
    for (const [width, height] of SIZES) {
      const options = { viewport: { width, height }, colorScheme: scheme };
      const page = await openPage(browser, service.address + inLanguage(path, language), options);
      await filled(page, opens);
      await page.screenshot({ path: join(folder, `${name}-${language}-${width}.png`), fullPage: /^(record|arbiter)/.test(name) });
      await page.context().close();
    }
  }
}

const folder = process.argv[2];
if (!folder) {
  console.error('node screenshots.mjs FOLDER');
  process.exit(2);
}
await mkdir(folder, { recursive: true });
const service = await Service.start();
const browser = await openBrowser();
try {
  const hall = await openPage(browser, `${service.address}/`);
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
