import { describe, expect, it } from 'vitest';
import { draftWith, fieldsOf } from '../../test/support/loose-events';
import { Unreachable } from '../../test/support/memory-room';
import {
  act,
  bulletsFor,
  callOn,
  EVERYONE,
  eventsOf,
  INN,
  openScene,
  PROFILES,
  playLine,
  promptOf,
  type Room,
  scene,
  stepsOf,
  textOf,
  writtenMemories,
} from '../../test/support/play-scene';
import { newScene } from '../contract/create-scene';
import type { Ask } from '../room/step-context';
import { reduceScene } from './reduce';
import type { RoundRecord } from './round/record';

const recordOf = (room: Room) => eventsOf(room, 'round.audited').at(-1)?.payload as unknown as RoundRecord;

describe('secrets', () => {
  it('of a character are in its own prompts and the director’s, and in no other prompt', async () => {
    const names = ['Ada', 'Bo', 'Cy'];
    const room = openScene(
      scene({
        settings: { worldAgent: true, summarizeAfter: 2 },
        characters: names.map((name) => ({
          name,
          description: `D-${name}`,
          secrets: `SECRET-${name}`,
          goals: `GOALS-${name}`,
          personality: `PERSONALITY-${name}`,
          instructions: `INSTRUCTIONS-${name}`,
        })),
      }),
    );
    room.memory.give = Object.fromEntries(
      names.map((name) => [
        name.toLowerCase(),
        [{ text: `MEMORY-${name}`, scene: 'scn_x', round: 1, score: 1 }],
      ]),
    );
    for (let i = 0; i < 2; i += 1) {
      const thoughts = Object.fromEntries(
        names.map((name) => [
          name.toLowerCase(),
          { kind: 'say', text: `says ${name}`, thought: `THOUGHT-${name}` },
        ]),
      );
      await playLine(room, 'and now?', thoughts);
    }
    room.append([
      { kind: 'round.requested', actor: 'system', payload: { type: 'narration', to: [], text: 'the storm' } },
    ]);
    await room.play();
    const roles = new Set(room.asks.map(({ ask }) => ask.role));
    expect([...roles].sort()).toEqual(['character', 'director', 'narrator', 'summarizer', 'world']);
    for (const { ask, step } of room.asks) {
      const given = textOf(ask.messages) + JSON.stringify(ask.brief);
      const seesAll = ask.role === 'director' || ask.role === 'world';
      for (const name of names) {
        const isOwn = step === `character.1:${name.toLowerCase()}`;
        for (const part of ['SECRET', 'GOALS', 'PERSONALITY']) {
          expect([step, part, name, given.includes(`${part}-${name}`)]).toEqual([
            step,
            part,
            name,
            isOwn || seesAll,
          ]);
        }
        for (const part of ['INSTRUCTIONS', 'MEMORY'])
          expect([step, given.includes(`${part}-${name}`)]).toEqual([step, isOwn]);
        expect([step, given.includes(`THOUGHT-${name}`)]).toEqual([step, false]);
      }
    }
  });

  it('whispered, are neither summarised nor remembered by those who did not hear them', async () => {
    const room = openScene(scene({ settings: { summarizeAfter: 2 } }));
    room.append([
      draftWith({
        kind: 'character.spoke',
        actor: 'character:bo',
        round: 0,
        audience: ['character:cy'],
        payload: { name: 'Bo', kind: 'say', text: 'WHISPER' },
      }),
    ]);
    await playLine(room, 'hello');
    expect(stepsOf(room)).toContain('summary');
    expect(promptOf(room, 'summary')).not.toContain('WHISPER');
    const recall = room.memory.recalls[0];
    const queryOf = (id: string) => recall?.characters.find((one) => one.id === id)?.query ?? '';
    expect(queryOf('cy')).toContain('WHISPER');
    expect(queryOf('ada')).not.toContain('WHISPER');
  });
});

