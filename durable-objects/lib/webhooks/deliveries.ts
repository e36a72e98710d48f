import { errorMessage } from '../../../src/base/error-message';
import type { Event } from '../../../src/contract/events/events';
import type { Result } from '../../../src/contract/problems';
import type { Attempt } from '../../../src/contract/webhooks';
import type { News } from '../../../src/room/rpc';
import { eventMessage, type Message, nextTry, type SendOutcome } from '../../../src/webhooks/send';
import { BEAT_MS, earliest } from '../jobs';
import type { OpenAttempt, RoomRow, WebhookSenderStore } from './webhook-sender-store';

/** Rooms that are served at once: an object may have six connections open. */
const LANES = 4;
/** Events that are read from a room at once. */
const PAGE = 50;
/** Time for which a room that does not answer is left alone. */
const REST_MS = 30_000;

interface DeliveryHost {
  storage: DurableObjectStorage;
  store: WebhookSenderStore;
  now: () => number;
  /** Random number from 0 to 1. */
  dice: () => number;
  /** Is anything to be sent at all? */
  isActive: () => boolean;
  wants: (event: Event) => boolean;
  /** Returns the seq at which the events of a room begin to concern this subscription. */
  begin: (room: string) => Promise<Result<number>>;
  read: (room: string, after: number, limit: number) => Promise<Result<News>>;
  send: (message: Message) => Promise<SendOutcome>;
  /** Called in the transaction that stores what came of an attempt. */
  onOutcome: (outcome: SendOutcome) => void;
  /** The room is gone. */
  onGone: (room: string) => void;
  /** A lane has come free: something else may be due. */
  onRest: () => void;
  /** Tests cut the webhook off here. */
  probe: (point: string) => Promise<void>;
  spawn: (work: Promise<void>) => void;
}

/**
 * Carries events of rooms to one receiver: in order within a room, several rooms at a time. An event that fails is tried
 * again by the schedule, and its room waits for it; other rooms do not. Bodies are read from the rooms when they are
 * sent, so that what waits for a dead receiver takes no space here.
 */
export class Deliveries {
  readonly #host: DeliveryHost;
  readonly #busy = new Set<string>();

  constructor(host: DeliveryHost) {
    this.#host = host;
  }

  /** Start whatever is due. Returns at once. */
  start(): void {
    const { store, now, isActive, spawn, onRest } = this.#host;
    while (isActive() && this.#busy.size < LANES) {
      const room = store.due(now(), this.#busy);
      if (room === null) return;
      this.#busy.add(room);
      const serving = this.#serve(room)
        .catch((error: unknown) => {
          // An object that was reset, an answer that did not come.
          console.warn(`webhook delivery of ${room} postponed ${REST_MS / 1000} s: ${errorMessage(error)}`);
          if (isActive()) store.postpone(room, now() + REST_MS);
        })
        .finally(() => {
          this.#busy.delete(room);
          onRest();
        });
      spawn(serving);
    }
  }

  /** When the next room may be served, or a lane that was cut off is looked at again; null: there is nothing to do. */
  dueAt(now: number): number | null {
    const { isActive, store } = this.#host;
    const isFree = isActive() && this.#busy.size < LANES;
    return earliest(this.#busy.size > 0 ? now + BEAT_MS : null, isFree ? store.nextAt(this.#busy) : null);
  }

  /** Send a message once, as an attempt of its own beside the schedule. @param n its attempt, which is open */
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

  /** Events of one room, until there are none or one fails. */
  async #serve(room: string): Promise<void> {
    const { store, isActive, begin, read, wants, onGone, now } = this.#host;
    // Where it ends is not known either, to whom the index has named the room: it is read once in any case.
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
    else store.postpone(room, now() + REST_MS);
  }

  /** One attempt of one event. @returns whether the room may go on to the next */
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
      outcome.delivered || outcome.hopeless ? null : nextTry(now(), tries, outcome.retryAfter, dice());
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
