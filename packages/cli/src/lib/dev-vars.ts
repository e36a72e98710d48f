import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Reads the variables of a `.dev.vars` file: `NAME=value` lines, `#` comments, optional quotes. Empty if the file is
 * missing.
 */
export function readVars(path: string): Record<string, string> {
  const vars: Record<string, string> = {};
  if (!existsSync(path)) return vars;
  for (const line of readFileSync(path, 'utf8').split(/\r?\n/)) {
    const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (!assignment) continue;
    const [, name = '', value = ''] = assignment;
    const quotedMatch = /^(["'`])(.*)\1(?:\s+#.*)?$/.exec(value);
    vars[name] = quotedMatch ? (quotedMatch[2] ?? '') : value.replace(/\s+#.*$/, '');
  }
  return vars;
}

/** The variables of src/config.ts, and common other names for them; a test compares them. */
export const VARIABLES: readonly string[] = [
  ...['BOOTSTRAP_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'MODEL', 'PROVIDERS', 'MAX_CONTEXT_TOKENS'],
  ...['MAX_TOKENS', 'EMBEDDING_MODEL', 'EMBEDDING_PROVIDER', 'ARC_API_KEY', 'ARC_BASE_URL', 'CALL_TIMEOUT_S'],
  ...['MAX_ROOMS', 'MAX_SOCKETS', 'CORS_ORIGINS', 'RATE_LIMITS', 'PRICES', 'OUTBOX', 'WEBHOOK_LOOPBACK'],
  ...['PUBLIC_URL', 'OPERATOR_LOCAL', 'PASSKEYS', 'ACCESS_TEAM_DOMAIN', 'ACCESS_AUD', 'ACCESS_OWNERS'],
  ...['RETENTION_DAYS', 'METRICS_KEY', 'DISCORD_URL', 'DEMO', 'WORLD_CODE', 'DEBUG_OUTPUT'],
  ...['LOCAL_SECRET', 'LOCAL_MODELS', 'HOSTS', 'TRUSTED_PROXY', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ...[
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT',
    'OTEL_SERVICE_NAME',
  ],
];
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  OPENAI_MODEL: 'MODEL',
  OPENAI_API_BASE: 'OPENAI_BASE_URL',
  OPENAI_EMBEDDING_MODEL: 'EMBEDDING_MODEL',
};
/** Variables of wrangler itself. */
const WRANGLER_NAMES = /^(?:CLOUDFLARE|CF|WRANGLER)_/;

/** Describes unknown variables, one per line; never includes values. */
export function warnUnknownVariables(vars: Readonly<Record<string, string>>): string[] {
  return Object.keys(vars)
    .filter((name) => !VARIABLES.includes(name) && !WRANGLER_NAMES.test(name) && vars[name] !== '')
    .map((name) => {
      const own = OTHER_NAMES[name];
      const cause = own === undefined ? 'see docs/operate.md for all names' : `the name is ${own}`;
      return `${name} is not used: ${cause}.`;
    });
}

/** Format of an API key, as in the service; a test compares them. */
const KEY_FORM = /^ps_[a-z0-9]{2,32}_[A-Za-z0-9-]{24,64}$/;

/**
 * Returns the API key in `path`. Creates the file or adds the line if there is no usable key; never changes other
 * lines. Only the owner can read the file.
 *
 * @throws Error without showing the key if it is malformed
 */
export function ensureKey(path: string): { key: string; made: boolean } {
  const currentKey = readVars(path).BOOTSTRAP_KEY ?? '';
  if (currentKey !== '' && !currentKey.includes('replace-with')) {
    if (KEY_FORM.test(currentKey)) return { key: currentKey, made: false };
    throw new Error(
      `BOOTSTRAP_KEY in ${path} must be ps_<tenant>_<secret>: the tenant 2 to 32 lowercase letters or digits, the\nsecret 24 to 64 letters, digits or hyphens. Correct the line, or delete it: npm start then creates a key.`,
    );
  }
  const key = `ps_local_${createSecret(40)}`;
  const line = `BOOTSTRAP_KEY=${key}\n`;
  if (!existsSync(path)) {
    writeFileSync(path, `# Created by npm start; see .dev.vars.example for all variables.\n${line}`, {
      mode: 0o600,
    });
  } else {
    const text = readFileSync(path, 'utf8');
    const otherLines = text.replace(/^\s*(?:export\s+)?BOOTSTRAP_KEY\s*=.*(?:\r?\n|$)/gm, '');
    writeFileSync(path, `${otherLines}${otherLines === '' || otherLines.endsWith('\n') ? '' : '\n'}${line}`);
  }
  chmodSync(path, 0o600);
  return { key, made: true };
}

function createSecret(length: number): string {
  let secret = '';
  while (secret.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte, so all letters are equally likely.
      if (byte < 248) secret += ALPHANUMERIC[byte % 62];
    }
  }
  return secret.slice(0, length);
}
