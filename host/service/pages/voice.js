// The voice of a referee on this page: what the service says is to be said, played at its instant on the audio clock.
//
// The service tells all that is said at a table, calls ahead included, whenever anything changes. What is new is laid
// on the audio clock at once, so that no timer of this page has to wake up for it; what is told no more falls silent.

import { write } from './frame.js';
import { ServiceClock } from './instants.js';
import { SILENT_MS, newId } from './live.js';
import { FADE, Player } from './player.js';
import { Recordings } from './recordings.js';
import { Reports } from './reports.js';
import { currentLanguage, say } from './words.js';

const TICK_MS = 100;
/** When it is asked again whether there is room for one more who speaks, in milliseconds. */
const ROOM_AGAIN_MS = 5000;
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
    /** Told to the service alone: by it this page has the same name on record whenever its line is opened anew. */
    this.sign = newId();
    this.told = null;
    /** What plays; none before the page was touched. */
    this.player = null;
    this.volume = 1;
    /** Whether so many speak for the table that there is no room for this page. */
    this.isCrowded = false;
    /** What was due before this time of the service's fell silent with the page's own volume. */
    this.heardFrom = 0;
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
    live.addEventListener('crowded', ({ detail }) => this.waitForRoom(detail));
    live.addEventListener('line', () => this.lineChanged());
    live.addEventListener('opened', ({ detail }) => this.reports.forget(detail));
    // Browsers make no sound before the page is touched.
    // Once the finger is lifted: what begins to be shown then moves nothing away from under it.
    for (const touch of ['pointerup', 'keydown']) {
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
    return this.wanted && Boolean(this.player);
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
    if (!this.player) {
      const pageTime = (micros) => this.service.pageTime(micros, this.live.rate);
      const report = (laid, end) => this.report(laid, end);
      this.player = new Player(this.recordings, pageTime, report, (one, why) => this.omit(one, why));
      this.player.context.addEventListener('statechange', () => this.stateChanged());
      this.setVolume();
      this.ask();
    }
    this.player.resume();
  }

  /** Nothing is played any more. */
  end() {
    this.player?.close();
    [this.player, this.told] = [null, null];
    this.reports.hold();
    this.live.send({ type: 'listen', table: null });
  }

  /** A run of the service greets: what an earlier one said is void. */
  greet() {
    this.reports.hold();
    // What was heard is reckoned by the clock by which it was laid.
    this.hush();
    this.service.forget();
    [this.told, this.isCut, this.heardFrom] = [null, false, 0];
    this.ask();
  }

  /** Asks what is said at the table. */
  ask() {
    if (!this.player || !this.live.isOpen) return;
    this.reports.hold();
    this.language = currentLanguage();
    const { table, language, sign: page } = this;
    this.live.send({ type: 'listen', table, language, page, volume: this.percent() });
  }

  /** So many speak for the table that the record names no more: this page is silent until one of them leaves. */
  waitForRoom({ table }) {
    if (table !== this.table) return;
    [this.isCrowded, this.told] = [true, null];
    setTimeout(() => this.ask(), ROOM_AGAIN_MS);
    this.draw();
  }

  /** The page is in another language: so is what it says. */
  relabel() {
    if (this.language !== null && this.language !== currentLanguage()) this.ask();
    this.draw();
  }

  /**
   * Whether nothing may be said for want of word from the service: a page that hears nothing does not know what still
   * holds. A clock's own presses silence it, so it goes on for as long as the service awaits it; then nobody decides
   * what it would count.
   */
  isUnsure() {
    return this.live.silence() >= (this.live.role === 'clock' ? SILENT_MS : 1);
  }

  /** The line is cut, or is back. */
  lineChanged() {
    const isCut = this.isUnsure();
    if (isCut && this.told) {
      this.player?.hush('no-line');
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
    if (!this.player) return;
    if (!this.player.isRunning()) this.hush();
    this.player.forgetClock();
    this.tellVolume(this.player.isRunning() ? this.percent() : 0);
    this.renew();
  }

  /** The page's own volume. At 0 nothing is played: that is no speaking. */
  setVolume() {
    const before = this.volume;
    this.volume = Number(this.range.value) / 100;
    if (this.volume === 0) this.hush();
    else if (before === 0 && this.told) this.heardFrom = this.service.micros(performance.now(), this.live.rate);
    this.tellVolume(this.percent());
    this.level();
    this.renew();
  }

  /** The page's own volume in hundredths. */
  percent() {
    return Math.round(this.volume * 100);
  }

  /** Tells the service how loud the page is: one that cannot be heard is muted for all to see. */
  tellVolume(volume) {
    if (this.told && this.live.isOpen) this.live.send({ type: 'volume', volume });
  }

  /** How loud it is: by the table's setting and the page's own. */
  level() {
    this.player?.level(this.volume * ((this.told?.volume ?? 100) / 100));
  }

  /** Takes what the service tells. */
  hear(message) {
    if (!this.player || message.table !== this.table) return;
    this.service.observe(message.now, this.live.rate, performance.now());
    [this.told, this.isCrowded] = [message, false];
    // What was laid without them and has not begun is laid anew once they are there.
    this.recordings.load(message.recordings, this.player.context).then(() => this.renew());
    this.reports.release(this.table);
    this.level();
    this.renew();
  }

  /** Lays what is told, where it can be heard. */
  renew() {
    const all = this.audible();
    if (all) this.player.lay(all);
    this.draw();
  }

  /** What of all that is told is played: nothing at volume 0, nor afterwards what was due then; none where nothing is. */
  audible() {
    if (!this.told || this.volume === 0 || !this.player?.isRunning()) return null;
    return this.told.say.filter(({ at }) => at >= this.heardFrom);
  }

  /** A press at this page: nothing that was said before it holds. The service says what does. */
  hush() {
    this.player?.hush();
  }

  /** Tells the service what was played, and when, by the table's time. */
  report({ one, start, whole, spokenIn }, end) {
    const length = (seconds) => Math.round(seconds * 1e6 * this.live.rate);
    const onset = Math.max(0, one.due + length(start - this.player.instant(one.at)));
    const cut = end < whole - FADE;
    const message = { type: 'played', table: this.table, due: one.due, what: one.what, onset, cut, in: spokenIn };
    this.reports.add({ ...message, end: onset + Math.max(0, length(end - start)) });
  }

  /** Tells the service what was told and taken back just before it was to be heard. */
  omit({ due, what }, why) {
    this.reports.add({ type: 'omitted', table: this.table, due, what, why });
  }

  /** What has ended is told; the two clocks are looked at. */
  tick() {
    this.player?.tick(this.audible());
  }

  /** Whether it works, by ear. */
  async trial() {
    this.turn(true);
    const { player } = this;
    await player.resume();
    const file = this.told?.recordings ?? `/voice/${currentLanguage()}/manifest.json`;
    await this.recordings.load(file, player.context);
    player.play(this.recordings.trial);
    this.draw();
  }

  /** Why nothing would be heard; none where it would. */
  whySilent() {
    if (this.table === null) return 'no_table';
    if (!this.wanted) return 'off';
    if (!this.player?.isRunning()) return 'touch';
    if (this.isUnsure()) return 'line';
    if (!this.told) return this.isCrowded ? 'crowded' : 'loading';
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
