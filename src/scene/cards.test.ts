import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import { envelope, openScene, type Room } from '../../test/support/play-scene';
import { characterInput, type NewScene, newScene } from '../contract/create-scene';
import { lorebook } from '../contract/lore';
import type { AgentViewer } from './prompt/envelope';
import { changeEvents } from './setup/change';
import { fillTexts } from './setup/fill-texts';
import type { SceneState } from './state';

const open = (body: object): Room => openScene(newScene.parse(body) as NewScene);
const add = (room: Room, ...characters: object[]) => {
  const cards = characters.map((one) => ({ ...characterInput.loose().parse(one) }));
  room.append(must(changeEvents(room.state, { characters: { add: cards as never } })));
};
const book = (content: string) =>
  lorebook.parse({ name: 'Own', entries: [{ id: '1', constant: true, content }] });
const envelopeOf = (state: SceneState, viewer: AgentViewer, more: { seed?: string; speaker?: string } = {}) =>
  envelope(state, viewer, {
    persona: state.personas.find(({ id }) => id === more.speaker) ?? null,
    seed: more.seed ?? 'round',
  });
const loreOf = (state: SceneState, viewer: AgentViewer, speaker?: string) =>
  envelopeOf(state, viewer, speaker === undefined ? {} : { speaker }).lore.formatted;

const PERSONAS = [{ name: 'Mara' }, { name: 'Jo' }];
const ADA = { name: 'Ada', nickname: 'Lamp', scenario: '{{char}} keeps the light for {{user}}.' };

describe('the scenario of a card', () => {
  it("is the scene's when the scene has none", () => {
    const cards = [ADA, { name: 'Bo', scenario: 'A storm. {{char}} knocks.' }, { name: 'Cy' }];
    const { state } = open({ characters: cards, personas: [{ name: 'Mara' }], scenario: ' ' });
    expect(fillTexts(state).scenario).toBe('Lamp keeps the light for Mara.\n\nA storm. Bo knocks.');
    expect(state.notes.scene).toBe('');
    expect(state.cast.ada).not.toHaveProperty('scenario');
  });

  it('is there once when several cards have the same', () => {
    const characters = ['Ada', 'Bo'].map((name) => ({ name, scenario: 'A storm.' }));
    expect(open({ characters }).state.scenario).toBe('A storm.');
  });

  it('is told to everybody in the notes, under its name, when the scene has one', () => {
    const { state } = open({
      characters: [ADA],
      personas: [{ name: 'Mara' }],
      scenario: 'A quay.',
      notes: { scene: 'Dry.' },
    });
    expect(state.scenario).toBe('A quay.');
    expect(fillTexts(state).notes.scene).toBe('Dry.\n\nAda: Lamp keeps the light for Mara.');
    for (const viewer of ['director', 'narrator', 'character:ada'] as const)
      expect(envelopeOf(state, viewer).notes.scene).toContain('Ada: Lamp keeps the light');
  });

  it('gives way to that of a template', () => {
    const { state } = open({ template: 'lighthouse', characters: [ADA] });
    expect(state.scenario).not.toContain('Lamp keeps');
    expect(state.notes.scene).toContain('Ada: Lamp keeps');
  });

  it('is cut to what a scene takes', () => {
    const long = { name: 'Bo', scenario: 'x'.repeat(50_000) };
    expect(open({ characters: [long] }).state.scenario).toHaveLength(20_000);
    expect(open({ characters: [long], scenario: 'A quay.' }).state.notes.scene).toHaveLength(8000);
  });

  it('comes with a card that is added', () => {
    const room = open({ characters: [{ name: 'Bo' }], scenario: 'A quay.', personas: [{ name: 'Mara' }] });
    add(room, ADA);
    expect(fillTexts(room.state)).toMatchObject({
      scenario: 'A quay.',
      notes: { scene: 'Ada: Lamp keeps the light for Mara.' },
    });
    const bare = open({ characters: [{ name: 'Bo' }], personas: [{ name: 'Mara' }] });
    add(bare, ADA);
    expect(fillTexts(bare.state)).toMatchObject({
      scenario: 'Lamp keeps the light for Mara.',
      notes: { scene: '' },
    });
  });
});

