import fc from 'fast-check';
import { type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json';
import { readCharx } from '../../../src/library/charx';
import { listIgnored, listUsed } from '../../../src/library/ignored';
import { readCharacterFile, readLorebookFile } from '../../../src/library/import-file';
import { plainPortrait } from '../../../src/library/plain-portrait';
import { cpuTime } from '../../support/cpu-time';
import { isDeep } from '../../support/depth';

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
const causeOf = (file: Uint8Array): string => {
  const read = readCharacterFile(file);
  if (read.ok || read.failure.code !== 'invalid') throw new Error('expected a refusal');
  return read.failure.errors.map(({ message }) => message).join();
};
const must = (file: Uint8Array) => {
  const read = readCharacterFile(file);
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value;
};

describe('a .charx', () => {
  it.each([0, 9] as const)('is the card in it, and its main icon: level %i', (level) => {
    const assets = [
      icon('other', 'assets/icon/images/no.png'),
      icon('main', 'assets/icon/images/Ä.png'),
      { type: 'background', uri: 'embeded://assets/sea.webp', name: 'main', ext: 'webp' },
    ];
    const { checked, picture } = must(
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

  it('has no picture where its icon is missing, is no PNG, or is somewhere else', () => {
    const pictureOf = (asset: JsonObject, file: Uint8Array = PNG) =>
      must(zip({ 'card.json': bytes(card({ assets: [asset] })), 'icon.png': file })).picture;
    expect(pictureOf(icon('main', 'icon.png'))).not.toBeNull();
    expect(pictureOf({ ...icon('main', ''), uri: 'embedded://icon.png' })).not.toBeNull();
    expect(pictureOf(icon('main', 'Icon.png'))).toBeNull();
    expect(pictureOf(icon('main', 'icon.png'), bytes('no'))).toBeNull();
    expect(pictureOf({ ...icon('main', ''), uri: 'https://example.com/icon.png' })).toBeNull();
    expect(pictureOf({ ...icon('main', ''), uri: 'ccdefault:' })).toBeNull();
    expect(must(zip({ 'card.json': bytes(card({ assets: 'none' })) })).picture).toBeNull();
  });

  it('gives its book as a lorebook', () => {
    const read = readLorebookFile(zip({ 'card.json': bytes(card()) }));
    expect(read).toMatchObject({ ok: true, value: { body: { name: 'Ada' } } });
  });

  it('is refused with its cause', () => {
    const plain = zip({ 'card.json': bytes(card()) });
    const encrypted = plain.slice();
    const contents = encrypted.findIndex((_, at) =>
      [0x50, 0x4b, 1, 2].every((byte, i) => encrypted[at + i] === byte),
    );
    encrypted[contents + 8] = 1;
    expect(causeOf(encrypted)).toMatch(/encrypted/);
    expect(causeOf(plain.subarray(0, 60))).toMatch(/damaged/);
    expect(causeOf(zip({ 'story.txt': bytes('x') }))).toMatch(/without a card\.json/);
    expect(causeOf(zip({ 'assets/card.json': bytes(card()) }))).toMatch(/without a card\.json/);
    expect(causeOf(zip({ 'card.json': new Uint8Array([1, 2]) }))).toMatch(/not JSON/);
    expect(causeOf(zip({ 'card.json': bytes({ entries: {} }) }))).toMatch(/lorebook/);
  });

  if (isDeep)
    it('is not unpacked when it says that it is too large', () => {
      const zeros = new Uint8Array(70 * 1024 * 1024);
      const bomb = zip({ 'card.json': bytes(card()), 'assets/zeros': [zeros, { level: 1 }] });
      expect(causeOf(bomb)).toMatch(/holds 7\d{7} bytes unpacked, and may hold 67108864/);
    });

  it('is not unpacked beyond its limits, whatever it says of its sizes', () => {
    const zeros = new Uint8Array((isDeep ? 60 : 9) * 1024 * 1024);
    const lying = zip({ 'card.json': [zeros, { level: 1 }] });
    const contents = lying.findLastIndex((_, at) =>
      [0x50, 0x4b, 1, 2].every((byte, i) => lying[at + i] === byte),
    );
    new DataView(lying.buffer).setUint32(contents + 24, 10, true);
    const time = cpuTime(() => expect(causeOf(lying)).toMatch(/larger than 8388608/));
    expect(time).toBeLessThan(2000);
  });

  it('that is damaged anywhere is read or refused, and breaks nothing', () => {
    const whole = zip({ 'card.json': bytes(card({ assets: [icon('main', 'i.png')] })), 'i.png': PNG });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(whole.length),
        (changes, cut) => {
          const damaged = whole.slice(0, cut < 10 ? whole.length : cut);
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
          expect(readCharx(damaged)).toHaveProperty('ok');
        },
      ),
      { numRuns: 500 },
    );
  });
});
