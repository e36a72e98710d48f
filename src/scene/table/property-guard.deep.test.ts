import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs, TIMEOUT } from '../../../test/support/damaged-answers';
import { innocent, SECRET_WORDS, telling } from '../../../test/support/secret-words';
import { createGuard } from './guard';

const guards = new Map(SECRET_WORDS.map((word) => [word, createGuard([word])]));

it(
  'finds a word in any disguise, in any sentence',
  () => {
    expect(SECRET_WORDS).toHaveLength(100);
    fc.assert(
      fc.property(telling, ({ word, text }) => {
        expect(guards.get(word)?.leaks(text)).toBe(true);
      }),
      runs(8_000),
    );
  },
  TIMEOUT,
);

it(
  'lets sentences pass that hold none of a hundred words',
  () => {
    const all = createGuard(SECRET_WORDS);
    fc.assert(
      fc.property(innocent, (text) => {
        expect(all.leaks(text)).toBe(false);
      }),
      runs(6_000),
    );
  },
  TIMEOUT,
);
