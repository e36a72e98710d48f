/** Header fields that we use (Z-Machine Standards Document 1.1, section 11). */
export const HEADER = {
  version: 0x00,
  flags1: 0x01,
  release: 0x02,
  pc: 0x06,
  dictionary: 0x08,
  objects: 0x0a,
  globals: 0x0c,
  staticMemory: 0x0e,
  flags2: 0x10,
  serial: 0x12,
  abbreviations: 0x18,
  length: 0x1a,
  checksum: 0x1c,
  interpreter: 0x1e,
  screen: 0x20,
  screenUnits: 0x22,
  font: 0x26,
  colours: 0x2c,
  standard: 0x32,
  alphabets: 0x34,
  extension: 0x36,
  end: 0x40,
} as const;

/** Unit of packed addresses and of the header's length field, by version. */
export const UNIT: Readonly<Record<number, number>> = { 3: 2, 4: 4, 5: 4, 8: 8 };

/** Throws outside of memory. */
export function byteAt(memory: Uint8Array, address: number): number {
  const value = memory[address];
  if (value === undefined) throw new Error(`read outside of memory, at 0x${address.toString(16)}`);
  return value;
}

/** Big-endian. Throws outside of memory. */
export const wordAt = (memory: Uint8Array, address: number): number =>
  (byteAt(memory, address) << 8) | byteAt(memory, address + 1);

/** Throws at or above `limit`, the start of static memory. */
export function putByte(memory: Uint8Array, limit: number, address: number, value: number): void {
  if (address < 0 || address >= limit)
    throw new Error(`write outside of dynamic memory, at 0x${address.toString(16)}`);
  memory[address] = value;
}

/** Big-endian. Throws at or above `limit`, the start of static memory. */
export function putWord(memory: Uint8Array, limit: number, address: number, value: number): void {
  putByte(memory, limit, address + 1, value & 0xff);
  putByte(memory, limit, address, (value >> 8) & 0xff);
}

export const signed = (word: number): number => (word & 0x8000 ? (word & 0xffff) - 0x10000 : word & 0xffff);
