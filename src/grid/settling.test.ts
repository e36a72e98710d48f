import { describe, expect, it } from 'vitest';
import { answerAsUnderstudy, playedRun } from '../../test/support/explore-run';
import { adoptRule, analysis, eventsOf, type Lab, makeLabGame, suggest } from '../../test/support/lab-game';
import { fieldsOf } from '../../test/support/loose-events';
import { packFrame } from '../contract/frame';
import type { Ask } from '../room/step-context';
import type { BuiltinGame, GameStep } from '../runs/games/game';
import type { AnalystBrief } from './briefs';
import { findEnd } from './situation';

/** How the actions of a run are settled, for any answers of a model. */

/** ACTION1 and ACTION2 move a marker each; ACTION3 only flashes. */
const walk = makeLabGame(({ first, second }, { id }) => {
  if (id === 'ACTION1') return { to: { first: first + 1 } };
  if (id === 'ACTION2') return { to: { second: second + 1 } };
  return id === 'ACTION3' ? { blink: true } : {};
});

const statusesOf = (room: Lab): Set<unknown> =>
  new Set([
    ...eventsOf(room, 'knowledge.updated').map(
      ({ payload }) => fieldsOf(fieldsOf(payload).verdict as object).status,
    ),
    ...eventsOf(room, 'predictions.checked').flatMap(({ payload }) =>
      (fieldsOf(payload).actions as { status: string }[]).map(({ status }) => status),
    ),
  ]);

it('a model that calls everything consistent and defines in prose verifies nothing, and every action is settled at its bounds', async () => {
  const room = await playedRun(
    {
      game: 'lab',
      answer: (ask: Ask<unknown>) => (ask.role === 'explorer' ? answerAsUnderstudy(ask) : analysis()),
    },
    { lab: walk },
  );
  expect(statusesOf(room)).not.toContain('verified');
  const { finishReason, knowledge } = room.state;
  expect(finishReason).toBe('all_actions_settled');
  const { ACTION1, ACTION3, ACTION5 } = knowledge.actions;
  expect(ACTION1).toMatchObject({ status: 'unverified', attempts: 8, streak: 0, basis: 'words' });
  for (const known of [ACTION3, ACTION5]) expect(known?.streak).toBe(0);
  expect(ACTION1?.predictions.filter(({ result }) => result === 'right').length).toBeGreaterThan(1);
});

it('an analyst that repeats the example of its form verifies what code inferred, and its run ends before its budget', async () => {
  const room = await playedRun(
    { game: 'lab', answer: (ask) => (ask.role === 'explorer' ? answerAsUnderstudy(ask) : ask.example) },
    { lab: walk },
  );
  const { ACTION1, ACTION2 } = room.state.knowledge.actions;
  for (const known of [ACTION1, ACTION2])
    expect(known).toMatchObject({ status: 'verified', basis: 'inferred' });
  expect(room.state.finishReason).toBe('all_actions_settled');
});

it('a run that explores until its budget is spent goes on to test what is predicted, without a call, and ends with its last action', async () => {
  const settled = await playedRun({ game: 'lab', budgets: { actions: 90 } }, { lab: walk });
  expect(settled.state.finishReason).toBe('all_actions_settled');
  const room = await playedRun({ game: 'lab', budgets: { actions: 90 }, explore: 'budget' }, { lab: walk });
  expect(room.state).toMatchObject({ finishReason: 'action_budget', used: { actions: 90 } });
  const surveys = eventsOf(room, 'action.suggested').filter(({ payload }) => fieldsOf(payload).survey);
  expect(surveys.length).toBeGreaterThan(30);
  for (const { payload } of surveys) expect(fieldsOf(payload).calls).toBe(0);
  expect(findEnd(room.state)).toBe('action_budget');
});

/**
 * 64×64 cells: a blue square, and a bar at the lower edge that loses a cell with every click. Clicks have no
 * other effect.
 */
const SIZE = 64;
const clicks: BuiltinGame = {
  info: {
    id: 'clicks',
    title: 'Clicks',
    kind: 'grid',
    description: '',
    actions: ['ACTION6'],
    rows: SIZE,
    cols: SIZE,
  },
  start: () => showClicks(0),
  restart: () => showClicks(0),
  act: ({ count }) => showClicks(Number(count) + 1),
};
function showClicks(count: number): GameStep {
  const grid = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => 1));
  for (const row of grid.slice(10, 14)) row.fill(9, 10, 14);
  for (const row of grid.slice(30, 36)) row.fill(12, 40, 46);
  grid[SIZE - 1]?.fill(3).fill(11, 0, SIZE - count);
  return {
    snapshot: { count },
    frames: [packFrame(grid)],
    state: 'NOT_FINISHED',
    levelsCompleted: 0,
    availableActions: ['ACTION6'],
  };
}

describe('a step bar in a game that has clicks alone', () => {
  const play = async (explorer: (ask: Ask<unknown>) => unknown): Promise<Lab> => {
    const room = await playedRun(
      {
        game: 'clicks',
        budgets: { actions: 40 },
        answer: (ask) => (ask.role === 'explorer' ? explorer(ask) : adoptRule(ask.brief as AnalystBrief)),
      },
      { clicks },
    );
    return room;
  };

  it('is masked once several places were clicked, and verifies nothing', async () => {
    const room = await play(answerAsUnderstudy);
    expect(statusesOf(room)).not.toContain('verified');
    expect(room.state.hud).toHaveLength(SIZE);
    expect(room.state.hud.every((cell) => cell >= SIZE * (SIZE - 1))).toBe(true);
    expect(room.state.knowledge.actions.ACTION6).toMatchObject({ attempts: 0, streak: 0 });
    expect(room.state.finishReason).toBe('all_actions_settled');
  });

  it('verifies nothing either where one place is clicked over and over', async () => {
    const room = await play(() => suggest('ACTION6', [], { x: 11, y: 11 }));
    expect(statusesOf(room)).not.toContain('verified');
    expect(room.state.finishReason).toBe('all_actions_settled');
  });
});
