// What plays on a page: everything that is said lies at its instant on the audio clock, so that no timer of the page has
// to wake up for it.

import { AudioClock } from './instants.js';
import { stopAll } from './recordings.js';

/** What is later than that is not said any more, in seconds. */
const LATE_MAX = 1.5;
/** How long after it was asked for an answer may begin, in seconds: later it would tell a wrong time. */
const ANSWER_WAITS = 2;
/** Silence between a call and an answer, in seconds. */
const APART = 0.12;
/** How far ahead of the audio clock something begins that should have begun already. */
const AT_ONCE = 0.005;
/** How long a cut takes, so that it does not click. */
export const FADE = 0.005;
/** What was to begin so soon and is taken back may be missed on record, in seconds: the service is told. */
const ABOUT_TO = 1;
/** By a press, a pause or a correction. */
const TAKEN_BACK = 'taken-back';
/** By the calls of the count, which left no time. */
const NO_GAP = 'no-gap';
/** By so much an instant may move before what waits for it is laid anew. */
const MOVED = 0.004;
/** As little sound as can be lies ready in front of the loudspeaker: what a press cuts off is heard for so long yet. */
const LATENCY = 0;

/** A way to the loudspeaker, and what lies on its clock. To be made where the page is touched. */
export class Player {
  /** `recordings` are played; `pageTime` says where an instant of the service's lies on the page's clock, in milliseconds; what was heard is told to `report`, what was taken back just before it was to be to `omit`. */
  constructor(recordings, pageTime, report, omit) {
    this.recordings = recordings;
    this.pageTime = pageTime;
    this.report = report;
    this.omit = omit;
    this.context = new AudioContext({ latencyHint: LATENCY });
    this.master = this.context.createGain();
    this.master.connect(this.context.destination);
    this.audio = new AudioClock(this.context);
    this.laid = new Map();
    this.laidBy = 0;
    /** The last answer that found no room. */
    this.leftOut = null;
  }

  /** Whether anything can be heard. */
  isRunning() {
    return this.context.state === 'running';
  }

  /** Lets sound begin, where the browser has held it up. */
  async resume() {
    if (this.context.state === 'suspended') await this.context.resume().catch(() => null);
  }

  /** How loud everything is, 0 to 1. */
  level(volume) {
    this.master.gain.value = volume;
  }

  /** While there was no sound the two clocks went apart. */
  forgetClock() {
    this.audio.forget();
  }

  /** Lays all that is said on the audio clock, and silences what is said no more: the count first, then the answer. */
  lay(all) {
    this.laidBy = this.audio.ahead();
    const told = new Map(all.map((one) => [nameOf(one), one]));
    for (const [name, laid] of [...this.laid]) {
      if (told.has(name)) continue;
      this.silence(name, laid, TAKEN_BACK);
      this.laid.delete(name);
    }
    let behind = null;
    for (const [name, one] of told) {
      if (isAnswer(one)) continue;
      const after = behind?.one.at === one.at ? behind.end : 0;
      behind = this.layOne(name, one, after) ?? behind;
    }
    this.trim();
    for (const [name, one] of told) if (isAnswer(one)) this.layAnswer(name, one);
    this.trim();
  }

  /** Lays an answer where no call sounds and none would cut it; left out where that is too late. */
  layAnswer(name, one) {
    const known = this.laid.get(name);
    const now = this.context.currentTime;
    if (known && known.start <= now) return;
    const ideal = this.instant(one.at);
    const start = this.gap(Math.max(ideal, now + AT_ONCE), this.recordings.length(one));
    const isSame = known?.clips === this.recordings.clips && Math.abs(known.start - start) < MOVED;
    if (isSame) return;
    if (known) this.drop(name, known);
    if (start - ideal <= ANSWER_WAITS) this.laid.set(name, this.begun(one, start));
    else this.leaveOut(name, one);
  }

  /** An answer that finds no room is left to the face; the service is told once. */
  leaveOut(name, one) {
    if (this.leftOut === name) return;
    this.leftOut = name;
    this.omit(one, NO_GAP);
  }

  /** Where there is room for so many seconds between the calls that are laid, from a time of the audio clock on. */
  gap(from, length) {
    const calls = [...this.laid.values()].filter(({ one }) => !isAnswer(one));
    calls.sort((one, other) => one.start - other.start);
    return calls.reduce((start, call) => (call.end + APART > start && call.start < start + length ? call.end + APART : start), from);
  }

