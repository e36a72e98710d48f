import { UNLIMITED } from '../../../src/billing/shortage';
import type { RoomState } from '../../../src/room/room-state';
import type { Address } from '../../../src/room/rpc';
import { tenantStub } from '../stubs';
import type { RoomDeps } from './deps';
import type { RoomEngine } from './engine';
import { Hops } from './hops';
import type { Probe } from './journal';
import { Ledger } from './ledger';
import { LoadedRoom } from './loaded-room';
import { Meter } from './meter';
import { Outbox } from './outbox';
import { readMeta, writeMeta } from './schema';
import { Snapshots } from './snapshots';

export interface WakeHost<S extends RoomState> {
  ctx: DurableObjectState;
  env: Env;
  engine: RoomEngine<S>;
  deps: RoomDeps;
  /** The room as it is at the moment of asking; null: there is none. */
  loadedRoom: () => LoadedRoom<S> | null;
  probe: Probe;
  /** See {@link Meter}: no call is under way any more. */
  onRest: () => void;
  /** Starts the job that runs the outbox. */
  sendOutbox: () => void;
}

/** Load what is stored, whose schema is today's: the newest snapshot, and the ledger after it. Null: there is no event. */
export function wake<S extends RoomState>(host: WakeHost<S>): LoadedRoom<S> | null {
  const { engine } = host;
  const { sql } = host.ctx.storage;
  // An intent nobody waits for any more; its round may have been cancelled, so that no journal will see it.
  sql.exec(
    "UPDATE steps SET status = 'lost' WHERE n > (SELECT indexed_step FROM outbox WHERE id = 1) AND status = 'open'",
  );
  const ledger = new Ledger(sql);
  const snapshots = new Snapshots(sql, ledger, engine);
  const state = snapshots.stateAt(ledger.head);
  if (!state) return null;
  const meter = makeMeter(host);
  const outbox = makeOutbox(host, ledger);
  const address = readAddress(sql);
  return new LoadedRoom(
    { address, ledger, snapshots, meter, outbox, hops: new Hops(sql, ledger) },
    engine,
    state,
  );
}

/** The address that was stored as the room was made. */
export const readAddress = (sql: SqlStorage): Address => ({
  tenant: readMeta(sql, 'tenant') ?? '',
  id: readMeta(sql, 'id') ?? '',
});

export function writeAddress(sql: SqlStorage, { tenant, id }: Address): void {
  writeMeta(sql, 'tenant', tenant);
  writeMeta(sql, 'id', id);
}

/** Makes the meter from stored calls, also of a room that is being erased. */
export function makeMeter<S extends RoomState>(host: WakeHost<S>): Meter {
  const { sql } = host.ctx.storage;
  const { tenant, id } = readAddress(sql);
  const { prices, sleep } = host.deps;
  return new Meter({
    sql,
    tenant,
    room: id,
    prices,
    sleep,
    budgetClient: () => tenantStub(host.env, tenant),
    budgets: () => {
      const loadedRoom = host.loadedRoom();
      return (loadedRoom && host.engine.budgets?.(loadedRoom.state)) || UNLIMITED;
    },
    probe: host.probe,
    onRest: host.onRest,
  });
}

function makeOutbox<S extends RoomState>({ ctx, env, engine, deps, ...host }: WakeHost<S>, ledger: Ledger) {
  return new Outbox({
    ctx,
    ledger,
    env,
    isOn: deps.outbox,
    row: () => {
      const loadedRoom = host.loadedRoom();
      if (!loadedRoom) return null;
      const { address, state } = loadedRoom;
      const { title, rounds, createdAt } = state;
      const { kind } = engine;
      return {
        ...{ ...address, kind, title, status: engine.status(state), rounds, createdAt },
        answeredBy: engine.answeredBy(state),
      };
    },
    glance: (latestEvents) => {
      const loadedRoom = host.loadedRoom();
      return loadedRoom && engine.glance(loadedRoom.state, latestEvents);
    },
    start: host.sendOutbox,
  });
}
