import { describe, expect, it } from 'vitest';
import { createScene } from '../../../src/contract/create-scene';
import { LIBRARY_BODIES, LIBRARY_COLLECTIONS, LIBRARY_KINDS } from '../../../src/contract/library';
import { loreEntry } from '../../../src/contract/lore';
import { joinScenarios, readAs, toMember } from '../../../web/src/home/new-scene/card-words';
import { EMPTY_PLAN, readParts, toScene } from '../../../web/src/home/scene-plan';
import { readJsonText } from '../../../web/src/kit/form/json-text';
import { findMistakes } from '../../../web/src/library/check-item';
import { EMPTY_ITEMS, makeEntry } from '../../../web/src/library/editors/empty-items';
import { KIND_ORDER, KINDS } from '../../../web/src/library/kinds';
import { parseRoute } from '../../../web/src/router';

const CHR = `chr_${'a'.repeat(20)}`;
const WLD = `wld_${'b'.repeat(20)}`;
const ARC = `arc_${'c'.repeat(20)}`;

it('the kinds of the library are those of the API, at its addresses', () => {
  expect([...KIND_ORDER].sort()).toEqual([...LIBRARY_KINDS].sort());
  for (const kind of KIND_ORDER) {
    expect(KINDS[kind].collection).toBe(LIBRARY_COLLECTIONS[kind]);
    expect(parseRoute(`#/library/${LIBRARY_COLLECTIONS[kind]}`)).toEqual({ page: 'shelf', kind });
  }
  expect(parseRoute('#/library/toString')).toMatchObject({ page: 'lost' });
});

describe('a new item', () => {
  /** Fields that a form can't fill in by itself. */
  const NEEDED = { name: 'N', world: WLD, campaign: `cmp_${'d'.repeat(20)}` };

  it.each(LIBRARY_KINDS)('of the kind %s begins with what the API would fill in', (kind) => {
    const needed = Object.fromEntries(
      Object.entries(NEEDED).filter(([field]) => Object.hasOwn(EMPTY_ITEMS[kind], field)),
    );
    const profile = kind === 'profile' ? { profile: {} } : {};
    expect({ ...EMPTY_ITEMS[kind], ...needed }).toEqual(
      LIBRARY_BODIES[kind].parse({ ...needed, ...profile }),
    );
  });

  it('without a name is told so at its field', () =>
    expect(findMistakes('persona', EMPTY_ITEMS.persona)).toMatchObject([{ pointer: '/name' }]));

  it('an entry of a lorebook begins as the API has it, with an id that no other has', () => {
    const first = makeEntry([]);
    expect(first).toEqual(loreEntry.parse({ id: '0' }));
    const others = [{ ...first, id: '1' }];
    expect(makeEntry(others).id).toBe('2');
  });
});

describe('mistakes that are found while one types', () => {
  it('are those that the server tells: of the form, of keys, of a contract as a whole', () => {
    const entry = { ...makeEntry([]), keys: ['/(/'] };
    expect(findMistakes('lorebook', { ...EMPTY_ITEMS.lorebook, name: 'B', entries: [entry] })).toMatchObject([
      { pointer: '/entries/0/keys/0' },
    ]);
    expect(findMistakes('profile', { name: 'P', profile: { jsonMode: 'schema' } })).toMatchObject([
      { pointer: '/profile/jsonSchema' },
    ]);
    expect(findMistakes('profile', { name: 'P', profile: { temperature: 3 } })).toMatchObject([
      { pointer: '/profile/temperature' },
    ]);
    expect(findMistakes('profile', { name: 'P', profile: {} })).toEqual([]);
  });

  it('are told of the whole item also before it has a name', () => {
    expect(findMistakes('profile', { name: '', profile: { jsonSchema: '{ "type": ' } })).toMatchObject([
      { pointer: '/name' },
      { pointer: '/profile/jsonSchema' },
    ]);
    expect(findMistakes('profile', { name: '', profile: {} })).toMatchObject([{ pointer: '/name' }]);
  });
});

it('JSON that is typed is the object, or the text as it is while it is none, and nothing where it is blank', () => {
  expect(readJsonText('{"a": 1}')).toEqual({ a: 1 });
  expect(readJsonText('{"a": ')).toBe('{"a": ');
  expect(readJsonText('[1]')).toBe('[1]');
  expect(readJsonText(' \n')).toBeUndefined();
});

