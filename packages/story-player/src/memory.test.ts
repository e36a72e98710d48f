import { describe, expect, it } from 'vitest';
import { makeMove } from '../../../test/support/adventure-moves';
import { newMemory, RECENT_TEXT, remember } from './memory';

describe('a move', () => {
  it('keeps the command and what came of it', () => {
    const done = makeMove({
      from: 1,
      to: 2,
      command: 'north',
      score: 5,
      by: 'player',
      text: 'Hall\nA hall.',
    });
    expect(remember(newMemory(), done, 7).recent[0]).toEqual({
      turn: 7,
      command: 'north',
      by: 'player',
      from: 1,
      to: 2,
      text: 'Hall\nA hall.',
      effect: true,
      moved: true,
      score: 5,
      died: false,
      thinking: null,
    });
  });

  it('cuts a long answer in its middle: beginning and end are there, marked', () => {
    const done = makeMove({ text: `FIRST ${'😀'.repeat(5_000)} LAST` });
    const { text = '' } = remember(newMemory(), done, 1).recent[0] ?? {};
    expect(text.length).toBeLessThanOrEqual(RECENT_TEXT);
    expect(text).toMatch(/^FIRST .* \[…\] .* LAST$/su);
    expect(text.isWellFormed()).toBe(true);
  });
});
