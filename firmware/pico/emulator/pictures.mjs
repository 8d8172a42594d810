// The pictures that Rust's `panel` has drawn of the club clock (docs/hardware/club), to compare displays with.
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const SIGNATURE = 8;
const CHANNELS = 3;

/** The pixels of a PNG of eight bits each for red, green and blue. */
function pixels(png) {
  const chunks = [];
  for (let at = SIGNATURE; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const [length, type] = [png.readUInt32BE(at), png.toString('latin1', at + 4, at + 8)];
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
  }
  const head = chunks.find(({ type }) => type === 'IHDR').data;
  if (head[8] !== 8 || head[9] !== 2 || head[12] !== 0) throw new Error('not a plain picture of eight bits a colour');
  const rows = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  return unfilter(rows, CHANNELS * head.readUInt32BE(0));
}

/** Undoes what each row was filtered by, against the byte to the left and the row above. */
function unfilter(rows, width) {
  const count = rows.length / (width + 1);
  const plain = new Uint8Array(width * count);
  for (let row = 0; row < count; row += 1) {
    const filter = rows[row * (width + 1)];
    for (let at = 0; at < width; at += 1) {
      const left = at >= CHANNELS ? plain[row * width + at - CHANNELS] : 0;
      const above = row > 0 ? plain[(row - 1) * width + at] : 0;
      const corner = row > 0 && at >= CHANNELS ? plain[(row - 1) * width + at - CHANNELS] : 0;
      const guess = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter];
      plain[row * width + at] = rows[row * (width + 1) + 1 + at] + guess;
    }
  }
  return plain;
}

/** Which of the three is nearest to their plane. */
function nearest(left, above, corner) {
  const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** A picture by its name, for a size such as `128x64`. */
export const picture = (size, name) =>
  pixels(readFileSync(new URL(`../../../docs/hardware/club/${size}/${name}.png`, import.meta.url)));
