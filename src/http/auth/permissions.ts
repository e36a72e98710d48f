import type { OpenAPIHono } from '@hono/zod-openapi';
import type { KeyScope } from '../../contract/access';
import type { Access } from '../../room/actions';

/** Scopes of keys with limited permissions. */
type NarrowScope = Exclude<KeyScope['scope'], 'full'>;

/** The parts of a request that scopes depend on. */
export interface ScopedRequest {
  path: string;
  query(name: string): string | undefined;
}

/** Who may call an operation. Part of its declaration (`routeApp`), which does not compile without it. */
export interface Permission {
  /** The credential that the gate requires. */
  who: Access;
  /**
   * The limited scopes that may call it; absent: only keys with the scope "full". `read` covers only requests that
   * change nothing, and `room` only requests about the key's own room.
   */
  scopes?: readonly NarrowScope[];
  /** Not a GET, but changes nothing that a `read` key must not change. */
  reads?: true;
  /**
   * Finds the room that a request is about; null: any room key may call it. Default: the `{id}` of `/v1/scenes/{id}`
   * and `/v1/runs/{id}`. Keys of a room are refused for requests about no room.
   */
  room?: ((request: ScopedRequest) => string | undefined) | null;
}

/** Body limits of an operation, if it accepts anything but JSON of the usual size. */
export interface BodyRules {
  /** Maximum bytes of the body. Only set by operations that accept files. */
  maxBody?: number;
  /** Accepted media types, as listed in problems. Default: `application/json`. */
  takes?: string;
}

/** The declaration of a route, as middleware needs it. */
export interface Operation extends Permission, BodyRules {
  /** Lowercase. */
  method: string;
  path: string;
}

type DeclaredRoute = Pick<OpenAPIHono, 'openAPIRegistry'>;
const tables = new WeakMap<DeclaredRoute, ReadonlyMap<string, Operation>>();

/**
 * Collects the permissions of an app from its route declarations: `METHOD /path/{param}` → operation. The gate
 * refuses all other routes.
 */
export function listOperations(app: DeclaredRoute): ReadonlyMap<string, Operation> {
  const known = tables.get(app);
  if (known) return known;
  const operations = app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route as unknown as Operation] : [],
  );
  const table = new Map(operations.map((one) => [operationKey(one.method.toUpperCase(), one.path), one]));
  tables.set(app, table);
  return table;
}

/** The table key of a route: `/v1/scenes/:id` and `/v1/scenes/{id}` are the same path, and HEAD counts as GET. */
export const operationKey = (method: string, path: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`;
