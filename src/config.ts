import { z } from 'zod';
import { apiKey } from './api/access';
import { LIMITS } from './base/limits';
import { NO_PRICES, type Prices, priceTable } from './billing/prices';

/** The operator's settings, checked once; nothing else in the project reads the environment. */
export interface Config {
  /** The operator's key, `ps_<tenant>_<secret>`; null when none (or only the example's placeholder) is set. */
  bootstrapKey: string | null;
  /** The OpenAI-compatible endpoint; null when no key is set. `baseUrl` has no trailing slash. */
  openai: { apiKey: string; baseUrl: string } | null;
  /** What finds memories by their meaning, at the same endpoint; null when no embedding model is set. */
  embedding: { apiKey: string; baseUrl: string; model: string } | null;
  /** The ARC-AGI-3 service; null when no key for it is set. `baseUrl` has no trailing slash. */
  arc: { apiKey: string; baseUrl: string } | null;
  /** What a profile that names nothing gets. */
  model: {
    provider: string;
    model: string;
    timeoutSeconds: number;
    /** Most tokens of an answer, and the model's window; absent: what a profile has by itself. */
    maxTokens?: number;
    maxContextTokens?: number;
  };
  /** Most scenes and runs of a tenant, and most sockets of one of them. */
  limits: { rooms: number; sockets: number };
  /** Origins whose pages may call the API, as browsers write them; `*`: those of every origin. */
  corsOrigins: '*' | string[];
  /** False lets everybody ask as often as they like; for measuring. */
  rateLimits: boolean;
  /** What models cost; without PRICES nothing is counted in money. */
  prices: Prices;
  /** False keeps rooms from writing to D1 and R2; for measuring what that costs, never for use. */
  outbox: boolean;
  /** Local development: webhooks may be sent to this machine, over http too. */
  webhookLoopback: boolean;
  /** The developer's switch: the cleaned payload of every accepted answer goes to the log. */
  debugOutput: boolean;
}

/** An empty string counts as unset: that is how a variable is cleared in `.dev.vars` and in a dashboard. */
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || null);

const readNumber = (value: string | null): number | null => (value === null ? null : Number(value));

/** Text that is not JSON is given on as it is: the schema then says what it should be. */
function readJson(value: string | null): unknown {
  if (value === null) return null;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const WANTED_ORIGINS = 'must be * or origins such as https://app.example.com, with commas between them';

/** What a browser sends as `Origin`: scheme, host and port, and nothing after it. */
const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const environment = z.object({
  BOOTSTRAP_KEY: text.refine((key) => key === null || apiKey.safeParse(key).success, {
    error: 'must be ps_<tenant>_<secret>, the secret 24 to 64 letters, digits or hyphens',
  }),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  MODEL: text.pipe(z.string().max(200).nullable()),
  MAX_CONTEXT_TOKENS: text.transform(readNumber).pipe(z.int().min(500).max(1_000_000).nullable()),
  MAX_TOKENS: text.transform(readNumber).pipe(z.int().min(16).max(32_000).nullable()),
  EMBEDDING_MODEL: text.pipe(z.string().max(200).nullable()),
  ARC_API_KEY: text,
  ARC_BASE_URL: text.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  CALL_TIMEOUT_S: text.transform(readNumber).pipe(z.number().min(0.05).max(600).nullable()),
  MAX_ROOMS: text.transform(readNumber).pipe(z.int().min(0).max(1_000_000_000).nullable()),
  MAX_SOCKETS: text.transform(readNumber).pipe(z.int().min(1).max(30_000).nullable()),
  CORS_ORIGINS: text
    .transform((value) =>
      value === null || value === '*' ? value : value.split(',').map((one) => one.trim()),
    )
    .refine((value) => !Array.isArray(value) || value.every(isOrigin), { error: WANTED_ORIGINS }),
  RATE_LIMITS: text.pipe(z.enum(['on', 'off']).nullable()),
  PRICES: text.transform(readJson).pipe(priceTable.nullable()),
  OUTBOX: text.pipe(z.enum(['on', 'off']).nullable()),
  WEBHOOK_LOOPBACK: text.pipe(z.enum(['on', 'off']).nullable()),
  DEBUG_OUTPUT: text.pipe(z.enum(['on', 'off']).nullable()),
});

/** The names of all that is read from the environment. */
export const VARIABLES = Object.keys(environment.shape);

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const DEFAULT_ARC_URL = 'https://three.arcprize.org';
const DEFAULT_MODEL = 'gpt-4o-mini';
const DEFAULT_TIMEOUT_S = 60;

/** What `.dev.vars.example` holds: public, therefore never accepted as a key. */
const isPlaceholder = (key: string): boolean => key.includes('replace-with');

/** The environment has a value that can't be used. The message names each variable and what it should be, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const known = new WeakMap<object, Config>();

/**
 * The configuration in `env` (a Worker's or a Durable Object's bindings). Cheap: an environment is read once.
 *
 * @throws ConfigError when a variable is wrong
 */
export function readConfig(env: object): Config {
  const seen = known.get(env);
  if (seen) return seen;
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(lines.join('; '));
  }
  const { MAX_TOKENS, MAX_CONTEXT_TOKENS } = parsed.data;
  const { BOOTSTRAP_KEY, OPENAI_API_KEY, MODEL, EMBEDDING_MODEL, CALL_TIMEOUT_S, OUTBOX, DEBUG_OUTPUT } =
    parsed.data;
  const baseUrl = (parsed.data.OPENAI_BASE_URL ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
  const config: Config = {
    bootstrapKey: BOOTSTRAP_KEY !== null && !isPlaceholder(BOOTSTRAP_KEY) ? BOOTSTRAP_KEY : null,
    openai: OPENAI_API_KEY === null ? null : { apiKey: OPENAI_API_KEY, baseUrl },
    embedding:
      OPENAI_API_KEY === null || EMBEDDING_MODEL === null
        ? null
        : { apiKey: OPENAI_API_KEY, baseUrl, model: EMBEDDING_MODEL },
    arc:
      parsed.data.ARC_API_KEY === null
        ? null
        : {
            apiKey: parsed.data.ARC_API_KEY,
            baseUrl: (parsed.data.ARC_BASE_URL ?? DEFAULT_ARC_URL).replace(/\/+$/, ''),
          },
    model: {
      provider: OPENAI_API_KEY === null ? 'understudy' : 'openai',
      model: OPENAI_API_KEY === null ? 'understudy' : (MODEL ?? DEFAULT_MODEL),
      timeoutSeconds: CALL_TIMEOUT_S ?? DEFAULT_TIMEOUT_S,
      ...(MAX_TOKENS !== null && { maxTokens: MAX_TOKENS }),
      ...(MAX_CONTEXT_TOKENS !== null && { maxContextTokens: MAX_CONTEXT_TOKENS }),
    },
    limits: {
      rooms: parsed.data.MAX_ROOMS ?? LIMITS.rooms,
      sockets: parsed.data.MAX_SOCKETS ?? LIMITS.sockets,
    },
    corsOrigins: parsed.data.CORS_ORIGINS ?? [],
    rateLimits: parsed.data.RATE_LIMITS !== 'off',
    prices: parsed.data.PRICES ?? NO_PRICES,
    outbox: OUTBOX !== 'off',
    webhookLoopback: parsed.data.WEBHOOK_LOOPBACK === 'on',
    debugOutput: DEBUG_OUTPUT === 'on',
  };
  known.set(env, config);
  return config;
}
