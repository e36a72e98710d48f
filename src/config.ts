import { z } from 'zod';
import { UNDERSTUDY_NAME } from './base/answerer';
import { DEMO_TENANT } from './base/demo';
import type { JsonObject } from './base/json';
import { LIMITS } from './base/limits';
import { NO_PRICES, type Prices, priceTable, providerPriceTable } from './billing/prices';
import { apiKey } from './contract/access';
import { checkModelName } from './contract/model-names';
import {
  baseUrl,
  extraBody,
  PROVIDER_KINDS,
  type ProviderKind,
  providerName,
  VENDOR_URLS,
  vendorKey,
} from './contract/providers';
import { retentionDays } from './contract/retention';
import { parseHeaders, type TraceTarget } from './traces/export-spans';

/** A provider configured by the operator. Contains a secret: never return it whole. */
export interface ConfiguredProvider {
  kind: ProviderKind;
  /** Without a trailing slash; null: the vendor's default. */
  baseUrl: string | null;
  /** Null: the endpoint needs none, or only tenants have keys for it. */
  apiKey: string | null;
  /** Sent with every request, in addition to the protocol's headers. */
  headers: Record<string, string>;
  /** Merged into the body of every request. */
  extraBody?: JsonObject;
  /** Default model for profiles that name only the provider. */
  model: string | null;
  /** Source variable: `PROVIDERS.<name>`, or `OPENAI_*`; null: the tenant saved it. */
  variable: string | null;
}

/** The validated settings. No other module reads the environment. */
export interface Config {
  /** The operator's key, `ps_<tenant>_<secret>`; null if unset or still the example's placeholder. */
  bootstrapKey: string | null;
  /** By the name used in profiles; the `OPENAI_*` variables are `openai`. Excludes the understudy. */
  providers: Record<string, ConfiguredProvider>;
  /**
   * Embeddings for memory search, with the operator's key (`""`: none needed); null if no embedding model is
   * set. `provider`: name for metering and prices.
   */
  embedding: {
    provider: string;
    apiKey: string;
    baseUrl: string;
    headers: Record<string, string>;
    model: string;
  } | null;
  /** The ARC-AGI-3 service; null without a key. `baseUrl` has no trailing slash. */
  arc: { apiKey: string; baseUrl: string } | null;
  /** Defaults for profiles. */
  model: {
    provider: string;
    model: string;
    /** By provider. */
    models: Record<string, string>;
    timeoutSeconds: number;
    /** Maximum tokens of an answer, and the context window; absent: the profile's default. */
    maxTokens?: number;
    maxContextTokens?: number;
  };
  /** Rooms per tenant, and sockets per room. */
  limits: { rooms: number; sockets: number };
  /** Days to retain calls and bundles; null: forever. */
  retentionDays: number | null;
  /** Key for `/metrics`; null disables it and its counters. */
  metricsKey: string | null;
  /** Saving seats with passkeys. */
  passkeys: boolean;
  /** Visitors without a key can play with the understudy for two minutes. */
  demo: boolean;
  /** Runs may execute programs that models write (`world: "code"`). */
  worldCode: boolean;
  /**
   * Cloudflare Access as an identity provider; null: its header is ignored. `team` is an origin; `owners` are
   * lower-case e-mail addresses and `@domains` that own the tenant.
   */
  access: { team: string; audiences: string[]; owners: string[]; tenant: string | null } | null;
  /** Origins allowed by CORS, as browsers send them; `*`: all. */
  corsOrigins: '*' | string[];
  /** False disables rate limits, for benchmarks. */
  rateLimits: boolean;
  /** Model prices; without PRICES, money is not counted. */
  prices: Prices;
  /** False disables writes to D1 and R2, for benchmarks only. */
  outbox: boolean;
  /** Discord's API, without a trailing slash. */
  discordUrl: string;
  /** Where traces go; null: nowhere. */
  traces: TraceTarget | null;
  /** Local development: webhooks may target this machine, also over http. */
  webhookLoopback: boolean;
  /** Under `npm start`: the operator may connect models on this machine and its network. */
  localModels: boolean;
  /** Public origin for links; null: the one of the request or page. */
  publicUrl: string | null;
  /** The operator's key and one-time codes only work from the operator's own machine. */
  operatorLocal: boolean;
  /** Sent in `X-Proscenium-Local` by the proxy through which the operator reaches a shared deployment. */
  localSecret?: string;
  /** Accepted Host headers in addition to loopback, with or without a port. Absent: any host. */
  hosts?: string[];
  /**
   * Header with the caller's address, set by a proxy; null: trust no header and treat all callers as one
   * address. Absent: the Worker runs on Cloudflare, which sets `CF-Connecting-IP`.
   */
  trustedProxy?: string | null;
  /** Logs the cleaned payload of every accepted answer, for development. */
  debugOutput: boolean;
}

