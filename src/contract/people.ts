import { z } from 'zod';
import { sceneId } from './ids';
import { ownSeat } from './seats';

/** A session of a person: `pt_<secret>`. Only its SHA-256 is stored. */
export const SESSION_LASTS_MS = 3600_000;
/** Within this a passkey answers a challenge. */
export const CHALLENGE_LASTS_MS = 5 * 60_000;
/** Most seats that a person keeps. */
export const MAX_KEPT_SEATS = 200;

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');
export const passkeyId = base64url(1400);

const responseOf = <T extends z.ZodRawShape>(response: T) =>
  z.looseObject({
    id: passkeyId,
    rawId: passkeyId,
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: base64url(8_000), ...response }),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  });

/** The answer of `navigator.credentials.create`, as JSON (RegistrationResponseJSON of WebAuthn). */
export const registerPasskey = responseOf({ attestationObject: base64url(20_000) }).meta({
  id: 'RegisterPasskey',
  description: 'RegistrationResponseJSON of WebAuthn, as `PublicKeyCredential.toJSON()` gives it',
});
/** The answer of `navigator.credentials.get`, as JSON (AuthenticationResponseJSON of WebAuthn). */
export const signInByPasskey = responseOf({
  authenticatorData: base64url(8_000),
  signature: base64url(8_000),
}).meta({
  id: 'SignInByPasskey',
  description: 'AuthenticationResponseJSON of WebAuthn, as `PublicKeyCredential.toJSON()` gives it',
});
export type RegisterPasskey = z.output<typeof registerPasskey>;
export type SignInByPasskey = z.output<typeof signInByPasskey>;

export const passkeyOptions = z
  .looseObject({ challenge: z.string().describe('Good once, for five minutes') })
  .meta({ id: 'PasskeyOptions', description: 'Options of WebAuthn, for `navigator.credentials`' });

export const personSession = z
  .object({
    session: z.string().describe('`pt_…`, a bearer token of the person; shown once'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'PersonSession' });
export type PersonSession = z.infer<typeof personSession>;

export const keepSeat = z
  .strictObject({
    token: z.string().max(200).describe('Token of the seat, `st_…`: the proof that it is yours'),
  })
  .meta({ id: 'KeepSeat' });

export const keptSeat = z
  .object({ scene: sceneId, title: z.string(), seat: ownSeat, keptAt: z.iso.datetime() })
  .meta({ id: 'KeptSeat' });
export type KeptSeat = z.infer<typeof keptSeat>;

export const person = z
  .object({
    id: z.string(),
    email: z
      .string()
      .nullable()
      .describe('As Cloudflare Access says it; null of a person with passkeys alone'),
    createdAt: z.iso.datetime(),
    passkeys: z.array(
      z.object({
        id: passkeyId,
        createdAt: z.iso.datetime(),
        lastUsedOn: z.iso.date().nullable().describe('Day of the last sign-in by it'),
      }),
    ),
    seats: z.array(keptSeat).describe('Those that are over are not among them'),
  })
  .meta({ id: 'Person', description: 'Everything that the stage keeps of a person' });
export type Person = z.infer<typeof person>;
