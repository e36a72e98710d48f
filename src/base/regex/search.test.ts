import { describe, expect, it } from 'vitest';
import { drawOnce } from '../random';
import { searchRegex } from './search';

const MANY = 10_000_000;

/** Deterministic, so that failures can be reproduced. */
function makeDice(seed: string): <T>(faces: readonly T[]) => T {
  let n = 0;
  return (faces) => {
    n += 1;
    const face = faces[Math.floor(drawOnce(`${seed} ${n}`) * faces.length)];
    if (face === undefined) throw new Error('no faces');
    return face;
  };
}

const PIECES = [
  ...[
    'a',
    'b',
    'c',
    '.',
    '\\w',
    '\\W',
    '\\s',
    '[ab]',
    '[^a]',
    '\\b',
    '\\B',
    '^',
    '$',
    '\\n',
    'é',
    '🐉',
    '[🐉é]',
  ],
  ...['(?=b)', '(?!b)', '(?<=a)', '(?<!a)', '(?=.*c)', '(?<=^a*)', '(?:)'],
];
const REPEATS = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}?', '{2,}', '*?', '+?'];

function makePattern(pick: ReturnType<typeof makeDice>, depth = 2): string {
  const rows = Array.from({ length: pick([1, 2, 3, 4]) }, () => {
    const inner = depth > 0 && pick([true, false, false]);
    const open = pick(['(', '(?:', '(?=', '(?!', '(?<=', '(?<!']);
    if (!inner) {
      const piece = pick(PIECES);
      const isPlace = /^(?:\^|\$|\\[bB]|\(\?<?[=!].*)$/.test(piece);
      return isPlace ? piece : `${piece}${pick(REPEATS)}`;
    }
    const group = `${open}${makePattern(pick, depth - 1)})`;
    return open === '(' || open === '(?:' ? `${group}${pick(REPEATS)}` : group;
  });
  const half = pick([0, 0, rows.length >> 1]);
  return half === 0 ? rows.join('') : `${rows.slice(0, half).join('')}|${rows.slice(half).join('')}`;
}

describe('a search in bounded steps', () => {
  it('finds what RegExp finds, in expressions and texts of all kinds', () => {
    const pick = makeDice('regex');
    let found = 0;
    for (let n = 0; n < 4_000; n += 1) {
      const pattern = makePattern(pick);
      const flags = pick(['', 'i', 'm', 's', 'u', 'iu', 'y', 'ms', 'g']);
      const letters = Array.from({ length: pick([0, 1, 3, 8, 12]) }, () =>
        pick(['a', 'b', 'c', 'A', ' ', '\n', 'é', '🐉', '_']),
      );
      const text = letters.join('');
      const wanted = new RegExp(pattern, flags).test(text);
      const got = searchRegex(pattern, flags, text, MANY).found;
      found += Number(wanted);
      expect([`/${pattern}/${flags} in ${JSON.stringify(text)}`, got]).toEqual([
        `/${pattern}/${flags} in ${JSON.stringify(text)}`,
        wanted,
      ]);
    }
    expect(found).toBeGreaterThan(500);
  });

  it.each([
    ['a.*b', 'a'],
    ['\\w+\\d', 'a'],
    ['(a+)+$b', 'a'],
    ['(a|aa)+c', 'a'],
    ['(?=.*b)a.*c', 'a'],
    ['(?<=a*)b', 'a'],
    ['.*.*.*=.*', 'x'],
  ])('takes steps in proportion to the text: %s', (pattern, letter) => {
    const steps = (length: number) => searchRegex(pattern, '', letter.repeat(length), MANY).steps;
    expect(steps(20_000) / steps(10_000)).toBeLessThan(2.1);
    expect(steps(20_000)).toBeLessThan(20_000 * 40);
  });

  it('says when the steps do not suffice, and when it can do nothing', () => {
    expect(searchRegex('a.*b', '', 'a'.repeat(5_000), 1_000)).toMatchObject({ found: 'unknown' });
    for (const pattern of ['(a)\\1', '(?<x>a)\\k<x>', '(?i:a)', 'a{5000}']) {
      expect(searchRegex(pattern, '', 'aa', MANY).found).toBe('unable');
    }
    expect(searchRegex('(?:){1000000000}', '', 'a', 1_000_000).found).toBe('unknown');
    expect(searchRegex('a', '', 'a', 0).found).toBe('unknown');
  });

  it('looks at the newest part of a text when the expression is long', () => {
    const text = `fire${' '.repeat(30_000)}`;
    expect(searchRegex('.{0,50}fire.{0,50}', '', text, MANY).found).toBe(true);
    expect(searchRegex('.{0,50}fire.{0,50}', '', text, MANY, 1_000_000).found).toBe(false);
  });
});
