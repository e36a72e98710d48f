import { describe, expect, it } from 'vitest';
import { declare, fold, type Goals, goal, inTurn, noGoals } from '../../../test/support/objectives';
import { reportObjectives } from './list';
import { findStale, refineObjectives } from './refine';

const nothing = { merge: null, drop: null };

function five(): Goals {
  let goals = declare(noGoals(), 'agent', 'find the brass key');
  goals = declare(goals, 'agent', 'open the trap door');
  goals = declare(goals, 'discovered', 'get a key for the brass door at L42');
  goals = declare(goals, 'discovered', 'light the lamp');
  return declare(goals, 'player', 'feed the cat');
}

function applyRefined(goals: Goals, answer: Parameters<typeof refineObjectives>[1]): Goals {
  const { merged, dropped } = refineObjectives(goals, answer);
  let state = goals;
  for (const payload of merged) state = fold(state, 'merged', payload);
  for (const payload of dropped) state = fold(state, 'dropped', payload);
  return state;
}

const statusOf = ({ objectives }: Goals) =>
  Object.fromEntries(objectives.map(({ id, status }) => [id, status]));

describe('refinement', () => {
  it('merges, and says what it merged', () => {
    const text = 'find the key of the brass door at L42';
    const answer = { merge: [{ into: 'a1', from: ['D1'], text }], drop: null };
    expect(refineObjectives(five(), answer).merged).toEqual([
      { into: 'A1', from: ['D1'], text, why: 'took in D1 "get a key for the brass door at L42"' },
    ]);
    const goals = applyRefined(five(), answer);
    expect(goal(goals, 'A1')).toMatchObject({ text, status: 'active', absorbed: ['D1'] });
    expect(goal(goals, 'D1')).toMatchObject({ status: 'merged', ended: { by: 'keeper' } });
    expect(goal(goals, 'D1').ended?.why).toContain('into A1');
  });

  it('leaves what it does not name', () => {
    const goals = five();
    expect(applyRefined(goals, nothing)).toEqual(goals);
    const refined = applyRefined(goals, { merge: null, drop: [{ id: 'D2', reason: 'lit' }] });
    expect(statusOf(refined)).toEqual({
      A1: 'active',
      A2: 'active',
      D1: 'active',
      D2: 'dropped',
      P1: 'active',
    });
  });

  it("never merges away, drops or rewords a person's", () => {
    const goals = five();
    const answer = {
      merge: [
        { into: 'A1', from: ['P1'], text: 'find the key and feed the cat' },
        { into: 'P1', from: ['D2'], text: 'light the lamp for the cat' },
      ],
      drop: [{ id: 'P1', reason: 'no cat' }],
    };
    const refined = applyRefined(goals, answer);
    expect(goal(refined, 'P1')).toEqual({ ...goal(goals, 'P1'), absorbed: ['D2'] });
    expect(goal(refined, 'A1').text).toBe('find the brass key');
    expect(goal(refined, 'D2').status).toBe('merged');
  });

  it('takes active, different ids only, and each once', () => {
    const goals = fold(five(), 'completed', { id: 'A2', by: 'keeper', why: '' });
    const answer = {
      merge: [
        { into: 'A1', from: ['A1', 'A2', 'X1', ''], text: null },
        { into: 'A1', from: ['D1', 'd1'], text: null },
        { into: 'D1', from: ['D2'], text: null },
      ],
      drop: [{ id: 'D1', reason: 'gone' }],
    };
    const { merged, dropped, refused } = refineObjectives(goals, answer);
    expect(merged.map(({ into, from }) => [into, from])).toEqual([['A1', ['D1']]]);
    expect(dropped).toEqual([]);
    expect(refused.map(({ text, why }) => [text, why])).toEqual([
      ['A2', 'unknown'],
      ['X1', 'unknown'],
      ['D1', 'unknown'],
    ]);
  });

  it('takes other spelling of its own words', () => {
    const merge = [{ into: 'A1', from: ['D1'], text: 'Find the brass key!' }];
    expect(refineObjectives(five(), { merge, drop: null }).merged).toMatchObject([
      { text: 'Find the brass key!' },
    ]);
  });

  it('keeps the old words where the new ones would not be taken', () => {
    for (const text of ['', 'explore', 'x'.repeat(300), 'Light the lamp.', 'find the brass key'])
      expect(
        refineObjectives(five(), { merge: [{ into: 'A1', from: ['D1'], text }], drop: null }).merged,
      ).toMatchObject([{ text: null }]);
  });
});

