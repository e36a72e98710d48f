import { errorMessage } from '../../../src/base/error-message';
import type { Event } from '../../../src/contract/events/events';
import type { Result } from '../../../src/contract/problems';
import type { Attempt } from '../../../src/contract/webhooks';
import type { News } from '../../../src/room/rpc';
import { eventMessage, type Message, nextAttempt, type SendOutcome } from '../../../src/webhooks/send';
import { ALARM_INTERVAL_MS, earliest } from '../jobs';
import type { OpenAttempt, RoomRow, WebhookSenderStore } from './webhook-sender-store';

/** Rooms served concurrently; an object may have six open connections. */
const LANES = 4;
const PAGE = 50;
const IDLE_MS = 30_000;

interface DeliveryHost {
  storage: DurableObjectStorage;
  store: WebhookSenderStore;
  now: () => number;
  /** Random number from 0 to 1. */
  dice: () => number;
  /** False while the webhook is off. */
  isActive: () => boolean;
  wants: (event: Event) => boolean;
  /** Seq at which this subscription starts for a room. */
  begin: (room: string) => Promise<Result<number>>;
  read: (room: string, after: number, limit: number) => Promise<Result<News>>;
  send: (message: Message) => Promise<SendOutcome>;
  /** Called in the transaction that stores the attempt's result. */
  onOutcome: (outcome: SendOutcome) => void;
  onGone: (room: string) => void;
  /** A lane is free: check for due work. */
  onRest: () => void;
  /** Tests interrupt the object here. */
  probe: (point: string) => Promise<void>;
  spawn: (work: Promise<void>) => void;
}

/**
 * Delivers events to one receiver: in order within a room, several rooms concurrently. A failed event is
 * retried on schedule and blocks only its own room. Bodies are read from the room when they are sent, so a
 * dead receiver takes no space here.
 */
export class Deliveries {
  readonly #host: DeliveryHost;
  readonly #busy = new Set<string>();

  constructor(host: DeliveryHost) {
    this.#host = host;
  }

  start(): void {
    const { store, now, isActive, spawn, onRest } = this.#host;
    while (isActive() && this.#busy.size < LANES) {
      const room = store.due(now(), this.#busy);
      if (room === null) return;
      this.#busy.add(room);
      const serving = this.#serve(room)
        .catch((error: unknown) => {
          // For example, an object was reset or did not respond.
          console.warn(
            `delivery to the webhook of ${room} postponed ${IDLE_MS / 1000} s: ${errorMessage(error)}`,
          );
          if (isActive()) store.postpone(room, now() + IDLE_MS);
        })
        .finally(() => {
          this.#busy.delete(room);
          onRest();
        });
      spawn(serving);
    }
  }

  /**
   * Time of the next due room, or of a check on running lanes, which an eviction would end; null: no work.
   */
  dueAt(now: number): number | null {
    const { isActive, store } = this.#host;
    const isFree = isActive() && this.#busy.size < LANES;
    return earliest(
      this.#busy.size > 0 ? now + ALARM_INTERVAL_MS : null,
      isFree ? store.nextAt(this.#busy) : null,
    );
  }

  /** Sends a message once, outside the retry schedule. @param n its open attempt */
  async sendOnce(n: number, message: Message): Promise<void> {
    const { storage, store, send, onOutcome, probe } = this.#host;
    await probe('open');
    const outcome = await send(message);
    await probe('sent');
    storage.transactionSync(() => {
      store.close(n, outcome, outcome.delivered ? 'delivered' : 'abandoned', null);
      onOutcome(outcome);
    });
  }

  async #serve(room: string): Promise<void> {
    const { store, isActive, begin, read, wants, onGone, now } = this.#host;
    // A room found through the index has an unknown head, so read it once in any case.
    let isNew = store.room(room)?.cursor === null;
    if (isNew) {
      const start = await begin(room);
      if (!start.ok) return this.#leave(room, start.failure.code === 'not_found');
      store.settle(room, start.value);
    }
    for (let row = store.room(room); row && isActive(); row = store.room(room)) {
      const from = row.cursor ?? 0;
      if ((from >= row.head && !isNew) || row.next_at > now()) return;
      isNew = false;
      const page = await read(room, from, PAGE);
      if (!page.ok) {
        if (page.failure.code === 'not_found') onGone(room);
        return this.#leave(room, page.failure.code === 'not_found');
      }
      const { events, next, head, hops } = page.value;
      for (const event of events) {
        if (!wants(event)) continue;
        if (!isActive() || !(await this.#deliver(room, event, hops[event.seq] ?? 0))) return;
      }
      store.settle(room, next === null ? head : Number(next));
    }
  }

  #leave(room: string, isGone: boolean): void {
    const { store, now } = this.#host;
    if (isGone) store.forget(room);
    else store.postpone(room, now() + IDLE_MS);
  }

  /** Attempts one event. @returns true if the room may continue with the next */
  async #deliver(room: string, event: Event, hops: number): Promise<boolean> {
    const { storage, store, now, send, probe, isActive } = this.#host;
    const row = store.room(room);
    if (!row) return false;
    const failedTries = row.seq === event.seq ? row.tries : 0;
    const message = eventMessage(room, event, hops);
    const attempt: OpenAttempt = {
      ...{ why: 'event', message: message.id, room, seq: event.seq, kind: event.kind },
      ...{ try: failedTries + 1, at: now() },
    };
    const n = store.open(attempt);
    await probe('open');
    const outcome = await send(message);
    await probe('sent');
    const goesOn = storage.transactionSync(() => this.#settle(row, event.seq, n, failedTries + 1, outcome));
    await probe('settled');
    return goesOn && isActive();
  }

  #settle({ room }: RoomRow, seq: number, n: number, tries: number, outcome: SendOutcome): boolean {
    const { store, now, dice, onOutcome } = this.#host;
    const nextAt =
      outcome.delivered || outcome.hopeless ? null : nextAttempt(now(), tries, outcome.retryAfter, dice());
    const isOver = outcome.delivered || nextAt === null;
    let status: Attempt['status'] = 'delivered';
    if (!outcome.delivered) status = isOver ? 'abandoned' : 'failed';
    store.close(n, outcome, status, outcome.gone ? null : nextAt);
    if (isOver) store.settle(room, seq);
    else store.fail(room, seq, tries, nextAt);
    onOutcome(outcome);
    return isOver;
  }
}
