// Forty tables at ten times their speed on one page: what that costs the service, and whether the page keeps up.
// `node forty.mjs [MINUTES]`; FLAGFALL_BIN should be the program as it is released. Exit status 1 where a limit is passed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openBrowser, openPage, PROGRAM, until } from './stage.mjs';

const TABLES = 40;
const SPEED = 10;
/** What is asked: the service's share of one core, the longest frame, and how much the page's memory may grow. */
const LIMITS = { core: 0.05, frame: 32, growth: 0.2 };
/** Clock ticks of a second in /proc. */
const TICKS = 100;
/** Before that the page is still being built. */
const SETTLED_MS = 10_000;

/** The processor time that a process has used, in seconds. */
async function used(pid) {
  const [, rest] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The page's memory after everything that nobody needs is gone, in bytes. */
async function heap(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Has the page note how long each frame takes. */
function watchFrames(page) {
  return page.evaluate(() => {
    window.frames_ = { longest: 0, slow: 0, count: 0, last: performance.now() };
    const frame = (now) => {
      const took = now - window.frames_.last;
      Object.assign(window.frames_, { last: now, longest: Math.max(window.frames_.longest, took), count: window.frames_.count + 1 });
      if (took > 32) window.frames_.slow += 1;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

const minutes = Number(process.argv[2] ?? 10);
const folder = await mkdtemp(join(tmpdir(), 'flagfall-forty-'));
const config = join(folder, 'forty.toml');
await writeFile(config, `[[table]]\nnumber = "1-${TABLES}"\ncontrol = "55m+5x60s"\nrules = "chinese"\n`);
const program = spawn(PROGRAM, ['demo', '--speed', String(SPEED), '--listen', '127.0.0.1:0', '--data', folder, '--config', config], { stdio: ['ignore', 'pipe', 'ignore'] });
const browser = await openBrowser();
try {
  const [address] = await once(createInterface({ input: program.stdout }), 'line');
  const page = await openPage(browser, address.split(/\s+/)[1]);
  await until(page, (n) => document.querySelectorAll('.card').length === n, TABLES);
  await page.waitForTimeout(SETTLED_MS);
  const session = await page.context().newCDPSession(page);
  const first = await heap(session);
  const [before, began] = [await used(program.pid), performance.now()];
  await watchFrames(page);
  await page.waitForTimeout(minutes * 60_000);
  const frames = await page.evaluate(() => window.frames_);
  const core = (await used(program.pid) - before) / ((performance.now() - began) / 1000);
  const growth = (await heap(session)) / first - 1;
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  console.log(`${TABLES} tables at ${SPEED} times their speed for ${minutes} min: service ${percent(core)} of a core; ${frames.count} frames, the longest ${frames.longest.toFixed(0)} ms, ${frames.slow} over ${LIMITS.frame} ms; memory ${(first / 1e6).toFixed(1)} MB, ${percent(growth)} more at the end`);
  assert.ok(core < LIMITS.core, `${percent(core)} of a core`);
  assert.ok(frames.longest <= LIMITS.frame, `a frame of ${frames.longest} ms`);
  assert.ok(growth < LIMITS.growth, `memory grew by ${percent(growth)}`);
} finally {
  await browser.close();
  program.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
