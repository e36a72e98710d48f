import { describe, expect, it } from 'vitest';
import type { Line } from '../state';
import { chooseRounds } from './window';

const count = (text: string): number => text.split(/\s+/).length;
const PER_ROUND = 4;

/** Chooses the rounds of a scene from as many lines as a room would load. */
function scene(rounds: number, historyWindow: number, room = Number.POSITIVE_INFINITY, perRound = PER_ROUND) {
  const all = Array.from({ length: rounds * perRound }, (_, at): Line => {
    const round = Math.floor(at / perRound) + 1;
    return {
      ...{ seq: at, round, actor: 'character:bo', name: 'Bo', kind: 'say', to: [], audience: ['*'] },
      text: `said in ${round}`,
    };
  });
  const past = all.slice(-(2 * historyWindow + 1));
  const shown = chooseRounds({ past, before: all.length - past.length, historyWindow }, room, count);
  return { ...shown, lines: all.filter(({ round }) => round >= shown.from).length };
}

describe('the rounds that a prompt shows', () => {
  it('are all of them while they are fewer than two blocks', () => {
    for (const rounds of [1, 5, 19]) expect(scene(rounds, 40)).toMatchObject({ from: 1 });
    expect(scene(0, 40)).toEqual({ from: 0, turnsFrom: 0, lines: 0 });
  });

  it('are between one block and two, and begin where they began for a whole block', () => {
    const starts = Array.from({ length: 60 }, (_, n) => scene(20 + n, 40));
    for (const { lines } of starts) {
      expect(lines).toBeGreaterThanOrEqual(40);
      expect(lines).toBeLessThanOrEqual(80);
    }
    expect(new Set(starts.map(({ from }) => from)).size).toBe(6);
  });

  it('are whole: none begins in the middle of a round', () => {
    for (let rounds = 1; rounds < 90; rounds += 1) {
      const { from, lines } = scene(rounds, 40, Number.POSITIVE_INFINITY, 7);
      expect(lines).toBe((rounds - from + 1) * 7);
    }
  });

  it('are of smaller blocks where the tokens are too few, and at least the last', () => {
    const { from, lines } = scene(60, 40, 150);
    expect(lines * 4).toBeLessThanOrEqual(150);
    expect(from).toBeGreaterThan(45);
    expect(new Set(Array.from({ length: 20 }, (_, n) => scene(60 + n, 40, 150).from)).size).toBeLessThan(12);
    expect(scene(60, 40, 3)).toMatchObject({ from: 60, turnsFrom: 60 });
  });

  it('end as turns, at least two rounds of them, that begin where they began for as long', () => {
    const shown = Array.from({ length: 60 }, (_, n) => ({ rounds: 20 + n, ...scene(20 + n, 40) }));
    for (const { rounds, from, turnsFrom } of shown) {
      expect(turnsFrom).toBeGreaterThan(from);
      expect(rounds - turnsFrom).toBeGreaterThanOrEqual(1);
    }
    expect(new Set(shown.map(({ turnsFrom }) => turnsFrom)).size).toBe(6);
    expect(scene(5, 40)).toMatchObject({ from: 1, turnsFrom: 1 });
  });
});
