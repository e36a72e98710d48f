import { describe, expect, it } from 'vitest';
import { createMemoryRun, playOneTurn } from '../../test/support/explore-run';
import {
  analysis,
  eventsOf,
  FIVE,
  type Lab,
  labFrame,
  scriptModel,
  sentBy,
  suggest,
} from '../../test/support/lab-game';
import { fieldsOf } from '../../test/support/loose-events';
import { unpackFrame } from '../contract/frame';
import type { PostObservation } from '../contract/observations';
import { postObservation } from '../contract/observations';
import { Waiting } from '../room/step-context';
import { readFramePng } from '../runs/picture/read-png';
import { acceptObservation, observationView } from './observe';
import { waitsForObservation } from './state';

/** Games played by the caller: which observations are accepted, and when. */

const createPushed = (...targets: (typeof FIVE)[number][]): Lab =>
  createMemoryRun({
    game: 'pushed',
    answer: scriptModel(
      targets.map((target) => suggest(target)),
      [analysis()],
    ),
  });

const board = (first: number, extra: Partial<PostObservation> = {}): PostObservation =>
  postObservation.parse({ frames: unpackFrame(labFrame({ first, second: 0, level: 0 })), ...extra });

function post(room: Lab, body: PostObservation): void {
  const taken = acceptObservation(room.state, body, readFramePng);
  if (!taken.ok) throw new Error(JSON.stringify(taken.failure));
  room.append(taken.value);
}
const refusal = (room: Lab, body: PostObservation) => {
  const taken = acceptObservation(room.state, body, readFramePng);
  return taken.ok ? null : taken.failure;
};

/** Plays until the turn ends or waits. Without a journal (in memory), a waiting turn restarts. */
async function playOn(room: Lab): Promise<'over' | 'waits'> {
  return playOneTurn(room).then(
    () => 'over' as const,
    (error: unknown) => {
      if (error instanceof Waiting) return 'waits' as const;
      throw error;
    },
  );
}
/** Writes the room's event for a turn that cannot resume from its journal. */
const giveUp = (room: Lab) =>
  room.append([
    {
      kind: 'turn.failed',
      actor: 'system',
      turn: room.state.rounds,
      payload: { failure: { code: 'conflict', detail: 'other steps', fix: 'retry' }, retry: 'restart' },
    },
  ]);

describe('an observation', () => {
  it('is welcome before anything was asked for, and starts the run', async () => {
    const room = createMemoryRun({ game: 'pushed' });
    expect(await playOn(room)).toBe('waits');
    expect(waitsForObservation(room.state)).toBe(true);
    expect(observationView(room.state, [])).toMatchObject({ request: 1, role: 'start', action: null });
    post(room, board(0));
    expect(waitsForObservation(room.state)).toBe(false);
  });

  it('says which actions there are, by name or number; ACTION1 to ACTION5 when it does not', async () => {
    const read = (extra: Partial<PostObservation>) => {
      const taken = acceptObservation(createPushed().state, board(0, extra), readFramePng);
      return taken.ok ? fieldsOf(taken.value[0]?.payload).available : null;
    };
    expect(read({})).toEqual(FIVE);
    expect(read({ availableActions: [7, 'ACTION2', 2] })).toEqual(['ACTION2', 'ACTION7']);
    expect(read({ availableActions: [] })).toEqual([]);
  });

  it('may be several frames, the settled one last, and a level', () => {
    const grids = [0, 1].map((first) => unpackFrame(labFrame({ first, second: 0, level: 0 })));
    const taken = acceptObservation(
      createPushed().state,
      postObservation.parse({ frames: grids, levelsCompleted: 3 }),
    );
    expect(taken.ok && taken.value[0]?.payload).toMatchObject({
      n: 1,
      level: 3,
      frames: [0, 1].map((first) => labFrame({ first, second: 0, level: 0 })),
    });
  });

  it('is refused where it answers nothing: a second one in a row, another request, another game, after the end', async () => {
    const room = createPushed('ACTION1');
    post(room, board(0));
    expect(refusal(room, board(0))).toMatchObject({ code: 'conflict' });
    await playOn(room);
    expect(room.state.requests.open).toMatchObject({ n: 2, role: 'target', action: { id: 'ACTION1' } });
    expect(refusal(room, board(1, { request: 1 }))).toMatchObject({ code: 'conflict' });
    expect(refusal(room, board(1, { request: 3 }))).toMatchObject({ code: 'conflict' });
    post(room, board(1, { request: 2 }));
    expect(refusal(room, board(2))).toMatchObject({ code: 'conflict' });
    room.append([{ kind: 'run.finished', actor: 'system', payload: { reason: 'stopped' } }]);
    expect(refusal(room, board(2))).toMatchObject({ code: 'finished' });
    expect(refusal(createMemoryRun({ game: 'corridor' }), board(0))).toMatchObject({ code: 'conflict' });
  });

  it.each<[string, Partial<PostObservation>, string]>([
    ['neither frames nor a picture', {}, ''],
    ['both', { frames: [[0]], png: 'AA==' }, ''],
    ['no rows', { frames: [] }, '/frames'],
    ['an empty row', { frames: [[]] }, '/frames/0'],
    ['ragged rows', { frames: [[0, 1], [0]] }, '/frames/1'],
    ['a colour over 15', { frames: [[[0]], [[16]]] }, '/frames/1/0/0'],
    ['half a colour', { frames: [[0.5]] }, '/frames/0/0'],
    ['65 frames', { frames: Array.from({ length: 65 }, () => [[0]]) }, '/frames'],
    ['a picture that is none', { png: 'not base64!' }, '/png'],
  ])('with %s is no observation', (_, body, pointer) =>
    expect(refusal(createPushed(), { state: 'NOT_FINISHED', ...body })).toMatchObject({
      code: 'invalid',
      errors: [{ pointer }],
    }),
  );
});

