import { DurableObject } from 'cloudflare:workers';
import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import { type Event, OWNER, type Viewer } from '../src/contract/events';
import { fail, ok, type Result } from '../src/contract/problems';
import type { Address, RoomApi } from '../src/contract/rooms';
import type {
  Attempt,
  AttemptPage,
  AttemptSearch,
  ChangeWebhook,
  CourierApi,
  CreateWebhook,
  NewWebhook,
  Webhook,
} from '../src/contract/webhooks';
import { hopsHeader } from '../src/webhooks/hops';
import { eventMessage, type Message, testMessage } from '../src/webhooks/message';
import { GIVE_UP_MS } from '../src/webhooks/schedule';
import { type Outcome, SEND_TIMEOUT_MS, sendMessage } from '../src/webhooks/send';
import { makeSecret, rotate, type Secret, signMessage, validSecrets } from '../src/webhooks/sign';
import { refuseUrl } from '../src/webhooks/url-rules';
import { Alarms } from './lib/alarms';
import { COURIER_STEPS, CourierStore } from './lib/courier-store';
import { Deliveries } from './lib/deliveries';
import { Notices } from './lib/notices';
import { once } from './lib/receipts';
import { Registration } from './lib/registration';
import { hasSchema, migrate, readMeta, writeMeta } from './lib/schema';
import { roomStub } from './lib/stubs';

/** What a subscription is; `since` is null or milliseconds since the epoch. */
interface Subscription {
  url: string;
  room: string | null;
  kinds: string[];
  as: CreateWebhook['as'];
  active: boolean;
  disabled: Webhook['disabled'];
  createdAt: string;
  failingSince: number | null;
  secrets: Secret[];
}

const SPECTATOR: Viewer = { owner: false, ids: [] };

/**
 * One webhook subscription. It is told by rooms how far their ledgers have come, reads from them what it has not sent
 * yet, and sends it. No room ever waits for a receiver, nor does one subscription for another's.
 */
