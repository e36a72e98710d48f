import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import { act, callOn, openScene, PROFILES, promptOf, type Room, textOf } from '../../test/support/play-scene';
import { changeScene, type SceneChange } from '../contract/change-scene';
import { type NewScene, newScene } from '../contract/create-scene';
import { libraryCharacter } from '../contract/library';
import { cardToCharacter } from '../library/cards';
import { changeEvents } from './setup/change';
import { buildSceneView, sceneView } from './views';

const readCase = <C>(name: string): C =>
  JSON.parse(
    readFileSync(new URL(`../../test/fixtures/roleplay/${name}.json`, import.meta.url), 'utf8'),
  ) as C;
const open = (body: object): Room => openScene(newScene.parse(body) as NewScene);
const change = (room: Room, body: object) =>
  room.append(must(changeEvents(room.state, changeScene.parse(body) as SceneChange)));
const say = async (room: Room, script = {}, text = 'So?', personaId = room.state.personas[0]?.id ?? '') => {
  await room.hear({ personaId, text }, script);
  return promptOf(room, `character.1:${room.state.castOrder[0]}`);
};

describe('a text with macros', () => {
  it('follows a player who gets another name', async () => {
    const { scene, change: rename } = readCase<{ scene: object; change: object }>(
      'names-in-texts-after-a-rename',
    );
    const room = open({ ...scene, opening: { by: 'ada', text: 'Hello, {{user}}.' } });
    expect(await say(room)).toMatch(/Pat meets Ada\.[\s\S]*Pat is her friend\./);
    change(room, rename);
    const prompt = await say(room);
    expect(prompt).toContain('Quinn meets Ada.');
    expect(prompt).toContain('Quinn is her friend.');
    expect(prompt).toContain('Hello, Pat.');
    expect(sceneView(room.state)).toMatchObject({
      scenario: 'Quinn meets Ada.',
      cast: [{ description: 'Quinn is her friend.' }],
    });
  });

  it('is filled in where it was changed later, or came with a card', async () => {
    const room = open({ characters: [{ name: 'Ada' }], personas: [{ name: 'Pat' }] });
    change(room, {
      scenario: '{{user}} waits.',
      characters: {
        change: { ada: { description: '{{char}} knows {{user}}.' } },
        add: [{ name: 'Bo', description: '{{char}} owes {{user}}.' }],
      },
    });
    change(room, { personas: { change: { pat: { name: 'Quinn' } } } });
    const prompt = await say(room, callOn('ada'));
    for (const text of ['Quinn waits.', 'Ada knows Quinn.', 'Bo owes Quinn.']) expect(prompt).toContain(text);
  });

  it('of a persona names that persona, and everything else has its macros filled in too', async () => {
    const { scene } = readCase<{ scene: NewScene }>('keys-with-macros');
    const room = open({ ...scene, lorebooks: [] });
    expect(await say(room)).toContain('Pat is tall.');

    const other = open({
      characters: [
        {
          name: 'Ada',
          mood: 'cross with {{user}}',
          instructions: '{{char}}, recall: {{persona}} {{scenario}}',
        },
        { name: 'Bo', nickname: 'B' },
      ],
      personas: [{ name: 'Pat', description: '{{user}} fears {{char}}.', secrets: '{{user}} is rich.' }],
      scenario: 'A pier. {{group}} are here, {{scenario}}at {{isotime}}.',
      notes: { arc: '{{notChar}} / {{charIfNotGroup}}' },
      world: { weather: '{{pick:rain}}' },
      settings: { rules: { character: 'Write {{char}} only.' }, direction: { tone: 'As {{user}} likes.' } },
    });
    const prompt = await say(other, callOn('ada'));
    for (const text of [
      'cross with Pat',
      'Ada, recall: Pat fears Ada. A pier. Ada, Bo are here, at ',
      'B, Pat / Ada, Bo',
      'weather',
      'Write Ada only.',
    ])
      expect(prompt).toContain(text);
    expect(prompt).not.toMatch(/\{\{|is rich/);
    const director = promptOf(other, 'director.1');
    expect(director).toContain('As Pat likes.');
    expect(director).toContain('Pat is rich.');
    expect(director).not.toContain('{{');
  });

  it('tells the time of what it answers, in a replay too', async () => {
    const room = open({
      characters: [{ name: 'Ada' }],
      scenario: '{{weekday}}, {{date}}, {{time}} / {{isodate}} {{isotime}}',
      settings: { director: 'off' },
    });
    const prompt = await say(room);
    const { at = '' } = room.state.answering[0] ?? {};
    expect(prompt).toContain(`/ ${at.slice(0, 10)} ${at.slice(11, 16)}`);
    expect(prompt).toMatch(/day, [A-Z][a-z]+ \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/);
  });

  it('names several players, and is about "you" to one of them', async () => {
    const room = open({
      characters: [{ name: 'Ada', description: '{{user}} trusts her.' }],
      personas: [{ name: 'Pat' }, { name: 'Ben' }],
      scenario: '{{user}} meets {{char}}.',
      settings: { director: 'off' },
    });
    const prompt = await say(room);
    expect(prompt).toContain('Pat and Ben meet Ada.');
    expect(prompt).toContain('Pat and Ben trust her.');
    expect(buildSceneView(room.state, 'pat').scenario).toBe('You and Ben meet Ada.');
    expect(buildSceneView(room.state, 'ben').scenario).toBe('You and Pat meet Ada.');
    expect(buildSceneView(room.state, null).scenario).toBe('Pat and Ben meet Ada.');
  });

  it('keeps a secret that only its macros spell out', async () => {
    const room = open({
      characters: [{ name: 'Ada', secrets: '{{char}} hid the silver key of {{user}} here.' }, { name: 'Bo' }],
      personas: [{ name: 'Pat' }],
    });
    const guidance = 'Say that Ada hid the silver key of Pat here.';
    await say(room, { 'director.1': { actingCharacters: [act('ada'), { ...act('bo'), guidance }] } });
    expect(promptOf(room, 'character.1:bo')).not.toContain('silver key');
  });
});

describe('a long card', () => {
  const halves = (text: string) => [...text.matchAll(/\p{Surrogate}/gu)].length;

  it.each(['chat', 'small'] as const)(
    'is never cut within a letter, in prompts of the layout %s',
    async (promptStyle) => {
      // The card of the case long-card-cut, and texts at each limit of a summary.
      const smile = '😀';
      const card = cardToCharacter(
        libraryCharacter.parse({
          name: 'Ada',
          description: 'd'.repeat(7_995) + smile.repeat(20),
          personality: `p${smile.repeat(400)}`,
          exampleMessages: `<START>\n{{char}}: v${smile.repeat(900)}`,
        }),
      );
      const secrets = `s${smile.repeat(200)}`;
      const characters = [card, { ...card, name: 'Bo', goals: secrets, secrets }];
      const profile = { ...PROFILES.character, promptStyle, maxContextTokens: 4_000 };
      const body = newScene.parse({
        ...{ characters, personas: [{ name: 'Pat', description: `x${smile.repeat(400)}`, secrets }] },
        scenario: `x${smile.repeat(3_000)}`,
      });
      const room = openScene(body, {}, 'seed', { director: profile, character: profile });
      for (let n = 0; n < 2; n += 1) await say(room, callOn('ada', 'bo'), `y${smile.repeat(900 + n)}`);
      expect(room.asks.map(({ ask }) => halves(textOf(ask.messages)))).toEqual(room.asks.map(() => 0));
      expect(room.asks.length).toBeGreaterThan(2);
    },
  );
});