describe('a turn that begins anew while its action is with the caller', () => {
  it('takes what the caller shows for that action, not for the next one', async () => {
    const room = createPushed('ACTION1', 'ACTION2', 'ACTION3');
    post(room, board(0));
    expect(await playOn(room)).toBe('waits');
    giveUp(room);
    expect(await playOn(room)).toBe('waits');
    // The same request stays open, because the caller may be acting on it.
    expect(eventsOf(room, 'action.requested').map(({ payload }) => fieldsOf(payload).n)).toEqual([1, 2]);
    expect(room.state.requests.open).toMatchObject({ n: 2, action: { id: 'ACTION1' } });
    post(room, board(1, { request: 2 }));
    expect(await playOn(room)).toBe('waits');
    expect(sentBy(room)).toEqual(['ACTION1']);
    expect(room.state.requests.open).toMatchObject({ n: 3, role: 'target', action: { id: 'ACTION2' } });
    expect(room.state.game?.cells).toBe(labFrame({ first: 1, second: 0, level: 0 }));
  });

  it('uses what was posted before it failed', async () => {
    const room = createPushed('ACTION1', 'ACTION2');
    post(room, board(0));
    await playOn(room);
    post(room, board(1));
    giveUp(room);
    expect(await playOn(room)).toBe('waits');
    expect(sentBy(room)).toEqual(['ACTION1']);
    expect(room.state.requests.open).toMatchObject({ n: 3, action: { id: 'ACTION2' } });
  });

  it('asks for the same reset once', async () => {
    const room = createPushed('ACTION1', 'ACTION1', 'ACTION2');
    post(room, board(0));
    await playOn(room);
    post(room, board(1, { state: 'GAME_OVER' }));
    giveUp(room);
    // The caller's action ended the game, so the turn is over and the next one begins with a reset.
    expect(await playOn(room)).toBe('over');
    expect(await playOn(room)).toBe('waits');
    expect(room.state.requests.open).toMatchObject({ role: 'reset', n: 3 });
    giveUp(room);
    expect(await playOn(room)).toBe('waits');
    expect(room.state.requests.open).toMatchObject({ role: 'reset', n: 3 });
    post(room, board(0));
    expect(await playOn(room)).toBe('waits');
    expect(room.state.requests.open).toMatchObject({ role: 'target', n: 4 });
  });
});
