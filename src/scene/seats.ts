import { SHARES } from '../base/limits';
import type { EventDraft, PayloadOf, Viewer } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import type { TurnInput } from '../contract/rounds';
import {
  type CreateSeat,
  hoursSchema,
  MAX_SEATS,
  NEEDS_OWN_SEAT,
  NEEDS_PLAYER,
  type OwnSeat,
  type PersonThere,
  type SeatView,
} from '../contract/seats';
import { newestLine } from './history';
import { type SceneState, type Seat, type SeatNote, unknownPersona } from './state';

/** Rules of seats, decided from the state of a scene. The room stores the hashes of their secrets. */

type Seats = Pick<SceneState, 'seats' | 'personas'>;

export const findSeat = ({ seats }: Pick<SceneState, 'seats'>, id: string): Seat | undefined =>
  Object.hasOwn(seats, id) ? seats[id] : undefined;

export const isTaken = (seat: Seat, now: number): boolean => seatStatus(seat, now) === 'taken';

function seatStatus(seat: Seat, now: number): SeatView['status'] {
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= now;
  if (seat.revokedAt !== null) return 'revoked';
  if (isPast(seat.endsAt)) return 'ended';
  if (seat.acceptedAt !== null) return 'taken';
  return isPast(seat.invitationEndsAt) ? 'invitation_expired' : 'invited';
}

export const seatView = (seat: Seat, now: number): SeatView => ({ ...seat, status: seatStatus(seat, now) });

export const ownSeatView = ({ id, role, persona, name, endsAt, forMany }: Seat): OwnSeat => {
  return { id, role, persona, name: name ?? '', endsAt, ...(forMany && { forMany }) };
};

export const listPeople = ({ seats }: Pick<SceneState, 'seats'>): PersonThere[] =>
  Object.values(seats)
    .filter(({ present }) => present)
    .map(({ id, role, persona, name }) => ({ id, role, persona, name: name ?? '' }));

/** A seat sees public events, and those for its persona and for itself. */
export const seatViewer = ({ id, persona, forMany }: Pick<Seat, 'id' | 'persona' | 'forMany'>): Viewer => ({
  owner: false,
  ids: [id, ...(persona === null ? [] : [`persona:${persona}`])],
  seat: id,
  ...(forMany && { forMany }),
});

/**
 * Creates a seat that anyone with the invitation can take.
 *
 * @returns `invalid` for an unknown persona, a persona for a spectator, or a player seat for many; `conflict`
 * if another seat plays the persona, or there are too many seats
 */
export function inviteSeat(
  state: Seats,
  { role, persona, label, host, forMany, invitationHours, seatHours }: CreateSeat,
  id: string,
  now: number,
): Result<EventDraft[]> {
  const live = Object.values(state.seats).filter((seat) => isOpen(seat, now));
  if (live.length >= MAX_SEATS) {
    const detail = `the scene has reached the limit of ${MAX_SEATS} seats`;
    return fail({ code: 'conflict', detail, fix: 'Revoke a seat that is no longer needed.' });
  }
  if (forMany && role !== 'spectator') {
    const message = 'shared seats only watch; use the role "spectator"';
    return fail({ code: 'invalid', errors: [{ pointer: '/forMany', message }] });
  }
  const seat: Seat = {
    ...{ id, role, persona, label, name: null, present: false },
    ...(host !== undefined && { host }),
    ...(forMany && { forMany }),
    createdAt: new Date(now).toISOString(),
    invitationEndsAt: hoursSchema(now, invitationHours),
    endsAt: seatHours === null ? null : hoursSchema(now, seatHours),
    acceptedAt: null,
    revokedAt: null,
  };
  const wrong = checkPersona(state, seat, now);
  return wrong ? fail(wrong) : ok([seatChangedEvent('invited', seat)]);
}

const SHARED_SEAT_NAME = 'Audience';