describe('how readily a card says its character talks', () => {
  const settings = { talkativeness: { bo: 0.1 } };
  const cards = [{ name: 'Ada', talkativeness: 0.8 }, { name: 'Bo', talkativeness: 1 }, { name: 'Cy' }];

  it("is the scene's, unless the scene has its own", () => {
    const { state } = open({ characters: cards, settings });
    expect(state.settings.talkativeness).toEqual({ ada: 0.8, bo: 0.1 });
    expect(state.cast.ada).not.toHaveProperty('talkativeness');
    expect(open({ characters: cards }).state.settings.talkativeness).toEqual({ ada: 0.8, bo: 1 });
  });

  it('comes with a card that is added, unless the change has its own', () => {
    const room = open({ characters: [{ name: 'Dee', talkativeness: 0.3 }] });
    add(room, { name: 'Ada', talkativeness: 0.8 });
    expect(room.state.settings.talkativeness).toEqual({ dee: 0.3, ada: 0.8 });
    const added = changeEvents(room.state, { characters: { add: cards.slice(1) as never }, settings });
    if (!added.ok) throw new Error(JSON.stringify(added.failure));
    room.append(added.value);
    expect(room.state.settings.talkativeness).toEqual({ dee: 0.3, ada: 0.8, bo: 0.1 });
  });
});

describe('the own book of a character', () => {
  const own = { from: 'chr_00000000000000000001', lorebook: book('{{char}} waits for {{user}}.') };

  it('is found for it alone, and is about it', () => {
    const { state } = open({
      characters: [{ ...ADA, scenario: '', ...own }, { name: 'Bo' }],
      personas: [{ name: 'Mara' }],
      lorebooks: [{ id: 'book-1', book: book('{{char}} hears the sea.') }],
    });
    expect(state.lorebooks.map(({ id, of }) => [id, of])).toEqual([
      ['book-1', undefined],
      [own.from, 'ada'],
    ]);
    expect(loreOf(state, 'character:ada')).toBe('Lamp hears the sea.\nLamp waits for Mara.');
    expect(loreOf(state, 'character:bo')).toBe('Bo hears the sea.');
    expect(loreOf(state, 'director')).toBe('the character hears the sea.');
    expect(loreOf(state, 'narrator')).toBe('the character hears the sea.');
  });

  it('is one for each of two that were made of one card', () => {
    const twins = [
      { name: 'Ada', ...own },
      { name: 'Eda', ...own },
    ];
    const { state } = open({ characters: twins, personas: [{ name: 'Mara' }] });
    expect(state.lorebooks.map(({ id }) => id)).toEqual([own.from, 'book-1']);
    expect(loreOf(state, 'character:eda')).toBe('Eda waits for Mara.');
  });

  it('comes with a card that is added', () => {
    const room = open({ characters: [{ name: 'Bo' }], personas: [{ name: 'Mara' }] });
    add(room, { name: 'Ada', ...own });
    expect(loreOf(room.state, 'character:ada')).toBe('Ada waits for Mara.');
    expect(loreOf(room.state, 'character:bo')).toBe('');
  });

  it('of before books had owners is found for everybody', () => {
    const { state } = open({
      characters: [{ name: 'Ada' }, { name: 'Bo' }],
      personas: [{ name: 'Mara' }],
      lorebooks: [{ id: own.from, book: own.lorebook }],
    });
    expect(loreOf(state, 'character:bo')).toBe('Bo waits for Mara.');
  });

  it('has a key that cannot be used at the place of its card', () => {
    const broken = lorebook.parse({ name: 'Own', entries: [{ id: '1', keys: ['/(/'] }] });
    expect(() => open({ characters: [{ name: 'Bo' }, { name: 'Ada', lorebook: broken }] })).toThrow(
      '/characters/1/from/entries/0/keys/0',
    );
  });
});