describe('a stale objective', () => {
  const stale = (goals: Goals, staleAfter = 30) =>
    findStale({ ...goals, config: { options: { staleAfter } } }).map(({ id }) => id);

  it('is dropped after so many turns, by the service', () => {
    const goals = declare(noGoals(10), 'agent', 'open the trap door');
    expect(stale(inTurn(goals, 39))).toEqual([]);
    expect(findStale({ ...inTurn(goals, 40), config: { options: { staleAfter: 30 } } })).toEqual([
      { id: 'A1', by: 'service', why: 'untouched for 30 turns' },
    ]);
    expect(stale(inTurn(goals, 1000), 0)).toEqual([]);
  });

  it('is twice as patient when it is important', () => {
    const goals = declare(noGoals(10), 'discovered', 'open the trap door', { priority: 'high' });
    expect(stale(inTurn(goals, 69))).toEqual([]);
    expect(stale(inTurn(goals, 70))).toEqual(['D1']);
  });

  it("is never a person's", () =>
    expect(stale(inTurn(declare(noGoals(1), 'player', 'feed the cat'), 10_000))).toEqual([]));

  it('is not one of which a part moves', () => {
    let goals = declare(noGoals(1), 'agent', 'enter the house');
    goals = declare(inTurn(goals, 25), 'agent', 'unlock the window', { parent: 'A1' });
    expect(stale(inTurn(goals, 40))).toEqual([]);
    goals = fold(inTurn(goals, 45), 'completed', { id: 'A2', by: 'keeper', why: '' });
    expect(stale(inTurn(goals, 74))).toEqual([]);
    expect(stale(inTurn(goals, 75))).toEqual(['A1']);
  });

  it('is not one whose part will still wait', () => {
    let goals = declare(noGoals(1), 'agent', 'enter the house');
    goals = declare(goals, 'agent', 'unlock the window', { parent: 'A1', priority: 'high' });
    const reworded = { id: 'A2', text: 'unlock the big window', priority: null, order: null };
    goals = { ...goals, objectives: fold(inTurn(goals, 20), 'changed', reworded).objectives };
    expect(stale(inTurn(goals, 49))).toEqual([]);
    expect(stale(inTurn(goals, 50))).toEqual(['A1']);
  });
});

describe('the report on objectives', () => {
  it('counts them by what became of them, and declarations by turn', () => {
    let goals = applyRefined(five(), {
      merge: [{ into: 'A1', from: ['D1'], text: null }],
      drop: [{ id: 'D2', reason: 'lit' }],
    });
    goals = fold(goals, 'completed', { id: 'A2', by: 'keeper', why: '' });
    goals = declare(goals, 'discovered', 'feed the cat');
    goals = declare(goals, 'agent', 'Feed the cat!');
    expect(reportObjectives(inTurn(goals, 40))).toEqual({
      active: 2,
      completed: 1,
      merged: 1,
      dropped: 1,
      refused: 2,
      declaredByAgent: 3,
      perTurn: 0.08,
      overused: null,
    });
  });

  it('is empty before the first turn', () =>
    expect(reportObjectives(noGoals(0))).toMatchObject({ active: 0, perTurn: 0, overused: null }));

  it('warns of more than one declaration in three turns', () => {
    let goals = noGoals();
    for (let n = 1; n <= 4; n += 1) goals = declare(goals, 'agent', `open door ${n}`);
    expect(reportObjectives(inTurn(goals, 9)).overused).toBeNull();
    expect(reportObjectives(inTurn(goals, 11)).overused).toContain('4 objectives declared in 11 turns');
    expect(reportObjectives(inTurn(goals, 12)).overused).toBeNull();
  });

  it('warns when most of them repeat others, whatever the keeper repeats', () => {
    let goals = declare(noGoals(), 'agent', 'open the trap door');
    for (let n = 0; n < 9; n += 1) goals = declare(goals, 'discovered', 'open the trap door');
    expect(reportObjectives(inTurn(goals, 100)).overused).toBeNull();
    for (let n = 0; n < 3; n += 1) goals = declare(goals, 'agent', 'open the trap door');
    expect(reportObjectives(inTurn(goals, 100)).overused).toContain('3 of 4 declared objectives repeated');
  });
});
