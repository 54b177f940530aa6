// The boot ROM of an RP2040, as far as MicroPython calls it. Each entry is a breakpoint, which stops
// the emulator, and a return; the work is done here. Section 2.8 of the RP2040 datasheet names the
// entries, and their two-letter codes.

const LOOKUP = 0;
const TABLES = { functions: 0x40, data: 0x44 };
const STUBS = 0x100;
const FLOATS = 0x800;
const SPIN = 0xf00; // where a program hangs
const FLASH_SIZE = 2 * 1024 * 1024; // a Pico's
const FLASH_AT = 0x10000100; // the vectors of a program in flash, after its second stage

const view = new DataView(new ArrayBuffer(4));
const asFloat = (bits) => (view.setUint32(0, bits), view.getFloat32(0));
const asBits = (number) => (view.setFloat32(0, number), view.getUint32(0));
const clamp = (number, least, most) => Math.min(most, Math.max(least, Math.trunc(number) || 0));

const functions = {
  P3: (r) => { r[0] = [...r[0].toString(2)].filter((bit) => bit === "1").length; },
  R3: (r) => { r[0] = parseInt([...r[0].toString(2).padStart(32, "0")].reverse().join(""), 2); },
  L3: (r) => { r[0] = Math.clz32(r[0]); },
  T3: (r) => { r[0] = r[0] ? 31 - Math.clz32(r[0] & -r[0]) : 32; },
  MS: fill,
  S4: fill,
  MC: copy,
  C4: copy,
  IF: () => {}, // connect the flash
  EX: () => {}, // leave execute in place
  FC: () => {}, // flush the cache
  CX: () => {}, // enter execute in place
  RE: (r, chip) => { chip.flash.fill(0xff, r[0], r[0] + r[1]); },
  RP: (r, chip) => {
    for (let i = 0; i < r[2]; i++) chip.flash[r[0] + i] &= chip.readUint8(r[1] + i);
  },
};

// In the order of the soft-float table.
const floats = {
  add: (r) => { r[0] = asBits(asFloat(r[0]) + asFloat(r[1])); },
  subtract: (r) => { r[0] = asBits(asFloat(r[0]) - asFloat(r[1])); },
  multiply: (r) => { r[0] = asBits(asFloat(r[0]) * asFloat(r[1])); },
  divide: (r) => { r[0] = asBits(asFloat(r[0]) / asFloat(r[1])); },
  compare: (r) => { r[0] = Math.sign(asFloat(r[0]) - asFloat(r[1])); },
  flags: (r, { core }) => {
    const [a, b] = [asFloat(r[0]), asFloat(r[1])];
    [core.N, core.Z, core.C, core.V] = [a < b, a === b, a >= b, false];
  },
  root: (r) => { r[0] = asBits(Math.sqrt(asFloat(r[0]))); },
  toInteger: (r) => { r[0] = clamp(asFloat(r[0]), -(2 ** 31), 2 ** 31 - 1); },
  toFixed: (r) => { r[0] = clamp(asFloat(r[0]) * 2 ** r[1], -(2 ** 31), 2 ** 31 - 1); },
  toUnsigned: (r) => { r[0] = clamp(asFloat(r[0]), 0, 2 ** 32 - 1); },
  toUnsignedFixed: (r) => { r[0] = clamp(asFloat(r[0]) * 2 ** r[1], 0, 2 ** 32 - 1); },
  ofInteger: (r) => { r[0] = asBits(r[0] | 0); },
  ofFixed: (r) => { r[0] = asBits((r[0] | 0) / 2 ** r[1]); },
  ofUnsigned: (r) => { r[0] = asBits(r[0]); },
  ofUnsignedFixed: (r) => { r[0] = asBits(r[0] / 2 ** r[1]); },
};

const entries = [(r) => lookUp(r), ...Object.values(functions), ...Object.values(floats)];
const codes = Object.keys(functions);

/** Start `chip` as its boot ROM does: with the program that is in its flash. */
export function start(chip) {
  const rom = new DataView(chip.bootrom.buffer);
  rom.setUint32(0x10, 0x0201754d, true); // "Mu", 1, and version 2
  rom.setUint16(0x14, TABLES.functions, true);
  rom.setUint16(0x16, TABLES.data, true);
  rom.setUint16(0x18, stub(LOOKUP), true);
  entries.forEach((_, at) => {
    rom.setUint16(STUBS + 4 * at, 0xbe00 | at, true); // BKPT
    rom.setUint16(STUBS + 4 * at + 2, 0x4770, true); // BX LR
  });
  for (let at = 0; at < 32; at++) {
    const known = at < Object.keys(floats).length;
    rom.setUint32(FLOATS + 4 * at, known ? stub(1 + codes.length + at) : 0, true);
  }
  rom.setUint16(SPIN, 0xbf30, true); // WFI
  rom.setUint16(SPIN + 2, 0xe7fd, true); // B to it
  chip.onBreak = (at) => {
    if (!entries[at]) throw new Error(`the program stopped at breakpoint ${at}`);
    entries[at](chip.core.registers, chip);
  };
  chip.core.VTOR = FLASH_AT;
  chip.core.reset();
}

/** Make the program hang; its interrupts go on. */
export function hang(chip) {
  chip.core.PC = SPIN;
}

/** Write a UF2 file's blocks into a new flash, and return it. */
export function flashOf(uf2) {
  const flash = new Uint8Array(FLASH_SIZE).fill(0xff);
  for (let at = 0; at < uf2.length; at += 512) {
    if (uf2.readUInt32LE(at) !== 0x0a324655 || uf2.readUInt32LE(at + 4) !== 0x9e5d5157) {
      throw new Error("this is not a UF2 file");
    }
    const [address, length] = [uf2.readUInt32LE(at + 12), uf2.readUInt32LE(at + 16)];
    const offset = address - 0x10000000;
    if (offset >= 0 && offset < FLASH_SIZE) flash.set(uf2.subarray(at + 32, at + 32 + length), offset);
  }
  return flash;
}

function stub(at) {
  return (STUBS + 4 * at) | 1;
}

function lookUp(r) {
  const code = String.fromCharCode(r[1] & 0xff, r[1] >> 8);
  if (r[0] === TABLES.data) r[0] = code === "SF" ? FLOATS : 0;
  else r[0] = codes.includes(code) ? stub(1 + codes.indexOf(code)) : 0;
}

function fill(r, chip) {
  for (let i = 0; i < r[2]; i++) chip.writeUint8(r[0] + i, r[1]);
}

function copy(r, chip) {
  for (let i = 0; i < r[2]; i++) chip.writeUint8(r[0] + i, chip.readUint8(r[1] + i));
}