/** An empty string counts as unset, because that is how `.dev.vars` and dashboards clear a variable. */
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || null);

const readNumber = (value: string | null): number | null => (value === null ? null : Number(value));

/** Passes non-JSON text through, so that the schema's error describes the expected value. */
function readJson(value: string | null): unknown {
  if (value === null) return null;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const readList = (value: string | null): string[] | null =>
  value === null ? null : value.split(',').map((one) => one.trim());

const trimSlashes = (url: string): string => url.replace(/\/+$/, '');

/** An https origin, or http on this machine for development. */
const isTeam = (value: string): boolean =>
  isOrigin(value) &&
  (value.startsWith('https:') || ['127.0.0.1', 'localhost'].includes(new URL(value).hostname));

const WANTED_ORIGINS = 'must be * or a comma-separated list of origins such as https://app.example.com';

/** A browser's `Origin` value: scheme, host and port only. */
const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

/** A host name or address, optionally with a port. */
const isHost = (value: string): boolean =>
  /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(value) && URL.canParse(`http://${value}`);

const MAX_PROVIDERS = 50;

const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, {
  error: 'must be a header name',
});
const headerValue = z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,1999})$/, {
  error: 'must be 1 to 2000 printable ASCII characters',
});

const configuredProvider = z
  .strictObject({
    kind: z.enum(PROVIDER_KINDS),
    baseUrl: baseUrl.optional(),
    apiKey: vendorKey.optional(),
    headers: z.record(headerName, headerValue).optional(),
    prices: providerPriceTable.optional(),
    extraBody: extraBody.optional(),
    model: z.string().min(1).max(200).optional(),
  })
  .superRefine((provider, context) => {
    if (provider.kind !== 'workers-ai') return;
    for (const field of ['baseUrl', 'apiKey', 'headers'] as const)
      if (provider[field] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'not supported by workers-ai, which uses the binding AI',
        });
  });

const providerTable = z
  .record(
    providerName.refine((name) => name !== UNDERSTUDY_NAME, { error: 'this name is reserved' }),
    configuredProvider,
    { error: 'must be a JSON object: name → {"kind": …, "baseUrl": …, "apiKey": …, "model": …}' },
  )
  .refine((table) => Object.keys(table).length <= MAX_PROVIDERS, {
    error: `must have at most ${MAX_PROVIDERS} providers`,
  });

