import { env, exports } from 'cloudflare:workers';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { inject } from 'vitest';
import type { DiscordApplication } from '../../durable-objects/discord-application';
import type { DiscordApplicationView } from '../../src/contract/discord';
import type { Problem } from '../../src/contract/problems';
import type { FakeLog, FakeTrouble } from './fake-discord';
import { until } from './rooms';

const OPERATOR = 'ps_local_test0test0test0test0test0test0';

let counter = 0n;
/** An id in Discord's format: the time, and a number. */
export const makeSnowflake = (): string => {
  counter += 1n;
  return String(((BigInt(Date.now()) - 1_420_070_400_000n) << 22n) + (counter & 0x3fffffn));
};

export interface Used {
  status: number;
  body: {
    type?: number;
    data?: { flags?: number; choices?: { name: string; value: string }[] };
  } & Partial<Problem>;
  token: string;
  request: () => Request;
}

interface Person {
  id: string;
  name: string;
}
export const MEMBERS = {
  ines: { id: '200000000000000001', name: 'Ines' },
  tom: { id: '200000000000000002', name: 'Tom' },
} satisfies Record<string, Person>;

/** An application at the fake Discord, its server, and people there. */
export class DiscordPeople {
  readonly application = makeSnowflake();
  readonly server = makeSnowflake();
  readonly channel = makeSnowflake();
  readonly botToken = `${'A'.repeat(24)}.Bcdefg.${this.application.padEnd(30, 'x')}`;
  readonly #url = inject('fakeDiscordUrl');
  readonly #name: string;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ed25519');

  constructor(name = 'Stage Door') {
    this.#name = name;
  }

  async make(): Promise<this> {
    const der = Buffer.from(this.#keys.publicKey.export({ format: 'der', type: 'spki' }));
    const publicKey = der.subarray(-32).toString('hex');
    await this.control('apps', { id: this.application, name: this.#name, token: this.botToken, publicKey });
    return this;
  }

  async connect(
    more: object = {},
    key = OPERATOR,
  ): Promise<{ status: number; body: DiscordApplicationView & Problem }> {
    return this.api('PUT /v1/discord', { botToken: this.botToken, ...more }, key);
  }

  async api<T>(row: string, body?: unknown, key = OPERATOR): Promise<{ status: number; body: T }> {
    const [method = 'GET', path = '/'] = row.split(' ');
    const response = await exports.default.fetch(
      new Request(`https://stage.test${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }

  async control(what: string, body: object): Promise<void> {
    const sent = { method: 'POST', body: JSON.stringify({ application: this.application, ...body }) };
    await (await fetch(`${this.#url}/control/${what}`, sent)).text();
  }

  trouble(at: string, does: FakeTrouble['does'], times = 1): Promise<void> {
    return this.control('trouble', { at, does, times });
  }

  async log(): Promise<FakeLog> {
    return (await (await fetch(`${this.#url}/control/log/${this.application}`)).json()) as FakeLog;
  }

  /** Sends a signed request like Discord; `forge` breaks the signature. */
  async send(
    payload: object,
    forge: (headers: Headers, body: string) => string = (_, body) => body,
  ): Promise<Response> {
    return exports.default.fetch(this.sign(payload, forge));
  }

  sign(
    payload: object,
    forge: (headers: Headers, body: string) => string = (_, body) => body,
    ageS = 0,
  ): Request {
    const body = JSON.stringify(payload);
    const timestamp = String(Math.floor(Date.now() / 1000) - ageS);
    const signature = sign(null, Buffer.from(timestamp + body), this.#keys.privateKey);
    const headers = new Headers({
      'Content-Type': 'application/json',
      'X-Signature-Timestamp': timestamp,
      'X-Signature-Ed25519': Buffer.from(signature).toString('hex'),
    });
    const sent = forge(headers, body);
    const url = `https://stage.test/v1/discord/${this.application}/interactions`;
    return new Request(url, { method: 'POST', headers, body: sent });
  }

  payload(
    name: string,
    options: Record<string, string>,
    {
      member = MEMBERS.ines,
      channel = this.channel,
      type = 2,
      focused,
      server = this.server,
    }: UseOptions = {},
  ) {
    const id = makeSnowflake();
    return {
      ...{ id, application_id: this.application, type, token: `itk-${id}`, version: 1, guild_id: server },
      ...{ channel_id: channel, channel: { id: channel, type: 0 } },
      member: {
        user: {
          id: member.id,
          username: member.name.toLowerCase(),
          global_name: member.name,
          avatar: 'a1b2',
        },
        nick: null,
      },
      data: {
        ...{ id: '1', name, type: 1 },
        options: Object.entries(options).map(([key, value]) => ({
          ...{ type: 3, name: key, value },
          ...(focused === key && { focused: true }),
        })),
      },
    };
  }

  async use(name: string, options: Record<string, string> = {}, how: UseOptions = {}): Promise<Used> {
    const payload = this.payload(name, options, how);
    const request = () => this.sign(payload);
    const response = await exports.default.fetch(request());
    return {
      status: response.status,
      body: (await response.json()) as Used['body'],
      token: payload.token,
      request,
    };
  }

  /** Uses a command, and waits for the answer that replaces the deferred one. */
  async ask(name: string, options: Record<string, string> = {}, how: UseOptions = {}): Promise<string> {
    const { token } = await this.use(name, options, how);
    return this.answer(token);
  }

  async answer(token: string): Promise<string> {
    const log = await until(() => this.log()).holds(
      ({ answers }) => (answers[token]?.original ?? null) !== null,
    );
    return log.answers[token]?.original ?? '';
  }

  said(wished: (lines: string[]) => boolean, channel = this.channel): Promise<string[]> {
    return until(() => this.lines(channel)).holds(wished);
  }

  async lines(channel = this.channel): Promise<string[]> {
    return ((await this.log()).channels[channel] ?? []).map((one) => `${one.username}: ${one.content}`);
  }

  stub(): DurableObjectStub<DiscordApplication> {
    const { DISCORD_APPLICATIONS: applications } = env;
    const stub = applications.get(applications.idFromName(`dsc_${this.application}`));
    return stub as unknown as DurableObjectStub<DiscordApplication>;
  }
}

interface UseOptions {
  member?: Person;
  channel?: string;
  type?: number;
  /** The option that the user is typing. */
  focused?: string;
  server?: string;
}
