import { expect, it } from 'vitest';
import { lorebook, type TriedLore } from '../../src/contract/lore';
import { isDeep } from '../support/depth';
import { openScene, say, sceneAt, understudy } from '../support/rooms';
import { get, OPERATOR } from '../support/stage-client';

const LETTERS = 'a'.repeat(8_000);
/** Each alone is slow for `RegExp`; two hundred together exhaust the steps of a search. */
const ENTRIES = Array.from({ length: 200 }, (_, i) => ({
  id: `e${i}`,
  name: `Costly ${i}`,
  keys: [`/(?:|q${i})a?a?a?a?a?a?a?a?a?a?a?b/`],
}));
const BOOK = {
  name: 'Hostile',
  entries: [...ENTRIES, { id: 'plain', name: 'Plain', constant: true, content: 'It is so.' }],
};

// It takes as long as a search may.
if (isDeep)
  it('a round with hostile expressions is played to its end, and its record names what was not searched', async () => {
    const lorebooks = [{ id: 'book-1', book: lorebook.parse(BOOK) }];
    const id = await openScene(understudy, { lorebooks });
    await sceneAt(id).played(say(LETTERS, 'visitor', ['ada']));
    const { items } = await sceneAt(id).audit({ before: null, limit: 1 });
    const record = items[0]?.record as unknown as {
      agents: { agent: string; prompt: { unsearched?: string[] } }[];
      notes: string[];
    };
    const ada = record.agents.find(({ agent }) => agent === 'character:ada');
    expect(ada?.prompt.unsearched?.length).toBeGreaterThan(20);
    expect(ada?.prompt.unsearched?.[0]).toMatch(/^Costly \d+$/);
    expect(record.notes.join('\n')).toMatch(
      /character:ada was told without lore that was not looked for, .*"Costly \d+", … \(\d+ in all\)/,
    );
  });

it('a book that is tried says the same of each entry', async () => {
  const body = { book: BOOK, messages: [LETTERS] };
  const tried = await get<TriedLore>('POST /v1/lorebooks/try', OPERATOR, body);
  const whys = tried.entries.map(({ why }) => why);
  expect(whys.filter((why) => why === 'unsearched').length).toBeGreaterThan(20);
  expect(whys.at(-1)).toBe('constant');
});
