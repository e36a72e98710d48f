/**
 * Owners of retries. Each failure has one owner that retries; its caller receives the failure when the owner gives up. "× 2" is
 * {@link backOffMs}. Times are waits before a retry; "asked" is the wait that the other side requested.
 *
 * | What failed                      | Owner                                    | Waits                       | Gives up after         | Then                                 |
 * | -------------------------------- | ---------------------------------------- | --------------------------- | ---------------------- | ------------------------------------ |
 * | a request to a model             | `model/run-call.ts`                      | 0.5 s × 2, or asked, ≤ 20 s | 3 failures of a step   | the round fails; `GET /v1/calls`     |
 * | a form the model refuses         | `model/ladder.ts`, `model/plan-call.ts`  | none                        | 4 changed parameters   | counts as a failure above            |
 * | an answer that can't be used     | `model/ladder.ts`                        | none                        | 3 answers of a step    | the round fails; `GET /v1/calls`     |
 * | a request to an ARC game server  | `runs/games/arc3/exchange.ts`            | 1 s × 2, ≤ 60 s, or asked   | 6 tries, 3 if in doubt | the turn fails, maybe to be retried  |
 * | a turn whose game is out of reach| `RetryLater` of the failure; `run-room`  | 5 s × 2, ≤ 5 min, or asked  | 12 tries               | `turn.failed`: resume it by hand     |
 * | any other round or turn          | people: `POST …/retry`, `…/resume`       |                             |                        | `round.failed`, `turn.failed`        |
 * | a step cut off with its object   | `lib/room/journal.ts`, on waking         | the next request, or 20 s   | 5 losses of a step     | the round fails                      |
 * | a run of an experiment           | `runs/experiments/steps.ts`              | 5 s, 30 s, 2 min            | 3 retries              | the run is over, with its reason     |
 * | a lease from the tenant          | `lib/room/meter.ts`                      | 50 ms, 300 ms, 1 s          | 3 retries              | the round fails, `unavailable`       |
 * | a settlement with the tenant     | job of `room-core.ts`                    | 2 s × 2, ≤ 5 min            | 10 refusals            | booked with the next lease           |
 * | D1, R2, telling webhooks         | job `outbox` of `room-core.ts`           | 2 s × 2, ≤ 5 min            | never                  | the index is behind; the log says so |
 * | memories of changed lines        | job of `room-core.ts`                    | 2 s × 2, ≤ 5 min            | never                  | no memory is recalled until then     |
 * | a memory of a round              | the next round                           | the world is spared 30 s    | never                  | the round plays without              |
 * | a deletion (room, tenant, …)     | job of the object                        | 5 s                         | never                  | the log says so                      |
 * | index and events of experiments  | job of `experiment.ts`                   | 2 s × 2, ≤ 5 min            | never                  | the log says so                      |
 * | a webhook delivery, a hook's reply | `webhooks/send.ts` (`nextTry`)         | 5 s … 24 h, or asked        | 9 retries              | the attempt says `abandoned`         |
 * | a room that a webhook reads      | `lib/webhooks/deliveries.ts`, `replies.ts` | 30 s; 60 s                | never; after a day     | the delivery is late                 |
 * | a notice that a webhook is off   | job of `webhook-sender.ts`               | 30 s                        | never                  | the log says so                      |
 * | a command of Discord             | `lib/discord/discord-commands.ts`        | 0.5 s × 2, ≤ 30 s, or asked | 15 min, or 1 h         | the application's log                |
 * | a message to Discord             | `lib/discord/discord-messages.ts`        | 1 s × 2, ≤ 5 min, or asked  | never                  | the lane waits                       |
 * | a call from HTTP to an object    | `http/middleware/room-client.ts`         | 50 ms, 300 ms               | 2 retries              | 503 with `Retry-After`               |
 * | a followed room's socket         | `http/rooms/follow.ts`                   | 0.1 s × 2, ≤ 5 s            | 8 tries                | the stream ends, or 503              |
 * | a change of a library item       | `library/store.ts`, when others were faster | none                     | 5 tries                | 503 with `Retry-After`               |
 * | an answer 429, 503, or none      | `packages/client`                        | 0.4 s × 2, or asked         | 3 retries              | `ProblemError`                       |
 *
 * - The provider SDKs retry nothing (`maxRetries: 0`): they would repeat a request inside one failure of the gateway.
 * - A turn that the room will retry still counts as `running`, so that its experiment does not resume it as well.
 * - What a job of the object repeats is not retried in place: a second loop inside it would multiply the tries.
 * - Retried work is idempotent: it has a receipt, a key or a version, or it only reads.
 * - `Retry-After` lengthens our wait; only a model endpoint may shorten it.
 * - A request to a room starts its postponed jobs at once.
 */

/** Waits after failures in a row: `firstMs`, then twice as long each time, at most `maxMs`. */
export interface BackOff {
  firstMs: number;
  maxMs: number;
}

/** The same wait after every failure. */
export const always = (ms: number): BackOff => ({ firstMs: ms, maxMs: ms });

/** Waits of background work while a store or another object is away. */
export const PATIENT: BackOff = { firstMs: 2_000, maxMs: 300_000 };

/** @param failures in a row, at least 1 */
export const backOffMs = ({ firstMs, maxMs }: BackOff, failures: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), maxMs);
