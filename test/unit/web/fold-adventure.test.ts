import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/base/json';
import type { Event } from '../../../src/contract/events/events';
import {
  changesAdventure,
  type Entry,
  foldAdventure,
  type Move,
  NO_STORY,
  trimAdventure,
} from '../../../web/src/adventure/fold-adventure';
import { makeReading, makeStory, thing } from '../../support/adventure-sample';
import { makeEvent } from '../../support/loose-events';

let seq = 0;
function event(kind: Event['kind'], payload: object = {}, turn = 1): Event {
  seq += 1;
  return makeEvent(kind, payload, { seq, actor: 'game', turn });
}

const standing = (text: string, [id, name]: [number, string], score: number | null) =>
  makeStory({
    text,
    upper: ['Mill Yard   0/1'],
    reading: makeReading({
      location: { id, name },
      moves: 3,
      score,
      inventory: [thing(9, 'lamp', [thing(10, 'oil')])],
      visible: [],
      confidence: { location: 'read', score: 'inferred', inventory: 'read' },
    }),
  });

const begin = (score: number | null = 0) =>
  event('episode.started', {
    n: 1,
    seed: 's',
    story: standing('Welcome.', [4, 'Lane End'], score),
    exits: null,
    notes: [],
    knowledge: null,
  });
const propose = (thinking: string, commands: string[], turn = 1) =>
  event('command.proposed', { thinking, commands, provider: 'understudy' }, turn);
const typed = (command: string, others: object = {}, turn = 1) =>
  event(
    'command.executed',
    {
      episode: 1,
      command,
      by: 'adventurer',
      given: null,
      thinking: 'Because.',
      effect: true,
      moved: false,
      died: false,
      story: standing('Done.', [4, 'Lane End'], 0),
      exits: null,
      ...others,
    },
    turn,
  );

const fold = (events: Event[]) => foldAdventure(NO_STORY, events);
const isMove = (entry: Entry): entry is Move => entry.type === 'move';
const movesOf = (events: Event[]) => fold(events).entries.filter(isMove);

