// What is heard of a page: a node of the audio thread listens behind everything that the page plays.

import assert from 'node:assert/strict';
import { until } from './stage.mjs';

/** How far an onset may lie from its instant, in milliseconds. */
export const ONSET_MS = 20;
/** A page follows a slip of the two clocks within so many seconds: what slips later before a sound is the machine's. */
const FOLLOWED = [0, 0.6, 1.2];
/** Silence between two sounds at least, in seconds. */
const GAP = 0.06;

/** Listens behind the page's sounds: a node of the audio thread that notes each block in which something is heard. */
const LISTENER = `registerProcessor('listener', class extends AudioWorkletProcessor {
  constructor() { super(); this.blocks = []; }
  process([input]) {
    const samples = input[0] ?? [];
    let first = -1, last = -1;
    for (let at = 0; at < samples.length; at += 1) {
      if (Math.abs(samples[at]) > 0.004) { if (first < 0) first = at; last = at; }
    }
    if (first >= 0) this.port.postMessage([(currentFrame + first) / sampleRate, (currentFrame + last) / sampleRate]);
    return true;
  }
});`;

/** Runs in the page before its scripts: what is connected to the loudspeaker is also connected to the listener. */
function tap(listener) {
  window.heard = [];
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function connected(target, ...rest) {
    if (target instanceof AudioDestinationNode) {
      const { context } = this;
      window.audio = context;
      // On a busy machine the two clocks slip against each other: where they lay is kept for each moment.
      window.slips = [];
      clearInterval(window.looking);
      window.looking = setInterval(() => {
        const { contextTime, performanceTime } = context.getOutputTimestamp();
        if (contextTime > 0) window.slips.push([contextTime, contextTime - performanceTime / 1000]);
      }, 50);
      const module = URL.createObjectURL(new Blob([listener], { type: 'text/javascript' }));
      context.audioWorklet.addModule(module).then(() => {
        const node = new AudioWorkletNode(context, 'listener', { numberOfOutputs: 0 });
        node.port.onmessage = ({ data }) => window.heard.push(data);
        connect.call(this, node);
        window.isListening = true;
      });
    }
    return connect.call(this, target, ...rest);
  };
}

/** A page that is listened to: the listener alone needs the pages' own rule of what may run not to hold. */
export async function listened(browser, address, prepare = async () => {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1024, height: 768 }, bypassCSP: true });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  page.broken = [];
  page.on('pageerror', (error) => page.broken.push(error));
  await prepare(page);
  await page.addInitScript(tap, LISTENER);
  await page.goto(address);
  await page.locator('body:not(.unknown)').waitFor();
  await page.locator('.voice-switch').click();
  await until(page, () => window.isListening && window.audio.state === 'running');
  return page;
}

/** A clock page with its voice on, and its recordings there before the round. */
export async function speaking(browser, service) {
  const page = await listened(browser, `${service.address}/table/1/clock`);
  await page.locator('.voice[data-state=heard]').waitFor();
  await page.waitForTimeout(1500);
  return page;
}

/**
 * Each sound from its beginning to its end, in milliseconds: `from` and `to` by the audio clock, `begins` and `ends` by
 * the page's; `slipped` is by how much the beginning would lie elsewhere by the clocks as the page could know them when
 * it laid the sound.
 */
export function sounds(page) {
  return page.evaluate(([gap, followed]) => {
    const offsetAt = (time) => {
      const near = [...window.slips].sort(([one], [other]) => Math.abs(one - time) - Math.abs(other - time)).slice(0, 15);
      return near.map(([, offset]) => offset).sort((one, other) => one - other)[Math.floor(near.length / 2)];
    };
    const found = [];
    for (const [from, to] of window.heard) {
      const last = found.at(-1);
      if (last && from - last.to < gap) last.to = to;
      else found.push({ from, to });
    }
    return found.map(({ from, to }) => {
      const [begins, ends] = [from, to].map((time) => (time - offsetAt(time)) * 1000);
      const slipped = followed.map((ago) => (offsetAt(from) - offsetAt(from - ago)) * 1000);
      return { from: from * 1000, to: to * 1000, begins, ends, slipped };
    });
  }, [GAP, FOLLOWED]);
}

/**
 * How far the beginning of a sound lies from an instant, both in milliseconds of the page's time: nothing for what
 * lies within a slip of the machine's clocks that nobody could foresee.
 */
export function distance({ begins, slipped }, instant) {
  const known = slipped.map((slip) => begins + slip);
  return Math.max(0, Math.min(...known) - instant, instant - Math.max(...known));
}

/** By how much the page's time is behind a table's, in milliseconds: of many answers the one that came fastest. */
export function tableClock(page, table) {
  return page.evaluate(async (number) => {
    const tries = [];
    for (let count = 0; count < 30; count += 1) {
      const before = performance.now();
      const face = await (await fetch(`/api/tables/${number}/face`)).json();
      const after = performance.now();
      tries.push([after - before, face.now_ms - (before + after) / 2]);
    }
    return tries.sort(([one], [other]) => one - other)[0][1];
  }, table);
}

/** When the clock was started, by the table's time in milliseconds. */
export async function startOf(service) {
  const { events } = await (await fetch(`${service.address}/api/tables/1/log`)).json();
  return events.find(({ event }) => event === 'started').t;
}

/** Waits until the page's time stands there, in milliseconds, however long what came before has taken. */
export function reaches(page, instant) {
  return page.waitForFunction((when) => performance.now() >= when, instant);
}

/**
 * Whether a page that has lost its line at an instant went on as it must: each whole second from `from` on until two
 * seconds behind the cut, for a message may have come a second before it, and nothing later than three behind it.
 */
export function assertGoesOn(onsets, from, cut) {
  const told = `heard ${onsets.map(Math.round)}, cut at ${Math.round(cut)} ms`;
  console.log(told);
  for (let second = Math.ceil(from / 1000); second * 1000 < cut + 2000; second += 1) {
    assert.ok(onsets.some((at) => Math.abs(at - second * 1000) <= 3 * ONSET_MS), `${second} s, ${told}`);
  }
  assert.ok(onsets.every((at) => at < cut + 3000 + 3 * ONSET_MS), told);
}

/** What the log says of the voice. */
export async function spoken(service, table = 1) {
  const { voice } = await (await fetch(`${service.address}/api/tables/${table}/log`)).json();
  return voice.filter((one) => one.entry === 'spoken' && one.say === 'call');
}

/** The call as it is named: `elapsed:30`. */
export function nameOf(call) {
  return typeof call === 'string' ? call : Object.entries(call).flat().join(':');
}

/** A table that speaks Chinese. */
export const TABLE = (control) => `[[table]]\nnumber = 1\ncontrol = "${control}"\nkind = "go"\nvoice.tongue = "zh"\n`;

/** Runs in the page before its scripts: while `isCut` is set, no line leads anywhere. */
export function cuttable() {
  const Whole = window.WebSocket;
  window.isCut = false;
  window.lines = [];
  window.WebSocket = class extends Whole {
    constructor(address) {
      super(window.isCut ? 'ws://127.0.0.1:1/' : address);
      window.lines.push(this);
    }
  };
}
