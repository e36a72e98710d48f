import { DurableObject } from 'cloudflare:workers';
import { alwaysRetry } from '../src/base/back-off';
import type { JsonObject } from '../src/base/json';
import { urlPath } from '../src/base/url-path';
import { readConfig } from '../src/config';
import type {
  DiscordApplicationApi,
  DiscordApplicationView,
  KnownApplication,
} from '../src/contract/discord';
import type { Delivery } from '../src/contract/hooks';
import { type Failure, fail, ok, type Result } from '../src/contract/problems';
import { COMMANDS, inviteUrl } from '../src/discord/commands';
import { AUTOCOMPLETE, COMMAND, defer, readInteraction } from '../src/discord/interaction';
import { callDiscord, type DiscordReply } from '../src/discord/rest';
import type { SceneApi } from '../src/room/rpc';
import { verifyDelivery } from '../src/webhooks/verify';
import { DiscordCommands } from './lib/discord/discord-commands';
import type { DiscordCall, DiscordHost, DiscordRecord } from './lib/discord/discord-host';
import { DiscordMessages } from './lib/discord/discord-messages';
import { DISCORD_MIGRATIONS, DiscordStore } from './lib/discord/discord-store';
import { type Job, Jobs } from './lib/jobs';
import { hasSchema, migrate, readMeta, writeMeta } from './lib/room/schema';
import { roomStub, tenantDatabase, tenantStub } from './lib/stubs';

/**
 * One connected Discord application: verifies interactions, stores each command before the response, runs it
 * on behalf of the member, and posts scenes' events to their channels.
 */
