import { describe, expect, test } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { createMemoryRun, playedRun, playOneTurn, playToEnd } from '../../../test/support/explore-run';
import { drawField as field, made } from '../../../test/support/transitions';
import { GAMES } from '../../runs/games/catalog';
import { readLearner } from '../learner';
import type { Transition } from '../transition';
import { findRimBars } from './bars';
import { PlayMemory } from './memory';
import { Player } from './player';

const budgets = { actions: 300, calls: 600 };

/** A run that plays on; played before the tests, as it takes seconds. */
const playing = createMemoryRun({ game: 'fuel-run', budgets, play: true });
if (isDeep) await playToEnd(playing, GAMES, 600);

describe('a run that plays on', () => {
  if (isDeep)
    test('ends once every action is settled where it was not told to play', async () => {
      const room = await playedRun({ game: 'corridor', budgets });
      expect(room.state.finishReason).toBe('all_actions_settled');
      expect(room.state.playing).toBeUndefined();
    });

  if (isDeep)
    test('goes on then, asks no model, and completes a level', () => {
      const room = playing;
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

const learnNothing = () => readLearner([], new Set()).model;

describe('the player', () => {
  const bar = (left: number) =>
    [...Array.from({ length: 7 }, () => '44444444'), '9'.repeat(left).padEnd(8, '0')].join('/');

  test('finds a step bar at the rim by four changes one way', () => {
    const seen = [0, 1, 2, 3, 4].map((n) => made(bar(8 - n), bar(7 - n)));
    expect(findRimBars(seen.slice(0, 3))).toEqual([]);
    expect(findRimBars(seen)).toEqual([56, 57, 58, 59, 60, 61, 62, 63]);
  });

  test('takes no line for a bar that changes to and fro', () => {
    const seen = [0, 1, 2, 3, 4, 5].map((n) => made(bar(8 - (n % 2)), bar(7 + (n % 2))));
    expect(findRimBars(seen)).toEqual([]);
  });

  test('goes on trying actions that it has not tried in a state', () => {
    const player = new Player();
    const board = '444/494/444';
    const available = ['ACTION1', 'ACTION2'] as const;
    const first = player.choose(board, available, learnNothing).action;
    player.memory.see(made(board, board, first), new Set());
    expect(player.choose(board, available, learnNothing).action.id).not.toBe(first.id);
  });
});

describe('the memory of a player', () => {
  const mask = new Set<number>();
  /** Goes to these columns by ACTION1, or back by ACTION2. */
  const walk = (cols: readonly number[]) =>
    cols.slice(1).map((col, n) => {
      const from = cols[n] ?? 0;
      return made(field(5, from), field(5, col), { id: col < from ? 'ACTION2' : 'ACTION1' }, n);
    });
  const remember = (steps: readonly Transition[]): PlayMemory => {
    const memory = new PlayMemory();
    for (const one of steps) memory.see(one, mask);
    memory.catchUp(() => readLearner(steps, mask).model);
    return memory;
  };
  const BACK_AND_FORTH = [0, 2, 4, 6, 4, 2, 4, 6];

  test('foretells a move, and that it ends at the edge', () => {
    const memory = remember(walk([...BACK_AND_FORTH, 8, 10, 10, 8, 6]));
    const near = memory.locate(field(5, 6));
    expect(memory.foretell(near, { id: 'ACTION1' })?.mover?.at).toEqual([5, 8]);
    const end = memory.locate(field(5, 10));
    expect(memory.foretell(end, { id: 'ACTION1' })).toBe(end);
    expect(memory.foretell(end, { id: 'ACTION3' })).toBeNull();
  });

  test('predicts only so much in a turn, and goes on with what was predicted before', () => {
    const memory = remember(walk([...BACK_AND_FORTH, 8, 10, 10, 8, 6]));
    const node = memory.locate(field(5, 6));
    const first = memory.foretell(node, { id: 'ACTION1' });
    for (let x = 0; !memory.isTired; x++) memory.foretell(node, { id: 'ACTION6', x, y: 0 });
    expect(memory.foretell(node, { id: 'ACTION2' })).toBeUndefined();
    expect(memory.foretell(node, { id: 'ACTION1' })).toBe(first);
  });

  test('takes it for the end of a life when the mover is back where the level began', () => {
    const steps = [...walk(BACK_AND_FORTH), made(field(5, 6), field(5, 0))];
    const memory = remember(steps);
    expect(memory.lives).toBe(1);
    const before = memory.locate(field(5, 6));
    expect(memory.edges.get(before.key)?.has('ACTION1') ?? false).toBe(false);
  });

  test('does not blame a move that meets nothing for a game over, but one that meets a thing', () => {
    const over = { state: 'GAME_OVER' } as const;
    const spike = { '5,8': '8' };
    const memory = remember([
      ...walk(BACK_AND_FORTH),
      { ...made(field(5, 6), field(5, 6)), ...over },
      { ...made(field(5, 6, spike), field(5, 6, spike)), ...over },
    ]);
    const edgesOf = (cells: string) => memory.edges.get(memory.locate(cells).key);
    expect(edgesOf(field(5, 6))?.has('ACTION1') ?? false).toBe(false);
    expect(edgesOf(field(5, 6, spike))?.get('ACTION1')?.node).toBeNull();
    expect([...memory.deadly.keys()]).toEqual(['8.1x1.1']);
  });
});
