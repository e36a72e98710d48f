import type { KeyScope } from '../../contract/access';
import { type Failure, fail, ok, type Result } from '../../contract/problems';
import type { SeatRole } from '../../contract/seats';
import type { Operation, ScopedRequest } from './permissions';

const ONE_ROOM = /^\/v1\/(scenes|runs)\/\{id\}(?:\/|$)/;

/** True if keys of a scope may call the operation for their room. */
export function canCall({ scope, room }: KeyScope, operation: Operation): boolean {
  if (scope === 'full') return true;
  const { method, path, scopes = [], reads } = operation;
  if (!scopes.includes(scope)) return false;
  if (scope === 'read') return method === 'get' || reads === true;
  if (scope === 'experiments' || operation.room !== undefined) return true;
  return ONE_ROOM.exec(path)?.[1] === (room?.startsWith('scn_') ? 'scenes' : 'runs');
}

/** The caller, as far as it affects which operations are offered. */
export interface User {
  role: 'owner' | SeatRole;
  scope: KeyScope;
}

/** True if a caller may call the operation: owners by the scope of their key, people on a seat by role. */
export function isOffered(operation: Operation | undefined, { role, scope }: User): boolean {
  if (!operation) return false;
  if (role === 'owner') return canCall(scope, operation);
  return operation.who === 'seat' || (operation.who === 'player' && role === 'player');
}

/** Fails with `forbidden` if the key's scope does not allow the request. */
export function checkScope(key: KeyScope, operation: Operation, request: ScopedRequest): Result<null> {
  return canCall(key, operation) && isInScope(key, operation, request) ? ok(null) : fail(scopeRefusal(key));
}

/** True if the request is about the room of the key. */
function isInScope({ scope, room }: KeyScope, operation: Operation, request: ScopedRequest): boolean {
  if (scope === 'full' || scope === 'read' || operation.room === null) return true;
  if (scope === 'experiments')
    return operation.room === undefined || /^(?:run|adv)_/.test(operation.room(request) ?? '');
  const asked = operation.room ? operation.room(request) : request.path.split('/')[3];
  return room !== null && asked === room;
}

const SCOPE_WORDS: Record<Exclude<KeyScope['scope'], 'full'>, string> = {
  read: 'this key can only read rooms, library, calls and usage',
  room: 'this key is limited to its room',
  experiments:
    'this key can only create and control runs and experiments, and read games and calls of runs (`?room=run_…`)',
};

function scopeRefusal({ scope, room }: KeyScope): Failure {
  const words = scope === 'full' ? '' : SCOPE_WORDS[scope];
  return {
    code: 'forbidden',
    needs: `a key with another scope; ${words}${room === null ? '' : ` (${room})`}`,
    fix: 'Use a key with the scope "full", or ask the owner of one to create a key with the right scope.',
  };
}
