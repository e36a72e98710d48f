import { expect, it } from 'vitest';
import { readMessage } from '../../../packages/client/src/socket';
import type { Event, Typing } from '../../../packages/client/src/types';
import { foldTyping, withoutSpeakers } from '../../../packages/client/src/typists';

const typing = (on: boolean, id = 'ada'): Typing => ({
  type: 'typing',
  actor: `persona:${id}`,
  name: id,
  on,
  audience: ['*'],
});

it('knows who types until they stop', () => {
  const both = foldTyping(foldTyping([], typing(true), 1), typing(true, 'ben'), 2);
  expect(both.map(({ name }) => name)).toEqual(['ada', 'ben']);
  expect(foldTyping(both, typing(false), 3).map(({ name }) => name)).toEqual(['ben']);
  expect(foldTyping(both, typing(false, 'eve'), 3)).toBe(both);
});

it('takes whoever has spoken for somebody who types no more', () => {
  const spoke = { kind: 'player.spoke', actor: 'persona:ada' } as Event;
  expect(withoutSpeakers(foldTyping([], typing(true), 1), [spoke])).toEqual([]);
});

it('reads from the socket that somebody types', () => {
  expect(readMessage(JSON.stringify(typing(true)))).toEqual([typing(true)]);
  expect(readMessage('{"type":"pong"}')).toEqual([]);
  expect(readMessage('{broken')).toEqual([]);
});
