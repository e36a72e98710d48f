import { expect, it } from 'vitest';
import type { Event } from '../../../src/events/events';
import type { Typing } from '../../../src/events/wire';
import { readMessage } from '../../../web/src/room/live';
import { foldTyping, withoutSpeakers } from '../../../web/src/room/use-typists';
import { readDraft } from '../../../web/src/scene/composer/use-draft';

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
  expect(readMessage('{"type":"ready","head":3}')).toEqual([]);
  expect(readMessage('{broken')).toEqual([]);
});

it('brings a whisper back as a whisper, and what it can’t read as nothing', () => {
  const whisper = { text: 'the key', mode: 'whisper' as const, to: ['character:mara'] };
  expect(readDraft(JSON.stringify(whisper))).toEqual(whisper);
  expect(readDraft('not json')).toEqual({ text: '', mode: 'say', to: [] });
  expect(readDraft('{"text":1,"mode":"shout","to":"x"}')).toEqual({ text: '', mode: 'say', to: [] });
});
