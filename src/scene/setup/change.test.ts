import { describe, expect, it } from 'vitest';
import { Unreachable } from '../../../test/support/memory-room';
import { must } from '../../../test/support/must';
import {
  callOn,
  EVERYONE,
  INN,
  openScene,
  PROFILES,
  promptOf,
  type Room,
  scene,
} from '../../../test/support/play-scene';
import { changeScene, type SceneChange } from '../../contract/change-scene';
import { characterInput, newScene, personaInput } from '../../contract/create-scene';
import { lorebook } from '../../contract/lore';
import { sceneView } from '../views';
import { changeEvents } from './change';
import { fillTexts } from './fill-texts';

const card = (more: object) => characterInput.parse(more);
const book = (name: string, content = 'about it', keys = [name]) =>
  lorebook.parse({ name, entries: [{ id: '1', keys, content }] });
const change = (room: Room, body: SceneChange, profiles?: Parameters<typeof changeEvents>[2]) =>
  room.append(must(changeEvents(room.state, body, profiles)));
const refused = (room: Room, body: SceneChange, profiles?: Parameters<typeof changeEvents>[2]) => {
  const changed = changeEvents(room.state, body, profiles);
  if (changed.ok) return changed.value;
  const { failure } = changed;
  return failure.code === 'invalid' ? failure.errors.map(({ pointer }) => pointer) : failure.code;
};
const play = async (room: Room, script = {}) => {
  await room.hear({ personaId: 'mara', text: 'So?' }, script);
};