describe('the transcript of an adventure', () => {
  it('begins with what the story says, and shows each command with its answer, and who thought of it', () => {
    const { entries } = fold([begin(), propose('Because.', ['open door']), typed('open door')]);
    expect(entries).toMatchObject([
      { type: 'episode', n: 1, text: 'Welcome.' },
      {
        type: 'move',
        command: 'open door',
        text: 'Done.',
        by: 'adventurer',
        provider: 'understudy',
        thinking: 'Because.',
        moved: null,
        effect: true,
        died: false,
      },
    ]);
  });

  it('never says that a model typed what a person typed', () => {
    const [move] = movesOf([
      begin(),
      propose('Mine.', ['look']),
      typed('look'),
      typed('wait', { by: 'player', thinking: null }, 2),
    ]).slice(1);
    expect(move).toMatchObject({ by: 'player', provider: '', thinking: '' });
  });

  it('shows thinking once in a turn of several commands, and again in the next', () => {
    const moves = movesOf([begin(), typed('take lamp'), typed('take rope'), typed('wait', {}, 2)]);
    expect(moves.map(({ thinking }) => thinking)).toEqual(['Because.', '', 'Because.']);
  });

  it('shows with the first command of a turn why the critic let it pass, and with no other', () => {
    const accept = () =>
      event('critic.accepted', { command: 'take lamp', score: 0.4, reason: 'It is dark below.' });
    const verdicts = movesOf([
      begin(),
      accept(),
      typed('take lamp'),
      typed('wait'),
      accept(),
      event('turn.started', { n: 2, attempt: 2 }, 2),
      typed('down', {}, 2),
      accept(),
      typed('look', { by: 'player', thinking: null }, 3),
    ]).map(({ verdict }) => verdict);
    expect(verdicts).toEqual([{ score: 0.4, reason: 'It is dark below.' }, null, null, null]);
  });

  it('marks what a command changed of the score, also downwards', () => {
    const scored = (score: number | null) => ({ story: standing('…', [4, 'Lane End'], score) });
    const moves = movesOf([begin(0), typed('a', scored(10)), typed('b', scored(10)), typed('c', scored(5))]);
    expect(moves.map(({ gained, score }) => [gained, score])).toEqual([
      [10, 10],
      [0, 10],
      [-5, 5],
    ]);
  });

  it('claims no change where the score before is not known', () => {
    const after = { story: standing('…', [4, 'Lane End'], 40) };
    expect(movesOf([typed('look', after)])[0]).toMatchObject({ score: 40, gained: 0 });
    expect(movesOf([begin(null), typed('look', after)])[0]).toMatchObject({ score: 40, gained: 0 });
  });

  it('shows where a move led, and a death', () => {
    const story = standing('You fall.', [7, 'Wheel Pit'], 0);
    const [move] = movesOf([begin(), typed('down', { moved: true, died: true, story })]);
    expect(move).toMatchObject({ moved: { id: 'L7', name: 'Wheel Pit' }, died: true });
  });

  it('takes an end for no fault of the story', () => {
    const stop = (kind: string) =>
      typed('quit', {
        story: { ...standing('Bye.', [4, 'Lane End'], 0), stopped: { kind, message: 'Over.' } },
      });
    const { entries } = foldAdventure(NO_STORY, [begin(), stop('quit'), stop('runaway')]);
    expect(entries.flatMap((entry) => (entry.type === 'move' ? [entry.stopped] : []))).toEqual(['', 'Over.']);
  });

  it('says what was taken back, and where the story stands then', () => {
    const back = (others: JsonObject) =>
      event('story.restored', {
        ...{ to: 1, save: null, story: standing('Here.', [4, 'Lane End'], 0), exits: null },
        ...others,
      });
    const events = [begin(), typed('north', { moved: true }, 2), back({}), back({ save: 'before the mill' })];
    expect(foldAdventure(NO_STORY, events).entries.slice(2)).toMatchObject([
      { type: 'note', text: 'Undone: “north”. Now at “Lane End”.' },
      { type: 'note', text: 'Restored “before the mill”. Now at “Lane End”.' },
    ]);
  });

  it('shows what the critic rejected, with the thinking behind it', () => {
    const events = [
      begin(),
      propose('I am hungry.', ['eat door']),
      event('critic.rejected', {
        command: 'eat door',
        by: 'critic',
        score: -0.6,
        reason: 'Doors are no food.',
      }),
    ];
    expect(fold(events).entries.at(-1)).toMatchObject({
      type: 'rejected',
      command: 'eat door',
      score: -0.6,
      reason: 'Doors are no food.',
      thinking: 'I am hungry.',
    });
  });

  it('names an objective that ends by its text', () => {
    const story = fold([
      event('objective.added', { id: 'A1', text: 'find the key', source: 'agent', priority: 'high' }),
      event('objective.completed', { id: 'A1', by: 'keeper', why: 'it is in hand' }),
    ]);
    expect(story.entries.at(-1)).toMatchObject({
      type: 'note',
      tone: 'good',
      text: 'Objective done: A1 “find the key” (it is in hand)',
    });
  });
});

describe('an adventure as it stands', () => {
  it('knows place, score and things from the newest move', () => {
    const { now, episode } = fold([
      begin(),
      typed('east', { story: standing('Mill.', [5, 'Mill Yard'], 5) }),
    ]);
    expect(episode).toBe(1);
    expect(now).toMatchObject({
      place: { id: 'L5', name: 'Mill Yard' },
      score: 5,
      moves: 3,
      inventory: [{ name: 'lamp', holds: [{ name: 'oil' }] }],
      confidence: { score: 'inferred' },
      awaits: 'line',
    });
  });

  it('tells what the turn is at, until it ends', () => {
    const started = event('turn.started', { n: 3, attempt: 2 }, 3);
    const proposed = propose('', ['open door'], 3);
    const at = (events: Event[]) => fold(events).turn;
    expect(at([started])).toEqual({ n: 3, attempt: 2, doing: 'thinking' });
    expect(at([started, proposed])?.doing).toBe('about to type “open door”');
    for (const kind of ['turn.completed', 'turn.failed', 'turn.cancelled'] as const) {
      expect(at([started, proposed, event(kind, {}, 3)])).toBeNull();
    }
  });

  it('says whose budget is spent, until it is raised', () => {
    const spent = fold([begin(), event('budget.exhausted', { budget: 'tenant', what: 'money', limit: 5 })]);
    expect(spent.spent).toEqual({ whose: 'tenant', what: 'money' });
    expect(foldAdventure(spent, [event('run.changed', {})]).spent).toBeNull();
  });

  it('tells which readings are old now', () => {
    const first = fold([begin()]);
    const added = event('objective.added', { id: 'P1', text: 'go on', source: 'player' });
    const second = foldAdventure(first, [added]);
    expect(second.changed).toEqual({ ...first.changed, objectives: added.seq });
    const written = event('knowledge.written', { text: 'All of it.' });
    expect(foldAdventure(second, [written]).changed).toEqual({ ...second.changed, knowledge: written.seq });
    const moved = typed('east');
    expect(foldAdventure(second, [moved]).changed.map).toBe(moved.seq);
  });
});

