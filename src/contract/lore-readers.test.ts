import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openScene, textOf } from '../../test/support/play-scene';
import { readWorldInfo } from '../library/world-info';
import { canRead } from '../scene/lore/readers';
import { newScene } from './create-scene';
import { type Lorebook, lorebook } from './lore';

const readCase = <C>(name: string): C =>
  JSON.parse(
    readFileSync(new URL(`../../test/fixtures/roleplay/${name}.json`, import.meta.url), 'utf8'),
  ) as C;

/** Plays one turn and returns the prompt of each agent, by task or by character id. */
async function playTurn(scene: object, text: string): Promise<Map<string, string>> {
  const room = openScene(newScene.parse(scene));
  await room.hear({ text, personaId: 'pat' });
  return new Map(room.asks.map(({ step, ask }) => [step.replace('character.1:', ''), textOf(ask.messages)]));
}

describe('an entry for certain characters', () => {
  const { book, scene, turn } = readCase<{ book: object; scene: object; turn: string }>(
    'entry-for-one-character-alone',
  );
  const read = readWorldInfo(book, 'lamps');
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  const readers: [string, boolean, Lorebook][] = [
    ['with a director', true, read.value],
    ['without one', false, read.value],
  ];

  it.each(readers)('is in the prompts of these alone, %s', async (_, isDirected, one) => {
    const settings = { director: isDirected ? 'full' : 'off', speakers: 'all' };
    const { characters, personas } = scene as { characters: object[]; personas: object[] };
    const prompts = await playTurn(
      { characters, personas, settings, lorebooks: [{ id: 'b', book: one }] },
      turn,
    );
    expect(prompts.get('ada')).toContain('ONLY-ADA');
    expect(prompts.get('ada')).toContain('NOT-BO');
    for (const [who, prompt] of prompts)
      if (who !== 'ada') expect([who, /ONLY-ADA|NOT-BO/.exec(prompt)]).toEqual([who, null]);
    expect([...prompts.keys()]).toContain(isDirected ? 'director.1' : 'bo');
  });
});

describe('a name in a filter', () => {
  const cast = [
    { id: 'ada', name: 'Ada', nickname: '' },
    { id: 'old-bo', name: 'Old Bo', nickname: 'Skipper' },
    { id: 'bob', name: 'Bob', nickname: '' },
    { id: 'mo', name: 'Mo/Jo', nickname: '' },
    { id: 'sue', name: '林清', nickname: '' },
  ];
  const readersOf = (isExclude: boolean, ...names: string[]) =>
    cast.filter((one) => canRead({ isExclude, names }, one, cast)).map(({ id }) => id);

  it.each([
    ['Ada', ['ada']],
    ['ADA.png', ['ada']],
    ['old_bo', ['old-bo']],
    ['skipper', ['old-bo']],
    ['MoJo', ['mo']],
    ['Mo Jo', ['mo']],
    ['林清', ['sue']],
    // A part of a name may belong to another person.
    ['Bo', []],
    ['Nobody', []],
    ['', []],
  ])('lets only those in whom it means: %s', (name, ids) => expect(readersOf(false, name)).toEqual(ids));

  it.each([
    ['Bo', ['old-bo']],
    ['Bo2', ['old-bo']],
    ['Captain Old Bo', ['old-bo']],
    ['Skipper', ['old-bo']],
    ['bob.png', ['bob']],
    ['Nobody', []],
  ])('keeps everyone out whom it may mean: %s', (name, ids) =>
    expect(cast.map(({ id }) => id).filter((id) => !readersOf(true, name).includes(id))).toEqual(ids),
  );

  it('lets nobody in when two may be meant', () => {
    const twins = [...cast, { id: 'eve', name: 'Eve', nickname: 'Ada' }];
    expect(twins.filter((one) => canRead({ isExclude: false, names: ['Ada'] }, one, twins))).toEqual([]);
  });

  it('is no name of an agent that writes for everyone', () => {
    for (const isExclude of [true, false])
      expect(canRead({ isExclude, names: ['Nobody'] }, null, cast)).toBe(false);
    expect(canRead({ isExclude: false, names: [] }, null, cast)).toBe(true);
  });
});

describe('a key with macros', () => {
  const { scene, turn } = readCase<{
    scene: { lorebooks: object[] } & Record<string, unknown>;
    turn: string;
  }>('keys-with-macros');
  const lorebooks = scene.lorebooks.map((book, at) => ({ id: `book-${at}`, book: lorebook.parse(book) }));

  it('is found by the names of the scene', async () => {
    const prompts = await playTurn({ ...scene, lorebooks }, turn);
    expect(prompts.get('ada')).toContain('KEY-CHAR');
    expect(prompts.get('ada')).toContain('KEY-USER');
  });
});
