import { z } from 'zod';
import { sleep } from '../../base/sleep';
import { readNumberCursor } from '../../contract/cursors';
import type { Event } from '../../contract/events/events';
import { ok, type Result } from '../../contract/problems';
import type { AnyAction, RawInput, Wait } from '../../room/actions';
import type { RoomApi } from '../../room/rpc';
import { viewerFor } from '../auth/authenticate';
import type { Permission } from '../auth/permissions';
import {
  type App,
  type AppContext,
  answers,
  buildReceipt,
  idempotencyHeader,
  type RouteParts,
  refuse,
  routeApp,
  type sceneParams,
} from '../middleware/http';
import { callRoom, type RoomClient } from '../middleware/room-client';
import { type Following, followRoom, socketOpener } from './follow';

/** Maximum duration of `?wait=1`. */
const WAIT_MS = 120_000;

/** A kind of room, and how to reach one. */
export interface RoomResolver {
  collection: 'scenes' | 'runs';
  params: typeof sceneParams;
  /** See `Permission`; actions declare `who` themselves. */
  scopes?: Permission['scopes'];
  clientOf: (c: AppContext, id: string) => RoomClient<RoomApi> | Result<RoomClient<RoomApi>>;
  /** Statuses with which `clientOf` refuses rooms of another kind. */
  refuses?: readonly number[];
}

/** The validated parts of a request, whose types only the action's schemas know. */
interface CheckedParts {
  params: { id: string };
  query: { cursor?: string } | null;
  json: unknown;
}

/** Adds routes for actions, in this order. */
export function mountActions(
  app: App,
  rooms: RoomResolver,
  tag: string,
  actions: readonly AnyAction[],
): void {
  for (const action of actions) mountAction(app, rooms, tag, action);
}

function mountAction(
  app: App,
  { collection, params, scopes = [], clientOf, refuses }: RoomResolver,
  tag: string,
  action: AnyAction,
): void {
  const { wait, answer } = action;
  const isKeyed = action.method === 'post';
  const query = z.object({
    ...action.query,
    ...(wait && { wait: z.enum(['0', '1']).default(wait.byDefault).describe(wait.about) }),
  });
  const statuses: Record<number, ReturnType<typeof answers<z.ZodType<object>>>> = wait
    ? { 200: answers(answer.schema, wait.answers.over), 202: answers(answer.schema, wait.answers.stored) }
    : { [answer.status ?? 200]: answers(answer.schema, answer.about) };
  const parts: RouteParts & typeof statuses = {
    description: action.description,
    ...(refuses && { refuses }),
    params: params.extend(action.params ?? {}),
    ...((action.query || wait) && { query }),
    ...(isKeyed && { headers: idempotencyHeader }),
    ...(action.body && { json: action.body }),
    ...statuses,
  };
  routeApp(app, tag, { who: action.who, scopes })(
    `${action.method.toUpperCase() as 'GET'} /v1/${collection}/{id}${action.path}`,
    action.name,
    action.summary,
    parts,
    async (c, request) => {
      const parts = request as unknown as CheckedParts;
      const input = readInput(action, parts);
      if (!input.ok) return input;
      const { id } = parts.params;
      const room = clientOf(c, id);
      if ('ok' in room && !room.ok) return room;
      const client = 'ok' in room ? room.value : room;
      const receipt = isKeyed ? await buildReceipt(c) : null;
      const viewer = viewerFor(c.get('principal'));
      const repeat = action.repeat ?? (receipt || !isKeyed ? 'safe' : 'once');
      const result = await callRoom(
        client,
        (remote) => remote.perform(action.name, input.value, receipt, viewer),
        repeat,
      );
      return result.ok && wait ? answerWaiting(c, wait, result.value, { id, client }) : result;
    },
  );
}

/** The input of an action: the validated request without the room's id, with its cursor decoded. */
function readInput(action: AnyAction, { params, query, json }: CheckedParts): Result<RawInput> {
  const { id: _, ...own } = params;
  const input = { params: own, query: action.query ? query : {}, body: action.body ? json : undefined };
  if (!action.query || !('cursor' in action.query)) return ok(input as RawInput);
  const cursor = readNumberCursor(query?.cursor);
  return cursor.ok ? ok({ ...input, query: { ...query, cursor: cursor.value } } as RawInput) : cursor;
}

/** Responds immediately, or with `wait=1` once the result is final. */
async function answerWaiting(
  c: AppContext,
  wait: Wait<object>,
  accepted: object,
  { id, client }: { id: string; client: RoomClient<unknown> },
): Promise<Response> {
  const { after, state } = wait.begin(accepted);
  if (c.req.query('wait') !== '1' && (wait.byDefault === '0' || c.req.query('wait') === '0'))
    return c.json(state, 202);
  if (wait.isPointless?.(state)) return c.json(state, 202);
  const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(WAIT_MS)]);
  const open = socketOpener(client, viewerFor(c.get('principal')), id);
  const outcome = await awaitResult(wait, state, { after, open, signal });
  if (!outcome.ok) return refuse(c, outcome.failure);
  return c.json(outcome.value.state, outcome.value.isOver ? 200 : 202);
}

/**
 * Follows a room until the result of an action is final or the signal ends.
 *
 * @param following.onEach called for every event on the way
 * @returns the result, and whether it is final; not if the signal ended first
 */
export async function awaitResult<A>(
  wait: Wait<A>,
  accepted: A,
  {
    onEach,
    ...following
  }: Pick<Following, 'after' | 'open' | 'signal'> & { onEach?: (event: Event) => void },
): Promise<Result<{ state: A; isOver: boolean }>> {
  if (wait.isOver(accepted, false)) return ok({ state: accepted, isOver: true });
  let state = accepted;
  const onEvent = (event: Event) => {
    onEach?.(event);
    state = wait.advance(state, event);
    return wait.waits(state, event) ? 'more' : 'enough';
  };
  const end = await followRoom({ ...following, pause: sleep, onEvent });
  // The action was accepted even if we cannot wait; the client can read its result later.
  if (!end.ok && end.failure.code !== 'too_many') return end;
  return ok({ state, isOver: wait.isOver(state, end.ok && end.value === 'enough') });
}
