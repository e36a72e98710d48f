import { describe, expect, it } from 'vitest';
import { createMemoryRun, playOneTurn, playToEnd } from '../../test/support/explore-run';
import { adoptRule, analysis as labAnalysis, suggest } from '../../test/support/lab-game';
import { fieldsOf } from '../../test/support/loose-events';
import { Unreachable } from '../../test/support/memory-room';
import type { ActionId, Analysis, Suggestion } from '../contract/agents';
import { frameKey } from '../contract/frame';
import type { Ask } from '../room/step-context';
import type { BuiltinGame, GameStep, Games } from '../runs/games/game';
import { shouldPlayTurn } from '../runs/state';
import type { AnalystBrief } from './briefs';
import { turnView } from './reporting/views';
import { findEnd } from './situation';
import { TURN_STEPS } from './turn';

/**
 * A game of one row of ten cells, in which a blue dot counts actions. ACTION1 moves it to the right and ends
 * the game at EDGE, ACTION2 blinks (animation only), ACTION3 completes a level, ACTION4 ends the game,
 * ACTION6 wins; ACTION5 does nothing.
 */
const EDGE = 10;
const counter: BuiltinGame = {
  info: { id: 'counter', title: 'Counter', kind: 'grid', description: '', actions: [], rows: 1, cols: EDGE },
  start: () => show(1, 0),
  restart: ({ level }) => show(1, Number(level)),
  act: (snapshot, { id: action }) => {
    const [count, level] = [Number(snapshot.count), Number(snapshot.level)];
    if (action === 'ACTION1') return show(count + 1, level, count + 1 === EDGE ? { state: 'GAME_OVER' } : {});
    if (action === 'ACTION2') return show(count, level, { blink: true });
    if (action === 'ACTION3') return show(1, level + 1);
    if (action === 'ACTION4') return show(0, level, { state: 'GAME_OVER' });
    if (action === 'ACTION6') return show(count, level, { state: 'WIN' });
    return show(count, level);
  },
};

/** The board after this many moves of the dot; 0 is a board without a dot. */
const rowAt = (count: number): string =>
  Array.from({ length: EDGE }, (_, at) => (at === count - 1 ? '9' : '0')).join('');

function show(
  count: number,
  level: number,
  extra: { blink?: boolean; state?: GameStep['state'] } = {},
): GameStep {
  const frame = rowAt(count);
  return {
    snapshot: { count, level },
    frames: extra.blink ? [`${frame.slice(0, -1)}f`, frame] : [frame],
    state: extra.state ?? 'NOT_FINISHED',
    levelsCompleted: level,
    availableActions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5', 'ACTION6'],
  };
}

/** The same game, but EDGE ends a level instead. */
const ladder: BuiltinGame = {
  ...counter,
  act: (snapshot, action) => {
    const step = counter.act(snapshot, action);
    return action.id === 'ACTION1' && step.state === 'GAME_OVER' ? show(1, step.levelsCompleted + 1) : step;
  },
};
const GAMES: Games = { counter, ladder };

const analysis = (extra: Partial<Analysis> = {}): Analysis =>
  labAnalysis({ environment_updates: ['a plain rule'], ...extra });

/**
 * A run of the counter game whose explorer answers from a list, then null, and whose analyst adopts the
 * inferred rules.
 */
function createCounterRun(
  suggestions: Suggestion[],
  extra: { game?: string; budgets?: { actions?: number; calls?: number } } = {},
) {
  const queue = [...suggestions];
  return createMemoryRun({
    game: extra.game ?? 'counter',
    ...(extra.budgets ? { budgets: extra.budgets } : {}),
    answer: ({ role, brief }: Ask<unknown>) =>
      role === 'explorer' ? (queue.shift() ?? suggest(null)) : adoptRule(brief as AnalystBrief, analysis()),
  });
}
const play = (room: ReturnType<typeof createCounterRun>) => playOneTurn(room, GAMES);
const kinds = (room: ReturnType<typeof createCounterRun>, turn: number) =>
  room.ledger.filter((event) => event.turn === turn).map((event) => event.kind);

/** ACTION1, whose rule predicted its last effects. */
const VERIFY = Array.from({ length: 6 }, () => suggest('ACTION1'));

