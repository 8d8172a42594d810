// How the service's time, the page's and the audio clock's lie to each other.

/** A message is as late as the line makes it, never early: of the latest, the one that came fastest is the truest. */
const KEPT_MS = 60_000;
/** Readings of the audio clock that are kept: their median is believed. */
const KEPT = 21;

/** The service's clock, as its messages tell it. */
export class ServiceClock {
  constructor() {
    this.forget();
  }

  /** Another run of the service has another clock. */
  forget() {
    this.seen = [];
  }

  /** The service's time, in microseconds, came at this time of the page's, in milliseconds. */
  observe(micros, rate, received) {
    this.seen = this.seen.filter((one) => received - one.received < KEPT_MS);
    this.seen.push({ received, offset: micros / 1000 / rate - received });
  }

  /** The service's time, in microseconds, at a time of the page's. */
  micros(pageTime, rate) {
    return (pageTime + Math.max(...this.seen.map(({ offset }) => offset))) * 1000 * rate;
  }

  /** The page's time, in milliseconds, at a time of the service's. */
  pageTime(micros, rate) {
    return micros / 1000 / rate - Math.max(...this.seen.map(({ offset }) => offset));
  }
}

/** The clock of what is heard. */
export class AudioClock {
  constructor(context) {
    this.context = context;
    this.forget();
  }

  /** While there was no sound the two went apart. */
  forget() {
    this.seen = [];
  }

  /** Looks at the clock. */
  observe(now) {
    this.seen.push(this.offset(now));
    if (this.seen.length > KEPT) this.seen.shift();
  }

  /** By how much the audio clock is ahead of the page's, in seconds: what has this time there is heard at that time here. */
  offset(now) {
    const { contextTime, performanceTime } = this.context.getOutputTimestamp?.() ?? {};
    if (contextTime > 0 && performanceTime > 0) return contextTime - performanceTime / 1000;
    return this.context.currentTime - (this.context.outputLatency || 0) - now / 1000;
  }

  /** The time of the audio clock at which what begins is heard at a time of the page's, in milliseconds. */
  at(pageTime) {
    return pageTime / 1000 + this.ahead();
  }

  /** By how much it is believed to be ahead of the page's, in seconds. */
  ahead() {
    if (this.seen.length === 0) this.observe(performance.now());
    const sorted = [...this.seen].sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)];
  }
}
