import type { z } from 'zod';
import type { CATALOGUE, EventKind } from './catalogue';

/** Types of events, inferred from the catalogue. */

/** JSON has no undefined: optional fields are absent. */
type Missing<T> = { [F in keyof T]: Exclude<T[F], undefined> };
type Documented = { [K in EventKind]: Missing<z.output<ReturnType<(typeof CATALOGUE)[K]['payload']>>> };

/** A payload with either the fields `F` or all other fields. */
type OneOf<P, F extends keyof P> = Required<Pick<P, F>> | Required<Omit<P, F>>;

/** Payloads by kind. Some kinds have two variants; the catalogue lists the fields of both together. */
interface Payloads extends Omit<Documented, 'memory.written' | 'game.dealt' | 'run.finished'> {
  /** In a scene, and in a run. */
  'memory.written': OneOf<Documented['memory.written'], 'memories'>;
  /** For a player, and for the owner. */
  'game.dealt':
    | Required<Pick<Documented['game.dealt'], 'word'>>
    | (Required<Omit<Documented['game.dealt'], 'word' | 'people'>> &
        Pick<Documented['game.dealt'], 'people'>);
  /** For a run, and for a scene whose table game ended. */
  'run.finished':
    | { reason: Exclude<Documented['run.finished']['reason'], TableEnd> }
    | (Required<Documented['run.finished']> & { reason: TableEnd });
}
type TableEnd = 'verdict' | 'no_contest';

export type PayloadOf<K extends EventKind> = Payloads[K];

/** An event of one kind before the ledger assigns `seq` and `at`. */
export interface DraftOf<K extends EventKind> {
  kind: K;
  /** `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>`. */
  actor: string;
  /** Default: everyone. */
  audience?: string[];
  /** Round of a scene. */
  round?: number;
  /** Turn of a run. */
  turn?: number;
  payload: PayloadOf<K>;
}

interface StoredEvent<K extends EventKind> extends DraftOf<K> {
  /** Position in the ledger, from 1, without gaps. */
  seq: number;
  /** Time of storage (UTC). */
  at: string;
  audience: string[];
}

/** A stored event of one of these kinds. */
export type EventOf<K extends EventKind> = { [One in K]: StoredEvent<One> }[K];

export type Event = EventOf<EventKind>;

/** An event before the ledger assigns `seq` and `at`. */
export type EventDraft = { [K in EventKind]: DraftOf<K> }[EventKind];

export interface EventPage {
  events: Event[];
  /** Cursor of the next page; null at the end of the ledger. */
  next: string | null;
  /** Highest seq in the ledger. */
  head: number;
}

/**
 * A viewer of a room. `ids` are the principals it holds, such as `["persona:ada"]`. For a person on a seat, the
 * request only carries `seat`; the room looks up the seat's current principals, because they may have changed or
 * been revoked.
 */
export interface Viewer {
  owner: boolean;
  ids: string[];
  /** Id of the seat. */
  seat?: string;
  /** True if the seat is shared by many people, each with their own token. */
  forMany?: true;
  /** True for a read-only key: no action that changes anything, also not over a socket. */
  readsOnly?: boolean;
  /**
   * The credential behind the request: id of the API key, `bootstrap:` plus the SHA-256 of the operator's key, or id
   * of the seat token. Sockets, streams and tickets close when it is revoked. Absent for requests from our own
   * objects, which open none.
   */
  credential?: string | undefined;
}
export const OWNER: Viewer = { owner: true, ids: [] };