describe('a change of a running scene', () => {
  it('is in every prompt from the next round on', async () => {
    const room = openScene();
    await play(room, EVERYONE);
    change(room, {
      scenario: 'NEW-SCENARIO',
      notes: { arc: 'NEW-ARC' },
      world: { fire: null, roof: 'NEW-ROOF' },
      trackers: { hope: 'NEW-HOPE' },
      lorebooks: [{ id: null, book: book('so', 'NEW-LORE') }],
      personas: { change: { mara: { description: 'NEW-PERSONA' } } },
      characters: {
        add: [card({ name: 'Eve', description: 'NEW-CARD', goals: 'NEW-GOAL-EVE' })],
        change: { ada: { goals: 'NEW-GOAL-ADA', mood: 'NEW-MOOD', clothing: 'NEW-COAT' } },
      },
    });
    await play(room, callOn('ada', 'eve'));
    const [ada, bo] = ['ada', 'eve'].map((id) => promptOf(room, `character.1:${id}`));
    const everyone = ['SCENARIO', 'ARC', 'ROOF', 'HOPE', 'LORE', 'PERSONA', 'CARD', 'MOOD', 'COAT'];
    for (const word of everyone) expect([word, ada?.includes(`NEW-${word}`)]).toEqual([word, true]);
    expect(ada).not.toMatch(/fire: lit/);
    expect(ada).toContain('NEW-GOAL-ADA');
    expect(ada).not.toContain('NEW-GOAL-EVE');
    expect(bo).toContain('NEW-GOAL-EVE');
    expect(bo).not.toContain('NEW-GOAL-ADA');
  });

  it('fills in who is meant, as at the beginning', () => {
    const room = openScene(newScene.parse({ characters: INN.characters, personas: [{ name: 'Jo' }] }));
    change(room, {
      scenario: '{{char}} waits for {{user}}.',
      notes: { arc: '<BOT> and <USER>.' },
      characters: {
        change: { bo: { goals: '{{char}} leaves {{user}}.', voice: ['{{user}}!'], mood: '{{char}}' } },
      },
    });
    const read = fillTexts(room.state);
    expect(read).toMatchObject({ scenario: 'Ada waits for Jo.', notes: { arc: 'Ada and Jo.' } });
    expect(read.cast.bo).toMatchObject({
      ...{ goals: 'Bo leaves Jo.', voice: ['Jo!'], state: { mood: 'Bo' } },
    });
  });

  it('shows everyone title and status, and the owner alone all the rest', () => {
    const room = openScene();
    const events = change(room, {
      title: 'T',
      scenario: 'S',
      characters: { change: { bo: { secrets: 'X' } } },
    });
    expect(events.map(({ audience, payload }) => [audience, Object.keys(payload)])).toEqual([
      [['*'], ['title']],
      [['owner'], ['scenario', 'cast']],
    ]);
    expect(room.state).toMatchObject({
      title: 'T',
      scenario: 'S',
      cast: { bo: { secrets: 'X', goals: 'G-BO' } },
    });
    expect(change(room, {})).toEqual([]);
  });

  it('takes settings key by key, and null for the default of a section', () => {
    const settings = { shares: { history: 1, lore: 2 }, caps: { lore: { topK: 3 } }, memory: { topK: 9 } };
    const room = openScene(scene({ settings }));
    const { settings: asked } = changeScene.parse({
      settings: {
        thoughts: false,
        shares: { history: null, notes: 4 },
        caps: { lore: { maxChars: 8 } },
        memory: { floor: 0.5 },
      },
    });
    change(room, { settings: asked });
    expect(room.state.settings).toMatchObject({
      thoughts: false,
      summarizeAfter: 10,
      shares: { lore: 2, notes: 4 },
      caps: { lore: { maxChars: 8 } },
      memory: { topK: 9, floor: 0.5 },
    });
    expect(room.state.settings.shares).not.toHaveProperty('history');
    expect(room.state.settings.caps.lore).not.toHaveProperty('topK');
  });

  it('takes rules and direction key by key, and what is given by character one by one', () => {
    const settings = {
      rules: { character: 'OWN-RULES', narrator: 'OWN-TALE' },
      direction: { tone: 'dry', pacing: 'slow' },
      lengths: { ada: 'long', bo: 2 },
      talkativeness: { ada: 1, bo: 0 },
    };
    const room = openScene(scene({ settings }));
    const { settings: asked } = changeScene.parse({
      settings: {
        rules: { narrator: null },
        direction: { yields: 'soon' },
        lengths: { ada: null, cy: 'short' },
        talkativeness: { bo: null },
      },
    });
    change(room, { settings: asked });
    expect(room.state.settings).toMatchObject({
      rules: { character: 'OWN-RULES', narrator: null },
      direction: { tone: 'dry', pacing: 'slow', yields: 'soon', spotlight: 'even' },
      lengths: { bo: 2, cy: 'short' },
      talkativeness: { ada: 1 },
    });
    expect(room.state.settings.lengths).not.toHaveProperty('ada');
    expect(room.state.settings.talkativeness).not.toHaveProperty('bo');
  });

  it('refuses lengths and talkativeness of nobody, and takes those of who comes with the change', () => {
    const room = openScene();
    const settings = { lengths: { eve: 'long' as const, nobody: null }, talkativeness: { ghost: 1 } };
    expect(refused(room, { settings })).toEqual([
      ...['/settings/talkativeness/ghost', '/settings/lengths/eve', '/settings/lengths/nobody'],
    ]);
    const add = [card({ name: 'Eve' })];
    expect(refused(room, { settings: { lengths: { eve: 'long' } }, characters: { add } })).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'scene.changed' })]),
    );
  });

  it('keeps books by their ids, and numbers new ones', () => {
    const lorebooks = [
      { id: 'book-1', book: book('one') },
      { id: 'book-4', book: book('four') },
    ];
    const room = openScene(scene({ lorebooks }));
    change(room, { lorebooks: [{ id: 'book-4' }, { id: null, book: book('new') }] });
    expect(sceneView(room.state).lorebooks).toEqual([
      { id: 'book-4', name: 'four' },
      { id: 'book-5', name: 'new' },
    ]);
    const from = 'chr_x';
    const hers = { from, lorebook: book('hers') };
    change(room, { characters: { add: [{ ...card({ name: 'Eve' }), ...hers }] } });
    change(room, { characters: { add: [{ ...card({ name: 'Eva' }), ...hers }] } });
    expect(sceneView(room.state).lorebooks.slice(2)).toEqual([
      { id: from, name: 'hers', of: 'eve' },
      { id: 'book-6', name: 'hers', of: 'eva' },
    ]);
  });

  it('sends somebody off, and brings somebody in, without a word', async () => {
    const room = openScene();
    change(room, { characters: { change: { ada: { active: false }, dee: { active: true } } } });
    await play(room);
    const spoke = room.ledger.filter((event) => event.kind === 'character.spoke').map(({ actor }) => actor);
    expect(spoke).toEqual(['character:bo', 'character:cy', 'character:dee']);
  });

  it('gives profiles, takes them away, and shows who is asked', () => {
    const small = { ...PROFILES.character, provider: 'openai' as const, model: 'small' };
    const room = openScene();
    change(room, {}, { narrator: small, characters: { ada: small } });
    const asked = { provider: 'openai', model: 'small' };
    expect(sceneView(room.state).profiles).toMatchObject({
      director: { provider: 'understudy' },
      narrator: asked,
      judge: { provider: 'understudy' },
      characters: { ada: asked },
    });
    change(room, {}, { narrator: null, characters: { ada: null } });
    expect(room.state.profiles).toEqual({ ...PROFILES, characters: {} });
  });

  it('outlives a restart of the round before it', async () => {
    const room = openScene();
    await play(room, {
      'director.1': {
        ...EVERYONE['director.1'],
        stateUpdates: [{ id: 'bo', field: 'mood', value: 'moved' }],
      },
    });
    change(room, {
      world: { roof: 'leaks' },
      characters: { add: [card({ name: 'Eve' })], change: { ada: { mood: 'proud', active: false } } },
    });
    room.append([{ kind: 'round.rolledback', actor: 'system', round: 1, payload: { fromSeq: 0 } }]);
    expect(room.state.world).toEqual({ fire: 'lit', door: 'shut', roof: 'leaks' });
    expect(room.state.cast).toMatchObject({
      ada: { active: false, state: { mood: 'proud' }, lastSpokeRound: null },
      bo: { state: { mood: '' } },
      eve: { active: true },
    });
  });

  it('leaves a newcomer in a scene that is taken back to before it came', async () => {
    const room = openScene();
    await play(room, EVERYONE);
    const before = room.state;
    await play(room, EVERYONE);
    change(room, { characters: { add: [card({ name: 'Eve' })] } });
    await play(room, callOn('eve'));
    expect(room.state.cast.eve?.lastSpokeRound).toBe(3);
    const { cast, world, trackers, summary, called } = before;
    const restored = { n: 2, standings: cast, world, trackers, summary, called };
    const payload = { fromSeq: 0, undone: [2, 3], restored } as never;
    room.append([{ kind: 'round.rolledback', actor: 'system', round: 2, payload }]);
    expect(room.state.cast.eve).toMatchObject({ active: true, lastSpokeRound: null });
  });

  it('of profiles lets a failed round begin anew, any other lets it go on', async () => {
    const room = openScene();
    await play(room, { 'director.1': new Unreachable('no answer') });
    change(room, { scenario: 'x' });
    expect(room.state.failed?.retry).toBe('resume');
    change(room, {}, { director: PROFILES.director });
    expect(room.state.failed?.retry).toBe('restart');
  });
});

