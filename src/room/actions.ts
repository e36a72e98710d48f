import { z } from 'zod';
import type { Receipt } from '../contract/access';
import type { Event, EventDraft, Viewer } from '../contract/events/events';
import type { Failure, Result } from '../contract/problems';
import { describeIssues, fail, ok } from '../contract/problems';

/**
 * Says who may make a request.
 * `public`: anyone. `key`: any API key, within its tenant. `operator`: the bootstrap key alone.
 * `ticket-or-key`: an API key, or, for a socket or a stream, a single-use `?ticket=` that the room itself checks. `seat`:
 * an API key, or the token of a seat of that scene; `player`: the same, of a player; `ticket-or-seat`: a ticket, a key or a
 * seat. `any-seat`: an API key, or the token of a seat of any scene, at an address that only leads on to others.
 * `invitation`: the invitation, the one-time code, or the answer of a passkey, in the body is the credential. `person`: a
 * person who has signed in. `anyone`: whoever wants to sign in. `signed`: the hook checks the
 * signature or token. `metrics`: the METRICS_KEY of the stage.
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
/** A query as an action gets it: `cursor` is read as a number, null when there is none. */
type Query<S extends Shape> = 'cursor' extends keyof Output<S>
  ? Omit<Output<S>, 'cursor'> & { cursor: number | null }
  : Output<S>;

/** The checked parts of a request. */
export interface ActionInput<P extends Shape, Q extends Shape, B> {
  params: Output<P>;
  query: Query<Q>;
  body: B;
}

/** Follows what was accepted until nothing more comes of it, for `?wait=1`. `A` is the answer. */
export interface Wait<A> {
  /** The value of `wait` when the caller gives none. */
  byDefault: '0' | '1';
  /** Describes `wait` in the documents. */
  about: string;
  /** Describes the answers: 200 when it is over, 202 when it is stored. */
  answers: { over: string; stored: string };
  /** Returns the seq after which the events to follow come, and the answer to begin with. */
  begin(accepted: A & { after?: number }): { after: number; state: A };
  /** Folds one event into the answer. */
  advance(state: A, event: Event): A;
  /** Says whether more is to come after this event. */
  waits(state: A, event: Event): boolean;
  /** Says whether the answer is final; `ended`: {@link Wait.waits} said that no more is to come. */
  isOver(state: A, ended: boolean): boolean;
  /** Says whether no event can ever follow. Absent: false. */
  isPointless?(state: A): boolean;
}

/**
 * One thing that can be asked of a room. Its route, permission, OpenAPI operation and RPC follow from the declaration, and
 * where it says so its socket message, hook target and tools. `Room` is the room as the engine's actions work with it.
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
  /** Operation id; the name that RPC and hooks call it by. */
  name: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path below the room, e.g. `/lines/{seq}`. */
  path: `/${string}`;
  who: Access;
  /** Title of the operation in the documents. */
  summary: string;
  /** Tells what the title does not: effects, conditions, what comes of a repeat. Markdown. */
  description: string;
  params?: P;
  query?: Q;
  body?: z.ZodType<B>;
  /** `status`: 200 unless it says another. */
  answer: { schema: z.ZodType<A>; about: string; status?: 201 | 202 };
  /** The answer can be waited for. Absent: it is final. */
  wait?: Wait<A>;
  /**
   * Says whether a request that was cut off may be made again without an `Idempotency-Key`. Default: `once` for a POST,
   * which takes such a key, else `safe`.
   */
  repeat?: 'safe' | 'once';
  /** The type of the socket message that does the same; `input` is the body, parameters stand beside it. Absent: none. */
  socket?: string;
  /** A hook may be made that does it with every delivery. */
  hook?: true;
  /** Tools of `/mcp` that do it, each asking for another form of the body. Absent: none. */
  tools?: readonly ActionTool[];
  run(room: Room, input: ActionInput<P, Q, B>): Result<A> | Promise<Result<A>>;
}

/** A tool of `/mcp` (docs/mcp.md) that does an action, for whoever may make its request. */
export interface ActionTool {
  /** The name that a model calls it by, e.g. `say`. */
  name: string;
  title: string;
  /** Says what it does, and when to use it, to a model that has never seen the project. */
  description: string;
  /** Lists its arguments beside the room; a seat is in one room and names none. */
  args: Shape;
  /** Lists further arguments that only an owner may give. */
  ofOwner?: Shape;
  /** Makes the body of the action. Absent: it has none. */
  toBody?(args: Readonly<Record<string, unknown>>): unknown;
}

/** Gives the arguments of a tool their types. */
export const actionTool = <A extends Shape, O extends Shape = Record<never, never>>(
  tool: Omit<ActionTool, 'args' | 'ofOwner' | 'toBody'> & {
    args: A;
    ofOwner?: O;
    toBody?(args: Output<A> & Partial<Output<O>>): unknown;
  },
): ActionTool => tool as ActionTool;

/** An action whose types do not matter: what routes, RPC and documents are made from. */
// biome-ignore lint/suspicious/noExplicitAny: the input of `run` is checked by the schemas beside it
export type AnyAction<Room = any> = Action<Room, any, any, any, any>;

/** Gives the declarations of one engine's actions their types: `Room` is what their `run` gets. */
export const actionsFor =
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

/** The events of a room, for reading. */
export interface LedgerReader {
  readonly head: number;
  /** Lists at most `limit` events after a seq, oldest first. */
  page(after: number, limit: number): Event[];
  /** Walks from a seq on; reads no more than is taken. */
  walk(from?: number): Iterable<Event>;
  /** Walks back from a seq, or from the head; reads no more than is taken. */
  walkBack(to?: number): Iterable<Event>;
  /** Lists the events of a round or turn. */
  ofRound(n: number): Event[];
}

/** A room as its actions work with it, for one caller. */
export interface ActionRoom<S> {
  /** The caller, with what it may see at this moment. */
  readonly viewer: Viewer;
  /** The receipt that the answer is kept under; null: the caller gave no key. */
  readonly receipt: Receipt | null;
  readonly state: S;
  readonly ledger: LedgerReader;
  /** Stores the events that `decide` gives, with the answer; see `RoomCore.accept`. */
  accept<T>(decide: (state: S) => Result<EventDraft[]>, view: (state: S, events: Event[]) => T): Result<T>;
  /**
   * Plays a round or turn again; `before` comes in front of its start.
   *
   * @param attempt an earlier try of it, whose answers are given anew
   */
  retry<T>(
    n: number,
    before: EventDraft[],
    view: (state: S, events: Event[]) => T,
    attempt?: number,
  ): Result<T>;
}

/** The parts of a request that was not checked by a route: a socket message, a delivery of a hook. */
interface Unchecked {
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

/** Checks an input against the schemas of its action, where no route did. */
export function readInput(action: AnyAction, { params = {}, query = {}, body }: Unchecked): Result<RawInput> {
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

/** The failure of a name that is no action. */
export const unknownAction = (name: string): Failure => ({ code: 'not_found', what: 'action', id: name });
