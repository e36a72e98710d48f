import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../test/support/depth';
import { declare, fold, goal, inTurn, noGoals, objectiveEvent } from '../../test/support/objectives';
import { foldObjective, listAncestors, MAX_ENDED } from './objectives/fold';
import { listActive } from './objectives/list';
import type { Objective } from './state-types';

const ID = fc.constantFrom('A1', 'A2', 'A3', 'A4', 'D1', 'D2', 'D3', 'P1', 'P2', 'X9');
const TEXT = fc.constantFrom('open the door', 'feed the cat', 'light the lamp', 'wind the clock');
const PRIORITY = fc.constantFrom('high', 'normal', 'low');
const AGENT = fc.constantFrom('adventurer', 'keeper', 'service');
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

const added = ID.chain((id) =>
  fc.record({
    id: fc.constant(id),
    text: TEXT,
    source: fc.constant(id.startsWith('P') ? 'player' : id.startsWith('D') ? 'discovered' : 'agent'),
    priority: PRIORITY,
    parent: orNull(ID),
    place: fc.constant(null),
  }),
);
const ended = fc.record({ id: ID, by: AGENT, why: TEXT });
const merged = fc.record({ into: ID, from: fc.array(ID), text: orNull(TEXT), why: TEXT });
const changed = fc.record({
  id: ID,
  text: orNull(TEXT),
  priority: orNull(PRIORITY),
  parent: orNull(ID),
  order: orNull(fc.array(ID)),
});
const byAgents = fc.oneof(
  fc.tuple(fc.constant('added'), added),
  fc.tuple(fc.constantFrom('dropped'), ended),
  fc.tuple(fc.constant('merged'), merged),
);
const byAnyone = fc.oneof(
  byAgents,
  fc.tuple(fc.constant('completed'), ended),
  fc.tuple(fc.constant('changed'), changed),
);

const play = (steps: readonly (readonly [string, object])[], from: Objective[] = []): Objective[] =>
  steps.reduce<Objective[]>(
    (list, [kind, payload], turn) => foldObjective(list, objectiveEvent(kind, payload, turn + 1)),
    from,
  );

describe('whatever happens to objectives', () => {
  it('ids stay unique, none is lost, parents never go in circles, all active ones are listed', () => {
    fc.assert(
      fc.property(fc.array(byAnyone, { maxLength: 40 }), (steps) => {
        const objectives = play(steps);
        const ids = objectives.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const named = steps
          .filter(([kind]) => kind === 'added')
          .map(([, payload]) => (payload as { id: string }).id);
        expect(new Set(ids)).toEqual(new Set(named));
        for (const { id, parent, status, ended: end } of objectives) {
          expect(listAncestors(objectives, id).length).toBeLessThan(ids.length);
          // A cycle would end at its start.
          const top = listAncestors(objectives, id).at(-1);
          if (top) expect(goal({ objectives }, top).parent).toBeNull();
          expect(parent).not.toBe(id);
          expect(end === null).toBe(status === 'active');
        }
        const active = objectives.filter(({ status }) => status === 'active').length;
        expect(listActive(objectives)).toHaveLength(active);
      }),
    );
  });

  it("no agent drops, rewords or merges away a person's", () => {
    const start = play([
      [
        'added',
        { id: 'P1', text: 'say hello', source: 'player', priority: 'low', parent: null, place: null },
      ],
    ]);
    fc.assert(
      fc.property(fc.array(byAgents, { maxLength: 40 }), (steps) => {
        const { text, status, priority, source, wordings } = goal({ objectives: play(steps, start) }, 'P1');
        expect({ text, status, priority, source, wordings }).toEqual({
          text: 'say hello',
          status: 'active',
          priority: 'low',
          source: 'player',
          wordings: [],
        });
      }),
    );
  });

  it('what is over never changes again', () => {
    fc.assert(
      fc.property(
        fc.array(byAnyone, { maxLength: 30 }),
        fc.array(byAnyone, { maxLength: 10 }),
        (steps, more) => {
          const objectives = play(steps);
          const later = play(more, objectives);
          for (const one of objectives.filter(({ status }) => status !== 'active'))
            expect(goal({ objectives: later }, one.id)).toEqual(one);
        },
      ),
    );
  });
});

