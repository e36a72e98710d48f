import fc from 'fast-check';
import { z } from 'zod';
import type { Json } from '../../src/base/json';
import { type Event, OWNER } from '../../src/contract/events/events';
import type { ActionRoom, AnyAction } from '../../src/room/actions';
import type { RoomState } from '../../src/room/room-state';
import { fitting, type Schemas } from './hostile-bodies';
import type { MemoryRoom } from './memory-room';

const SEED = 20261123;

export function fittingValue(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const [value] = fc.sample(fitting(json, (json.$defs ?? {}) as Schemas), { numRuns: 1, seed: SEED });
  return value ?? null;
}

/**
 * Runs every action in a room of its own, as an owner with a valid body, and returns the written events. New
 * actions are included automatically. Actions that need more than a ledger write no events here.
 */
export async function doEvery<S extends RoomState>(
  actions: readonly AnyAction[],
  openRoom: () => Promise<MemoryRoom<S>>,
): Promise<Event[]> {
  const ledgers = actions
    .filter(({ method }) => method !== 'get')
    .map(async (action) => {
      const room = await openRoom();
      const { body, params = {} } = action;
      const input = {
        params: z.object(params).safeParse(fittingValue(z.object(params))).data ?? {},
        query: {},
        body: body?.safeParse(fittingValue(body)).data,
      };
      await doAction(action, room, input).catch(() => {});
      return room.ledger;
    });
  return (await Promise.all(ledgers)).flat();
}

async function doAction<S extends RoomState>(
  action: AnyAction,
  room: MemoryRoom<S>,
  input: { params: object; query: object; body: unknown },
): Promise<void> {
  const actionRoom: Pick<ActionRoom<S>, 'viewer' | 'receipt' | 'state' | 'accept'> = {
    viewer: OWNER,
    receipt: null,
    state: room.state,
    accept(decide, view) {
      const made = decide(room.state);
      if (!made.ok) return made;
      const events = room.append(made.value);
      return { ok: true, value: view(room.state, events) };
    },
  };
  await action.run(actionRoom, input as Parameters<AnyAction['run']>[1]);
}