const environment = z.object({
  BOOTSTRAP_KEY: text
    .refine((key) => key === null || apiKey.safeParse(key).success, {
      error: 'must be ps_<tenant>_<secret>, the secret 24 to 64 letters, digits or hyphens',
    })
    .refine((key) => key?.split('_')[1] !== DEMO_TENANT, {
      error: `must not name the tenant ${DEMO_TENANT}, whose rooms are deleted after a few minutes`,
    }),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text.pipe(baseUrl.nullable()),
  MODEL: text.pipe(z.string().max(200).nullable()),
  PROVIDERS: text.transform(readJson).pipe(providerTable.nullable()),
  MAX_CONTEXT_TOKENS: text.transform(readNumber).pipe(z.int().min(500).max(1_000_000).nullable()),
  MAX_TOKENS: text.transform(readNumber).pipe(z.int().min(16).max(32_000).nullable()),
  EMBEDDING_MODEL: text.pipe(z.string().max(200).nullable()),
  EMBEDDING_PROVIDER: text.pipe(z.string().max(40).nullable()),
  ARC_API_KEY: text,
  ARC_BASE_URL: text.pipe(baseUrl.nullable()),
  CALL_TIMEOUT_S: text.transform(readNumber).pipe(z.number().min(0.05).max(600).nullable()),
  MAX_ROOMS: text.transform(readNumber).pipe(z.int().min(0).max(1_000_000_000).nullable()),
  MAX_SOCKETS: text.transform(readNumber).pipe(z.int().min(1).max(30_000).nullable()),
  RETENTION_DAYS: text.transform(readNumber).pipe(retentionDays.nullable()),
  METRICS_KEY: text.refine((key) => key === null || /^[\x21-\x7e]{24,200}$/.test(key), {
    error: 'must be 24 to 200 printable ASCII characters without spaces',
  }),
  PASSKEYS: text.pipe(z.enum(['on', 'off']).nullable()),
  DEMO: text.pipe(z.enum(['on', 'off']).nullable()),
  WORLD_CODE: text.pipe(z.enum(['on', 'off']).nullable()),
  ACCESS_TEAM_DOMAIN: text
    .transform((value) => (value === null || value.includes('://') ? value : `https://${value}`))
    .transform((value) => value && trimSlashes(value))
    .refine((value) => value === null || isTeam(value), {
      error: 'must be the domain of your team, such as https://team.cloudflareaccess.com',
    }),
  ACCESS_AUD: text
    .transform(readList)
    .refine((list) => list === null || list.every((one) => /^[A-Za-z0-9_-]{1,200}$/.test(one)), {
      error: 'must be the AUD tag of the application, or a comma-separated list',
    }),
  ACCESS_OWNERS: text
    .transform((value) => readList(value?.toLowerCase() ?? null))
    .refine((list) => list === null || list.every((one) => /^[^@\s]*@[^@\s]+\.[^@\s]+$/.test(one)), {
      error: 'must be a comma-separated list of email addresses, or domains such as @example.com',
    }),
  CORS_ORIGINS: text
    .transform((value) =>
      value === null || value === '*' ? value : value.split(',').map((one) => one.trim()),
    )
    .refine((value) => !Array.isArray(value) || value.every(isOrigin), { error: WANTED_ORIGINS }),
  RATE_LIMITS: text.pipe(z.enum(['on', 'off']).nullable()),
  PRICES: text.transform(readJson).pipe(priceTable.nullable()),
  OUTBOX: text.pipe(z.enum(['on', 'off']).nullable()),
  DISCORD_URL: text.pipe(baseUrl.nullable()),
  OTEL_EXPORTER_OTLP_ENDPOINT: text.pipe(baseUrl.nullable()),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .transform((value) => (value === null ? {} : parseHeaders(value)))
    .pipe(
      z.record(z.string(), z.string(), { error: 'must be name=value pairs in ASCII, separated by commas' }),
    ),
  OTEL_SERVICE_NAME: text.pipe(z.string().max(200).nullable()),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: text.pipe(z.enum(['true', 'false']).nullable()),
  WEBHOOK_LOOPBACK: text.pipe(z.enum(['on', 'off']).nullable()),
  LOCAL_MODELS: text.pipe(z.enum(['on', 'off']).nullable()),
  PUBLIC_URL: text.refine((value) => value === null || isOrigin(value), {
    error: 'must be an origin such as https://stage.example.com, without a path',
  }),
  OPERATOR_LOCAL: text.pipe(z.enum(['on', 'off']).nullable()),
  LOCAL_SECRET: text.refine((secret) => secret === null || /^[\x21-\x7e]{24,200}$/.test(secret), {
    error: 'must be 24 to 200 printable ASCII characters without spaces',
  }),
  HOSTS: text
    .transform((value) => readList(value?.toLowerCase() ?? null))
    .refine((list) => list === null || list.every(isHost), {
      error: 'must be a comma-separated list of host names such as stage.example.com',
    }),
  TRUSTED_PROXY: text.pipe(headerName.nullable()),
  DEBUG_OUTPUT: text.pipe(z.enum(['on', 'off']).nullable()),
});

