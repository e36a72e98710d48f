import { describe, expect, it } from 'vitest';
import {
  type AdventureRoom,
  createAdventureRoom,
  giveCommand,
  playedAdventure,
  playOneTurn,
  playTurns,
} from '../../test/support/adventure-run';
import { isDeep } from '../../test/support/depth';
import { fieldsOf } from '../../test/support/loose-events';
import type { Json } from '../base/json';
import type { Event, PayloadOf } from '../contract/events/events';
import { decideAdd } from './people';

const kinds = (room: AdventureRoom, kind: Event['kind']) =>
  room.ledger.filter((event) => event.kind === kind);
const payloads = <T>(room: AdventureRoom, kind: Event['kind']): T[] =>
  kinds(room, kind).map(({ payload }) => payload as unknown as T);
const active = (room: AdventureRoom) =>
  room.state.objectives.filter(({ status }) => status === 'active').map(({ id, text }) => [id, text]);
const asked = (room: AdventureRoom, task: string) =>
  room.asks.filter(({ ask }) => ask.brief.task === task).map(({ ask }) => ask);
const promptOf = (ask: { messages: { content: unknown }[] } | undefined) =>
  ask?.messages.map(({ content }) => String(content)).join('\n') ?? '';

const WALK =
  'east;north;open tin;take matches;read almanac;up;take lamp;light lantern;down;south;east;east;east;open trap;take iron key from trap;west;west;south;unlock door with key;open it;south;open bin;take amber;down;east;northeast;take silver bell;sw;w;u;n;n;open chest;put bell in chest;put the amber drop into sea chest'.split(
    ';',
  );

describe('a turn', () => {
  if (isDeep)
    it('plays the whole story, and the run ends as the story does', async () => {
      const room = await playedAdventure(60, { commands: WALK });
      expect(room.state).toMatchObject({ status: 'finished', finishReason: 'won' });
      expect(room.state.episodes).toMatchObject([{ n: 1, end: 'won', score: 50, best: 50 }]);
    });

  it('types what the adventurer answers, cleaned, and keeps what it was', async () => {
    const room = await playedAdventure(1, { commands: ['`EAST.`'] });
    expect(payloads<PayloadOf<'command.proposed'>>(room, 'command.proposed')).toMatchObject([
      { action: '`EAST.`', commands: ['east'], fallback: false },
    ]);
    expect(payloads(room, 'command.executed')).toMatchObject([
      { command: 'east', by: 'adventurer', moved: true },
    ]);
  });

  it('looks around, and declares nothing, when nothing usable was answered', async () => {
    const room = await playedAdventure(1, {
      answers: {
        adventurer: () => {
          throw new Error('no JSON in it');
        },
      },
    });
    expect(payloads(room, 'command.proposed')).toMatchObject([
      { commands: ['look'], newObjective: null, fallback: true },
    ]);
    expect(payloads(room, 'command.executed')).toMatchObject([{ command: 'look' }]);
    expect(room.state.objectives).toEqual([]);
  });

  it('is not asked again, nor judged, for the look of an adventurer that answers nothing usable', async () => {
    const room = await playedAdventure(3, {
      answers: {
        adventurer: () => {
          throw new Error('no JSON in it');
        },
      },
    });
    expect(asked(room, 'adventurer')).toHaveLength(3);
    expect(asked(room, 'critic')).toEqual([]);
    expect(payloads(room, 'command.executed')).toMatchObject([
      { command: 'look' },
      { command: 'look' },
      { command: 'look' },
    ]);
  });

  it('sends a list of commands one by one', async () => {
    const room = await playedAdventure(1, { commands: ['look, inventory'] });
    expect(payloads(room, 'command.executed')).toMatchObject([{ command: 'look' }, { command: 'inventory' }]);
  });

  it('refuses a list with a movement in it, and asks again', async () => {
    const answers = ['look, east', 'east'];
    let n = 0;
    const room = await playedAdventure(1, {
      answers: { adventurer: () => ({ thinking: '', action: answers[n++] ?? 'wait' }) },
    });
    expect(payloads(room, 'critic.rejected')).toMatchObject([{ by: 'machine' }]);
    expect(payloads(room, 'command.executed')).toMatchObject([{ command: 'east' }]);
  });
});

