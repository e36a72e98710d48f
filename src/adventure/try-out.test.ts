import { expect, it } from 'vitest';
import { createAdventureRoom, makeStoryPlayer, playedAdventure } from '../../test/support/adventure-run';
import { makeStory } from '../../test/support/adventure-sample';
import { showValidActions, tryCommands } from './try-out';

it('commands that are tried tell which objects they would move, and leave the run as it is', async () => {
  const player = await makeStoryPlayer();
  const room = await playedAdventure(2, { commands: ['east', 'north'] });
  const before = structuredClone(room.state);
  const eventsOf = (turn: number) => room.ledger.filter((event) => event.turn === turn);
  const tried = await tryCommands(
    room.state,
    { commands: ['open tin', 'take matches'] },
    eventsOf,
    player,
    'person',
  );
  if (!tried.ok) throw new Error(JSON.stringify(tried.failure));
  const matches = tried.value.objects.find(({ name }) => name.includes('matches'));
  expect(matches).toMatchObject({ from: { name: 'biscuit tin' } });
  expect(tried.value.inventory.map(({ id }) => id)).toContain(matches?.id);
  const walked = await tryCommands(room.state, { command: 'south' }, eventsOf, player, 'person');
  const self = walked.ok ? walked.value.objects.filter((object) => object.player) : [];
  expect(self).toMatchObject([{ name: 'the player', to: { id: walked.ok && expect.any(Number) } }]);
  expect(tried.value.objects.filter((object) => object.player)).toEqual([]);
  expect(matches).toMatchObject({ to: { id: self[0]?.id, name: 'the player' } });
  expect(room.state).toEqual(before);
  const first = await tryCommands(room.state, { command: 'east', turn: 0 }, eventsOf, player, 'person');
  const second = await tryCommands(room.state, { command: 'north', turn: 1 }, eventsOf, player, 'person');
  if (!first.ok || !second.ok) throw new Error('the opening can not be had');
  expect(first.value.to, 'the opening, though turn 1 typed a command, too').toEqual(second.value.from);
  const end = await tryCommands(room.state, { command: 'quit' }, eventsOf, player, 'person');
  expect(end.ok && end.value.effect).toBe(false);
});

it('nothing is tried before a story has begun, after it has ended, and where it waits for a key', async () => {
  const player = await makeStoryPlayer();
  const { state } = await createAdventureRoom({ answers: {} });
  const none = () => [];
  const detailOf = async (trial: ReturnType<typeof tryCommands> | ReturnType<typeof showValidActions>) => {
    const tried = await trial;
    return tried.ok || !('detail' in tried.failure) ? null : tried.failure.detail;
  };
  expect(await detailOf(tryCommands(state, { command: 'east' }, none, player, 'person'))).toContain(
    'has not started',
  );
  expect(await detailOf(tryCommands(state, { command: 'east', turn: 0 }, none, player, 'person'))).toContain(
    'not started',
  );
  const ended = { ...state, story: makeStory({ awaits: 'nothing' }) };
  expect(await detailOf(tryCommands(ended, { command: 'east' }, none, player, 'person'))).toContain(
    'has ended',
  );
  const atKey = { ...state, story: makeStory({ awaits: 'key' }) };
  expect(await detailOf(showValidActions(atKey, undefined, none, player, 'person'))).toContain(
    'waits for a key',
  );
});
