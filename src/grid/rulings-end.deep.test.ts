import { describe, expect, it } from 'vitest';
import { sample } from '../../test/support/depth';
import { createMemoryRun, playedRun, playToEnd } from '../../test/support/explore-run';
import { analysis, eventsOf, FIVE, type Lab, makeLabGame, suggest } from '../../test/support/lab-game';
import type { ActionId, Analysis, Suggestion } from '../contract/agents';
import type { Ask } from '../room/step-context';
import type { BuiltinGame } from '../runs/games/game';
import type { ExplorerBrief } from './briefs';
import { reduceRun } from './state';

/** A run always ends within its budgets, for any answers of the model and any behavior of the game (issue 5). */

const BUDGETS = { actions: 60, calls: 100 };

const walk = makeLabGame(({ first, second }, { id }) => {
  if (id === 'ACTION1') return { to: { first: first + 1 } };
  if (id === 'ACTION2') return { to: { second: second + 1 } };
  return id === 'ACTION3' ? { blink: true } : {};
});

const GAMES: Record<string, BuiltinGame> = {
  'never ends': walk,
  'never changes': makeLabGame(() => ({})),
  'always flashes': makeLabGame(() => ({ blink: true })),
  'completes a level on every action': makeLabGame((at) => ({ to: { level: at.level + 1 } })),
  'goes up and down a level': makeLabGame((at) => ({ to: { level: 1 - at.level } })),
  'is over on every action': makeLabGame(() => ({ to: { first: 7 }, state: 'GAME_OVER' })),
  'is over on every second action': makeLabGame((at) =>
    at.first > 0 ? { state: 'GAME_OVER' } : { to: { first: at.first + 1 } },
  ),
  'offers no action': makeLabGame(() => ({}), []),
  'offers clicks only': makeLabGame((at, { x }) => ({ to: { first: at.first + (x ?? 0) } }), ['ACTION6']),
  'stops offering anything': makeLabGame((at) => ({
    to: { first: at.first + 1 },
    offers: at.first > 5 ? [] : FIVE,
  })),
  'offers other actions every time': makeLabGame((at) => ({
    to: { first: at.first + 1 },
    offers: FIVE.filter((_, i) => (at.first + i) % 2 === 0),
  })),
  'wins when the marker comes to 9': makeLabGame((at) => ({
    to: { first: at.first + 1 },
    state: at.first === 8 ? 'WIN' : 'NOT_FINISHED',
  })),
};

type Explorer = (brief: ExplorerBrief) => Suggestion;
const EXPLORERS: Record<string, Explorer> = {
  'always the same action': () => suggest('ACTION1', null),
  'always an action that does nothing': () => suggest('ACTION5', null),
  'always what is not offered': () => suggest('ACTION7'),
  'always thirty setup actions': () =>
    suggest(
      'ACTION2',
      Array.from({ length: 30 }, () => 'ACTION1' as const),
    ),
  'always too many setup actions': () =>
    suggest(
      'ACTION1',
      Array.from({ length: 500 }, () => 'ACTION1' as const),
    ),
  'always a click beside the board': () => suggest('ACTION6', [], { x: 900, y: -1 }),
  'always the first place': () => suggest('ACTION6', [], { x: 0, y: 0 }),
  'always what was tried here': ({ situation }) => {
    const [key] = Object.keys(situation.tried[situation.stateKey] ?? {});
    return suggest((key?.split('@')[0] ?? 'ACTION1') as ActionId);
  },
  'always the last action on offer': ({ situation }) => suggest(situation.available.at(-1) ?? 'ACTION1'),
};

const ANALYSTS: Record<string, Partial<Analysis>> = {
  'always consistent': {},
  'always "no effect"': { had_effect: false },
  'always inconsistent': { is_consistent_with_previous: false },
  'never sure': { is_consistent_with_previous: null, action_definition: null },
};