describe('the fold', () => {
  it('changes nothing for other events and for what is not active', () => {
    const { objectives } = declare(noGoals(), 'agent', 'open the door');
    for (const [kind, payload] of [
      ['refused', { source: 'agent', text: 'x', why: 'vague', of: null }],
      ['completed', { id: 'A2', by: 'keeper', why: '' }],
      ['merged', { into: 'A1', from: ['A1', 'A2'], text: 'light the lamp', why: '' }],
      ['merged', { into: 'A2', from: ['A1'], text: null, why: '' }],
      ['changed', { id: 'A2', text: 'light the lamp', priority: null, order: null }],
    ] as const)
      expect(foldObjective(objectives, objectiveEvent(kind, payload, 2))).toBe(objectives);
  });

  it('keeps who ended an objective, when and by what evidence', () => {
    let goals = declare(noGoals(3), 'agent', 'open the door');
    goals = fold(inTurn(goals, 9), 'completed', { id: 'A1', by: 'keeper', why: 'The door swings open.' });
    expect(goal(goals, 'A1')).toMatchObject({
      turn: 3,
      status: 'completed',
      ended: { turn: 9, by: 'keeper', why: 'The door swings open.' },
    });
  });

  it('moves the whole chain of parents forward with a part that is added, done, reworded or taken in', () => {
    let goals = declare(noGoals(1), 'agent', 'enter the house');
    goals = declare(goals, 'agent', 'open the window', { parent: 'A1' });
    const touched = () => ['A1', 'A2'].map((id) => goal(goals, id).touched);
    goals = declare(inTurn(goals, 5), 'agent', 'find the crowbar', { parent: 'A2' });
    expect(touched()).toEqual([5, 5]);
    goals = fold(inTurn(goals, 6), 'changed', {
      id: 'A3',
      text: 'find a crowbar at L5',
      priority: null,
      order: null,
    });
    expect(touched()).toEqual([6, 6]);
    goals = declare(goals, 'discovered', 'buy a crowbar from the smith');
    goals = fold(inTurn(goals, 7), 'merged', { into: 'A3', from: ['D1'], text: null, why: '' });
    expect(touched()).toEqual([7, 7]);
    goals = fold(inTurn(goals, 8), 'completed', { id: 'A3', by: 'keeper', why: '' });
    expect(touched()).toEqual([8, 8]);
    expect(goal(goals, 'A2').status).toBe('active');
    goals = declare(goals, 'agent', 'break the glass', { parent: 'A2' });
    goals = fold(inTurn(goals, 12), 'dropped', { id: 'A4', by: 'service', why: '' });
    expect(touched()).toEqual([8, 8]);
  });

  it('moves nothing back by an event that belongs to no turn', () => {
    const goals = declare(noGoals(9), 'agent', 'enter the house');
    const { turn: _, ...event } = objectiveEvent(
      'changed',
      { id: 'A1', text: null, priority: 'low', order: null },
      9,
    );
    expect(goal({ objectives: foldObjective(goals.objectives, event) }, 'A1')).toMatchObject({
      priority: 'low',
      touched: 9,
    });
  });

  it('hands the parts of what was merged to what it went into', () => {
    let goals = declare(noGoals(), 'agent', 'enter the house');
    goals = declare(goals, 'discovered', 'get into the white house');
    goals = declare(goals, 'agent', 'open the window', { parent: 'D1' });
    goals = declare(goals, 'player', 'find the crowbar', { parent: 'D1' });
    goals = fold(goals, 'merged', { into: 'A1', from: ['D1'], text: null, why: 'one' });
    expect(['A2', 'P1'].map((id) => goal(goals, id).parent)).toEqual(['A1', 'A1']);
  });

  it('merges an objective into a part of itself', () => {
    let goals = declare(noGoals(), 'agent', 'enter the house');
    goals = declare(goals, 'agent', 'open the window', { parent: 'A1' });
    goals = declare(goals, 'agent', 'find the crowbar', { parent: 'A2' });
    goals = declare(goals, 'agent', 'light the lamp', { parent: 'A1' });
    goals = fold(goals, 'merged', { into: 'A3', from: ['A1'], text: null, why: 'one' });
    expect(['A2', 'A3', 'A4'].map((id) => goal(goals, id).parent)).toEqual([null, 'A2', 'A3']);
  });
});

if (isDeep)
  it('a run that declares and drops without end keeps the newest ends, whatever is active, and counts its ids on', () => {
    let goals = declare(noGoals(), 'agent', 'enter the house');
    for (let n = 1; n <= MAX_ENDED + 3; n += 1) {
      goals = declare(inTurn(goals, n), 'agent', `fill jar ${n}`);
      goals = fold(goals, 'dropped', { id: `A${n + 1}`, by: 'service', why: '' });
    }
    goals = declare(goals, 'agent', 'light the lamp');
    expect(goals.objectives).toHaveLength(MAX_ENDED + 2);
    expect(goal(goals, 'A1').status).toBe('active');
    expect(goals.objectives.some(({ id }) => id === 'A4')).toBe(false);
    expect(goal(goals, 'A5').status).toBe('dropped');
    expect(goal(goals, `A${MAX_ENDED + 5}`).text).toBe('light the lamp');
  });