/** Accepts an invitation; once, except for a seat for many. */
export function acceptSeat(
  state: Seats,
  id: string,
  name: string,
  now: number,
): Result<{ drafts: EventDraft[]; seat: Seat }> {
  const seat = findSeat(state, id);
  if (!seat || seat.revokedAt !== null) return fail(unknownInvitation('revoked'));
  if (seat.invitationEndsAt === null) {
    const detail = 'this invitation was already accepted; each seat is for one person';
    return fail({ code: 'conflict', detail, fix: 'Ask the owner of the scene for another invitation.' });
  }
  const isOver = Date.parse(seat.invitationEndsAt) <= now || seatStatus(seat, now) === 'ended';
  if (isOver) return fail(unknownInvitation('too old'));
  if (seat.forMany) {
    if (seat.acceptedAt !== null) return ok({ drafts: [], seat });
    const first = { ...seat, name: SHARED_SEAT_NAME, acceptedAt: new Date(now).toISOString() };
    return ok({ drafts: [seatChangedEvent('accepted', first)], seat: first });
  }
  const acceptedSeat = { ...seat, name, acceptedAt: new Date(now).toISOString(), invitationEndsAt: null };
  const departure = seat.present ? [leave(state, seat, 'revoked')] : [];
  return ok({ drafts: [...departure, seatChangedEvent('accepted', acceptedSeat)], seat: acceptedSeat });
}

export const unknownInvitation = (why: 'unknown' | 'revoked' | 'too old'): Failure => ({
  code: 'unauthenticated',
  reason: `The invitation is ${why}.`,
  fix: 'Ask the owner of the scene for another invitation.',
});

/**
 * Assigns another persona to a player. From now on the seat sees the new persona's private events, and no
 * longer the old one's.
 */
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
  const recast = seatChangedEvent('recast', next);
  // The seat is not taken yet, so there is no one to notify.
  if (next.acceptedAt === null) return ok([recast]);
  const payload: PayloadOf<'player.changed'> = { ...describe(state, next), from: seat.value.persona };
  return ok([recast, { kind: 'player.changed', actor: seatActor(next), payload }]);
}

/** Re-invites a seat. The current holder stays until the invitation is accepted. */
export function renewInvitation(state: Seats, id: string, hours: number, now: number): Result<EventDraft[]> {
  const seat = findOpenSeat(state, id, now, 'invitation_expired');
  if (!seat.ok) return seat;
  return ok([seatChangedEvent('invited', { ...seat.value, invitationEndsAt: hoursSchema(now, hours) })]);
}

export function revokeSeat(state: Seats, id: string, now: number): Result<EventDraft[]> {
  const seat = findSeat(state, id);
  if (!seat) return fail({ code: 'not_found', what: 'seat', id });
  if (seat.revokedAt !== null) return ok([]);
  const revokedSeat: Seat = { ...seat, invitationEndsAt: null, revokedAt: new Date(now).toISOString() };
  return ok([
    ...(seat.present ? [leave(state, seat, 'revoked')] : []),
    seatChangedEvent('revoked', revokedSeat),
  ]);
}

/** The seat's first socket was opened. */
export const join = (state: Seats, seat: Seat): EventDraft => ({
  kind: 'player.joined',
  actor: seatActor(seat),
  payload: describe(state, seat),
});

export const leave = (state: Seats, seat: Seat, reason: PayloadOf<'player.left'>['reason']): EventDraft => {
  return { kind: 'player.left', actor: seatActor(seat), payload: { ...describe(state, seat), reason } };
};

/**
 * Checks a turn of a player: it may speak and continue the scene, as its own persona.
 *
 * @returns the turn with its persona; `forbidden` for anything else
 */
export function seatTurn(seat: Seat, body: TurnInput): Result<TurnInput> {
  const forbid = (needs: string, fix: string) => fail({ code: 'forbidden', needs, fix });
  if (seat.role === 'spectator') return fail(NEEDS_PLAYER);
  if (seat.persona === null) {
    const fix = 'Ask the owner of the scene for a persona. Until then, you can only watch.';
    return forbid('a persona, which the owner of the scene assigns to the seat', fix);
  }
  if (body.type === 'narration') {
    const fix = 'Ask the owner of the scene to do it. Players can send "user" or "continuation".';
    return forbid('an API key of the owner', fix);
  }
  if (body.personaId !== undefined && body.personaId !== seat.persona) {
    const fix = 'Remove "personaId": the seat speaks as its own persona.';
    return forbid(`your own persona, which is "${seat.persona}"`, fix);
  }
  return ok({ ...body, personaId: seat.persona });
}

export const seatActor = ({ id, persona }: Pick<Seat, 'id' | 'persona'>): string =>
  persona === null ? id : `persona:${persona}`;

function describe({ personas }: Seats, { id, role, persona, name }: Seat): PayloadOf<'player.joined'> {
  const plays = personas.find((one) => one.id === persona);
  return { seat: id, role, persona, name: name ?? '', personaName: plays?.name ?? null };
}

const seatChangedEvent = (change: PayloadOf<'seat.changed'>['change'], seat: Seat): EventDraft => ({
  kind: 'seat.changed',
  actor: 'system',
  audience: ['owner'],
  payload: { change, seat },
});

