import { createSeatId, createSeatSecret } from '../../../src/auth/secrets';
import { sha256 } from '../../../src/base/hash';
import type { JsonObject } from '../../../src/base/json';
import type { Receipt } from '../../../src/contract/access';
import type { EventDraft, Viewer } from '../../../src/contract/events/events';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import type {
  AcceptSeat,
  ChangeSeat,
  CreateSeat,
  NewSeat,
  RenewSeat,
  SeatAccepted,
  SeatView,
} from '../../../src/contract/seats';
import type { InvitationSeen, SeatOpened, SeatTaken } from '../../../src/room/rpc';
import {
  acceptSeat,
  findSeat,
  inviteSeat,
  isTaken,
  join,
  leave,
  ownSeatView,
  recastSeat,
  renewInvitation,
  revokeSeat,
  seatActor,
  seatView,
  seatViewer,
  typist,
  unknownInvitation,
} from '../../../src/scene/seats';
import { readTyping } from '../../../src/scene/socket-messages';
import type { SceneState, Seat } from '../../../src/scene/state';
import { invitationView } from '../../../src/scene/views';
import type { RoomCore, Timers } from '../room/room-core';
import { Presence } from './presence';
import type { TypingIndicators } from './typists';

export const SEAT_OVER: Failure = {
  code: 'unauthenticated',
  reason: 'The seat was revoked, taken by someone else, or has expired.',
  fix: 'Ask the owner of the scene for an invitation.',
};

/**
 * The seats of one scene: secrets, presence, typing and visibility. Each change is an event; a secret's hash
 * is stored in the same transaction.
 */
export class SeatManager {
  readonly #core: RoomCore<SceneState>;
  readonly #sql: SqlStorage;
  readonly #presence: Presence;
  readonly #typists: TypingIndicators;
  readonly timers: Timers;

  constructor(core: RoomCore<SceneState>, sql: SqlStorage, typists: TypingIndicators) {
    this.#core = core;
    this.#sql = sql;
    this.#typists = typists;
    this.#presence = new Presence(core.sockets, sql);
    this.timers = {
      nextAt: (now) => this.#presence.nextAt(this.#all(), now),
      ring: (now) => this.#sweep(now),
    };
  }

  async create(body: CreateSeat, receipt: Receipt | null): Promise<Result<NewSeat>> {
    const id = createSeatId();
    return this.#invite(id, receipt, (state, now) => inviteSeat(state, body, id, now));
  }

  async renew(id: string, body: RenewSeat, receipt: Receipt | null): Promise<Result<NewSeat>> {
    return this.#invite(id, receipt, (state, now) => renewInvitation(state, id, body.invitationHours, now));
  }

