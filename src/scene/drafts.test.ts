import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../test/support/loose-events';
import { must } from '../../test/support/must';
import {
  eventsOf,
  INN,
  openScene,
  PROFILES,
  type Room,
  scene,
  textOf,
  UNDERSTUDY,
} from '../../test/support/play-scene';
import { newScene } from '../contract/create-scene';
import { draftEvents } from './turns';

const CHAT = { ...PROFILES.director, provider: 'openai', model: 'm', promptStyle: 'chat' as const };
const open = (): Room =>
  openScene(
    newScene.parse({
      ...INN,
      personas: [
        { name: 'Mara', description: 'A courier.', secrets: 'S-MARA' },
        { name: 'Jo', secrets: 'S-JO' },
      ],
    }),
    {},
    'seed',
    { director: CHAT, character: CHAT },
  );
const ask = (room: Room, direction?: string) =>
  room.append(must(draftEvents(room.state, { personaId: 'mara', ...(direction && { direction }) })));

describe('a draft of a line', () => {
  it('is one call, for its player alone, and no part of the conversation', async () => {
    const room = open();
    await room.hear(
      { text: 'A room, please.', to: ['ada'] },
      { 'director.1': { actingCharacters: [{ id: 'ada' }] } },
    );
    const before = room.asks.length;
    ask(room, 'Be polite.');
    await room.play({ draft: { kind: 'say', text: 'Would you be so kind?' } });
    expect(room.asks.slice(before).map(({ step }) => step)).toEqual(['draft']);
    const [draft] = eventsOf(room, 'draft.written');
    expect(draft).toMatchObject({
      audience: ['persona:mara'],
      payload: { personaId: 'mara', text: 'Would you be so kind?' },
    });
    await room.hear('Hello?');
    for (const { step, ask } of room.asks.slice(before + 1)) {
      expect([step, textOf(ask.messages)]).not.toEqual([step, expect.stringContaining('so kind')]);
      expect([step, textOf(ask.messages)]).not.toEqual([step, expect.stringContaining('Be polite')]);
    }
  });

  it('is written by what the persona knows, and by nobody else’s secrets', async () => {
    const room = open();
    await room.hear({ text: 'WHISPERED', personaId: 'jo', to: ['bo'], whisper: true });
    await room.hear({ text: 'OWN-WHISPER', to: ['ada'], whisper: true });
    ask(room, 'Ask for soup.');
    await room.play({ draft: { kind: 'say', text: 'Soup?' } });
    const prompt = textOf(room.asks.at(-1)?.ask.messages ?? []);
    expect(prompt).toMatch(/S-MARA[\s\S]*OWN-WHISPER[\s\S]*Ask for soup\./);
    expect(prompt).toContain('the player who plays "Mara"');
    expect(prompt).not.toMatch(/S-JO|WHISPERED|[PGV]-(?:ADA|BO|CY|DEE)/);
  });

  it('is for somebody in particular, and never of a game', () => {
    const room = open();
    expect(draftEvents(room.state, {})).toMatchObject({
      failure: { code: 'invalid', errors: [{ pointer: '/personaId' }] },
    });
    expect(draftEvents(room.state, { personaId: 'zed' })).toMatchObject({ failure: { code: 'invalid' } });
    const table = openScene(scene({ game: { kind: 'word-pair' } }));
    expect(draftEvents(table.state, { personaId: 'mara' })).toMatchObject({ failure: { code: 'conflict' } });
  });

  it('is played by the understudy', async () => {
    const room = openScene(INN);
    await room.hear({ text: 'Hello.', to: ['ada'] }, UNDERSTUDY);
    ask(room);
    await room.play(UNDERSTUDY);
    expect(String(fieldsOf(eventsOf(room, 'draft.written')[0]?.payload).text)).toMatch(/\w+/);
  });
});