describe('folding', () => {
  it('gives the same in any portions', () => {
    const events = [begin(), propose('Why.', ['a']), typed('a'), typed('b', {}, 2), typed('c', {}, 2)];
    for (let cut = 0; cut <= events.length; cut += 1) {
      expect(foldAdventure(fold(events.slice(0, cut)), events.slice(cut))).toEqual(fold(events));
    }
  });

  it('takes no event twice', () => {
    const events = [begin(), typed('a'), typed('b', {}, 2)];
    const story = fold(events);
    expect(foldAdventure(story, events.slice(1))).toBe(story);
    const next = typed('c', {}, 3);
    expect(foldAdventure(story, [...events, next]).entries).toHaveLength(4);
  });

  it('changes no story that someone holds', () => {
    const story = fold([begin()]);
    foldAdventure(story, [typed('a')]);
    expect(story.entries).toHaveLength(1);
  });

  it('passes over kinds that it does not know', () => {
    const newer = () => ({ ...event('turn.started'), kind: 'weather.changed' }) as unknown as Event;
    const events = [begin(), event('level.completed', { level: 1 }), newer()];
    const story = fold(events);
    expect(story.entries).toHaveLength(1);
    expect(story.head).toBe(events.at(-1)?.seq);
  });

  it('passes over payloads that lack everything, or hold something else', () => {
    const kinds = [
      'turn.started',
      'episode.started',
      'command.given',
      'command.proposed',
      'command.executed',
      'critic.rejected',
      'critic.accepted',
      'objective.added',
      'objective.completed',
      'objective.merged',
      'objective.dropped',
      'objective.changed',
      'objective.refused',
      'memory.written',
      'knowledge.written',
      'stuck.warned',
      'episode.completed',
      'run.finished',
      'turn.failed',
      'turn.cancelled',
    ] as const;
    const odd: JsonObject = {
      story: { reading: { location: 'here', score: '5', inventory: [null, 3, { name: 7 }], confidence: [] } },
      text: ['no'],
      command: null,
      thinking: { deep: true },
      commands: 'x',
      notes: 4,
    };
    vi.spyOn(console, 'warn').mockReturnValue();
    for (const payload of [{}, odd, { story: null }, { story: [1] }]) {
      const opening = begin();
      const { entries, now, head } = fold([opening, ...kinds.map((kind) => event(kind, payload))]);
      expect(entries.length).toBeGreaterThan(1);
      expect(now).toMatchObject({ place: { name: 'Lane End' }, score: 0, awaits: 'line' });
      expect(head).toBe(opening.seq + kinds.length);
    }
  });
});

it('holds no machine state and no answer of an agent', () => {
  const trimmed = trimAdventure(typed('look', { exits: [{ direction: 'north' }] }));
  expect(JSON.stringify(trimmed)).not.toMatch(/snapshot|AAAA|exits/);
  expect(fold([trimmed]).entries[0]).toMatchObject({ command: 'look', text: 'Done.' });
  expect(trimAdventure(event('agent.answered', { answer: { a: 1 } })).payload).toEqual({});
  const given = event('command.given', { command: 'look', mode: 'take' });
  expect(trimAdventure(given)).toBe(given);
});

it('has the run read again after turns, episodes, objectives and commands of people, not for every call', () => {
  for (const kind of ['run.paused', 'turn.completed', 'episode.started', 'command.given'] as const) {
    expect(changesAdventure(event(kind))).toBe(true);
  }
  for (const kind of ['agent.answered', 'command.proposed', 'critic.accepted'] as const) {
    expect(changesAdventure(event(kind))).toBe(false);
  }
});