  async #invite(
    id: string,
    receipt: Receipt | null,
    decide: (state: SceneState, now: number) => Result<EventDraft[]>,
  ): Promise<Result<NewSeat>> {
    const opening = this.#core.open();
    if (!opening.ok) return opening;
    const { tenant, id: scene } = opening.value.address;
    const invitation = createSeatSecret('si', { tenant, scene });
    const hash = await sha256(invitation);
    const now = Date.now();
    return this.#core.accept<NewSeat>(
      receipt,
      (state) => {
        const drafts = decide(state, now);
        if (drafts.ok) storeSecret(this.#sql, hash, 'invitation', id);
        return drafts;
      },
      (state) => ({ seat: this.#show(state, id, now), invitation }),
      hideInvitation,
    );
  }

  /** Shows an invitation to its holder, or the reason it cannot be accepted. */
  async previewInvitation(invitation: string): Promise<Result<InvitationSeen>> {
    const invitationHash = await sha256(invitation);
    const opening = this.#core.open();
    if (!opening.ok) return fail(unknownInvitation('unknown'));
    const id = findSeatBySecret(this.#sql, invitationHash, 'invitation');
    if (id === null) return fail(unknownInvitation('unknown'));
    const { state } = opening.value;
    const seating = acceptSeat(state, id, 'somebody', Date.now());
    return seating.ok ? ok(invitationView(state, this.#must(state, id))) : seating;
  }

  async accept({ invitation, name }: AcceptSeat, receipt: Receipt | null): Promise<Result<SeatAccepted>> {
    const opening = this.#core.open();
    // Same failure as for a wrong secret, so that guessing does not reveal which scenes exist.
    if (!opening.ok) return fail(unknownInvitation('unknown'));
    const { tenant, id: scene } = opening.value.address;
    const token = createSeatSecret('st', { tenant, scene });
    const [invitationHash, hash] = await Promise.all([sha256(invitation), sha256(token)]);
    const id = findSeatBySecret(this.#sql, invitationHash, 'invitation');
    if (id === null) return fail(unknownInvitation('unknown'));
    const now = Date.now();
    let isTaken = false;
    const acceptance = this.#core.accept<SeatAccepted>(
      receipt && { ...receipt, key: `${invitationHash}:${receipt.key}` },
      (state) => {
        // The invitation may have been replaced while the hash was computed.
        if (findSeatBySecret(this.#sql, invitationHash, 'invitation') !== id)
          return fail(unknownInvitation('revoked'));
        const seating = acceptSeat(state, id, name, now);
        if (!seating.ok) return seating;
        if (seating.value.seat.forMany) {
          const place = this.#makePlace(id);
          if (!place.ok) return place;
          addToken(this.#sql, hash, id, now, MAX_SHARED_SEATS);
          return ok(seating.value.drafts);
        }
        storeSecret(this.#sql, hash, 'token', id);
        isTaken = true;
        return ok(seating.value.drafts);
      },
      (state) => ({ scene, seat: ownSeatView(this.#must(state, id)), token }),
      (answer) => ({ ...answer, token: null }),
    );
    // Disconnect the previous holder.
    if (acceptance.ok && isTaken) this.#core.sockets.closeSeat(id, 'another person has taken the seat');
    return acceptance;
  }

  list(): Result<SeatView[]> {
    const now = Date.now();
    return this.#core.look(({ state }) =>
      Object.values(state.seats).map((seat) =>
        seat.forMany
          ? { ...seatView(seat, now), watching: this.#connected(seat.id).size }
          : seatView(seat, now),
      ),
    );
  }

  change(id: string, { persona }: ChangeSeat): Result<SeatView> {
    const now = Date.now();
    const change = this.#core.accept(
      null,
      (state) => recastSeat(state, id, persona, now),
      (state) => this.#must(state, id),
    );
    if (!change.ok) return change;
    this.#core.sockets.setViewer(id, seatViewer(change.value));
    return ok(seatView(change.value, now));
  }

  revoke(id: string): Result<SeatView> {
    const now = Date.now();
    const revocation = this.#core.accept(
      null,
      (state) => {
        const drafts = revokeSeat(state, id, now);
        if (drafts.ok) dropToken(this.#sql, id);
        return drafts;
      },
      (state) => this.#show(state, id, now),
    );
    if (revocation.ok) this.#core.sockets.closeSeat(id, 'the seat was revoked');
    return revocation;
  }

  #connected(id: string): Set<string | undefined> {
    const { sockets } = this.#core;
    return new Set(sockets.seatSockets(id).map((socket) => sockets.viewerOfSocket(socket).credential));
  }

  /**
   * Frees a slot for another device on a shared seat by dropping the oldest unused token. `too_many` if all
   * are in use: newcomers must not disconnect viewers.
   */
  #makePlace(id: string): Result<null> {
    const hashes = listTokens(this.#sql, id);
    if (hashes.length < MAX_SHARED_SEATS) return ok(null);
    const inUse = this.#connected(id);
    const idle = hashes.find((hash) => !inUse.has(hash));
    if (idle === undefined) {
      const limit = String(MAX_SHARED_SEATS);
      return fail({ code: 'too_many', what: 'devices on a shared seat', limit, retryAfter: 60 });
    }
    this.#sql.exec('DELETE FROM seat_secrets WHERE hash = ?', idle);
    return ok(null);
  }

  /** The seat that a token currently opens; null: none. */
  verify(hash: string): SeatOpened | null {
    const opening = this.#core.open();
    if (!opening.ok) return null;
    const id = findSeatBySecret(this.#sql, hash, 'token');
    const seat = id === null ? undefined : this.#taken(id);
    return seat ? { seat: seat.id, role: seat.role, ...(seat.forMany && { forMany: true }) } : null;
  }

  /** Like {@link verify}, with the seat's player. */
  findByToken(hash: string): SeatTaken | null {
    const id = this.verify(hash)?.seat;
    return id === undefined ? null : this.#taking(id);
  }

  /** The seat, if the same player (identified by acceptance time) still has it. */
  findByPerson(id: string, acceptedAt: string): SeatTaken | null {
    const taking = this.#taking(id);
    return taking?.acceptedAt === acceptedAt ? taking : null;
  }

  /** Adds a token to the player's seat. Other devices keep theirs, except the oldest beyond the limit. */
  async openFor(id: string, acceptedAt: string): Promise<Result<SeatAccepted>> {
    const opening = this.#core.open();
    if (!opening.ok) return opening;
    const { tenant, id: scene } = opening.value.address;
    const token = createSeatSecret('st', { tenant, scene });
    const hash = await sha256(token);
    // Check again: the seat may have been revoked during the hash.
    const taking = this.findByPerson(id, acceptedAt);
    if (!taking) return fail(SEAT_OVER);
    const now = Date.now();
    if (taking.seat.forMany) {
      const place = this.#makePlace(id);
      if (!place.ok) return place;
    }
    const most = taking.seat.forMany ? MAX_SHARED_SEATS : MAX_DEVICES;
    const lostTokens = addToken(this.#sql, hash, id, now, most);
    for (const credential of lostTokens)
      this.#core.sockets.closeDevice(id, credential, 'the seat is open on too many devices');
    return ok({ scene, seat: taking.seat, token });
  }

  #taking(id: string): SeatTaken | null {
    const opening = this.#core.open();
    const seat = this.#taken(id);
    if (!opening.ok || !seat?.acceptedAt) return null;
    return { title: opening.value.state.title, seat: ownSeatView(seat), acceptedAt: seat.acceptedAt };
  }

  /** The viewer's current seat. Fails if the seat ended or was reassigned; null: the viewer has no seat. */
  findSeat({ seat: id, credential }: Viewer): Result<Seat | null> {
    if (id === undefined) return ok(null);
    const seat = this.#taken(id);
    const isTheirs = credential !== undefined && findSeatBySecret(this.#sql, credential, 'token') === id;
    return seat && isTheirs ? ok(seat) : fail(SEAT_OVER);
  }

  resolveViewer(viewer: Viewer): Result<Viewer> {
    const seat = this.findSeat(viewer);
    if (!seat.ok) return seat;
    return ok(seat.value ? { ...seatViewer(seat.value), credential: viewer.credential } : viewer);
  }

  opened({ seat: id }: Viewer): void {
    const seat = id === undefined ? undefined : this.#taken(id);
    if (!seat) return;
    this.#presence.opened(seat.id);
    if (!seat.present)
      this.#core.accept(
        null,
        (state) => ok([join(state, seat)]),
        () => null,
      );
  }

  /** Presence is checked again after the grace period. */
  closed(viewer: Viewer): void {
    if (viewer.seat === undefined) return;
    const seat = this.findSeat(viewer);
    const isGone = this.#core.sockets.seatSockets(viewer.seat).length === 0;
    if (isGone && seat.ok && seat.value) this.#typists.drop(seatActor(seat.value));
    this.#presence.closed();
    this.#core.resumeWork();
  }

  /** Broadcasts a typing indicator to the other viewers, rate-limited. */
  typing(viewer: Viewer, message: JsonObject, socket: WebSocket): Result<null> {
    const typing = readTyping(viewer, message);
    if (!typing.ok) return typing;
    const { on, personaId } = typing.value;
    const opening = this.#core.open();
    if (!opening.ok) return opening;
    const seat = this.findSeat(viewer);
    if (!seat.ok) return seat;
    const who = typist(opening.value.state, seat.value, personaId);
    if (!who.ok) return who;
    const persona = who.value;
    const actor = persona ? `persona:${persona.id}` : 'system';
    const now = Date.now();
    if (persona && on) this.#typists.add(actor, now);
    if (persona && !on) this.#typists.drop(actor);
    // A round that waited for this typist can start.
    if (!on) this.#core.resumeWork();
    if (!this.#typists.shouldNotify(actor, on, now)) return ok(null);
    const name = persona?.name ?? '';
    this.#core.sockets.broadcastTransient({ type: 'typing', actor, name, on, audience: ['*'] }, socket);
    return ok(null);
  }

  #sweep(now: number): void {
    const leavers = this.#presence.leaving(this.#all(), now);
    if (leavers.length === 0) return;
    this.#core.accept(
      null,
      (state) => ok(leavers.map((seat) => leave(state, seat, 'gone'))),
      () => null,
    );
    for (const { id } of leavers) {
      this.#presence.opened(id);
      this.#core.sockets.closeSeat(id, 'the time of the seat is over');
    }
  }

  #all(): Readonly<Record<string, Seat>> {
    const opening = this.#core.open();
    return opening.ok ? opening.value.state.seats : NO_SEATS;
  }

  #taken(id: string): Seat | undefined {
    const opening = this.#core.open();
    const seat = opening.ok ? findSeat(opening.value.state, id) : undefined;
    return seat && isTaken(seat, Date.now()) ? seat : undefined;
  }

  #must(state: SceneState, id: string): Seat {
    const seat = findSeat(state, id);
    if (!seat) throw new Error('a seat that was just written is not there');
    return seat;
  }

  #show(state: SceneState, id: string, now: number): SeatView {
    return seatView(this.#must(state, id), now);
  }
}

const NO_SEATS: Readonly<Record<string, Seat>> = {};

/** A repeated request does not get the secret again. */
const hideInvitation = (made: NewSeat): NewSeat => ({ ...made, invitation: null });

type SecretKind = 'invitation' | 'token';

/**
 * Stores a seat's secret, replacing its previous one of this kind. Call it in the transaction of the event.
 */
function storeSecret(sql: SqlStorage, hash: string, kind: SecretKind, seat: string): void {
  sql.exec('DELETE FROM seat_secrets WHERE seat = ? AND kind = ?', seat, kind);
  sql.exec('INSERT INTO seat_secrets VALUES (?, ?, ?, ?)', hash, kind, seat, Date.now());
}

const MAX_DEVICES = 10;
const MAX_SHARED_SEATS = 1_000;

/** Adds a token and drops the oldest beyond `most`; returns the dropped hashes. */
function addToken(sql: SqlStorage, hash: string, seat: string, now: number, most: number): string[] {
  sql.exec("INSERT INTO seat_secrets VALUES (?, 'token', ?, ?)", hash, seat, now);
  const query = `DELETE FROM seat_secrets WHERE hash IN (
      SELECT hash FROM seat_secrets WHERE seat = ? AND kind = 'token' AND hash <> ? ORDER BY at DESC LIMIT -1 OFFSET ?
    ) RETURNING hash`;
  const rows = sql.exec<{ hash: string }>(query, seat, hash, most - 1).toArray();
  return rows.map((row) => row.hash);
}

const listTokens = (sql: SqlStorage, seat: string): string[] =>
  sql
    .exec<{ hash: string }>(
      "SELECT hash FROM seat_secrets WHERE seat = ? AND kind = 'token' ORDER BY at",
      seat,
    )
    .toArray()
    .map(({ hash }) => hash);

/** The seat of a secret, or null. Does not check whether the seat is taken. */
function findSeatBySecret(sql: SqlStorage, hash: string, kind: SecretKind): string | null {
  const [row] = sql
    .exec<{ seat: string }>('SELECT seat FROM seat_secrets WHERE hash = ? AND kind = ?', hash, kind)
    .toArray();
  return row?.seat ?? null;
}

/** Keeps the invitation, so that a later use gets the reason why it is invalid. */
function dropToken(sql: SqlStorage, seat: string): void {
  sql.exec("DELETE FROM seat_secrets WHERE seat = ? AND kind = 'token'", seat);
}
