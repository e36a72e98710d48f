import { DurableObject } from 'cloudflare:workers';
import { customAlphabet } from 'nanoid';
import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import type {
  ChangeHook,
  CreateHook,
  Delivery,
  DeliveryAnswer,
  Hook,
  HookTurn,
  NewHook,
  PorterApi,
  RotateHook,
  Verification,
} from '../src/contract/hooks';
import { fail, ok, type Result } from '../src/contract/problems';
import type { Address, AdventureApi, SceneApi } from '../src/contract/rooms';
import { sha256 } from '../src/hash';
import { type Accepted, answerDelivery } from '../src/webhooks/answer';
import { checkHook, checkSecret, checkTurn } from '../src/webhooks/hook-rules';
import { readHops } from '../src/webhooks/hops';
import { type Placed, placeDelivery } from '../src/webhooks/place';
import { replyTo } from '../src/webhooks/reply';
import { commandProgress, turnProgress } from '../src/webhooks/result';
import { SEND_TIMEOUT_MS } from '../src/webhooks/send';
import { makeSecret, rotate, type Secret, validSecrets } from '../src/webhooks/sign';
import { refuseUrl } from '../src/webhooks/url-rules';
import { verifyDelivery } from '../src/webhooks/verify';
import { Alarms } from './lib/alarms';
import { PORTER_STEPS, PorterStore } from './lib/porter-store';
import { once } from './lib/receipts';
import { Registration } from './lib/registration';
import { Replies } from './lib/replies';
import { hasSchema, migrate, readMeta, writeMeta } from './lib/schema';
import { roomStub } from './lib/stubs';

/** What a hook is. */
interface Life {
  address: Address;
  room: string;
  verify: Verification;
  turn: HookTurn;
  responseUrl: string | null;
  active: boolean;
  createdAt: string;
  /** Of a bearer token only its SHA-256 is here. */
  secrets: Secret[];
}

/**
 * One inbound hook: it knows its senders, places what they deliver as inputs of its room, once each, and posts back what
 * came of them. Each hook is an object of its own, so that what strangers throw at its public address costs nobody else.
 */
