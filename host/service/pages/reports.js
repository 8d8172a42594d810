// What a page has played and tells the service, for the game's record.

/** What was sent so shortly before the line was cut may not have come: it is told again, and known to the service. */
const SENT_KEPT_MS = 10_000;
/** More than a cut of some minutes brings. */
const KEPT = 256;

/** The reports of one voice: sent while the service knows what the page listens to, else kept until it does. */
export class Reports {
  constructor(live) {
    this.live = live;
    this.kept = [];
    this.isHeld = true;
  }

  /** Sends a report, or keeps it. */
  add(message) {
    const now = performance.now();
    const isSent = !this.isHeld && this.live.isOpen;
    if (isSent) this.live.send(message);
    this.kept = this.kept.filter(({ sentAt }) => sentAt === null || now - sentAt < SENT_KEPT_MS).slice(1 - KEPT);
    this.kept.push({ message, sentAt: isSent ? now : null });
  }

  /** The service is asked what is said, and hears nothing of it before its answer. */
  hold() {
    this.isHeld = true;
  }

  /** It has answered for a table: what was kept of it is told. */
  release(table) {
    if (!this.isHeld) return;
    this.isHeld = false;
    const messages = this.kept.map(({ message }) => message).filter((message) => message.table === table);
    this.kept = [];
    for (const message of messages) this.add(message);
  }

  /** A new game has begun at a table: nothing of the last one belongs on its record. */
  forget(table) {
    this.kept = this.kept.filter(({ message }) => message.table !== table);
  }
}
