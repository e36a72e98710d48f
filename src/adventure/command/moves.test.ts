import { type Move, newMemory, type Played, remember } from 'story-player/memory';
import { describe, expect, it } from 'vitest';
import { makeMove } from '../../../test/support/adventure-moves';
import { writeMoves } from './moves';

const toMove = (done: Played, turn: number) => remember(newMemory(), done, turn).recent[0] as Move;

const move = (turn: number, text: string, command = `push button ${turn}`) =>
  toMove(makeMove({ command, text, from: turn === 3 ? null : 5 }), turn);

describe('moves in a prompt', () => {
  const moves = [1, 2, 3, 4, 5, 6, 7, 8].map((turn) =>
    move(turn, `Answer ${turn}.\n\n${'word '.repeat(120)}end`),
  );

  it('stand oldest first, the newest as it is, older ones on one line, all of one length', () => {
    const text = writeMoves(moves, { maxCharacters: 10_000 });
    expect(text.startsWith('> push button 1 (turn 1, L5)\nAnswer 1. word')).toBe(true);
    expect(text.endsWith(`> push button 8 (turn 8, L5)\n${moves[7]?.text}`)).toBe(true);
    expect(text).toContain('> push button 3 (turn 3)\n');
    const lengths = text.split(/^> /m).map((part) => part.length);
    expect(lengths[2]).toBe(lengths[6]);
    expect(lengths[6]).toBeLessThan(lengths[8] ?? 0);
  });

  it('leave out the oldest where there is no room, say so, and never take more', () => {
    for (let max = 0; max < 3_000; max += 41) {
      const text = writeMoves(moves, { maxCharacters: max });
      expect(text.length).toBeLessThanOrEqual(max);
      if (max > 200) expect(text).toContain('> push button 8');
    }
    expect(writeMoves(moves, { maxCharacters: 1_500 })).toMatch(/^… earlier moves left out\n> /);
    expect(writeMoves([], { maxCharacters: 100 })).toBe('');
  });

  it('begin at the same move for a block of turns when older ones are left out, so that prompts begin alike', () => {
    const long = Array.from({ length: 60 }, (_, at) => move(at + 1, 'Nothing happens.'));
    const first = (turns: number): string | undefined =>
      /^> push button \d+/m.exec(
        writeMoves(long.slice(turns - 20, turns), { maxCharacters: 9_000, isCut: true }),
      )?.[0];
    expect([41, 42, 44, 48, 53].map(first)).toEqual(
      [25, 25, 25, 33, 41].map((turn) => `> push button ${turn}`),
    );
  });

  it('say what a person typed', () => {
    const typed = toMove(makeMove({ by: 'player', command: 'open box' }), 2);
    expect(writeMoves([typed], { maxCharacters: 200 })).toBe(
      '> open box (turn 2, L1, typed by a person)\nNothing happens.',
    );
  });
});
