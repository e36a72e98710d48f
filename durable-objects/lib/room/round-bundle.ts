import type { Event } from '../../../src/contract/events/events';
import { stripRemoteSession } from '../../../src/room/sealed';
import type { Bundle } from '../../../src/storage/bundles';
import type { Ledger } from './ledger';
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

export const readBundle = (sql: SqlStorage, ledger: Ledger, room: string, round: number): Bundle =>
  JSON.parse(writeBundle(room, round, findRound(sql, ledger, round))) as Bundle;
