import { describe, expect, it } from 'vitest';
import { type createMemoryRun, playedRun } from '../../../test/support/explore-run';
import { comparison, type RunDigest, runDigest } from '../../contract/replays';
import { compareRuns, digestRun } from './compare';
import { replayPage } from './replay';

async function digest(args: Parameters<typeof createMemoryRun>[0]): Promise<RunDigest> {
  const room = await playedRun(args);
  return digestRun(room.state, room.ledger);
}

const room = await playedRun({ seed: 's1' });
const one = digestRun(room.state, room.ledger);
const other = await digest({ seed: 's2' });
const UP = 'Moves the blue 4×4 square up 4.';

const redefine = (run: RunDigest, definition: string | null): RunDigest => {
  const known = run.actions.ACTION1;
  if (!known) throw new Error('ACTION1 was offered');
  return { ...run, actions: { ...run.actions, ACTION1: { ...known, definition } } };
};

describe('a comparison of two runs', () => {
  it('of a run with itself agrees in everything', () => {
    const same = compareRuns(one, structuredClone(one));
    expect(runDigest.parse(one)).toEqual(one);
    expect(comparison.parse(same)).toEqual(same);
    expect(same).toMatchObject({ sameGame: true, sameSeed: true, diverge: null });
    expect(Object.values(same.actions).every(({ agreement }) => agreement !== 'different')).toBe(true);
    expect(same.environment.every((entry) => entry.in === 'both' && entry.sameText)).toBe(true);
  });

  it('shows header and standing of both, and how long each action took', () => {
    const { a, actions } = compareRuns(one, other);
    expect(a).toMatchObject({
      game: 'corridor',
      provider: 'understudy',
      used: room.state.used,
      status: 'finished',
    });
    const known = actions.ACTION1?.a;
    expect(known?.status).toBe('verified');
    const { items } = replayPage(room.ledger, { after: 0, limit: 1000 });
    const at = items.find(({ action, status }) => action?.id === 'ACTION1' && status === 'verified');
    // The start is a step but not an action.
    expect(known?.actionsUntilVerified).toBe((at?.n ?? 0) - 1);
    expect(known?.firstEffectTurn).toBe(
      room.state.knowledge.actions.ACTION1?.observations.find(({ hadEffect }) => hadEffect)?.turn,
    );
  });

  it('compares definitions by their words', () => {
    const compare = (a: string | null, b: string | null) =>
      compareRuns(redefine(one, a), redefine(one, b)).actions.ACTION1;
    expect(compare(UP, UP.replace(' up ', ' down '))?.agreement).toBe('different');
    expect(compare('It  goes UP', 'it goes up.')?.agreement).toBe('same');
    expect(compare(UP, null)?.agreement).toBe('only_a');
    expect(compare(null, UP)?.agreement).toBe('only_b');
    expect(compare(null, null)?.agreement).toBe('neither');
  });

  it('tells what only one of them holds of the world', () => {
    const entry = { kind: 'rule' as const, name: 'Gravity', text: 'Things fall.' };
    const a = { ...one, environment: [entry, { ...entry, name: 'Walls' }] };
    const b = { ...one, environment: [{ ...entry, name: ' gravity', text: 'Things rise.' }] };
    expect(compareRuns(a, b).environment).toEqual([
      { kind: 'rule', name: 'Gravity', in: 'both', sameText: false },
      { kind: 'rule', name: 'Walls', in: 'only_a', sameText: null },
    ]);
    expect(compareRuns(b, a).environment.find(({ name }) => name === 'Walls')?.in).toBe('only_b');
  });

  it('finds where two runs of the same game and seed part ways', () => {
    const steps = structuredClone(one.steps);
    const third = steps[3];
    if (!third) throw new Error('there are steps');
    third.action = 'ACTION7';
    expect(compareRuns(one, { ...one, steps }).diverge).toEqual({
      step: 4,
      kind: 'action',
      a: { turn: one.steps[3]?.turn, action: one.steps[3]?.action, frame: one.steps[3]?.frame },
      b: { turn: third.turn, action: 'ACTION7', frame: third.frame },
    });
    const short = { ...one, steps: one.steps.slice(0, 5) };
    expect(compareRuns(short, one).diverge).toMatchObject({ step: 6, kind: 'end', a: null });
    const board = structuredClone(one.steps);
    if (board[2]) board[2].key = '0';
    expect(compareRuns(one, { ...one, steps: board }).diverge).toMatchObject({ step: 3, kind: 'board' });
  });

  it('does not compare the ways of runs that began elsewhere', () =>
    expect(compareRuns(one, other)).toMatchObject({ sameGame: true, sameSeed: false, diverge: null }));

  it('of two games has the actions of both', async () => {
    const crates = await digest({ game: 'crates', seed: 's1', budgets: { actions: 8 } });
    const { sameGame, actions } = compareRuns(one, crates);
    expect(sameGame).toBe(false);
    expect(actions.ACTION7).toMatchObject({ a: null });
    expect(actions.ACTION1).toMatchObject({ a: { status: 'verified' }, b: expect.anything() });
  });
});
