// What `firmware/pico/build` has made.
import { readFileSync } from 'node:fs';

const made = (display, ending) => readFileSync(new URL(`../target/flagfall-unit-${display}.${ending}`, import.meta.url));

/** The displays that there is a firmware for. */
export const DISPLAYS = ['ssd1306', 'st7789'];

/** What stands in the flash from its start. */
export const binary = (display = 'ssd1306') => made(display, 'bin');

/** The file that is dropped on the board. */
export const uf2 = (display = 'ssd1306') => made(display, 'uf2');

/** Where the first is whose name has this in it. */
export const address = (name, display) => [...symbols(display)].find(([symbol]) => symbol.includes(name))[1];

/** Where each function and static is, by its name in the program. */
export function symbols(display = 'ssd1306') {
  const elf = made(display, 'elf');
  const sections = Array.from({ length: elf.readUint16LE(0x30) }, (_, index) => {
    const at = elf.readUint32LE(0x20) + index * elf.readUint16LE(0x2e);
    const [type, , , offset, size, link] = [4, 8, 12, 16, 20, 24].map((field) => elf.readUint32LE(at + field));
    return { type, offset, size, link };
  });
  const table = sections.find(({ type }) => type === 2);
  const names = sections[table.link].offset;
  const found = new Map();
  for (let at = table.offset; at < table.offset + table.size; at += 16) {
    const name = names + elf.readUint32LE(at);
    found.set(elf.toString('utf8', name, elf.indexOf(0, name)), elf.readUint32LE(at + 4));
  }
  return found;
}
