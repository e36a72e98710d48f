import { customAlphabet } from 'nanoid';
import { giveCommand } from '../src/adventure/actions';
import { sha256 } from '../src/base/hash';
import type { Receipt } from '../src/contract/access';
import type { CommandGiven } from '../src/contract/adventures';
import { OWNER } from '../src/contract/events/events';
import type {
  ChangeHook,
  CreateHook,
  Delivery,
  DeliveryAnswer,
  Hook,
  HookDelivery,
  HookReceiverApi,
  HookTurn,
  NewHook,
  RotateHook,
  Verification,
} from '../src/contract/hooks';
import { type Failure, fail, ok, type Result } from '../src/contract/problems';
import type { TurnAccepted } from '../src/contract/rounds';
import { toProblem } from '../src/contract/to-problem';
import type { Address, RoomApi } from '../src/room/rpc';
import { takeTurn } from '../src/scene/actions/rounds';
import { checkHook, checkSecret, checkTurn, type PlacedAction, placeDelivery } from '../src/webhooks/hooks';
import {
  type Accepted,
  answerDelivery,
  buildReplyTarget,
  commandProgress,
  turnProgress,
} from '../src/webhooks/reply';
import { makeSecret, readHops, validSecrets } from '../src/webhooks/send';
import { verifyDelivery } from '../src/webhooks/verify';
import { roomStub } from './lib/stubs';
import { HOOK_RECEIVER_MIGRATIONS, HookReceiverStore } from './lib/webhooks/hook-receiver-store';
import { POLL_INTERVAL_MS, Replies } from './lib/webhooks/replies';
import { WebhookEndpoint, type WebhookEndpointRecord } from './lib/webhooks/webhook-endpoint';

/** The stored hook. For bearer tokens, `secrets` contains only their SHA-256. */
interface LifeRecord extends WebhookEndpointRecord {
  room: string;
  verify: Verification;
  turn: HookTurn;
  responseUrl: string | null;
  active: boolean;
}

/**
 * One inbound hook: verifies deliveries, submits each once as an input to its room, and posts back the
 * result. Each hook is its own object, so that traffic to its public URL does not slow down others.
 */
