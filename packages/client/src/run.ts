import type { Calls } from './calls';
import { createRoom, type Room, type RoomOptions, type RoomRequests } from './room';
import type { CommandGiven, Run, Schemas } from './types';

/** Options of a command in a text adventure. */
export interface ActOptions {
  /** Suggest it to the adventurer, who decides, instead of typing it. */
  suggest?: boolean;
  /** Wait for the story's answer. Default: resolve once the command is stored. */
  wait?: boolean;
  /** Idempotency key: repeating it with the same key has no further effect. Default: a new one. */
  key?: string;
}

type ControlResult = Schemas['RunControlled'];

/** A run of a grid game or a text adventure. */
export interface RunRoom extends Room<Run> {
  start: () => Promise<ControlResult>;
  pause: () => Promise<ControlResult>;
  resume: () => Promise<ControlResult>;
  stop: () => Promise<ControlResult>;
  /** Plays one turn, then pauses. */
  step: () => Promise<ControlResult>;
  /** Types the next command of a text adventure, or suggests one. */
  act: (command: string, options?: ActOptions) => Promise<CommandGiven>;
  /** Posts an observation of your own game (`pushed`), and returns the next action, unless `wait` is false. */
  observe: (
    observation: Schemas['PostObservation'],
    options?: { wait?: boolean },
  ) => Promise<Schemas['ObservationTaken']>;
}

/** Kinds of events that change the response of `GET`. */
const CHANGES =
  /^(run|turn|episode|objective|stuck|level)\.|^(game\.reset|command\.given|knowledge\.updated)$/;

export function createRun(calls: Calls, requests: RoomRequests, id: string, options: RoomOptions): RunRoom {
  const room = createRoom<Run>(requests, `/v1/runs/${encodeURIComponent(id)}`, id, {
    refreshes: ({ kind }) => CHANGES.test(kind),
    ...options,
  });
  const control = (verb: 'start' | 'pause' | 'resume' | 'stop' | 'step') => async () => {
    await room.whenOpen();
    return calls.POST(`/v1/runs/{id}/${verb}`, { path: { id } });
  };
  return {
    ...room,
    get state() {
      return room.state;
    },
    start: control('start'),
    pause: control('pause'),
    resume: control('resume'),
    stop: control('stop'),
    step: control('step'),
    act: async (command, { suggest, wait = false, key } = {}) => {
      await room.whenOpen();
      return calls.POST('/v1/runs/{id}/commands', {
        path: { id },
        query: { wait },
        body: { command, mode: suggest ? 'suggest' : 'take' },
        ...(key === undefined ? {} : { key }),
      });
    },
    observe: async (body, { wait = true } = {}) => {
      await room.whenOpen();
      return calls.POST('/v1/runs/{id}/observations', {
        path: { id },
        query: { wait },
        body,
      });
    },
  };
}
