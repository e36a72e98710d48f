import type { z } from 'zod';
import type { CATALOGUE, EventKind } from './catalogue';

/** Events as code reads and writes them. Every payload's type is inferred from the catalogue. */

/** JSON has no undefined: a field that need not be there is absent. */
type Absent<T> = { [F in keyof T]: Exclude<T[F], undefined> };
type Documented = { [K in EventKind]: Absent<z.output<ReturnType<(typeof CATALOGUE)[K]['payload']>>> };

/** A payload that has either the fields `F` or the others. */
type Either<P, F extends keyof P> = Required<Pick<P, F>> | Required<Omit<P, F>>;

/** Payloads by kind. The catalogue lists all fields of a kind together; those of two sorts are told apart here. */
interface Payloads extends Omit<Documented, 'memory.written' | 'game.dealt' | 'run.finished'> {
  /** In a scene, and in a run. */
  'memory.written': Either<Documented['memory.written'], 'memories'>;
  /** For a player, and for the owner. */
  'game.dealt':
    | Required<Pick<Documented['game.dealt'], 'word'>>
    | (Required<Omit<Documented['game.dealt'], 'word' | 'people'>> &
        Pick<Documented['game.dealt'], 'people'>);
  /** A run has it, and a scene whose table game is over. */
  'run.finished':
    | { reason: Exclude<Documented['run.finished']['reason'], TableEnd> }
    | (Required<Documented['run.finished']> & { reason: TableEnd });
}
type TableEnd = 'verdict' | 'no_contest';

/** Payload of an event of that kind. */
export type PayloadOf<K extends EventKind> = Payloads[K];

/** An event of one kind before the ledger gives it its `seq` and `at`. */
export interface DraftOf<K extends EventKind> {
  kind: K;
  /** `system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>`. */
  actor: string;
  /** Default: everyone. */
  audience?: string[];
  /** Round of a scene this belongs to. */
  round?: number;
  /** Turn of a run this belongs to. */
  turn?: number;
  payload: PayloadOf<K>;
}

interface Stored<K extends EventKind> extends DraftOf<K> {
  /** Position in the ledger, from 1, without gaps. */
  seq: number;
  /** Time of storage (UTC). */
  at: string;
  audience: string[];
}

/** A stored event of that kind, or of one of those kinds. */
export type EventOf<K extends EventKind> = { [One in K]: Stored<One> }[K];

/** One entry of a room's ledger, by its `kind`. */
export type Event = EventOf<EventKind>;

/** An event before the ledger gives it its `seq` and `at`. */
export type EventDraft = { [K in EventKind]: DraftOf<K> }[EventKind];

/** A page of a ledger. */
export interface EventPage {
  events: Event[];
  /** Cursor of the next page; null at the end of the ledger. */
  next: string | null;
  /** Highest seq in the ledger now. */
  head: number;
}

/**
 * A viewer of a room. `ids` are the principals this viewer holds, e.g. `["persona:ada"]`. Of a person on a seat, only `seat`
 * comes with a request: the room itself says what the seat holds at this moment, or that it holds nothing any more.
 */
export interface Viewer {
  owner: boolean;
  ids: string[];
  /** Id of the seat. */
  seat?: string;
  /** Many sit on its seat, each by a token of their own. */
  forMany?: true;
  /** It came by a key that only reads: it does no action that changes anything, over a socket neither. */
  readsOnly?: boolean;
  /**
   * By what it came: the id of the API key, `bootstrap:` with the SHA-256 of the operator's key, or that of the seat's token.
   * What stays open (sockets, streams, tickets) ends with it. Absent of our own objects, which open nothing.
   */
  credential?: string | undefined;
}
export const OWNER: Viewer = { owner: true, ids: [] };