describe('a scene out of parts', () => {
  it('begins with what the address names', () => {
    expect(readParts(`character=${CHR}&character=x&world=${WLD}&nonsense=1`)).toEqual({
      characters: [CHR, 'x'],
      world: WLD,
    });
    expect(readParts('')).toEqual({});
  });

  it('asks for what was said, and for nothing else', () =>
    expect(toScene({ ...EMPTY_PLAN, characters: [CHR] }, [])).toEqual({ characters: [{ from: CHR }] }));

  it('asks for who leads and how, where it differs from what is usual, and not at a table', () => {
    const play = { ...EMPTY_PLAN.play, director: 'off' as const, talkativeness: { ada: 90 } };
    const plan = { ...EMPTY_PLAN, characters: [CHR], play };
    expect(toScene(plan, []).settings).toEqual({ director: 'off', talkativeness: { ada: 0.9 } });
    expect(toScene({ ...plan, isGame: true }, [])).not.toHaveProperty('settings');
  });

  it('names the narrowest place alone, which brings those above it', () => {
    const plan = { ...EMPTY_PLAN, characters: [CHR], world: WLD, arc: ARC };
    const body = toScene(plan, []);
    expect(body).toMatchObject({ arcId: ARC });
    expect(body).not.toHaveProperty('worldId');
  });

  it('opens with the greeting of the character that says it, and fits what the API takes', () => {
    const plan = {
      ...EMPTY_PLAN,
      characters: [CHR],
      you: ' Ada ',
      title: 'T',
      opening: `${CHR}/2`,
      names: { [CHR]: 'Old Mara' },
      withoutBook: [CHR],
      profile: `prf_${'e'.repeat(20)}`,
      tokens: 1000,
    };
    const card = {
      name: 'Mara',
      firstMessage: 'Hm.',
      alternateGreetings: ['', '{{char}} nods to {{user}}.'],
    };
    const member = toMember({ id: CHR, body: { ...card, groupGreetings: [] } } as never, plan);
    const body = toScene(plan, [member]);
    expect(readAs(member.greetings[1]?.text ?? '', member, plan.you)).toBe('Old Mara nods to Ada.');
    expect(body).toMatchObject({
      characters: [{ from: CHR, name: 'Old Mara', book: false }],
      opening: { by: 'old-mara', greeting: 2 },
      personas: [{ name: 'Ada' }],
      budgets: { tokens: 1000 },
    });
    expect(createScene.safeParse(body).error).toBeUndefined();
    // The default is the first available greeting; a game begins without one.
    expect(toScene({ ...plan, opening: null }, [member]).opening).toEqual({ by: 'old-mara', greeting: 0 });
    expect(toScene({ ...plan, opening: '' }, [member])).not.toHaveProperty('opening');
    expect(toScene({ ...plan, opening: null, isGame: true }, [member])).not.toHaveProperty('opening');
  });

  it('has the scenarios of its cards, until another one is written', () => {
    const members = ['Mara', 'Tom'].map((name, n) =>
      toMember(
        {
          id: `${CHR}${n}`,
          body: {
            ...{ name, scenario: '{{char}} waits for {{user}}.', nickname: '' },
            ...{ firstMessage: '', alternateGreetings: [], groupGreetings: [] },
          },
        } as never,
        EMPTY_PLAN,
      ),
    );
    expect(joinScenarios(members, 'Ada')).toBe('Mara waits for Ada.\n\nTom waits for Ada.');
    expect(joinScenarios(members, '')).toContain('waits for you.');
    expect(joinScenarios(members, null)).toBe('Mara waits for {{user}}.\n\nTom waits for {{user}}.');
    const plan = { ...EMPTY_PLAN, characters: [CHR], scenario: 'A pier.' };
    expect(toScene(plan, members)).toMatchObject({
      title: 'Mara and Tom',
      scenario: 'A pier.',
      characters: [{ from: CHR, scenario: '' }],
    });
  });

  it('has a profile for a single role, limits for each player and a game, as the API takes them', () => {
    const [one, other] = [`prf_${'e'.repeat(20)}`, `prf_${'f'.repeat(20)}`];
    const plan = {
      ...EMPTY_PLAN,
      ...{ characters: [CHR], profile: one, roles: { narrator: other, judge: '' }, money: 1.5 },
      ...{ perSeat: { calls: 20, tokens: null, money: null }, isGame: true, rounds: 2 },
    };
    const body = toScene(plan, []);
    expect(body).toMatchObject({
      profiles: { director: one, character: one, narrator: other },
      budgets: { money: 1.5, perSeat: { calls: 20 } },
      game: { kind: 'word-pair', rounds: 2, people: ['player-1'] },
      personas: [{ id: 'player-1', name: 'Player' }],
    });
    expect(body.profiles).not.toHaveProperty('judge');
    expect(toScene({ ...plan, isPlayedAlong: false }, []).game?.people).toEqual([]);
    expect(createScene.safeParse(body).error).toBeUndefined();
  });
});
