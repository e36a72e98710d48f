import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readExport } from '../http/rooms/read-export';
import { readCharacterFile } from '../library/import-file';
import { concatBytes } from './concat-bytes';
import { listZip, unpackEntry } from './zip';

const text = (value: string) => new TextEncoder().encode(value);
const MIB = 1024 * 1024;

function find(zip: Uint8Array, signature: number): number[] {
  const view = new DataView(zip.buffer);
  const found: number[] = [];
  for (let at = 0; at <= zip.length - 4; at += 1) if (view.getUint32(at, true) === signature) found.push(at);
  return found;
}
const END = 0x06054b50;
const ENTRY = 0x02014b50;

function lie(zip: Uint8Array, claimed: number): Uint8Array {
  const copy = zip.slice();
  for (const at of find(copy, ENTRY)) new DataView(copy.buffer).setUint32(at + 24, claimed, true);
  return copy;
}

/** Adds directory entries that share the bytes of the zip's only file. */
function share(zip: Uint8Array, names: readonly string[]): Uint8Array {
  const [entry = 0] = find(zip, ENTRY);
  const [end = 0] = find(zip, END);
  const [first = ''] = names;
  const record = zip.subarray(entry, entry + 46 + first.length);
  const records = names.map((name) => {
    const copy = record.slice();
    copy.set(text(name), 46);
    return copy;
  });
  const tail = zip.slice(end);
  const view = new DataView(tail.buffer);
  view.setUint16(8, names.length, true);
  view.setUint16(10, names.length, true);
  view.setUint32(12, records.length * record.length, true);
  return concatBytes([zip.subarray(0, entry), ...records, tail]);
}

const bomb = (name: string, bytes: number) =>
  zipSync({ [name]: new Uint8Array(bytes).fill(32) }, { level: 9 });

describe('a zip', () => {
  it('is unpacked up to the bound, whatever size it claims', () => {
    const large = bomb('a', 20 * MIB);
    for (const claimed of [0, 10, 20 * MIB, 0xffffffff]) {
      const zip = lie(large, claimed);
      const entry = listZip(zip)?.get('a');
      expect(entry && unpackEntry(zip, entry, MIB)).toBe('too_large');
    }
    const honest = zipSync({ a: [text('as it was'), { level: 9 }], b: [text('stored'), { level: 0 }] });
    const entries = listZip(honest);
    const read = (name: string) => {
      const entry = entries?.get(name);
      const bytes = entry && unpackEntry(honest, entry, 9);
      return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : bytes;
    };
    expect([read('a'), read('b')]).toEqual(['as it was', 'stored']);
    const stored = entries?.get('b');
    expect(stored && unpackEntry(honest, stored, 3)).toBe('too_large');
  });

  it('is damaged when files share bytes, or lie outside of it', () => {
    expect(listZip(share(bomb('0001', MIB), ['0001']))?.size).toBe(1);
    expect(listZip(share(bomb('0001', MIB), ['0001', '0002', '0003']))).toBeNull();
    const zip = zipSync({ a: text('a') });
    const outside = zip.slice();
    for (const at of find(outside, ENTRY)) new DataView(outside.buffer).setUint32(at + 20, 0xfffff, true);
    expect(listZip(outside)).toBeNull();
    expect(listZip(zip.subarray(0, -5))).toBeNull();
  });
});

describe('a zip bomb', () => {
  it.each([
    ['a large ledger', bomb('ledger/0001.jsonl', 20 * MIB)],
    ['one that claims to be small', lie(bomb('ledger/0001.jsonl', 20 * MIB), 100)],
    [
      'many files that are large together',
      zipSync(
        Object.fromEntries(
          Array.from({ length: 20 }, (_, n) => [`ledger/${1000 + n}.jsonl`, new Uint8Array(MIB).fill(10)]),
        ),
      ),
    ],
  ])('is too large for an import: %s', async (_, zip) => {
    expect(zip.length).toBeLessThan(MIB);
    expect(await readExport(zip)).toMatchObject({ ok: false, failure: { code: 'too_large' } });
  });

  it('of files that share their bytes is refused', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `ledger/${1000 + n}.jsonl`);
    const zip = share(bomb('ledger/1000.jsonl', 8 * MIB), names);
    expect(await readExport(zip)).toMatchObject({ ok: false, failure: { code: 'invalid' } });
  });

  it('is no card', async () => {
    const refused = await readCharacterFile(lie(bomb('card.json', 20 * MIB), 100));
    expect(refused).toMatchObject({ ok: false, failure: { code: 'invalid' } });
  });
});
