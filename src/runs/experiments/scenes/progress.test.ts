import { describe, expect, it } from 'vitest';
import type { RunTally } from '../../../contract/experiments';
import { sceneTrials } from '../../../contract/scene-trials';
import type { TrialState } from '../../../room/rpc';
import type { DesiredState } from '../steps';
import { settleTrial } from './progress';

const SCENE = sceneTrials.parse({
  base: {},
  lines: ['One.', 'Two.'],
  rules: [{ name: 'hello', contains: 'hello' }],
  judge: { criteria: { warmth: 'Warm.' } },
});
const IDLE: TrialState = {
  ...{ isBusy: false, isFinished: false, failed: null, answeredBy: ['m'], scores: null, lines: [] },
  spent: { calls: 4, tokens: 40, money: 0.4 },
};
const REPLY = {
  round: 1,
  by: 'character',
  actor: 'ada',
  name: 'Ada',
  text: 'Hello.',
  hearers: null,
} as const;

/** Plays a scene as the experiment does: an input counts once the scene has accepted it. */
const settle = (
  before: RunTally | null,
  state: Partial<TrialState> = {},
  wish: DesiredState = 'run',
  scene = SCENE,
) => settleTrial(scene, before, { ...IDLE, ...state }, wish, true);
const accepted = (turns: number): RunTally => ({ ...settle(null).tally, turns });

describe('the progress of a scene in an experiment', () => {
  it('says one line after the other, each once the scene is idle', () => {
    expect(settle(null)).toMatchObject({ input: { say: 0 }, tally: { status: 'running', turns: 0 } });
    expect(settle(accepted(1), { isBusy: true })).toMatchObject({
      input: null,
      tally: { status: 'running' },
    });
    expect(settle(accepted(1))).toMatchObject({ input: { say: 1 } });
  });

  it('scores the rules before the judge is asked, so that its cost does not count', () => {
    const asked = settle(accepted(2), { lines: [REPLY, REPLY] });
    expect(asked).toMatchObject({
      input: 'judge',
      tally: { scores: { hello: 1, lines: 2, callsPerLine: 2 } },
    });
    const spent = { calls: 5, tokens: 99, money: 1 };
    expect(settle(asked.tally, { spent })).toMatchObject({ input: 'judge' });
    expect(settle(asked.tally, { spent, scores: { warmth: 7 } })).toMatchObject({
      input: null,
      tally: { status: 'finished', reason: null, calls: 5, scores: { hello: 1, callsPerLine: 2, warmth: 7 } },
    });
  });

  it('ends with the script if there is no judge', () => {
    const { judge: _, ...rest } = SCENE;
    expect(settle(accepted(2), {}, 'run', rest)).toMatchObject({
      input: null,
      tally: { status: 'finished' },
    });
  });

  it('gets no input while the experiment is paused', () => {
    expect(settle(accepted(1), {}, 'pause')).toMatchObject({ input: null, tally: { status: 'paused' } });
    expect(settle(accepted(1), { isBusy: true }, 'pause').tally.status).toBe('running');
  });

  it('has no scores of rules when a round fails or the owner ends it', () => {
    const failure = { code: 'model_unreachable', purpose: 'x', detail: 'It is down', fix: 'Wait.' } as never;
    const failed = settle(accepted(1), { failed: { round: 2, failure } }).tally;
    expect(failed).toMatchObject({
      status: 'failed',
      isShort: false,
      reason: expect.stringContaining('It is down'),
    });
    expect(failed.scores).toBeUndefined();
    const spent = {
      code: 'budget_exhausted',
      budget: 'room',
      what: 'calls',
      isLeased: false,
      fix: 'Raise it.',
    };
    expect(settle(accepted(1), { failed: { round: 2, failure: spent as never } }).tally).toMatchObject({
      ...{ status: 'paused', isShort: true },
    });
    expect(settle(accepted(1), { isFinished: true }).tally).toMatchObject({
      status: 'finished',
      reason: 'stopped',
    });
  });
});
