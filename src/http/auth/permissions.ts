import { ADVENTURE_ACTIONS } from '../../adventure/actions';
import { LIBRARY_COLLECTIONS } from '../../contract/library';
import { GRID_ACTIONS } from '../../grid/actions';
import type { Access, AnyAction } from '../../room/actions';
import { SCENE_ACTIONS } from '../../scene/actions';

/** Makes the rows of actions, which say themselves who may do them. */
const rowsOf = (collection: 'scenes' | 'runs', actions: readonly AnyAction[]): Record<string, Access> =>
  Object.fromEntries(
    actions.map(({ method, path, who }) => [`${method.toUpperCase()} /v1/${collection}/{id}${path}`, who]),
  );

/** `METHOD /path/{param}` → who may. A route that is missing here is refused to everybody. */
export const PERMISSIONS: Readonly<Record<string, Access>> = {
  'GET /healthz': 'public',
  'GET /metrics': 'metrics',
  'GET /openapi.json': 'public',
  'GET /asyncapi.json': 'public',
  'GET /llms.txt': 'public',
  'GET /problems/{type}': 'public',
  'GET /v1/stage': 'anyone',
  'POST /v1/demo': 'anyone',
  'POST /mcp': 'any-seat',

  'POST /v1/scenes': 'key',
  'GET /v1/scenes': 'key',
  'GET /v1/scenes/{id}': 'seat',
  'PATCH /v1/scenes/{id}': 'key',
  'DELETE /v1/scenes/{id}': 'key',
  'GET /v1/scenes/{id}/export': 'key',
  'POST /v1/scenes/{id}/fork': 'key',
  'POST /v1/scenes/import': 'key',
  'GET /v1/scenes/{id}/transcript': 'seat',
  'GET /v1/scenes/{id}/cast/{character}/portrait': 'seat',
  'GET /v1/scenes/{id}/events': 'ticket-or-seat',
  'GET /v1/scenes/{id}/socket': 'ticket-or-seat',
  'POST /v1/scenes/{id}/tickets': 'seat',
  ...rowsOf('scenes', SCENE_ACTIONS),
  'POST /v1/seats/look': 'invitation',
  'POST /v1/seats/accept': 'invitation',

  'POST /v1/passkeys/registration': 'any-seat',
  'POST /v1/passkeys': 'any-seat',
  'POST /v1/passkeys/challenge': 'anyone',
  'POST /v1/passkeys/sign-in': 'invitation',
  'GET /v1/people/me': 'person',
  'DELETE /v1/people/me': 'person',
  'POST /v1/people/me/seats': 'person',
  'DELETE /v1/people/me/seats/{seat}': 'person',
  'POST /v1/people/me/seats/{seat}/token': 'person',
  'DELETE /v1/people/me/passkeys/{passkey}': 'person',

  'POST /v1/runs': 'key',
  'GET /v1/runs': 'key',
  'GET /v1/runs/{id}': 'key',
  'PATCH /v1/runs/{id}': 'key',
  'DELETE /v1/runs/{id}': 'key',
  'GET /v1/runs/{id}/export': 'key',
  'POST /v1/runs/{id}/fork': 'key',
  'POST /v1/runs/import': 'key',
  'GET /v1/runs/{id}/frames/{file}': 'key',
  'GET /v1/runs/{id}/recording': 'key',
  'GET /v1/runs/{id}/steps.jsonl': 'key',
  'GET /v1/runs/{id}/report': 'key',
  'GET /v1/runs/{id}/transcript': 'key',
  'GET /v1/runs/{id}/map': 'key',
  'POST /v1/runs/{id}/try': 'key',
  'GET /v1/runs/{id}/valid-actions': 'key',
  'GET /v1/runs/{id}/saves/{name}': 'key',
  'POST /v1/runs/{id}/restore/file': 'key',
  'GET /v1/runs/{id}/events': 'ticket-or-key',
  'GET /v1/runs/{id}/socket': 'ticket-or-key',
  'POST /v1/runs/{id}/tickets': 'key',

  ...rowsOf('runs', GRID_ACTIONS),
  ...rowsOf('runs', ADVENTURE_ACTIONS),

  'POST /v1/experiments': 'key',
  'GET /v1/experiments': 'key',
  'GET /v1/experiments/{id}': 'key',
  'PATCH /v1/experiments/{id}': 'key',
  'GET /v1/experiments/{id}/table': 'key',
  'GET /v1/experiments/{id}/export': 'key',
  'POST /v1/experiments/import': 'key',
  'POST /v1/experiments/{id}/pause': 'key',
  'POST /v1/experiments/{id}/resume': 'key',
  'POST /v1/experiments/{id}/stop': 'key',
  'DELETE /v1/experiments/{id}': 'key',

  ...Object.fromEntries(
    Object.values(LIBRARY_COLLECTIONS).flatMap((collection) =>
      ['POST', 'GET', 'GET /{id}', 'PATCH /{id}', 'DELETE /{id}'].map((call): [string, Access] => {
        const [method, one = ''] = call.split(' ');
        return [`${method} /v1/${collection}${one}`, 'key'];
      }),
    ),
  ),
  'GET /v1/worlds/{id}/memories': 'key',
  'PATCH /v1/worlds/{id}/memories/{memory}': 'key',
  'DELETE /v1/worlds/{id}/memories/{memory}': 'key',
  'POST /v1/characters/import': 'key',
  'GET /v1/characters/{id}/card': 'key',
  'GET /v1/characters/{id}/portrait': 'key',
  'PUT /v1/characters/{id}/portrait': 'key',
  'DELETE /v1/characters/{id}/portrait': 'key',
  'POST /v1/lorebooks/import': 'key',
  'POST /v1/lorebooks/try': 'key',
  'GET /v1/lorebooks/{id}/world-info': 'key',

  'GET /v1/games': 'key',
  'POST /v1/games': 'key',
  'GET /v1/games/{id}': 'key',
  'GET /v1/games/{id}/file': 'key',
  'GET /v1/games/{id}/cover': 'key',
  'DELETE /v1/games/{id}': 'key',
  'GET /v1/templates': 'key',
  'GET /v1/calls': 'key',
  'GET /v1/calls/{id}': 'key',

  'POST /v1/webhooks': 'key',
  'GET /v1/webhooks': 'key',
  'GET /v1/webhooks/{id}': 'key',
  'PATCH /v1/webhooks/{id}': 'key',
  'DELETE /v1/webhooks/{id}': 'key',
  'POST /v1/webhooks/{id}/secret': 'key',
  'GET /v1/webhooks/{id}/attempts': 'key',
  'GET /v1/webhooks/{id}/attempts/{n}': 'key',
  'POST /v1/webhooks/{id}/attempts/{n}/replay': 'key',
  'POST /v1/webhooks/{id}/test': 'key',
  'POST /v1/hooks': 'key',
  'GET /v1/hooks': 'key',
  'GET /v1/hooks/{id}': 'key',
  'PATCH /v1/hooks/{id}': 'key',
  'DELETE /v1/hooks/{id}': 'key',
  'POST /v1/hooks/{id}/secret': 'key',
  'GET /v1/hooks/{id}/deliveries': 'key',
  'POST /v1/hooks/{id}/deliver': 'signed',
  'PUT /v1/discord': 'key',
  'GET /v1/discord': 'key',
  'GET /v1/discord/{id}': 'key',
  'DELETE /v1/discord/{id}': 'key',
  'POST /v1/discord/{id}/interactions': 'signed',
  'GET /v1/discord/{id}/portraits/{portrait}': 'public',
  'GET /v1/usage': 'key',
  'GET /v1/budgets': 'key',
  'PUT /v1/budgets': 'key',
  'DELETE /v1/budgets': 'key',

  'GET /v1/retention': 'key',
  'PUT /v1/retention': 'key',

  'GET /v1/providers': 'key',
  'GET /v1/providers/{name}': 'key',
  'PUT /v1/providers/{name}': 'key',
  'DELETE /v1/providers/{name}': 'key',
  'GET /v1/providers/{name}/models': 'key',
  'POST /v1/providers/{name}/try': 'key',

  'GET /v1/me': 'key',
  'GET /v1/keys': 'key',
  'POST /v1/keys': 'key',
  'POST /v1/keys/codes': 'operator',
  'POST /v1/keys/exchange': 'invitation',
  'DELETE /v1/keys/{id}': 'key',
  'POST /v1/keys/{id}/rotate': 'key',
  'GET /v1/tenants': 'operator',
  'POST /v1/tenants': 'operator',
  'GET /v1/tenants/{name}': 'operator',
  'DELETE /v1/tenants/{name}': 'operator',
  'GET /v1/tenants/{name}/retention': 'operator',
  'PUT /v1/tenants/{name}/retention': 'operator',
  'GET /v1/tenants/{name}/budget': 'operator',
  'PUT /v1/tenants/{name}/budget': 'operator',
  'DELETE /v1/tenants/{name}/budget': 'operator',
};

/** The row of a route: `/v1/scenes/:id` and `/v1/scenes/{id}` are the same path, and HEAD is GET. */
export const rowOf = (method: string, path: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`;

/** Tells who may make the requests of a row; null: it is not in the table. */
export function findAccess(row: string): Access | null {
  return Object.hasOwn(PERMISSIONS, row) ? (PERMISSIONS[row] ?? null) : null;
}
