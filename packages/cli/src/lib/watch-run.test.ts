import { describe, expect, it } from 'vitest';
import { type Problem, ProblemError, type Run, type Stage } from '../../../client/src/index';
import { describeRun, followRun, runProgress } from './watch-run';

const run = (status: Run['status'], actions: number): Run =>
  ({
    ...{ kind: 'grid', id: 'run_1', status, finishReason: null, pauseReason: null, failed: null },
    ...{ used: { actions, calls: 0 }, budgets: { actions: 10 }, level: 0, winLevels: null },
    actions: { ACTION1: { status: 'verified' }, ACTION2: { status: 'testing' } },
  }) as unknown as Run;
const problem = (status: number) =>
  new ProblemError({ type: '/problems/x', title: 'No', status, detail: 'why' } satisfies Problem);
const gone = problem(0);
const busy = problem(503);

/** A stage that answers what it is told to, one after the other. */
const stageOf = (answers: (Run | Error)[]): Pick<Stage, 'GET'> => {
  const get = async () => {
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often');
    return answer;
  };
  return { GET: get as unknown as Stage['GET'] };
};

describe('a run that is followed', () => {
  it('is waited for through restarts of the stage', async () => {
    const seen: number[] = [];
    const stage = stageOf([run('running', 1), gone, busy, run('running', 2), run('finished', 3)]);
    const ended = await followRun(
      stage,
      'run_1',
      new AbortController().signal,
      (now) => seen.push(runProgress(now).done),
      1,
    );
    expect(ended.status).toBe('finished');
    expect(seen).toEqual([1, 2, 3]);
  });

  it('is given up when the stage refuses it, or stays away', async () => {
    const refused = problem(404);
    const { signal } = new AbortController();
    await expect(followRun(stageOf([refused]), 'run_1', signal, () => {}, 1)).rejects.toBe(refused);
    const away = stageOf(Array.from({ length: 1_000 }, () => gone));
    await expect(followRun(away, 'run_1', signal, () => {}, 0)).rejects.toBe(gone);
  });

  it.each(['failed', 'paused', 'finished'] as const)('is over when it is %s', async (status) => {
    const ended = await followRun(
      stageOf([run(status, 1)]),
      'run_1',
      new AbortController().signal,
      () => {},
      1,
    );
    expect(ended.status).toBe(status);
  });

  it('is followed no more after Ctrl+C', async () => {
    const abort = new AbortController();
    const stage = stageOf([run('running', 1), run('running', 2)]);
    const following = followRun(stage, 'run_1', abort.signal, () => abort.abort(), 60_000);
    await expect(following).rejects.toThrow();
  });

  it('says how it stands', () => {
    expect(describeRun(run('running', 1))).toBe('running, 1 of 2 actions understood');
    expect(describeRun({ ...run('running', 1), level: 1, winLevels: 7 } as unknown as Run)).toMatch(
      /^running, level 2 of 7/,
    );
    expect(runProgress(run('running', 4))).toMatchObject({ done: 4, total: 10 });
    expect(describeRun({ ...run('finished', 1), finishReason: 'win' } as Run)).toBe('finished, win');
  });
});