/** Other programs' names for our variables. Reject them; ignoring them would silently use another model. */
export const OTHER_NAMES = {
  OPENAI_MODEL: 'MODEL',
  OPENAI_API_BASE: 'OPENAI_BASE_URL',
  OPENAI_EMBEDDING_MODEL: 'EMBEDDING_MODEL',
} as const;

export const VARIABLES = [...Object.keys(environment.shape), ...Object.keys(OTHER_NAMES)];

/** Kinds with OpenAI's `POST /embeddings`. */
const EMBEDDING_KINDS: readonly ProviderKind[] = ['openai', 'openrouter'];

const DEFAULT_ARC_URL = 'https://three.arcprize.org';
const DEFAULT_DISCORD_URL = 'https://discord.com/api/v10';
const DEFAULT_MODEL = 'gpt-4o-mini';
const DEFAULT_TIMEOUT_S = 60;

/** The value in `.dev.vars.example` is public, so never accept it as a key. */
const isPlaceholder = (key: string): boolean => key.includes('replace-with');

/** The message names each invalid variable and the expected form, but never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const known = new WeakMap<object, Config>();

/**
 * Reads the configuration from `env` (bindings of a Worker or Durable Object). Cached per environment.
 *
 * @throws ConfigError if a variable is invalid
 */
export function readConfig(env: object): Config {
  const lastConfig = known.get(env);
  if (lastConfig) return lastConfig;
  const parsing = environment.safeParse(env);
  if (!parsing.success) throw new ConfigError(parsing.error.issues.map(describeIssue).join('; '));
  refuseOtherNames(env as Record<string, unknown>, parsing.data);
  const providers = readProviders(parsing.data);
  const config: Config = {
    bootstrapKey: readBootstrapKey(parsing.data.BOOTSTRAP_KEY),
    providers,
    embedding: readEmbedding(parsing.data, providers),
    arc:
      parsing.data.ARC_API_KEY === null
        ? null
        : {
            apiKey: parsing.data.ARC_API_KEY,
            baseUrl: trimSlashes(parsing.data.ARC_BASE_URL ?? DEFAULT_ARC_URL),
          },
    model: readDefaults(parsing.data, providers),
    limits: {
      rooms: parsing.data.MAX_ROOMS ?? LIMITS.rooms,
      sockets: parsing.data.MAX_SOCKETS ?? LIMITS.sockets,
    },
    retentionDays: parsing.data.RETENTION_DAYS,
    metricsKey: parsing.data.METRICS_KEY,
    access: readAccess(parsing.data),
    passkeys: parsing.data.PASSKEYS === 'on',
    demo: parsing.data.DEMO === 'on',
    worldCode: parsing.data.WORLD_CODE === 'on',
    corsOrigins: parsing.data.CORS_ORIGINS ?? [],
    rateLimits: parsing.data.RATE_LIMITS !== 'off',
    prices: readPrices(parsing.data),
    outbox: parsing.data.OUTBOX !== 'off',
    discordUrl: trimSlashes(parsing.data.DISCORD_URL ?? DEFAULT_DISCORD_URL),
    localModels: parsing.data.LOCAL_MODELS === 'on',
    traces: readTraces(parsing.data),
    webhookLoopback: parsing.data.WEBHOOK_LOOPBACK === 'on',
    publicUrl: parsing.data.PUBLIC_URL,
    operatorLocal: parsing.data.OPERATOR_LOCAL === 'on',
    ...(parsing.data.LOCAL_SECRET && { localSecret: parsing.data.LOCAL_SECRET }),
    ...(parsing.data.HOSTS && { hosts: parsing.data.HOSTS }),
    ...readTrustedProxy(parsing.data.TRUSTED_PROXY),
    debugOutput: parsing.data.DEBUG_OUTPUT === 'on',
  };
  known.set(env, config);
  return config;
}

