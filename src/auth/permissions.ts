/**
 * Who may call what, in one table.
 * `public`: anyone. `key`: any API key, within its tenant. `operator`: the bootstrap key alone.
 * `ticket-or-key`: an API key, or a single-use `?ticket=` that the room itself checks.
 */
export type Access = 'public' | 'key' | 'operator' | 'ticket-or-key';

/** `METHOD /path/{param}` → who may. A route that is missing here is refused to everybody. */
export const PERMISSIONS: Readonly<Record<string, Access>> = {
  'GET /healthz': 'public',
  'GET /openapi.json': 'public',
  'GET /docs': 'public',
  'GET /llms.txt': 'public',

  'POST /v1/scenes': 'key',
  'GET /v1/scenes': 'key',
  'GET /v1/scenes/{id}': 'key',
  'PATCH /v1/scenes/{id}': 'key',
  'DELETE /v1/scenes/{id}': 'key',
  'GET /v1/scenes/{id}/export': 'key',
  'POST /v1/scenes/{id}/turns': 'key',
  'GET /v1/scenes/{id}/rounds': 'key',
  'GET /v1/scenes/{id}/rounds/{n}': 'key',
  'POST /v1/scenes/{id}/rounds/{n}/retry': 'key',
  'POST /v1/scenes/{id}/cancel': 'key',
  'GET /v1/scenes/{id}/events': 'key',
  'GET /v1/scenes/{id}/socket': 'ticket-or-key',
  'POST /v1/scenes/{id}/tickets': 'key',

  'POST /v1/runs': 'key',
  'GET /v1/runs': 'key',
  'GET /v1/runs/{id}': 'key',
  'PATCH /v1/runs/{id}': 'key',
  'DELETE /v1/runs/{id}': 'key',
  'GET /v1/runs/{id}/export': 'key',
  'POST /v1/runs/{id}/start': 'key',
  'POST /v1/runs/{id}/pause': 'key',
  'POST /v1/runs/{id}/resume': 'key',
  'POST /v1/runs/{id}/stop': 'key',
  'POST /v1/runs/{id}/step': 'key',
  'GET /v1/runs/{id}/turns/{n}': 'key',
  'GET /v1/runs/{id}/frames/{file}': 'key',
  'GET /v1/runs/{id}/knowledge': 'key',
  'GET /v1/runs/{id}/report': 'key',
  'GET /v1/runs/{id}/events': 'key',
  'GET /v1/runs/{id}/socket': 'ticket-or-key',
  'POST /v1/runs/{id}/tickets': 'key',

  'GET /v1/games': 'key',
  'GET /v1/templates': 'key',
  'GET /v1/calls': 'key',
  'GET /v1/calls/{id}': 'key',

  'GET /v1/keys': 'key',
  'POST /v1/keys': 'key',
  'DELETE /v1/keys/{id}': 'key',
  'POST /v1/tenants': 'operator',
};

/** The row of a route: `/v1/scenes/:id` and `/v1/scenes/{id}` are the same path. Null: not in the table. */
export function findAccess(method: string, path: string): Access | null {
  const row = `${method === 'HEAD' ? 'GET' : method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`;
  return Object.hasOwn(PERMISSIONS, row) ? (PERMISSIONS[row] ?? null) : null;
}
