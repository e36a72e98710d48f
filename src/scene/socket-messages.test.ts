import { expect, it } from 'vitest';
import { OWNER, type Viewer } from '../contract/events/events';
import { readSocketAction } from '../room/socket-actions';
import { SCENE_ACTIONS } from './actions';
import { readTyping } from './socket-messages';

const player: Viewer = { owner: false, ids: ['persona:ann'], seat: 'seat_1', credential: 'a'.repeat(64) };
const watcher: Viewer = { owner: false, ids: [] };
const input = { type: 'user' as const, text: 'Hello.', to: [] };
const read = (viewer: Viewer, message: object) =>
  readSocketAction(SCENE_ACTIONS, viewer, { type: 'turn', ...message });

it('are read from an owner or a player, and refused from who only watches', () => {
  for (const viewer of [OWNER, player])
    expect(read(viewer, { input })).toMatchObject({
      value: { action: { name: 'takeTurn' }, input: { body: input } },
    });
  expect(readTyping(player, { type: 'typing' })).toMatchObject({ value: { on: true } });
  expect(readTyping(watcher, { type: 'typing' })).toMatchObject({ failure: { code: 'forbidden' } });
  expect(read(watcher, { input })).toMatchObject({ failure: { code: 'forbidden' } });
});

it('that are none say where they are wrong', () => {
  expect(read(OWNER, { input: { type: 'user' } })).toMatchObject({
    failure: { code: 'invalid', errors: [{ pointer: '/input/text' }] },
  });
  expect(readSocketAction(SCENE_ACTIONS, OWNER, { type: 'shout' })).toBeNull();
  expect(readTyping(OWNER, { type: 'shout' })).toMatchObject({
    failure: { code: 'invalid', errors: [{ pointer: '/type' }] },
  });
});

it('under a key are taken once by token of a seat, as what they say', () => {
  const body = JSON.stringify(input);
  expect(read(OWNER, { key: 'k', input })).toMatchObject({
    value: { receipt: { key: 'k', bodyHash: body } },
  });
  expect(read(player, { key: 'k', input })).toMatchObject({
    value: { receipt: { key: `${'a'.repeat(64)}:k`, bodyHash: body } },
  });
  expect(read(player, { input })).toMatchObject({ value: { receipt: null } });
});