type Environment = z.output<typeof environment>;

const readBootstrapKey = (key: string | null): string | null =>
  key !== null && !isPlaceholder(key) ? key : null;

function readTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: service,
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: content,
}: Environment): TraceTarget | null {
  if (endpoint === null) return null;
  const common = { endpoint: trimSlashes(endpoint), headers, content: content === 'true' };
  return { ...common, service: service ?? 'proscenium' };
}

function readAccess({
  ACCESS_TEAM_DOMAIN: team,
  ACCESS_AUD: audiences,
  ACCESS_OWNERS: owners,
  BOOTSTRAP_KEY: key,
}: Environment): Config['access'] {
  if (team === null && audiences === null && owners === null) return null;
  if (team === null || audiences === null)
    throw new ConfigError(
      `${team === null ? 'ACCESS_TEAM_DOMAIN' : 'ACCESS_AUD'}: is missing; it is required to verify Access tokens`,
    );
  const tenant = readBootstrapKey(key)?.split('_')[1] ?? null;
  if (owners !== null && tenant === null)
    throw new ConfigError('ACCESS_OWNERS: owners share the tenant of BOOTSTRAP_KEY; set it');
  return { team, audiences, owners: owners ?? [], tenant };
}

function readTrustedProxy(value: string | null): Pick<Config, 'trustedProxy'> {
  const name = value?.toLowerCase() ?? null;
  if (name === null) return {};
  if (name === 'off') return { trustedProxy: null };
  return { trustedProxy: name === 'cloudflare' ? 'cf-connecting-ip' : name };
}

/** Zod's own messages never contain values. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${path}.${key}: unknown field`).join('; ');
  if (issue.code === 'invalid_key')
    return `${path}: not a valid name: ${issue.issues.map(({ message }) => message).join('; ')}`;
  return `${path}: ${issue.message}`;
}

/** The vendor's default becomes null, regardless of its notation. */
function readBaseUrl(kind: ProviderKind, url: string | null | undefined): string | null {
  const trimmedUrl = trimSlashes(url ?? '');
  return trimmedUrl === '' || trimmedUrl === VENDOR_URLS[kind] ? null : trimmedUrl;
}

function readProviders(variables: Environment): Config['providers'] {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, MODEL, PROVIDERS } = variables;
  const providers: Config['providers'] = {};
  if (OPENAI_API_KEY !== null || OPENAI_BASE_URL !== null) {
    if (PROVIDERS?.openai !== undefined)
      throw new ConfigError(
        'PROVIDERS.openai: OPENAI_API_KEY and OPENAI_BASE_URL configure the same provider; remove one of them',
      );
    providers.openai = {
      kind: 'openai',
      baseUrl: readBaseUrl('openai', OPENAI_BASE_URL),
      apiKey: OPENAI_API_KEY,
      headers: {},
      model: MODEL ?? DEFAULT_MODEL,
      variable: 'OPENAI_*',
    };
  }
  for (const [name, { kind, apiKey = null, headers = {}, model = null, ...more }] of Object.entries(
    PROVIDERS ?? {},
  )) {
    const isFirst = Object.keys(providers).length === 0;
    providers[name] = {
      kind,
      baseUrl: readBaseUrl(kind, more.baseUrl),
      apiKey,
      headers,
      ...(more.extraBody && { extraBody: more.extraBody as JsonObject }),
      model: model ?? (isFirst ? MODEL : null),
      variable: `PROVIDERS.${name}`,
    };
  }
  for (const [name, { kind, model }] of Object.entries(providers)) {
    const wrong = model === null ? null : checkModelName(kind, model);
    const variable = PROVIDERS?.[name]?.model === undefined ? 'MODEL' : `PROVIDERS.${name}.model`;
    if (wrong !== null) throw new ConfigError(`${variable}: ${wrong}`);
  }
  return providers;
}

