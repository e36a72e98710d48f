import { SHARES } from '../base/limits';
import type { EventDraft, PayloadOf, Viewer } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import type { TurnInput } from '../contract/rounds';
import {
  type CreateSeat,
  hoursFrom,
  MAX_SEATS,
  NEEDS_OWN_SEAT,
  NEEDS_PLAYER,
  type OwnSeat,
  type PersonThere,
  type SeatView,
} from '../contract/seats';
import { newestOf } from './history';
import { type Noted, type SceneState, type Seat, unknownPersona } from './state';

/** Rules of seats, decided from the state of a scene. The room keeps the hashes of their secrets. */

type Seats = Pick<SceneState, 'seats' | 'personas'>;

export const findSeat = ({ seats }: Pick<SceneState, 'seats'>, id: string): Seat | undefined =>
  Object.hasOwn(seats, id) ? seats[id] : undefined;

export const isTaken = (seat: Seat, now: number): boolean => statusOf(seat, now) === 'taken';

function statusOf(seat: Seat, now: number): SeatView['status'] {
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= now;
  if (seat.revokedAt !== null) return 'revoked';
  if (isPast(seat.endsAt)) return 'ended';
  if (seat.acceptedAt !== null) return 'taken';
  return isPast(seat.invitationEndsAt) ? 'invitation_expired' : 'invited';
}

export const showSeat = (seat: Seat, now: number): SeatView => ({ ...seat, status: statusOf(seat, now) });

export const showOwnSeat = ({ id, role, persona, name, endsAt, forMany }: Seat): OwnSeat => {
  return { id, role, persona, name: name ?? '', endsAt, ...(forMany && { forMany }) };
};

export const listPeople = ({ seats }: Pick<SceneState, 'seats'>): PersonThere[] =>
  Object.values(seats)
    .filter(({ present }) => present)
    .map(({ id, role, persona, name }) => ({ id, role, persona, name: name ?? '' }));

/** A seat sees events for everyone, for its persona and for itself. */
export const viewerOfSeat = ({ id, persona, forMany }: Pick<Seat, 'id' | 'persona' | 'forMany'>): Viewer => ({
  owner: false,
  ids: [id, ...(persona === null ? [] : [`persona:${persona}`])],
  seat: id,
  ...(forMany && { forMany }),
});

/**
 * A new seat, open to whoever has the invitation.
 *
 * @returns `invalid` for a persona of nobody, or of a spectator, and for a seat for many players; `conflict` when another
 *   seat plays it, or when there are too many seats
 */
export function inviteSeat(
  state: Seats,
  { role, persona, label, host, forMany, invitationHours, seatHours }: CreateSeat,
  id: string,
  now: number,
): Result<EventDraft[]> {
  const live = Object.values(state.seats).filter((seat) => isOpen(seat, now));
  if (live.length >= MAX_SEATS) {
    const detail = `the scene has ${MAX_SEATS} seats, which is the most`;
    return fail({ code: 'conflict', detail, fix: 'revoke one that is not needed any more' });
  }
  if (forMany && role !== 'spectator') {
    const message = 'many sit on it, and watch: give it the role "spectator"';
    return fail({ code: 'invalid', errors: [{ pointer: '/forMany', message }] });
  }
  const seat: Seat = {
    ...{ id, role, persona, label, name: null, present: false },
    ...(host !== undefined && { host }),
    ...(forMany && { forMany }),
    createdAt: new Date(now).toISOString(),
    invitationEndsAt: hoursFrom(now, invitationHours),
    endsAt: seatHours === null ? null : hoursFrom(now, seatHours),
    acceptedAt: null,
    revokedAt: null,
  };
  const wrong = checkPersona(state, seat, now);
  return wrong ? fail(wrong) : ok([changed('invited', seat)]);
}

/** Names all who sit on a seat for many. */
const NAME_OF_MANY = 'Audience';

/** Somebody takes the seat: with the invitation, once. One for many is taken again and again. */
export function takeSeat(
  state: Seats,
  id: string,
  name: string,
  now: number,
): Result<{ drafts: EventDraft[]; seat: Seat }> {
  const seat = findSeat(state, id);
  if (!seat || seat.revokedAt !== null) return fail(unknownInvitation('revoked'));
  if (seat.invitationEndsAt === null) {
    const detail = 'this invitation was accepted before: a seat is for one person';
    return fail({ code: 'conflict', detail, fix: 'ask the owner of the scene for another invitation' });
  }
  const isOver = Date.parse(seat.invitationEndsAt) <= now || statusOf(seat, now) === 'ended';
  if (isOver) return fail(unknownInvitation('too old'));
  if (seat.forMany) {
    if (seat.acceptedAt !== null) return ok({ drafts: [], seat });
    const first = { ...seat, name: NAME_OF_MANY, acceptedAt: new Date(now).toISOString() };
    return ok({ drafts: [changed('accepted', first)], seat: first });
  }
  const acceptedSeat = { ...seat, name, acceptedAt: new Date(now).toISOString(), invitationEndsAt: null };
  const departure = seat.present ? [leave(state, seat, 'revoked')] : [];
  return ok({ drafts: [...departure, changed('accepted', acceptedSeat)], seat: acceptedSeat });
}

