import type { Config } from '../config';
import { type Failure, fail, ok, type Result } from '../contract/problems';

/** A person whom Cloudflare Access names. */
export interface AccessIdentity {
  /** Lower case. */
  email: string;
  /** ms since 1970 at which its word is over. */
  until: number;
}

export const ACCESS_HEADER = 'Cf-Access-Jwt-Assertion';

const REFUSED: Failure = {
  code: 'unauthenticated',
  reason: 'The word of Cloudflare Access is not good: it is too old, of another application, or forged.',
  fix: 'Load the page anew, so that Access sends another one. The operator checks ACCESS_TEAM_DOMAIN and ACCESS_AUD.',
};
const NO_KEYS: Failure = {
  code: 'unavailable',
  detail: 'The public keys of Cloudflare Access could not be read.',
  retryAfter: 5,
};

const KEYS_WITHIN_MS = 5_000;
/** Errors of the library that say nothing of the token: the keys did not come, or are no keys. */
const OF_KEYS = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

type KeySet = ReturnType<typeof import('jose').createRemoteJWKSet>;
/** The keys of a team are read once in a while; the library keeps them ten minutes. */
const keySets = new Map<string, KeySet>();

/**
 * Verifies the header of Cloudflare Access: signature, issuer, audience and time.
 * https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json/
 *
 * @returns `unauthenticated` when it is not good, or names no e-mail address; `unavailable` when the keys can't be read
 */
export async function verifyAccess(
  access: NonNullable<Config['access']>,
  assertion: string,
): Promise<Result<AccessIdentity>> {
  const { createRemoteJWKSet, jwtVerify, errors } = await import('jose');
  const { team, audiences } = access;
  let keySet = keySets.get(team);
  if (!keySet) {
    keySet = createRemoteJWKSet(new URL(`${team}/cdn-cgi/access/certs`), { timeoutDuration: KEYS_WITHIN_MS });
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
    const isOfToken = error instanceof errors.JOSEError && !OF_KEYS.includes(error.code);
    console.warn('Cloudflare Access:', error instanceof Error ? error.message.slice(0, 200) : '');
    return fail(isOfToken ? REFUSED : NO_KEYS);
  }
}

/** Says whether an address is an owner's: it is listed itself, or its domain is. */
export const isAccessOwner = (owners: readonly string[], email: string): boolean =>
  owners.some((owner) => (owner.startsWith('@') ? email.endsWith(owner) : email === owner));

const CREDENTIAL = /^access:(\d+):(.+)$/;

/** Names an owner by Access in what stays open: it ends when the word of Access does. */
export const accessCredential = ({ email, until }: AccessIdentity): string => `access:${until}:${email}`;

/** Reads such a name; null when the credential is another one. */
export function readAccessCredential(credential: string): AccessIdentity | null {
  const [, until, email] = CREDENTIAL.exec(credential) ?? [];
  return until === undefined || email === undefined ? null : { email, until: Number(until) };
}