function refuseOtherNames(env: Record<string, unknown>, variables: Environment): void {
  const strayNames = Object.entries(OTHER_NAMES).filter(([other, name]) => {
    const value = env[other];
    return typeof value === 'string' && value.trim() !== '' && variables[name] === null;
  });
  if (strayNames.length > 0)
    throw new ConfigError(strayNames.map(([other, name]) => `${other}: the name is ${name}`).join('; '));
}

/** The named provider, else `openai`, else the first that supports embeddings. */
function readEmbedding(variables: Environment, providers: Config['providers']): Config['embedding'] {
  const { EMBEDDING_MODEL: model, EMBEDDING_PROVIDER: named } = variables;
  if (model === null) {
    if (named === null) return null;
    throw new ConfigError('EMBEDDING_MODEL: required with EMBEDDING_PROVIDER');
  }
  const usable = Object.entries(providers).filter(([, { kind }]) => EMBEDDING_KINDS.includes(kind));
  const match =
    usable.find(([name]) => name === (named ?? 'openai')) ?? (named === null ? usable[0] : undefined);
  if (match === undefined) {
    const kinds = EMBEDDING_KINDS.join(' or ');
    throw new ConfigError(
      named === null
        ? `EMBEDDING_MODEL: no provider of the kind ${kinds} is configured; remove it, or add a provider`
        : `EMBEDDING_PROVIDER: must be the name of a provider of the kind ${kinds}: openai, or one of PROVIDERS`,
    );
  }
  const [provider, { kind, apiKey, baseUrl, headers }] = match;
  const wrong = checkModelName(kind, model);
  if (wrong !== null) throw new ConfigError(`EMBEDDING_MODEL: ${wrong}`);
  const address = baseUrl ?? VENDOR_URLS[kind] ?? VENDOR_URLS.openai;
  return { provider, apiKey: apiKey ?? '', baseUrl: address, headers, model };
}

/** New rooms use the first provider, so it needs a model. */
function readDefaults(variables: Environment, providers: Config['providers']): Config['model'] {
  const { CALL_TIMEOUT_S, MAX_TOKENS, MAX_CONTEXT_TOKENS } = variables;
  const [first] = Object.entries(providers);
  const model = first === undefined ? UNDERSTUDY_NAME : first[1].model;
  if (model === null)
    throw new ConfigError(`PROVIDERS.${first?.[0]}.model: required, because new rooms use this provider`);
  const models = Object.entries(providers).flatMap(([name, one]) => (one.model ? [[name, one.model]] : []));
  return {
    provider: first?.[0] ?? UNDERSTUDY_NAME,
    model,
    models: Object.fromEntries(models) as Record<string, string>,
    timeoutSeconds: CALL_TIMEOUT_S ?? DEFAULT_TIMEOUT_S,
    ...(MAX_TOKENS !== null && { maxTokens: MAX_TOKENS }),
    ...(MAX_CONTEXT_TOKENS !== null && { maxContextTokens: MAX_CONTEXT_TOKENS }),
  };
}

function readPrices({ PRICES, PROVIDERS }: Environment): Prices {
  const byProvider = Object.entries(PROVIDERS ?? {}).flatMap(([name, { prices }]) =>
    prices === undefined ? [] : [[name, prices] as const],
  );
  const prices = PRICES ?? NO_PRICES;
  return byProvider.length === 0 ? prices : { ...prices, byProvider: new Map(byProvider) };
}
