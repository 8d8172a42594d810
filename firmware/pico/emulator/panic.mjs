// A panic of the firmware's own: the core comes upon an index out of bounds.
import { address } from './firmware.mjs';

const PANIC = address('panic_bounds_check');
/** The far end of the stack, where nobody comes. */
const UNUSED = 0x20000000;

/** The element 5 of 3 is asked for at that line of a file: as if the next instruction were the call. */
export function panic(machine, file, line) {
  const { chip } = machine;
  const { core } = chip;
  chip.sram.set(Buffer.from(file), 16);
  [UNUSED + 16, file.length, line, 9].forEach((word, place) => chip.sramView.setUint32(4 * place, word, true));
  core.registers.set([5, 3, UNUSED]);
  core.PC = PANIC & ~1;
  core.waiting = false;
}
