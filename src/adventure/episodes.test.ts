import { describe, expect, it } from 'vitest';
import type { StoryPlayer, StoryStep } from '../../packages/zmachine-story/src/types';
import {
  type AdventureRoom,
  createAdventureRoom,
  makeStoryPlayer,
  playedAdventure,
  playOneTurn,
  playTurns,
} from '../../test/support/adventure-run';
import { HOSTILE } from '../../test/support/hostile-stories';
import { fieldsOf } from '../../test/support/loose-events';
import type { Event } from '../contract/events/events';
import { findForkPoint } from '../runs/fork';
import { reduceAdventure } from './state';
import type { AdventureState } from './state-types';

const payloads = (room: AdventureRoom, kind: Event['kind']) =>
  room.ledger.filter((event) => event.kind === kind).map(({ payload }) => fieldsOf(payload));
const asked = (room: AdventureRoom, task: string) => room.asks.filter(({ ask }) => ask.brief.task === task);
const promptOf = (ask: { messages: { content: unknown }[] } | undefined) =>
  ask?.messages.map(({ content }) => String(content)).join('\n') ?? '';

/** Into the dark without a light; the second step there is deadly. */
const DEATH =
  'east;north;open tin;take matches;up;take lamp;down;south;east;east;east;open trap;take iron key from trap;west;west;south;unlock door with key;open it;south;down;east;east'.split(
    ';',
  );

/** A story whose replies come from a function of the input. */
function invent(player: StoryPlayer, answer: (input: string, n: number) => Partial<StoryStep>): StoryPlayer {
  const first = player.start('x');
  const play = (snapshot: StoryStep['snapshot'], input: string): StoryStep => {
    const n = Number(snapshot.state) + 1;
    const reading = { ...first.reading, location: { id: 1, name: 'A room' } };
    return { ...first, reading, ...answer(input, n), snapshot: { ...snapshot, state: String(n) } };
  };
  return {
    story: player.story,
    vocabulary: [],
    start: () => ({ ...first, text: 'It begins.', snapshot: { ...first.snapshot, state: '0' } }),
    play,
    perform: (snapshot, input) => ({
      step: play(snapshot, input),
      effect: true,
      moved: false,
      rearranged: false,
      world: '',
    }),
    attempt: (snapshot, inputs) => ({
      step: inputs.reduce((step, input) => play(step.snapshot, input), { ...first, snapshot }),
      effect: true,
      moved: false,
      rearranged: false,
      world: '',
    }),
    read: (step) => step,
    changes: () => [],
    writeSave: () => null,
    readSave: player.readSave,
    exits: () => [],
  };
}