export class Courier extends DurableObject<Env> implements CourierApi {
  readonly #alarms: Alarms;
  readonly #store: CourierStore;
  readonly #deliveries: Deliveries;
  readonly #registration: Registration;
  readonly #notices: Notices;
  #life: (Subscription & { address: Address }) | null = null;
  /** Tests cut the courier off here; in production it does nothing. */
  probe: (point: string) => Promise<void> = async () => {};
  /** Tests wait less long for receivers that do not answer. */
  timeoutMs = SEND_TIMEOUT_MS;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#alarms = new Alarms(ctx);
    this.#store = new CourierStore(ctx.storage.sql);
    this.#registration = new Registration(ctx.storage.sql, env, 'webhooks');
    this.#notices = new Notices(ctx.storage.sql, (room, payload, receipt) =>
      this.#room(room).noteWebhook(payload, receipt),
    );
    this.#deliveries = new Deliveries({
      storage: ctx.storage,
      store: this.#store,
      now: () => Date.now(),
      dice: () => Math.random(),
      isActive: () => this.#life?.active === true,
      wants: (event) => this.#wants(event),
      begin: (room) => this.#room(room).headAt(this.#life?.createdAt ?? ''),
      read: (room, after, limit) => this.#room(room).news({ after, limit }, this.#viewer()),
      send: (message) => this.#send(message),
      onOutcome: (outcome) => this.#learn(outcome),
      onGone: (room) => this.#lose(room),
      onRest: () => this.#rest(),
      probe: (point) => this.probe(point),
      spawn: (work) => ctx.waitUntil(work),
    });
    if (hasSchema(ctx.storage.sql)) this.#wake();
  }

  async create(address: Address, body: CreateWebhook, receipt: Receipt | null): Promise<Result<NewWebhook>> {
    if (!this.#life) {
      const reason = refuseUrl(body.url, this.#rules());
      if (reason !== null) return fail({ code: 'invalid', errors: [{ pointer: '/url', message: reason }] });
    }
    const { storage } = this.ctx;
    const secret = newSecret();
    const made = storage.transactionSync(() => {
      migrate(storage.sql, COURIER_STEPS);
      return once<NewWebhook>(
        storage,
        receipt,
        Date.now(),
        () => {
          if (this.#life) return fail(TAKEN);
          const now = new Date().toISOString();
          const { room = null, ...rest } = body;
          writeMeta(storage.sql, 'address', JSON.stringify(address));
          this.#keep({
            ...rest,
            ...{ room, disabled: null, createdAt: now, failingSince: null },
            secrets: [{ secret, until: null }],
            address,
          });
          this.#store.note(now, 'created');
          return ok({ ...this.#show(), secret });
        },
        hideSecret,
      );
    });
    this.#wakeSoon();
    await this.#register();
    return made;
  }

  async read(): Promise<Result<Webhook>> {
    return this.#life ? ok(this.#show()) : this.#missing();
  }

  async change(body: ChangeWebhook): Promise<Result<Webhook>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const reason = body.url === undefined ? null : refuseUrl(body.url, this.#rules());
    if (reason !== null) return fail({ code: 'invalid', errors: [{ pointer: '/url', message: reason }] });
    const now = Date.now();
    const wakes = body.active === true && !life.active;
    this.ctx.storage.transactionSync(() => {
      const fields = Object.keys(body).sort().join(', ');
      const { url = life.url, kinds = life.kinds, active = life.active } = body;
      const fresh = wakes ? { disabled: null, failingSince: null } : {};
      this.#keep({ ...life, url, kinds, active, ...fresh });
      // Whoever mends the address does not want to wait for the next try either.
      if (wakes || url !== life.url) this.#store.hurry(now);
      const what = body.active === undefined || body.active === life.active ? `changed: ${fields}` : null;
      this.#store.note(new Date(now).toISOString(), what ?? (wakes ? 'switched on' : 'switched off'));
    });
    this.#kick();
    return ok(this.#show());
  }

  async rotateSecret(receipt: Receipt | null): Promise<Result<NewWebhook>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const secret = newSecret();
    const now = Date.now();
    const act = (): Result<NewWebhook> => {
      this.#keep({ ...life, secrets: rotate(life.secrets, secret, now) });
      this.#store.note(new Date(now).toISOString(), 'secret rotated');
      return ok({ ...this.#show(), secret });
    };
    return once(this.ctx.storage, receipt, now, act, hideSecret);
  }

  async erase(): Promise<Result<null>> {
    if (!hasSchema(this.ctx.storage.sql)) return ok(null);
    this.#life = null;
    writeMeta(this.ctx.storage.sql, 'erasing', '1');
    await this.ctx.storage.setAlarm(Date.now());
    await this.#eraseNow();
    return ok(null);
  }

  async attempts(search: AttemptSearch): Promise<Result<AttemptPage>> {
    return this.#life ? ok(this.#store.attempts(search)) : this.#missing();
  }

  async replay(n: number, receipt: Receipt | null): Promise<Result<Attempt>> {
    if (!this.#life) return this.#missing();
    const old = this.#store.attempt(n);
    if (!old) return fail({ code: 'not_found', what: 'attempt', id: String(n) });
    const { room, seq } = old;
    if (room === null || seq === null) return this.ping(receipt);
    const page = await this.#room(room).news({ after: seq - 1, limit: 1 }, this.#viewer());
    if (!page.ok) return page;
    const { events, hops } = page.value;
    const [event] = events;
    if (!event || event.seq !== seq) return fail({ code: 'not_found', what: 'event', id: String(seq) });
    return this.#sendOnce('replay', eventMessage(room, event, hops[seq] ?? 0), old, receipt);
  }

  async ping(receipt: Receipt | null): Promise<Result<Attempt>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const at = new Date().toISOString();
    const message = testMessage(life.address.id, Date.now(), at);
    const shown = { room: null, seq: null, kind: 'webhook.test' };
    return this.#sendOnce('test', message, shown, receipt);
  }

  async tell(room: string, head: number): Promise<Result<null>> {
    // Erased, or never made: there is nobody to tell any more.
    if (!this.#life) return ok(null);
    this.#store.tell(room, head, Date.now());
    this.#kick();
    return ok(null);
  }

  override async alarm(): Promise<void> {
    this.#alarms.rang();
    if (readMeta(this.ctx.storage.sql, 'erasing') === '1') return this.#eraseNow();
    if (!this.#life) return;
    await this.#notices.flush();
    await this.#register();
  }

  /** One message beside the schedule; a repeat of the request gets its attempt, and sends nothing. */
  async #sendOnce(
    why: 'replay' | 'test',
    message: Message,
    of: Pick<Attempt, 'room' | 'seq' | 'kind'>,
    receipt: Receipt | null,
  ): Promise<Result<Attempt>> {
    const { room, seq, kind } = of;
    let isNew = false;
    const opened = once<number>(this.ctx.storage, receipt, Date.now(), () => {
      isNew = true;
      return ok(this.#store.open({ why, message: message.id, room, seq, kind, try: 1, at: Date.now() }));
    });
    if (!opened.ok) return opened;
    if (isNew) await this.#deliveries.sendOnce(opened.value, message);
    this.#rest();
    const attempt = this.#store.attempt(opened.value);
    return attempt ? ok(attempt) : fail({ code: 'not_found', what: 'attempt', id: String(opened.value) });
  }

  /** Stand in the index, ask the rooms that were written meanwhile, and go on sending. */
  async #register(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    const { createdAt, room, address } = life;
    await this.#registration.add({ ...address, room, createdAt }, (rooms) => {
      for (const id of rooms) this.#store.tell(id, 0, Date.now());
    });
    // Erased meanwhile: its entry may have come after the end.
    if (!this.#life) await this.#registration.remove(address);
    this.#kick();
  }

  #kick(): void {
    this.#deliveries.start();
    this.#arm();
  }

  /** In the breath that stores it: cut off before it stands in the index, it wakes by itself and goes there. */
  #wakeSoon(): void {
    this.#alarms.arm({ now: Date.now(), roundOpen: true, outboxAt: null, erasing: false });
  }

  /** After something was sent: tell rooms what they should know, and see what is next. */
  #rest(): void {
    if (this.#life) this.ctx.waitUntil(this.#notices.flush().then(() => this.#arm()));
  }

  #arm(): void {
    const next = this.#life ? this.#deliveries.nextAt() : null;
    const times = [next, this.#registration.retryAt, this.#notices.retryAt].filter((at) => at !== null);
    this.#alarms.arm({
      now: Date.now(),
      roundOpen: this.#deliveries.isBusy,
      outboxAt: times.length > 0 ? Math.min(...times) : null,
      erasing: false,
    });
  }

  async #send(message: Message): Promise<Outcome> {
    const life = this.#life;
    const secrets = validSecrets(life?.secrets ?? [], Date.now());
    const signed = signMessage(message.id, message.body, Date.now(), secrets);
    const headers = { ...signed, ...hopsHeader(message.hops) };
    return sendMessage(life?.url ?? '', message.body, headers, {
      fetch: (input, init) => fetch(input, init),
      now: () => Date.now(),
      timeoutMs: this.timeoutMs,
      ...this.#rules(),
    });
  }

  /** What an attempt says of the receiver. In the transaction that stores the attempt. */
  #learn(outcome: Outcome): void {
    const life = this.#life;
    if (!life) return;
    const now = Date.now();
    if (outcome.gone) {
      this.#disable('gone');
    } else if (outcome.delivered) {
      if (life.failingSince !== null) this.#keep({ ...life, failingSince: null });
    } else if (life.failingSince === null) {
      this.#keep({ ...life, failingSince: now });
    } else if (now - life.failingSince >= GIVE_UP_MS) {
      this.#disable('failing');
    }
  }

  #disable(reason: NonNullable<Webhook['disabled']>['reason']): void {
    const life = this.#life;
    if (!life?.active) return;
    const at = new Date().toISOString();
    this.#keep({ ...life, active: false, disabled: { reason, at } });
    this.#store.note(at, `switched off: ${REASONS[reason]}`);
    if (reason === 'room-deleted') return;
    const { id } = life.address;
    const payload = { webhook: id, reason, since: isoTime(life.failingSince) };
    this.#notices.add(`webhook/${id}/disabled/${at}`, payload, this.#store.waitingRooms(MOST_NOTICES));
  }

  /** A room is gone; a subscription of that room alone has nothing more to do. */
  #lose(room: string): void {
    if (this.#life?.room === room) this.#disable('room-deleted');
  }

  #wants(event: Event): boolean {
    const life = this.#life;
    if (!life || event.at < life.createdAt) return false;
    return life.kinds.length === 0 || life.kinds.includes(event.kind);
  }

  #viewer(): Viewer {
    return this.#life?.as === 'spectator' ? SPECTATOR : OWNER;
  }

  #rules = (): { loopback: boolean } => ({ loopback: readConfig(this.env).webhookLoopback });

  #room(id: string): RoomApi {
    return roomStub(this.env, this.#life?.address.tenant ?? '', id);
  }

  #keep(life: Subscription & { address: Address }): void {
    const { address: _, ...subscription } = life;
    writeMeta(this.ctx.storage.sql, 'subscription', JSON.stringify(subscription));
    this.#life = life;
  }

  #show(): Webhook {
    const life = this.#life;
    if (!life) throw new Error('no subscription');
    const { address, secrets, failingSince, ...rest } = life;
    const old = secrets.find(({ until }) => until !== null && until > Date.now());
    return {
      ...rest,
      id: address.id,
      kinds: rest.kinds as Webhook['kinds'],
      failingSince: isoTime(failingSince),
      waiting: this.#store.waiting(),
      rotatedUntil: isoTime(old?.until ?? null),
      log: this.#store.log(),
    };
  }

  #missing(): { ok: false; failure: { code: 'not_found'; what: string; id: string } } {
    const id = this.ctx.id.name?.split('/').at(-1) ?? 'this id';
    return { ok: false, failure: { code: 'not_found', what: 'webhook', id } };
  }

  async #eraseNow(): Promise<void> {
    const { sql } = this.ctx.storage;
    if (!hasSchema(sql)) return;
    const address = JSON.parse(readMeta(sql, 'address') ?? '{}') as Address;
    if (!(await this.#registration.remove(address))) return this.ctx.storage.setAlarm(Date.now() + 5_000);
    await this.ctx.storage.deleteAll();
  }

  #wake(): void {
    const { sql } = this.ctx.storage;
    if (readMeta(sql, 'erasing') === '1') return;
    migrate(sql, COURIER_STEPS);
    const kept = readMeta(sql, 'subscription');
    if (kept === null) return;
    const address = JSON.parse(readMeta(sql, 'address') ?? '{}') as Address;
    this.#life = { ...(JSON.parse(kept) as Subscription), address };
    this.#store.markLost();
    this.#rest();
    this.#kick();
  }
}

/** Rooms whose ledgers are told that the subscription is off. */
const MOST_NOTICES = 20;

const REASONS = {
  gone: 'the receiver answered 410',
  failing: 'nothing but failures for five days',
  'room-deleted': 'its room was deleted',
} as const;

const TAKEN = { code: 'conflict', detail: 'this id is taken', fix: 'use a new Idempotency-Key' } as const;

/** The secret is shown once and kept for signing alone, not for a repeat. */
const hideSecret = (made: NewWebhook): NewWebhook => ({ ...made, secret: null });

const newSecret = (): string => makeSecret(crypto.getRandomValues(new Uint8Array(32)));

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
