import { backOffMs } from '../../../src/base/back-off';
import type { Json } from '../../../src/base/json';
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
import { Journal, RoundCancelledError } from './journal';
import type { LoadedRoom } from './loaded-room';
import type { Reservation } from './meter';
import type { RoomParts } from './parts';
import { markRound } from './round-starter';
import { isRunEnd, RoundStepContext } from './step-context';
import { splitIntent } from './step-rows';

export type EmbedUnjournaled = <T>(
  intent: CallIntent,
  tokens: number,
  run: (may: boolean) => Promise<{ value: T; call: CallResult | null }>,
) => Promise<T>;

export class RoundPlayer<S extends RoomState> {
  readonly #parts: RoomParts<S>;

  constructor(parts: RoomParts<S>) {
    this.#parts = parts;
  }

  /** Plays the open round until it ends or waits for an external event. Errors end it as failed. */
  async play(loadedRoom: LoadedRoom<S>): Promise<void> {
    const { open } = loadedRoom.state;
    if (!open) return;
    const { engine, version } = this.#parts;
    try {
      if (open.version !== version) {
        const detail = `${engine.unit} ${open.n} was started by code with other steps`;
        const fix = 'Retry it: it starts over from its inputs.';
        throw new RoundFailure({ code: 'conflict', detail, fix }, '', 'restart');
      }
      loadedRoom.meter.prepare();
      await engine.play(new RoundStepContext(this.#parts, loadedRoom, open));
      if (loadedRoom.state.open?.startSeq === open.startSeq)
        throw new Error('the engine left its round open');
    } catch (error) {
      if (error instanceof RoundCancelledError || error instanceof Waiting || !loadedRoom.plays(open)) return;
      this.#fail(loadedRoom, open, error);
    }
  }

  /**
   * Embeds outside the round's journal: reserved, charged and listed like other calls, but repeated if the
   * round is interrupted.
   *
   * @param tokens maximum tokens to embed
   * @param run `may` is false if it must not call; its `call` is null if it made none
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
    // Over budget: skip the embeddings. The round's own calls will report the shortage.
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
      // Replaying the same steps would fail the same way, so restart from scratch on the second failure.
      if (open.attempt > 1) retry = 'restart';
      if (error instanceof RangeError) failure = { code: 'too_large', what: error.message, limit: 1_900_000 };
    }
    // Events that end the run leave no round to retry.
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

/**
 * Time of the automatic retry, not before the failure's `retryAfter`.
 * @param attempt attempts so far
 */
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
 * A call that is listed among the room's calls but is not a step of its round, so a replay never asks for its
 * result. If interrupted, it becomes `lost` and is charged its reservation.
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
    const question = splitIntent('call', intent as unknown as Json);
    this.#n = sql
      .exec<{ n: number }>(
        `INSERT INTO steps (round, key, kind, status, intent, prompt, started_at, cost)
         VALUES (?, ?, 'call', 'open', ?, ?, ?, ?) RETURNING n`,
        ...[round, intent.role, question.intent, question.prompt?.text ?? null],
        ...[new Date().toISOString(), reservation.text],
      )
      .one().n;
  }

  /** @param call null: there was no call */
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

  /** Outcome unknown: charge the reservation. */
  discard(): void {
    this.#sql.exec("UPDATE steps SET status = 'discarded' WHERE n = ?", this.#n);
    this.#reservation.forfeit();
  }
}
