import { newMemory, remember, startLife } from 'story-player/memory';
import { describe, expect, it } from 'vitest';
import { type MoveArgs, makeMove } from '../../test/support/adventure-moves';
import type { PayloadOf } from '../contract/events/events';
import type { AdventureState } from './state-types';
import { currentTrouble, findTrouble, isOver } from './stuck';

class Play {
  memory = newMemory();
  turn = 0;
  readonly warnings: [number, PayloadOf<'stuck.warned'>['kind']][] = [];

  constructor(
    readonly stuckAfter: number,
    carried: number[] = [],
  ) {
    const rooms = [1, 2, 3, 4].map((id) => ({ id, name: '', firstTurn: 0, visits: 1 }));
    this.memory = startLife(this.memory, makeMove({ score: 0, carried }), 0);
    this.memory.map = { rooms, edges: [], blocked: [] };
  }

  get progress() {
    return this.memory.progress;
  }

  get state() {
    const config = { options: { stuckAfter: this.stuckAfter } } as AdventureState['config'];
    return { ...this.memory, config };
  }

  play(...moves: MoveArgs[]): this {
    this.turn += 1;
    for (const args of moves) this.memory = remember(this.memory, makeMove({ score: 0, ...args }), this.turn);
    const trouble = findTrouble(this.state, this.turn);
    if (trouble) {
      this.warnings.push([this.turn, trouble.kind]);
      const warned = [...this.progress.warned, this.turn];
      this.memory = { ...this.memory, progress: { ...this.progress, warned } };
    }
    return this;
  }

  walk(...places: (number | null)[]): this {
    for (const [i, to] of places.entries()) {
      if (i > 0) this.play({ from: places[i - 1] ?? null, to, command: 'north' });
    }
    return this;
  }

  wait(turns: number, at: number | null = 1): this {
    for (let i = 0; i < turns; i++) this.play({ from: at });
    return this;
  }
}

describe('progress', () => {
  it.each<[string, MoveArgs]>([
    ['a higher score than ever', { score: 5 }],
    ['a place never visited', { from: 1, to: 9, command: 'north' }],
    ['a thing never carried', { carried: [7], command: 'take egg' }],
    ['a new change of the world', { effect: true, command: 'open door' }],
  ])('is %s', (_what, move) => {
    const play = new Play(60).wait(3);
    expect(play.progress.turn).toBe(0);
    expect(play.play(move).progress.turn).toBe(4);
  });

  it.each<[string, MoveArgs, MoveArgs]>([
    ['a score it had before', { score: 5 }, { score: 5 }],
    ['a lower score', { score: 5 }, { score: 2 }],
    ['a place it has seen', { from: 1, to: 9 }, { from: 2, to: 9 }],
    ['a thing it has held', { carried: [7] }, { carried: [7] }],
    [
      'the same change again',
      { effect: true, command: 'open door' },
      { effect: true, command: 'Open  Door' },
    ],
    ['laying down', {}, { effect: true, command: 'drop egg' }],
    ['walking a known way', {}, { from: 1, to: 2, command: 'go north' }],
    ['coming back to life', {}, { from: 1, to: 30, died: true }],
    ['a turn taken back', {}, { from: 1, to: 31, carried: [8], notes: ['undone'] }],
    ['nothing readable', {}, { from: null, score: null }],
  ])('is not %s', (_what, first, second) => {
    const play = new Play(60, [3]).play(first);
    const before = play.progress.turn;
    expect(play.play(second).progress.turn).toBe(before);
  });

  it('is the same change at another place', () => {
    const play = new Play(60).play({ effect: true, command: 'ring bell' });
    expect(play.play({ from: 2, effect: true, command: 'ring bell' }).progress.turn).toBe(2);
  });

  it('is not what an episode begins with, nor a score that can be read only later', () => {
    expect(startLife(newMemory(), makeMove(), 5).progress.turn).toBe(5);
    const { memory, progress } = new Play(60);
    const unread = { ...memory, progress: { ...progress, best: null } };
    const later = remember(unread, makeMove({ score: 12 }), 3);
    expect(later.progress).toMatchObject({ turn: 0, best: 12 });
  });
});

