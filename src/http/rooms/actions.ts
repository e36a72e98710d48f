import { z } from 'zod';
import type { Result } from '../../api/problems';
import type { AnyAction, RawInput, Wait } from '../../room/actions';
import type { RoomApi } from '../../room/rpc';
import { readNumberCursor } from '../../storage/cursors';
import { viewerOf } from '../auth/authenticate';
import {
  type App,
  type AppContext,
  answers,
  declareRoute,
  idempotencyHeader,
  makeReceipt,
  refuse,
  type sceneParams,
} from '../middleware/http';
import { callRoom, type RoomClient } from '../middleware/room-client';
import { socketOpener } from './follow';
import { waitFor, waitQuery, waitSignal } from './wait';

/** A kind of room, and the way to one. */
export interface RoomsOf {
  collection: 'scenes' | 'runs';
  params: typeof sceneParams;
  clientOf: (c: AppContext, id: string) => RoomClient<RoomApi> | Result<RoomClient<RoomApi>>;
}

/** The app, for routes whose types only their schemas know. */
interface UntypedApp {
  openapi(route: object, handle: (c: AppContext) => Promise<Response>): void;
}

/** Adds a route for each action, in this order. */
export function mountActions(app: App, rooms: RoomsOf, tag: string, actions: readonly AnyAction[]): void {
  for (const action of actions) mountAction(app, rooms, tag, action);
}

function mountAction(
  app: App,
  { collection, params, clientOf }: RoomsOf,
  tag: string,
  action: AnyAction,
): void {
  const { wait, answer } = action;
  const isKeyed = action.method === 'post';
  const query = z.object({ ...action.query, ...(wait && waitQuery(wait.byDefault, wait.about).shape) });
  const route = declareRoute(
    [tag],
    `${action.method.toUpperCase() as 'GET'} /v1/${collection}/{id}${action.path}`,
    action.name,
    action.summary,
    {
      ...(action.description !== undefined && { description: action.description }),
      params: params.extend(action.params ?? {}),
      ...((action.query || wait) && { query }),
      ...(isKeyed && { headers: idempotencyHeader }),
      ...(action.body && { json: action.body }),
      ...(wait
        ? { 200: answers(answer.schema, wait.answers.over), 202: answers(answer.schema, wait.answers.stored) }
        : { [answer.status ?? 200]: answers(answer.schema, answer.about) }),
    },
  );
  // The types of a route are known where it is written down; these are made, and checked by their schemas alone.
  (app as unknown as UntypedApp).openapi(route, async (c) => {
    const input = readRequest(c, action);
    if (!input.ok) return refuse(c, input.failure);
    const { id } = c.req.param() as { id: string };
    const room = clientOf(c, id);
    if ('ok' in room && !room.ok) return refuse(c, room.failure);
    const client = 'ok' in room ? room.value : room;
    const receipt = isKeyed ? await makeReceipt(c) : null;
    const viewer = viewerOf(c.get('principal'));
    const repeat = action.repeat ?? (receipt || !isKeyed ? 'safe' : 'once');
    const done = await callRoom(
      client,
      (remote) => remote.perform(action.name, input.value, receipt, viewer),
      repeat,
    );
    if (!done.ok) return refuse(c, done.failure);
    if (!wait) return c.json(done.value, answer.status ?? 200);
    return answerWaiting(c, wait, done.value, { id, client });
  });
}

/** Collects what the validators of a route have checked. */
function readRequest(c: AppContext, action: AnyAction): Result<RawInput> {
  const valid = (target: string) => (c.req as unknown as { valid(of: string): unknown }).valid(target);
  const { id: _, ...params } = valid('param') as Record<string, unknown>;
  const query = action.query ? (valid('query') as Record<string, unknown>) : {};
  const body = action.body ? valid('json') : undefined;
  if (!action.query || !('cursor' in action.query)) return { ok: true, value: { params, query, body } };
  const cursor = readNumberCursor(query.cursor as string | undefined);
  return cursor.ok
    ? { ok: true, value: { params, query: { ...query, cursor: cursor.value }, body } }
    : cursor;
}

/** Answers what was accepted: at once, or with `wait=1` when nothing more comes of it. */
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
  const open = socketOpener(client, viewerOf(c.get('principal')), id);
  const waited = await followWait(wait, state, { after, open, signal: waitSignal(c.req.raw) });
  if (!waited.ok) return refuse(c, waited.failure);
  return c.json(waited.value.state, waited.value.isOver ? 200 : 202);
}

/** Follows a room until nothing more comes of what it accepted, or the signal ends. */
export async function followWait<A>(
  wait: Wait<A>,
  accepted: A,
  following: Pick<Parameters<typeof waitFor<A>>[1], 'after' | 'open' | 'signal'>,
): Promise<Result<{ state: A; isOver: boolean }>> {
  if (wait.isOver(accepted, false)) return { ok: true, value: { state: accepted, isOver: true } };
  const { advance, waits } = wait;
  const waited = await waitFor(accepted, { ...following, advance, waits });
  if (!waited.ok) return waited;
  const { state, isOver } = waited.value;
  return { ok: true, value: { state, isOver: wait.isOver(state, isOver) } };
}