export class HookReceiver extends WebhookEndpoint<LifeRecord> implements HookReceiverApi {
  readonly #store: HookReceiverStore;
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { what: 'hook', keptAs: 'hook', steps: HOOK_RECEIVER_MIGRATIONS });
    this.#store = new HookReceiverStore(ctx.storage.sql);
    const replies = new Replies({
      store: this.#store,
      note: (at, what) => this.log.note(at, what),
      now: () => Date.now(),
      dice: () => Math.random(),
      post: (...message) => this.post(...message),
      probe: (point) => this.probe(point),
      hook: () => {
        const life = this.life;
        if (!life) return null;
        const { address, room, verify } = life;
        const secrets = verify === 'standard' ? validSecrets(life.secrets, Date.now()) : [];
        return { id: address.id, room, secrets };
      },
      read: (after) => this.#room().events({ after, limit: 200 }, { owner: false, ids: [] }),
    });
    this.jobs.add({
      name: 'reply of a hook',
      dueAt: () => (this.life ? this.#store.nextAt() : null),
      run: () => replies.run(),
      isLong: true,
    });
    if (this.wake()) this.jobs.kick();
  }

  async create(address: Address, body: CreateHook, receipt: Receipt | null): Promise<Result<NewHook>> {
    if (!this.life) {
      const errors = [...checkHook(body), ...this.checkUrl('/responseUrl', body.responseUrl)];
      if (errors.length > 0) return fail({ code: 'invalid', errors });
    }
    const newSecret = await createHookSecret(body.verify, body.secret);
    const { room, verify, turn, active, responseUrl = null } = body;
    const life: LifeRecord = {
      ...{ address, room, verify, turn, active, responseUrl },
      createdAt: new Date().toISOString(),
      secrets: [{ secret: newSecret.kept, until: null }],
    };
    return this.createEndpoint<NewHook>(life, receipt, () => ({ ...this.#show(), secret: newSecret.shown }));
  }

  async read(tenant: string): Promise<Result<Hook>> {
    return this.#lifeOf(tenant) ? ok(this.#show()) : this.missingFailure();
  }

  async change(tenant: string, body: ChangeHook): Promise<Result<Hook>> {
    const life = this.#lifeOf(tenant);
    if (!life) return this.missingFailure();
    const { turn = life.turn, active = life.active } = body;
    const responseUrl = body.responseUrl === undefined ? life.responseUrl : body.responseUrl;
    const errors = [
      ...checkTurn(life.room, turn, responseUrl),
      ...this.checkUrl('/responseUrl', body.responseUrl),
    ];
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    this.ctx.storage.transactionSync(() => {
      this.keep({ ...life, turn, active, responseUrl });
      this.renewEntry();
      this.log.note(new Date().toISOString(), `changed: ${Object.keys(body).sort().join(', ')}`);
    });
    await this.register();
    return ok(this.#show());
  }

  async rotateSecret(tenant: string, body: RotateHook, receipt: Receipt | null): Promise<Result<NewHook>> {
    const verify = this.#lifeOf(tenant)?.verify;
    if (!verify) return this.missingFailure();
    const errors = checkSecret(verify, body.secret);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const newSecret = await createHookSecret(verify, body.secret);
    const life = this.life;
    if (!life) return this.missingFailure();
    return this.replaceSecret<NewHook>(life, newSecret.kept, receipt, () => ({
      ...this.#show(),
      secret: newSecret.shown,
    }));
  }

  async erase(tenant: string): Promise<Result<null>> {
    return this.life && !this.#lifeOf(tenant) ? ok(null) : this.removeAll();
  }

  async deliveries(tenant: string): Promise<Result<HookDelivery[]>> {
    return this.#lifeOf(tenant) ? ok(this.#store.received()) : this.missingFailure();
  }

  async deliver(delivery: Delivery): Promise<Result<DeliveryAnswer>> {
    const life = this.life;
    if (!life) return this.missingFailure();
    const now = Date.now();
    const verification = await verifyDelivery(life.verify, delivery, {
      secrets: validSecrets(life.secrets, now),
      now,
    });
    if (!verification.ok) return this.#refuse(verification, 'unverified', null);
    const { payload, greeting } = verification.value;
    const [name = null] = verification.value.ids;
    if (greeting) {
      this.#store.note({ ...NO_REPLY, delivery: name, at: now, status: 'handshake', code: 200 });
      return ok({ status: 200, body: greeting });
    }

    const names = verification.value.ids.length > 0 ? verification.value.ids : [crypto.randomUUID()];
    const ids = await Promise.all(names.map((name) => sha256(name)));
    const bodyHash = await sha256(delivery.body);
    const storedAnswer = this.#store.find(ids);
    if (storedAnswer) return ok({ ...storedAnswer.answer, status: 200 });
    if (!life.active) return this.#refuse(fail(DISABLED), 'refused', name);
    const hops = readHops(delivery.headers);
    if (!hops.ok) return this.#refuse(hops, 'refused', name);
    const placing = placeDelivery(life.turn, payload);
    if (!placing.ok) return this.#refuse(placing, 'refused', name);

    // If we crash before storing the response, the room's receipt gives a repeat the same result. The key
    // uses the last id, which is the signed one if the sender's own id is not signed.
    const receipt = {
      key: `hook/${life.address.id}/${ids.at(-1)?.slice(0, 40)}`,
      bodyHash,
      hops: hops.value,
    };
    await this.probe('verified');
    const acceptance = await this.#place(placing.value, receipt);
    if (!acceptance.ok) return this.#refuse(acceptance, 'refused', name);
    await this.probe('placed');
    const about = { hook: life.address.id, delivery: names[0] ?? '', room: life.room };
    const target = acceptance.value.progress && buildReplyTarget(life.verify, payload, life.responseUrl, now);
    const answer = answerDelivery(life.verify, delivery, about, acceptance.value);
    this.ctx.storage.transactionSync(() => {
      // Concurrent repeats of one delivery are logged once.
      if (!this.#store.find(ids)) {
        const input = acceptance.value.accepted as HookDelivery['accepted'];
        const outcome = { status: 'accepted', code: answer.status, accepted: input } as const;
        this.#store.note({ ...NO_REPLY, ...outcome, delivery: name, at: now });
      }
      this.#store.remember(ids, bodyHash, answer, now);
      const { progress, seq } = acceptance.value;
      if (!target || !progress) return;
      const reply = {
        ...{ delivery: about.delivery, target: { ...target, hops: hops.value } },
        ...{ after: seq - 1, progress, at: now },
      };
      this.#store.await(reply, now + POLL_INTERVAL_MS);
    });
    await this.probe('noted');
    if (target) this.jobs.kick();
    return ok(answer);
  }

  #refuse<T extends { ok: false; failure: Failure }>(
    refusal: T,
    status: 'refused' | 'unverified',
    delivery: string | null,
  ): T {
    const { status: code, detail, errors = [] } = toProblem(refusal.failure);
    // Erased meanwhile: the tables are gone.
    if (this.life)
      this.#store.note({ ...NO_REPLY, delivery, at: Date.now(), status, code, error: detail, errors });
    return refusal;
  }

  async tell(room: string): Promise<Result<null>> {
    if (!this.life || this.life.room !== room) return ok(null);
    this.#store.hurry(Date.now());
    this.jobs.kick();
    return ok(null);
  }

  protected entry({ room, verify, responseUrl }: LifeRecord): { room: string; answers: boolean } {
    // Slack and Discord payloads contain the reply URL.
    return { room, answers: responseUrl !== null || verify === 'slack' || verify === 'discord' };
  }

  protected onFound(): void {
    this.#store.hurry(Date.now());
  }

  async #place({ action, body }: PlacedAction, receipt: Receipt): Promise<Result<Accepted>> {
    const outcome = await this.#room().perform(action, { params: {}, query: {}, body }, receipt, OWNER);
    if (!outcome.ok) return outcome;
    const acceptance = outcome.value;
    if (action === takeTurn.name) {
      const turn = acceptance as unknown as TurnAccepted;
      return ok({ accepted: acceptance, seq: turn.inputSeq, progress: turnProgress(turn) });
    }
    if (action === giveCommand.name) {
      const command = acceptance as unknown as CommandGiven;
      const progress = command.mode === 'take' ? commandProgress(command) : null;
      return ok({ accepted: acceptance, seq: command.seq, progress });
    }
    return ok({ accepted: acceptance, seq: 0, progress: null });
  }

  #room(): RoomApi {
    return roomStub<RoomApi>(this.env, this.life?.address.tenant ?? '', this.life?.room ?? '');
  }

  #lifeOf(tenant: string): LifeRecord | null {
    return this.life?.address.tenant === tenant ? this.life : null;
  }

  #show(): Hook {
    const life = this.life;
    if (!life) throw new Error('no hook');
    const { address, secrets: _, ...rest } = life;
    const last = this.#store.lastAt();
    return {
      ...rest,
      id: address.id,
      deliverTo: `/v1/hooks/${address.id}/deliver`,
      rotatedUntil: this.rotatedUntil(life),
      lastDeliveryAt: last === null ? null : new Date(last).toISOString(),
      log: this.log.list(),
    };
  }
}

const NO_REPLY = { error: null, errors: [], accepted: null };

const DISABLED = {
  code: 'conflict',
  detail: 'This hook is disabled.',
  fix: 'Enable it: PATCH /v1/hooks/{id} with {"active":true}.',
} as const;

const newToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 40);

/** The stored and the returned form of a hook's secret; `shown` is null if the caller chose the secret. */
async function createHookSecret(
  verify: Verification,
  given: string | undefined,
): Promise<{ kept: string; shown: string | null }> {
  const secret =
    given ?? (verify === 'standard' ? makeSecret(crypto.getRandomValues(new Uint8Array(32))) : newToken());
  const storedSecret = verify === 'bearer' ? await sha256(secret) : secret;
  return { kept: storedSecret, shown: given === undefined ? secret : null };
}
