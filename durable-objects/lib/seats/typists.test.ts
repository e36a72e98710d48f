import { expect, it } from 'vitest';
import { TYPING_TTL_MS, TypingIndicators } from './typists';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const [ANN, BOB] = ['persona:ann', 'persona:bob'];

it('are those who have said so lately, and not that they have stopped', () => {
  const typists = new TypingIndicators();
  typists.add(ANN, NOON);
  typists.add(BOB, NOON + 1000);
  expect(typists.at(NOON + 1000)).toEqual([
    { actor: ANN, until: NOON + TYPING_TTL_MS },
    { actor: BOB, until: NOON + 1000 + TYPING_TTL_MS },
  ]);
  expect(typists.at(NOON + TYPING_TTL_MS).map(({ actor }) => actor)).toEqual([BOB]);
  typists.drop(BOB);
  expect(typists.at(NOON + 2000)).toEqual([]);
});

it('are told of once a second each, and always when they stop', () => {
  const typists = new TypingIndicators();
  expect(typists.shouldNotify(ANN, true, NOON)).toBe(true);
  expect(typists.shouldNotify(ANN, true, NOON + 999)).toBe(false);
  expect(typists.shouldNotify(BOB, true, NOON + 999)).toBe(true);
  expect(typists.shouldNotify(ANN, false, NOON + 999)).toBe(true);
  expect(typists.shouldNotify(ANN, true, NOON + 1999)).toBe(true);
});
