import { describe, expect, it } from 'vitest';
import { type MoveArgs, makeExit, makeMove, ROUND_MOVES, walk } from '../../../test/support/adventure-moves';
import { survey } from './find-path';
import { foldMove, foldPlace, MAX_BLOCKED, MAX_ROOMS, writePlace } from './map';
import type { StoryMap } from './types';

const EMPTY: StoryMap = { rooms: [], edges: [], blocked: [] };

/** Applies moves, one per turn; the world changes only if a move says so. */
const fold = (moves: (MoveArgs & { world?: number })[], map = EMPTY): StoryMap =>
  moves.reduce((folded, { world = 0, ...move }, i) => foldMove(folded, makeMove(move), i + 1, world), map);
const ways = ({ edges }: StoryMap) =>
  edges.map(({ from, direction, to, how }) => `${from} ${direction} ${to} ${how}`);
const shut = ({ blocked }: StoryMap) =>
  blocked.map(({ from, direction, how }) => `${from} ${direction} ${how}`);
const unexplored = (map: StoryMap, here: number | null) =>
  survey(map, here).unexplored.flatMap(({ place, directions }) =>
    directions.map((direction) => ({ place, direction })),
  );
/** The path to a place with unexplored ways. */
const findPath = (map: StoryMap, from: number, to: number) =>
  survey(map, from).unexplored.find(({ place }) => place === to)?.path ?? null;

