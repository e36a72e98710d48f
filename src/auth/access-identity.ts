import type { Config } from '../config';
import { type Failure, fail, ok, type Result } from '../contract/problems';

/** A person identified by Cloudflare Access. */
export interface AccessIdentity {
  /** Lower case. */
  email: string;
  /** Expiry of the token, ms since 1970. */
  until: number;
}

export const ACCESS_HEADER = 'Cf-Access-Jwt-Assertion';

const REFUSED: Failure = {
  code: 'unauthenticated',
  reason: 'The Cloudflare Access token is expired, forged or for another application.',
  fix: 'Reload the page to get a new token. If that does not help, the operator should check ACCESS_TEAM_DOMAIN and ACCESS_AUD.',
};
const NO_KEYS: Failure = {
  code: 'unavailable',
  detail: 'The public keys of Cloudflare Access could not be loaded.',
  retryAfter: 5,
};

const KEYS_TIMEOUT_MS = 5_000;
/** Library errors about loading the keys, not about the token. */
const KEYS_PURPOSE = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

type KeySet = ReturnType<typeof import('jose').createRemoteJWKSet>;
/** One key set per team; the library caches the keys for ten minutes. */
const keySets = new Map<string, KeySet>();

/**
 * Verifies the header of Cloudflare Access: signature, issuer, audience and time.
 * https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json/
 *
 * @returns `unauthenticated` if it is invalid or has no e-mail address; `unavailable` if the keys cannot be
 * loaded
 */
export async function verifyAccess(
  access: NonNullable<Config['access']>,
  assertion: string,
): Promise<Result<AccessIdentity>> {
  const { createRemoteJWKSet, jwtVerify, errors } = await import('jose');
  const { team, audiences } = access;
  let keySet = keySets.get(team);
  if (!keySet) {
    keySet = createRemoteJWKSet(new URL(`${team}/cdn-cgi/access/certs`), {
      timeoutDuration: KEYS_TIMEOUT_MS,
    });
    keySets.set(team, keySet);
  }
  try {
    const { payload } = await jwtVerify(assertion, keySet, {
      ...{ issuer: team, audience: [...audiences], algorithms: ['RS256'] },
      requiredClaims: ['exp', 'email'],
    });
    const { email, exp } = payload;
    if (typeof email !== 'string' || !/^[^@\s]{1,200}@[^@\s]{1,200}$/.test(email)) return fail(REFUSED);
    return ok({ email: email.toLowerCase(), until: (exp ?? 0) * 1000 });
  } catch (error) {
    const isOfToken = error instanceof errors.JOSEError && !KEYS_PURPOSE.includes(error.code);
    console.warn('Cloudflare Access:', error instanceof Error ? error.message.slice(0, 200) : '');
    return fail(isOfToken ? REFUSED : NO_KEYS);
  }
}

/** True if the owners list the address or its domain. */
export const isAccessOwner = (owners: readonly string[], email: string): boolean =>
  owners.some((owner) => (owner.startsWith('@') ? email.endsWith(owner) : email === owner));

const CREDENTIAL = /^access:(\d+):(.+)$/;

/** Credential of an Access owner's open connections, with its expiry. */
export const accessCredential = ({ email, until }: AccessIdentity): string => `access:${until}:${email}`;

/** Null for other credentials. */
export function readAccessCredential(credential: string): AccessIdentity | null {
  const [, until, email] = CREDENTIAL.exec(credential) ?? [];
  return until === undefined || email === undefined ? null : { email, until: Number(until) };
}
