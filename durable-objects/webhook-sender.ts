import { alwaysRetry } from '../src/base/back-off';
import { errorMessage } from '../src/base/error-message';
import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import { type Event, OWNER, type PayloadOf, type Viewer } from '../src/contract/events/events';
import { isExperiment } from '../src/contract/ids';
import { fail, ok, type Result } from '../src/contract/problems';
import type {
  Attempt,
  AttemptPage,
  AttemptSearch,
  ChangeWebhook,
  CreateWebhook,
  NewWebhook,
  SentAttempt,
  Webhook,
  WebhookSenderApi,
} from '../src/contract/webhooks';
import type { Address, NewsSource } from '../src/room/rpc';
import { addTo } from '../src/storage/counters';
import {
  describeRequest,
  eventMessage,
  GIVE_UP_MS,
  hopsHeader,
  type Message,
  makeSecret,
  readTestMessage,
  type SendOutcome,
  signMessage,
  testMessage,
  validSecrets,
} from '../src/webhooks/send';
import { runOnce } from './lib/room/receipts';
import { readMeta, writeMeta } from './lib/room/schema';
import { newsStub, roomStub, tenantDatabase } from './lib/stubs';
import { Deliveries } from './lib/webhooks/deliveries';
import { WebhookEndpoint, type WebhookEndpointRecord } from './lib/webhooks/webhook-endpoint';
import { WEBHOOK_SENDER_MIGRATIONS, WebhookSenderStore } from './lib/webhooks/webhook-sender-store';

/** The stored subscription; `failingSince` is null or milliseconds since the epoch. */
interface Subscription extends WebhookEndpointRecord {
  url: string;
  room: string | null;
  kinds: string[];
  as: CreateWebhook['as'];
  active: boolean;
  disabled: Webhook['disabled'];
  failingSince: number | null;
}

const SPECTATOR_VIEWER: Viewer = { owner: false, ids: [] };

/**
 * One webhook subscription. Rooms notify it of their newest seq; it reads unsent events from them and sends
 * them. Rooms never wait for a receiver, and subscriptions never wait for each other.
 */
