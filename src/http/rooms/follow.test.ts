import { describe, expect, it } from 'vitest';
import { makeEvent } from '../../../test/support/loose-events';
import { fail, ok } from '../../contract/problems';
import type { TurnAccepted } from '../../contract/rounds';
import { ROUND_WAIT } from '../../scene/actions/rounds';
import { UNAVAILABLE } from '../middleware/room-client';
import { awaitResult } from './actions';
import { followRoom, type OpenSocket } from './follow';

const event = (seq: number, more: object = {}) => makeEvent('player.spoke', {}, { seq, ...more });

/** A room's socket: it sends `messages` when it is accepted, then closes when `thenClose` is set. */
class FakeSocket extends EventTarget {
  closed = false;
  readonly #messages: unknown[];
  readonly #thenClose: boolean;
  constructor(messages: unknown[], thenClose: boolean) {
    super();
    this.#messages = messages;
    this.#thenClose = thenClose;
  }
  accept(): void {
    queueMicrotask(() => {
      for (const data of this.#messages)
        this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }));
      if (this.#thenClose) this.dispatchEvent(new globalThis.Event('close'));
    });
  }
  close(): void {
    this.closed = true;
  }
}
const socketOf = (messages: unknown[], thenClose: boolean) =>
  new FakeSocket(messages, thenClose) as unknown as WebSocket;

/** Opens the given sockets in order and records the seq after which each starts. */
function opener(sockets: (WebSocket | 'down' | 'gone')[]): { open: OpenSocket; asked: number[] } {
  const asked: number[] = [];
  const open: OpenSocket = async (after) => {
    asked.push(after);
    const socket = sockets[asked.length - 1] ?? 'down';
    if (socket === 'down') return fail(UNAVAILABLE);
    if (socket === 'gone') return fail({ code: 'not_found', what: 'scene', id: 'scn_x' });
    return ok(socket);
  };
  return { open, asked };
}

const never = new AbortController().signal;

describe('following a room', () => {
  it('asks again from the last event when the socket is cut, and shows no event twice', async () => {
    const { open, asked } = opener([
      socketOf([event(3), event(4)], true),
      'down',
      socketOf([event(4), { type: 'ready', head: 5 }, event(5)], false),
    ]);
    const seen: number[] = [];
    const end = await followRoom({
      open,
      after: 2,
      signal: never,
      pause: async () => {},
      onEvent: ({ seq }) => {
        seen.push(seq);
        return seq === 5 ? 'enough' : 'more';
      },
    });
    expect(end).toEqual(ok('enough'));
    expect(seen).toEqual([3, 4, 5]);
    expect(asked).toEqual([2, 4, 4]);
  });

  it('gives up on a room that does not come back, after growing pauses', async () => {
    const { open, asked } = opener([]);
    const pauses: number[] = [];
    const end = await followRoom({
      open,
      after: 0,
      signal: never,
      pause: async (ms) => void pauses.push(ms),
      onEvent: () => 'more',
    });
    expect(end).toMatchObject({ ok: false, failure: { code: 'unavailable' } });
    expect(asked).toHaveLength(9);
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });

  it('ends at once when the room is deleted', async () => {
    const { open, asked } = opener([socketOf([event(1)], true), 'gone']);
    const end = await followRoom({
      open,
      after: 0,
      signal: never,
      pause: async () => {},
      onEvent: () => 'more',
    });
    expect(end).toMatchObject({ ok: false, failure: { code: 'not_found' } });
    expect(asked).toEqual([0, 1]);
  });

  it('closes the room socket when the client leaves', async () => {
    const client = new AbortController();
    const socket = socketOf([event(1)], false);
    const { open } = opener([socket]);
    const end = await followRoom({
      open,
      after: 0,
      signal: client.signal,
      pause: async () => {},
      onEvent: () => {
        queueMicrotask(() => client.abort());
        return 'more';
      },
    });
    expect(end).toEqual(ok('aborted'));
    expect((socket as unknown as FakeSocket).closed).toBe(true);
  });
});

describe('waiting for a round', () => {
  const queued: TurnAccepted = { inputSeq: 10, round: null, status: 'queued' };
  const waitForRound = async (...asked: [TurnAccepted, Parameters<typeof awaitResult>[2]]) => {
    const waited = await awaitResult(ROUND_WAIT, ...asked);
    return waited.ok ? ok(waited.value.state) : waited;
  };

  it('waits for the round that answers the input, not for the one before it', async () => {
    const { open, asked } = opener([
      socketOf(
        [
          event(11, { kind: 'round.completed', round: 1 }),
          event(12, { kind: 'round.started', round: 2, payload: { inputs: [9] } }),
          event(13, { kind: 'round.completed', round: 2 }),
          event(14, { kind: 'round.started', round: 3, payload: { inputs: [10] } }),
          event(15, { kind: 'round.completed', round: 3 }),
        ],
        false,
      ),
    ]);
    const done = { inputSeq: 10, round: 3, status: 'completed' };
    expect(await waitForRound(queued, { after: 10, open, signal: never })).toEqual(ok(done));
    expect(asked).toEqual([10]);
  });

  it('says what is known when it may wait no longer', async () => {
    const bound = new AbortController();
    const started = event(11, { kind: 'round.started', round: 1, payload: { inputs: [10] } });
    const { open } = opener([socketOf([started], false)]);
    const waiting = waitForRound(queued, { after: 10, open, signal: bound.signal });
    await new Promise((done) => setTimeout(done, 0));
    bound.abort();
    expect(await waiting).toEqual(ok({ inputSeq: 10, round: 1, status: 'running' }));
  });

  it.each([
    ['the round before it fails', event(11, { kind: 'round.failed', round: 1 })],
    ['the scene is finished', event(11, { kind: 'scene.changed', payload: { status: 'finished' } })],
  ])('does not wait on when %s: a queued input is then held', async (_what, held) => {
    const { open } = opener([socketOf([held], false)]);
    expect(await waitForRound(queued, { after: 10, open, signal: never })).toEqual(ok(queued));
  });

  it('says that the room is gone when it was deleted meanwhile', async () => {
    const started = event(11, { kind: 'round.started', round: 1, payload: { inputs: [10] } });
    const { open } = opener([socketOf([started], true), 'gone']);
    expect(await waitForRound(queued, { after: 10, open, signal: never })).toMatchObject({
      ok: false,
      failure: { code: 'not_found' },
    });
  });
});