describe('a change that cannot be', () => {
  it('is refused with the pointers of ids that are nobody’s', () => {
    const room = openScene();
    const body = {
      lorebooks: [{ id: 'book-1' }],
      personas: { change: { nobody: { name: 'X' } } },
      characters: { change: { nobody: {}, constructor: {} } },
    };
    expect(refused(room, body, { characters: { nobody: null } })).toEqual([
      '/characters/change/nobody',
      '/characters/change/constructor',
      '/personas/change/nobody',
      '/lorebooks/0',
      '/profiles/characters/nobody',
    ]);
  });

  it('is refused for names and ids that somebody has', () => {
    const room = openScene();
    const player = (name: string) => personaInput.parse({ name });
    const body: SceneChange = {
      characters: { add: [card({ name: 'ADA' }), card({ name: 'jo' }), card({ name: 'X', id: 'bo' })] },
      personas: { add: [player('Narrator'), player('Cy')], change: { mara: { name: 'Bo' } } },
    };
    expect(refused(room, body)).toEqual([
      '/personas/change/mara/name',
      '/characters/add/0/name',
      '/characters/add/1/name',
      '/characters/add/2/id',
      '/personas/add/0/name',
      '/personas/add/1/name',
    ]);
    change(room, { personas: { change: { mara: { name: 'Jo' }, jo: { name: 'Mara' } } } });
    expect(room.state.personas.map(({ id, name }) => `${id} ${name}`)).toEqual(['mara Jo', 'jo Mara']);
  });

  it('is refused for more people than a scene has, and for patterns that are broken', () => {
    const room = openScene();
    const crowd = Array.from({ length: 47 }, (_, index) => card({ name: `Extra ${index}` }));
    expect(refused(room, { characters: { add: crowd } })).toEqual(['/characters/add']);
    expect(refused(room, { lorebooks: [{ id: null, book: book('x', 'y', ['/(a+)+/']) }] })).toEqual([
      '/lorebooks/0/entries/0/keys/0',
    ]);
    const large = book('x', 'y'.repeat(90_000));
    const many = Array.from({ length: 12 }, () => ({ id: null, book: large }));
    expect(refused(room, { lorebooks: many })).toBe('too_large');
  });

  it('is refused in a table game for its cast and books, and for words that were dealt', () => {
    const room = openScene(newScene.parse({ template: 'bluff' }));
    const [word = ''] = room.state.table?.words ?? [];
    expect(refused(room, { characters: { add: [card({ name: 'Eve' })] } })).toBe('conflict');
    expect(refused(room, { lorebooks: [] })).toBe('conflict');
    expect(refused(room, { scenario: `A ${word}.`, world: { [word]: 'x' }, notes: { arc: 'fine' } })).toEqual(
      ['/scenario', '/world'],
    );
    change(room, { scenario: 'Elsewhere.' });
    expect(room.state.scenario).toBe('Elsewhere.');
  });
});

describe('the body of a change', () => {
  it.each([
    [{ characters: { change: { ada: { name: 'X' } } } }],
    [{ characters: { remove: ['ada'] } }],
    [{ settings: { thoughts: null } }],
    [{ lorebooks: ['elsewhere'] }],
  ])('may not be %o', (body) => expect(changeScene.safeParse(body).success).toBe(false));

  it('resets nothing that it does not name', () => {
    const body = {
      settings: { memory: {}, rules: {}, direction: {} },
      notes: {},
      characters: { change: { ada: {} } },
    };
    expect(changeScene.parse(body)).toEqual(body);
  });
});
