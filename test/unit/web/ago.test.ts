import { describe, expect, it } from 'vitest';
import { inWords, untilInWords } from '../../../web/src/kit/ago';

const NOW = Date.parse('2026-01-10T12:00:00Z');
const ago = (seconds: number) => inWords(new Date(NOW - seconds * 1000), NOW);

describe('how long ago something was', () => {
  it.each([
    [0, 'now'],
    [59, 'now'],
    [61, '1 minute ago'],
    [3599, '59 minutes ago'],
    [7200, '2 hours ago'],
    [86_400, 'yesterday'],
    [5 * 86_400, '5 days ago'],
  ])('says of %i seconds: %s', (seconds, words) => expect(ago(seconds)).toBe(words));

  it('leaves what is long ago, or yet to come, to a date', () => {
    expect(ago(7 * 86_400)).toBeNull();
    expect(ago(-3600)).toBeNull();
    expect(inWords(new Date('never'), NOW)).toBeNull();
  });
});

describe('a time to come', () => {
  const until = (ms: number) => untilInWords(new Date(NOW + ms), NOW);

  it('is counted in seconds, then in minutes, and is over at its moment', () => {
    expect([until(500), until(45_000), until(89_000)]).toEqual([
      ...['in 1 second', 'in 45 seconds', 'in 89 seconds'],
    ]);
    expect([until(100_000), until(300_000)]).toEqual(['in 2 minutes', 'in 5 minutes']);
    expect([until(0), until(-5_000), untilInWords(new Date('never'), NOW)]).toEqual([null, null, null]);
  });
});