describe('an episode', () => {
  it('ends with the death that ends the story, and the next begins from the start', async () => {
    const room = await playedAdventure(DEATH.length + 1, {
      commands: [...DEATH, 'look'],
      options: { episodes: 2, critic: { on: false } },
    });
    expect(room.state.episodes).toMatchObject([
      { n: 1, end: 'died', deaths: 1 },
      { n: 2, end: null, deaths: 0, turns: 1, score: 0 },
    ]);
    expect(room.state.status).toBe('running');
    const [place] = Object.values(room.state.deadly);
    expect(place).toEqual(['east']);
  });

  it('is the last when the run holds no more', async () => {
    const room = await playedAdventure(DEATH.length + 5, {
      commands: DEATH,
      options: { critic: { on: false } },
    });
    expect(room.state).toMatchObject({ status: 'finished', finishReason: 'died' });
  });

  it('goes on where the story brings the player back', async () => {
    const real = await makeStoryPlayer();
    const player = invent(real, (_, n) =>
      n === 2
        ? { text: '*** You have died ***\n\nA light shines. You stand in a forest.', awaits: 'line' }
        : { text: 'You stand there.' },
    );
    const room = await createAdventureRoom({ commands: ['wait', 'jump', 'look'] });
    Object.assign(room.ports, { player: async () => player });
    await playTurns(room, 3);
    expect(room.state.episodes).toMatchObject([{ n: 1, end: null, deaths: 1, turns: 3 }]);
    expect(payloads(room, 'command.executed').map(({ died }) => died)).toEqual([false, true, false]);
  });

  it('goes on with an empty line where the story asks for Enter, and nowhere else', async () => {
    const real = await makeStoryPlayer();
    const player = invent(real, (_, n) => ({
      text: n === 1 ? 'You read on. [Hit RETURN to continue.]' : 'Done.',
    }));
    const room = await createAdventureRoom({ commands: ['read book', '', ''] });
    Object.assign(room.ports, { player: async () => player });
    await playTurns(room, 3);
    expect(payloads(room, 'command.executed').map(({ command }) => command)).toEqual([
      'read book',
      '',
      'look',
    ]);
    expect(asked(room, 'critic').map(({ ask }) => fieldsOf(ask.brief).command)).toEqual([
      'read book',
      'look',
    ]);
    expect(promptOf(asked(room, 'adventurer')[1]?.ask)).toContain('An empty action presses it.');
  });

  it('ends when nothing goes forward any more, after two warnings that the adventurer is told of', async () => {
    const room = await playedAdventure(20, { options: { stuckAfter: 12 } });
    expect(room.state).toMatchObject({ status: 'finished', finishReason: 'stuck' });
    const warned = payloads(room, 'stuck.warned').filter((event) => event.kind === 'no_progress');
    expect(warned).toHaveLength(2);
    const last = asked(room, 'adventurer').at(-1)?.ask;
    expect(promptOf(last)).toContain('Warning: No progress for 11 turns');
  });

  it('ends after as many turns as it may have', async () => {
    const room = await playedAdventure(10, { options: { turnsPerEpisode: 3, episodes: 2 } });
    expect(room.state.episodes).toMatchObject([
      { end: 'turns', turns: 3 },
      { end: 'turns', turns: 3 },
    ]);
    expect(room.state.used.turns).toBe(6);
  });

  it('has luck of its own, and the first has the seed of the run', async () => {
    const room = await playedAdventure(2, { options: { turnsPerEpisode: 1, episodes: 2 }, seed: 'luck' });
    expect(payloads(room, 'episode.started').map(({ seed }) => seed)).toEqual(['luck', 'luck:2']);
  });

  it.each(
    HOSTILE.filter(({ name }) => /loop|flood|calls itself/.test(name)).map(
      ({ name, file }) => [name, file] as const,
    ),
  )('of a story that is %s ends as an error, and the run with it', async (_, file) => {
    const room = await playedAdventure(3, { story: file, instructions: 1_000_000 });
    expect(room.state).toMatchObject({ status: 'finished', finishReason: 'error' });
    expect(room.state.episodes).toMatchObject([{ end: 'error', why: room.state.story?.stopped?.message }]);
  });
});

describe('the budgets of a run', () => {
  it('end it after its turns, or its calls', async () => {
    const turns = await playedAdventure(10, { budgets: { turns: 4 } });
    expect(turns.state).toMatchObject({ finishReason: 'turn_budget', used: { turns: 4 } });
    const calls = await playedAdventure(10, { budgets: { calls: 9 } });
    expect(calls.state).toMatchObject({ status: 'finished', finishReason: 'call_budget' });
    expect(calls.state.used.calls).toBeLessThan(9 + 8);
  });

  it('cut the episode short after its last turn: a fork at the end of that one goes on with it', async () => {
    const room = await playedAdventure(5, { budgets: { turns: 2 } });
    expect(room.state.episodes).toMatchObject([{ end: 'turns', turns: 2 }]);
    const point = findForkPoint(room.state, null, (n) => room.ledger.filter(({ turn }) => turn === n));
    const past = room.ledger.filter(({ seq }) => point.ok && seq <= point.value.seq);
    const fork = past.reduce<AdventureState | null>(reduceAdventure, null);
    expect(fork).toMatchObject({ rounds: 2, episodes: [{ n: 1, end: null, turns: 2 }] });
  });

  it('say less than the story, when its last turn is the end of that', async () => {
    const room = await playedAdventure(DEATH.length + 5, {
      commands: DEATH,
      options: { critic: { on: false } },
      budgets: { turns: DEATH.length },
    });
    expect(room.state).toMatchObject({ finishReason: 'died', used: { turns: DEATH.length } });
  });
});

