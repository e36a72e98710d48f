import { expect, it } from 'vitest';
import { giveCommand, playedAdventure, playOneTurn } from '../../test/support/adventure-run';
import { slowDown } from '../../test/support/slow-story';
import { decideCommand } from './people';
import { adventureView } from './reporting/views';

it('a person lets a story go on that took too long, with an empty command alone', async () => {
  const story = await slowDown('lab.z5', 300_000);
  const room = await playedAdventure(1, { story, instructions: 100_000, options: { player: 'person' } });
  expect(adventureView(room.state).story).toMatchObject({ awaits: 'nothing', stopped: { kind: 'runaway' } });
  expect(room.state.status).not.toBe('finished');
  const refused = decideCommand(room.state, { command: 'look', mode: 'take' });
  expect(refused).toMatchObject({
    ok: false,
    failure: { code: 'conflict', fix: expect.stringContaining('empty command') },
  });
  for (let waits = 0; waits < 5 && room.state.story?.stopped; waits++) {
    giveCommand(room, '');
    await playOneTurn(room);
  }
  expect(room.state.story).toMatchObject({ awaits: 'line', stopped: null });
});

it('a story that has ended by itself does not go on', async () => {
  const room = await playedAdventure(1, { options: { player: 'person' } });
  giveCommand(room, 'quit');
  await playOneTurn(room);
  giveCommand(room, 'yes');
  await playOneTurn(room);
  expect(room.state.story?.stopped).toMatchObject({ kind: 'quit' });
  expect(decideCommand(room.state, { command: '', mode: 'take' })).toMatchObject({ ok: false });
});

it('a typed save is one of the saves of the run', async () => {
  const room = await playedAdventure(1, { options: { player: 'person' } });
  giveCommand(room, 'save');
  await playOneTurn(room);
  expect(room.state.saves).toEqual([{ name: 'Typed save, turn 2', turn: 2 }]);
});
