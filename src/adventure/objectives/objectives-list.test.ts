import { describe, expect, it } from 'vitest';
import { declare, fold, type Goals, inTurn, noGoals } from '../../../test/support/objectives';
import { listActive, renderObjectives } from './list';

const WIDE = { maxCharacters: 10_000 };
const shown = ({ objectives }: Goals) =>
  listActive(objectives).map(({ objective, depth }) => `${'.'.repeat(depth)}${objective.id}`);

function many(count: number): Goals {
  let goals = noGoals(3);
  for (let n = 1; n <= count; n += 1)
    goals = declare(goals, 'agent', `carry the painted statue number ${n} back to the hall at L${n}`);
  return goals;
}

describe('active objectives are listed', () => {
  it('by priority, then the oldest first', () => {
    let goals = declare(noGoals(1), 'agent', 'open door 1', { priority: 'low' });
    goals = declare(inTurn(goals, 2), 'agent', 'open door 2');
    goals = declare(inTurn(goals, 3), 'discovered', 'open door 3', { priority: 'high' });
    goals = declare(inTurn(goals, 4), 'player', 'open door 4');
    goals = declare(inTurn(goals, 5), 'agent', 'open door 5', { priority: 'high' });
    expect(shown(goals)).toEqual(['D1', 'A3', 'A2', 'P1', 'A1']);
    goals = fold(goals, 'changed', { id: 'A1', text: null, priority: 'high', order: null });
    expect(shown(goals)).toEqual(['D1', 'A3', 'A1', 'A2', 'P1']);
  });

  it("in a person's order once there is one, which later ones join by priority", () => {
    let goals = declare(noGoals(), 'agent', 'open door 1', { priority: 'high' });
    goals = declare(goals, 'agent', 'open door 2');
    goals = declare(goals, 'agent', 'open door 3', { priority: 'low' });
    goals = fold(goals, 'changed', { id: 'A3', text: null, priority: null, order: ['A3', 'A1', 'A2'] });
    expect(shown(goals)).toEqual(['A3', 'A1', 'A2']);
    goals = declare(goals, 'agent', 'open door 4', { priority: 'high' });
    goals = declare(goals, 'agent', 'open door 5', { priority: 'low' });
    expect(shown(goals)).toEqual(['A3', 'A1', 'A4', 'A2', 'A5']);
  });

  it('with their parts under them, which climb when a parent ends', () => {
    let goals = declare(noGoals(), 'agent', 'enter the house');
    goals = declare(goals, 'agent', 'feed the cat');
    goals = declare(goals, 'agent', 'open the window', { parent: 'A1' });
    goals = declare(goals, 'agent', 'find the crowbar', { parent: 'A3', priority: 'high' });
    expect(shown(goals)).toEqual(['A1', '.A3', '..A4', 'A2']);
    goals = fold(goals, 'dropped', { id: 'A3', by: 'player', why: '' });
    expect(shown(goals)).toEqual(['A1', '.A4', 'A2']);
    goals = fold(goals, 'completed', { id: 'A1', by: 'player', why: '' });
    expect(shown(goals)).toEqual(['A4', 'A2']);
  });

  it('all of them, even where parents go in circles', () => {
    const goals = declare(declare(noGoals(), 'agent', 'open door 1'), 'agent', 'open door 2');
    const [one, two] = goals.objectives;
    if (!one || !two) throw new Error('two expected');
    const circle = [
      { ...one, parent: 'A2' },
      { ...two, parent: 'A1' },
    ];
    expect(listActive(circle)).toHaveLength(2);
  });
});

describe('a prompt', () => {
  it('shows ids, priorities, parts, and what the player asked for', () => {
    let goals = declare(noGoals(4), 'player', 'enter the house', { priority: 'high' });
    goals = declare(inTurn(goals, 6), 'agent', 'find the key at L42', { parent: 'P1' });
    goals = declare(goals, 'agent', 'feed the cat', { priority: 'low' });
    goals = fold(goals, 'completed', { id: 'A2', by: 'keeper', why: '' });
    expect(renderObjectives(goals.objectives, WIDE)).toBe(
      [
        '- P1 [high] "enter the house" (asked by the player) (since turn 4)',
        '  - A1 [normal] "find the key at L42" (since turn 6)',
      ].join('\n'),
    );
    expect(renderObjectives([], WIDE)).toBe('');
  });

  it('shows the sixth objective, and the fortieth', () => {
    const lines = renderObjectives(many(40).objectives, WIDE).split('\n');
    expect(lines).toHaveLength(40);
    expect(lines[5]).toBe(
      '- A6 [normal] "carry the painted statue number 6 back to the hall at L6" (since turn 3)',
    );
  });

  it('shortens the longest texts first', () => {
    let goals = declare(noGoals(3), 'agent', 'feed the cat');
    goals = declare(goals, 'agent', `open ${'the very small and rusty door '.repeat(5)}`);
    const most = renderObjectives(goals.objectives, WIDE).length - 60;
    const written = renderObjectives(goals.objectives, { maxCharacters: most });
    expect(written.length).toBeLessThanOrEqual(most);
    expect(written.length).toBeGreaterThan(most - 5);
    expect(written).toMatch(
      /^- A1 \[normal\] "feed the cat" \(since turn 3\)\n- A2 \[normal\] "open .*…" \(since/,
    );
  });

  it('leaves none out, however little room there is', () => {
    const { objectives } = many(12);
    for (let most = 1200; most >= 90; most -= 7) {
      const written = renderObjectives(objectives, { maxCharacters: most });
      expect(written.length).toBeLessThanOrEqual(most);
      for (const { id } of objectives) expect(written).toMatch(new RegExp(`\\b${id}\\b`));
    }
    expect(renderObjectives(objectives, { maxCharacters: 40 })).toBe(
      '- 12 objectives: A1, A2, A3, A4, A5, …',
    );
    expect(renderObjectives(objectives, { maxCharacters: 0 })).toBe('- 12 objectives');
  });

  it('is never cut within a character', () => {
    const { objectives } = declare(noGoals(), 'agent', `open ${'🚪'.repeat(60)}`);
    for (let most = 60; most < 140; most += 1)
      expect(renderObjectives(objectives, { maxCharacters: most }).isWellFormed()).toBe(true);
  });
});