  /** Lays one thing at its instant, or behind what is said at the same; gives back where it lies. */
  layOne(name, one, after) {
    const known = this.laid.get(name);
    const [now, ideal] = [this.context.currentTime, this.instant(one.at)];
    const start = Math.max(ideal, after);
    const isSame = known?.clips === this.recordings.clips && Math.abs(known.start - start) < MOVED;
    if (known && (known.start <= now || isSame)) return known;
    if (known) this.drop(name, known);
    if (now - ideal > LATE_MAX) return null;
    const laid = this.begun(one, Math.max(start, now + AT_ONCE));
    this.laid.set(name, laid);
    return laid;
  }

  /** What plays one thing from a time of the audio clock on. */
  begun(one, start) {
    const gain = this.context.createGain();
    gain.connect(this.master);
    const { sources, length, spokenIn } = this.recordings.sources(one, this.context, gain, start);
    const { clips } = this.recordings;
    return { one, gain, sources, clips, spokenIn, start, end: start + length, whole: start + length };
  }

  /** What comes later cuts off what still sounds. */
  trim() {
    const order = [...this.laid.values()].sort((one, other) => one.start - other.start);
    for (const [index, laid] of order.entries()) {
      const next = order[index + 1]?.start ?? Infinity;
      const end = Math.min(laid.whole, next);
      if (end === laid.end || laid.start > next) continue;
      laid.end = end;
      laid.gain.gain.cancelScheduledValues(0);
      if (end < laid.whole) fade(laid.gain, end - FADE);
      stopAll(laid.sources, end);
    }
  }

  /** Silences something at once. What was heard is told, and remembered, so that it is not said twice. */
  silence(name, laid, why) {
    if (laid.told) return;
    const now = this.context.currentTime;
    if (laid.start >= now) {
      if (laid.start - now < ABOUT_TO) this.omit(laid.one, why);
      this.drop(name, laid);
      return;
    }
    if (laid.end > now) {
      laid.gain.gain.cancelScheduledValues(0);
      fade(laid.gain, now);
      stopAll(laid.sources, now + 2 * FADE);
    }
    laid.end = Math.min(now + FADE, laid.end);
    laid.told = true;
    this.report(laid, laid.end);
  }

  /** Takes away what has not begun. */
  drop(name, laid) {
    this.laid.delete(name);
    stopAll(laid.sources, 0);
    laid.gain.disconnect();
  }

  /** Nothing that was said holds any more: it was taken back, or nothing is heard of the service (`no-line`). */
  hush(why = TAKEN_BACK) {
    for (const [name, laid] of [...this.laid]) this.silence(name, laid, why);
  }

  /** Where an instant of the service's lies on the audio clock. */
  instant(micros) {
    return this.audio.at(this.pageTime(micros));
  }

  /** What has ended is told; the two clocks are looked at. `all` that is said at present, none where that is not known. */
  tick(all) {
    if (!this.isRunning()) return;
    this.audio.observe(performance.now());
    if (all && Math.abs(this.audio.ahead() - this.laidBy) >= MOVED) this.lay(all);
    const now = this.context.currentTime;
    for (const [name, laid] of [...this.laid]) {
      if (laid.end > now || laid.told) continue;
      laid.told = true;
      this.report(laid, laid.end);
      const isTold = all?.some((one) => nameOf(one) === name);
      // What the service still tells is remembered, so that it is not said twice.
      if (!isTold) this.laid.delete(name);
    }
  }

  /** Plays recordings at once, to hear whether that works. */
  play(clips) {
    this.recordings.sources({ clips, what: {} }, this.context, this.master, this.context.currentTime + AT_ONCE);
  }

  /** Nothing is played any more: what lies on this clock lies on no other. */
  close() {
    this.hush();
    this.context.close();
  }
}

/** Whether it answers a player: the count comes before it. */
function isAnswer({ what }) {
  return what.say === 'reading';
}

/** By what something is known that is said. */
function nameOf({ due, what }) {
  return `${due} ${JSON.stringify(what)}`;
}

/** Lets what sounds die away within a few milliseconds. */
function fade(node, at) {
  node.gain.setValueAtTime(1, at);
  node.gain.linearRampToValueAtTime(0, at + FADE);
}
