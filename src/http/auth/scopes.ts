import type { KeyScope } from '../../contract/access';
import { type Failure, fail, ok, type Result } from '../../contract/problems';

/** Rows that keys of every scope may ask: whose key it is, and the door of agents, whose requests come here one by one. */
const OF_ALL = ['GET /v1/me', 'POST /mcp'];
/** Addresses that manage the tenant, its secrets and what it sends: a key that only reads does not see them. */
const MANAGEMENT = /^\w+ \/v1\/(?:keys|providers|webhooks|hooks|discord|tenants)(?:\/|$)/;
const TICKETS = /^POST \/v1\/(?:scenes|runs)\/\{id\}\/tickets$/;
const RUNS = /^\w+ \/v1\/(?:runs|experiments)(?:\/|$)/;
const ONE_ROOM = /^\w+ \/v1\/(scenes|runs)\/\{id\}(?:\/|$)/;
/** These make another room, or show one. */
const OTHER_ROOMS = /\{id\}\/(?:fork|compare)$/;
const GAMES = ['GET /v1/games', 'GET /v1/games/{id}'];
const CALLS = ['GET /v1/calls', 'GET /v1/calls/{id}'];

/** Says whether keys of a scope may ask a row of the permission table at all, for a room that is theirs. */
export function mayAskRow({ scope, room }: KeyScope, row: string): boolean {
  if (scope === 'full' || OF_ALL.includes(row)) return true;
  switch (scope) {
    case 'read':
      // What a ticket opens only reads, too: the room looks at that (`readsOnly`).
      return (row.startsWith('GET ') && !MANAGEMENT.test(row)) || TICKETS.test(row);
    case 'experiments':
      return RUNS.test(row) || GAMES.includes(row) || CALLS.includes(row);
    case 'room': {
      if (CALLS.includes(row)) return true;
      const collection = ONE_ROOM.exec(row)?.[1];
      return collection === (room?.startsWith('scn_') ? 'scenes' : 'runs') && !OTHER_ROOMS.test(row);
    }
  }
}

/** A request, as far as a scope depends on it. */
interface Asked {
  /** Its row of the permission table. */
  row: string;
  path: string;
  query(name: string): string | undefined;
}

/** Refuses what the scope of a key does not allow: `forbidden`. */
export function checkScope(key: KeyScope, { row, path, query }: Asked): Result<null> {
  if (!mayAskRow(key, row)) return fail(refusalOf(key));
  const { scope, room } = key;
  if (scope === 'full' || scope === 'read' || OF_ALL.includes(row) || GAMES.includes(row)) return ok(null);
  const askedRoom = roomOf({ row, path, query });
  const isOwn =
    scope === 'room' ? askedRoom === room : RUNS.test(row) || /^(?:run|adv)_/.test(askedRoom ?? '');
  return isOwn ? ok(null) : fail(refusalOf(key));
}

/** The room that a request names: in its path, or, of calls, in the query or the id of the call. */
function roomOf({ row, path, query }: Asked): string | undefined {
  if (row === 'GET /v1/calls') return query('room');
  const id = path.split('/')[3];
  return row === 'GET /v1/calls/{id}' ? id?.split('.')[0] : id;
}

const WORDS: Record<Exclude<KeyScope['scope'], 'full'>, string> = {
  read: 'this one only reads rooms, library, calls and usage',
  room: 'this one is for its room alone',
  experiments:
    'this one makes and drives runs and experiments, and reads games and the calls of runs (`?room=run_…`)',
};

function refusalOf({ scope, room }: KeyScope): Failure {
  const words = scope === 'full' ? '' : WORDS[scope];
  return {
    code: 'forbidden',
    needs: `a key of another scope: ${words}${room === null ? '' : ` (${room})`}`,
    fix: 'Use a key of the scope "full", or ask whoever has one to make a key that may do this.',
  };
}
