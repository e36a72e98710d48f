import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/scene/table/guard';
import {
  anything,
  damaged,
  prose,
  runs,
  SECRETS,
  STYLES,
  TIMEOUT,
} from '../../../test/support/damaged-answers';
import { decodeTexts, lettersOf, saysSecret, showsObject } from '../../../test/support/output-oracles';
import { innocent, telling } from '../../../test/support/secret-words';
import { openThoughts, saysThought } from '../../../test/support/thinking-answers';
import { withoutControls } from './json-text';
import { makeTextStream, type TextStreamOptions } from './stream';

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
function stream(answer: string, lengths: readonly number[], options: TextStreamOptions = {}): string {
  const reader = makeTextStream(options);
  const out: string[] = [];
  for (let at = 0, i = 0; at < answer.length; i++) {
    const size = lengths[i % lengths.length] ?? 1;
    out.push(...reader.push(answer.slice(at, at + size)));
    at += size;
  }
  return [...out, ...reader.end()].join('');
}

describe('what is released while an answer is being written', () => {
  it(
    'is the beginning of a text of the answer, no object and no secret, however it is damaged and cut into pieces',
    () => {
      const guard = createGuard(SECRETS);
      fc.assert(
        fc.property(damaged, sizes, (raw, lengths) => {
          const released = stream(raw, lengths, { guard });
          expect(saysSecret(released), `a secret: ${released}`).toBe(false);
          expect(showsObject(released), `an object: ${released}`).toBe(false);
          if (released !== '') {
            expect(
              decodeTexts(raw).some((text) => withoutControls(text).trimStart().startsWith(released)),
              released,
            ).toBe(true);
          }
          expect(stream(raw, [raw.length || 1], { guard })).toBe(released);
        }),
        runs(12_000),
      );
    },
    TIMEOUT,
  );

  it(
    'is no thought, wherever the answer holds its thoughts',
    () => {
      fc.assert(
        fc.property(openThoughts, sizes, (raw, lengths) => {
          const released = stream(raw, lengths);
          expect(saysThought(released), released).toBe(false);
        }),
        runs(15_000),
      );
    },
    TIMEOUT,
  );

  it(
    'is not what comes with or after a secret, in whatever disguise',
    () => {
      // The words around it may also spell it, letter by letter: "crow nil" contains a crown.
      const once = telling.filter(
        ({ word, said, text }) =>
          !lettersOf(text.replace(said, '')).some((letters) => letters.includes(word)),
      );
      fc.assert(
        fc.property(once, innocent, sizes, ({ word, said, text }, more, lengths) => {
          const answer = JSON.stringify({ kind: 'say', text: `${text} ${more}` });
          const released = stream(answer, lengths, { guard: createGuard([word]) });
          expect(`${text} ${more}`.startsWith(released)).toBe(true);
          expect(released.length, released).toBeLessThanOrEqual(text.indexOf(said));
          for (const letters of lettersOf(released)) expect(letters, released).not.toContain(word);
        }),
        runs(5_000),
      );
    },
    TIMEOUT,
  );

  it(
    'is the whole text of an answer that holds nothing else of note',
    () => {
      const strict = fc.constantFrom(...STYLES.slice(0, 4));
      fc.assert(
        fc.property(prose, innocent, strict, sizes, (thought, more, write, lengths) => {
          const text = `Hello there. ${more}`.trim();
          expect(stream(write({ thought, kind: 'say', text }), lengths)).toBe(text);
        }),
        runs(3_000),
      );
    },
    TIMEOUT,
  );

  it(
    'is never an exception',
    () => {
      fc.assert(
        fc.property(anything, sizes, (raw, lengths) => {
          expect(typeof stream(raw, lengths)).toBe('string');
        }),
        runs(4_000),
      );
    },
    TIMEOUT,
  );
});
