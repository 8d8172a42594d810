// Bytes that nobody means: the same ones for the same seed.

/** As many bytes as 115,200 baud carry. */
export const FULL_UART = { count: 23, every: 2_000 };

/** A USB host that writes all the time, 128 KB a second. */
export const FULL_USB = { count: 64, every: 500 };

/** A source of numbers below a bound. */
export function random(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/** So many bytes of noise. */
export function noise(count, below) {
  return Array.from({ length: count }, () => below(256));
}

/** Has a port hum without end from now on: so many bytes each so many microseconds, unless as many wait already. Gives
 * back what ends it. */
export function hum(machine, port, { count, every, seed = 1 }) {
  const below = random(seed);
  let goesOn = true;
  const more = () => {
    if (!goesOn) return;
    if (port.waiting < count) port.receive(noise(count, below));
    machine.at(machine.micros + every, more);
  };
  more();
  return () => (goesOn = false);
}
