import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../test/support/loose-events';
import { must } from '../../test/support/must';
import {
  callOn,
  eventsOf,
  INN,
  live,
  openScene,
  PROFILES,
  playedScene,
  promptOf,
  scene,
  writtenMemories,
} from '../../test/support/play-scene';
import { newScene } from '../contract/create-scene';
import { regenerateLine } from './actions/lines';
import { acceptTurn } from './turns';
import { answerAudience } from './whispers';

const WORDS = 'the brass key lies under the third stair';
const whisper = { text: `Ada, ${WORDS}.`, to: ['ada'], whisper: true };
const linesOf = (room: ReturnType<typeof openScene>) =>
  eventsOf(room, 'character.spoke').map(({ actor, audience }) => [actor, audience]);

describe('a whisper of a player', () => {
  it('reaches nobody but those addressed, and they whisper back', async () => {
    const room = openScene();
    const said = room.say(whisper);
    expect(said).toMatchObject({
      audience: ['persona:mara', 'character:ada'],
      payload: { whisper: true, to: ['ada'] },
    });
    await room.play(callOn('ada', 'bo'));
    expect(linesOf(room)).toEqual([
      ['character:ada', ['persona:mara', 'character:ada']],
      ['character:bo', ['*']],
    ]);
    expect(promptOf(room, 'character.1:ada')).toContain(WORDS);
    expect(promptOf(room, 'character.1:ada')).toContain('only "Mara" will hear it');
    for (const told of [WORDS, 'line of ada', 'Addressed', 'whisper', 'Mara:'])
      expect(promptOf(room, 'character.1:bo')).not.toContain(told);
    expect(promptOf(room, 'director.1')).toContain(WORDS);
  });

  it('stays with those who heard it in the rounds that follow, and in what is remembered and summed up', async () => {
    const body = scene({ settings: { summarizeAfter: 2, worldAgent: true } });
    const room = openScene(body);
    await room.hear(whisper, callOn('ada'));
    await room.hear('What a night.', callOn('ada', 'bo'));
    expect(promptOf(room, 'character.1:ada')).toContain(WORDS);
    for (const step of ['character.1:bo', 'world', 'summary'])
      expect(promptOf(room, step)).not.toContain(WORDS);
    for (const memories of writtenMemories(room))
      for (const { character, text } of memories)
        expect([character, text.includes(WORDS)]).toEqual([
          character,
          character === 'ada' && text.includes(WORDS),
        ]);
    const asked = room.memory.recalls.flatMap(({ characters }) => characters);
    expect(asked.filter(({ query }) => query.includes(WORDS)).map(({ id }) => id)).toEqual(
      expect.not.arrayContaining(['bo', 'cy']),
    );
  });

  it('among players asks nobody for an answer', () => {
    const room = openScene();
    const said = room.say({ text: 'Quick, outside.', to: ['persona:jo'], whisper: true });
    expect(said.audience).toEqual(['persona:mara', 'persona:jo']);
    expect(room.state.queue).toEqual([]);
  });

  it.each([
    [{ to: [] }, '/to'],
    [{ to: ['nobody'] }, '/to/0'],
    [{ to: ['persona:nobody'] }, '/to/0'],
    [{ to: ['persona:jo'], whisper: false }, '/to/0'],
  ])('is refused when it is for nobody: %j', (change, pointer) => {
    const body = { type: 'user' as const, personaId: 'mara', ...whisper, ...change };
    const refused = acceptTurn(openScene().state, body);
    expect(refused).toMatchObject({ ok: false, failure: { errors: [{ pointer }] } });
  });

  it('is not heard by one whom its words only mention', () =>
    expect(openScene().say({ ...whisper, text: 'Ada, keep it from @bo.' }).audience).not.toContain(
      'character:bo',
    ));
});

describe('the answer to several whispers in one round', () => {
  const line = (audience: string[]) => ({
    ...{ seq: 1, round: 1, actor: 'persona:mara', name: 'Mara', kind: 'say', text: 'x', to: ['ada'] },
    audience,
  });
  it.each([
    [[['*']], null],
    [[['persona:mara', 'character:bo']], null],
    [
      [['persona:mara', 'character:ada'], ['*']],
      ['persona:mara', 'character:ada'],
    ],
    [
      [
        ['persona:mara', 'character:ada'],
        ['persona:jo', 'character:ada'],
      ],
      ['character:ada'],
    ],
  ])('of audiences %j is for %j', (audiences, hearers) =>
    expect(answerAudience(audiences.map(line), 'ada')).toEqual(hearers),
  );
});

