import { z } from 'zod';
import { sceneId, slug } from './ids';
import { pageOf } from './pages';
import { prose } from './prose';

/** Answer to a spectator who wants to play. */
export const NEEDS_PLAYER = {
  code: 'forbidden',
  needs: 'the seat of a player: spectators watch',
  fix: 'Ask the owner of the scene for the seat of a player.',
} as const;

/** Refuses somebody on a seat for many who wants to write something. */
export const NEEDS_OWN_SEAT = {
  code: 'forbidden',
  needs: 'a seat of your own: yours is one for many, who watch',
  fix: 'Ask the owner of the scene for an invitation of your own.',
} as const;

/** Roles of a person in a scene. Callers with a key of the tenant are its owners, without a seat. */
const SEAT_ROLES = ['player', 'spectator'] as const;
export type SeatRole = (typeof SEAT_ROLES)[number];

/** In an audience, a seat goes by its id, as a persona goes by `persona:<id>`. */
export const seatId = z.string().regex(/^seat_[0-9a-z]{12}$/);

/** Seats of a scene that were not revoked and have not ended. */
export const MAX_SEATS = 200;
const HOUR_MS = 3600 * 1000;
const DEFAULT_INVITATION_HOURS = 7 * 24;
const MAX_HOURS = 365 * 24;
export const hoursFrom = (now: number, hours: number): string =>
  new Date(now + hours * HOUR_MS).toISOString();

const label = z.string().trim().max(80).default('').describe("For the owner's own list");
const invitationHours = z
  .int()
  .min(1)
  .max(MAX_HOURS)
  .default(DEFAULT_INVITATION_HOURS)
  .describe('How long the invitation can be accepted');

export const createSeat = z
  .strictObject({
    role: z.enum(SEAT_ROLES),
    persona: slug
      .nullable()
      .default(null)
      .describe('Whom the player plays; null: nobody yet, so it may only watch'),
    label,
    host: prose(80).optional().describe('Name of whoever invites, for the page of the invitation'),
    forMany: z
      .boolean()
      .default(false)
      .describe('A seat for many: as many spectators as come take it by its one invitation'),
    invitationHours,
    seatHours: z
      .int()
      .min(1)
      .max(MAX_HOURS)
      .nullable()
      .default(null)
      .describe('How long the seat lasts from now on; null: until it is revoked'),
  })
  .meta({ id: 'CreateSeat' });
export type CreateSeat = z.infer<typeof createSeat>;

export const changeSeat = z
  .strictObject({ persona: slug.nullable().describe('Whom the player plays from now on') })
  .meta({ id: 'ChangeSeat' });
export type ChangeSeat = z.infer<typeof changeSeat>;

export const renewSeat = z.strictObject({ invitationHours }).meta({ id: 'RenewSeat' });
export type RenewSeat = z.infer<typeof renewSeat>;

export const seat = z
  .object({
    id: seatId,
    role: z.enum(SEAT_ROLES),
    persona: slug.nullable(),
    name: z.string().nullable().describe('Of the person; null until the invitation is accepted'),
    label: z.string(),
    host: z.string().optional().describe('Name of whoever invites; absent: not told'),
    forMany: z
      .literal(true)
      .optional()
      .describe('A seat for many: they take it by its one invitation, and none of them writes anything'),
    watching: z
      .int()
      .optional()
      .describe('Devices on a seat for many that have a socket or stream open; in the list of seats alone'),
    status: z
      .enum(['invited', 'taken', 'revoked', 'ended', 'invitation_expired'])
      .describe(
        '`ended`: the seat has expired; `invitation_expired`: the invitation was not accepted in time',
      ),
    present: z.boolean().describe('A socket or stream of it is open, or closed a moment ago'),
    createdAt: z.iso.datetime(),
    invitationEndsAt: z.iso.datetime().nullable().describe('null: there is none that is open'),
    endsAt: z.iso.datetime().nullable(),
    acceptedAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Seat' });
export type SeatView = z.infer<typeof seat>;
export const seatPage = pageOf(seat, 'SeatPage');

export const newSeat = z
  .object({
    seat,
    invitation: z.string().nullable().describe('Shown once; null when an Idempotency-Key is replayed'),
  })
  .meta({ id: 'NewSeat' });
export type NewSeat = z.infer<typeof newSeat>;

/** `si_<tenant>_<scene>_<secret>`: it says where it leads, so that nothing has to be looked up. */
export const invitationForm = z
  .string()
  .regex(
    /^si_[a-z0-9]{2,32}_[0-9a-z]{20}_[A-Za-z0-9]{32}$/,
    'must have the form si_<tenant>_<scene>_<secret>; copy it whole',
  );

export const acceptSeat = z
  .strictObject({
    invitation: invitationForm,
    name: prose(80).describe('How the others know the person; a seat for many has one name for all'),
  })
  .meta({ id: 'AcceptSeat' });
export type AcceptSeat = z.infer<typeof acceptSeat>;

export const lookAtInvitation = z
  .strictObject({
    invitation: invitationForm,
    pictures: z.boolean().default(false).describe('True adds small pictures of the cast'),
  })
  .meta({ id: 'LookAtInvitation' });

/** Tells what a scene shows whoever holds an invitation to it, before they take the seat. */
export const invitationView = z
  .object({
    title: z.string(),
    scenario: z.string(),
    host: z.string().nullable().describe('Name of whoever invites; null: not told'),
    role: z.enum(SEAT_ROLES),
    forMany: z.boolean().describe('It is to a seat for many, who all take it by this one invitation'),
    persona: z
      .object({ name: z.string(), description: z.string() })
      .nullable()
      .describe('Whom the seat plays; null: nobody yet'),
    cast: z
      .array(
        z.object({
          id: slug,
          name: z.string(),
          picture: z
            .string()
            .nullable()
            .describe(
              'Address of a small picture, `data:image/png;base64,…`; null: it has none, or was not asked for',
            ),
        }),
      )
      .describe('Characters who are in the scene'),
    people: z.array(z.string()).describe('Names of the people who are there now'),
    rounds: z.int().describe('Rounds that were played'),
    endsAt: z.iso.datetime().nullable().describe('Until when the invitation is good'),
  })
  .meta({ id: 'InvitationView' });
export type InvitationView = z.infer<typeof invitationView>;

/** View of a seat for the person who sits there. */
export const ownSeat = z
  .object({
    id: seatId,
    role: z.enum(SEAT_ROLES),
    persona: slug.nullable(),
    name: z.string(),
    endsAt: z.iso.datetime().nullable(),
    forMany: z.literal(true).optional().describe('It is a seat for many, who write nothing'),
  })
  .meta({ id: 'OwnSeat' });
export type OwnSeat = z.infer<typeof ownSeat>;

/** Public facts about a person who is there. */
export const personThere = ownSeat.omit({ endsAt: true, forMany: true }).meta({ id: 'PersonThere' });
export type PersonThere = z.infer<typeof personThere>;

export const seatAccepted = z
  .object({
    scene: sceneId,
    seat: ownSeat,
    token: z
      .string()
      .nullable()
      .describe('Bearer token of the seat, shown once; null when an Idempotency-Key is replayed'),
  })
  .meta({ id: 'SeatAccepted' });
export type SeatAccepted = z.infer<typeof seatAccepted>;

export const writeNote = z.strictObject({ text: prose(4000) }).meta({ id: 'WriteNote' });
export const noteWritten = z
  .object({ seq: z.int().describe('Of the event that keeps it'), text: z.string() })
  .meta({ id: 'NoteWritten' });
export type NoteWritten = z.infer<typeof noteWritten>;
