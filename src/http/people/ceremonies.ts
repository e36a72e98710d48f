import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { createPersonId, createSession } from '../../auth/secrets';
import { fromBase64, toBase64 } from '../../base/base64';
import { sha256 } from '../../base/hash';
import {
  CHALLENGE_TTL_MS,
  type PersonSession,
  type RegisterPasskey,
  SESSION_TTL_MS,
  type SignInByPasskey,
} from '../../contract/people';
import { type Failure, fail, ok, type Result } from '../../contract/problems';
import {
  addChallenge,
  addPerson,
  addSession,
  findPasskey,
  type Purpose,
  recordPasskeyUse,
  type SeatOfPerson,
  takeChallenge,
} from '../../storage/people';

/** WebAuthn ceremonies. Loaded on first use. */

/** The host of the request. */
export interface Site {
  db: D1Database;
  /** Host name without a port. Browsers do not support passkeys for IP addresses. */
  rpId: string;
  origins: string[];
  now: number;
}

const REFUSED: Failure = {
  code: 'unauthenticated',
  reason:
    'The passkey response is invalid: its challenge was used or has expired, it belongs to another site, or the passkey is unknown.',
  fix: 'Try again. If the passkey was removed here, use a seat link and save the seat with a new passkey.',
};

/** For registrations: the caller's seat is valid, so only the passkey is at fault. */
const NOT_MADE: Failure = {
  code: 'forbidden',
  needs: 'a valid response from a new passkey to a recent, unused challenge of this stage',
  fix: 'Try again: POST /v1/passkeys/registration.',
};

async function openChallenge(
  { db, now }: Site,
  challenge: string,
  purpose: Purpose,
  person: string | null,
): Promise<Result<null>> {
  return addChallenge(db, { challenge, purpose, person, expiresAt: now + CHALLENGE_TTL_MS }, now);
}

/** Binds a challenge to one seat and its current holder, so that the response cannot save another seat. */
const registrationOptions = ({ tenant, scene, seat, acceptedAt }: SeatOfPerson): Purpose =>
  `register ${tenant}/${scene}/${seat} ${acceptedAt}`;

/** Options for a new passkey; the device shows `name` next to it. */
export async function beginRegistration(
  site: Site,
  name: string,
  seat: SeatOfPerson,
): Promise<Result<{ challenge: string }>> {
  const person = createPersonId();
  const options = await generateRegistrationOptions({
    rpName: 'Proscenium',
    rpID: site.rpId,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(new TextEncoder().encode(person)),
    attestationType: 'none',
    // Discoverable: people need not type a name, because the device lists its passkeys for this site.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: CHALLENGE_TTL_MS,
  });
  const opening = await openChallenge(site, options.challenge, registrationOptions(seat), person);
  return opening.ok ? ok({ ...options }) : opening;
}

export async function beginSignIn(site: Site): Promise<Result<{ challenge: string }>> {
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: 'required',
    timeout: CHALLENGE_TTL_MS,
  });
  const opening = await openChallenge(site, options.challenge, 'sign-in', null);
  return opening.ok ? ok({ ...options }) : opening;
}

/** Uses up the challenge of a response, even if the response turns out to be invalid. */
async function consumeChallenge(
  { db, now }: Site,
  clientDataJSON: string,
  purpose: Purpose,
): Promise<Result<{ challenge: string; person: string | null }>> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === null) return fail(REFUSED);
  const use = await takeChallenge(db, challenge, purpose, now);
  if (!use.ok) return use;
  return use.value ? ok({ challenge, person: use.value.person }) : fail(REFUSED);
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const bytes = fromBase64(clientDataJSON.replace(/-/g, '+').replace(/_/g, '/'));
    const data = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as {
      challenge?: unknown;
    } | null;
    return typeof data?.challenge === 'string' ? data.challenge : null;
  } catch {
    return null;
  }
}

/** Verifies a response; null if the library throws, which it does for any invalid response. */
async function checkCeremony<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    console.warn('passkey refused:', error instanceof Error ? error.message.slice(0, 200) : '');
    return null;
  }
}

/** Creates a person with a new passkey and a first seat. `conflict` if the passkey already exists. */
export async function finishRegistration(
  site: Site,
  response: RegisterPasskey,
  seat: SeatOfPerson,
): Promise<Result<PersonSession>> {
  const use = await consumeChallenge(site, response.response.clientDataJSON, registrationOptions(seat));
  if (!use.ok) return use.failure === REFUSED ? fail(NOT_MADE) : use;
  const { challenge, person } = use.value;
  if (person === null) return fail(NOT_MADE);
  const verdict = await checkCeremony(() =>
    verifyRegistrationResponse({
      response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    }),
  );
  if (!verdict?.verified) return fail(NOT_MADE);
  const { id, publicKey, counter } = verdict.registrationInfo.credential;
  const passkey = { id, person, publicKey: toBase64(publicKey), counter };
  const addition = await addPerson(site.db, passkey, seat, new Date(site.now).toISOString());
  if (!addition.ok) return addition;
  if (!addition.value)
    return fail({
      code: 'conflict',
      detail: 'This passkey is already registered.',
      fix: 'Sign in with it instead.',
    });
  return openSession(site, person, id);
}

export async function finishSignIn(site: Site, response: SignInByPasskey): Promise<Result<PersonSession>> {
  const use = await consumeChallenge(site, response.response.clientDataJSON, 'sign-in');
  if (!use.ok) return use;
  const passkey = await findPasskey(site.db, response.id);
  if (!passkey.ok) return passkey;
  const match = passkey.value;
  if (!match) return fail(REFUSED);
  const verdict = await checkCeremony(() =>
    verifyAuthenticationResponse({
      response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: use.value.challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: match.id,
        publicKey: new Uint8Array(fromBase64(match.publicKey) ?? []),
        counter: match.counter,
      },
    }),
  );
  if (!verdict?.verified) return fail(REFUSED);
  const day = new Date(site.now).toISOString().slice(0, 10);
  const note = await recordPasskeyUse(site.db, match.id, verdict.authenticationInfo.newCounter, day);
  if (!note.ok) return note;
  // It was just removed, or someone uses a copy of it.
  return note.value ? openSession(site, match.person, match.id) : fail(REFUSED);
}

async function openSession(
  { db, now }: Site,
  person: string,
  passkey: string,
): Promise<Result<PersonSession>> {
  const session = createSession();
  const expiresAt = now + SESSION_TTL_MS;
  const write = await addSession(db, { hash: await sha256(session), person, passkey, expiresAt }, now);
  return write.ok ? ok({ session, expiresAt: new Date(expiresAt).toISOString() }) : write;
}
