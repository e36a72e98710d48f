import type { KeyScope } from '../../contract/access';
import { type Failure, fail, ok, type Result } from '../../contract/problems';
import type { SeatRole } from '../../contract/seats';
import type { Operation, ScopedRequest } from './permissions';

const ONE_ROOM = /^\/v1\/(scenes|runs)\/\{id\}(?:\/|$)/;

/** Returns whether keys of a scope may call an operation at all, for a room that is theirs. */
export function mayCall({ scope, room }: KeyScope, operation: Operation): boolean {
  if (scope === 'full') return true;
  const { method, path, scopes = [], reads } = operation;
  if (!scopes.includes(scope)) return false;
  if (scope === 'read') return method === 'get' || reads === true;
  if (scope === 'experiments' || operation.room !== undefined) return true;
  return ONE_ROOM.exec(path)?.[1] === (room?.startsWith('scn_') ? 'scenes' : 'runs');
}

/** A caller, as far as it matters to what it is offered. */
export interface User {
  role: 'owner' | SeatRole;
  scope: KeyScope;
}

/** Returns whether a caller may call an operation at all: an owner by the scope of the key, a person on a seat by role. */
export function isOffered(operation: Operation | undefined, { role, scope }: User): boolean {
  if (!operation) return false;
  if (role === 'owner') return mayCall(scope, operation);
  return operation.who === 'seat' || (operation.who === 'player' && role === 'player');
}

/** Refuses what the scope of a key does not allow: `forbidden`. */
export function checkScope(key: KeyScope, operation: Operation, request: ScopedRequest): Result<null> {
  return mayCall(key, operation) && isInScope(key, operation, request) ? ok(null) : fail(refusalOf(key));
}

/** Returns whether a request is about a room of the key. */
function isInScope({ scope, room }: KeyScope, operation: Operation, request: ScopedRequest): boolean {
  if (scope === 'full' || scope === 'read' || operation.room === null) return true;
  if (scope === 'experiments')
    return operation.room === undefined || /^(?:run|adv)_/.test(operation.room(request) ?? '');
  const asked = operation.room ? operation.room(request) : request.path.split('/')[3];
  return room !== null && asked === room;
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
