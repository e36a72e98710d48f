import { type Problem, ProblemError } from './problem';
import { type Calls, type ConnectOptions, makeCalls, makeSend } from './requests';
import type { RoomOptions, RoomRequests } from './room';
import { makeRun, type RunRoom } from './run';
import { makeScene, type SceneRoom } from './scene';
import type { Schemas } from './types';

export type { Draft } from './drafts';
export { foldLines, type Line } from './lines';
export { isFinal, isProblem, type ProblemType } from './problem';
export { type Calls, type ConnectOptions, newIdempotencyKey } from './requests';
export type { Room, RoomOptions, RoomSignals, RoomState } from './room';
export type { ActOptions, RunRoom } from './run';
export type { Said, SayOptions, SceneRoom } from './scene';
export type { Connection } from './socket';
export type * from './types';
export { isEvent } from './types';
export type { Typist } from './typists';
export { type Problem, ProblemError };

/** A stage, as one credential may use it. */
export interface Stage extends Calls {
  /** A scene; it is followed from the first `on`, or `open`, on. */
  scene: (id: string, options?: RoomOptions) => SceneRoom;
  /** A run; it is followed from the first `on`, or `open`, on. */
  run: (id: string, options?: RoomOptions) => RunRoom;
}

const NO_SOCKETS =
  'There is no WebSocket here; Node has one from version 22 on. Pass `WebSocket` from the package `ws` to connect or join, ' +
  'or `WebSocket: null` if you follow no room.';

/**
 * Makes a client of a stage. Nothing is sent before the first call.
 *
 * @throws Error without a WebSocket: a program would find out only after it has made a scene, or used up an invitation
 */
export function connect(options: ConnectOptions): Stage {
  const findSockets = () =>
    options.WebSocket === undefined ? globalThis.WebSocket : (options.WebSocket ?? undefined);
  if (options.WebSocket !== null && !findSockets()) throw new Error(NO_SOCKETS);
  const url = options.url.replace(/\/+$/, '');
  const calls = makeCalls({ ...options, url });
  const requests: RoomRequests = {
    Sockets: () => {
      const Sockets = findSockets();
      if (!Sockets) throw new Error(NO_SOCKETS);
      return Sockets;
    },
    againMs: options.againMs ?? 400,
    socketUrl: url.replace(/^http/, 'ws'),
    askOnce: makeSend({ ...options, url, retries: 0 }),
  };
  return {
    ...calls,
    scene: (id, room = {}) => makeScene(calls, requests, id, room),
    run: (id, room = {}) => makeRun(calls, requests, id, room),
  };
}

/** A seat that was taken, and the client of the person on it. */
export interface Joined {
  stage: Stage;
  scene: SceneRoom;
  /** The credential of the seat. It is shown once: keep it like a password, and `connect` with it again. */
  token: string;
  seat: Schemas['SeatAccepted'];
}

const TOKEN_LOST: Problem = {
  type: '/problems/no-answer',
  title: 'The seat was taken, and its token was lost on the way',
  status: 0,
  detail: 'A stage shows the token of a seat once, and that answer did not arrive.',
  fix: 'Ask the owner of the scene for a new invitation to this seat.',
};

/**
 * Takes the seat of an invitation, under a name, and connects as the person on it.
 *
 * @throws ProblemError when the invitation was used, or is over
 */
export async function join(
  { invitation, name, ...options }: Omit<ConnectOptions, 'token'> & { invitation: string; name: string },
  room: RoomOptions = {},
): Promise<Joined> {
  const seat = await connect({ ...options, token: null }).POST('/v1/seats/accept', {
    body: { invitation, name },
  });
  const { token } = seat;
  if (token === null) throw new ProblemError(TOKEN_LOST);
  const stage = connect({ ...options, token });
  return { stage, scene: stage.scene(seat.scene, room), token, seat };
}