export const unknownInvitation = (why: 'unknown' | 'revoked' | 'too old'): Failure => ({
  code: 'unauthenticated',
  reason: `The invitation is ${why}.`,
  fix: 'Ask the owner of the scene for another invitation.',
});

/** Gives a player another persona; from now on it sees what that one sees, and no longer what the old one does. */
export function recastSeat(
  state: Seats,
  id: string,
  persona: string | null,
  now: number,
): Result<EventDraft[]> {
  const seat = findOpenSeat(state, id, now);
  if (!seat.ok) return seat;
  if (seat.value.persona === persona) return ok([]);
  const next = { ...seat.value, persona };
  const wrong = checkPersona(state, next, now);
  if (wrong) return fail(wrong);
  const recast = changed('recast', next);
  // Nobody plays the seat yet, so nobody is told.
  if (next.acceptedAt === null) return ok([recast]);
  const payload: PayloadOf<'player.changed'> = { ...describe(state, next), from: seat.value.persona };
  return ok([recast, { kind: 'player.changed', actor: actorOf(next), payload }]);
}

/** Another invitation to the same seat. Whoever sits there keeps it until the invitation is accepted. */
export function renewInvitation(state: Seats, id: string, hours: number, now: number): Result<EventDraft[]> {
  const seat = findOpenSeat(state, id, now, 'invitation_expired');
  if (!seat.ok) return seat;
  return ok([changed('invited', { ...seat.value, invitationEndsAt: hoursFrom(now, hours) })]);
}

/** The seat ends. Revoking it again changes nothing. */
export function revokeSeat(state: Seats, id: string, now: number): Result<EventDraft[]> {
  const seat = findSeat(state, id);
  if (!seat) return fail({ code: 'not_found', what: 'seat', id });
  if (seat.revokedAt !== null) return ok([]);
  const revokedSeat: Seat = { ...seat, invitationEndsAt: null, revokedAt: new Date(now).toISOString() };
  return ok([...(seat.present ? [leave(state, seat, 'revoked')] : []), changed('revoked', revokedSeat)]);
}

/** The person is there: its first socket was opened. */
export const join = (state: Seats, seat: Seat): EventDraft => ({
  kind: 'player.joined',
  actor: actorOf(seat),
  payload: describe(state, seat),
});

/** The person is gone. */
export const leave = (state: Seats, seat: Seat, reason: PayloadOf<'player.left'>['reason']): EventDraft => {
  return { kind: 'player.left', actor: actorOf(seat), payload: { ...describe(state, seat), reason } };
};

/**
 * A player may speak and let the scene go on, as its own persona.
 *
 * @returns the turn with its persona; `forbidden` for anything else
 */
export function turnOfSeat(seat: Seat, body: TurnInput): Result<TurnInput> {
  const forbid = (needs: string, fix: string) => fail({ code: 'forbidden', needs, fix });
  if (seat.role === 'spectator') return fail(NEEDS_PLAYER);
  if (seat.persona === null) {
    const fix = 'Ask the owner of the scene for a persona; until then the seat watches.';
    return forbid('a persona, which the owner of the scene gives to the seat', fix);
  }
  if (body.type === 'narration') {
    const fix = 'Ask the owner of the scene for it; a player sends "user" or "continuation".';
    return forbid('the key of an owner', fix);
  }
  if (body.personaId !== undefined && body.personaId !== seat.persona) {
    const fix = 'Leave out "personaId": the seat speaks as its own persona.';
    return forbid(`your own persona, which is "${seat.persona}"`, fix);
  }
  return ok({ ...body, personaId: seat.persona });
}

/** The actor of a seat's events: its persona, else the seat. */
export const actorOf = ({ id, persona }: Pick<Seat, 'id' | 'persona'>): string =>
  persona === null ? id : `persona:${persona}`;

function describe({ personas }: Seats, { id, role, persona, name }: Seat): PayloadOf<'player.joined'> {
  const plays = personas.find((one) => one.id === persona);
  return { seat: id, role, persona, name: name ?? '', personaName: plays?.name ?? null };
}

