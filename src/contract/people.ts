import { z } from 'zod';
import { sceneId } from './ids';
import { ownSeat } from './seats';

/** Sessions of a person: `pt_<secret>`. We store only the SHA-256. */
export const SESSION_TTL_MS = 3600_000;
/** Time to answer a passkey challenge. */
export const CHALLENGE_TTL_MS = 5 * 60_000;
/** Maximum number of seats a person can save. */
export const MAX_KEPT_SEATS = 200;

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');
export const passkeyId = base64url(1400);

const responseSchema = <T extends z.ZodRawShape>(response: T) =>
  z.looseObject({
    id: passkeyId,
    rawId: passkeyId,
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: base64url(8_000), ...response }),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  });

/** The result of `navigator.credentials.create` as JSON. */
export const registerPasskey = responseSchema({ attestationObject: base64url(20_000) }).meta({
  id: 'RegisterPasskey',
  description: 'WebAuthn RegistrationResponseJSON, from `PublicKeyCredential.toJSON()`',
});
/** The result of `navigator.credentials.get` as JSON. */
export const signInByPasskey = responseSchema({
  authenticatorData: base64url(8_000),
  signature: base64url(8_000),
}).meta({
  id: 'SignInByPasskey',
  description: 'WebAuthn AuthenticationResponseJSON, from `PublicKeyCredential.toJSON()`',
});
export type RegisterPasskey = z.output<typeof registerPasskey>;
export type SignInByPasskey = z.output<typeof signInByPasskey>;

export const passkeyOptions = z
  .looseObject({ challenge: z.string().describe('Single-use challenge, valid for five minutes') })
  .meta({ id: 'PasskeyOptions', description: 'WebAuthn options for `navigator.credentials`' });

export const personSession = z
  .object({
    session: z.string().describe('Bearer token `pt_…`. Shown only once'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'PersonSession' });
export type PersonSession = z.infer<typeof personSession>;

export const keepSeat = z
  .strictObject({
    token: z.string().max(200).describe('Token of the seat, `st_…`, which proves that it is yours'),
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
      .describe('Email address from Cloudflare Access. Null for people who only use passkeys'),
    createdAt: z.iso.datetime(),
    passkeys: z.array(
      z.object({
        id: passkeyId,
        createdAt: z.iso.datetime(),
        lastUsedOn: z.iso.date().nullable().describe('Day of the last sign-in with this passkey'),
      }),
    ),
    seats: z.array(keptSeat).describe('Saved seats, without expired ones'),
  })
  .meta({ id: 'Person', description: 'All data the stage stores about a person' });
export type Person = z.infer<typeof person>;
