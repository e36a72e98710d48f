import { expect, it } from 'vitest';
import type { Event } from '../../../src/contract/events/events';
import { foldStates, foldTable, readLeaving, readTurn } from '../../../web/src/scene/cast/fold-cast';
import { makeEvent } from '../../support/loose-events';

let seq = 0;
const event = (kind: Event['kind'], actor: string, payload: object, round?: number): Event => {
  seq += 1;
  return makeEvent(kind, payload, { seq, actor, ...(round !== undefined && { round }) });
};
const mood = (value: string, round: number) =>
  event('state.updated', 'director', { updates: [{ id: 'ada', field: 'mood', value }] }, round);

it('keeps how a character was, newest first, by whomever it was changed, and what stayed the same once', () => {
  const byHand = event('scene.changed', 'system', { cast: { ada: { mood: 'calm', description: 'tall' } } });
  const states = foldStates([mood('cross', 1), mood('cross', 2), byHand, mood('glad', 3)]);
  expect(states.get('ada')?.map(({ value, round }) => [value, round])).toEqual([
    ['glad', 3],
    ['calm', null],
    ['cross', 1],
  ]);
});

it('knows who is about to leave, until it is gone', () => {
  const exits = (status: string, round: number) => event('cast.exited', 'character:ada', { status }, round);
  expect([...readLeaving([exits('leaving', 2)], 2)]).toEqual(['ada']);
  expect([...readLeaving([exits('leaving', 2), exits('left', 2)], 2)]).toEqual([]);
  expect([...readLeaving([exits('leaving', 1)], 2)]).toEqual([]);
});

it('knows the cards of whoever may see the deal, and nothing of a single word', () => {
  const deal = event('game.dealt', 'system', { words: ['a', 'b'], odd: 'bo', dealt: { ada: 'a', bo: 'b' } });
  expect(foldTable([deal]).deal).toEqual({ odd: 'bo', words: { ada: 'a', bo: 'b' } });
  expect(foldTable([event('game.dealt', 'system', { word: 'a' })]).deal).toBeNull();
});

it('knows whose turn it is at the table, between two turns nobody', () => {
  const starts = event('character.started', 'character:ada', { pass: 1 }, 1);
  const speaks = event('character.spoke', 'character:ada', { pass: 1, text: 'It is round.' }, 1);
  expect(readTurn([starts], 1)).toBe('ada');
  expect(readTurn([starts, speaks], 1)).toBeNull();
  expect(readTurn([starts], 2)).toBeNull();
});
