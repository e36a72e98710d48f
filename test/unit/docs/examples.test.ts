import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EXAMPLES } from '../../browser/example-cases';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const FILES = readdirSync(new URL('../../../examples', import.meta.url)).filter(
  (name) => name !== 'README.md',
);
/** Examples that other cases of the smoke test run, because they need more than a key. */
const ELSEWHERE = ['bot.mjs', 'chat.html', 'play.py', 'round.mjs'];

it('lists every example on its page and in README.md', () => {
  const listed = [...read('examples/README.md').matchAll(/^\| \[([\w.-]+)\]\(\1\) \|/gm)].map(
    ([, name]) => name,
  );
  expect(listed.sort()).toEqual([...FILES].sort());
  const readme = read('README.md');
  expect(FILES.filter((name) => !readme.includes(`(examples/${name})`))).toEqual([]);
});

it('runs every example in the smoke test', () =>
  expect([...Object.keys(EXAMPLES), ...ELSEWHERE].sort()).toEqual([...FILES].sort()));

it.each(FILES)('keeps %s short', (name) =>
  expect(read(`examples/${name}`).trimEnd().split('\n').length).toBeLessThanOrEqual(40),
);