export class DiscordApplication extends DurableObject<Env> implements DiscordApplicationApi {
  readonly #store: DiscordStore;
  readonly #jobs: Jobs;
  readonly #registering: Job;
  readonly #erasing: Job;
  readonly #commands: DiscordCommands;
  #life: DiscordRecord | null = null;
  /** Tests interrupt the object here; a no-op in production. */
  probe: (point: string) => Promise<void> = async () => {};

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    this.#store = new DiscordStore(sql);
    this.#jobs = new Jobs(ctx);
    const host: DiscordHost = {
      storage: ctx.storage,
      store: this.#store,
      life: () => this.#life,
      keep: (life) => this.#keep(life),
      ask: (call) => this.#ask(call),
      scene: (id) => roomStub<SceneApi>(this.env, this.#life?.tenant ?? '', id),
      claimRoom: (id) => {
        const { tenant = '' } = this.#life ?? {};
        return tenantStub(this.env, tenant).claimRoom(tenant, id, readConfig(this.env).limits.rooms);
      },
      now: () => Date.now(),
      probe: (point) => this.probe(point),
      kick: () => this.#jobs.kick(),
    };
    this.#commands = new DiscordCommands(host);
    const messages = new DiscordMessages(host);
    this.#erasing = this.#jobs.add({
      name: 'deletion of a Discord application',
      dueAt: (now) => (hasSchema(sql) && readMeta(sql, 'erasing') === '1' ? now : null),
      run: () => this.#eraseNow(),
      backOff: alwaysRetry(5_000),
    });
    this.#registering = this.#jobs.add({
      name: 'registration of a Discord application',
      dueAt: (now) => (this.#life && !this.#isRegistered() ? now : null),
      run: () => this.#register(),
      backOff: alwaysRetry(5_000),
    });
    this.#jobs.add({
      name: 'commands of Discord',
      dueAt: () => (this.#life ? this.#store.nextInteractionAt() : null),
      run: async () => {
        await this.#commands.run();
        this.#jobs.kick();
      },
      isLong: true,
    });
    this.#jobs.add({
      name: 'messages to Discord',
      dueAt: () => (this.#life ? messages.dueAt() : null),
      run: () => messages.run(),
      isLong: true,
    });
    if (hasSchema(sql) && readMeta(sql, 'erasing') !== '1') {
      migrate(sql, DISCORD_MIGRATIONS);
      this.#life = JSON.parse(readMeta(sql, 'application') ?? 'null') as DiscordRecord | null;
    }
    if (hasSchema(sql)) this.#jobs.kick();
  }

  async attach(
    tenant: string,
    { application, name, publicKey }: KnownApplication,
    { botToken, address, servers }: Parameters<DiscordApplicationApi['attach']>[2],
  ): Promise<Result<DiscordApplicationView>> {
    const { storage } = this.ctx;
    if (hasSchema(storage.sql) && readMeta(storage.sql, 'erasing') === '1') return fail(ERASING);
    const before = this.#life;
    if (before && before.tenant !== tenant) return fail(ALREADY_ATTACHED);
    storage.transactionSync(() => {
      migrate(storage.sql, DISCORD_MIGRATIONS);
      this.#keep({
        ...{ tenant, application, name, publicKey, botToken, address },
        servers: servers ?? before?.servers ?? null,
        createdAt: before?.createdAt ?? new Date().toISOString(),
        problem: null,
      });
      this.#store.addLogRow(before ? 'connected again' : 'connected');
    });
    // Set the alarm synchronously with the write, so an interrupted registration is retried.
    this.#jobs.arm();
    await this.#registering.start();
    const problem = await this.#setUp();
    if (!this.#life) return this.#missing();
    this.#keep({ ...this.#life, problem });
    if (problem !== null) this.#store.addLogRow(problem);
    return ok(this.#show(this.#life));
  }

  async read(tenant: string): Promise<Result<DiscordApplicationView>> {
    const life = this.#life;
    return life?.tenant === tenant ? ok(this.#show(life)) : this.#missing();
  }

  async erase(tenant: string): Promise<Result<null>> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql) || (this.#life && this.#life.tenant !== tenant)) return ok(null);
    const life = this.#life;
    if (life) await this.#leaveDiscord(life);
    this.#life = null;
    writeMeta(storage.sql, 'erasing', '1');
    this.#jobs.arm();
    await this.#erasing.start();
    return ok(null);
  }

  async interact(delivery: Delivery): Promise<Result<JsonObject>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const now = Date.now();
    const verification = await verifyDelivery('discord', delivery, { secrets: [life.publicKey], now });
    if (!verification.ok) return verification;
    const { payload, greeting } = verification.value;
    if (greeting) return ok(greeting);
    const interaction = readInteraction(payload);
    if (!interaction) return fail(NO_COMMAND);
    if (interaction.type === AUTOCOMPLETE) return ok(await this.#commands.choices(interaction));
    if (interaction.type === COMMAND) {
      this.#store.storeInteraction(interaction, `scn_${createRoomPart()}`, now + ANSWER_FIRST_MS, now);
      await this.probe('kept');
      // Synchronously with the write: the alarm runs the command even after a crash.
      this.#jobs.arm();
    }
    return ok(defer(interaction.name));
  }

  async tell(room: string): Promise<Result<null>> {
    if (!this.#life) return ok(null);
    this.#store.scheduleRead(room, Date.now());
    this.#jobs.kick();
    return ok(null);
  }

  async portrait(key: string): Promise<Result<{ tenant: string; item: string } | null>> {
    const item = this.#life ? this.#store.findPortrait(key) : null;
    return ok(item === null ? null : { tenant: this.#life?.tenant ?? '', item });
  }

  override async alarm(): Promise<void> {
    await this.#jobs.ring();
  }

  /**
   * Registers the commands and the interactions endpoint. @returns Discord's error; null if it accepted both
   */
  async #setUp(): Promise<string | null> {
    const { application = '' } = this.#life ?? {};
    const commands = await this.#ask({
      ...{ method: 'PUT', path: urlPath`/applications/${application}/commands`, asBot: true },
      body: COMMANDS,
    });
    if (!commands.ok) return `Discord refused the commands. ${commands.error}`;
    if (!this.#life) return null;
    const endpoint = await this.#ask({
      ...{ method: 'PATCH', path: '/applications/@me', asBot: true },
      body: { interactions_endpoint_url: interactionsUrl(this.#life) },
    });
    if (endpoint.ok) return null;
    return `Discord refused the interactions URL; it must be reachable from the internet over https. ${endpoint.error}`;
  }

  /** Deletes webhooks and commands at Discord. A single attempt; errors are ignored. */
  async #leaveDiscord(life: DiscordRecord): Promise<void> {
    const webhooks = this.#store.channels().map(
      ({ webhook, webhook_token: token }): DiscordCall => ({
        method: 'DELETE',
        path: urlPath`/webhooks/${webhook}/${token}`,
      }),
    );
    const path = urlPath`/applications/${life.application}/commands`;
    await Promise.all(
      [...webhooks, { method: 'PUT', path, asBot: true, body: [] } as const].map((one) => this.#ask(one)),
    );
  }

  #ask({ asBot, ...call }: DiscordCall): Promise<DiscordReply> {
    const { botToken, address } = this.#life ?? {};
    return callDiscord(
      {
        fetch: (input, init) => fetch(input, init),
        api: readConfig(this.env).discordUrl,
        stage: address ?? '',
      },
      { ...call, ...(asBot && botToken !== undefined && { botToken }) },
    );
  }

  #keep(life: DiscordRecord): void {
    writeMeta(this.ctx.storage.sql, 'application', JSON.stringify(life));
    this.#life = life;
  }

  #isRegistered(): boolean {
    return readMeta(this.ctx.storage.sql, 'registered') === '1' && this.#store.isRegistered();
  }

  /** Writes index rows, in which rooms look up whom to notify. */
  async #register(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    const { sql } = this.ctx.storage;
    const open = this.#store.channels().filter(({ registered }) => registered === 0);
    const id = idFromName(life.application);
    try {
      const db = await tenantDatabase(this.env, life.tenant);
      const entry = db.prepare('INSERT OR REPLACE INTO discord VALUES (?, ?, ?, ?)');
      await db.batch([
        entry.bind(life.tenant, id, '', ''),
        ...open.map(({ channel, room }) => entry.bind(life.tenant, id, channel, room)),
      ]);
      if (!this.#life || !hasSchema(sql)) return;
      this.ctx.storage.transactionSync(() => {
        writeMeta(sql, 'registered', '1');
        for (const { channel, room } of open) {
          // The channel may have been bound to another scene meanwhile.
          if (this.#store.channel(channel)?.room !== room) continue;
          this.#store.setRegistered(channel);
          // Catch up on events from before the channel was in the index.
          this.#store.scheduleRead(room, Date.now());
        }
      });
    } finally {
      // Erased meanwhile: the rows may have been inserted after the deletion.
      if (!this.#life) await this.#deleteEntry(life);
    }
    this.#jobs.kick();
  }

  async #deleteEntry({ tenant, application }: DiscordRecord): Promise<void> {
    const sql = 'DELETE FROM discord WHERE tenant = ? AND id = ?';
    const db = await tenantDatabase(this.env, tenant);
    await db.prepare(sql).bind(tenant, idFromName(application)).run();
  }

  async #eraseNow(): Promise<void> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return;
    const life = JSON.parse(readMeta(storage.sql, 'application') ?? 'null') as DiscordRecord | null;
    if (life) await this.#deleteEntry(life);
    await storage.deleteAll();
  }

  #missing(): { ok: false; failure: Failure } {
    const id = this.ctx.id.name?.replace(/^dsc_/, '') ?? 'this id';
    return fail({ code: 'not_found', what: 'Discord application', id });
  }

  #show(life: DiscordRecord): DiscordApplicationView {
    const { application, name, createdAt, problem, servers } = life;
    return {
      ...{ application, name, createdAt, problem, servers },
      interactionsUrl: interactionsUrl(life),
      endpoint: problem === null ? 'set' : 'refused',
      inviteUrl: inviteUrl(application),
      channels: this.#store.channels().map(({ channel, server, room, bound_at, cursor, paused }) => ({
        ...{ channel, server, scene: room, boundAt: bound_at, told: cursor, paused },
        waiting: this.#store.waiting(channel),
      })),
      log: this.#store.listLogRows(),
    };
  }
}

/**
 * Delay before a command runs, so that the response leaves first: a starting round can block the thread for a
 * second.
 */
const ANSWER_FIRST_MS = 50;

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const createRoomPart = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

const idFromName = (application: string): string => `dsc_${application}`;
const interactionsUrl = ({ address, application }: DiscordRecord): string =>
  `${address}/v1/discord/${application}/interactions`;

const ALREADY_ATTACHED = {
  code: 'conflict',
  detail: 'This Discord application is connected to another tenant of this stage.',
  fix: 'Create your own application at Discord, or ask the other tenant to disconnect it.',
} as const;
const ERASING = {
  code: 'unavailable',
  detail: 'The application is being deleted.',
  retryAfter: 5,
} as const;
const NO_COMMAND: Failure = {
  code: 'unprocessable',
  detail: 'The interaction is not a command of this application in a server.',
  errors: [{ pointer: '/type', message: 'must be a command or an autocomplete request' }],
};
