import { z } from 'zod';
import { sceneId, slug } from './ids';
import { pageSchema } from './pages';
import { prose } from './prose';

/** Response to a spectator who tries to play. */
export const NEEDS_PLAYER = {
  code: 'forbidden',
  needs: 'a player seat; spectators can only watch',
  fix: 'Ask the owner of the scene for a player seat.',
} as const;

/** Response to a viewer on a shared seat who tries to write. */
export const NEEDS_OWN_SEAT = {
  code: 'forbidden',
  needs: 'your own seat; viewers on a shared seat can only watch',
  fix: 'Ask the owner of the scene for a personal invitation.',
} as const;

/** Roles of people in a scene. Callers with a key of the tenant are owners and have no seat. */
const SEAT_ROLES = ['player', 'spectator'] as const;
export type SeatRole = (typeof SEAT_ROLES)[number];

/** Audiences contain seats by this id, and personas as `persona:<id>`. */
export const seatId = z.string().regex(/^seat_[0-9a-z]{12}$/);

/** Maximum number of active seats in a scene. */
export const MAX_SEATS = 200;
const HOUR_MS = 3600 * 1000;
const DEFAULT_INVITATION_HOURS = 7 * 24;
const MAX_HOURS = 365 * 24;
export const hoursSchema = (now: number, hours: number): string =>
  new Date(now + hours * HOUR_MS).toISOString();

const label = z.string().trim().max(80).default('').describe('Private label for the owner');
const invitationHours = z
  .int()
  .min(1)
  .max(MAX_HOURS)
  .default(DEFAULT_INVITATION_HOURS)
  .describe('Hours until the invitation expires');

export const createSeat = z
  .strictObject({
    role: z.enum(SEAT_ROLES),
    persona: slug
      .nullable()
      .default(null)
      .describe('Id of the persona the player plays. Null for none yet: the person can only watch'),
    label,
    host: prose(80).optional().describe('Name of the person who invites, shown on the invitation page'),
    forMany: z
      .boolean()
      .default(false)
      .describe('If true, any number of spectators share the seat and its invitation'),
    invitationHours,
    seatHours: z
      .int()
      .min(1)
      .max(MAX_HOURS)
      .nullable()
      .default(null)
      .describe('Hours until the seat expires. Null: never'),
  })
  .meta({ id: 'CreateSeat' });
export type CreateSeat = z.infer<typeof createSeat>;

export const changeSeat = z
  .strictObject({ persona: slug.nullable().describe('Id of the persona the player plays from now on') })
  .meta({ id: 'ChangeSeat' });
export type ChangeSeat = z.infer<typeof changeSeat>;

export const renewSeat = z.strictObject({ invitationHours }).meta({ id: 'RenewSeat' });
export type RenewSeat = z.infer<typeof renewSeat>;

export const seat = z
  .object({
    id: seatId,
    role: z.enum(SEAT_ROLES),
    persona: slug.nullable(),
    name: z.string().nullable().describe('Name of the person. Null until the invitation is accepted'),
    label: z.string(),
    host: z.string().optional().describe('Name of the person who invites. Absent if not set'),
    forMany: z
      .literal(true)
      .optional()
      .describe('True if any number of spectators share the seat and its invitation. They cannot write'),
    watching: z
      .int()
      .optional()
      .describe('Shared seats: number of devices with an open socket or stream. Only in the list of seats'),
    status: z
      .enum(['invited', 'taken', 'revoked', 'ended', 'invitation_expired'])
      .describe('`ended`: the seat expired; `invitation_expired`: the invitation was not accepted in time'),
    present: z.boolean().describe('True if a socket or stream is open or was closed moments ago'),
    createdAt: z.iso.datetime(),
    invitationEndsAt: z.iso
      .datetime()
      .nullable()
      .describe('When the invitation expires. Null if none is open'),
    endsAt: z.iso.datetime().nullable(),
    acceptedAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Seat' });
export type SeatView = z.infer<typeof seat>;
export const seatPage = pageSchema(seat, 'SeatPage');

export const newSeat = z
  .object({
    seat,
    invitation: z
      .string()
      .nullable()
      .describe('The invitation. Shown only once; null in the replayed response to an `Idempotency-Key`'),
  })
  .meta({ id: 'NewSeat' });
export type NewSeat = z.infer<typeof newSeat>;

/** `si_<tenant>_<scene>_<secret>`: contains its target, so that no lookup is needed. */
export const invitationForm = z
  .string()
  .regex(
    /^si_[a-z0-9]{2,32}_[0-9a-z]{20}_[A-Za-z0-9]{32}$/,
    'must have the form si_<tenant>_<scene>_<secret>; copy it completely',
  );

export const acceptSeat = z
  .strictObject({
    invitation: invitationForm,
    name: prose(80).describe('Display name of the person. Viewers on a shared seat all have the same name'),
  })
  .meta({ id: 'AcceptSeat' });
export type AcceptSeat = z.infer<typeof acceptSeat>;

export const lookAtInvitation = z
  .strictObject({
    invitation: invitationForm,
    pictures: z.boolean().default(false).describe('Include small pictures of the cast'),
  })
  .meta({ id: 'LookAtInvitation' });

/** Preview of a scene for the holder of an invitation, before accepting it. */
export const invitationView = z
  .object({
    title: z.string(),
    scenario: z.string(),
    host: z.string().nullable().describe('Name of the person who invites. Null if not set'),
    role: z.enum(SEAT_ROLES),
    forMany: z.boolean().describe('True if any number of spectators share this invitation'),
    persona: z
      .object({ name: z.string(), description: z.string() })
      .nullable()
      .describe('Persona of the seat. Null if none yet'),
    cast: z
      .array(
        z.object({
          id: slug,
          name: z.string(),
          picture: z
            .string()
            .nullable()
            .describe('Small picture as `data:image/png;base64,…`. Null if none, or not requested'),
        }),
      )
      .describe('Characters in the scene'),
    people: z.array(z.string()).describe('Names of people who are present'),
    rounds: z.int().describe('Number of rounds played'),
    endsAt: z.iso.datetime().nullable().describe('When the invitation expires'),
  })
  .meta({ id: 'InvitationView' });
export type InvitationView = z.infer<typeof invitationView>;

/** A seat as its holder sees it. */
export const ownSeat = z
  .object({
    id: seatId,
    role: z.enum(SEAT_ROLES),
    persona: slug.nullable(),
    name: z.string(),
    endsAt: z.iso.datetime().nullable(),
    forMany: z.literal(true).optional().describe('True if the seat is shared. Its viewers cannot write'),
  })
  .meta({ id: 'OwnSeat' });
export type OwnSeat = z.infer<typeof ownSeat>;

/** Public information about a person who is present. */
export const personThere = ownSeat.omit({ endsAt: true, forMany: true }).meta({ id: 'PersonThere' });
export type PersonThere = z.infer<typeof personThere>;

export const seatAccepted = z
  .object({
    scene: sceneId,
    seat: ownSeat,
    token: z
      .string()
      .nullable()
      .describe(
        'Bearer token of the seat. Shown only once; null in the replayed response to an `Idempotency-Key`',
      ),
  })
  .meta({ id: 'SeatAccepted' });
export type SeatAccepted = z.infer<typeof seatAccepted>;

export const writeNote = z.strictObject({ text: prose(4000) }).meta({ id: 'WriteNote' });
export const noteWritten = z
  .object({ seq: z.int().describe('Seq of the event that stores the note'), text: z.string() })
  .meta({ id: 'NoteWritten' });
export type NoteWritten = z.infer<typeof noteWritten>;
