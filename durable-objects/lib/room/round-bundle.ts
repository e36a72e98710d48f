import type { Event } from '../../../src/contract/events/events';
import type { Address } from '../../../src/room/rpc';
import { stripRemoteSession } from '../../../src/room/sealed';
import { type Bundle, bundleKey, unpackBundle } from '../../../src/storage/bundles';
import type { Ledger } from './ledger';
import { readMeta } from './schema';
import { listRoundCalls, type StepRow } from './step-rows';

export interface RoundParts {
  events: Event[];
  calls: StepRow[];
}

/** @param past rows found for the previous round; this round's rows come after them */
export function findRound(sql: SqlStorage, ledger: Ledger, round: number, past?: RoundParts): RoundParts {
  const [event, step] = [past?.events.at(-1), past?.calls.at(-1)];
  const calls = listRoundCalls(sql, round, step && step.n + 1);
  return { events: ledger.roundEvents(round, event && event.seq + 1), calls };
}

/** The bundle as JSON text. Prompts and answers are already JSON and inserted unparsed. */
export function writeBundle(room: string, round: number, { events, calls }: RoundParts): string {
  const steps = calls.map(({ intent, result, cost, started_at, kind: _, ...rest }) => {
    const head = JSON.stringify({ ...rest, startedAt: started_at });
    return `${head.slice(0, -1)},"cost":${cost ?? 'null'},"intent":${intent},"result":${result ?? 'null'}}`;
  });
  const head = JSON.stringify({ room, round, events: events.map(stripRemoteSession) });
  return `${head.slice(0, -1)},"steps":[${steps.join(',')}]}`;
}

/** The bundle of a round: from the room while it has the calls, else from R2. */
export async function loadBundle(
  bucket: R2Bucket,
  sql: SqlStorage,
  ledger: Ledger,
  { tenant, id }: Address,
  round: number,
): Promise<Bundle> {
  const local = JSON.parse(writeBundle(id, round, findRound(sql, ledger, round))) as Bundle;
  // Events of a fork's or import's past have their calls elsewhere.
  const isAdopted = (local.events.at(-1)?.seq ?? 0) <= Number(readMeta(sql, 'adopted') ?? '0');
  if (local.steps.length > 0 || isAdopted) return local;
  const stored = await bucket.get(bundleKey(tenant, id, round));
  return stored ? await unpackBundle(stored.body) : local;
}
