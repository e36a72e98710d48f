import { z } from 'zod';
import type { Receipt } from '../contract/access';
import type { Event, EventDraft, Viewer } from '../contract/events/events';
import type { Failure, Result } from '../contract/problems';
import { describeIssues, fail, ok } from '../contract/problems';

/**
 * Who may make a request. `public`: anyone. `key`: any API key, within its tenant. `operator`: only the
 * bootstrap key. `ticket-or-key`: an API key or, for sockets and streams, a single-use `?ticket=` checked by
 * the room. `seat`: an API key or a seat token of the scene; `player`: the same, but only players' tokens.
 * `ticket-or-seat`: a ticket, key or seat token. `any-seat`: an API key or a token of any scene's seat, for
 * addresses that only lead to others. `invitation`: the body contains the credential (invitation, one-time
 * code or passkey response). `person`: a signed-in person. `anyone`: sign-in requests. `signed`: the hook
 * checks the signature or token. `metrics`: the METRICS_KEY.
 */
export type Access =
  | 'public'
  | 'key'
  | 'operator'
  | 'ticket-or-key'
  | 'seat'
  | 'player'
  | 'ticket-or-seat'
  | 'any-seat'
  | 'invitation'
  | 'person'
  | 'anyone'
  | 'signed'
  | 'metrics';

type Shape = z.ZodRawShape;
type Output<S extends Shape> = z.output<z.ZodObject<S>>;
/** An action's query; `cursor` is parsed as a number, null if absent. */
type Query<S extends Shape> = 'cursor' extends keyof Output<S>
  ? Omit<Output<S>, 'cursor'> & { cursor: number | null }
  : Output<S>;

export interface ActionInput<P extends Shape, Q extends Shape, B> {
  params: Output<P>;
  query: Query<Q>;
  body: B;
}

/** Follows an accepted request until it has no more effects, for `?wait=1`. `A` is the response. */
export interface Wait<A> {
  /** Default of `wait`. */
  byDefault: '0' | '1';
  /** Description of `wait` in the API documents. */
  about: string;
  /** Descriptions of the responses: 200 when finished, 202 when stored. */
  answers: { over: string; stored: string };
  /** Returns the initial response and the seq after which to follow events. */
  begin(accepted: A & { after?: number }): { after: number; state: A };
  advance(state: A, event: Event): A;
  /** True if more events will follow. */
  waits(state: A, event: Event): boolean;
  /** True if the response is final; `ended`: {@link Wait.waits} returned false. */
  isOver(state: A, ended: boolean): boolean;
  /** True if no event can ever follow. Absent: false. */
  isPointless?(state: A): boolean;
}

/**
 * An operation of a room. The declaration defines its route, permission, OpenAPI operation and RPC, and optionally
 * its socket message, hook target and tools. `Room` is the engine's type of room.
 *
 * @example
 * // In an array of `src/scene/actions`:
 * sceneAction({
 *   name: 'callNext',
 *   method: 'post',
 *   path: '/next-speaker',
 *   who: 'key',
 *   summary: 'Say who acts in the next round',
 *   description: 'It holds for one round.',
 *   body: nextSpeaker,
 *   answer: { schema: scene, about: 'The scene' },
 *   run: (room, { body }) => room.accept((state) => chooseNextSpeaker(state, body), sceneView),
 * });
 */
export interface Action<Room, P extends Shape, Q extends Shape, B, A extends object> {
  /** Operation id; RPC and hooks use it too. */
  name: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path below the room, e.g. `/lines/{seq}`. */
  path: `/${string}`;
  who: Access;
  /** Title in the API documents. */
  summary: string;
  /** Effects, conditions and repeats, beyond the title. Markdown. */
  description: string;
  params?: P;
  query?: Q;
  body?: z.ZodType<B>;
  /** Default `status`: 200. */
  answer: { schema: z.ZodType<A>; about: string; status?: 201 | 202 };
  /** Absent: the response is final. */
  wait?: Wait<A>;
  /**
   * `safe`: an interrupted request can be repeated without an `Idempotency-Key`. Default: `once` for POST,
   * which accepts such a key, else `safe`.
   */
  repeat?: 'safe' | 'once';
  /**
   * Type of the equivalent socket message: `input` is the body, and parameters are top-level fields. Absent:
   * none.
   */
  socket?: string;
  /** True if hooks may perform it for each delivery. */
  hook?: true;
  /** Tools of `/mcp` that perform it, each with different arguments. Absent: none. */
  tools?: readonly ActionTool[];
  run(room: Room, input: ActionInput<P, Q, B>): Result<A> | Promise<Result<A>>;
}