describe('objectives in a turn', () => {
  it('are taken from the answer: text alone, or with priority and parent', async () => {
    const room = await playedAdventure(2, {
      commands: [
        { action: 'look', new_objective: 'find the key of the oak door at L7' },
        {
          action: 'inventory',
          new_objective: { text: 'open the oak door at L7', priority: 'high', parent: 'A1' },
        },
      ],
    });
    expect(room.state.objectives).toMatchObject([
      { id: 'A2', priority: 'high', parent: 'A1', source: 'agent', turn: 2 },
      { id: 'A1', priority: 'normal', parent: null, source: 'agent', turn: 1 },
    ]);
  });

  it('are not taken from an answer that declares none', async () => {
    const room = await playedAdventure(2, {
      commands: [
        { action: 'look', new_objective: null },
        { action: 'wait', new_objective: '  ' },
      ],
    });
    expect(room.state.objectives).toEqual([]);
    expect(kinds(room, 'objective.refused')).toEqual([]);
  });

  it('are followed to their end: declared, worked on, completed by the keeper', async () => {
    const room = await playedAdventure(1, {
      commands: [{ action: 'east', new_objective: 'enter the kitchen of the mill' }, 'north', 'look'],
      answers: {
        completion: ({ state, moves }) =>
          moves.some(({ text }) => text.includes('Kitchen'))
            ? { completed: [{ id: state.objectives[0]?.id ?? '', evidence: 'the story says Kitchen' }] }
            : { completed: [] },
      },
    });
    expect(active(room)).toEqual([['A1', 'enter the kitchen of the mill']]);
    await playTurns(room, 2);
    expect(room.state.objectives).toMatchObject([
      { id: 'A1', status: 'completed', ended: { turn: 2, by: 'keeper', why: 'the story says Kitchen' } },
    ]);
  });

  it.each(['A1', 'a1.', '[A1]', 'Enter the kitchen  of the mill.'])(
    'are completed by the adventurer by id or text, as in %j; an unknown name changes nothing',
    async (name) => {
      const room = await playedAdventure(3, {
        commands: [
          { action: 'look', new_objective: 'enter the kitchen of the mill' },
          { action: 'east', complete_objective: 'A9' },
          { action: 'north', complete_objective: 'enter the cellar of the mill' },
          { action: 'look', complete_objective: name },
        ],
      });
      expect(active(room)).toHaveLength(1);
      expect(payloads(room, 'objective.refused')).toMatchObject([{ why: 'unknown' }, { why: 'unknown' }]);
      await playOneTurn(room);
      expect(room.state.objectives).toMatchObject([
        { status: 'completed', ended: { by: 'adventurer', turn: 4 } },
      ]);
    },
  );

  it.each<[string, Json, Json, string[], number]>([
    ['numbers', 7, 3, [], 2],
    ['a list', ['light the lamp', 'open the oak door'], [], ['light the lamp'], 1],
    ['an object without a text', { priority: 'high' }, { done: true }, [], 2],
    ['an object of other keys', { goal: 'light the lamp', priority: 'URGENT' }, null, ['light the lamp'], 0],
    [
      'a priority and a parent that are none',
      { text: 'light the lamp', priority: 1, parent: ['x', 'y'] },
      null,
      ['light the lamp'],
      2,
    ],
    ['words for nothing', 'None', 'N/A', [], 0],
    ['more words for nothing', 'null', 'none.', [], 0],
    ['what the form has', '...', '...', [], 0],
    ['an object in a text', '{"text": "light the lamp", "priority": "low"}', null, ['light the lamp'], 0],
    ['an id of its own', 'A7: light the lamp', null, ['light the lamp'], 0],
  ])('never cost the command: %s', async (_what, declared, completed, texts, faults) => {
    const room = await playedAdventure(1, {
      commands: [{ action: 'east', new_objective: declared, complete_objective: completed }],
    });
    expect(payloads(room, 'command.executed')).toMatchObject([{ command: 'east' }]);
    const [proposed] = payloads<PayloadOf<'command.proposed'>>(room, 'command.proposed');
    expect([proposed?.fallback, proposed?.faults?.length]).toEqual([false, faults]);
    expect(active(room).map(([, text]) => text)).toEqual(texts);
    await playTurns(room, 2);
    const [, next, later] = asked(room, 'adventurer').map(promptOf);
    for (const fault of proposed?.faults ?? []) {
      expect(next).toContain(JSON.stringify(fault));
      expect(later).not.toContain(fault);
    }
    expect(next?.includes('In your last answer')).toBe(faults > 0);
    expect(later).not.toContain('In your last answer');
  });

  it('never cost the command, though its thinking is of another form', async () => {
    const room = await playedAdventure(1, {
      answers: { adventurer: () => ({ thinking: { plan: 1 }, action: 'east' }) },
    });
    expect(payloads(room, 'command.executed')).toMatchObject([{ command: 'east', thinking: '' }]);
  });

  it('that are refused are told to the adventurer with the reason, at its next turn and then no more', async () => {
    const long = `find ${'x'.repeat(200)}`;
    const refused: [Json, Json, string][] = [
      ['open the oak door at L7', null, '"open the oak door at L7" was not added: A1 says the same'],
      ['Find a way to open the oak door at L7', null, 'was not added: A1 says the same and is active'],
      [long, null, 'was not added: it has more than 200 characters'],
      ['explore', null, '"explore" was not added: it is too vague'],
      [null, 'A9', '"A9" completed nothing: no active objective has this id or text'],
      [
        { text: 'light the lamp', parent: 'A8' },
        null,
        '"A8" is not an active objective: A2 was added without a parent',
      ],
    ];
    const room = await playedAdventure(refused.length + 3, {
      commands: [
        { action: 'look', new_objective: 'open the oak door at L7' },
        ...refused.map(([declared, completed]) => ({
          action: 'look',
          new_objective: declared,
          complete_objective: completed,
        })),
      ],
      options: { critic: { on: false } },
    });
    // Text and reason are quoted separately.
    const forms = (reason: string): string[] => {
      const [, text, why = ''] = /^("[^"]*") (.*)$/.exec(reason) ?? [];
      const whole = JSON.stringify(reason).slice(1, -1);
      return text ? [whole, `${text}: ${JSON.stringify(why).slice(0, -1)}`] : [whole];
    };
    const prompts = asked(room, 'adventurer').map(promptOf);
    for (const [at, [, , reason]] of refused.entries()) {
      const told = prompts.flatMap((prompt, turn) =>
        forms(reason).some((form) => prompt.includes(form)) ? [turn] : [],
      );
      // Turn 1 declares the objective that the others repeat; the second repeats like the first.
      expect([reason, told]).toEqual([reason, at === 1 ? [2, 3] : [at + 2]]);
    }
    expect(prompts[1]).not.toContain('In your last answer');
    expect(prompts.at(-1)).not.toContain('In your last answer');
  });

  it('are not completed by the word of the adventurer alone, and it is told why', async () => {
    const room = await playedAdventure(3, {
      commands: [
        { action: 'look', new_objective: 'find the silver bell' },
        { action: 'east', complete_objective: 'A1' },
        'look',
      ],
    });
    expect(active(room)).toEqual([['A1', 'find the silver bell']]);
    expect(payloads(room, 'objective.refused')).toMatchObject([{ why: 'no_evidence', of: 'A1' }]);
    expect(promptOf(asked(room, 'adventurer')[2])).toContain('A1 was not completed');
  });

  it('are not completed while the way that they ask for is shut, whoever says so', async () => {
    const room = await playedAdventure(2, {
      answers: {
        adventurer: ({ state }) => {
          const here = `L${state.story?.reading.location?.id}`;
          const blocked = state.exits?.find(({ to }) => to === null)?.direction ?? '';
          if (state.rounds > 1) return { thinking: '', action: 'look' };
          return { thinking: '', action: 'look', new_objective: `find a way ${blocked} from ${here}` };
        },
        completion: () => ({ completed: [{ id: 'A1', evidence: 'it was reached from the other side' }] }),
      },
    });
    expect(active(room).map(([id]) => id)).toEqual(['A1']);
    expect(payloads(room, 'objective.refused')).toMatchObject([{ why: 'no_evidence', of: 'A1' }]);
  });

  it('that name a place which is not on the map are questioned', async () => {
    const room = await playedAdventure(2, {
      commands: [{ action: 'look', new_objective: 'light the lamp at L987' }, 'look'],
    });
    expect(active(room)).toHaveLength(1);
    expect(payloads(room, 'objective.refused')).toMatchObject([{ why: 'no_place', text: 'L987', of: 'A1' }]);
    expect(promptOf(asked(room, 'adventurer')[1])).toContain('is not a place on the map');
  });

  it('that are refused wait until the adventurer is asked: a person who types comes between', async () => {
    const room = await playedAdventure(1, { commands: [{ action: 'look', new_objective: 'explore' }] });
    giveCommand(room, 'inventory');
    await playTurns(room, 2);
    expect(promptOf(asked(room, 'adventurer')[1])).toContain('"explore": "was not added');
  });

  it('are not asked about while there are none', async () => {
    const room = await playedAdventure(2, { commands: ['look', 'wait'] });
    expect(asked(room, 'completion')).toEqual([]);
  });

  it('are looked for every fifth turn when the interval is 5, with those there are in the prompt', async () => {
    const room = await playedAdventure(16, {
      commands: [{ action: 'look', new_objective: 'find the key of the oak door' }],
      answers: {
        discovery: ({ state }) => ({ objectives: [{ text: `light the lamp of turn ${state.rounds}` }] }),
      },
      options: { discoverEvery: 5, stuckAfter: 0 },
    });
    const discoveries = asked(room, 'discovery');
    expect(
      discoveries.map(({ brief }) => (brief as unknown as { state: { rounds: number } }).state.rounds),
    ).toEqual([5, 10, 15]);
    expect(promptOf(discoveries[0])).toContain('find the key of the oak door');
    expect(active(room).map(([id]) => id)).toEqual(['A1', 'D1', 'D2', 'D3']);
  });

  it.each([
    ['the critic', 'examine milestone'],
    ['the story', 'xyzzy'],
    ['the rule for lists', 'look, east'],
  ])('stay when %s rejects the command they came with', async (_who, action) => {
    let n = 0;
    const room = await playedAdventure(2, {
      answers: {
        adventurer: () => {
          n += 1;
          if (n === 1) return { thinking: '', action: 'look', new_objective: 'reach the mill yard' };
          if (n > 2) return { thinking: '', action: 'east', new_objective: 'Find a way to open the hatch' };
          return { thinking: '', action, new_objective: 'open the hatch', complete_objective: 'A1' };
        },
        critic: ({ command }) => ({ score: command === 'examine milestone' ? -1 : 1, reason: 'no' }),
      },
    });
    expect(kinds(room, 'critic.rejected')).toHaveLength(1);
    expect(payloads(room, 'command.executed')).toMatchObject([{ command: 'look' }, { command: 'east' }]);
    expect(room.state.objectives.map(({ id, status, text }) => [id, status, text])).toEqual([
      ['A1', 'completed', 'reach the mill yard'],
      ['A2', 'active', 'open the hatch'],
    ]);
    expect(kinds(room, 'objective.refused')).toEqual([]);
  });

  it('are one when they differ in case, spacing and closing punctuation', async () => {
    const room = await playedAdventure(2, {
      commands: [
        { action: 'look', new_objective: 'Open the trap door.' },
        { action: 'look', new_objective: 'open  the trap door' },
      ],
    });
    expect(active(room)).toEqual([['A1', 'Open the trap door.']]);
    expect(payloads(room, 'objective.refused')).toMatchObject([{ why: 'duplicate', of: 'A1' }]);
  });

  it('are all in the prompt, the sixth too', async () => {
    const room = await playedAdventure(7, {
      commands: [41, 42, 43, 44, 45, 46].map((place) => ({
        action: 'look',
        new_objective: `open the door at L${place}`,
      })),
    });
    const prompt = promptOf(asked(room, 'adventurer').at(-1));
    for (const place of [41, 42, 43, 44, 45, 46]) expect(prompt).toContain(`open the door at L${place}`);
  });

  it('survive discovery and refinement that do not name them', async () => {
    const room = await playedAdventure(11, {
      commands: [
        { action: 'look', new_objective: 'find the key of the oak door at L7' },
        { action: 'look', new_objective: 'light the lantern' },
        { action: 'look', new_objective: 'get the lantern lit' },
      ],
      answers: {
        discovery: () => ({ objectives: [{ text: 'cross the causeway at low tide' }] }),
        refinement: () => ({ merge: [{ into: 'A2', from: ['A3'] }] }),
      },
      options: { discoverEvery: 5, refineAbove: 1, stuckAfter: 0 },
    });
    expect(active(room)).toContainEqual(['A1', 'find the key of the oak door at L7']);
    expect(payloads(room, 'objective.merged')).toMatchObject([{ into: 'A2', from: ['A3'] }]);
    expect(room.state.objectives.find(({ id }) => id === 'A2')?.absorbed).toEqual(['A3']);
  });

  it('go stale in a run that leaves them alone; those of a person never do', async () => {
    const room = await createAdventureRoom({
      commands: [{ action: 'look', new_objective: 'find the key of the oak door' }],
      options: { staleAfter: 3, stuckAfter: 0 },
    });
    const asked = decideAdd(room.state, { text: 'light the lantern', priority: 'normal', parent: null });
    if (asked.ok) room.append(asked.value);
    await playTurns(room, 3);
    expect(active(room).map(([id]) => id)).toEqual(['P1', 'A1']);
    await playOneTurn(room);
    expect(payloads(room, 'objective.dropped')).toMatchObject([{ id: 'A1', by: 'service' }]);
    expect(active(room).map(([id]) => id)).toEqual(['P1']);
  });
});

