import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/depth';
import {
  createMemoryRun,
  playedRun,
  playOneTurn,
  playToEnd,
  recordCalls,
} from '../../../test/support/explore-run';
import {
  adoptRule,
  analysis,
  eventsOf,
  FIVE,
  kindsOf,
  type Lab,
  makeRemote,
  scriptModel,
  shown,
  suggest,
} from '../../../test/support/lab-game';
import { fieldsOf } from '../../../test/support/loose-events';
import { ACTION_IDS } from '../../contract/agents';
import { packFrame } from '../../contract/frame';
import type { DriverOutcome } from '../../runs/games/driver';
import { shouldPlayTurn } from '../../runs/state';
import { readRecord } from './evidence';
import { exportRun } from './export';
import { reportMarkdown } from './report/report';
import { runView, turnView } from './views';

/**
 * docs/internals.md#ledger-and-journal and docs/runs.md#arc-agi-3 for remote games: refused, doubtful and
 * unsent actions.
 */

const doubt: DriverOutcome = { kind: 'doubt', message: 'the connection was lost' };
const refused: DriverOutcome = { kind: 'refused', message: 'not now' };
const unsent: DriverOutcome = { kind: 'unsent', message: 'too many requests' };

/** A run of a remote game that answers from a list. The explorer cycles through the actions. */
function createRemoteRun(answers: DriverOutcome[], budgets = { actions: 40, calls: 80 }) {
  const { remote, calls } = makeRemote(answers);
  const targets = Array.from({ length: 100 }, (_, i) => suggest(FIVE[i % 2] ?? null));
  const room = createMemoryRun({ game: 'arc3:lab-1', budgets, answer: scriptModel(targets, [analysis()]) });
  const play = () => playOneTurn(room, {}, remote);
  return { room, calls, play, remote };
}
const outcomes = (room: Lab) =>
  eventsOf(room, 'turn.completed').map(({ payload }) => fieldsOf(payload).outcome);

describe('an action in doubt', () => {
  it('is counted as sent, is no evidence, and the next turn looks where the game stands before it asks', async () => {
    const { room, play, calls } = createRemoteRun([
      shown({}),
      doubt,
      shown({ first: 2 }),
      shown({ first: 3 }),
    ]);
    await play();
    expect(room.state).toMatchObject({
      used: { actions: 1, calls: 1 },
      game: { certain: false },
      trouble: 1,
    });
    expect(room.state.knowledge.actions.ACTION1?.observations).toEqual([]);
    expect(room.state.tried).toEqual({});
    await play();
    expect(calls).toEqual(['start', 'ACTION1', 'ACTION1', 'ACTION2']);
    expect(kindsOf(room, 2)).toEqual([
      'turn.started',
      'action.executed',
      'frame.captured',
      'action.suggested',
      'action.executed',
      'frame.captured',
      'predictions.checked',
      'action.analyzed',
      'knowledge.updated',
      'turn.completed',
    ]);
    expect(outcomes(room)).toEqual(['doubtful', 'observed']);
    expect(room.state.trouble).toBe(0);
    // A frame after an uncertain board has no `fromKey`; the one after it does.
    const fromKeys = eventsOf(room, 'frame.captured').map(
      ({ payload }) => fieldsOf(payload).fromKey !== null,
    );
    expect(fromKeys).toEqual([false, false, true]);
    const [observation] = room.state.knowledge.actions.ACTION2?.observations ?? [];
    expect(observation).toMatchObject({ beforeFrame: 2, afterFrame: 3, excluded: false });
  });

  it('in the setup ends the turn, with nothing more sent and nothing learnt', async () => {
    const { remote, calls } = makeRemote([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((first) => shown({ first })),
      doubt,
      shown({ first: 11 }),
      shown({ first: 12 }),
    ]);
    const room = createMemoryRun({
      game: 'arc3:lab-1',
      answer: scriptModel(
        [
          ...[1, 2, 3, 4, 5, 6, 7, 8].map(() => suggest('ACTION1')),
          suggest('ACTION2', ['ACTION1', 'ACTION1']),
          suggest('ACTION2'),
        ],
        [adoptRule],
      ),
    });
    for (let i = 0; i < 9; i++) await playOneTurn(room, {}, remote);
    expect(room.state.knowledge.actions.ACTION1?.status).toBe('verified');
    expect(calls).toHaveLength(10);
    expect(outcomes(room).at(-1)).toBe('doubtful');
    const view = turnView(room.ledger.filter(({ turn }) => turn === 9));
    expect(view.sent).toEqual([
      { kind: 'doubt', role: 'setup', action: { id: 'ACTION1' }, message: 'the connection was lost' },
    ]);
    await playOneTurn(room, {}, remote);
    // Sends a verified action to see the board, which adds no observation.
    expect(calls.slice(10)).toEqual(['ACTION1', 'ACTION2']);
    expect(room.state.knowledge.actions.ACTION1?.observations).toHaveLength(8);
  });

  it('three times in a row fails the turn, which begins anew; the run waits for its owner', async () => {
    const { room, play } = createRemoteRun([
      shown({}),
      doubt,
      doubt,
      doubt,
      shown({ first: 5 }),
      shown({ first: 6 }),
    ]);
    await play();
    await play();
    expect(shouldPlayTurn(room.state)).toBe(true);
    await play();
    expect(room.state).toMatchObject({ failed: { retry: 'restart', failure: { code: 'unavailable' } } });
    expect(shouldPlayTurn(room.state)).toBe(false);
    expect(room.state.used.actions).toBe(3);
    await play();
    expect(room.state).toMatchObject({ failed: null, trouble: 0, used: { actions: 5 } });
  });

  it('is the last of its budget: the run ends without another action', async () => {
    const { room, remote, calls } = createRemoteRun([shown({}), doubt], { actions: 1, calls: 80 });
    await playToEnd(room, {}, 10, remote);
    expect(calls).toEqual(['start', 'ACTION1', 'end']);
    expect(room.state.finishReason).toBe('action_budget');
  });

  it('that turns out to have ended the game leads to a reset, not to a suggestion', async () => {
    const { room, play, calls } = createRemoteRun([
      shown({}),
      doubt,
      shown({ first: 1 }, { state: 'GAME_OVER' }),
      shown({}),
      shown({ first: 1 }),
    ]);
    await play();
    await play();
    expect(outcomes(room)).toEqual(['doubtful', 'interrupted']);
    await play();
    expect(calls).toEqual(['start', 'ACTION1', 'ACTION1', 'reset', 'ACTION2']);
  });
});

