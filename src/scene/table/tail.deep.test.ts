import { makeLineStream } from 'answer-reader';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { createGuard } from './guard';
import { createTail } from './tail';

const guard = createGuard(['coffee']);

function stream(answer: string, size: number, words: Pick<typeof guard, 'leaks' | 'filter'>): string {
  const reader = makeLineStream({ format: 'json', guard: words });
  let said = '';
  for (let at = 0; at < answer.length; at += size) said += reader.push(answer.slice(at, at + size));
  return said;
}

describe('the tail of a guarded line', () => {
  it('lets nothing out that leads up to a leak, and nothing behind it', () => {
    expect(stream('{"text":"Good day. It is coffee. No more. Really."}', 1_000, guard)).toBe('');
    const before = 'Good day to you, and to you all. And a good night.';
    const answer = JSON.stringify({ text: `${before} It is coffee. No more. ${before}` });
    for (const size of [1, 5, 1_000])
      expect(stream(answer, size, guard)).toBe('Good day to you, and to you all. And a');
  });

  it('sees a secret that lies across two sentences', () => {
    const answer = '{"text":"Good day to you. It is cof. Fee. So. That was all there is to it."}';
    expect(stream(answer, 1_000, createGuard(['cof fee']))).toBe('Good day to');
  });

  it('is asked about what is held back alone, and the work grows with the text', () => {
    const measure = (sentences: number): number => {
      let characters = 0;
      const words = {
        reach: 12,
        leaks: (text: string) => {
          characters += text.length;
          return false;
        },
      };
      const counting = { ...words, filter: () => createTail(words) };
      const text = 'All is well here. '.repeat(sentences);
      expect(stream(`{"text":"${text}"}`, 1_000, counting)).toBe(text);
      expect(characters).toBeLessThan(text.length * 20);
      return characters;
    };
    expect(measure(200)).toBeLessThan(measure(100) * 2.1);
  });

  it('holds a few words back, so that what they begin shows before they are out', () => {
    const reader = makeLineStream({ format: 'json', guard });
    const push = (chunk: string) => reader.push(chunk);
    expect(guard.reach).toBe(10);
    expect(push('{"text":"Good day. C. O. See what I')).toBe('Good');
    expect(push(' mean, do')).toBe(' day. C. O.');
    expect(push(' you not')).toBe(' See what');
    expect(push('? So be it."}')).toBe(' I mean, do you not? So be it.');
    expect(makeLineStream({ format: 'json' }).push('{"text":"Good day. See ')).toBe('Good day. See');
  });

  it('is never behind: nothing that was released gives a secret away, whatever follows', () => {
    const piece = fc.constantFrom(
      ...['C', 'o', 'ff', 'ee', 'coffee', 'c0f', '. ', '! ', '… ', '.', ' ', '\n', 'Good day', 'No', '7'],
      ...['<b>', '</b>', '&#99;', '%63', '\\u0063', '\u3164\u3164', '\u00ad', '\ufeff', '灯', '。', '-', '*'],
    );
    const words = createGuard(['coffee', '灯灯']);
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(piece, { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (pieces, more, size) => {
          const text = pieces.join('').trimStart();
          const reader = makeLineStream({ format: 'json', guard: words });
          const begun = JSON.stringify({ text }).slice(0, -2);
          let said = '';
          for (let at = 0; at < begun.length; at += size) said += reader.push(begun.slice(at, at + size));
          expect(text.startsWith(said)).toBe(true);
          // Were it part of a secret, the words after it would complete a secret that does not exist without
          // it.
          const whole = text + more.join('');
          if (words.leaks(whole)) expect(words.leaks(whole.slice(said.length))).toBe(true);
        },
      ),
      { numRuns: isDeep ? 6_000 : 600 },
    );
  });
});
