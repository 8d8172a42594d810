// What a browser test stands on: a service of its own, and a browser that looks at it.
//
// The gate must install: nodejs (18 or newer) with npm, chromium, and fonts-noto-cjk for Chinese in screenshots;
// then `npm ci` here. FLAGFALL_BIN names another program than target/debug/flagfall, CHROMIUM another browser.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

export const PROGRAM = process.env.FLAGFALL_BIN ?? fileURLToPath(new URL('../../../target/debug/flagfall', import.meta.url));
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SWITCHES = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** For how long a condition is awaited, in milliseconds. */
const UNTIL_MS = 20_000;

/** The program `flagfall serve` on a port and a data folder that it keeps from one start to the next. */
export class Service {
  constructor(data, config = null) {
    this.data = data;
    this.config = config;
    this.port = 0;
  }

  /** A service with data of its own, started; with a configuration in TOML, where it is given. */
  static async start(config = null) {
    const service = new Service(await mkdtemp(join(tmpdir(), 'flagfall-browser-')), config);
    await service.start();
    return service;
  }

  /** Starts the program and waits for its address. */
  async start() {
    const orders = ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data];
    if (this.config !== null) {
      const file = join(this.data, 'tables.toml');
      await writeFile(file, this.config);
      orders.push('--config', file);
    }
    this.program = spawn(PROGRAM, orders, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.gone = once(this.program, 'exit');
    this.port = await this.announcedPort();
    this.address = `http://127.0.0.1:${this.port}`;
  }

  /** The port in the first line that names an address. */
  async announcedPort() {
    const lines = createInterface({ input: this.program.stdout });
    for await (const line of lines) {
      const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(line);
      if (!found) continue;
      this.program.stdout.resume();
      return Number(found[1]);
    }
    throw new Error(`${PROGRAM} ended without an address`);
  }

  /** What the program says of the journal when it verifies it. */
  async verified() {
    const { stdout } = await promisify(execFile)(PROGRAM, ['verify', this.data]);
    return stdout;
  }

  /** The power goes: no chance to write anything. */
  async kill() {
    this.program.kill('SIGKILL');
    await this.gone;
  }

  /** Ends the program and removes its data. */
  async stop() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

/** A browser without a window, with more switches where they are given. */
export function openBrowser(switches = []) {
  return chromium.launch({ executablePath: BROWSER, args: [...SWITCHES, ...switches], headless: true });
}

/** A page with that address and size, which fails the test if a script of it throws. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1024, height: 768 }, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.broken = [];
  page.on('pageerror', (error) => page.broken.push(error));
  await page.goto(address);
  await page.locator('body:not(.unknown)').waitFor();
  return page;
}

/** Plays something with a browser and a service of its own, with a configuration in TOML or none; both end with it. */
export async function onStage(config, play) {
  const [service, browser] = [await Service.start(config), await openBrowser()];
  try {
    await play(service, browser);
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** A port that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/**
 * Waits until a condition holds in the page; it may be one that asks the service. (Playwright's own wait takes a promise
 * for a condition that holds.)
 */
export async function until(page, condition, argument) {
  const end = Date.now() + UNTIL_MS;
  for (;;) {
    // A page that is on its way to another address is asked again there.
    const holds = await page.evaluate(condition, argument).catch((error) => {
      if (!/context was destroyed|navigation/.test(error.message)) throw error;
    });
    if (holds) return;
    if (Date.now() > end) throw new Error(`did not come to hold: ${condition}, ${JSON.stringify(argument)}`);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}

/** What stands on visible buttons and links and finds no room there. */
export function cutOff(page) {
  return page.locator('button:visible, a:visible').evaluateAll((all) => {
    return all.filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== 'inline')
      .map((one) => one.textContent);
  });
}

/** Waits until the element's text contains these words. */
export function says(page, selector, words) {
  return page.locator(selector, { hasText: words }).first().waitFor();
}

/** Sends orders over a line of their own, each after the answer to the one before; gives back the answers. */
export function send(page, orders) {
  return page.evaluate(async (list) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/live?tables=all&role=hall`);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const answers = [];
    for (const [table, command, by] of list) {
      const id = crypto.randomUUID();
      const answer = new Promise((resolve) => {
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong', n: message.n }));
          if (message.type === 'answer' && message.id === id) resolve(message);
        });
      });
      socket.send(JSON.stringify({ type: 'order', id, table, command, by, age_ms: 0, turns: null }));
      answers.push(await answer);
    }
    socket.close();
    return answers;
  }, orders);
}

/** Sends orders as `send` does; every one is carried out. */
export async function carriedOut(page, orders) {
  const answers = await send(page, orders);
  assert.deepEqual(answers.filter(({ ok }) => !ok), []);
}
