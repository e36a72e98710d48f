import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import type { JsonObject } from '../base/json';
import { readCard, writeCard } from './cards';
import { noNotes } from './fit-fields';

const { variants, entry, also } = JSON.parse(
  readFileSync(
    new URL('../../test/fixtures/roleplay/card-refused-for-one-value-in-its-book.json', import.meta.url),
    'utf8',
  ),
) as { variants: Record<string, JsonObject>; entry: JsonObject; also: JsonObject };

const cardWith = (more: JsonObject, book: JsonObject = {}) => ({
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Mira',
    description: 'd',
    character_book: { entries: [{ ...entry, ...more }], extensions: {}, ...book },
  },
});

function importCard(card: object) {
  const notes = noNotes();
  return { character: must(readCard(card, notes)).body, notes };
}

/** Expected fields for each value, and the path in its note. */
const EXPECTED: Record<string, [object, string]> = {
  insertion_order_text: [{ order: 10, enabled: true }, 'insertion_order'],
  insertion_order_fraction: [{ order: 11, enabled: true }, 'insertion_order'],
  keys_text: [{ keys: ['lamp', 'light'], enabled: true }, 'keys'],
  bad_regex: [{ enabled: false }, 'keys/0'],
  slow_regex: [{ enabled: false }, 'keys/0'],
  keys_101: [{ keys: expect.arrayContaining(['k0', 'k99']), enabled: true }, 'keys'],
  probability_150: [{ probability: 100, enabled: true }, 'extensions/probability'],
};

describe('a card with a value that we would not take', () => {
  it.each(Object.entries(EXPECTED))('is imported, and told of: %s', (name, [fields, place]) => {
    const card = cardWith(variants[name] ?? {});
    const { character, notes } = importCard(card);
    expect(character.lorebook?.entries).toMatchObject([fields]);
    const pointers = [...notes.repaired, ...notes.skipped].map(({ pointer }) => pointer);
    expect(pointers).toEqual([`/data/character_book/entries/0/${place}`]);
    expect(writeCard(character)).toEqual(card);
  });

  it('has a scan depth within our range', () => {
    const { character, notes } = importCard(cardWith({}, also));
    expect(character.lorebook?.scanDepth).toBe(1_000);
    expect(notes.repaired).toEqual([
      { pointer: '/data/character_book/scan_depth', message: '3000 was replaced with 1000' },
    ]);
  });
});