/** An invited or taken seat reserves its persona. */
const isOpen = (seat: Seat, now: number): boolean => ['invited', 'taken'].includes(seatStatus(seat, now));

function findOpenSeat(state: Seats, id: string, now: number, also?: SeatView['status']): Result<Seat> {
  const seat = findSeat(state, id);
  if (!seat) return fail({ code: 'not_found', what: 'seat', id });
  const status = seatStatus(seat, now);
  if (isOpen(seat, now) || status === also) return ok(seat);
  const detail = `the seat is no longer valid: ${status}`;
  return fail({ code: 'conflict', detail, fix: 'Create a new seat.' });
}

function checkPersona({ seats, personas }: Seats, { id, role, persona }: Seat, now: number): Failure | null {
  if (persona === null) return null;
  const wrong = (message: string): Failure => {
    return { code: 'invalid', errors: [{ pointer: '/persona', message }] };
  };
  if (role === 'spectator') return wrong('spectators play no persona; remove it, or create a player seat');
  if (!personas.some((one) => one.id === persona)) return wrong(unknownPersona({ personas }, persona));
  const other = Object.values(seats).find(
    (seat) => seat.id !== id && seat.persona === persona && isOpen(seat, now),
  );
  if (!other) return null;
  const detail = `the seat ${other.id} already plays the persona "${persona}"`;
  return { code: 'conflict', detail, fix: 'Revoke that seat, or assign another persona to it first.' };
}

/**
 * Writes a private note, of a seat or the owner.
 *
 * @returns `conflict` if the seat has the maximum of notes; `forbidden` on a seat for many, where everyone
 * would read them
 */
export function writeNote(
  state: Pick<SceneState, 'noted'>,
  seat: Seat | null,
  text: string,
): Result<EventDraft[]> {
  if (seat?.forMany) return fail(NEEDS_OWN_SEAT);
  const { count, characters } = seat ? notesBySeat(state, seat.id) : NO_NOTE;
  const most = SHARES.notes;
  if (seat && (count >= most.count || characters + text.length > most.characters))
    return fail({
      code: 'conflict',
      detail: `this seat has ${count} notes with ${characters} characters; the limit is ${most.count} notes and ${most.characters} characters`,
      fix: 'Keep further notes elsewhere, or ask the owner of the scene for another seat.',
    });
  return ok([seatNote(seat, text)]);
}

const NO_NOTE = { count: 0, characters: 0 };
const notesBySeat = ({ noted }: Pick<SceneState, 'noted'>, seat: string): SeatNote =>
  Object.hasOwn(noted, seat) ? (noted[seat] ?? NO_NOTE) : NO_NOTE;

export function countNote(
  state: SceneState,
  seat: string | undefined,
  { text }: { text: string },
): SceneState {
  if (seat === undefined || !findSeat(state, seat)) return state;
  const { count, characters } = notesBySeat(state, seat);
  return {
    ...state,
    noted: { ...state.noted, [seat]: { count: count + 1, characters: characters + text.length } },
  };
}

export const seatNote = (seat: Seat | null, text: string): EventDraft => ({
  kind: 'note.written',
  actor: seat ? seatActor(seat) : 'system',
  audience: [seat?.id ?? 'owner'],
  payload: { text },
});

/**
 * The persona of a typing indicator; null if it is unknown.
 *
 * @param id from the message; a seat types only for its own persona
 */
export function typist(
  { personas }: Seats,
  seat: Seat | null,
  id: string | undefined,
): Result<Seats['personas'][number] | null> {
  const turn: TurnInput = { type: 'continuation', to: [], personaId: id };
  const ownTurn = seat ? seatTurn(seat, turn) : ok(turn);
  if (!ownTurn.ok) return ownTurn;
  const personaId = 'personaId' in ownTurn.value ? ownTurn.value.personaId : undefined;
  return ok(personas.find((one) => one.id === personaId) ?? null);
}

/**
 * Returns the seat that pays for the open round: the seat of the newest input's persona, or `persona:<id>` if
 * that persona has no seat; null if the input has no persona.
 *
 * @param now in ms: a seat may have ended
 */
export function payingSeat(
  { answering, seats }: Pick<SceneState, 'answering' | 'seats'>,
  now: number,
): string | null {
  const { personaId } = newestLine({ answering }) ?? {};
  if (personaId === undefined) return null;
  const seat = Object.values(seats).find((one) => one.persona === personaId && isTaken(one, now));
  return seat?.id ?? `persona:${personaId}`;
}