describe('trouble', () => {
  it('is going to and fro between two places for eight turns', () => {
    const play = new Play(0).walk(1, 2, 1, 2, 1, 2, 1, 2);
    expect(play.warnings).toEqual([]);
    play.walk(2, 1);
    expect(play.warnings).toEqual([[8, 'oscillation']]);
    expect(currentTrouble(play.state)?.message).toContain('between L1 and L2');
  });

  it('is walking the same circle of three twice', () => {
    expect(new Play(0).walk(1, 2, 3, 1, 2, 3, 1).warnings).toEqual([[6, 'oscillation']]);
    expect(new Play(0).walk(1, 2, 3, 4, 1, 2, 3, 4, 1).warnings).toEqual([]);
    expect(new Play(0).walk(1, 2, 3, 1, 3, 2, 1).warnings).toEqual([]);
  });

  it('is staying for eight turns', () => {
    expect(new Play(0).wait(7).warnings).toEqual([]);
    const play = new Play(0).wait(8);
    expect(play.warnings).toEqual([[8, 'same_place']]);
    expect(play.wait(3).warnings).toHaveLength(1);
    expect(play.wait(5).warnings).toEqual([
      [8, 'same_place'],
      [16, 'same_place'],
    ]);
  });

  it('is not what brings something new', () => {
    const play = new Play(0);
    for (let i = 0; i < 20; i++) play.play({ effect: i % 4 === 0, command: `push stone ${i}` });
    expect(play.warnings).toEqual([]);
  });

  it('is counted in turns, not in commands', () => {
    const play = new Play(0);
    for (let i = 0; i < 5; i++) play.play({}, {}, {});
    expect(play.progress.trail).toEqual([1, 1, 1, 1, 1]);
    expect(play.warnings).toEqual([]);
  });

  it('is not read from places that are unknown', () => {
    const play = new Play(0).wait(20, null);
    expect(play.warnings).toEqual([]);
    expect(currentTrouble(play.state)).toBeNull();
    expect(new Play(0).walk(1, null, 1, null, 1, null, 1, null, 1, null).warnings).toEqual([]);
  });

  it('is no progress: warned of at half and at three quarters, then the episode is over', () => {
    const play = new Play(20);
    const round = [1, 2, 3, 4, 2, 1, 4, 3];
    for (let i = 0; i < 20; i++) {
      expect(isOver(play.state)).toBe(false);
      play.play({ from: round[i % 8] ?? 1, to: round[(i + 1) % 8] ?? 1, command: 'north' });
    }
    expect(play.warnings).toEqual([
      [10, 'no_progress'],
      [15, 'no_progress'],
    ]);
    expect(isOver(play.state)).toBe(true);
    expect(currentTrouble(play.state)).toMatchObject({ kind: 'no_progress', turns: 20 });
  });

  it('ends nothing and warns of no window where the run has none, but of circles still', () => {
    const play = new Play(0).wait(500);
    expect(isOver(play.state)).toBe(false);
    expect(new Set(play.warnings.map(([, kind]) => kind))).toEqual(new Set(['same_place']));
  });

  it('holds after it was warned of, until something goes forward', () => {
    const play = new Play(60).wait(9);
    expect(findTrouble(play.state, 9)).toBeNull();
    expect(currentTrouble(play.state)).toMatchObject({ kind: 'same_place', turns: 9 });
    play.play({ score: 1 });
    expect(currentTrouble(play.state)).toBeNull();
    expect(play.progress.warned).toEqual([]);
  });

  it('warns of the window although it warned of something else shortly before', () =>
    expect(new Play(20).wait(15).warnings).toEqual([
      [8, 'same_place'],
      [10, 'no_progress'],
      [15, 'no_progress'],
    ]));

  it('lets warnings be given again after a person typed, and goes on counting', () => {
    const play = new Play(20).wait(12);
    play.play({ by: 'player' });
    expect(play.progress).toMatchObject({ turn: 0, trail: [1] });
    expect(play.warnings.slice(2)).toEqual([[13, 'no_progress']]);
    play.wait(7);
    expect(isOver(play.state)).toBe(true);
  });

  it('says what to do instead', () => {
    for (const play of [
      new Play(0).wait(8),
      new Play(4).wait(2),
      new Play(0).walk(1, 2, 1, 2, 1, 2, 1, 2, 1),
    ]) {
      expect(currentTrouble(play.state)?.message).toMatch(/never tried/);
    }
  });
});