describe('the critic of a run', () => {
  const against = () => ({ score: -0.5, reason: 'no good' });
  const rulings = (room: AdventureRoom) =>
    room.ledger
      .filter(({ kind }) => kind === 'critic.accepted' || kind === 'critic.rejected')
      .map(({ kind, payload }) => [kind, fieldsOf(payload).override]);

  it('has the adventurer think again, twice at most', async () => {
    const room = await playedAdventure(1, { answers: { critic: against } });
    expect(rulings(room)).toEqual([
      ['critic.rejected', null],
      ['critic.rejected', null],
      ['critic.accepted', 'out_of_tries'],
    ]);
    expect(asked(room, 'adventurer')).toHaveLength(3);
    expect(promptOf(asked(room, 'adventurer')[1])).toContain('no good');
  });

  it('is overruled while the run is stuck', async () => {
    let strict = false;
    const room = await playedAdventure(8, {
      answers: { critic: () => (strict ? against() : { score: 1, reason: 'fine' }) },
      options: { stuckAfter: 12 },
    });
    strict = true;
    await playOneTurn(room);
    expect(rulings(room).at(-1)).toEqual(['critic.accepted', 'stuck']);
    expect(kinds(room, 'critic.rejected')).toEqual([]);
  });

  it('is not asked when it is off', async () => {
    const room = await playedAdventure(2, {
      answers: { critic: against },
      options: { critic: { on: false } },
    });
    expect(asked(room, 'critic')).toEqual([]);
    expect(rulings(room)).toEqual([]);
  });
});