describe('a refused action', () => {
  it('changes nothing, is not counted as sent, and is not evidence', async () => {
    const { room, play } = createRemoteRun([shown({}), refused, shown({ first: 1 })]);
    await play();
    expect(room.state).toMatchObject({
      used: { actions: 0, calls: 1 },
      trouble: 1,
      game: { refused: false },
    });
    expect(room.state.knowledge.actions.ACTION1).toMatchObject({ status: 'unobserved', noEffect: 0 });
    expect(turnView(room.ledger.filter(({ turn }) => turn === 1)).sent).toMatchObject([
      { kind: 'refused', role: 'target', action: { id: 'ACTION1' }, message: 'not now' },
    ]);
    await play();
    expect(outcomes(room)).toEqual(['refused', 'observed']);
  });

  it('twice in a row has the game started again', async () => {
    const { room, play, calls } = createRemoteRun([
      shown({}),
      refused,
      refused,
      shown({}),
      shown({ first: 1 }),
    ]);
    for (let i = 0; i < 3; i++) await play();
    // The game refused both actions on this board, so another action follows.
    expect(calls).toEqual(['start', 'ACTION1', 'ACTION2', 'reset', 'ACTION3']);
    expect(eventsOf(room, 'game.reset')[1]?.payload).toMatchObject({ reason: 'refused' });
    expect(room.state.trouble).toBe(0);
  });

  it('a third time, though the game was started again, pauses the run, in words; resuming counts anew', async () => {
    // A game that starts whenever asked but refuses every action, as the real server did with a short id.
    const calls: string[] = [];
    const stubborn = () => ({
      afterCut: 'doubted' as const,
      begin: () => shown({}),
      act: (_: unknown, { id }: { id: string }): DriverOutcome => {
        calls.push(id);
        return refused;
      },
    });
    const { room } = createRemoteRun([]);
    await playToEnd(room, {}, 200, stubborn);
    // An action refused on this board is not sent again right away; a new suggestion is requested instead.
    expect(room.state).toMatchObject({ status: 'paused', failed: null, used: { actions: 0, calls: 4 } });
    expect(calls).toHaveLength(3);
    expect(room.ledger.slice(-2)).toMatchObject([
      { kind: 'turn.completed', payload: { outcome: 'refused', paused: true } },
      {
        kind: 'run.paused',
        payload: { reason: 'refused', detail: expect.stringMatching(/3 actions.*not now/) },
      },
    ]);
    expect(runView(room.state)).toMatchObject({
      status: 'paused',
      pauseReason: expect.stringMatching(/not now/),
    });
    expect(reportMarkdown(readRecord(room.state, room.ledger))).toMatch(
      /It is paused \(The game refused 3 actions/,
    );
    room.append([{ kind: 'run.resumed', actor: 'system', payload: { steps: null } }]);
    await playToEnd(room, {}, 200, stubborn);
    expect(calls).toHaveLength(6);
  });

  it('whose reset is refused as well fails the turn before anything more is paid for', async () => {
    const { room, remote } = createRemoteRun([shown({}), refused]);
    await playToEnd(room, {}, 200, remote);
    expect(room.state).toMatchObject({ failed: { failure: { code: 'unavailable' } }, used: { calls: 2 } });
  });

  it('as the session is gone has a new one opened at once; the lost action is no evidence, knowledge stays', async () => {
    const gone: DriverOutcome = { ...refused, gone: true };
    const anew: DriverOutcome = { ...shown({}), anew: true } as DriverOutcome;
    const { room, play, calls } = createRemoteRun([
      ...[shown({}), shown({ first: 1 }), gone],
      // Replays earlier actions, which adds no observations.
      ...[anew, shown({ first: 1 }), shown({ first: 2 }), gone],
      ...[anew, gone, anew, gone, anew, gone],
    ]);
    for (let i = 0; i < 3; i++) await play();
    expect(calls).toEqual(['start', 'ACTION1', 'ACTION2', 'reset', 'ACTION1', 'ACTION1']);
    expect(eventsOf(room, 'action.refused')[0]?.payload).toMatchObject({ gone: true });
    expect(eventsOf(room, 'game.reset')[1]?.payload).toMatchObject({
      reason: 'session_lost',
      inDoubt: false,
    });
    const [, , reset] = eventsOf(room, 'frame.captured').map(({ payload }) => payload);
    expect(reset).toMatchObject({ label: 'reset', action: null, fromKey: null });
    expect(room.state).toMatchObject({ status: 'running', failed: null, used: { actions: 3 } });
    expect(room.state.knowledge.actions.ACTION1?.observations).toHaveLength(2);
    // Lost repeatedly without an action in between: must not restart forever.
    for (let i = 0; i < 20 && shouldPlayTurn(room.state); i++) await play();
    expect(room.state).toMatchObject({ status: 'paused', used: { actions: 3 } });
    expect(calls.filter((call) => call === 'reset').length).toBeLessThanOrEqual(4);
  });

  it('as the session is gone after three doubts has a new one opened as well, once the run is resumed', async () => {
    const gone: DriverOutcome = { ...refused, gone: true };
    const anew: DriverOutcome = { ...shown({}), anew: true } as DriverOutcome;
    const { room, play, calls } = createRemoteRun([
      ...[shown({}), doubt, doubt, doubt],
      ...[gone, anew, shown({ first: 1 })],
    ]);
    for (let i = 0; i < 3; i++) await play();
    expect(room.state.failed).not.toBeNull();
    await play();
    expect(room.state).toMatchObject({ failed: null, status: 'running', trouble: 4 });
    await play();
    expect(calls).toEqual(['start', 'ACTION1', 'ACTION1', 'ACTION1', 'ACTION1', 'reset', expect.anything()]);
    expect(room.state).toMatchObject({ failed: null, status: 'running', trouble: 0 });
  });

  it('as the key is wrong fails the turn at once, with what mends it; resumed, the same action is sent again', async () => {
    const failure = {
      code: 'unavailable' as const,
      detail: 'wrong key',
      retryAfter: 30,
      fix: 'set ARC_API_KEY',
    };
    const { room, play, calls } = createRemoteRun([shown({}), { ...refused, failure }, shown({ first: 1 })]);
    await play();
    expect(room.state).toMatchObject({
      failed: { failure, retry: 'resume' },
      used: { actions: 0, calls: 1 },
    });
    expect(eventsOf(room, 'action.refused')).toEqual([]);
    await play();
    expect(calls).toEqual(['start', 'ACTION1', 'ACTION2']);
  });
});

describe('a game that is out of reach', () => {
  it('fails the turn before anything was sent, and the same action is tried when it is resumed', async () => {
    const { room, play } = createRemoteRun([shown({}), unsent]);
    await play();
    expect(room.state).toMatchObject({
      failed: { retry: 'resume', failure: { code: 'unavailable' } },
      used: { actions: 0, calls: 1 },
      trouble: 0,
    });
  });

  it('is not started: the turn fails, with nothing in the ledger', async () => {
    for (const answer of [unsent, refused, doubt]) {
      const { room, play } = createRemoteRun([answer]);
      await play();
      expect(room.state).toMatchObject({ failed: { retry: 'resume' }, game: null });
      expect(eventsOf(room, 'game.reset')).toEqual([]);
    }
  });

  it('is told that the run is over, once', async () => {
    const { room, remote, calls } = createRemoteRun([shown({}), shown({ level: 1 }, { state: 'WIN' })]);
    await playToEnd(room, {}, 10, remote);
    expect(calls).toEqual(['start', 'ACTION1', 'end']);
    expect(room.state.finishReason).toBe('win');
  });
});

describe('a reset in doubt', () => {
  it('is not sent again before the game was asked where it stands', async () => {
    const { room, play, calls } = createRemoteRun([
      shown({}),
      shown({ first: 1 }, { state: 'GAME_OVER' }),
      doubt,
      shown({ first: 2 }),
      shown({ first: 2, second: 1 }),
    ]);
    await play();
    expect(room.state.game).toMatchObject({ state: 'NOT_FINISHED', certain: false });
    await play();
    expect(calls).toEqual(['start', 'ACTION1', 'reset', 'ACTION1', 'ACTION2']);
    expect(room.state.game).toMatchObject({ certain: true });
  });

  it('that was not done is done once the game refuses to go on', async () => {
    const { room, play, calls } = createRemoteRun([
      shown({}),
      shown({ first: 1 }, { state: 'GAME_OVER' }),
      doubt,
      refused,
      shown({}),
      shown({ second: 1 }),
    ]);
    for (let i = 0; i < 3; i++) await play();
    expect(calls).toEqual(['start', 'ACTION1', 'reset', 'ACTION1', 'reset', 'ACTION2']);
    expect(room.state).toMatchObject({ failed: null, trouble: 0 });
  });
});

describe('a game that makes no sense', () => {
  /**
   * Boards of any size, level changes in both directions, changing actions, doubts, refusals and game overs.
   */
  function makeNonsense(seed: number) {
    let state = seed;
    const random = (n: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 16) % n;
    };
    const board = () => {
      const [rows, cols] = [1 + random(12), 1 + random(12)];
      return packFrame(Array.from({ length: rows }, () => Array.from({ length: cols }, () => random(4))));
    };
    const show = (): DriverOutcome => ({
      kind: 'step',
      note: null,
      step: {
        snapshot: {},
        frames: Array.from({ length: 1 + random(4) }, board),
        state: random(12) === 0 ? 'GAME_OVER' : 'NOT_FINISHED',
        levelsCompleted: random(8) === 0 ? random(3) : 0,
        availableActions: ACTION_IDS.filter(() => random(3) > 0),
      },
    });
    const act = (): DriverOutcome => [doubt, refused][random(12)] ?? show();
    return () => ({ afterCut: 'doubted' as const, begin: show, act });
  }

  const SEEDS = Array.from({ length: 25 }, (_, n) => n + 1);
  it.each(sample(SEEDS, 1))(
    'leaves a run that ends, or waits for its owner, and can be read (%i)',
    async (seed) => {
      const room = await playedRun(
        { game: 'arc3:lab-1', seed: `${seed}`, budgets: { actions: 40, calls: 100 } },
        {},
        150,
        makeNonsense(seed),
      );
      const { status, failed } = room.state;
      if (status === 'paused') expect(room.state.pause?.reason).toBe('refused');
      else if (status !== 'finished') expect(failed?.failure.code).toBe('unavailable');
      expect(reportMarkdown(readRecord(room.state, room.ledger))).toContain('## The world');
      expect([...exportRun([...room.ledger], recordCalls(room))].length).toBeGreaterThan(5);
    },
  );
});
