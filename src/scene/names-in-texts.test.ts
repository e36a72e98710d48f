import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lorebook } from '../contract/lore';
import { compileBook, ScannedText, StepBudget } from './lore/match';
import { findMentioned, findNames, listAliases } from './names';

const readCase = <C>(name: string): C =>
  JSON.parse(
    readFileSync(new URL(`../../test/fixtures/roleplay/${name}.json`, import.meta.url), 'utf8'),
  ) as C;

type Given = string | { name: string; nickname?: string; id?: string };
const castOf = (given: readonly Given[]) =>
  given.map((one) => ({
    nickname: '',
    id: typeof one === 'string' ? one : one.name,
    ...(typeof one === 'string' ? { name: one } : one),
  }));

describe('a name in a text', () => {
  it.each(readCase<{ pairs: [Given[], string, string][] }>('names-not-seen').pairs)(
    'of %j in %j is seen: %s',
    (given, text, name) => expect(findNames(text, listAliases(castOf(given)))).toEqual([name]),
  );

  const CAST = castOf([
    { id: 'bo', name: 'Old Bo' },
    { id: 'an', name: 'An Nguyen' },
    { id: 'anna', name: 'Anna' },
    { id: 'anna-lee', name: 'Anna Lee' },
    { id: 'sue', name: '林清' },
    { id: 'qing', name: '林清河' },
  ]);
  it.each([
    ['The old mill is an hour away.', []],
    ['Bo, then Anna Lee.', ['bo', 'anna-lee']],
    ['Anna and Lee', ['anna', 'anna-lee']],
    ['Hannah and Bob', []],
    ['叫林清河来', ['qing']],
    ['ＡＮＮＡ！', ['anna']],
  ])('is that of nobody else: %s', (text, ids) => expect(findNames(text, listAliases(CAST))).toEqual(ids));
});

it.each([
  ['Dr. Ada Lovelace', 'Dr. Lovelace, look!', true],
  ['Dr. Ada Lovelace', 'ada, look!', true],
  ['Dr. Ada Lovelace', 'The doctor is in. Dr. Who?', false],
  ['Captain Hook', 'Hook, look!', true],
  ['Captain Hook', 'The captain is gone, off the hook.', false],
  ['Queen Mab', 'The queen is dead.', false],
  ['Ada the Great', 'That is great!', false],
  ['Ada (the cook)', 'I cook.', false],
  ['Ada (the cook)', 'Ada, come.', true],
  ['Mira "The Blade" Lin', 'Come, Blade!', true],
  ['Ludwig van Beethoven', 'Beethoven?', true],
  ['Will Smith', 'I will go.', false],
  ['Will Smith', 'I saw Will.', true],
  ['Hope', 'I hope so.', false],
  ['Hope', '@hope come', true],
  ['Mother', 'My mother is here.', false],
  ['Mother', 'Mother, come!', true],
  ['A', 'A man came.', false],
  ['Ελένη', 'ΕΛΕΝΗ, έλα', true],
  ['Zoë', 'zoe, come', true],
  ['İpek', 'ipek gel', true],
  ['Straße', 'STRASSE!', true],
  ['김준호', '준호야', true],
  ['林清河', '清河，你来', true],
  ['老船长', '船长在哪里', false],
  ['राम', 'राम, आओ', true],
  ['أحمد', 'يا أحمد تعال', true],
  ['สมชาย', 'สมชายมานี่', true],
  ['田中 太郎', '太郎、来い', true],
])('a form of a name %s in %s: %s', (name, text, isNamed) =>
  expect(findNames(text, listAliases(castOf([name, 'Bo'])))).toEqual(isNamed ? [name] : []),
);

describe('a character that a plan means', () => {
  const { cast, ids } = readCase<{
    cast: { name: string; id: string; nickname?: string }[];
    ids: Record<string, string>;
  }>('plan-lost-for-a-name');
  it.each(Object.entries(ids))('by %s is %s', (reference, id) =>
    expect(findMentioned(reference, castOf(cast) as { id: string; name: string; nickname: string }[])).toBe(
      id,
    ),
  );
});

describe('a key of a lorebook', () => {
  it.each(['keys-beside-typographic-signs', 'whole-words-beside-particles'])('is found: %s', (name) => {
    const { try: given } = readCase<{ try: { book: object; messages: string[] } }>(name);
    const text = new ScannedText(given.messages.join('\n'));
    const { entries } = compileBook(lorebook.parse(given.book));
    for (const { keys } of entries) expect(keys.some((key) => key.in(text, new StepBudget()))).toBe(true);
  });

  it('is no part of a Korean word that begins before it', () => {
    const { entries } = compileBook(
      lorebook.parse({ name: 'b', entries: [{ id: 'a', keys: ['국'], content: 'x' }] }),
    );
    expect(entries[0]?.keys[0]?.in(new ScannedText('왕국은 멀다.'), new StepBudget())).toBe(false);
  });
});
