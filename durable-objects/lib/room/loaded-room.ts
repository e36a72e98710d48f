import type { Event, EventDraft } from '../../../src/contract/events/events';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import type { Address } from '../../../src/room/rpc';
import { GIVE_WAY } from '../../../src/room/step-context';
import { Hops } from './hops';
import { Ledger } from './ledger';
import { Meter } from './meter';
import { Outbox } from './outbox';
import type { RoomParts } from './parts';
import { readAddress } from './schema';
import { Snapshots } from './snapshots';

const CANCELLED = 'the round has ended';

/** The ledger, the state folded from it, and the parts that use the stored data. */
export class LoadedRoom<S extends RoomState> {
  readonly address: Address;
  readonly ledger: Ledger;
  readonly snapshots: Snapshots<S>;
  readonly outbox: Outbox;
  readonly meter: Meter;
  readonly hops: Hops;
  readonly #parts: RoomParts<S>;
  #state: S;
  #playing: { open: OpenRound; gone: AbortController; due: AbortController } | null = null;

  private constructor(parts: RoomParts<S>, ledger: Ledger, snapshots: Snapshots<S>, state: S) {
    const { sql } = parts.ctx.storage;
    this.#parts = parts;
    this.address = readAddress(sql);
    this.ledger = ledger;
    this.snapshots = snapshots;
    this.meter = new Meter(parts);
    this.outbox = new Outbox(parts, ledger);
    this.hops = new Hops(sql, ledger);
    this.#state = state;
  }

  /** Loads the newest snapshot and the events after it; requires the current schema. null: no events. */
  static wake<S extends RoomState>(parts: RoomParts<S>): LoadedRoom<S> | null {
    const { sql } = parts.ctx.storage;
    // Mark orphaned intents as lost; the journal of a cancelled round will never do it.
    sql.exec(
      "UPDATE steps SET status = 'lost' WHERE n > (SELECT indexed_step FROM outbox WHERE id = 1) AND status = 'open'",
    );
    const ledger = new Ledger(sql);
    const snapshots = new Snapshots(sql, ledger, parts.engine);
    const state = snapshots.stateAt(ledger.head);
    return state && new LoadedRoom(parts, ledger, snapshots, state);
  }

  get state(): S {
    return this.#state;
  }

  write(drafts: EventDraft[], at: string): Event[] {
    const round = latestRound(this.#state, drafts);
    // Lookups are by row, so a round's last events must not share a row with the next round's first.
    const next = drafts.findLastIndex((draft) => (draft.round ?? draft.turn ?? round) < round) + 1;
    const [ends, others] = [drafts.slice(0, next), drafts.slice(next)];
    const events = [
      ...(next > 0 ? this.ledger.append(ends, latestRound(this.#state, ends), null, at) : []),
      ...this.ledger.append(others, round, null, at),
    ];
    this.fold(events);
    return events;
  }

  fold(events: readonly Event[]): void {
    for (const event of events) this.#state = this.#parts.engine.reduce(this.#state, event);
    const playing = this.#playing;
    if (playing === null) return;
    // Wait for the end of the transaction, which may still roll the events back.
    queueMicrotask(() => {
      if (!this.plays(playing.open)) playing.gone.abort(new Error(CANCELLED));
      else if (this.#parts.engine.isDue?.(this.#state)) playing.due.abort(GIVE_WAY);
    });
  }

  /** `gone` aborts when this attempt is no longer being played, `due` when the next input is due. */
  roundSignals(open: OpenRound): { gone: AbortSignal; due: AbortSignal } {
    const [gone, due] = [new AbortController(), new AbortController()];
    this.#playing = { open, gone, due };
    return { gone: gone.signal, due: due.signal };
  }

  /** Restores the state from before a rolled-back transaction. */
  rollbackTo(before: S): void {
    this.#state = before;
    this.ledger.resetCache();
  }

  /**
   * The state at the start of the open round: the current one if the round has just started, otherwise folded
   * again.
   */
  atStart(open: OpenRound): S {
    const atHand = this.#state.head === open.startSeq;
    const state = atHand ? this.#state : this.snapshots.stateAt(open.startSeq);
    if (!state) throw new Error('the ledger has no first event');
    // A resumed retry replays from the first start, but with its own attempt number.
    return { ...state, open };
  }

  plays({ n, attempt, startSeq }: OpenRound): boolean {
    const now = this.#state.open;
    const isSame = now?.n === n && now.attempt === attempt && now.startSeq === startSeq;
    return isSame && !this.#parts.isErasing;
  }
}

/** The newest round that started, in these events or earlier. */
export function latestRound(state: Pick<RoomState, 'rounds'>, drafts: EventDraft[]): number {
  return Math.max(state.rounds, ...drafts.map((draft) => draft.round ?? draft.turn ?? 0));
}
