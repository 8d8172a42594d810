// The line to the service: what it says of each table, what the page orders, and recovery when the line is cut.

/** Commands that are meant for the moment; moves, presses and queries keep. */
const MOMENTARY =
  /^(start|pause|resume|set|add|turn|swap-sides|recount|void-flag|arrived|leave|back|talk|talk-end)\b/;
/** How long such a command is meant, in milliseconds. */
const LIFE_MS = 2000;
/** When an order that was only too much at once is given again, in milliseconds. */
const AGAIN_MS = 300;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 2000;
/** With nothing heard for so long, the line counts as silent, though it may come back by itself. */
export const SILENT_MS = 3000;
/** With this alarm a table's clock is in a unit that is not heard: it is shown as it was last known. */
export const UNIT_SILENT = 'unit-silent';
/** A unit that is back hands over what happened meanwhile: after so long its table is asked for anew. */
const HANDED_OVER_MS = 700;
/** With nothing heard for so long, the line is given up and opened anew. */
const DEAD_MS = 6000;

/** The tables as the service last told them, and the orders that it has not answered yet. */
export class Live extends EventTarget {
  /**
   * Opens the line for `tables` (numbers, or `all`) in a role: hall, clock, recorder, table or desk; a clock that lies
   * before one side has its `side`.
   */
  constructor(tables, role, side = null) {
    super();
    this.role = role;
    this.address = `${location.origin.replace(/^http/, 'ws')}/api/live?tables=${tables}&role=${role}${side ? `&side=${side}` : ''}`;
    /** What is known of each table, by its number. */
    this.tables = new Map();
    /** Alarms that are not over, by table and kind. */
    this.alarms = new Map();
    /** Orders that are not answered, in the order in which they were given. */
    this.orders = [];
    this.rate = 1;
    this.boot = null;
    this.isOpen = false;
    this.heardAt = performance.now();
    this.retry = FIRST_RETRY_MS;
    this.connect();
    setInterval(() => this.watch(), 500);
    document.addEventListener('visibilitychange', () => this.lookAgain());
    addEventListener('online', () => this.reconnectNow());
    addEventListener('beforeunload', (event) => {
      if (this.orders.length > 0) event.preventDefault();
    });
  }

