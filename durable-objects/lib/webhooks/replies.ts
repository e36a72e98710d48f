import type { EventPage } from '../../../src/contract/events/events';
import type { Result } from '../../../src/contract/problems';
import { advance, type ReplyTo, writeReply } from '../../../src/webhooks/reply';
import { hopsHeader, nextAttempt, type SendOutcome, signMessage } from '../../../src/webhooks/send';
import type { HookReceiverStore, Reply } from './hook-receiver-store';

const LANES = 4;
/** Polling interval; the room also notifies, but a notification can be lost. */
export const POLL_INTERVAL_MS = 60_000;
/** Give up on a turn without a result after this time. */
const REPLY_TIMEOUT_MS = 24 * 3600 * 1000;

interface RepliesHost {
  store: HookReceiverStore;
  note: (at: string, what: string) => void;
  now: () => number;
  /** Random number from 0 to 1. */
  dice: () => number;
  post: (
    url: string,
    body: string,
    headers: Record<string, string>,
    method: ReplyTo['method'],
  ) => Promise<SendOutcome>;
  /** The hook; null if deleted. `secrets` sign its replies; empty: unsigned. */
  hook: () => { id: string; room: string; secrets: string[] } | null;
  /** Public events of the room after a seq. */
  read: (after: number) => Promise<Result<EventPage>>;
  probe: (point: string) => Promise<void>;
}

/** Posts results of deliveries: waits for the result, then sends it on the retry schedule. */
export class Replies {
  readonly #host: RepliesHost;

  constructor(host: RepliesHost) {
    this.#host = host;
  }

  async run(): Promise<void> {
    const { store, now, hook } = this.#host;
    for (let due = store.due(now(), LANES); due.length > 0 && hook(); due = store.due(now(), LANES))
      await Promise.all(due.map((reply) => this.#attend(reply)));
  }

  async #attend(reply: Reply): Promise<void> {
    const { store, now } = this.#host;
    try {
      const ready = reply.body === null ? await this.#look(reply) : reply;
      if (ready) await this.#post(ready);
    } catch {
      // The room was reset or did not respond.
      store.keep(reply, now() + POLL_INTERVAL_MS);
    }
  }

  /** Reads new events. @returns the reply if it is ready to post */
  async #look(reply: Reply): Promise<Reply | null> {
    const { store, now, read, hook } = this.#host;
    let { after, progress } = reply;
    while (!progress.isOver) {
      const page = await read(after);
      if (!page.ok) {
        if (page.failure.code !== 'not_found') throw new Error(page.failure.code);
        store.drop(reply.n);
        return null;
      }
      for (const event of page.value.events) progress = advance(progress, event);
      after = page.value.next === null ? page.value.head : Number(page.value.next);
      if (page.value.next === null) break;
    }
    const { id = '', room = '' } = hook() ?? {};
    const about = { hook: id, delivery: reply.delivery, room };
    const body = progress.isOver
      ? writeReply(reply.target.form, progress, about, new Date(now()).toISOString())
      : null;
    const next = { ...reply, after, progress, body };
    if (body === null && now() - reply.at > REPLY_TIMEOUT_MS) store.drop(reply.n);
    else store.keep(next, body === null ? now() + POLL_INTERVAL_MS : now());
    return body === null ? null : next;
  }

  async #post(reply: Reply): Promise<void> {
    const { store, now, dice, hook, post, probe } = this.#host;
    const { n, target, body } = reply;
    const { id = '', secrets = [] } = hook() ?? {};
    if (target.until !== null && now() > target.until) return this.#giveUp(n, 'too late for a reply');
    const message = `${id}_reply_${n}`;
    const isSigned = target.form === 'message' && secrets.length > 0;
    const headers = {
      ...(isSigned ? signMessage(message, body ?? '', now(), secrets) : {}),
      ...hopsHeader(target.hops),
    };
    await probe('reply open');
    const outcome = await post(target.url, body ?? '', headers, target.method);
    await probe('reply sent');
    // Deleted meanwhile: its tables are gone.
    if (!hook()) return;
    if (outcome.delivered) return store.drop(n);
    const tries = reply.tries + 1;
    const nextAt =
      outcome.gone || outcome.hopeless ? null : nextAttempt(now(), tries, outcome.retryAfter, dice());
    if (nextAt === null) return this.#giveUp(n, `gave up on a reply: ${outcome.error ?? 'no response'}`);
    store.keep({ ...reply, tries }, nextAt);
  }

  #giveUp(n: number, why: string): void {
    const { store, note, now } = this.#host;
    note(new Date(now()).toISOString(), why);
    store.drop(n);
  }
}
