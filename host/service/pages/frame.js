// The frame of every page: which table it is, the state of the line, alarms, and notices that pass.

import { Badge } from './badge.js';
import { inLanguage, say, silenceWords } from './words.js';

const NOTICE_MS = 8000;
const ALARMS_SHOWN = 5;

/** The number of the table in the page's address. */
export function tableNumber() {
  return Number(location.pathname.split('/')[2]);
}

/** Writes text into an element, only where it differs: an untouched page costs nothing to redraw. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Keeps the line, the alarms and the notices of a page up to date. */
export class Frame {
  /** Follows the line, for one table or for the whole hall; `refusals` whether it is to say what is refused. */
  constructor(live, table = null, { refusals = true } = {}) {
    this.live = live;
    this.table = table;
    this.line = document.querySelector('#line');
    this.alarms = document.querySelector('#alarms');
    this.noticed = document.querySelector('#notice');
    this.badge = new Badge();
    live.addEventListener('line', () => this.update());
    live.addEventListener('alarm', () => this.update());
    live.addEventListener('answer', ({ detail }) => {
      const why = detail.lapsed ? say('common.lapsed') : inLanguage(detail.why);
      if (!detail.ok && refusals) this.notice(say('common.refused', { why }), 'refused');
    });
  }

  /** Shows the line and the alarms as they are now. */
  update() {
    if (this.saidIn !== document.documentElement.lang) this.badge.relabel();
    this.saidIn = document.documentElement.lang;
    const silent = this.live.silence();
    this.line.hidden = silent === 0;
    document.body.classList.toggle('silent', silent > 0);
    write(this.line, silent ? silenceWords(silent) : '');
    const alarms = this.table === null ? [...this.live.alarms.values()] : this.live.alarmsOf(this.table);
    const lines = alarms.slice(0, ALARMS_SHOWN).map((alarm) => this.alarmWords(alarm));
    if (alarms.length > ALARMS_SHOWN) lines.push(say('common.more_alarms', { n: alarms.length - ALARMS_SHOWN }));
    this.alarms.hidden = lines.length === 0;
    write(this.alarms, lines.join('\n'));
  }

  /** An alarm in words, with its table where the page shows several, and for how long it has lasted. */
  alarmWords(alarm) {
    const seconds = Math.floor((alarm.since_ms + performance.now() - alarm.received) / 1000);
    const text = inLanguage(alarm) || alarm.kind;
    const where = this.table === null && alarm.table !== null ? 'common.alarm_at' : 'common.alarm';
    return say(where, { table: alarm.table, text, n: seconds });
  }

  /** Says something for a while: a refusal, a reading that was asked for. */
  notice(text, kind = 'told') {
    clearTimeout(this.noticeTimer);
    this.noticed.className = `notice ${kind}`;
    this.noticed.hidden = false;
    write(this.noticed, text);
    this.noticeTimer = setTimeout(() => this.quiet(), NOTICE_MS);
  }

  /** Takes the notice away. */
  quiet() {
    this.noticed.hidden = true;
    write(this.noticed, '');
  }
}
