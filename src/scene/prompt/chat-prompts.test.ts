import { describe, expect, it } from 'vitest';
import { openScene, PROFILES, type Room, scene, textOf } from '../../../test/support/play-scene';
import type { Message } from '../../contract/calls';
import type { ResolvedProfile } from '../../contract/profiles';
import { firstStep } from '../../model/ladder';
import { renderPrompt } from '../../model/prompt';

const PROFILE: ResolvedProfile = {
  ...PROFILES.director,
  provider: 'openai',
  model: 'm',
  promptStyle: 'chat',
};

const open = (body: object = {}, profile: Partial<ResolvedProfile> = {}): Room => {
  const own = { ...PROFILE, ...profile };
  return openScene(scene({ ...body }), {}, 'seed', { director: own, character: own });
};
const asked = (room: Room, step: string): Message[] => {
  const found = room.asks.findLast((one) => one.step === step);
  if (!found) throw new Error(`${step} was not asked`);
  return renderPrompt(found.ask, firstStep(800, found.ask));
};
const plan = (...ids: string[]) => ({ 'director.1': { actingCharacters: ids.map((id) => ({ id })) } });
const line = (text: string) => ({ kind: 'say', text, thought: null });

describe('a prompt as a chat', () => {
  it('shows own lines as the assistant’s, others by name, and ends with what is wanted', async () => {
    const room = open();
    await room.hear(
      { text: 'Is there a room?', to: ['ada'] },
      { ...plan('ada', 'bo'), ada: line('Always.'), bo: line('Not for me.') },
    );
    await room.hear({ text: 'And a fire?', to: ['ada'] }, { ...plan('ada') });
    const [system, ...turns] = asked(room, 'character.1:ada');
    expect(system?.role).toBe('system');
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(turns[0]?.content).toMatch(/# Conversation\n+Mara: Is there a room\?$/);
    expect(turns[1]?.content).toBe('Always.');
    expect(turns[2]?.content).toMatch(/^Bo: Not for me\.\nMara: And a fire\?\n\n# Present/);
    expect(turns[2]?.content).toMatch(
      /# Now\n.*"Ada".*one or two short paragraphs\. Write nothing else, and no name in front\.$/,
    );
  });

  it('begins alike for every agent, and holds nobody’s private parts there', async () => {
    const room = open({ notes: { world: 'NOTE', campaign: '', arc: '', scene: '' } });
    await room.round(plan('ada', 'bo'));
    const systems = ['director.1', 'character.1:ada', 'character.1:bo', 'director.2'].map(
      (step) => asked(room, step)[0]?.content,
    );
    expect(new Set(systems).size).toBe(1);
    expect(systems[0]).toContain('NOTE');
    expect(systems[0]).not.toMatch(/[PGV]-(ADA|BO|CY|DEE)/);
    expect(textOf(asked(room, 'character.1:ada'))).not.toMatch(/[PGV]-(BO|CY|DEE)/);
    expect(textOf(asked(room, 'director.1'))).toMatch(/P-BO[\s\S]*G-DEE/);
  });

  it('asks for prose, and for an object where something needs one', async () => {
    const modes = async (profile: Partial<ResolvedProfile>) => {
      const room = open({}, profile);
      await room.round(plan('ada'));
      return room.asks.find(({ step }) => step === 'character.1:ada')?.ask.mode;
    };
    expect(await modes({})).toBe('prose');
    expect(await modes({ expectsJson: true })).toBeUndefined();
    expect(await modes({ outputExtraFields: ['mood'] })).toBeUndefined();
    expect(await modes({ mayEmit: ['say', 'act'] })).toBeUndefined();
    expect(await modes({ mayEmit: ['say', 'whisper'] })).toBeUndefined();
    expect(await modes({ provider: 'understudy' })).toBeUndefined();
  });

  it('keeps the paragraphs of a line, each behind a bar where it is another’s', async () => {
    const room = open();
    await room.hear(
      { text: 'First.\n\n# Your task\nThird.', to: ['ada'] },
      { ...plan('ada'), ada: line('One.\n\n# Two.') },
    );
    await room.hear('Go on.', plan('ada'));
    const [, first, own] = asked(room, 'character.1:ada');
    expect(first?.content).toContain('Mara: First.\n|\n| # Your task\n| Third.');
    expect(own).toEqual({ role: 'assistant', content: 'One.\n\nTwo.' });
  });

  it('says how long a line is: of the scene, and of a character', async () => {
    const room = open({ settings: { length: 'long', lengths: { bo: 2 } } });
    await room.round(plan('ada', 'bo'));
    expect(textOf(asked(room, 'character.1:ada'))).toContain('three or four paragraphs');
    expect(textOf(asked(room, 'character.1:bo'))).toContain(': two paragraphs');
  });

  it('tells the rules of the scene in place of the built-in ones, and the director how to lead', async () => {
    const room = open({
      settings: {
        rules: { character: 'Speak in rhymes.' },
        direction: { tone: 'dry', pacing: 'slow', spotlight: 'cast', yields: 'soon' },
      },
    });
    await room.round(plan('ada'));
    const ada = textOf(asked(room, 'character.1:ada'));
    expect(ada).toContain('Rules of this scene:\n| Speak in rhymes.');
    expect(ada).not.toContain('Write actions between');
    const director = textOf(asked(room, 'director.1'));
    expect(director).toMatch(
      /Take your time.*\n.*their own business.*\n.*Hand the turn back to the players soon.*\nTone:\n\| dry/,
    );
    expect(ada).not.toContain('Take your time');
  });
});

it('names before words are cut at in short, too, and a nickname is a label of its owner', async () => {
  const room = open({
    characters: [
      { id: 'ada', name: 'Ada of the Glade', nickname: 'Lamp' },
      { id: 'bo', name: 'The Smith' },
    ],
    personas: [{ id: 'mara', name: 'Ines Calder' }],
  });
  await room.round(plan('ada', 'bo'));
  const speakersOf = (id: string) => room.asks.findLast(({ step }) => step === `character.1:${id}`)?.ask;
  expect(speakersOf('ada')).toMatchObject({
    speakers: { own: ['Ada of the Glade', 'Lamp', 'Ada'], others: ['Ines Calder', 'The Smith', 'Ines'] },
    stop: ['\nInes Calder:', '\nThe Smith:'],
  });
  expect(speakersOf('bo')?.speakers?.others).toEqual([
    ...['Ines Calder', 'Ada of the Glade', 'Ines', 'Lamp', 'Ada'],
  ]);
});

describe('what was before the conversation', () => {
  async function long(rounds: number, historyWindow = 8): Promise<Room> {
    const room = open({ historyWindow, settings: { summarizeAfter: 4 } });
    for (let n = 1; n <= rounds; n += 1) {
      room.memory.give = {
        ada: [1, rounds - 1].map((round) => ({
          ...{ text: `Mara: That was round ${round}. Quite so.\nI: Indeed it was.`, round, score: 1 },
          scene: room.state.id,
        })),
      };
      await room.hear({ text: `Question ${n}.`, to: ['ada'] }, {
        ...plan('ada', 'bo'),
        ada: line(`Answer ${n}.`),
        bo: line(`Remark ${n}.`),
        summary: (ask: { brief: { messages: { round: number }[] } }) => {
          const told = [...new Set(ask.brief.messages.map(({ round }) => round))];
          return {
            bullets: told.map((round) => ({ round, text: `It was round ${round}.` })),
            running: `Up to ${told.at(-1)}.`,
          };
        },
      } as never);
    }
    return room;
  }

  it('is told to everyone before it, and nothing that it shows is told again', async () => {
    const room = await long(12);
    for (const step of ['character.1:ada', 'director.1']) {
      const text = textOf(asked(room, step));
      const first = Number(/Mara: Question (\d+)/.exec(text)?.[1]);
      expect(first).toBeGreaterThan(2);
      expect(text.indexOf('# The story so far')).toBeLessThan(text.indexOf('Question'));
      const bullets = [...text.matchAll(/^- Round (\d+): "It was/gm)].map(([, n]) => Number(n));
      expect(bullets).toEqual(Array.from({ length: first - 1 }, (_, at) => at + 1));
      const reached = Number(/^\| Up to (\d+)\.$/m.exec(text)?.[1]);
      expect(reached).toBeGreaterThanOrEqual(first - 1);
      expect(reached).toBeLessThan(first + 3);
    }
  });

  it('is not told at all while all of the conversation is shown', async () =>
    expect(textOf(asked(await long(4), 'character.1:ada'))).not.toContain('The story so far'));

  it('is remembered in short, by its round, and never what is shown', async () => {
    const text = textOf(asked(await long(12), 'character.1:ada'));
    expect(text).toContain('- Round 1: "Mara: That was round 1. Quite so. I: Indeed it was."');
    expect(text).not.toContain('That was round 11');
  });

  it('goes to the summariser as it was told last', async () => {
    const text = textOf(asked(await long(9), 'summary'));
    expect(text).toMatch(
      /# Previous summary\n\| Up to \d+\.\n\n# Request\nSummarize rounds [\d, ]+\.\n\n# Round/,
    );
  });
});

it('a whisper in a chat is shown to those who heard it, and to nobody else', async () => {
  const room = open();
  await room.hear(
    { text: 'CANARY', to: ['ada'], whisper: true },
    { ...plan('ada', 'bo'), ada: line('Hush.') },
  );
  expect(textOf(asked(room, 'character.1:ada'))).toContain('Mara, whispering: CANARY');
  await room.hear('Aloud.', plan('bo'));
  expect(textOf(asked(room, 'character.1:bo'))).not.toContain('CANARY');
  expect(textOf(asked(room, 'director.1'))).toContain('Mara, whispering: CANARY');
});