describe('a whisper of a character', () => {
  const profile = { ...PROFILES.character, mayEmit: ['say', 'whisper'] };
  const open = () => openScene(INN, {}, 'seed', { ...PROFILES, character: profile });

  it('is for those whom it names', async () => {
    const room = open();
    await room.round({
      ...callOn('ada', 'bo', 'cy'),
      ada: { kind: 'whisper', text: `Bo, ${WORDS}.`, to: ['Bo', 'Jo'] },
    });
    expect(linesOf(room)[0]).toEqual(['character:ada', ['character:ada', 'character:bo', 'persona:jo']]);
    expect(promptOf(room, 'character.1:bo')).toContain(WORDS);
    expect(promptOf(room, 'character.1:cy')).not.toContain(WORDS);
    const [spoken] = eventsOf(room, 'character.spoke');
    expect(fieldsOf(spoken?.payload).extra).toBeUndefined();
  });

  it('is not heard while it is written, and what is said aloud is', async () => {
    const room = open();
    await room.round();
    const { ask } = room.asks.find(({ step }) => step === 'character.1:ada') ?? {};
    expect(ask?.kinds).toEqual(['say']);
  });

  it('does not become one when it is spoken anew, and stays one when it was', async () => {
    const room = open();
    await room.round({ ...callOn('ada', 'bo'), bo: { kind: 'whisper', text: 'Hush.', to: ['Ada'] } });
    const [aloud, hushed] = eventsOf(room, 'character.spoke');
    for (const line of [aloud, hushed]) {
      room.append(must(regenerateLine(room.state, live(line))));
      await room.play({ ada: { kind: 'say', text: 'Again.' }, bo: { kind: 'say', text: 'Again.' } });
      expect(room.asks.at(-1)?.ask.kinds).toEqual(['say']);
      const refused = room.asks.at(-1)?.ask.schema.safeParse({ kind: 'whisper', text: 'x', to: ['Ada'] });
      expect(refused?.success).toBe(false);
    }
    expect(eventsOf(room, 'line.edited').map(({ audience }) => audience)).toEqual([
      ['*'],
      ['character:bo', 'character:ada'],
    ]);
  });

  it('to nobody is sent back', async () => {
    const room = open();
    await room.round();
    const { ask } = room.asks.find(({ step }) => step === 'character.1:ada') ?? {};
    const line = { thought: null, kind: 'whisper', text: 'Hush.', to: [] };
    expect(ask?.check?.(line)).toEqual([{ pointer: '/to', message: expect.stringContaining('names') }]);
    expect(ask?.schema.safeParse({ ...line, to: ['Nobody'] }).success).toBe(false);
  });
});

describe('what the director repeats', () => {
  const SECRET = 'she sank the boat for the insurance money';
  const OWN = 'he carries a forged letter in his coat';
  const body = newScene.parse({
    ...INN,
    settings: { worldAgent: true },
    characters: [
      { name: 'Ada', secrets: SECRET },
      { name: 'Bo', secrets: '' },
    ],
    personas: [{ name: 'Mara', secrets: OWN }, { name: 'Jo' }],
  });
  const plan = (text: string) => ({
    openGuidance: text,
    actingCharacters: [
      { id: 'ada', guidance: text },
      { id: 'bo', guidance: text },
    ],
    stateUpdates: ['mood', 'intentions'].map((field) => ({ id: 'ada', field, value: text })),
    worldUpdates: [{ key: 'rumour', value: text }],
    trackers: [{ key: 'rumour', value: text }],
  });

  it.each([
    ['a secret of a character', SECRET, ['ada']],
    ['a secret of a player', OWN, []],
    ['a whisper', WORDS, ['ada']],
  ])('of %s reaches those alone who may know it', async (_, words, knowing) => {
    const room = openScene(body);
    room.say(whisper);
    const text = `Note well: ${words.toUpperCase()}!`;
    await room.play({ 'director.1': plan(text), world: { worldUpdates: [{ key: 'x', value: text }] } });
    for (const id of ['ada', 'bo']) {
      const told = promptOf(room, `character.1:${id}`).includes(`Note well: ${words.toUpperCase()}`);
      expect([id, told]).toEqual([id, knowing.includes(id)]);
    }
    const shown = room.ledger.filter(({ audience }) => audience.includes('*'));
    expect(JSON.stringify(shown).toLowerCase()).not.toContain(words);
    const [record] = eventsOf(room, 'round.audited');
    expect(JSON.stringify(fieldsOf(record?.payload).notes)).toContain('guidance for everyone was withheld');
  });

  it('is let through when it only shares words', async () => {
    const room = await playedScene({ 'director.1': plan('The boat sank; nobody knows why.') }, body);
    expect(promptOf(room, 'character.1:bo')).toContain('The boat sank');
    expect(eventsOf(room, 'world.updated')).toHaveLength(1);
  });
});
