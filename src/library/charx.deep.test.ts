import fc from 'fast-check';
import { type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../test/support/cpu-time';
import { isDeep } from '../../test/support/depth';
import { must } from '../../test/support/must';
import type { JsonObject } from '../base/json';
import { listZip } from '../base/zip';
import { readCharx } from './charx';
import { listIgnored, listUsed } from './ignored';
import { readCharacterFile, readLorebookFile } from './import-file';
import { plainPortrait } from './plain-portrait';

const PNG = plainPortrait();
const bytes = (json: unknown) => new TextEncoder().encode(JSON.stringify(json));
const card = (more: JsonObject = {}): JsonObject => ({
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: {
    name: 'Ada',
    description: 'Keeps the light.',
    group_only_greetings: [],
    extensions: {},
    character_book: { entries: [{ keys: ['lamp'], content: 'It burns blue.' }] },
    ...more,
  },
});
const icon = (name: string, path: string, ext = 'png') => ({
  ...{ type: 'icon', uri: `embeded://${path}`, name, ext },
});
const zip = (files: Zippable) => zipSync(files);
const causeOf = async (file: Uint8Array): Promise<string> => {
  const read = await readCharacterFile(file);
  if (read.ok || read.failure.code !== 'invalid') throw new Error('expected a refusal');
  return read.failure.errors.map(({ message }) => message).join();
};
const read = async (file: Uint8Array) => must(await readCharacterFile(file));

describe('a .charx', () => {
  it.each([0, 9] as const)('is the card in it, and its main icon: level %i', async (level) => {
    const assets = [
      icon('other', 'assets/icon/images/no.png'),
      icon('main', 'assets/icon/images/Ä.png'),
      { type: 'background', uri: 'embeded://assets/sea.webp', name: 'main', ext: 'webp' },
    ];
    const { checked, picture } = await read(
      zip({
        'assets/icon/images/no.png': new Uint8Array(7),
        'card.json': [bytes(card({ assets })), { level }],
        'assets/icon/images/Ä.png': [PNG, { level }],
      }),
    );
    expect(checked.body).toMatchObject({ name: 'Ada', description: 'Keeps the light.' });
    expect(picture?.subarray(0, 8)).toEqual(PNG.subarray(0, 8));
    expect(listUsed(checked.body, true)).toContain('assets');
    expect(listIgnored({ kind: 'character', body: checked.body, hasPicture: true })).toEqual(['assets']);
  });

  it('has no picture where its icon is missing, is no PNG, or is somewhere else', async () => {
    const pictureOf = async (asset: JsonObject, file: Uint8Array = PNG) =>
      (await read(zip({ 'card.json': bytes(card({ assets: [asset] })), 'icon.png': file }))).picture;
    expect(await pictureOf(icon('main', 'icon.png'))).not.toBeNull();
    expect(await pictureOf({ ...icon('main', ''), uri: 'embedded://icon.png' })).not.toBeNull();
    expect(await pictureOf(icon('main', 'Icon.png'))).toBeNull();
    expect(await pictureOf(icon('main', 'icon.png'), bytes('no'))).toBeNull();
    expect(await pictureOf({ ...icon('main', ''), uri: 'https://example.com/icon.png' })).toBeNull();
    expect(await pictureOf({ ...icon('main', ''), uri: 'ccdefault:' })).toBeNull();
    expect((await read(zip({ 'card.json': bytes(card({ assets: 'none' })) }))).picture).toBeNull();
  });

  it('gives its book as a lorebook', async () => {
    const read = readLorebookFile(zip({ 'card.json': bytes(card()) }));
    expect(read).toMatchObject({ ok: true, value: { body: { name: 'Ada' } } });
  });

  it('is refused with its cause', async () => {
    const plain = zip({ 'card.json': bytes(card()) });
    const encrypted = plain.slice();
    const contents = encrypted.findIndex((_, at) =>
      [0x50, 0x4b, 1, 2].every((byte, i) => encrypted[at + i] === byte),
    );
    encrypted[contents + 8] = 1;
    expect(await causeOf(encrypted)).toMatch(/encrypted/);
    expect(await causeOf(plain.subarray(0, 60))).toMatch(/damaged/);
    expect(await causeOf(zip({ 'story.txt': bytes('x') }))).toMatch(/without a card\.json/);
    expect(await causeOf(zip({ 'card.json': new Uint8Array([1, 2]) }))).toMatch(/not JSON/);
    expect(await causeOf(zip({ 'card.json': bytes({ entries: {} }) }))).toMatch(/lorebook/);
  });

  if (isDeep)
    it('is not unpacked when it says that it is too large', async () => {
      const zeros = new Uint8Array(70 * 1024 * 1024);
      const bomb = zip({ 'card.json': bytes(card()), 'assets/zeros': [zeros, { level: 1 }] });
      expect(await causeOf(bomb)).toMatch(/holds 7\d{7} bytes unpacked, and may hold 67108864/);
    });

  it('is not unpacked beyond its limits, whatever it says of its sizes', async () => {
    const zeros = new Uint8Array((isDeep ? 60 : 9) * 1024 * 1024);
    const lying = zip({ 'card.json': [zeros, { level: 1 }] });
    const contents = lying.findLastIndex((_, at) =>
      [0x50, 0x4b, 1, 2].every((byte, i) => lying[at + i] === byte),
    );
    new DataView(lying.buffer).setUint32(contents + 24, 10, true);
    const entries = listZip(lying) ?? new Map();
    const time = cpuTime(() => expect(readCharx({ zip: lying, entries }).ok).toBe(false));
    expect(time).toBeLessThan(2000);
    expect(await causeOf(lying)).toMatch(/larger than 8388608/);
  });

  it('that is damaged anywhere is read or refused, and breaks nothing', async () => {
    const whole = zip({ 'card.json': bytes(card({ assets: [icon('main', 'i.png')] })), 'i.png': PNG });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(whole.length),
        async (changes, cut) => {
          const damaged = whole.slice(0, cut < 10 ? whole.length : cut);
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
          expect(await readCharacterFile(damaged)).toHaveProperty('ok');
        },
      ),
      { numRuns: 500 },
    );
  });
});