describe('entries of a book', () => {
  const lore = (content: string, speaker?: string) =>
    loreOf(
      open({
        characters: [{ name: 'Ada' }],
        personas: PERSONAS,
        lorebooks: [{ id: 'b', book: book(content) }],
      }).state,
      'character:ada',
      speaker,
    );

  it('speak of the persona that is spoken to, or of all of them', () => {
    expect(lore('{{user}} nods.', 'jo')).toBe('Jo nods.');
    expect(lore('{{user}} nods.')).toBe('Mara and Jo nod.');
  });

  it('leave nothing of decorators, which are a word to programs', () => {
    const decorated = open({
      characters: [{ ...ADA, lorebook: book('@@depth 3\n@@role system\n@@@position personality\nDry. @@x') }],
      personas: PERSONAS,
    });
    expect(loreOf(decorated.state, 'character:ada')).toBe('Dry. @@x');
  });

  it('leave nothing of a comment', () => {
    expect(lore('{{// only for authors}}')).toBe('');
  });
});

describe('the words of a card for its own prompts', () => {
  const texts = {
    name: 'Ada',
    nickname: 'Lamp',
    description: '{{char}} knows {{user}}.',
    instructions: '{{char}} answers {{user}}. {{pick:one,two}} {{random:1,2,3,4,5,6,7,8}}',
    postHistory: 'Stay dry, {{char}}. {{roll:1000}}',
    depthPrompt: { text: 'Wait for {{user}}.', depth: 2 },
    examples: ['{{user}}: Hello?\n{{char}}: Up here.'],
  };
  const selfOf = (personas: object[], more = {}) =>
    envelopeOf(open({ characters: [texts], personas }).state, 'character:ada', more).self;

  it('name the one persona of the scene', () =>
    expect(selfOf([{ name: 'Mara' }])).toMatchObject({
      description: 'Lamp knows Mara.',
      instructions: expect.stringMatching(/^Lamp answers Mara\. (one|two) [1-8]$/),
      postHistory: expect.stringMatching(/^Stay dry, Lamp\. \d+$/),
      depthPrompt: { text: 'Wait for Mara.', depth: 2 },
      examples: ['Mara: Hello?\nLamp: Up here.'],
    }));

  it('name the one that speaks among several, or all of them', () => {
    expect(selfOf(PERSONAS, { speaker: 'jo' })).toMatchObject({
      description: 'Lamp knows Mara and Jo.',
      instructions: expect.stringMatching(/^Lamp answers Jo\./),
      depthPrompt: { text: 'Wait for Jo.' },
      examples: ['Jo: Hello?\nLamp: Up here.'],
    });
    expect(selfOf(PERSONAS)).toMatchObject({
      instructions: expect.stringMatching(/^Lamp answers Mara and Jo\./),
      depthPrompt: { text: 'Wait for Mara and Jo.' },
      examples: ['Someone: Hello?\nLamp: Up here.'],
    });
  });

  it('are told once: a line of an example is not told beside it in another wording', () => {
    const line = 'I saw {{user}} {{random:once,twice}}.';
    const characters = [
      { name: 'Ada', examples: [`{{user}}: Hm?\n{{char}}: ${line}`], voice: [line, 'Hm.'] },
    ];
    for (const personas of [PERSONAS, [{ name: 'Mara' }]])
      expect(fillTexts(open({ characters, personas }).state).cast.ada?.voice).toEqual(['Hm.']);
  });

  it('draw anew for each round, but for what was picked', () => {
    const drawn = Array.from({ length: 30 }, (_, n) => selfOf(PERSONAS, { seed: `round ${n}` }));
    const distinct = (pattern: RegExp) =>
      new Set(drawn.map((self) => pattern.exec(`${self?.instructions} ${self?.postHistory}`)?.[0])).size;
    expect(distinct(/one|two/)).toBe(1);
    expect(distinct(/[1-8] Stay/)).toBeGreaterThan(3);
    expect(distinct(/\d+$/)).toBeGreaterThan(10);
    expect(selfOf(PERSONAS)).toEqual(selfOf(PERSONAS));
  });

  it('are shown to nobody else', () => {
    const { state } = open({ characters: [texts, { name: 'Bo' }], personas: PERSONAS });
    for (const viewer of ['character:bo', 'director', 'narrator', 'world'] as const)
      expect(JSON.stringify(envelopeOf(state, viewer))).not.toMatch(/Stay dry|Wait for|Up here/);
  });
});