describe('what a run knows', () => {
  it('is written every so many turns and at the end of an episode, and the next episode has it', async () => {
    const room = await playedAdventure(4, {
      answers: { scholar: ({ state }) => ({ knowledge: `Known after turn ${state.rounds}.` }) },
      options: { synthesizeEvery: 2, turnsPerEpisode: 3, episodes: 2, stuckAfter: 0 },
    });
    expect(payloads(room, 'knowledge.written')).toMatchObject([
      { text: 'Known after turn 2.', reason: 'interval', episode: 1 },
      { text: 'Known after turn 3.', reason: 'episode', episode: 1 },
      { text: 'Known after turn 4.', reason: 'interval', episode: 2 },
    ]);
    expect(promptOf(asked(room, 'adventurer').at(-1)?.ask)).toContain('Known after turn 3.');
  });

  it('begins with what other runs of the story left', async () => {
    const note = { id: 'M1', place: null, category: 'danger', text: 'The pit kills in the dark.' } as const;
    const room = await playedAdventure(1, {
      shared: {
        notes: [{ ...note, turn: 4, episode: 1, correctedBy: null }],
        knowledge: 'The tide turns every 24 turns.',
      },
    });
    const prompt = promptOf(asked(room, 'adventurer')[0]?.ask);
    expect(prompt).toContain('The tide turns every 24 turns.');
    expect(prompt).toContain('The pit kills in the dark.');
    const alone = await playedAdventure(1, {
      shared: { notes: [], knowledge: 'Of others.' },
      options: { share: false },
    });
    expect(alone.state.knowledge).toBeNull();
  });

  it('is remembered by the place where the command was given, not where it led', async () => {
    const room = await playedAdventure(1, {
      commands: ['east'],
      answers: {
        chronicler: () => ({ keep: true, category: 'discovery', text: 'East lies the yard of the mill.' }),
      },
    });
    const [executed] = payloads(room, 'command.executed');
    expect(room.state.notes).toMatchObject([{ id: 'M1', place: executed?.from }]);
    expect(executed?.from).not.toBe(executed?.to);
  });
});

it('agents that do not need one another are asked side by side: three after the command, and what is due beside the whole turn', async () => {
  const room = await playedAdventure(1, {
    commands: [{ action: 'look', new_objective: 'open the oak door of the mill' }],
    options: { discoverEvery: 2 },
  });
  const begun: string[] = [];
  const opened = room.open.bind(room);
  const waits: Record<string, string[]> = {
    // The replies to these arrive only after all the listed requests.
    extract: ['extract', 'remember', 'complete'],
    remember: ['extract', 'remember', 'complete'],
    complete: ['extract', 'remember', 'complete'],
    discover: ['adventurer:0', 'complete'],
  };
  room.open = (...args) => {
    const ctx = opened(...args);
    return {
      ...ctx,
      get state() {
        return ctx.state;
      },
      ask: async (step, ask, rule) => {
        begun.push(step);
        const needed = waits[step] ?? [];
        for (let n = 0; n < 1_000 && !needed.every((other) => begun.includes(other)); n += 1)
          await new Promise((resolve) => setImmediate(resolve));
        expect(begun, `before ${step} is answered`).toEqual(expect.arrayContaining(needed));
        return ctx.ask(step, ask, rule);
      },
    };
  };
  await playOneTurn(room);
  expect(begun[0]).toBe('discover');
  expect(room.state.used.turns).toBe(2);
});
