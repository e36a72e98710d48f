/**
 * Owners of retries. Each failure has one owner that retries; its caller receives the failure when the owner gives up.
 * "× 2" is {@link backOffMs}. Times are delays before a retry; "asked" is the delay that the other side requested.
 *
 * | Failure                                 | Owner                                      | Waits                       | Gives up after         | Then                              |
 * | --------------------------------------- | ------------------------------------------ | --------------------------- | ---------------------- | --------------------------------- |
 * | a request to a model                    | `model/run-call.ts`                        | 0.5 s × 2, or asked, ≤ 20 s | 3 failures of a step   | the round fails; `GET /v1/calls`  |
 * | a parameter or schema the model refuses | `model/ladder.ts`, `model/plan-call.ts`    | none                        | 4 changed parameters   | counts as a failure above         |
 * | an unusable answer                      | `model/ladder.ts`                          | none                        | 3 answers of a step    | the round fails; `GET /v1/calls`  |
 * | a request to an ARC game server         | `runs/games/arc3/exchange.ts`              | 1 s × 2, ≤ 60 s, or asked   | 6 tries, 3 if in doubt | the turn fails; may be retried    |
 * | a turn whose game is unreachable        | `RetryLater` of the failure; `run-room`    | 5 s × 2, ≤ 5 min, or asked  | 12 tries               | `turn.failed`; a user must resume |
 * | any other round or turn                 | the user: `POST …/retry`, `…/resume`       |                             |                        | `round.failed`, `turn.failed`     |
 * | an interrupted step                     | `lib/room/journal.ts`, on loading          | the next request, or 20 s   | 5 losses of a step     | the round fails                   |
 * | a run of an experiment                  | `runs/experiments/steps.ts`                | 5 s, 30 s, 2 min            | 3 retries              | the run ends with the reason      |
 * | a lease from the tenant                 | `lib/room/meter.ts`                        | 50 ms, 300 ms, 1 s          | 3 retries              | the round fails, `unavailable`    |
 * | a settlement with the tenant            | job of `room-core.ts`                      | 2 s × 2, ≤ 5 min            | 10 refusals            | booked with the next lease        |
 * | D1, R2, notifying webhooks              | job `outbox` of `room-core.ts`             | 2 s × 2, ≤ 5 min            | never                  | the index is behind; logged       |
 * | a round that the trace collector misses | job `traces` of `room-core.ts`           | 2 s × 2, ≤ 5 min, or asked  | never                  | traces are late; logged           |
 * | memories: new, undone, of changed lines | job `follow-up` of `room-core.ts`          | 2 s × 2, ≤ 5 min            | never                  | no recall of changed lines        |
 * | deletion of a room, tenant, …           | job of the object                          | 5 s                         | never                  | logged                            |
 * | index and events of experiments         | job of `experiment.ts`                     | 2 s × 2, ≤ 5 min            | never                  | logged                            |
 * | a webhook delivery, a hook's reply      | `webhooks/send.ts` (`nextAttempt`)             | 5 s … 24 h, or asked        | 9 retries              | the attempt is `abandoned`        |
 * | a room that a webhook reads             | `lib/webhooks/deliveries.ts`, `replies.ts` | 30 s; 60 s                  | never; after a day     | the delivery is late              |
 * | an event about a disabled webhook       | job of `webhook-sender.ts`                 | 30 s                        | never                  | logged                            |
 * | a Discord command                       | `lib/discord/discord-commands.ts`          | 0.5 s × 2, ≤ 30 s, or asked | 15 min, or 1 h         | the application's log             |
 * | a Discord message                       | `lib/discord/discord-messages.ts`          | 1 s × 2, ≤ 5 min, or asked  | never                  | the lane waits                    |
 * | an object call of an HTTP request       | `http/middleware/room-client.ts`           | 50 ms, 300 ms               | 2 retries              | 503 with `Retry-After`            |
 * | the socket of a followed room           | `http/rooms/follow.ts`                     | 0.1 s × 2, ≤ 5 s            | 8 tries                | the stream ends, or 503           |
 * | a change of a library item              | `library/store.ts`, on a conflict          | none                        | 5 tries                | 503 with `Retry-After`            |
 * | status 429 or 503, or no response       | `packages/client`                          | 0.4 s × 2, or asked         | 3 retries              | `ProblemError`                    |
 *
 * - The provider SDKs don't retry (`maxRetries: 0`): they would repeat a request within one failure of the gateway.
 * - A turn that the room will retry still counts as `running`, so that its experiment does not resume it as well.
 * - Work that an object's job repeats is not retried in place: a second loop would multiply the attempts.
 * - Retried work is idempotent: it has a receipt, a key or a version, or it only reads.
 * - `Retry-After` lengthens our delay; only a model endpoint may shorten it.
 * - A request to a room starts its postponed jobs at once.
 */

/** Waits `firstMs` after the first failure, then twice as long each time, at most `maxMs`. */
export interface BackOff {
  firstMs: number;
  maxMs: number;
}

export const alwaysRetry = (ms: number): BackOff => ({ firstMs: ms, maxMs: ms });

/** For background work while a store or another object is down. */
export const PATIENT_BACK_OFF: BackOff = { firstMs: 2_000, maxMs: 300_000 };

/** @param failures consecutive failures, at least 1 */
export const backOffMs = ({ firstMs, maxMs }: BackOff, failures: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), maxMs);