const changed = (change: PayloadOf<'seat.changed'>['change'], seat: Seat): EventDraft => ({
  kind: 'seat.changed',
  actor: 'system',
  audience: ['owner'],
  payload: { change, seat },
});

/** Invited or taken: it holds its persona. */
const isOpen = (seat: Seat, now: number): boolean => ['invited', 'taken'].includes(statusOf(seat, now));

function findOpenSeat(state: Seats, id: string, now: number, also?: SeatView['status']): Result<Seat> {
  const seat = findSeat(state, id);
  if (!seat) return fail({ code: 'not_found', what: 'seat', id });
  const status = statusOf(seat, now);
  if (isOpen(seat, now) || status === also) return ok(seat);
  const detail = `the seat is over: ${status}`;
  return fail({ code: 'conflict', detail, fix: 'make a new seat' });
}

function checkPersona({ seats, personas }: Seats, { id, role, persona }: Seat, now: number): Failure | null {
  if (persona === null) return null;
  const wrong = (message: string): Failure => {
    return { code: 'invalid', errors: [{ pointer: '/persona', message }] };
  };
  if (role === 'spectator')
    return wrong('a spectator plays nobody: leave it out, or make a seat of a player');
  if (!personas.some((one) => one.id === persona)) return wrong(unknownPersona({ personas }, persona));
  const other = Object.values(seats).find(
    (seat) => seat.id !== id && seat.persona === persona && isOpen(seat, now),
  );
  if (!other) return null;
  const detail = `the persona "${persona}" is played from the seat ${other.id}`;
  return { code: 'conflict', detail, fix: 'revoke that seat or give it another persona first' };
}

/**
 * A private note, of a seat or the owner.
 *
 * @returns `conflict` when the seat has as many notes as it may keep; `forbidden` on a seat for many, where everybody
 *   would read them
 */
export function writeNote(
  state: Pick<SceneState, 'noted'>,
  seat: Seat | null,
  text: string,
): Result<EventDraft[]> {
  if (seat?.forMany) return fail(NEEDS_OWN_SEAT);
  const { count, characters } = seat ? notedBy(state, seat.id) : NOTHING_NOTED;
  const most = SHARES.notes;
  if (seat && (count >= most.count || characters + text.length > most.characters))
    return fail({
      code: 'conflict',
      detail:
        `this seat keeps ${count} notes of ${characters} characters together; ` +
        `the limit is ${most.count} notes, ${most.characters} characters`,
      fix: 'Write to a file of your own, or ask the owner of the scene for another seat.',
    });
  return ok([noteOf(seat, text)]);
}

const NOTHING_NOTED = { count: 0, characters: 0 };
const notedBy = ({ noted }: Pick<SceneState, 'noted'>, seat: string): Noted =>
  Object.hasOwn(noted, seat) ? (noted[seat] ?? NOTHING_NOTED) : NOTHING_NOTED;

/** One more note of a seat; those of owners are not counted. */
export function countNote(
  state: SceneState,
  seat: string | undefined,
  { text }: { text: string },
): SceneState {
  if (seat === undefined || !findSeat(state, seat)) return state;
  const { count, characters } = notedBy(state, seat);
  return {
    ...state,
    noted: { ...state.noted, [seat]: { count: count + 1, characters: characters + text.length } },
  };
}

export const noteOf = (seat: Seat | null, text: string): EventDraft => ({
  kind: 'note.written',
  actor: seat ? actorOf(seat) : 'system',
  audience: [seat?.id ?? 'owner'],
  payload: { text },
});

/**
 * The persona that is being typed for; null: nobody in particular.
 *
 * @param id the one that was named; a seat types for its own alone
 */
export function typist(
  { personas }: Seats,
  seat: Seat | null,
  id: string | undefined,
): Result<Seats['personas'][number] | null> {
  const turn: TurnInput = { type: 'continuation', to: [], personaId: id };
  const ownTurn = seat ? turnOfSeat(seat, turn) : ok(turn);
  if (!ownTurn.ok) return ownTurn;
  const personaId = 'personaId' in ownTurn.value ? ownTurn.value.personaId : undefined;
  return ok(personas.find((one) => one.id === personaId) ?? null);
}

/**
 * Returns the seat that pays for the open round: the one that plays the persona of the newest input, or
 * `persona:<id>` where nobody sits on that persona; null when the input has no persona.
 *
 * @param now in milliseconds: a seat may have ended
 */
export function payingSeat(
  { answering, seats }: Pick<SceneState, 'answering' | 'seats'>,
  now: number,
): string | null {
  const { personaId } = newestOf({ answering }) ?? {};
  if (personaId === undefined) return null;
  const seat = Object.values(seats).find((one) => one.persona === personaId && isTaken(one, now));
  return seat?.id ?? `persona:${personaId}`;
}
