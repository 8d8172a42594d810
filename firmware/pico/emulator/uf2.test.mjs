// The file that is dropped on the board holds what stands in the flash, and the chip's boot ROM would start it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISPLAYS, binary, uf2 } from './firmware.mjs';

const FLASH = 0x10000000;
const BLOCK = 512;
const PAGE = 256;
const SECOND_STAGE = 252;

/** What a boot loader writes of a file, by its own fields. */
function flashed(file) {
  assert.equal(file.length % BLOCK, 0);
  const total = file.length / BLOCK;
  const flash = Buffer.alloc(total * PAGE);
  for (let number = 0; number < total; number += 1) {
    const block = file.subarray(number * BLOCK, (number + 1) * BLOCK);
    const fields = Array.from({ length: 8 }, (_, field) => block.readUint32LE(4 * field));
    const address = FLASH + number * PAGE;
    assert.deepEqual(fields, [0x0a324655, 0x9e5d5157, 0x2000, address, PAGE, number, total, 0xe48bff56]);
    assert.equal(block.readUint32LE(BLOCK - 4), 0x0ab16f30);
    block.copy(flash, address - FLASH, 32, 32 + PAGE);
  }
  return flash;
}

/** The sum that the boot ROM wants behind the second stage: CRC-32/MPEG-2. */
function sum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

for (const display of DISPLAYS) {
  test(`the UF2 for ${display} is the flash's contents, and starts`, () => {
    const flash = flashed(uf2(display));
    const image = binary(display);
    assert.ok(flash.subarray(0, image.length).equals(image));
    assert.ok(flash.subarray(image.length).every((byte) => byte === 0));
    assert.equal(sum(flash.subarray(0, SECOND_STAGE)), flash.readUint32LE(SECOND_STAGE));
    // The stack's end and the first instruction are where the chip has RAM and flash.
    const [stack, start] = [flash.readUint32LE(PAGE), flash.readUint32LE(PAGE + 4)];
    assert.equal(stack >>> 20, 0x200);
    assert.ok(start - FLASH > PAGE && start - FLASH < image.length && start % 2 === 1);
  });
}