const createNasty = (explorer: Explorer, says: Partial<Analysis>): Lab =>
  createMemoryRun({
    game: 'lab',
    budgets: BUDGETS,
    answer: (ask: Ask<unknown>) =>
      ask.role === 'explorer' ? explorer(ask.brief as ExplorerBrief) : analysis(says),
  });

/** Invariants of every run. */
function expectSound(room: Lab): void {
  const { used, status, knowledge } = room.state;
  expect(status).toBe('finished');
  expect(used.actions).toBeLessThanOrEqual(BUDGETS.actions);
  expect(used.calls).toBeLessThanOrEqual(BUDGETS.calls);
  expect(eventsOf(room, 'run.finished')).toHaveLength(1);
  expect(room.ledger.at(-1)?.kind).toBe('run.finished');
  for (const known of Object.values(knowledge.actions)) {
    const { status: verdict, streak, attempts, observations } = known;
    const effective = observations.filter((one) => one.counted);
    expect(attempts).toBe(effective.length);
    if (verdict === 'exhausted') expect(attempts).toBe(0);
    if (verdict !== 'verified') continue;
    expect(streak).toBeGreaterThanOrEqual(3);
    expect(attempts).toBeGreaterThanOrEqual(4);
    const confirmed = effective.slice(1).filter((one) => one.consistent === true);
    expect(new Set(confirmed.map((one) => one.stateKey)).size).toBeGreaterThanOrEqual(3);
  }
  // The ledger alone gives the same state.
  let folded: ReturnType<typeof reduceRun> | null = null;
  for (const event of room.ledger) folded = reduceRun(folded, event);
  expect(folded).toEqual(room.state);
}

const CASES = Object.entries(GAMES).flatMap(([name, lab]) =>
  Object.entries(EXPLORERS).flatMap(([explores, explorer]) =>
    Object.entries(ANALYSTS).map(([says, analyst]) => ({ name, lab, explores, explorer, says, analyst })),
  ),
);

it.each(sample(CASES, 6))(
  'a run of a game that $name ends with an explorer that says $explores and an analyst that is $says',
  async ({ lab, explorer, analyst }) => {
    const room = createNasty(explorer, analyst);
    await playToEnd(room, { lab }, 150);
    expectSound(room);
  },
);

it('an analyst whose every word is that nothing happened leaves every action exhausted, and none verified', async () => {
  const room = createNasty(({ situation }) => suggest(situation.available[0] ?? null), { had_effect: false });
  await playToEnd(room, { lab: walk });
  for (const { status, attempts } of Object.values(room.state.knowledge.actions)) {
    expect(status).not.toBe('verified');
    expect(attempts).toBe(0);
  }
  expect(room.state.knowledge.actions.ACTION1?.status).toBe('exhausted');
});

describe('the budgets', () => {
  it.each([1, 2, 3, 7])('of %i actions are never exceeded, and every one is used', async (actions) => {
    const room = await playedRun({ game: 'corridor', budgets: { actions } });
    expect(room.state).toMatchObject({ used: { actions }, finishReason: 'action_budget' });
  });

  it.each([
    [1, 0],
    [2, 2],
    [3, 2],
    [5, 4],
  ])('of %i calls pay for %i', async (calls, used) => {
    const room = await playedRun({ game: 'corridor', budgets: { calls } });
    expect(room.state).toMatchObject({ used: { calls: used }, finishReason: 'call_budget' });
  });

  it('leave a call for the analysis: a refused suggestion is not asked for again when only one is left', async () => {
    const room = await playedRun(
      {
        game: 'lab',
        budgets: { calls: 2 },
        answer: ({ role }) => (role === 'explorer' ? suggest('ACTION7') : analysis()),
      },
      { lab: walk },
    );
    expect(room.asks.map(({ step }) => step)).toEqual(['suggest', 'analyze']);
    expect(eventsOf(room, 'action.suggested')[0]?.payload).toMatchObject({ decision: 'service' });
  });
});
