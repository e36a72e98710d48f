import { describe, expect, test } from 'vitest';
import { findRimBars } from '../../../src/engines/grid/play/bars';
import { Player } from '../../../src/engines/grid/play/player';
import type { Transition } from '../../../src/engines/grid/transition';
import { GAMES } from '../../../src/games/grid/catalog';
import { createMemoryRun, playOneTurn, playToEnd } from '../../support/explore-run';

const budgets = { actions: 300, calls: 600 };

describe('a run that plays on', () => {
  test('ends once every action is settled where it was not told to play', async () => {
    const room = createMemoryRun({ game: 'corridor', budgets });
    await playToEnd(room);
    expect(room.state.finishReason).toBe('all_actions_settled');
    expect(room.state.playing).toBeUndefined();
  });

  test('goes on then, asks no model, and completes a level', async () => {
    const room = createMemoryRun({ game: 'fuel-run', budgets, play: true });
    await playToEnd(room, GAMES, 600);
    expect(room.state.finishReason).toBe('action_budget');
    const plays = room.ledger.flatMap((event) =>
      event.kind === 'action.suggested' && event.payload.play ? [event.payload] : [],
    );
    expect(plays.length).toBeGreaterThan(0);
    expect(plays.every(({ calls, decision }) => calls === 0 && decision === 'service')).toBe(true);
    expect(room.state.used.actions).toBeLessThanOrEqual(budgets.actions);
    expect(room.state.game?.level).toBeGreaterThan(0);
  });

  test('can be told so while it runs, and to stop', async () => {
    const room = createMemoryRun({ game: 'corridor', budgets });
    room.append([{ kind: 'run.changed', actor: 'system', payload: { play: true } }]);
    for (let n = 0; n < 200 && !room.state.playing && room.state.status === 'running'; n++)
      await playOneTurn(room);
    expect(room.state.playing).toBe(true);
    room.append([{ kind: 'run.changed', actor: 'system', payload: { play: false } }]);
    await playToEnd(room);
    expect(room.state.finishReason).toBe('all_actions_settled');
  });
});

/** A transition on a small board. */
const step = (n: number, before: string, after: string, more: Partial<Transition> = {}): Transition => ({
  ...{ turn: n, beforeFrame: n, afterFrame: n + 1, action: { id: 'ACTION1' }, role: 'target', before },
  ...{ frames: [after], state: 'NOT_FINISHED', levelChanged: false, level: 0, certain: true },
  ...more,
});

describe('the player', () => {
  const bar = (left: number) =>
    [
      '44444444',
      '44444444',
      '44444444',
      '44444444',
      '44444444',
      '44444444',
      '44444444',
      '9'.repeat(left).padEnd(8, '0'),
    ].join('/');

  test('finds a step bar at the rim by four changes one way', () => {
    const seen = [0, 1, 2, 3, 4].map((n) => step(n, bar(8 - n), bar(7 - n)));
    expect(findRimBars(seen.slice(0, 3))).toEqual([]);
    expect(findRimBars(seen)).toEqual([56, 57, 58, 59, 60, 61, 62, 63]);
  });

  test('takes no line for a bar that changes to and fro', () => {
    const seen = [0, 1, 2, 3, 4, 5].map((n) => step(n, bar(8 - (n % 2)), bar(7 + (n % 2))));
    expect(findRimBars(seen)).toEqual([]);
  });

  test('goes on trying actions that it has not tried in a state', () => {
    const player = new Player();
    const board = '444/494/444';
    const available = ['ACTION1', 'ACTION2'] as const;
    const first = player.choose(board, available).action;
    player.see(step(1, board, board, { action: first }), new Set());
    expect(player.choose(board, available).action.id).not.toBe(first.id);
  });
});
