import type { Person } from '../contract/people';
import { type Failure, ok, type Result } from '../contract/problems';
import { askStore } from './ask-store';

/** People, their passkeys, sessions and saved seats, in D1. */

const PEOPLE_DOWN: Failure = {
  code: 'unavailable',
  detail: 'The store of people and passkeys did not respond. Seats still work.',
  retryAfter: 5,
};

const ask = <T>(act: () => Promise<Result<T>>): Promise<Result<T>> =>
  askStore('people store failed', PEOPLE_DOWN, act);

/** A registration contains its seat: see `registrationOptions` in src/http/people/ceremonies.ts. */
export type Purpose = `register ${string}` | 'sign-in';

export interface Challenge {
  challenge: string;
  purpose: Purpose;
  /** Null for a sign-in. */
  person: string | null;
  /** ms since 1970. */
  expiresAt: number;
}

/** Also deletes expired challenges. */
export const addChallenge = (db: D1Database, one: Challenge, now: number): Promise<Result<null>> =>
  ask(async () => {
    await db.batch([
      db.prepare('DELETE FROM passkey_challenges WHERE expires_at <= ?').bind(now),
      db
        .prepare('INSERT INTO passkey_challenges VALUES (?, ?, ?, ?)')
        .bind(one.challenge, one.purpose, one.person, one.expiresAt),
    ]);
    return ok(null);
  });

/** Consumes a challenge; null if it is unknown, used, expired or for another purpose. */
export const takeChallenge = (
  db: D1Database,
  challenge: string,
  purpose: Purpose,
  now: number,
): Promise<Result<{ person: string | null } | null>> =>
  ask(async () => {
    const row = await db
      .prepare(
        'DELETE FROM passkey_challenges WHERE challenge = ? AND purpose = ? RETURNING person, expires_at',
      )
      .bind(challenge, purpose)
      .first<{ person: string | null; expires_at: number }>();
    return ok(row && row.expires_at > now ? { person: row.person } : null);
  });

/** `publicKey` is COSE in base64. */
export interface StoredPasskey {
  id: string;
  person: string;
  publicKey: string;
  counter: number;
}

export interface SeatOfPerson {
  tenant: string;
  scene: string;
  seat: string;
  acceptedAt: string;
}

const keepStatement = (db: D1Database, person: string, seat: SeatOfPerson, now: string) =>
  db
    .prepare('INSERT OR REPLACE INTO person_seats VALUES (?, ?, ?, ?, ?, ?)')
    .bind(person, seat.tenant, seat.scene, seat.seat, seat.acceptedAt, now);

/** Stores a new person with a passkey and a first seat; false if the passkey already exists. */
export const addPerson = (
  db: D1Database,
  passkey: StoredPasskey,
  seat: SeatOfPerson,
  now: string,
): Promise<Result<boolean>> =>
  ask(async () => {
    const isKnown = await db.prepare('SELECT 1 FROM passkeys WHERE id = ?').bind(passkey.id).first();
    if (isKnown) return ok(false);
    const { id, person, publicKey, counter } = passkey;
    await db.batch([
      db.prepare('INSERT INTO people VALUES (?, NULL, ?)').bind(person, now),
      db
        .prepare('INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, NULL)')
        .bind(id, person, publicKey, counter, now),
      keepStatement(db, person, seat, now),
    ]);
    return ok(true);
  });

export const findPasskey = (db: D1Database, id: string): Promise<Result<StoredPasskey | null>> =>
  ask(async () =>
    ok(
      await db
        .prepare('SELECT id, person, public_key AS publicKey, counter FROM passkeys WHERE id = ?')
        .bind(id)
        .first<StoredPasskey>(),
    ),
  );

/** Records a sign-in; false if the passkey was removed or its counter is not newer. */
export const recordPasskeyUse = (
  db: D1Database,
  id: string,
  counter: number,
  day: string,
): Promise<Result<boolean>> =>
  ask(async () => {
    const { meta } = await db
      .prepare('UPDATE passkeys SET counter = ?, used_on = ? WHERE id = ? AND (counter < ? OR counter = 0)')
      .bind(counter, day, id, counter)
      .run();
    return ok(meta.changes > 0);
  });

/** Stores a session and deletes the person's expired ones. */
export const addSession = (
  db: D1Database,
  session: { hash: string; person: string; passkey: string; expiresAt: number },
  now: number,
): Promise<Result<null>> =>
  ask(async () => {
    const { hash, person, passkey, expiresAt } = session;
    await db.batch([
      db.prepare('DELETE FROM person_sessions WHERE person = ? AND expires_at <= ?').bind(person, now),
      db.prepare('INSERT INTO person_sessions VALUES (?, ?, ?, ?)').bind(hash, person, passkey, expiresAt),
    ]);
    return ok(null);
  });

