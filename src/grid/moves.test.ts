import { describe, expect, it } from 'vitest';
import { createMemoryRun, playOneTurn } from '../../test/support/explore-run';
import type { GiveMove } from '../contract/moves';
import { acceptMove } from './moves';

type Room = ReturnType<typeof createMemoryRun>;

const give = (room: Room, body: GiveMove) => {
  const taken = acceptMove(room.state, body);
  if (taken.ok) room.append(taken.value);
  return taken;
};

async function begin(): Promise<Room> {
  const room = createMemoryRun({ game: 'corridor' });
  room.append([{ kind: 'run.paused', actor: 'system', payload: { reason: 'asked', detail: '' } }]);
  give(room, { action: 'RESET' });
  await playOneTurn(room);
  return room;
}

describe('a move of a person', () => {
  it('is refused before it costs an action if the game does not offer it', async () => {
    const room = await begin();
    const { head } = room.state;
    expect(acceptMove(room.state, { action: 'ACTION6', x: 1, y: 1 })).toEqual({
      ok: false,
      failure: {
        code: 'conflict',
        detail: 'The game does not currently offer ACTION6.',
        fix: 'Choose one of ACTION1, ACTION2, ACTION3, ACTION4, ACTION5, RESET.',
      },
    });
    expect(room.state).toMatchObject({ head, moves: [], used: { actions: 0 } });
    expect(acceptMove(room.state, { action: 'ACTION4' }).ok).toBe(true);
    expect(acceptMove(room.state, { action: 'RESET' }).ok).toBe(true);
  });

  it('is taken while nobody knows yet what the game will offer', async () => {
    const room = createMemoryRun({ game: 'corridor' });
    room.append([{ kind: 'run.paused', actor: 'system', payload: { reason: 'asked', detail: '' } }]);
    expect(acceptMove(room.state, { action: 'ACTION6', x: 1, y: 1 }).ok).toBe(true);
    const begun = await begin();
    give(begun, { action: 'ACTION4' });
    expect(acceptMove(begun.state, { action: 'ACTION6', x: 1, y: 1 }).ok).toBe(true);
  });
});
