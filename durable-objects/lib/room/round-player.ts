import { backOffMs } from '../../../src/base/back-off';
import type { EventDraft } from '../../../src/contract/events/events';
import type { Failure } from '../../../src/contract/problems';
import type { OpenRound, RoomState } from '../../../src/room/room-state';
import {
  type CallIntent,
  type CallResult,
  type RetryLater,
  RoundFailure,
  Waiting,
} from '../../../src/room/step-context';
import { Journal, RoundGone } from './journal';
import type { LoadedRoom } from './loaded-room';
import type { Reservation } from './meter';
import type { RoomParts } from './parts';
import { markRound } from './round-starter';
import { isRunEnd, RoundStepContext } from './step-context';

/** See {@link RoundPlayer.embed}. */
export type EmbedAside = <T>(
  intent: CallIntent,
  tokens: number,
  run: (may: boolean) => Promise<{ value: T; call: CallResult | null }>,
) => Promise<T>;

/** Plays the open round of a room to its end, whatever end that is. */
export class RoundPlayer<S extends RoomState> {
  readonly #parts: RoomParts<S>;

  constructor(parts: RoomParts<S>) {
    this.#parts = parts;
  }

  /** Play the open round until it has ended, or waits for something. What it throws itself ends it as failed. */
  async play(loadedRoom: LoadedRoom<S>): Promise<void> {
    const { open } = loadedRoom.state;
    if (!open) return;
    const { engine, version } = this.#parts;
    try {
      if (open.version !== version) {
        const detail = `${engine.unit} ${open.n} was begun by code with other steps`;
        const fix = 'retry it: it starts again from its inputs';
        throw new RoundFailure({ code: 'conflict', detail, fix }, '', 'restart');
      }
      loadedRoom.meter.prepare();
      await engine.play(new RoundStepContext(this.#parts, loadedRoom, open));
      if (loadedRoom.state.open?.startSeq === open.startSeq)
        throw new Error('the engine left its round open');
    } catch (error) {
      if (error instanceof RoundGone || error instanceof Waiting || !loadedRoom.plays(open)) return;
      this.#fail(loadedRoom, open, error);
    }
  }

  /**
   * Embeddings, asked for beside the journal of the open round: kept back for, counted and listed as calls are, but asked
   * for again when the round is cut off.
   *
   * @param tokens most that may be embedded
   * @param run is told whether it may ask for any; what it asked for, null: nothing
   */
  async embed<T>(
    loadedRoom: LoadedRoom<S> | null,
    intent: CallIntent,
    tokens: number,
    run: (may: boolean) => Promise<{ value: T; call: CallResult | null }>,
  ): Promise<T> {
    const open = loadedRoom?.state.open;
    if (!loadedRoom || !open) return (await run(false)).value;
    const { engine, ctx } = this.#parts;
    const reservation = await loadedRoom.meter.reserveForEmbeddings(
      intent,
      tokens,
      engine.seat?.(loadedRoom.state) ?? null,
    );
    // What a budget has no room for is done without. The round's own calls come to its end as well, and say so.
    if (!reservation.ok) return (await run(false)).value;
    const aside = new UnjournaledCall(ctx.storage.sql, {
      round: open.n,
      intent,
      reservation: reservation.value,
    });
    try {
      const { value, call } = await run(true);
      aside.close(call);
      return value;
    } catch (error) {
      aside.discard();
      throw error;
    }
  }

  #fail(loadedRoom: LoadedRoom<S>, open: OpenRound, error: unknown): void {
    const { ctx, engine, sockets } = this.#parts;
    let failure: Failure;
    let retry: 'resume' | 'restart' = 'resume';
    let also: EventDraft[] = [];
    let later: RetryLater | null = null;
    if (error instanceof RoundFailure) {
      ({ failure, also, retry, later } = error);
      for (const step of error.steps) Journal.markRetried(ctx.storage.sql, open, step);
    } else {
      const reference = crypto.randomUUID();
      console.error('round failed', reference, error);
      failure = { code: 'internal', reference };
      // Whatever this code does with these steps, it does it again: the second time the round begins anew.
      if (open.attempt > 1) retry = 'restart';
      if (error instanceof RangeError) failure = { code: 'too_large', what: error.message, limit: 1_900_000 };
    }
    // What ends the room with it leaves nothing to be tried again.
    const now = Date.now();
    const retryAt = readRetryTime(later, failure, open.attempt, now);
    const failed = engine.unit === 'round' ? 'round.failed' : 'turn.failed';
    const ends = also.some(isRunEnd)
      ? []
      : [markRound(engine, failed, open.n, { failure, retry, ...retryAt })];
    const drafts = [...also, ...ends];
    sockets.broadcast(loadedRoom.write(drafts, new Date(now).toISOString()));
  }
}

/** When a round is tried again by itself: no sooner than it was told to come back. @param attempt tries so far */
function readRetryTime(
  later: RetryLater | null,
  failure: Failure,
  attempt: number,
  now: number,
): { retryAt?: string } {
  if (!later || attempt > later.tries) return {};
  const toldMs = 'retryAfter' in failure ? failure.retryAfter * 1000 : 0;
  const waitMs = Math.max(backOffMs(later, attempt), Math.min(toldMs, later.maxMs));
  return { retryAt: new Date(now + waitMs).toISOString() };
}

/**
 * A call that stands in the list of the room's calls without being a step of its round: no replay asks for its result.
 * Cut off, it is `lost`, and counts as what was kept back for it.
 */
class UnjournaledCall {
  readonly #sql: SqlStorage;
  readonly #reservation: Reservation;
  readonly #n: number;

  constructor(
    sql: SqlStorage,
    { round, intent, reservation }: { round: number; intent: CallIntent; reservation: Reservation },
  ) {
    this.#sql = sql;
    this.#reservation = reservation;
    this.#n = sql
      .exec<{ n: number }>(
        `INSERT INTO steps (round, key, kind, status, hash, intent, started_at, cost)
         VALUES (?, ?, 'call', 'open', '', ?, ?, ?) RETURNING n`,
        ...[round, intent.role, JSON.stringify(intent), new Date().toISOString(), reservation.text],
      )
      .one().n;
  }

  /** @param call what came of it; null: it was not made */
  close(call: CallResult | null): void {
    if (call === null) {
      this.#sql.exec('DELETE FROM steps WHERE n = ?', this.#n);
      this.#reservation.release();
      return;
    }
    const cost = this.#reservation.settle(call);
    this.#sql.exec(
      "UPDATE steps SET status = 'unjournaled', result = ?, cost = ? WHERE n = ?",
      ...[JSON.stringify(call), cost.text, this.#n],
    );
    cost.done();
  }

  /** Nobody knows what came of it. */
  discard(): void {
    this.#sql.exec("UPDATE steps SET status = 'discarded' WHERE n = ?", this.#n);
    this.#reservation.forfeit();
  }
}