/** The person of a session; null if it is unknown, expired, or its passkey was removed. */
export const findSession = (db: D1Database, hash: string, now: number): Promise<Result<string | null>> =>
  ask(async () => {
    const row = await db
      .prepare(
        `SELECT person_sessions.person FROM person_sessions JOIN passkeys ON passkeys.id = person_sessions.passkey
         WHERE hash = ? AND expires_at > ?`,
      )
      .bind(hash, now)
      .first<{ person: string }>();
    return ok(row?.person ?? null);
  });

/** Finds or creates the person of an e-mail address that was verified elsewhere. */
export const findPersonByEmail = (
  db: D1Database,
  email: string,
  fresh: string,
  now: string,
): Promise<Result<string>> =>
  ask(async () => {
    await db.prepare('INSERT OR IGNORE INTO people VALUES (?, ?, ?)').bind(fresh, email, now).run();
    const row = await db.prepare('SELECT id FROM people WHERE email = ?').bind(email).first<{ id: string }>();
    return ok(row?.id ?? fresh);
  });

export interface KeptRow extends SeatOfPerson {
  keptAt: string;
}

const KEPT = 'tenant, room AS scene, seat, accepted_at AS acceptedAt, kept_at AS keptAt';

/** null: unknown id. */
export const readPerson = (
  db: D1Database,
  id: string,
): Promise<Result<(Omit<Person, 'seats'> & { seats: KeptRow[] }) | null>> =>
  ask(async () => {
    const one = await db
      .prepare('SELECT id, email, created_at AS createdAt FROM people WHERE id = ?')
      .bind(id)
      .first<Pick<Person, 'id' | 'email' | 'createdAt'>>();
    if (!one) return ok(null);
    const passkeys = await db
      .prepare('SELECT id, created_at AS createdAt, used_on AS lastUsedOn FROM passkeys WHERE person = ?')
      .bind(id)
      .all<Person['passkeys'][number]>();
    const seats = await db
      .prepare(`SELECT ${KEPT} FROM person_seats WHERE person = ? ORDER BY kept_at DESC`)
      .bind(id)
      .all<KeptRow>();
    return ok({ ...one, passkeys: passkeys.results, seats: seats.results });
  });

export const findKeptSeat = (db: D1Database, person: string, seat: string): Promise<Result<KeptRow | null>> =>
  ask(async () =>
    ok(
      await db
        .prepare(`SELECT ${KEPT} FROM person_seats WHERE person = ? AND seat = ?`)
        .bind(person, seat)
        .first<KeptRow>(),
    ),
  );

export const countKeptSeats = (db: D1Database, person: string): Promise<Result<number>> =>
  ask(async () => {
    const row = await db
      .prepare('SELECT count(*) AS n FROM person_seats WHERE person = ?')
      .bind(person)
      .first<{ n: number }>();
    return ok(row?.n ?? 0);
  });

export const storeKeptSeat = (
  db: D1Database,
  person: string,
  seat: SeatOfPerson,
  now: string,
): Promise<Result<null>> =>
  ask(async () => {
    await keepStatement(db, person, seat, now).run();
    return ok(null);
  });

/** Deletes the saved seat from the person's list; the seat itself stays. */
export const dropKeptSeat = (db: D1Database, person: string, seat: string): Promise<Result<null>> =>
  ask(async () => {
    await db.prepare('DELETE FROM person_seats WHERE person = ? AND seat = ?').bind(person, seat).run();
    return ok(null);
  });

/** Deletes a passkey and its sessions; false if the id is unknown. */
export const dropPasskey = (db: D1Database, person: string, id: string): Promise<Result<boolean>> =>
  ask(async () => {
    const [passkeys] = await db.batch([
      db.prepare('DELETE FROM passkeys WHERE person = ? AND id = ?').bind(person, id),
      db.prepare('DELETE FROM person_sessions WHERE person = ? AND passkey = ?').bind(person, id),
    ]);
    return ok((passkeys?.meta.changes ?? 0) > 0);
  });

export const dropPerson = (db: D1Database, person: string): Promise<Result<null>> =>
  ask(async () => {
    const tables = ['passkeys', 'passkey_challenges', 'person_sessions', 'person_seats'];
    await db.batch([
      ...tables.map((table) => db.prepare(`DELETE FROM ${table} WHERE person = ?`).bind(person)),
      db.prepare('DELETE FROM people WHERE id = ?').bind(person),
    ]);
    return ok(null);
  });