  /** Opens the line. */
  connect() {
    clearTimeout(this.timer);
    this.triedAt = performance.now();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  /** The line is cut: try again soon, then less often. */
  lose() {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    if (wasOpen) this.tell('line');
    this.timer = setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(this.retry * 2, LAST_RETRY_MS);
  }

  /** Gives the line up and opens it anew, without waiting for the browser to notice. */
  reconnectNow() {
    if (this.isOpen && performance.now() - this.heardAt < SILENT_MS) return;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.retry = FIRST_RETRY_MS;
    this.lose();
  }

  /** Notices a line on which nothing is heard, and a try to connect that hangs. */
  watch() {
    const silent = performance.now() - Math.max(this.heardAt, this.triedAt);
    if (silent > DEAD_MS) this.reconnectNow();
    this.tell('line');
  }

  /** A page that was out of sight may have slept: ask for everything anew. */
  lookAgain() {
    if (document.visibilityState !== 'visible') return;
    if (this.isOpen) for (const table of this.tables.keys()) this.send({ type: 'resend', table });
    else this.reconnectNow();
  }

  /** For how long nothing has been heard, in milliseconds; 0 while the line is good. */
  silence() {
    const silent = performance.now() - this.heardAt;
    return this.isOpen && silent < SILENT_MS ? 0 : silent;
  }

  /** Tells the page that something changed: `line`, `table`, `opened`, `alarm`, `answer`, `happened`, `voice`, `crowded` or `told`. */
  tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Sends a message, if the line is open. */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Takes a message of the service. */
  hear(message) {
    this.heardAt = performance.now();
    const take = {
      hello: () => this.greet(message),
      table: () => this.replace(message),
      events: () => this.advance(message),
      face: () => this.faceAhead(message),
      answer: () => this.answered(message),
      voice: () => this.tell('voice', message),
      crowded: () => this.tell('crowded', message),
      alarm: () => this.alarm(message),
      'alarm-over': () => this.alarmOver(message),
      ping: () => this.send({ type: 'pong', n: message.n }),
    }[message.type];
    take?.();
  }

  /** A run of the service greets: what an earlier run said is void, and what it did not answer is sent again. */
  greet(message) {
    if (this.boot !== message.boot) this.tables.clear();
    this.boot = message.boot;
    this.rate = message.rate ?? 1;
    this.isOpen = true;
    this.retry = FIRST_RETRY_MS;
    this.alarms.clear();
    this.dropLapsed();
    for (const order of this.orders) this.sendOrder(order);
    this.tell('hello', message.tables ?? []);
    this.tell('line');
    this.tell('alarm');
  }

  /** A snapshot replaces what was known. */
  replace(message) {
    const { type: _, face: __, ...known } = message;
    known.pauseReason = message.pause?.why ?? null;
    known.pending = message.on_disk === false ? 1 : 0;
    known.face = this.faceOf(message);
    const before = this.tables.get(message.table);
    // A game that waits is another one too where another control was put on its table.
    const isOther = before?.state.status !== 'waiting' || before.control.notation !== message.control.notation;
    const isNew = message.state.status === 'waiting' && isOther;
    this.tables.set(message.table, known);
    if (isNew) this.tell('opened', message.table);
    this.tell('table', message.table);
  }

  /** Events follow on what is known; after a gap the page asks for everything. */
  advance(message) {
    const known = this.tables.get(message.table);
    if (known && message.version <= known.version) return;
    if (!known || message.version !== known.version + 1) {
      this.send({ type: 'resend', table: message.table });
      return;
    }
    known.version = message.version;
    known.state = message.state;
    if (message.players) known.players = message.players;
    for (const event of message.events) applyEvent(known, event);
    if (this.listsMoves() && message.events.some((event) => changesMore(event, known))) {
      this.send({ type: 'resend', table: message.table });
    }
    // The engine read ahead is the newer word, until the disk has caught up with it.
    if (this.role !== 'clock' || message.at_ms >= known.face.atMs) {
      known.face = this.faceOf(message);
      known.pending = 0;
    }
    this.tell('table', message.table);
    this.tell('happened', { table: message.table, events: message.events });
    for (const event of message.events) {
      if (event.event === 'told') this.tell('told', { table: message.table, ...event });
    }
  }

  /** Whether the page shows each move, and what is to be said of it. */
  listsMoves() {
    return ['recorder', 'table', 'desk'].includes(this.role);
  }

  /** What the engine shows at once, before it is on disk. */
  faceAhead(message) {
    const known = this.tables.get(message.table);
    if (!known) return;
    known.face = this.faceOf(message);
    known.pending = message.pending;
    this.tell('table', message.table);
  }

  /** An order is on disk, or refused. */
  answered(message) {
    const order = this.orders.find((one) => one.id === message.id);
    if (!order) return;
    if (message.again) {
      setTimeout(() => this.sendOrder(order), AGAIN_MS);
      return;
    }
    this.orders = this.orders.filter((one) => one !== order);
    this.tell('answer', { order, ok: message.ok, why: message.why });
  }

  /** Something is wrong, until it is over. */
  alarm(message) {
    this.alarms.set(`${message.table} ${message.kind}`, { ...message, received: performance.now() });
    if (message.kind === UNIT_SILENT) this.send({ type: 'resend', table: message.table });
    this.tell('alarm', message.table);
  }

  /** An alarm is over. */
  alarmOver(message) {
    this.alarms.delete(`${message.table} ${message.kind}`);
    if (message.kind === UNIT_SILENT) {
      setTimeout(() => this.send({ type: 'resend', table: message.table }), HANDED_OVER_MS);
    }
    this.tell('alarm', message.table);
  }

  /** Both readings, the instant at which they hold, when they came, and whether they stand, with no word from the unit. */
  faceOf({ table, state, at_ms: atMs, now_ms: nowMs }) {
    return { state, atMs, nowMs, received: performance.now(), stands: this.alarms.has(`${table} ${UNIT_SILENT}`) };
  }

  /** The alarms that concern a table, those of the whole hall included; without a table, those of the hall only. */
  alarmsOf(table = null) {
    return [...this.alarms.values()].filter((one) => one.table === null || one.table === table);
  }

  /**
   * Orders something at a table: `command` as text, `by` whom, `touch` the browser's event that brought it.
   * It is kept, and sent again after the line was cut, until it is answered.
   */
  order(table, command, by, touch = null) {
    return this.keep({ type: 'order', table, command, by, turns: null }, touch);
  }

  /** Gives an order of an earlier page once more, by the name it had: the service carries none out twice. */
  again(table, { id, command, by }) {
    return this.keep({ type: 'order', table, command, by, turns: null }, null, id);
  }

  /** Opens a new game at a table whose game has ended; `replace` where its result is not signed and will not be. */
  newGame(table, replace = false) {
    return this.keep({ type: 'new-game', table, replace }, null);
  }

  /** Keeps an order until it is answered, and sends it. */
  keep(message, touch, id = newId()) {
    const order = { ...message, id, touchedAt: touch?.timeStamp || performance.now() };
    this.orders.push(order);
    this.sendOrder(order);
    this.tell('order', order);
    return order;
  }

  /** What was meant for the moment is not done minutes later, when the line is back: it is told as refused. */
  dropLapsed() {
    const lapsed = this.orders.filter((order) => MOMENTARY.test(order.command) && performance.now() - order.touchedAt > LIFE_MS);
    this.orders = this.orders.filter((order) => !lapsed.includes(order));
    for (const order of lapsed) this.tell('answer', { order, ok: false, lapsed: true });
  }

  /** Sends an order with the age of the touch as it is now. */
  sendOrder(order) {
    if (!this.isOpen) return;
    const { touchedAt, ...message } = order;
    if (order.type === 'order') message.age_ms = Math.max(0, Math.round(performance.now() - touchedAt));
    this.send(message);
  }

  /** Orders for a table that are not answered. */
  waitingFor(table) {
    return this.orders.filter((order) => order.table === table);
  }
}

/** Brings the moves and the reason of a pause up to date. */
function applyEvent(known, event) {
  const { moves } = known;
  if (event.event === 'move') moves.push(moveOf(event));
  else if (event.event === 'taken-back') moves.splice(event.n - 1, 1);
  else if (event.event === 'move-corrected') moves[event.n - 1] = { side: event.side, move: event.after };
  else if (event.event === 'paused') known.pauseReason = event.why ?? null;
  else if (event.event === 'resumed') known.pauseReason = null;
}

/** A move as the list has it. */
function moveOf({ side, move, out_of_turn, illegal, cycle, san, uci }) {
  return { side, move, out_of_turn, illegal, cycle, san, uci };
}

/** Whether an event says less than the table does: what a change does to later moves, or the words for a move. */
function changesMore(event, { game }) {
  if (event.event === 'taken-back' || event.event === 'move-corrected') return true;
  if (event.event !== 'move') return false;
  const isSquares = game.kind === 'chess' && /^[a-h][1-8][a-h][1-8]/.test(event.move);
  return (event.illegal && !event.illegal.en) || (isSquares && !event.san);
}

/** A name that nothing else has; `randomUUID` is there on secure pages only. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
