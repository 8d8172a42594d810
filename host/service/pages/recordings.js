// The recordings of a tongue: loaded whole before they are needed, and played one behind the other.

/** Tones where there are no recordings at all: hertz, seconds. */
const SECOND = [[1760, 0.06]];
const NEARLY_OUT = [[1320, 0.14]];
const PERIOD_LOST = [[988, 0.18], [659, 0.22]];
const FLAG = [[330, 1.2]];
const LOUDNESS = 0.3;
/** Silence behind each, in seconds. */
const APART = 0.05;

/** The recordings of the tongue that is asked for. */
export class Recordings {
  constructor() {
    this.clips = new Map();
    this.trial = [];
    /** `zh`, `en`, `ja`, `ko` or `tones`. */
    this.tongue = 'tones';
    this.file = null;
    /** Whether they could not be loaded. */
    this.isMissing = false;
  }

  /** Loads the recordings of a list, once. */
  async load(file, context) {
    if (this.file === file) return this.loading;
    this.file = file;
    // Another tongue's are not played in place of these.
    this.clips = new Map();
    this.loading = this.fetch(file, context).then(
      (loaded) => {
        if (this.file !== file) return;
        Object.assign(this, loaded, { isMissing: false });
      },
      () => {
        // Asked for again with the next word of the service.
        if (this.file === file) Object.assign(this, { file: null, isMissing: true });
      },
    );
    return this.loading;
  }

  async fetch(file, context) {
    const list = await answered(await fetch(file)).json();
    const samples = new Int16Array(await answered(await fetch(list.pcm)).arrayBuffer());
    const clips = Object.entries(list.clips).map(([name, [from, length]]) => {
      const buffer = context.createBuffer(1, Math.max(1, length), list.rate);
      buffer.copyToChannel(Float32Array.from(samples.subarray(from, from + length), (sample) => sample / 32768), 0);
      return [name, buffer];
    });
    return { clips: new Map(clips), trial: list.trial, tongue: list.tongue };
  }

  /** Lays what is said on the audio clock; gives back what plays it, each with its own end, its length in seconds, and in which tongue that is, or `tones`. */
  sources(one, context, target, start) {
    const buffers = this.buffers(one);
    if (!buffers) return { ...tones(toneOf(one.what), context, target, start), spokenIn: 'tones' };
    // The service names tones where the tongue has no recording.
    const isTone = one.clips.some((name) => name.startsWith('tone-'));
    return { ...recorded(buffers, context, target, start), spokenIn: isTone ? 'tones' : this.tongue };
  }

  /** How long it sounds, in seconds. */
  length(one) {
    const parts = this.buffers(one)?.map(({ duration }) => duration) ?? toneOf(one.what).map(([, seconds]) => seconds + APART);
    return parts.reduce((sum, part) => sum + part, 0);
  }

  /** The recordings of what is said; none where one is missing. */
  buffers({ clips }) {
    const buffers = clips.map((name) => this.clips.get(name));
    return buffers.length > 0 && buffers.every(Boolean) ? buffers : null;
  }
}

/** Stops what plays something at a time of the audio clock, and each part of it at its own end before that. */
export function stopAll(sources, at) {
  for (const { source, end } of sources) source.stop(Math.min(at, end));
}

/** The answer, if it is one. */
function answered(answer) {
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

/** Recordings one behind the other. */
function recorded(buffers, context, target, start) {
  let length = 0;
  const sources = buffers.map((buffer) => {
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(target);
    source.start(start + length);
    length += buffer.duration;
    return { source, end: start + length };
  });
  return { sources, length };
}

/** The tone for what there is no recording of. */
function toneOf({ call }) {
  if (call === 'time-over' || call?.count === 10) return FLAG;
  if (call?.left !== undefined) return PERIOD_LOST;
  if (call?.count !== undefined || call?.remaining <= 10) return SECOND;
  return NEARLY_OUT;
}

/** Tones one behind the other. */
function tones(melody, context, target, start) {
  let length = 0;
  const gain = new GainNode(context, { gain: LOUDNESS });
  gain.connect(target);
  const sources = melody.map(([frequency, seconds]) => {
    const source = new OscillatorNode(context, { frequency });
    source.connect(gain);
    const end = start + length + seconds;
    source.start(start + length);
    source.stop(end);
    length += seconds + APART;
    return { source, end };
  });
  return { sources, length };
}
