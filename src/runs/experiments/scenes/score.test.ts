import { describe, expect, it } from 'vitest';
import type { TrialLine, TrialRule } from '../../../contract/scene-trials';
import { findPatternFault, scoreScript } from './score';

const line = (text: string, more: Partial<TrialLine> = {}): TrialLine => ({
  ...{ round: 1, by: 'character', actor: 'ada', name: 'Ada', text, hearers: null },
  ...more,
});
const LINES = [
  line('Opening banana.', { round: 0 }),
  line('A banana, please.', { by: 'player', actor: null, name: 'Mara' }),
  line('Come in, TRAVELLER.'),
  line('It is late. Sit by the fire.', { actor: 'bo', name: 'Bo' }),
  line('The storm goes on.', { by: 'narrator', actor: null, name: 'Narrator' }),
  line('Psst, banana.', { hearers: ['Mara'] }),
];
const SPENT = { calls: 6, tokens: 300, money: 0.03 };
const score = (rule: Omit<TrialRule, 'name'>, lines = LINES) =>
  scoreScript([{ name: 'rule', ...rule }], lines, SPENT, true).rule;

describe('the score of a script', () => {
  it.each<[Omit<TrialRule, 'name'>, number]>([
    [{ contains: 'traveller' }, 1],
    [{ contains: 'banana' }, 0],
    [{ absent: 'banana' }, 1],
    [{ absent: 'storm' }, 0],
    [{ contains: 'traveller', speaker: 'bo' }, 0],
    [{ matches: '^come\\b.*\\.$' }, 1],
    [{ matches: '^traveller' }, 0],
    [{ maxWords: 4 }, 2 / 3],
    [{ maxWords: 4, speaker: 'ada' }, 1],
  ])('%j is %d: of what cast and narrator say aloud after the opening', (rule, expected) => {
    expect(score(rule)).toBe(expected);
  });

  it('has no share of lines without a line', () => {
    expect(score({ maxWords: 4, speaker: 'nobody' })).toBeUndefined();
    expect(score({ contains: 'x' }, [])).toBe(0);
  });

  it('reports lines, speakers, and calls, tokens and cost per line', () => {
    expect(scoreScript([], LINES, SPENT, true)).toEqual({
      ...{ lines: 3, speakers: 2, callsPerLine: 2, tokensPerLine: 100, moneyPerLine: 0.01 },
    });
    expect(scoreScript([], LINES, SPENT, false)).not.toHaveProperty('moneyPerLine');
    expect(scoreScript([], [], SPENT, true)).toEqual({ lines: 0, speakers: 0 });
  });

  it('has a limit of work for all lines of a rule together, and no score beyond it', () => {
    const slow = line('a'.repeat(8000));
    const rule = { matches: '(a{0,60}){3}b' };
    expect(score(rule, [slow])).toBe(0);
    expect(score(rule, Array(100).fill(slow))).toBeUndefined();
  });

  it('takes linear time for any pattern that it accepts', () => {
    expect(findPatternFault('(a+)+$')).toBeNull();
    expect(score({ matches: '^(a+)+$' }, [line(`${'a'.repeat(5000)}!`)])).toBe(0);
    expect(findPatternFault('(')).toMatch(/not a regular expression/);
    expect(findPatternFault('(a)\\1')).toMatch(/references/);
  });
});
