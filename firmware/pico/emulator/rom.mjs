// The chip's boot ROM, as far as the firmware calls it: written for this emulator. Its functions stop the core with a
// number, and what they do is done outside: writing the flash, going to the boot loader.

const TABLE = 0x40;
const LOOKUP = 0x100;
const FUNCTIONS = 0x200;

// Finds an entry of a table of (code, pointer) by its code: r0 the table, r1 the code; r0 the pointer, or 0.
const LOOKUP_CODE = [
  0x8802, // ldrh r2, [r0]
  0x2a00, // cmp  r2, #0
  0xd005, // beq  none
  0x428a, // cmp  r2, r1
  0xd001, // beq  found
  0x3004, // adds r0, #4
  0xe7f8, // b    the next
  0x8840, // found: ldrh r0, [r0, #2]
  0x4770, // bx   lr
  0x2000, // none: movs r0, #0
  0x4770, // bx   lr
];

const BREAK = 0xbe00;
const RETURN = 0x4770;

const code = (letters) => letters.charCodeAt(0) | (letters.charCodeAt(1) << 8);

// What each function is called in the table, and what it does with the chip and its registers 0 to 3.
const FUNCTIONS_BY_CODE = {
  IF: () => {},
  EX: () => {},
  FC: () => {},
  CX: () => {},
  RE: ({ chip }, offset, count) => chip.flash.fill(0xff, offset, offset + count),
  RP: ({ chip }, offset, data, count) => {
    for (let byte = 0; byte < count; byte += 1) {
      // Writing makes zeros of ones and never ones of zeros.
      chip.flash[offset + byte] &= chip.readUint8(data + byte);
    }
  },
  C4: ({ chip }, to, from, count) => copy(chip, to, from, count),
  MC: ({ chip }, to, from, count) => copy(chip, to, from, count),
  S4: ({ chip }, to, value, count) => fill(chip, to, value, count),
  MS: ({ chip }, to, value, count) => fill(chip, to, value, count),
  UB: (machine) => machine.enterBootLoader(),
};

function copy(chip, to, from, count) {
  for (let byte = 0; byte < count; byte += 1) chip.writeUint8(to + byte, chip.readUint8(from + byte));
}

function fill(chip, to, value, count) {
  for (let byte = 0; byte < count; byte += 1) chip.writeUint8(to + byte, value & 0xff);
}

/** Loads the ROM into a machine's chip. */
export function loadRom(machine) {
  const { chip } = machine;
  const rom = new Uint16Array(chip.bootrom.buffer);
  rom.set([TABLE], 0x14 / 2);
  rom.set([LOOKUP | 1], 0x18 / 2);
  rom.set(LOOKUP_CODE, LOOKUP / 2);
  const entries = Object.entries(FUNCTIONS_BY_CODE);
  entries.forEach(([letters], index) => {
    const address = FUNCTIONS + 4 * index;
    rom.set([code(letters), address | 1], TABLE / 2 + 2 * index);
    rom.set([BREAK | index, RETURN], address / 2);
  });
  chip.onBreak = (index) => {
    const [, act] = entries[index] ?? [];
    if (!act) throw new Error(`the firmware stopped itself with ${index}`);
    act(machine, ...chip.core.registers.slice(0, 4));
  };
}