describe('a turn', () => {
  it('tells what happens in the order it happens', async () => {
    const room = createCounterRun([suggest('ACTION1')]);
    await play(room);
    expect(kinds(room, 1)).toEqual([
      'turn.started',
      'game.reset',
      'frame.captured',
      'action.suggested',
      'action.executed',
      'frame.captured',
      'predictions.checked',
      'action.analyzed',
      'knowledge.updated',
      'turn.completed',
    ]);
    expect(room.state).toMatchObject({ rounds: 1, frames: 2, used: { actions: 1, calls: 2 }, open: null });
    expect(room.state.knowledge.environment.rules).toMatchObject([
      { text: 'a plain rule', firstSeenTurn: 1 },
    ]);
  });

  it('uses registered step names only', async () => {
    const room = createCounterRun([
      ...VERIFY,
      suggest('ACTION1', ['ACTION1', 'ACTION1']),
      suggest('ACTION4'),
    ]);
    await playToEnd(room, GAMES);
    const used = room.steps.map((step) => step.split(/[:/]/)[0] ?? '');
    expect(used.filter((step) => !TURN_STEPS.includes(step))).toEqual([]);
    expect(used).toContain('setup');
  });

  it('runs setup actions whose effects were predicted first and drops the others', async () => {
    const room = createCounterRun([...VERIFY, suggest('ACTION5', ['ACTION1', 'ACTION2', 'ACTION1'])]);
    for (let i = 0; i < 7; i++) await play(room);
    const view = turnView(room.ledger.filter((event) => event.turn === 7));
    expect(view).toMatchObject({ status: 'completed', setup: ['ACTION1', 'ACTION1'], target: 'ACTION5' });
    expect(view.frames.map((frame) => frame.label)).toEqual(['setup', 'setup', 'after']);
    expect(view.suggestion).toMatchObject({ dropped: [{ action: 'ACTION2' }], provider: 'understudy' });
  });

  it('asks once more when a suggestion is refused, and tells why', async () => {
    const room = createCounterRun([suggest('ACTION7'), suggest('ACTION2')]);
    await play(room);
    expect(room.asks.map(({ step }) => step)).toEqual(['suggest', 'suggest_again', 'analyze']);
    expect(JSON.stringify(room.asks[1]?.ask.messages)).toContain('ACTION7 is not offered now');
    const decisions = room.ledger
      .filter((event) => event.kind === 'action.suggested')
      .map((event) => event.payload.decision);
    expect(decisions).toEqual(['refused', 'accepted']);
  });

  it('lets the service pick when the second suggestion is refused too, and records it', async () => {
    const room = createCounterRun([suggest('ACTION7'), suggest('ACTION7')]);
    await play(room);
    const last = room.ledger.findLast((event) => event.kind === 'action.suggested');
    expect(last?.payload).toMatchObject({ decision: 'service', target: 'ACTION1', setup: [] });
    expect(room.state.knowledge.actions.ACTION1?.observations).toHaveLength(1);
  });

  it('forces no effect on a zero diff whatever the model says, and sees what the animation showed', async () => {
    const room = createCounterRun([suggest('ACTION5'), suggest('ACTION2')]);
    await play(room);
    await play(room);
    expect(room.state.knowledge.actions.ACTION5).toMatchObject({ attempts: 0, noEffect: 1 });
    expect(room.state.knowledge.actions.ACTION2).toMatchObject({ attempts: 1, noEffect: 0 });
  });

  it('keeps an observation that completed a level and counts it for nothing', async () => {
    const room = createCounterRun([suggest('ACTION3')]);
    await play(room);
    expect(kinds(room, 1)).toContain('level.completed');
    expect(room.state.knowledge.actions.ACTION3).toMatchObject({ attempts: 0, noEffect: 0 });
    expect(room.state.knowledge.actions.ACTION3?.observations).toHaveLength(1);
    expect(room.state.game).toMatchObject({ level: 1 });
  });

  it('analyses an action that ended the game, then resets; knowledge survives', async () => {
    const room = createCounterRun([suggest('ACTION1'), suggest('ACTION4'), suggest('ACTION1')]);
    await play(room);
    await play(room);
    expect(kinds(room, 2).slice(-6)).toEqual([
      'frame.captured',
      'action.analyzed',
      'knowledge.updated',
      'game.reset',
      'frame.captured',
      'turn.completed',
    ]);
    expect(room.state.game).toMatchObject({ state: 'NOT_FINISHED', cells: rowAt(1) });
    expect(room.state.knowledge.actions.ACTION1?.observations).toHaveLength(1);
  });

  it.each([
    ['counter', 'ends the game', ['game.reset', 'frame.captured', 'turn.completed']],
    ['ladder', 'completes a level', ['level.completed', 'turn.completed']],
  ] as const)(
    'of %s sends nothing more when setup %s, and the next turn asks again',
    async (game, _, last) => {
      const setup: ActionId[] = Array.from({ length: 5 }, () => 'ACTION1');
      const room = createCounterRun([...VERIFY, suggest('ACTION5', setup), suggest('ACTION5')], { game });
      for (let i = 0; i < 7; i++) await play(room);
      const executed = room.ledger.filter((event) => event.turn === 7 && event.kind === 'action.executed');
      expect(executed.map((event) => fieldsOf(event.payload).role)).toEqual(['setup', 'setup', 'setup']);
      expect(kinds(room, 7).slice(-last.length)).toEqual(last);
      expect(room.ledger.at(-1)?.payload).toMatchObject({ outcome: 'interrupted', action: null });
      expect(room.state.game).toMatchObject({ state: 'NOT_FINISHED', cells: rowAt(1) });
      // An action that leads off the board counts as tried, but never as a way.
      expect(room.state.tried[frameKey(rowAt(EDGE - 1))]).toEqual({ ACTION1: null });
      await play(room);
      expect(room.state.knowledge.actions.ACTION5?.observations).toHaveLength(1);
    },
  );
});

