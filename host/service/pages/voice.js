// The voice of a referee on this page: what the service says is to be said, played at its instant on the audio clock.
//
// The service tells all that is said at a table, calls ahead included, whenever anything changes. What is new is laid
// on the audio clock at once, so that no timer of this page has to wake up for it; what is told no more falls silent.

import { write } from './frame.js';
import { AudioClock, ServiceClock } from './instants.js';
import { Recordings, stopAll } from './recordings.js';
import { Reports } from './reports.js';
import { currentLanguage, say } from './words.js';

/** What is later than that is not said any more, in seconds. */
const LATE_MAX = 1.5;
/** How far ahead of the audio clock something begins that should have begun already. */
const AT_ONCE = 0.005;
/** How long a cut takes, so that it does not click. */
const FADE = 0.005;
/** By so much an instant may move before what waits for it is laid anew. */
const MOVED = 0.004;
const TICK_MS = 100;
/** As little sound as can be lies ready in front of the loudspeaker: what a press cuts off is heard for so long yet. */
const LATENCY = 0;

/** The voice of one table at a time. */
export class Voice {
  /** Joins the voice to a line and its place on the page; `wanted` whether it is on unless it was turned off here. */
  constructor(live, place, { table = null, wanted = false } = {}) {
    this.live = live;
    this.place = place;
    this.table = table;
    /** Each kind of page has its own choice: a hall's loudspeaker says nothing of a clock's. */
    this.key = `flagfall.voice.${live.role}`;
    this.wanted = remembered(this.key) ?? wanted;
    this.told = null;
    this.laid = new Map();
    this.volume = 1;
    this.service = new ServiceClock();
    this.recordings = new Recordings();
    this.reports = new Reports(live);
    /** For which language the service was asked. */
    this.language = null;
    /** Whether it was silenced because the line is. */
    this.isCut = false;
    this.make();
    live.addEventListener('hello', () => this.greet());
    live.addEventListener('voice', ({ detail }) => this.hear(detail));
    live.addEventListener('line', () => this.lineChanged());
    live.addEventListener('opened', ({ detail }) => this.reports.forget(detail));
    // Browsers make no sound before the page is touched.
    for (const touch of ['pointerdown', 'keydown']) {
      addEventListener(touch, ({ target }) => {
        // A touch of the switch is one of the switch alone.
        if (this.wanted && !this.place.contains(target)) this.begin();
      }, { capture: true });
    }
    setInterval(() => this.tick(), TICK_MS);
    this.draw();
  }

  /** The controls. */
  make() {
    this.place.classList.add('voice');
    const element = (name, kind = '') => Object.assign(document.createElement(name), { className: kind });
    this.toggle = Object.assign(element('button', 'voice-switch'), { type: 'button' });
    this.state = element('span', 'voice-state');
    this.state.setAttribute('role', 'status');
    this.range = Object.assign(element('input', 'voice-volume'), { type: 'range', min: 0, max: 100, value: 100 });
    this.test = Object.assign(element('button', 'voice-test'), { type: 'button' });
    this.toggle.addEventListener('click', () => this.turn(!this.isOn()));
    this.test.addEventListener('click', () => this.trial());
    this.range.addEventListener('input', () => this.setVolume());
    this.place.append(this.toggle, this.state, this.range, this.test);
  }

  /** Whether it is turned on: wanted, and the page was touched. */
  isOn() {
    return this.wanted && Boolean(this.context);
  }

  /** Turns the voice on or off. */
  turn(on) {
    this.wanted = on;
    remember(this.key, on);
    if (on) this.begin();
    else this.end();
    this.draw();
  }

  /** Another table is heard from now on, or none. */
  listenTo(table) {
    if (this.table === table) return;
    this.hush();
    [this.table, this.told] = [table, null];
    this.ask();
    this.draw();
  }

  /** Makes sound possible, and asks what is said. To be called where the page is touched. */
  begin() {
    if (!this.context) {
      this.context = new AudioContext({ latencyHint: LATENCY });
      this.master = this.context.createGain();
      this.master.connect(this.context.destination);
      this.audio = new AudioClock(this.context);
      this.context.addEventListener('statechange', () => this.stateChanged());
      this.setVolume();
      this.ask();
    }
    if (this.context.state === 'suspended') this.context.resume().catch(() => null);
  }

  /** Nothing is played any more. */
  end() {
    this.hush();
    this.context?.close();
    // Another audio clock begins at nought: what lay on this one lies nowhere on it.
    this.laid.clear();
    [this.context, this.told] = [null, null];
    this.reports.hold();
    this.live.send({ type: 'listen', table: null });
  }

  /** A run of the service greets: what an earlier one said is void. */
  greet() {
    this.reports.hold();
    // What was heard is reckoned by the clock by which it was laid.
    this.hush();
    this.service.forget();
    [this.told, this.isCut] = [null, false];
    this.ask();
  }

  /** Asks what is said at the table. */
  ask() {
    if (!this.context || !this.live.isOpen) return;
    this.reports.hold();
    this.language = currentLanguage();
    this.live.send({ type: 'listen', table: this.table, language: this.language });
  }

  /** The page is in another language: so is what it says. */
  relabel() {
    if (this.language !== null && this.language !== currentLanguage()) this.ask();
    this.draw();
  }

  /** A page that hears nothing of the service does not know what still holds; a clock's own presses silence it. */
  lineChanged() {
    const isCut = this.live.silence() > 0 && this.live.role !== 'clock';
    if (isCut && this.told) {
      this.hush();
      this.told = null;
      this.isCut = true;
    } else if (!isCut && this.isCut) {
      this.isCut = false;
      this.ask();
    }
    this.draw();
  }