export class WebhookSender extends WebhookEndpoint<Subscription> implements WebhookSenderApi {
  readonly #store: WebhookSenderStore;
  readonly #deliveries: Deliveries;
  readonly #notices: Notices;
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, {
      what: 'webhook',
      keptAs: 'subscription',
      steps: WEBHOOK_SENDER_MIGRATIONS,
    });
    this.#store = new WebhookSenderStore(ctx.storage.sql);
    this.#notices = new Notices(ctx.storage.sql, (room, payload, receipt) =>
      roomStub(this.env, this.life?.address.tenant ?? '', room).noteWebhook(payload, receipt),
    );
    this.#deliveries = new Deliveries({
      storage: ctx.storage,
      store: this.#store,
      now: () => Date.now(),
      dice: () => Math.random(),
      isActive: () => this.life?.active === true,
      wants: (event) => this.#wants(event),
      begin: (room) => this.#source(room).headAt(this.life?.createdAt ?? ''),
      read: (room, after, limit) => this.#source(room).news({ after, limit }, this.#viewer()),
      send: (message) => this.#send(message),
      onOutcome: (outcome) => this.#learn(outcome),
      onGone: (room) => this.#lose(room),
      onRest: () => this.jobs.kick(),
      probe: (point) => this.probe(point),
      spawn: (work) => ctx.waitUntil(work),
    });
    this.jobs.add({
      name: 'notices of a webhook that is off',
      dueAt: (now) => (this.life && this.#notices.isWaiting() ? now : null),
      run: () => this.#notices.flush(),
      backOff: alwaysRetry(30_000),
    });
    this.jobs.add({
      name: 'webhook delivery',
      dueAt: (now) => this.life && this.#deliveries.dueAt(now),
      run: async () => this.#deliveries.start(),
    });
    if (this.wake()) {
      this.#store.markLost();
      this.jobs.kick();
    }
  }

  async create(address: Address, body: CreateWebhook, receipt: Receipt | null): Promise<Result<NewWebhook>> {
    const errors = this.life ? [] : this.checkUrl('/url', body.url);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const secret = newSecret();
    const { room = null, ...rest } = body;
    const life: Subscription = {
      ...{ ...rest, address, room, disabled: null, failingSince: null },
      createdAt: new Date().toISOString(),
      secrets: [{ secret, until: null }],
    };
    return this.createEndpoint<NewWebhook>(life, receipt, () => ({ ...this.#show(), secret }));
  }

  async read(): Promise<Result<Webhook>> {
    return this.life ? ok(this.#show()) : this.missingFailure();
  }

  async change(body: ChangeWebhook): Promise<Result<Webhook>> {
    const life = this.life;
    if (!life) return this.missingFailure();
    const errors = this.checkUrl('/url', body.url);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const now = Date.now();
    const wakes = body.active === true && !life.active;
    this.ctx.storage.transactionSync(() => {
      const { url = life.url, kinds = life.kinds, active = life.active } = body;
      const fresh = wakes ? { disabled: null, failingSince: null } : {};
      this.keep({ ...life, url, kinds, active, ...fresh });
      // After a fix or an explicit activation, retry now.
      if (body.active === true || url !== life.url) this.#store.hurry(now);
      const what = describeChange(body, life.active);
      if (what !== '') this.log.note(new Date(now).toISOString(), what);
    });
    this.jobs.kick();
    return ok(this.#show());
  }

  async rotateSecret(receipt: Receipt | null): Promise<Result<NewWebhook>> {
    const life = this.life;
    if (!life) return this.missingFailure();
    const secret = newSecret();
    return this.replaceSecret<NewWebhook>(life, secret, receipt, () => ({ ...this.#show(), secret }));
  }

  async erase(): Promise<Result<null>> {
    return this.removeAll();
  }

  async attempts(search: AttemptSearch): Promise<Result<AttemptPage>> {
    return this.life ? ok(this.#store.attempts(search)) : this.missingFailure();
  }

  async replay(n: number, receipt: Receipt | null): Promise<Result<Attempt>> {
    if (!this.life) return this.missingFailure();
    const old = this.#store.attempt(n);
    if (!old) return fail({ code: 'not_found', what: 'attempt', id: String(n) });
    const { room, seq } = old;
    if (room === null || seq === null) return this.ping(receipt);
    const message = await this.#messageOf(room, seq);
    return message.ok ? this.#sendOnce('replay', message.value, old, receipt) : message;
  }

  async attempt(n: number): Promise<Result<SentAttempt>> {
    const life = this.life;
    if (!life) return this.missingFailure();
    const attempt = this.#store.attempt(n);
    if (!attempt) return fail({ code: 'not_found', what: 'attempt', id: String(n) });
    const { room, seq, messageId, at } = attempt;
    const message =
      room === null || seq === null
        ? ok(readTestMessage(life.address.id, messageId))
        : await this.#messageOf(room, seq);
    if (!message.ok && message.failure.code !== 'not_found') return message;
    return ok({ ...attempt, request: message.ok ? describeRequest(message.value, Date.parse(at)) : null });
  }

  async ping(receipt: Receipt | null): Promise<Result<Attempt>> {
    const life = this.life;
    if (!life) return this.missingFailure();
    const message = testMessage(life.address.id, Date.now());
    const sample = { room: null, seq: null, kind: 'webhook.test' };
    return this.#sendOnce('test', message, sample, receipt);
  }

  async tell(room: string, head: number): Promise<Result<null>> {
    // Erased or never created.
    if (!this.life) return ok(null);
    this.#store.addNotification(room, head, Date.now());
    this.jobs.kick();
    return ok(null);
  }

  protected entry({ room }: Subscription): { room: string | null } {
    return { room };
  }

  protected onFound(rooms: string[]): void {
    for (const id of rooms) this.#store.addNotification(id, 0, Date.now());
  }

  /**
   * Sends one message outside the retry schedule. A repeated request gets the first attempt and sends no
   * message.
   */
  async #sendOnce(
    why: 'replay' | 'test',
    message: Message,
    of: Pick<Attempt, 'room' | 'seq' | 'kind'>,
    receipt: Receipt | null,
  ): Promise<Result<Attempt>> {
    const { room, seq, kind } = of;
    let isNew = false;
    const opening = runOnce<number>(this.ctx.storage, receipt, Date.now(), () => {
      isNew = true;
      return ok(this.#store.open({ why, message: message.id, room, seq, kind, try: 1, at: Date.now() }));
    });
    if (!opening.ok) return opening;
    if (isNew) await this.#deliveries.sendOnce(opening.value, message);
    this.jobs.kick();
    const attempt = this.#store.attempt(opening.value);
    return attempt ? ok(attempt) : fail({ code: 'not_found', what: 'attempt', id: String(opening.value) });
  }

  /** The message about an event, read from its room; identical on each read. */
  async #messageOf(room: string, seq: number): Promise<Result<Message>> {
    const page = await this.#source(room).news({ after: seq - 1, limit: 1 }, this.#viewer());
    if (!page.ok) return page;
    const { events, hops } = page.value;
    const [event] = events;
    if (event?.seq !== seq) return fail({ code: 'not_found', what: 'event', id: String(seq) });
    return ok(eventMessage(room, event, hops[seq] ?? 0));
  }

  async #send(message: Message): Promise<SendOutcome> {
    const life = this.life;
    const secrets = validSecrets(life?.secrets ?? [], Date.now());
    const signature = signMessage(message.id, message.body, Date.now(), secrets);
    const headers = { ...signature, ...hopsHeader(message.hops) };
    return this.post(life?.url ?? '', message.body, headers);
  }

  /** Updates the receiver's health, in the transaction that stores the attempt. */
  #learn(outcome: SendOutcome): void {
    const life = this.life;
    if (!life) return;
    this.#count(life.address.tenant, outcome.delivered);
    const now = Date.now();
    if (outcome.gone) {
      this.#disable('gone');
    } else if (outcome.delivered) {
      if (life.failingSince !== null) this.keep({ ...life, failingSince: null });
    } else if (life.failingSince === null) {
      this.keep({ ...life, failingSince: now });
    } else if (now - life.failingSince >= GIVE_UP_MS) {
      this.#disable('failing');
    }
  }

  /** Counts a message for `/metrics`. Lost if the write fails; deliveries don't wait for it. */
  #count(tenant: string, isDelivered: boolean): void {
    if (readConfig(this.env).metricsKey === null) return;
    const write = async () => {
      const labels = `status="${isDelivered ? 'delivered' : 'failed'}"`;
      await addTo(await tenantDatabase(this.env, tenant), 'deliveries_total', labels, 1).run();
    };
    this.ctx.waitUntil(write().catch((error) => console.warn(`not counted: ${errorMessage(error)}`)));
  }

  #disable(reason: NonNullable<Webhook['disabled']>['reason']): void {
    const life = this.life;
    if (!life?.active) return;
    const at = new Date().toISOString();
    this.keep({ ...life, active: false, disabled: { reason, at } });
    this.log.note(at, `disabled: ${REASONS[reason]}`);
    if (reason === 'room-deleted') return;
    const { id } = life.address;
    const payload = { webhook: id, reason, since: isoTime(life.failingSince) };
    // Experiments have no ledger to write to.
    const rooms = this.#store.waitingRooms(MAX_NOTICES).filter((room) => !isExperiment(room));
    this.#notices.add(`webhook/${id}/disabled/${at}`, payload, rooms);
  }

  /** Disables a subscription whose only room is gone. */
  #lose(room: string): void {
    if (this.life?.room === room) this.#disable('room-deleted');
  }

  #wants(event: Event): boolean {
    const life = this.life;
    if (!life || event.at < life.createdAt) return false;
    return life.kinds.length === 0 || life.kinds.includes(event.kind);
  }

  #viewer(): Viewer {
    return this.life?.as === 'spectator' ? SPECTATOR_VIEWER : OWNER;
  }

  #source(id: string): NewsSource {
    return newsStub(this.env, this.life?.address.tenant ?? '', id);
  }

  #show(): Webhook {
    const life = this.life;
    if (!life) throw new Error('no subscription');
    const { address, secrets: _, failingSince, ...rest } = life;
    return {
      ...rest,
      id: address.id,
      kinds: rest.kinds as Webhook['kinds'],
      failingSince: isoTime(failingSince),
      lastAttempt: this.#store.attempts({ before: null, limit: 1 }).items[0] ?? null,
      waiting: this.#store.waiting(),
      rotatedUntil: this.rotatedUntil(life),
      log: this.log.list(),
    };
  }
}

