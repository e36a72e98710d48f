import type { Event, EventDraft } from '../../../src/contract/events/events';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import type { Address } from '../../../src/room/rpc';
import type { RoomEngine } from './engine';
import type { Hops } from './hops';
import type { Ledger } from './ledger';
import type { Meter } from './meter';
import type { Outbox } from './outbox';
import type { Snapshots } from './snapshots';

const CANCELLED = 'the round has ended';

type LoadedRoomParts<S extends RoomState> = Pick<
  LoadedRoom<S>,
  'address' | 'ledger' | 'snapshots' | 'outbox' | 'meter' | 'hops'
>;

/** A room that is awake: its ledger, and the state folded from it. */
export class LoadedRoom<S extends RoomState> {
  readonly address: Address;
  readonly ledger: Ledger;
  readonly snapshots: Snapshots<S>;
  readonly outbox: Outbox;
  readonly meter: Meter;
  readonly hops: Hops;
  readonly #reduce: RoomEngine<S>['reduce'];
  #state: S;
  #playing: { open: OpenRound; gone: AbortController } | null = null;

  constructor(parts: LoadedRoomParts<S>, engine: RoomEngine<S>, state: S) {
    this.address = parts.address;
    this.ledger = parts.ledger;
    this.snapshots = parts.snapshots;
    this.outbox = parts.outbox;
    this.meter = parts.meter;
    this.hops = parts.hops;
    this.#reduce = (before, event) => engine.reduce(before, event);
    this.#state = state;
  }

  get state(): S {
    return this.#state;
  }

  /** Store events and fold them. @param at as of when */
  write(drafts: EventDraft[], at: string): Event[] {
    const round = latestRound(this.#state, drafts);
    // Rounds are looked for by row: what ends one does not go into the row that begins the next.
    const next = drafts.findLastIndex((draft) => (draft.round ?? draft.turn ?? round) < round) + 1;
    const [ends, others] = [drafts.slice(0, next), drafts.slice(next)];
    const events = [
      ...(next > 0 ? this.ledger.append(ends, latestRound(this.#state, ends), null, at) : []),
      ...this.ledger.append(others, round, null, at),
    ];
    this.fold(events);
    return events;
  }

  /** Fold events that were stored. */
  fold(events: readonly Event[]): void {
    for (const event of events) this.#state = this.#reduce(this.#state, event);
    const playing = this.#playing;
    if (playing === null || this.plays(playing.open)) return;
    // Not before the transaction is over, which may take the events back.
    queueMicrotask(() => {
      if (!this.plays(playing.open)) playing.gone.abort(new Error(CANCELLED));
    });
  }

  /** Returns a signal that aborts when this attempt is no longer being played. */
  signalOf(open: OpenRound): AbortSignal {
    this.#playing = { open, gone: new AbortController() };
    return this.#playing.gone.signal;
  }

  /** Restores the state, as the transaction of everything since has been undone. @param before the state of before */
  takeBack(before: S): void {
    this.#state = before;
    this.ledger.reread();
  }

  /** The state at the start of the open round: the one at hand when the round has just begun, else folded again. */
  atStart(open: OpenRound): S {
    const atHand = this.#state.head === open.startSeq;
    const state = atHand ? this.#state : this.snapshots.stateAt(open.startSeq);
    if (!state) throw new Error('the ledger has no first event');
    // A retry that resumes replays from the first start, as the attempt it is.
    return { ...state, open };
  }

  /** Is this attempt still the one being played? */
  plays({ n, attempt }: OpenRound): boolean {
    const now = this.#state.open;
    return now !== null && now.n === n && now.attempt === attempt;
  }
}

/** The round a row belongs to: the newest one that was started, by these events or before. */
export function latestRound(state: Pick<RoomState, 'rounds'>, drafts: EventDraft[]): number {
  return Math.max(state.rounds, ...drafts.map((draft) => draft.round ?? draft.turn ?? 0));
}
