/**
 * Who may call what, in one table.
 * `public`: anyone. `key`: any API key, within its tenant. `operator`: the bootstrap key alone.
 * `ticket-or-key`: an API key, or a single-use `?ticket=` that the room itself checks. `seat`: an API key, or the token
 * of a seat of that scene; `player`: the same, of a player; `ticket-or-seat`: a ticket, a key or a seat. `invitation`: the
 * invitation in the body is the credential. `signed`: anyone whose request carries the signature (or token) that the hook
 * it names asks for; the hook checks it.
 */
export type Access =
  | 'public'
  | 'key'
  | 'operator'
  | 'ticket-or-key'
  | 'seat'
  | 'player'
  | 'ticket-or-seat'
  | 'invitation'
  | 'signed';

/** `METHOD /path/{param}` → who may. A route that is missing here is refused to everybody. */
export const PERMISSIONS: Readonly<Record<string, Access>> = {
  'GET /healthz': 'public',
  'GET /openapi.json': 'public',
  'GET /docs': 'public',
  'GET /llms.txt': 'public',

  'POST /v1/scenes': 'key',
  'GET /v1/scenes': 'key',
  'GET /v1/scenes/{id}': 'seat',
  'PATCH /v1/scenes/{id}': 'key',
  'DELETE /v1/scenes/{id}': 'key',
  'GET /v1/scenes/{id}/export': 'key',
  'POST /v1/scenes/{id}/turns': 'player',
  'POST /v1/scenes/{id}/notes': 'seat',
  'GET /v1/scenes/{id}/rounds': 'seat',
  'GET /v1/scenes/{id}/rounds/{n}': 'seat',
  'POST /v1/scenes/{id}/rounds/{n}/retry': 'key',
  'POST /v1/scenes/{id}/rounds/{n}/rollback': 'key',
  'POST /v1/scenes/{id}/cancel': 'key',
  'POST /v1/scenes/{id}/next-speaker': 'key',
  'PATCH /v1/scenes/{id}/lines/{seq}': 'key',
  'POST /v1/scenes/{id}/lines/{seq}/regenerate': 'key',
  'POST /v1/scenes/{id}/fork': 'key',
  'GET /v1/scenes/{id}/audit': 'key',
  'GET /v1/scenes/{id}/telemetry': 'key',
  'GET /v1/scenes/{id}/memories': 'key',
  'GET /v1/scenes/{id}/events': 'seat',
  'GET /v1/scenes/{id}/socket': 'ticket-or-seat',
  'POST /v1/scenes/{id}/tickets': 'seat',
  'POST /v1/scenes/{id}/seats': 'key',
  'GET /v1/scenes/{id}/seats': 'key',
  'PATCH /v1/scenes/{id}/seats/{seat}': 'key',
  'DELETE /v1/scenes/{id}/seats/{seat}': 'key',
  'POST /v1/scenes/{id}/seats/{seat}/invitation': 'key',
  'POST /v1/seats/accept': 'invitation',

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
  'POST /v1/runs/{id}/fork': 'key',
  'POST /v1/runs/{id}/observations': 'key',
  'GET /v1/runs/{id}/compare': 'key',
  'GET /v1/runs/{id}/replay': 'key',
  'GET /v1/runs/{id}/turns/{n}': 'key',
  'GET /v1/runs/{id}/frames/{file}': 'key',
  'GET /v1/runs/{id}/knowledge': 'key',
  'GET /v1/runs/{id}/report': 'key',
  'GET /v1/runs/{id}/transcript': 'key',
  'GET /v1/runs/{id}/map': 'key',
  'GET /v1/runs/{id}/objectives': 'key',
  'POST /v1/runs/{id}/objectives': 'key',
  'PUT /v1/runs/{id}/objectives/order': 'key',
  'PATCH /v1/runs/{id}/objectives/{objective}': 'key',
  'DELETE /v1/runs/{id}/objectives/{objective}': 'key',
  'POST /v1/runs/{id}/commands': 'key',
  'GET /v1/runs/{id}/events': 'key',
  'GET /v1/runs/{id}/socket': 'ticket-or-key',
  'POST /v1/runs/{id}/tickets': 'key',

  'POST /v1/worlds': 'key',
  'GET /v1/worlds': 'key',
  'GET /v1/worlds/{id}': 'key',
  'GET /v1/worlds/{id}/memories': 'key',
  'PATCH /v1/worlds/{id}': 'key',
  'DELETE /v1/worlds/{id}': 'key',
  'POST /v1/campaigns': 'key',
  'GET /v1/campaigns': 'key',
  'GET /v1/campaigns/{id}': 'key',
  'PATCH /v1/campaigns/{id}': 'key',
  'DELETE /v1/campaigns/{id}': 'key',
  'POST /v1/arcs': 'key',
  'GET /v1/arcs': 'key',
  'GET /v1/arcs/{id}': 'key',
  'PATCH /v1/arcs/{id}': 'key',
  'DELETE /v1/arcs/{id}': 'key',
  'POST /v1/characters': 'key',
  'GET /v1/characters': 'key',
  'GET /v1/characters/{id}': 'key',
  'PATCH /v1/characters/{id}': 'key',
  'DELETE /v1/characters/{id}': 'key',
  'POST /v1/characters/import': 'key',
  'GET /v1/characters/{id}/card': 'key',
  'POST /v1/personas': 'key',
  'GET /v1/personas': 'key',
  'GET /v1/personas/{id}': 'key',
  'PATCH /v1/personas/{id}': 'key',
  'DELETE /v1/personas/{id}': 'key',
  'POST /v1/lorebooks': 'key',
  'GET /v1/lorebooks': 'key',
  'GET /v1/lorebooks/{id}': 'key',
  'PATCH /v1/lorebooks/{id}': 'key',
  'DELETE /v1/lorebooks/{id}': 'key',
  'POST /v1/lorebooks/import': 'key',
  'GET /v1/lorebooks/{id}/world-info': 'key',
  'POST /v1/profiles': 'key',
  'GET /v1/profiles': 'key',
  'GET /v1/profiles/{id}': 'key',
  'PATCH /v1/profiles/{id}': 'key',
  'DELETE /v1/profiles/{id}': 'key',

  'GET /v1/games': 'key',
  'POST /v1/games': 'key',
  'GET /v1/games/{id}': 'key',
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
  'POST /v1/webhooks/{id}/attempts/{n}/replay': 'key',
  'POST /v1/webhooks/{id}/test': 'key',
  'POST /v1/hooks': 'key',
  'GET /v1/hooks': 'key',
  'GET /v1/hooks/{id}': 'key',
  'PATCH /v1/hooks/{id}': 'key',
  'DELETE /v1/hooks/{id}': 'key',
  'POST /v1/hooks/{id}/secret': 'key',
  'POST /v1/hooks/{id}/deliver': 'signed',
  'GET /v1/usage': 'key',
  'GET /v1/budgets': 'key',
  'PUT /v1/budgets': 'key',
  'DELETE /v1/budgets': 'key',

  'GET /v1/keys': 'key',
  'POST /v1/keys': 'key',
  'DELETE /v1/keys/{id}': 'key',
  'POST /v1/tenants': 'operator',
  'GET /v1/tenants/{name}/budget': 'operator',
  'PUT /v1/tenants/{name}/budget': 'operator',
  'DELETE /v1/tenants/{name}/budget': 'operator',
};

/** The row of a route: `/v1/scenes/:id` and `/v1/scenes/{id}` are the same path. Null: not in the table. */
export function findAccess(method: string, path: string): Access | null {
  const row = `${method === 'HEAD' ? 'GET' : method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`;
  return Object.hasOwn(PERMISSIONS, row) ? (PERMISSIONS[row] ?? null) : null;
}