const MAX_NOTICES = 20;

const REASONS = {
  gone: 'the receiver answered 410',
  failing: 'every delivery failed for five days',
  'room-deleted': 'its room was deleted',
} as const;

/** Empty if there is no change. */
function describeChange({ active, ...others }: ChangeWebhook, wasActive: boolean): string {
  const change = active ? (wasActive ? 'retried immediately' : 'switched on') : 'switched off';
  const fields = Object.keys(others).sort().join(', ');
  return [
    ...(active || (active === false && wasActive) ? [change] : []),
    ...(fields === '' ? [] : [`changed: ${fields}`]),
  ].join('; ');
}

const newSecret = (): string => makeSecret(crypto.getRandomValues(new Uint8Array(32)));

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

interface Notice {
  key: string;
  payload: PayloadOf<'webhook.disabled'>;
  rooms: string[];
}

type WriteNotice = (
  room: string,
  payload: PayloadOf<'webhook.disabled'>,
  receipt: Receipt,
) => Promise<Result<null>>;

/** Stores an event until it was written to the ledgers of all its rooms, once each. */
class Notices {
  readonly #sql: SqlStorage;
  readonly #write: WriteNotice;

  constructor(sql: SqlStorage, write: WriteNotice) {
    this.#sql = sql;
    this.#write = write;
  }

  /** @param key identifies the event; rooms store it as a receipt */
  add(key: string, payload: PayloadOf<'webhook.disabled'>, rooms: readonly string[]): void {
    this.#keep({ key, payload, rooms: [...rooms] });
  }

  isWaiting(): boolean {
    return Boolean(readMeta(this.#sql, 'notice'));
  }

  /** Rejects if a room does not respond. */
  async flush(): Promise<void> {
    const storedNotice = readMeta(this.#sql, 'notice');
    if (!storedNotice) return;
    const notice = JSON.parse(storedNotice) as Notice;
    const roomsLeft: string[] = [];
    for (const room of notice.rooms) {
      const receipt = { key: notice.key, bodyHash: notice.key };
      const writing = await this.#write(room, notice.payload, receipt).catch(() => null);
      if (!writing) roomsLeft.push(room);
    }
    // Erased meanwhile, or replaced by a newer one.
    if (readMeta(this.#sql, 'notice') !== storedNotice) return;
    this.#keep(roomsLeft.length > 0 ? { ...notice, rooms: roomsLeft } : null);
    if (roomsLeft.length > 0) throw new Error(`${roomsLeft.length} rooms did not answer`);
  }

  #keep(notice: Notice | null): void {
    writeMeta(this.#sql, 'notice', notice === null ? '' : JSON.stringify(notice));
  }
}
