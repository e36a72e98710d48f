import { describe, expect, it } from 'vitest';
import { createMemoryRun, playedRun, playOneTurn } from '../../../test/support/explore-run';
import type { Event, PayloadOf } from '../../contract/events/events';
import { MAX_TRIED_MOVES } from '../../contract/tries';
import { GAMES } from '../../runs/games/catalog';
import { viewObjects } from '../frame/frame-objects';
import { actionKey } from '../transition';
import { readMoves, tryMoves } from './try-moves';

const framesOf = (events: readonly Event[]) =>
  events
    .filter((event) => event.kind === 'frame.captured')
    .map(({ payload }) => payload as unknown as PayloadOf<'frame.captured'>);

function trying(game: string, from: number, moves: string, events: readonly Event[]) {
  const tried = tryMoves({ game, games: GAMES, seed: 'seed' }, { from, moves }, events);
  if (!tried.ok) throw new Error(JSON.stringify(tried.failure));
  return tried.value;
}
const refusal = (game: string, from: number, moves: string, events: readonly Event[]) => {
  const tried = tryMoves({ game, games: GAMES, seed: 'seed' }, { from, moves }, events);
  return tried.ok ? null : tried.failure;
};

describe('moves that are tried from a frame of a run', () => {
  it('show what the run saw when it made the same moves, from any of its frames', async () => {
    const room = await playedRun({ game: 'crates', budgets: { actions: 25 } });
    const frames = framesOf(room.ledger);
    let compared = 0;
    for (const [i, frame] of frames.entries()) {
      const previous = frames[i - 1];
      if (!previous || frame.action === null) continue;
      expect(trying('crates', previous.n, frame.action, room.ledger)).toMatchObject({
        before: previous.cells,
        cells: frame.cells,
        animation: frame.animation,
        moves: 1,
        restarted: false,
      });
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
    const way = frames.slice(1).map(({ action }) => action);
    expect(way).not.toContain(null);
    expect(trying('crates', 1, way.join(';'), room.ledger).cells).toBe(frames.at(-1)?.cells);
  });

  it('begin at the opening of the game where no turn was played yet', async () => {
    const room = createMemoryRun({ game: 'crates' });
    const opening = trying('crates', 0, '', []);
    const moved = trying('crates', 0, 'ACTION1;ACTION2', []);
    await playOneTurn(room);
    expect(opening.cells).toBe(framesOf(room.ledger)[0]?.cells);
    expect(moved.cells).toBe(trying('crates', 1, 'ACTION1;ACTION2', room.ledger).cells);
  });

  it('leave the run as it is, and the frame too when there are none', async () => {
    const room = createMemoryRun();
    await playOneTurn(room);
    const [head, state] = [room.ledger.length, JSON.stringify(room.state)];
    const [first] = framesOf(room.ledger);
    expect(trying('corridor', 1, '', room.ledger)).toMatchObject({
      cells: first?.cells,
      before: first?.cells,
      moves: 0,
      left: MAX_TRIED_MOVES,
      summary: null,
    });
    expect(trying('corridor', 1, 'ACTION1;ACTION2', room.ledger).summary).toContain('pixels');
    expect([room.ledger.length, JSON.stringify(room.state)]).toEqual([head, state]);
  });

  it('begin the level again when the game is over', () => {
    const game = GAMES['fuel-run'];
    if (!game) throw new Error('no such game');
    const start = game.start('seed');
    const events = [
      { kind: 'game.reset', payload: { ...start, level: 0, available: start.availableActions } },
      { kind: 'frame.captured', payload: { n: 1, cells: start.frames.at(-1) } },
    ] as unknown as Event[];
    const wander = Array.from({ length: 90 }, (_, i) => `ACTION${(i % 2) + 1}`);
    const states = wander.map((_, i) => trying('fuel-run', 1, wander.slice(0, i + 1).join(';'), events));
    const over = states.findIndex(({ state }) => state === 'GAME_OVER');
    expect(over).toBeGreaterThan(0);
    expect(states[over + 1]).toMatchObject({ restarted: true, state: 'NOT_FINISHED' });
    expect(states[over + 2]?.restarted).toBe(false);
  });

  it('are refused for games that are played elsewhere, frames that are not there, and what are no moves', async () => {
    const room = createMemoryRun();
    await playOneTurn(room);
    expect(refusal('pushed', 1, 'ACTION1', room.ledger)).toMatchObject({ code: 'conflict' });
    expect(refusal('arc3:ls20-1', 1, 'ACTION1', room.ledger)).toMatchObject({ code: 'conflict' });
    expect(refusal('corridor', 99, 'ACTION1', room.ledger)).toMatchObject({ code: 'not_found', id: '99' });
    const many = Array.from({ length: MAX_TRIED_MOVES + 1 }, () => 'ACTION1').join(';');
    for (const moves of ['ACTION8', 'jump', 'ACTION6', 'ACTION1@2,3', 'ACTION6@64,0', many]) {
      expect(refusal('corridor', 1, moves, room.ledger)).toMatchObject({ code: 'invalid' });
    }
  });

  it('are named by the keys that frames have', () => {
    const moves = [{ id: 'ACTION3' as const }, { id: 'ACTION6' as const, x: 63, y: 0 }];
    expect(readMoves(moves.map(actionKey).join(';'))).toEqual(moves);
    expect(readMoves('')).toEqual([]);
  });
});

it('the objects of a frame are its connected cells but those of the ground, largest first, and what became of them', () => {
  const before = '0000/0990/0000/0008';
  const after = '0000/0000/0990/0008';
  const seen = viewObjects({ n: 2, cells: after }, { n: 1, cells: before }, new Set([15]));
  expect(seen).toMatchObject({ frame: 2, rows: 4, cols: 4, ground: 0, masked: [15] });
  expect(seen.objects.map(({ colour, top, size }) => [colour, top, size])).toEqual([
    [9, 2, 2],
    [8, 3, 1],
  ]);
  expect(seen.changes).toMatchObject({ since: 1, moved: [{ colour: 9, top: 1, byRows: 1, byCols: 0 }] });
  expect(seen.changes?.words).toEqual(['blue 1×2 object at (1,1) moved down 1']);
  expect(viewObjects({ n: 2, cells: after }, null, new Set()).changes).toBeNull();
});