describe('the map', () => {
  it('has an edge where a walk led, and none back', () => {
    const map = fold([walk(1, 'n', 2)]);
    expect(ways(map)).toEqual(['1 north 2 walked']);
    expect(map.rooms.map(({ id, visits }) => [id, visits])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('has an edge for walking without a direction, under the words that were typed', () =>
    expect(ways(fold([walk(1, 'Enter Window', 2)]))).toEqual(['1 enter window 2 walked']));

  it.each<[string, MoveArgs]>([
    ['a command that does not walk', walk(1, 'pull lever', 2)],
    ['a death', { ...walk(1, 'north', 2), died: true }],
    ['a state that was taken back', { ...walk(1, 'north', 2), notes: ['undone'] }],
    ['a restart', { ...walk(1, 'north', 2), notes: ['restarted'] }],
    ['a restored game', { ...walk(1, 'north', 2), notes: ['restored'] }],
    ['following someone', walk(1, 'follow dwarf', 2)],
    ['several commands in one', walk(1, 'open door. north', 2)],
    ['a start that cannot be read', { from: null, to: 2, command: 'north' }],
    ['an end that cannot be read', { from: 1, to: null, command: 'north' }],
  ])('has no edge for %s', (_what, move) => expect(fold([move]).edges).toEqual([]));

  it('counts visits, not turns, and not coming back by taking a turn back', () => {
    const map = fold([
      walk(1, 'north', 2),
      { from: 2, command: 'look' },
      walk(2, 'south', 1),
      walk(1, 'north', 2),
      { ...walk(2, 'undo', 1), notes: ['undone'] },
    ]);
    expect(map.rooms.map(({ id, visits }) => [id, visits])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('begins where the episode does, and again in the next', () => {
    const reading = { location: { id: 4, name: 'Jetty' } };
    const once = foldPlace(EMPTY, reading, [makeExit('north', 5)], 1, 0);
    const twice = foldPlace(once, reading, null, 9, 0);
    expect(twice.rooms[0]).toEqual({ id: 4, name: 'Jetty', firstTurn: 1, visits: 2 });
    expect(foldPlace(once, { location: null }, null, 9, 0)).toBe(once);
  });

  it('keeps a new name of a place, on one line', () => {
    const map = fold([walk(1, 'north', 2), { from: 2, command: 'light lamp', name: 'Lit\n  Cellar\u0007' }]);
    expect(writePlace(map, 2)).toBe('L2 Lit Cellar');
    expect(writePlace(map, 9)).toBe('L9');
    expect(writePlace(map, null)).toBe('an unknown place');
  });

  it('takes what was tried for edges and blocked ways of the place it was tried at', () => {
    const exits = [
      makeExit('north', 3),
      makeExit('east', null),
      makeExit('down', 9, { deadly: true, text: 'You fall.' }),
    ];
    const map = fold([{ ...walk(1, 'north', 2), exits }]);
    expect(ways(map)).toEqual(['1 north 2 walked', '2 north 3 probed']);
    expect(map.blocked).toEqual([
      { from: 2, direction: 'east', text: "You can't go that way.", how: 'probed', turn: 1, world: 0 },
      { from: 2, direction: 'down', text: 'You fall.', how: 'probed', turn: 1, world: 0, deadly: true },
    ]);
    expect(map.rooms.find(({ id }) => id === 3)).toMatchObject({ visits: 0 });
    expect(map.rooms.some(({ id }) => id === 9)).toBe(false);
  });

  it('lets a walked way stand against a tried one, and a walked one against an older', () => {
    const map = fold([walk(1, 'north', 2), { from: 1, exits: [makeExit('north', 7)] }]);
    expect(ways(map)).toEqual(['1 north 2 walked']);
    expect(ways(fold([walk(1, 'north', 7)], map))).toEqual(['1 north 7 walked']);
    const tried = fold([{ from: 1, exits: [makeExit('north', 7)] }]);
    expect(ways(fold([walk(1, 'north', 2)], tried))).toEqual(['1 north 2 walked']);
  });

  it('stores what failed at the place it was typed, with the text and the state of the world', () => {
    const map = fold([{ from: 1, command: 'go north', text: '\nThe door\nis locked.\n', world: 4 }]);
    expect(map.blocked).toEqual([
      { from: 1, direction: 'north', text: 'The door is locked.', how: 'walked', turn: 1, world: 4 },
    ]);
  });

  it.each<[string, MoveArgs]>([
    ['a command that does not walk', { command: 'push north wall' }],
    ['a place that is entered by its name', { command: 'enter house' }],
    ['a story that waits for a key', { command: 'n', awaits: 'key' }],
    ['a story that broke down', { command: 'n', stopped: { kind: 'error', message: 'x' } }],
    ['a place that can no longer be read', { command: 'n', to: null }],
    ['an undone turn', { command: 'n', notes: ['undone'] }],
  ])('holds nothing for blocked after %s', (_what, move) => expect(fold([move]).blocked).toEqual([]));

  it('remembers a direction that killed, whether or not the story brought the player back', () => {
    const map = fold([{ ...walk(1, 'down', 8), died: true, text: 'You fall to your death.' }]);
    expect(map.edges).toEqual([]);
    expect(map.blocked).toMatchObject([{ from: 1, direction: 'down', deadly: true }]);
    const over = fold([{ from: 1, command: 'down', died: true, stopped: { kind: 'quit', message: '' } }]);
    expect(over.blocked).toMatchObject([{ deadly: true }]);
  });

  it('opens a blocked way when it opens, and does not forget where a shut one led', () => {
    const locked = fold([{ from: 1, command: 'north' }]);
    const open = fold([walk(1, 'north', 2)], locked);
    expect(open.blocked).toEqual([]);
    expect(survey(open, 1).nearest).toEqual([1, 2]);
    const closed = fold([{ from: 1, command: 'close door', exits: [makeExit('north', null)] }], open);
    expect([ways(closed), shut(closed)]).toEqual([['1 north 2 walked'], ['1 north probed']]);
    expect(survey(closed, 1).nearest).toEqual([1]);
    const again = fold([{ from: 1, command: 'open door', exits: [makeExit('north', 2)] }], closed);
    expect([ways(again), shut(again)]).toEqual([['1 north 2 walked'], []]);
  });

  it('forgets where a way led that was only tried, when it is shut now', () => {
    const tried = fold([{ from: 1, exits: [makeExit('north', 2)] }]);
    expect(fold([{ from: 1, command: 'north' }], tried).edges).toEqual([]);
  });

  it('has a bound, and the place where the player is stays', () => {
    let map = EMPTY;
    for (let i = 1; i <= MAX_ROOMS + 20; i++) {
      const exits = ['east', 'west', 'up'].map((direction) => makeExit(direction, null));
      map = foldMove(map, makeMove({ from: i, command: 'n', to: i + 1, exits }), i, 0);
    }
    expect(map.rooms).toHaveLength(MAX_ROOMS);
    expect(map.blocked).toHaveLength(MAX_BLOCKED);
    expect(map.rooms.some(({ id }) => id === MAX_ROOMS + 21)).toBe(true);
    const kept = new Set(map.rooms.map(({ id }) => id));
    expect(map.edges.every(({ from, to }) => kept.has(from) && kept.has(to))).toBe(true);
    const back = foldMove(map, makeMove({ from: MAX_ROOMS + 21, command: 'xyzzy', to: 1 }), 999, 0);
    expect(back.rooms.some(({ id }) => id === 1)).toBe(true);
  });

  it('holds nothing of a story whose places cannot be read', () => {
    const map = fold([
      { from: null, command: 'north' },
      { from: null, command: 'south', exits: [makeExit('in', 3)] },
    ]);
    expect(map).toEqual(EMPTY);
    expect(unexplored(map, null)).toEqual([]);
  });
});

const ROUND = fold(ROUND_MOVES);

describe('paths', () => {
  it('are the shortest, by their steps', () => {
    expect(findPath(ROUND, 1, 3)).toEqual([
      { direction: 'north', to: 2 },
      { direction: 'north', to: 3 },
    ]);
    expect(findPath(ROUND, 3, 4)?.map(({ to }) => to)).toEqual([2, 1, 4]);
    expect(findPath(ROUND, 3, 3)).toEqual([]);
  });

  it('go no way backwards that was not walked', () => {
    expect(findPath(ROUND, 4, 1)?.map(({ to }) => to)).toEqual([5, 3, 2, 1]);
    expect(findPath(ROUND, 1, 99)).toBeNull();
    expect(findPath(ROUND, 99, 1)).toBeNull();
  });

  it('are the same whatever the order in which the ways were found', () => {
    const square = fold([walk(1, 'west', 2), walk(2, 'north', 4), walk(1, 'north', 3), walk(3, 'west', 4)]);
    const turned = { ...square, edges: square.edges.toReversed() };
    expect(findPath(square, 1, 4)).toEqual([
      { direction: 'north', to: 3 },
      { direction: 'west', to: 4 },
    ]);
    expect(findPath(turned, 1, 4)).toEqual(findPath(square, 1, 4));
  });
});

describe('unexplored ways', () => {
  it('are directions never typed at visited places, the nearest first', () => {
    const map = fold([walk(1, 'north', 2), walk(2, 'south', 1), { from: 1, command: 'east' }]);
    const found = unexplored(map, 1);
    expect(found.filter(({ place }) => place === 1).map(({ direction }) => direction)).toEqual([
      'northeast',
      'southeast',
      'south',
      'southwest',
      'west',
      'northwest',
      'up',
      'down',
    ]);
    expect(found[0]?.place).toBe(1);
    expect(found.at(-1)?.place).toBe(2);
  });

  it('are, where ways were tried, those to places never visited', () => {
    const map = fold([
      { ...walk(1, 'north', 2), exits: [makeExit('south', 1), makeExit('up', 3), makeExit('west', null)] },
    ]);
    expect(unexplored(map, 2).filter(({ place }) => place === 2)).toEqual([{ place: 2, direction: 'up' }]);
    expect(unexplored(fold([walk(2, 'up', 3)], map), 2).some(({ place }) => place === 2)).toBe(false);
  });

  it('come with a path to the nearest', () => {
    const exits = [makeExit('south', 1), makeExit('up', null)];
    const map = fold([
      { from: 1, exits: [makeExit('north', 2), makeExit('up', null)] },
      { ...walk(1, 'north', 2), exits: [...exits, makeExit('north', 3)] },
      { ...walk(2, 'south', 1), exits: [makeExit('north', 2), makeExit('up', null)] },
    ]);
    expect(survey(map, 1).unexplored[0]).toEqual({
      place: 2,
      directions: ['north'],
      path: [{ direction: 'north', to: 2 }],
    });
    expect(survey(fold([{ ...walk(2, 'north', 3), exits }], map), 1).unexplored).toEqual([]);
  });
});