  /** What waits is not played late when sound comes back; by then the two clocks lie otherwise to each other. */
  stateChanged() {
    if (this.context?.state !== 'running') this.hush();
    this.audio.forget();
    this.renew();
  }

  /** The page's own volume. */
  setVolume() {
    this.volume = Number(this.range.value) / 100;
    this.level();
    this.draw();
  }

  /** How loud it is: by the table's setting and the page's own. */
  level() {
    if (this.context) this.master.gain.value = this.volume * ((this.told?.volume ?? 100) / 100);
  }

  /** Takes what the service tells. */
  hear(message) {
    if (!this.context || message.table !== this.table) return;
    this.service.observe(message.now, this.live.rate, performance.now());
    this.told = message;
    // What was laid without them and has not begun is laid anew once they are there.
    this.recordings.load(message.recordings, this.context).then(() => this.renew());
    this.reports.release(this.table);
    this.level();
    this.renew();
  }

  /** Lays what is told, where it can be heard. */
  renew() {
    if (this.told && this.context?.state === 'running') this.lay();
    this.draw();
  }

  /** Lays what is told on the audio clock, and silences what is told no more. */
  lay() {
    this.laidBy = this.audio.ahead();
    const told = new Map(this.told.say.map((one) => [nameOf(one), one]));
    for (const [name, laid] of [...this.laid]) {
      if (told.has(name)) continue;
      this.silence(name, laid);
      this.laid.delete(name);
    }
    let behind = null;
    for (const [name, one] of told) {
      const after = behind?.one.at === one.at ? behind.end : 0;
      behind = this.layOne(name, one, after) ?? behind;
    }
    this.trim();
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
    const { sources, length } = this.recordings.sources(one, this.context, gain, start);
    const { clips } = this.recordings;
    return { one, gain, sources, clips, start, end: start + length, whole: start + length };
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
  silence(name, laid) {
    if (laid.told) return;
    const now = this.context?.currentTime ?? 0;
    if (laid.start >= now) {
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

  /** A press at this page: nothing that was said before it holds. The service says what does. */
  hush() {
    for (const [name, laid] of [...this.laid]) this.silence(name, laid);
  }

  /** Where an instant of the service's lies on the audio clock. */
  instant(micros) {
    return this.audio.at(this.service.pageTime(micros, this.live.rate));
  }

  /** Tells the service what was played, and when, by the table's time. */
  report({ one, start, whole }, end) {
    const length = (seconds) => Math.round(seconds * 1e6 * this.live.rate);
    const onset = Math.max(0, one.due + length(start - this.instant(one.at)));
    const cut = end < whole - FADE;
    const message = { type: 'played', table: this.table, due: one.due, what: one.what, onset, cut };
    this.reports.add({ ...message, end: onset + Math.max(0, length(end - start)) });
  }

  /** What has ended is told; the two clocks are looked at. */
  tick() {
    if (this.context?.state !== 'running') return;
    this.audio.observe(performance.now());
    if (this.told && Math.abs(this.audio.ahead() - this.laidBy) >= MOVED) this.lay();
    const now = this.context.currentTime;
    for (const [name, laid] of [...this.laid]) {
      if (laid.end > now || laid.told) continue;
      laid.told = true;
      this.report(laid, laid.end);
      const isTold = this.told?.say.some((one) => nameOf(one) === name);
      // What the service still tells is remembered, so that it is not said twice.
      if (!isTold) this.laid.delete(name);
    }
  }

  /** Whether it works, by ear. */
  async trial() {
    this.turn(true);
    await this.context.resume().catch(() => null);
    const file = this.told?.recordings ?? `/voice/${currentLanguage()}/manifest.json`;
    await this.recordings.load(file, this.context);
    const one = { clips: this.recordings.trial, what: {} };
    this.recordings.sources(one, this.context, this.master, this.context.currentTime + AT_ONCE);
    this.draw();
  }

  /** Why nothing would be heard; none where it would. */
  whySilent() {
    if (this.table === null) return 'no_table';
    if (!this.wanted) return 'off';
    if (!this.context || this.context.state !== 'running') return 'touch';
    if (this.live.silence()) return 'line';
    if (!this.told) return 'loading';
    if (!this.told.on) return 'nothing';
    if (this.told.muted) return 'muted';
    if (this.told.quiet) return 'quiet';
    if (this.volume === 0 || this.told.volume === 0) return 'zero';
    return null;
  }

  /** Shows whether it is heard, and if not, why. */
  draw() {
    const why = this.whySilent();
    this.place.dataset.state = why ?? (this.recordings.isMissing ? 'tones' : 'heard');
    this.toggle.setAttribute('aria-pressed', String(this.isOn()));
    write(this.toggle, say(this.isOn() ? 'voice.turn_off' : 'voice.turn_on'));
    write(this.test, say('voice.test'));
    this.range.setAttribute('aria-label', say('voice.volume'));
    this.range.hidden = !this.isOn();
    write(this.state, say(`voice.${why ?? (this.recordings.isMissing ? 'tones' : 'heard')}`));
  }
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

/** Whether the voice was turned on or off on an earlier visit; none where it was not, or the browser keeps nothing. */
function remembered(key) {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? null : kept === 'on';
  } catch {
    return null;
  }
}

/** Keeps the choice. */
function remember(key, on) {
  try {
    localStorage.setItem(key, on ? 'on' : 'off');
  } catch {
    // It holds for this visit.
  }
}