describe('summaries', () => {
  const alone = { 'director.1': { actingCharacters: [] } };
  const talk = async (room: Room, rounds: number, script = {}) => {
    for (let i = 0; i < rounds; i += 1) await playLine(room, `message ${i}`, { ...alone, ...script });
  };

  it('are written when 11 messages have none, not at 10, in one call', async () => {
    const room = openScene();
    await talk(room, 10);
    expect(stepsOf(room)).not.toContain('summary');
    await talk(room, 1);
    expect(stepsOf(room).filter((step) => step === 'summary')).toHaveLength(1);
    expect(promptOf(room, 'summary')).toMatch(/message 0[\s\S]*message 9/);
    expect(room.state.summary).toMatchObject({ running: 'So far.', unsummarized: 0 });
    await talk(room, 10);
    expect(stepsOf(room).filter((step) => step === 'summary')).toHaveLength(1);
  });

  it('that fail leave the round complete, are audited, and are tried again', async () => {
    const room = openScene(scene({ settings: { summarizeAfter: 2 } }));
    await talk(room, 3, { summary: new Error('no answer') });
    expect(room.state).toMatchObject({
      open: null,
      failed: null,
      summary: { running: null, unsummarized: 3 },
    });
    expect(recordOf(room)).toMatchObject({ summary: 'failed' });
    expect(recordOf(room).notes.join()).toMatch(/summary failed/);
    await talk(room, 1);
    expect(promptOf(room, 'summary')).toMatch(/message 0[\s\S]*message 2/);
    expect(room.state.summary.unsummarized).toBe(0);
  });

  it.each([
    [2, [3, 4, 5]],
    [97, [98, 99]],
  ])('give way to a line until too many messages have none: after %i', async (summarizeAfter, givingWay) => {
    const room = openScene(scene({ settings: { summarizeAfter } }));
    await talk(room, summarizeAfter + 5, { summary: new Error('no answer') });
    const asked = room.asks.filter(({ step }) => step === 'summary');
    expect(asked).toHaveLength(5);
    expect(asked.flatMap(({ ask }, n) => (ask.givesWay ? summarizeAfter + 1 + n : []))).toEqual(givingWay);
  });

  it.each([
    ['a round that was not asked about', (rounds: number[]) => [...rounds, 77]],
    ['a round twice', (rounds: number[]) => [...rounds, rounds[0] ?? 0]],
    ['all rounds but one', (rounds: number[]) => rounds.slice(1)],
  ])('are refused with a sentence for %s', async (_, of) => {
    const room = openScene(scene({ settings: { summarizeAfter: 2 } }));
    const summary = (ask: Ask<unknown>) => {
      const rounds = of(bulletsFor(ask).map(({ round }) => round));
      return { bullets: rounds.map((round) => ({ round, text: 'x' })), running: 'y' };
    };
    await talk(room, 3, { summary });
    expect(recordOf(room).summary).toBe('failed');
  });

  it('are asked of those rounds only that the window has a place for', async () => {
    const small = { ...PROFILES.director, maxTokens: 200, maxContextTokens: 2000 };
    const profiles = { ...PROFILES, summarizer: small };
    const room = openScene(scene({ settings: { summarizeAfter: 199 } }), {}, 'seed', profiles);
    room.append(
      Array.from({ length: 199 }, (_, i) =>
        draftWith({
          kind: 'character.spoke',
          actor: 'character:bo',
          round: i + 1,
          payload: { name: 'Bo', kind: 'say', text: `Line ${i} ${'of a long tale '.repeat(8)}` },
        }),
      ),
    );
    let shown: number[] = [];
    const summary = (ask: Ask<unknown>) => {
      const prompt = promptOf(room, 'summary');
      shown = [...prompt.matchAll(/^# Round (\d+)$/gm)].map(([, round]) => Number(round));
      expect([...new Set(bulletsFor(ask).map(({ round }) => round))]).toEqual(shown);
      return { bullets: shown.map((round) => ({ round, text: 'It went on.' })), running: 'All.' };
    };
    await talk(room, 1, { summary });
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.length).toBeLessThan(150);
    expect(recordOf(room).summary).toBe('written');
    expect(recordOf(room).notes.join()).toContain('no sentence for round');
  });

  it('take in what the narrator told, also when nobody else speaks', async () => {
    const room = openScene(scene({ settings: { summarizeAfter: 3 } }));
    for (let i = 0; i < 4; i += 1) {
      room.append([{ kind: 'round.requested', actor: 'system', payload: { type: 'narration', to: [] } }]);
      await room.play({ narrator: { kind: 'narrate', text: `Telling ${i}.` } });
    }
    expect(stepsOf(room).at(-1)).toBe('summary');
    expect(promptOf(room, 'summary')).toMatch(/Telling 0[\s\S]*Telling 3/);
    expect(room.state.summary.unsummarized).toBe(0);
  });
});

describe('memories', () => {
  it('are written for everyone who was there, of what they perceived', async () => {
    const room = openScene();
    await playLine(room, 'Is it late?', { ada: { kind: 'say', text: 'Very.' } });
    const [written, ...more] = writtenMemories(room);
    expect(more).toEqual([]);
    expect(written?.map(({ character }) => character)).toEqual(['ada', 'bo', 'cy']);
    expect(written?.[0]?.text).toMatch(/^Mara: Is it late\?\nI: Very\.\nBo: /);
    expect(eventsOf(room, 'memory.written')[0]?.audience).toEqual(['owner']);
  });

  it('come to mind while the director is asked, and are stored with its answer', async () => {
    const room = openScene();
    await playLine(room, 'hm');
    const kinds = room.ledger.map(({ kind }) => kind);
    const from = kinds.indexOf('director.started');
    expect(kinds.slice(from, from + 3)).toEqual([
      'director.started',
      'memory.recalled',
      'director.completed',
    ]);
  });

  it('that came to mind are on the record of a round whose director fails', async () => {
    const room = openScene();
    room.memory.give = { ada: [{ text: 'ONLY-ADA', scene: 's', round: 1, score: 0.9 }] };
    await playLine(room, 'hm', { 'director.1': new Unreachable('nobody there') });
    expect(eventsOf(room, 'round.failed')).toHaveLength(1);
    expect(recordOf(room).memory.recalled).toEqual({ ada: 1 });
  });

  it('are recalled before any character is asked, each its own', async () => {
    const room = openScene();
    room.memory.give = { ada: [{ text: 'ONLY-ADA', scene: 's', round: 1, score: 0.9 }] };
    await playLine(room, 'hm');
    expect(promptOf(room, 'character.1:ada')).toContain('# What you remember\n- Another time: "ONLY-ADA');
    expect(promptOf(room, 'character.1:bo')).not.toContain('ONLY-ADA');
    expect(recordOf(room).memory).toEqual({ recalled: { ada: 1 }, written: 3 });
  });

  it('that fail leave the round complete and audited', async () => {
    const room = openScene();
    room.memory.fails = 'the world is away';
    await playLine(room, 'hm');
    expect(eventsOf(room, 'round.completed')).toHaveLength(1);
    expect(recordOf(room).notes).toContain('nothing could be recalled: the world is away');
    expect(writtenMemories(room)).toHaveLength(1);
  });

  it('can be switched off', async () => {
    const room = openScene(scene({ settings: { memory: { enabled: false } } }));
    await playLine(room, 'hm');
    expect(room.effects).toEqual([]);
    expect(eventsOf(room, 'memory.written')).toEqual([]);
  });
});

describe('the world agent', () => {
  it('is not asked unless the scene says so', async () => {
    const room = openScene();
    await playLine(room, 'hm');
    expect(stepsOf(room)).not.toContain('world');
    expect(recordOf(room).worldAgent).toBe('off');
  });

  it('comes after the director’s last pass, and its word on world and trackers is the last, stored once', async () => {
    const room = openScene(scene({ settings: { worldAgent: true } }));
    await playLine(room, 'hm', {
      'director.2': {
        worldUpdates: [{ key: 'fire', value: 'low' }],
        trackers: [{ key: 'hour', value: '9' }],
      },
      world: { worldUpdates: [{ key: 'fire', value: 'out' }], trackers: null },
    });
    expect(stepsOf(room).at(-1)).toBe('world');
    expect(promptOf(room, 'world')).toContain('"fire": "low');
    expect(room.state).toMatchObject({ world: { fire: 'out' }, trackers: { hour: '9' } });
    expect(eventsOf(room, 'world.updated')).toHaveLength(1);
  });

  it('that fails leaves what the director said', async () => {
    const room = openScene(scene({ settings: { worldAgent: true } }));
    await playLine(room, 'hm', {
      'director.2': { worldUpdates: [{ key: 'fire', value: 'low' }] },
      world: new Error('x'),
    });
    expect(room.state.world.fire).toBe('low');
    expect(recordOf(room).worldAgent).toBe('failed');
  });
});

describe('profiles', () => {
  it('may be a character’s own', async () => {
    const own = { ...PROFILES.character, model: 'another', mayEmit: ['sing'] };
    const room = openScene(INN, {}, 'seed', { ...PROFILES, characters: { bo: own } });
    await playLine(room, 'hm', { bo: { kind: 'sing', text: 'la la la' } });
    const models = room.asks.flatMap(({ ask, step }) =>
      ask.role === 'character' ? [[step, ask.profile.model]] : [],
    );
    expect(models).toEqual([
      ['character.1:ada', 'understudy'],
      ['character.1:bo', 'another'],
      ['character.1:cy', 'understudy'],
    ]);
    expect(fieldsOf(eventsOf(room, 'character.spoke')[1]?.payload).kind).toBe('sing');
  });

  it('with a fallback are asked through it when they give no usable answer, and the record says so', async () => {
    const fallback = { ...PROFILES.character, model: 'second' };
    const first = { ...PROFILES.character, fallback };
    const room = openScene(INN, {}, 'seed', { director: first, character: first });
    const failing = (answer: unknown) => (ask: { profile: { model: string } }) => {
      if (ask.profile.model !== 'second') throw new Error('no answer');
      return answer;
    };
    await playLine(room, 'hm', {
      'director.1': failing({ actingCharacters: [act('ada')] }),
      ada: failing({ kind: 'say', text: 'second words' }),
      'director.2': failing({}),
    });
    expect(stepsOf(room)).toEqual([
      'director.1',
      'director.1/fallback',
      'character.1:ada',
      'character.1:ada/fallback',
      'director.2',
      'director.2/fallback',
    ]);
    expect(eventsOf(room, 'character.spoke').map(({ payload }) => fieldsOf(payload).text)).toEqual([
      'second words',
    ]);
    expect(eventsOf(room, 'character.skipped')).toEqual([]);
    expect(recordOf(room).notes).toContain('character:ada was asked through its fallback profile');
  });
});

it('a fallback is asked with a prompt of its own: its window, its kinds, its form', async () => {
  const fallback = { ...PROFILES.character, model: 'second', maxContextTokens: 1500, mayEmit: ['sing'] };
  const character = { ...PROFILES.character, fallback: { ...fallback, expectsJson: false } };
  const room = openScene(scene({ scenario: 'A long story. '.repeat(1000) }), {}, 'seed', {
    ...PROFILES,
    character,
  });
  await playLine(room, 'hm', {
    ...callOn('ada'),
    ada: (ask: Ask<unknown>) => {
      if (ask.profile.model !== 'second') throw new Error('no answer');
      return ask.fromProse?.('la la la') ?? null;
    },
  });
  const asked = room.asks.find(({ step }) => step === 'character.1:ada/fallback')?.ask;
  expect(asked).toMatchObject({ mode: 'prose', kinds: ['sing'] });
  expect(textOf(asked?.messages ?? []).length).toBeLessThan(8000);
  expect(eventsOf(room, 'character.spoke')[0]?.payload).toMatchObject({ kind: 'sing', text: 'la la la' });
});

it('the narrator speaks alone, with what it was asked for, and is heard in the next round', async () => {
  const room = openScene();
  room.append([
    { kind: 'round.requested', actor: 'system', payload: { type: 'narration', to: [], text: 'the storm' } },
  ]);
  await room.play({ narrator: { kind: 'narrate', text: 'THE-STORM-COMES' } });
  expect(stepsOf(room)).toEqual(['narrator']);
  expect(promptOf(room, 'narrator')).toContain('"the storm"');
  expect(eventsOf(room, 'character.spoke')[0]).toMatchObject({
    actor: 'narrator',
    payload: { name: 'Narrator' },
  });
  await playLine(room, 'hm');
  expect(promptOf(room, 'director.1')).toContain('\nNarrator: THE-STORM-COMES\n');
});

describe('a narration', () => {
  const narrate = (room: Room) =>
    room.append([{ kind: 'round.requested', actor: 'system', payload: { type: 'narration', to: [] } }]);

  it('is remembered by those who are there', async () => {
    const room = openScene();
    narrate(room);
    await room.play({ narrator: { kind: 'narrate', text: 'Rain.' } });
    expect(writtenMemories(room)[0]).toContainEqual(
      expect.objectContaining({ character: 'ada', text: 'Narrator: Rain.' }),
    );
  });

  it('goes through the fallback of its profile', async () => {
    const narrator = { ...PROFILES.character, fallback: { ...PROFILES.character, model: 'second' } };
    const room = openScene(INN, {}, 'seed', { ...PROFILES, narrator });
    narrate(room);
    await room.play({
      narrator: (ask: { profile: { model: string } }) => {
        if (ask.profile.model !== 'second') throw new Error('no answer');
        return { kind: 'say', text: 'Rain.' };
      },
    });
    expect(stepsOf(room)).toEqual(['narrator', 'narrator/fallback']);
    expect(room.state.failed).toBeNull();
  });

  it('leaves whom the owner called for the next round of the cast', async () => {
    const room = openScene();
    room.append([{ kind: 'cast.called', actor: 'system', payload: { next: 'cy', skip: [] } }]);
    narrate(room);
    await room.play();
    expect(room.state.called.next).toBe('cy');
    await playLine(room, 'now');
    expect(stepsOf(room)).toContain('character.1:cy');
    expect(stepsOf(room)).not.toContain('character.1:ada');
  });
});

it('a round that is given up leaves world and trackers as those who spoke knew them', async () => {
  const room = openScene();
  await playLine(room, 'hm', {
    'director.1': { ...EVERYONE['director.1'], worldUpdates: [{ key: 'fire', value: 'out' }] },
    'director.2': new Unreachable('no answer'),
  });
  expect(room.state.world.fire).toBe('out');
});

it('a character with the id of the narrator, of before it was reserved does not count what the narrator says as its own', () => {
  const room = openScene(newScene.parse({ characters: [{ id: 'nora', name: 'Nora' }] }));
  const old = room.ledger.map((event) => JSON.parse(JSON.stringify(event).replaceAll('nora', 'narrator')));
  const spoke = { seq: 9, at: '', kind: 'character.spoke', actor: 'narrator', audience: ['*'], payload: {} };
  const state = [...old, spoke].reduce((one, event) => reduceScene(one, event), null);
  expect(state.cast.narrator).toMatchObject({ name: 'Nora', lastSpokeRound: null });
});

describe('the settings', () => {
  it('may leave out the second pass', async () => {
    const room = openScene(scene({ settings: { maxDirectorPasses: 1 } }));
    await playLine(room, 'hm');
    expect(stepsOf(room)).not.toContain('director.2');
    expect(eventsOf(room, 'director.started')).toHaveLength(1);
  });

  it('say how the context is shared, and cap sections', async () => {
    const room = openScene(
      scene({
        settings: { shares: { history: 0, notes: 90 }, caps: { notes: { topK: 1 } } },
        notes: { world: 'W', campaign: 'C', arc: 'A', scene: 'S' },
      }),
    );
    await playLine(room, 'EARLIER');
    await playLine(room, 'now');
    const prompt = promptOf(room, 'character.1:ada');
    expect(prompt).not.toContain('EARLIER');
    expect(prompt).toContain('# Scenario and notes\n| An inn by the road, late.\n');
    expect(prompt).not.toMatch(/World:|\| W/);
    const [agent] = recordOf(room).agents;
    expect(agent?.prompt.sections.notes).toMatchObject({ entries: 1, dropped: 4 });
  });
});

it('an opening line is there from the start, and heard', async () => {
  const room = openScene(scene({ opening: { text: 'It rains.', by: 'ada' } }));
  await playLine(room, 'hm');
  expect(promptOf(room, 'character.1:bo')).toContain('\nAda: It rains.\n');
  expect(fieldsOf(eventsOf(room, 'character.spoke')[0]?.payload).provider).toBe('author');
});

describe('the record of a round', () => {
  it('is kept with its failure, as far as it came', async () => {
    const room = openScene();
    await playLine(room, 'hm', { 'director.2': new Unreachable('no answer') });
    expect(room.state.failed?.open.n).toBe(1);
    const record = recordOf(room);
    expect(record.passes.map(({ pass }) => pass)).toEqual([1]);
    expect(record.agents.map(({ step, ok }) => [step, ok])).toEqual([
      ['director.1', true],
      ['character.1:ada', true],
      ['character.1:bo', true],
      ['character.1:cy', true],
      ['director.2', false],
    ]);
  });

  it('holds who was told what, what it came to, and what every prompt took', async () => {
    const room = openScene();
    await room.hear('hm', {
      'director.1': {
        openGuidance: 'OPEN',
        actingCharacters: [act('ada', { order: 1 }), act('bo', { order: 1 })],
        activations: [{ id: 'dee', entryGuidance: 'IN' }],
        deactivations: [{ id: 'cy', exitGuidance: 'OUT' }],
        stateUpdates: [{ id: 'ada', field: 'mood', value: 'glad' }],
      },
    });
    const record = recordOf(room);
    expect(record.passes[0]).toMatchObject({
      pass: 1,
      openGuidance: 'OPEN',
      acting: [
        [
          { id: 'ada', guidance: 'guidance for ada' },
          { id: 'bo', guidance: 'guidance for bo' },
        ],
        [{ id: 'cy', exit: 'OUT' }],
      ],
      entered: ['dee'],
      exited: ['cy'],
      updates: [{ id: 'ada', field: 'mood', value: 'glad' }],
    });
    expect(record.agents.map(({ step }) => step)).toEqual([
      'director.1',
      'character.1:ada',
      'character.1:bo',
      'character.1:cy',
      'director.2',
    ]);
    for (const { prompt, provider } of record.agents) {
      expect(provider).toBe('understudy');
      expect(prompt.total).toBeGreaterThan(prompt.fixed);
      expect(prompt.total + prompt.reserve).toBeLessThanOrEqual(prompt.window);
    }
  });
});
