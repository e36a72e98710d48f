import type { OpenAPIHono } from '@hono/zod-openapi';
import type { KeyScope } from '../../contract/access';
import type { Access } from '../../room/actions';

/** The scopes of keys that may do less than everything. */
type SmallScope = Exclude<KeyScope['scope'], 'full'>;

/** A request, as far as the scope of a key depends on it. */
export interface ScopedRequest {
  path: string;
  query(name: string): string | undefined;
}

/** Who may call an operation. It is part of the operation's declaration (`routesOf`), which does not compile without it. */
export interface Permission {
  /** The credential that the gate asks for. */
  who: Access;
  /**
   * The smaller scopes whose keys may call it; absent: only keys of the scope "full". `read` covers only requests that
   * change nothing, and `room` only requests about the key's own room.
   */
  scopes?: readonly SmallScope[];
  /** It is not a GET and still changes nothing that a key of the scope `read` could not change. */
  reads?: true;
  /**
   * Finds the room that a request is about; null: every key of a room may call it. Default: the `{id}` of
   * `/v1/scenes/{id}` and `/v1/runs/{id}`. A request about no room is refused to the key of a room.
   */
  room?: ((request: ScopedRequest) => string | undefined) | null;
}

/** The body of an operation, if it takes anything but JSON of the usual size. */
export interface BodyRules {
  /** Most bytes of the body; only operations that take files declare one. */
  maxBody?: number;
  /** The media types that it takes, as the refusal of another one names them. Default: `application/json`. */
  takes?: string;
}

/** The declaration of a route, as far as middleware depends on it. */
export interface Operation extends Permission, BodyRules {
  /** In lower case. */
  method: string;
  path: string;
}

type Declared = Pick<OpenAPIHono, 'openAPIRegistry'>;
const tables = new WeakMap<Declared, ReadonlyMap<string, Operation>>();

/**
 * Collects the permissions of an app from the declarations of its routes: `METHOD /path/{param}` → operation. A route that was
 * added in another way is not in the table, so the gate refuses it to everybody.
 */
export function listOperations(app: Declared): ReadonlyMap<string, Operation> {
  const known = tables.get(app);
  if (known) return known;
  const operations = app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route as unknown as Operation] : [],
  );
  const table = new Map(operations.map((one) => [rowOf(one.method.toUpperCase(), one.path), one]));
  tables.set(app, table);
  return table;
}

/** The row of a route: `/v1/scenes/:id` and `/v1/scenes/{id}` are the same path, and HEAD is GET. */
export const rowOf = (method: string, path: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`;
