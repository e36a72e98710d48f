import { expect, it } from 'vitest';
import { TYPING_LASTS_MS, Typists } from './typists';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const [ANN, BOB] = ['persona:ann', 'persona:bob'];

it('are those who have said so lately, and not that they have stopped', () => {
  const typists = new Typists();
  typists.add(ANN, NOON);
  typists.add(BOB, NOON + 1000);
  expect(typists.at(NOON + 1000)).toEqual([
    { actor: ANN, until: NOON + TYPING_LASTS_MS },
    { actor: BOB, until: NOON + 1000 + TYPING_LASTS_MS },
  ]);
  expect(typists.at(NOON + TYPING_LASTS_MS).map(({ actor }) => actor)).toEqual([BOB]);
  typists.drop(BOB);
  expect(typists.at(NOON + 2000)).toEqual([]);
});

it('are told of once a second each, and always when they stop', () => {
  const typists = new Typists();
  expect(typists.tells(ANN, true, NOON)).toBe(true);
  expect(typists.tells(ANN, true, NOON + 999)).toBe(false);
  expect(typists.tells(BOB, true, NOON + 999)).toBe(true);
  expect(typists.tells(ANN, false, NOON + 999)).toBe(true);
  expect(typists.tells(ANN, true, NOON + 1999)).toBe(true);
});
