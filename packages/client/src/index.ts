import { type Calls, createCalls } from './calls';
import { type Problem, ProblemError } from './problem';
import { type ConnectOptions, createSend } from './requests';
import type { RoomOptions, RoomRequests } from './room';
import { createRun, type RunRoom } from './run';
import { createScene, type SceneRoom } from './scene';
import type { Schemas } from './types';

export type { Calls } from './calls';
export type { Draft } from './drafts';
export { foldLines, type Line } from './lines';
export { isFinal, isProblem, type ProblemType } from './problem';
export { type ConnectOptions, newIdempotencyKey } from './requests';
export type { Room, RoomOptions, RoomSignals, RoomState } from './room';
export type { ActOptions, RunRoom } from './run';
export type { SayOptions, SceneRoom, SendResult } from './scene';
export type { Connection } from './socket';
export type * from './types';
export { isEvent } from './types';
export type { Typist } from './typists';
export { type Problem, ProblemError };

/** A stage, with the permissions of one credential. */
export interface Stage extends Calls {
  /** A scene. The first `on` or `open` starts following it. */
  scene: (id: string, options?: RoomOptions) => SceneRoom;
  /** A run. The first `on` or `open` starts following it. */
  run: (id: string, options?: RoomOptions) => RunRoom;
}

const NO_SOCKETS =
  'WebSocket is not available; Node has it from version 22 on. Pass `WebSocket` from the package `ws` to connect or join, or `WebSocket: null` if you follow no room.';

/**
 * Creates a client of a stage. Sends no request yet.
 *
 * @throws Error without a WebSocket: otherwise a program would fail only after creating a scene or using up an
 * invitation
 */
export function connect(options: ConnectOptions): Stage {
  const findSockets = () =>
    options.WebSocket === undefined ? globalThis.WebSocket : (options.WebSocket ?? undefined);
  if (options.WebSocket !== null && !findSockets()) throw new Error(NO_SOCKETS);
  const url = options.url.replace(/\/+$/, '');
  const calls = createCalls({ ...options, url });
  const requests: RoomRequests = {
    Sockets: () => {
      const Sockets = findSockets();
      if (!Sockets) throw new Error(NO_SOCKETS);
      return Sockets;
    },
    againMs: options.againMs ?? 400,
    socketUrl: url.replace(/^http/, 'ws'),
    askOnce: createSend({ ...options, url, retries: 0 }),
  };
  return {
    ...calls,
    scene: (id, room = {}) => createScene(calls, requests, id, room),
    run: (id, room = {}) => createRun(calls, requests, id, room),
  };
}

/** A seat that was taken, with the client of its person. */
export interface JoinedScene {
  stage: Stage;
  scene: SceneRoom;
  /** Token of the seat. Shown only once: store it like a password, and pass it to `connect` later. */
  token: string;
  seat: Schemas['SeatAccepted'];
}

const TOKEN_LOST: Problem = {
  type: '/problems/no-answer',
  title: 'The token of the seat was lost',
  status: 0,
  detail: 'The seat was taken, but the response with its token, which is sent only once, did not arrive.',
  fix: 'Ask the owner of the scene for a new invitation to this seat.',
};

/**
 * Accepts an invitation under a name, and connects as that person.
 *
 * @throws ProblemError if the invitation was used or has expired
 */
export async function join(
  { invitation, name, ...options }: Omit<ConnectOptions, 'token'> & { invitation: string; name: string },
  room: RoomOptions = {},
): Promise<JoinedScene> {
  const seat = await connect({ ...options, token: null }).POST('/v1/seats/accept', {
    body: { invitation, name },
  });
  const { token } = seat;
  if (token === null) throw new ProblemError(TOKEN_LOST);
  const stage = connect({ ...options, token });
  return { stage, scene: stage.scene(seat.scene, room), token, seat };
}
