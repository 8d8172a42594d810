// The unit's frames as docs/link.md describes them: taken apart far enough to see who greets and what happened.

const POLYNOMIAL = 0x82f63b78;

/** CRC-32/ISCSI. */
export function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
  }
  return ~sum >>> 0;
}

function unstuff(bytes) {
  const plain = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at];
    plain.push(...bytes.slice(at + 1, at + length));
    at += length;
    if (length < 255 && at < bytes.length) plain.push(0);
  }
  return plain;
}

/** Cuts what came into the messages in it; a frame that is not whole is an error. */
export function messages(bytes) {
  const found = [];
  let frame = [];
  for (const byte of bytes) {
    if (byte !== 0) {
      frame.push(byte);
    } else if (frame.length > 0) {
      const body = unstuff(frame);
      const sum = body.splice(-4).reduce((sum, byte, place) => sum + byte * 2 ** (8 * place), 0);
      if (checksum(body) !== sum) throw new Error('a frame came damaged');
      found.push(message(body));
      frame = [];
    }
  }
  return found;
}

function message([version, kind, ...rest]) {
  if (version !== 1) throw new Error(`version ${version}`);
  const read = reader(rest);
  if (kind === 0) {
    return {
      kind: 'hello',
      protocol: read.byte(),
      engine: read.number(),
      serial: read.number(),
      boot: read.number(),
      resets: read.number(),
      epoch: read.number(),
      first: read.number(),
      newest: read.number(),
    };
  }
  return { kind };
}

function reader(bytes) {
  let at = 0;
  return {
    byte: () => bytes[at++],
    /** Seven bits a byte, the lowest first. */
    number: () => {
      let number = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = bytes[at++];
        number |= BigInt(byte & 0x7f) << shift;
        if (byte < 0x80) return Number.isSafeInteger(Number(number)) ? Number(number) : number;
      }
    },
  };
}