describe('the end of a run', () => {
  it('comes with a null target, nothing being executed', async () => {
    const room = createCounterRun([suggest(null)]);
    await playToEnd(room, GAMES);
    expect(room.state).toMatchObject({
      status: 'finished',
      finishReason: 'nothing_left_to_test',
      used: { actions: 0 },
    });
  });

  it('comes with a win', async () => {
    const room = createCounterRun([{ ...suggest('ACTION6'), target_x: 0, target_y: 0 }]);
    await playToEnd(room, GAMES);
    expect(room.state).toMatchObject({ finishReason: 'win', rounds: 1 });
    expect(room.state.knowledge.actions.ACTION6?.observations).toHaveLength(1);
  });

  it('comes when the action budget is spent, which setup never exceeds', async () => {
    const room = createCounterRun(
      [...VERIFY, suggest('ACTION5', ['ACTION1', 'ACTION1']), suggest('ACTION5', ['ACTION1'])],
      { budgets: { actions: 8 } },
    );
    await playToEnd(room, GAMES);
    expect(room.state).toMatchObject({ finishReason: 'action_budget', used: { actions: 8 } });
  });

  it('comes when the call budget does not pay for another turn', async () => {
    const room = createCounterRun([...VERIFY], { budgets: { calls: 5 } });
    await playToEnd(room, GAMES);
    expect(room.state).toMatchObject({ finishReason: 'call_budget', used: { calls: 4 } });
    expect(findEnd(room.state)).toBe('call_budget');
  });
});

it('a model that can not be reached fails the turn, keeps what was done, and holds the run until a turn is started again', async () => {
  let broken = true;
  const room = createMemoryRun({
    game: 'counter',
    answer: (ask) => {
      if (ask.role === 'explorer') return suggest('ACTION1');
      if (broken) throw new Unreachable('nobody there');
      return analysis();
    },
  });
  await playOneTurn(room, GAMES);
  expect(room.state).toMatchObject({
    open: null,
    failed: { open: { n: 1 }, failure: { code: 'model_unreachable' }, retry: 'resume' },
    used: { actions: 1 },
  });
  expect(shouldPlayTurn(room.state)).toBe(false);
  expect(turnView(room.ledger.filter((event) => event.turn === 1))).toMatchObject({
    status: 'failed',
    problem: { status: 502 },
  });
  broken = false;
  await playOneTurn(room, GAMES);
  expect(room.state).toMatchObject({ failed: null, rounds: 2 });
  expect(shouldPlayTurn(room.state)).toBe(true);
});

describe('stepping', () => {
  it('pauses after the number of turns that was asked for', async () => {
    const room = createCounterRun([suggest('ACTION1'), suggest('ACTION1')]);
    room.append([{ kind: 'run.paused', actor: 'system', payload: { reason: 'asked', detail: '' } }]);
    expect(shouldPlayTurn(room.state)).toBe(false);
    room.append([{ kind: 'run.resumed', actor: 'system', payload: { steps: 1 } }]);
    expect(shouldPlayTurn(room.state)).toBe(true);
    await play(room);
    expect(room.state).toMatchObject({ status: 'paused', steps: null, rounds: 1 });
    expect(shouldPlayTurn(room.state)).toBe(false);
  });

  it('follows changed budgets and title', () => {
    const room = createCounterRun([]);
    const payload = { title: 'Other', budgets: { actions: 7 } };
    room.append([{ kind: 'run.changed', actor: 'system', payload }]);
    expect(room.state).toMatchObject({ title: 'Other', config: { budgets: { actions: 7, calls: 400 } } });
  });
});
