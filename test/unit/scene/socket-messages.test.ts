import { expect, it } from 'vitest';
import { readSocketMessage, socketReceipt } from '../../../src/engines/scene/socket-messages';
import { OWNER, type Viewer } from '../../../src/events/events';

const player: Viewer = { owner: false, ids: ['persona:ann'], seat: 'seat_1', credential: 'a'.repeat(64) };
const watcher: Viewer = { owner: false, ids: [] };
const input = { type: 'user' as const, text: 'Hello.', to: [] };

it('are read from an owner or a player, and refused from who only watches', () => {
  for (const viewer of [OWNER, player])
    expect(readSocketMessage(viewer, { type: 'turn', input })).toMatchObject({
      value: { type: 'turn', input },
    });
  expect(readSocketMessage(player, { type: 'typing' })).toMatchObject({ value: { on: true } });
  expect(readSocketMessage(watcher, { type: 'typing' })).toMatchObject({ failure: { code: 'forbidden' } });
});

it('that are none say where they are wrong', () => {
  expect(readSocketMessage(OWNER, { type: 'turn', input: { type: 'user' } })).toMatchObject({
    failure: { code: 'invalid', errors: [{ pointer: '/input/text' }] },
  });
});

it('under a key are taken once by token of a seat, as what they say', () => {
  const body = JSON.stringify(input);
  expect(socketReceipt(OWNER, { key: 'k', input })).toEqual({ key: 'k', bodyHash: body });
  expect(socketReceipt(player, { key: 'k', input })).toEqual({
    key: `${'a'.repeat(64)}:k`,
    bodyHash: body,
  });
  expect(socketReceipt(player, { input })).toBeNull();
});