/** A tool of `/mcp` (docs/mcp.md) that performs an action, with the action's permissions. */
export interface ActionTool {
  /** Tool name for models, e.g. `say`. */
  name: string;
  title: string;
  /** Must explain effect and use to a model that has never seen the project. */
  description: string;
  /** Arguments in addition to the room; seats need no room argument. */
  args: Shape;
  /** Further arguments that only owners may use. */
  ofOwner?: Shape;
  /** Absent: no body. */
  toBody?(args: Readonly<Record<string, unknown>>): unknown;
}

/** Infers the argument types of a tool. */
export const actionTool = <A extends Shape, O extends Shape = Record<never, never>>(
  tool: Omit<ActionTool, 'args' | 'ofOwner' | 'toBody'> & {
    args: A;
    ofOwner?: O;
    toBody?(args: Output<A> & Partial<Output<O>>): unknown;
  },
): ActionTool => tool as ActionTool;

/** An action without its types, for routes, RPC and documents. */
// biome-ignore lint/suspicious/noExplicitAny: the input of `run` is checked by the schemas beside it
export type AnyAction<Room = any> = Action<Room, any, any, any, any>;

/** Infers the types of an engine's actions; `run` gets a `Room`. */
export const listActionsFor =
  <Room>() =>
  <
    P extends Shape = Record<never, never>,
    Q extends Shape = Record<never, never>,
    B = undefined,
    A extends object = object,
  >(
    action: Action<Room, P, Q, B, A>,
  ): Action<Room, P, Q, B, A> =>
    action;

export interface LedgerReader {
  readonly head: number;
  /** Oldest first. */
  page(after: number, limit: number): Event[];
  /** Loaded lazily. */
  walk(from?: number): Iterable<Event>;
  /** Loaded lazily. */
  walkBack(to?: number): Iterable<Event>;
  roundEvents(n: number): Event[];
}

export interface ActionRoom<S> {
  /** The caller with its current rights. */
  readonly viewer: Viewer;
  /** Receipt for storing the response; null: the caller sent no key. */
  readonly receipt: Receipt | null;
  readonly state: S;
  readonly ledger: LedgerReader;
  /** Stores the events of `decide` with the response; see `RoomCore.accept`. */
  accept<T>(decide: (state: S) => Result<EventDraft[]>, view: (state: S, events: Event[]) => T): Result<T>;
  /**
   * Plays a round or turn again; `before` is stored before its start.
   *
   * @param attempt earlier attempt whose answers are reused
   */
  retry<T>(
    n: number,
    before: EventDraft[],
    view: (state: S, events: Event[]) => T,
    attempt?: number,
  ): Result<T>;
}

/** An input that no route has validated: a socket message or hook delivery. */
interface UncheckedAction {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** An action's input as RPC carries it. */
export interface RawInput {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

export function readInput(
  action: AnyAction,
  { params = {}, query = {}, body }: UncheckedAction,
): Result<RawInput> {
  const parts = z.object({
    params: z.object(action.params ?? {}),
    query: z.object(action.query ?? {}),
    body: action.body ?? z.undefined(),
  });
  const check = parts.safeParse({ params, query, body });
  return check.success
    ? ok(check.data as RawInput)
    : fail({ code: 'invalid', errors: describeIssues(check.error.issues, 'json') });
}

export const unknownAction = (name: string): Failure => ({ code: 'not_found', what: 'action', id: name });