export class Porter extends DurableObject<Env> implements PorterApi {
  readonly #alarms: Alarms;
  readonly #store: PorterStore;
  readonly #registration: Registration;
  readonly #replies: Replies;
  #life: Life | null = null;
  /** Tests cut the hook off here; in production it does nothing. */
  probe: (point: string) => Promise<void> = async () => {};
  /** Tests wait less long for receivers that do not answer. */
  timeoutMs = SEND_TIMEOUT_MS;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#alarms = new Alarms(ctx);
    this.#store = new PorterStore(ctx.storage.sql);
    this.#registration = new Registration(ctx.storage.sql, env, 'hooks');
    this.#replies = new Replies({
      store: this.#store,
      now: () => Date.now(),
      dice: () => Math.random(),
      timeoutMs: () => this.timeoutMs,
      rules: () => this.#rules(),
      probe: (point) => this.probe(point),
      hook: () => {
        const life = this.#life;
        if (!life) return null;
        const { address, room, verify } = life;
        const secrets = verify === 'standard' ? validSecrets(life.secrets, Date.now()) : [];
        return { id: address.id, room, secrets };
      },
      read: (after) => this.#room().events({ after, limit: 200 }, { owner: false, ids: [] }),
      spawn: (work) => ctx.waitUntil(work),
      onRest: () => this.#arm(),
    });
    if (hasSchema(ctx.storage.sql)) this.#wake();
  }

  async create(address: Address, body: CreateHook, receipt: Receipt | null): Promise<Result<NewHook>> {
    if (!this.#life) {
      const errors = [...checkHook(body), ...this.#checkUrl(body.responseUrl)];
      if (errors.length > 0) return fail({ code: 'invalid', errors });
    }
    const { storage } = this.ctx;
    const made = await makeHookSecret(body.verify, body.secret);
    const answer = storage.transactionSync(() => {
      migrate(storage.sql, PORTER_STEPS);
      const act = (): Result<NewHook> => {
        if (this.#life) return fail(TAKEN);
        const now = new Date().toISOString();
        const { room, verify, turn, active, responseUrl = null } = body;
        const secrets = [{ secret: made.kept, until: null }];
        this.#keep({ address, room, verify, turn, active, responseUrl, createdAt: now, secrets });
        this.#store.note(now, 'created');
        return ok({ ...this.#show(), secret: made.shown });
      };
      return once(storage, receipt, Date.now(), act, hideSecret);
    });
    this.#wakeSoon();
    await this.#register();
    return answer;
  }

  async read(tenant: string): Promise<Result<Hook>> {
    return this.#lifeOf(tenant) ? ok(this.#show()) : this.#missing();
  }

  async change(tenant: string, body: ChangeHook): Promise<Result<Hook>> {
    const life = this.#lifeOf(tenant);
    if (!life) return this.#missing();
    const { turn = life.turn, active = life.active } = body;
    const responseUrl = body.responseUrl === undefined ? life.responseUrl : body.responseUrl;
    const errors = [
      ...checkTurn(life.room, turn, responseUrl),
      ...this.#checkUrl(body.responseUrl ?? undefined),
    ];
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    this.ctx.storage.transactionSync(() => {
      this.#keep({ ...life, turn, active, responseUrl });
      this.#registration.renew();
      this.#store.note(new Date().toISOString(), `changed: ${Object.keys(body).sort().join(', ')}`);
    });
    await this.#register();
    return ok(this.#show());
  }

  async rotateSecret(tenant: string, body: RotateHook, receipt: Receipt | null): Promise<Result<NewHook>> {
    const verify = this.#lifeOf(tenant)?.verify;
    if (!verify) return this.#missing();
    const errors = checkSecret(verify, body.secret);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const made = await makeHookSecret(verify, body.secret);
    const life = this.#life;
    if (!life) return this.#missing();
    const now = Date.now();
    const act = (): Result<NewHook> => {
      this.#keep({ ...life, secrets: rotate(life.secrets, made.kept, now) });
      this.#store.note(new Date(now).toISOString(), 'secret rotated');
      return ok({ ...this.#show(), secret: made.shown });
    };
    return once(this.ctx.storage, receipt, now, act, hideSecret);
  }

  async erase(tenant: string): Promise<Result<null>> {
    const { sql } = this.ctx.storage;
    if (!hasSchema(sql) || (this.#life && !this.#lifeOf(tenant))) return ok(null);
    this.#life = null;
    writeMeta(sql, 'erasing', '1');
    await this.ctx.storage.setAlarm(Date.now());
    await this.#eraseNow();
    return ok(null);
  }

  async deliver(delivery: Delivery): Promise<Result<DeliveryAnswer>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const now = Date.now();
    const verified = await verifyDelivery(life.verify, delivery, {
      secrets: validSecrets(life.secrets, now),
      now,
    });
    if (!verified.ok) return verified;
    const { payload, greeting } = verified.value;
    if (greeting) return ok({ status: 200, body: greeting });

    const names = verified.value.ids.length > 0 ? verified.value.ids : [crypto.randomUUID()];
    const ids = await Promise.all(names.map((name) => sha256(name)));
    const bodyHash = await sha256(delivery.body);
    const known = this.#store.find(ids);
    if (known) return ok({ ...known.answer, status: 200 });
    if (!life.active) return fail(SWITCHED_OFF);
    const hops = readHops(delivery.headers);
    if (!hops.ok) return hops;
    const placed = placeDelivery(life.turn, payload);
    if (!placed.ok) return placed;

    // The room keeps a receipt: were we cut off before we had noted its answer, a repeat would get the same again. Its key
    // follows from the last name, which is the one that is signed where the sender's own is not.
    const receipt = {
      key: `hook/${life.address.id}/${ids.at(-1)?.slice(0, 40)}`,
      bodyHash,
      hops: hops.value,
    };
    await this.probe('verified');
    const accepted = await this.#place(placed.value, receipt);
    if (!accepted.ok) return accepted;
    await this.probe('placed');
    const about = { hook: life.address.id, delivery: names[0] ?? '', room: life.room };
    const target = accepted.value.progress && replyTo(life.verify, payload, life.responseUrl, now);
    const answer = answerDelivery(life.verify, delivery, about, accepted.value);
    this.ctx.storage.transactionSync(() => {
      this.#store.remember(ids, bodyHash, answer, now);
      const { progress, seq } = accepted.value;
      if (!target || !progress) return;
      const reply = {
        ...{ delivery: about.delivery, target: { ...target, hops: hops.value } },
        ...{ after: seq - 1, progress, at: now },
      };
      this.#store.await(reply, now + LOOK_MS);
    });
    await this.probe('noted');
    if (target) this.#kick();
    return ok(answer);
  }

  async tell(room: string): Promise<Result<null>> {
    if (!this.#life || this.#life.room !== room) return ok(null);
    this.#store.hurry(Date.now());
    this.#kick();
    return ok(null);
  }

  override async alarm(): Promise<void> {
    this.#alarms.rang();
    if (readMeta(this.ctx.storage.sql, 'erasing') === '1') return this.#eraseNow();
    if (!this.#life) return;
    await this.#register();
  }

  /** Hand the input to the room. */
  async #place(placed: Placed, receipt: Receipt): Promise<Result<Accepted>> {
    switch (placed.of) {
      case 'turn': {
        const turn = await this.#room<SceneApi>().turn(placed.input, receipt);
        if (!turn.ok) return turn;
        return ok({
          accepted: { ...turn.value },
          seq: turn.value.inputSeq,
          progress: turnProgress(turn.value),
        });
      }
      case 'command': {
        const given = await this.#room<AdventureApi>().give(placed.command, receipt);
        if (!given.ok) return given;
        const progress = placed.command.mode === 'take' ? commandProgress(given.value) : null;
        return ok({ accepted: { ...given.value }, seq: given.value.seq, progress });
      }
      case 'verb': {
        const done = await this.#room<AdventureApi>().control(placed.verb, receipt);
        return done.ok ? ok({ accepted: { ...done.value }, seq: 0, progress: null }) : done;
      }
    }
  }

  async #register(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    const { room, createdAt, address } = life;
    // Slack and Discord say in the payload where they want the result.
    const answers = life.responseUrl !== null || life.verify === 'slack' || life.verify === 'discord';
    await this.#registration.add({ ...address, room, createdAt, answers }, () => {
      this.#store.hurry(Date.now());
    });
    // Erased meanwhile: its entry may have come after the end.
    if (!this.#life) await this.#registration.remove(address);
    this.#kick();
  }

  /** In the breath that stores it: cut off before it stands in the index, it wakes by itself and goes there. */
  #wakeSoon(): void {
    this.#alarms.arm({ now: Date.now(), roundOpen: true, outboxAt: null, erasing: false });
  }

  #kick(): void {
    this.#replies.start();
    this.#arm();
  }

  #arm(): void {
    const times = [this.#life ? this.#store.nextAt() : null, this.#registration.retryAt];
    const known = times.filter((at) => at !== null);
    this.#alarms.arm({
      now: Date.now(),
      roundOpen: this.#replies.isBusy,
      // What is being looked at is due all the time; the beat looks after it.
      outboxAt: known.length > 0 && !this.#replies.isBusy ? Math.min(...known) : null,
      erasing: false,
    });
  }

  #rules = (): { loopback: boolean } => ({ loopback: readConfig(this.env).webhookLoopback });

  #checkUrl(url: string | undefined): { pointer: string; message: string }[] {
    const message = url === undefined ? null : refuseUrl(url, this.#rules());
    return message === null ? [] : [{ pointer: '/responseUrl', message }];
  }

  #room<R extends SceneApi | AdventureApi>(): R {
    return roomStub<R>(this.env, this.#life?.address.tenant ?? '', this.#life?.room ?? '');
  }

  #lifeOf(tenant: string): Life | null {
    return this.#life?.address.tenant === tenant ? this.#life : null;
  }

  #keep(life: Life): void {
    writeMeta(this.ctx.storage.sql, 'hook', JSON.stringify(life));
    this.#life = life;
  }

  #show(): Hook {
    const life = this.#life;
    if (!life) throw new Error('no hook');
    const { address, secrets, ...rest } = life;
    const old = secrets.find(({ until }) => until !== null && until > Date.now());
    const last = this.#store.lastAt();
    return {
      ...rest,
      id: address.id,
      deliverTo: `/v1/hooks/${address.id}/deliver`,
      rotatedUntil: old?.until ? new Date(old.until).toISOString() : null,
      lastDeliveryAt: last === null ? null : new Date(last).toISOString(),
      log: this.#store.log(),
    };
  }

  #missing(): { ok: false; failure: { code: 'not_found'; what: string; id: string } } {
    return { ok: false, failure: { code: 'not_found', what: 'hook', id: this.ctx.id.name ?? 'this id' } };
  }

  async #eraseNow(): Promise<void> {
    const { sql } = this.ctx.storage;
    if (!hasSchema(sql)) return;
    const kept = JSON.parse(readMeta(sql, 'hook') ?? 'null') as Life | null;
    if (kept && !(await this.#registration.remove(kept.address)))
      return this.ctx.storage.setAlarm(Date.now() + 5_000);
    await this.ctx.storage.deleteAll();
  }

  #wake(): void {
    const { sql } = this.ctx.storage;
    if (readMeta(sql, 'erasing') === '1') return;
    migrate(sql, PORTER_STEPS);
    const kept = readMeta(sql, 'hook');
    if (kept === null) return;
    this.#life = JSON.parse(kept) as Life;
    this.#kick();
  }
}

/** The room tells when something has come about; this looks, should a telling be lost. */
const LOOK_MS = 60_000;

const TAKEN = { code: 'conflict', detail: 'this id is taken', fix: 'use a new Idempotency-Key' } as const;
const SWITCHED_OFF = {
  code: 'conflict',
  detail: 'This hook is switched off.',
  fix: 'PATCH /v1/hooks/{id} with {"active":true}',
} as const;

const hideSecret = (made: NewHook): NewHook => ({ ...made, secret: null });

const newToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 40);

/** The secret of a hook as it is kept, and as it is shown; null: whoever gave it knows it. */
async function makeHookSecret(
  verify: Verification,
  given: string | undefined,
): Promise<{ kept: string; shown: string | null }> {
  const secret =
    given ?? (verify === 'standard' ? makeSecret(crypto.getRandomValues(new Uint8Array(32))) : newToken());
  const kept = verify === 'bearer' ? await sha256(secret) : secret;
  return { kept, shown: given === undefined ? secret : null };
}
