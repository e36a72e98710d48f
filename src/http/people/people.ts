import { z } from 'zod';
import { parseSeatToken } from '../../auth/secrets';
import { DEMO_TENANT } from '../../base/demo';
import { sha256 } from '../../base/hash';
import { readConfig } from '../../config';
import {
  type KeptSeat,
  keepSeat,
  keptSeat,
  MAX_KEPT_SEATS,
  passkeyId,
  passkeyOptions,
  person,
  personSession,
  registerPasskey,
  signInByPasskey,
} from '../../contract/people';
import { type Failure, fail, ok, type Result } from '../../contract/problems';
import { seatAccepted, seatId } from '../../contract/seats';
import type { SeatTaken } from '../../room/rpc';
import {
  countKeptSeats,
  dropKeptSeat,
  dropPasskey,
  dropPerson,
  findKeptSeat,
  type KeptRow,
  readPerson,
  type SeatOfPerson,
  storeKeptSeat,
} from '../../storage/people';
import { type App, type AppContext, answers, routeApp } from '../middleware/http';
import { callPlain, callRoom, sceneClientFor } from '../middleware/room-client';

const OFF: Failure = {
  code: 'forbidden',
  needs: 'passkeys, which are disabled on this stage',
  fix: 'Ask the operator to set PASSKEYS=on.',
};
const NEEDS_SEAT: Failure = {
  code: 'forbidden',
  needs: 'a seat token, because a passkey saves seats',
  fix: 'Accept an invitation, and send the token of the seat.',
};
const NEEDS_LASTING: Failure = {
  code: 'forbidden',
  needs: 'a permanent seat, because demo rooms are deleted after a few minutes',
  fix: 'Accept an invitation, and send the token of the seat.',
};
const NEEDS_NAME: Failure = {
  code: 'invalid',
  detail: 'Passkeys need a host name, but this address is an IP address.',
  errors: [{ pointer: 'header/Host', message: 'must be a host name; open http://localhost instead' }],
};
const SEAT_OVER: Failure = {
  code: 'unauthenticated',
  reason: 'The seat does not exist, was revoked or has expired.',
  fix: 'Ask the owner of the scene for an invitation.',
};

/** The site of a ceremony: passkeys are only valid for the host of the request and its pages. */
function requestSite(c: AppContext) {
  if (!readConfig(c.env).passkeys) return fail(OFF);
  const { hostname, host, protocol } = new URL(c.req.url);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return fail(NEEDS_NAME);
  // Behind a proxy that terminates TLS, a page of https://stage arrives as http://stage.
  const origins = protocol === 'https:' ? [`https://${host}`] : [`http://${host}`, `https://${host}`];
  return ok({ db: c.env.DB, rpId: hostname, origins, now: Date.now() });
}

/** Load the library on first use. */
const loadCeremonies = () => import('./ceremonies');

/** The seat of this token; `unauthenticated` if the token is invalid. */
async function findClaimedSeat(
  c: AppContext,
  token: string,
): Promise<Result<{ key: SeatOfPerson; taken: SeatTaken }>> {
  const place = parseSeatToken(token);
  if (!place) return fail(SEAT_OVER);
  // Anonymous visitors would fill the database with people.
  if (place.tenant === DEMO_TENANT) return fail(NEEDS_LASTING);
  const hash = await sha256(token);
  const holder = await callPlain(sceneClientFor(c.env, place.tenant, place.scene), (room) =>
    room.seatOfToken(hash),
  );
  if (!holder.ok) return holder;
  if (!holder.value) return fail(SEAT_OVER);
  const { seat, acceptedAt } = holder.value;
  return ok({ key: { ...place, seat: seat.id, acceptedAt }, taken: holder.value });
}

/** The seat of the request's token. */
async function findOwn(c: AppContext) {
  const token = /^Bearer +(st_\S+) *$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  return token === undefined ? fail(NEEDS_SEAT) : findClaimedSeat(c, token);
}

/** Saved seats with their current state. Deletes expired ones, and omits those whose scene does not respond. */
async function listSeatViews(c: AppContext, person: string, rows: readonly KeptRow[]): Promise<KeptSeat[]> {
  const seats = await Promise.all(
    rows.map(async ({ tenant, scene, seat, acceptedAt, keptAt }): Promise<KeptSeat | null> => {
      const client = sceneClientFor(c.env, tenant, scene);
      const holder = await callPlain(client, (room) => room.seatOfPerson(seat, acceptedAt));
      if (!holder.ok) return null;
      if (holder.value) return { scene, title: holder.value.title, seat: holder.value.seat, keptAt };
      await dropKeptSeat(c.env.DB, person, seat);
      return null;
    }),
  );
  return seats.filter((one) => one !== null);
}

const seatParams = z.object({ seat: seatId.describe('Id of the seat') });
const passkeyParams = z.object({ passkey: passkeyId.describe('Id of the passkey') });

/** `/v1/passkeys` and `/v1/people/me`: people who find their seats again on another device. */
export function mountPeople(app: App): void {
  mountPasskeys(app);
  mountPerson(app);
}

function mountPasskeys(app: App): void {
  const route = routeApp(app, 'people', { who: 'any-seat' });
  route(
    'POST /v1/passkeys/registration',
    'beginPasskey',
    'Start registering a passkey',
    {
      description:
        'Requires the token of a seat. The challenge is valid once, for this seat and for five minutes.',
      200: answers(passkeyOptions, 'Options for `navigator.credentials.create`'),
    },
    async (c) => {
      const site = requestSite(c);
      if (!site.ok) return site;
      const own = await findOwn(c);
      if (!own.ok) return own;
      const { beginRegistration } = await loadCeremonies();
      return beginRegistration(site.value, own.value.taken.seat.name, own.value.key);
    },
  );
  route(
    'POST /v1/passkeys',
    'createPasskey',
    'Register a passkey',
    {
      description:
        'Requires the token of a seat. Creates a person with this passkey and this seat, and returns a session.',
      json: registerPasskey,
      201: answers(personSession, 'A session of the person'),
    },
    async (c, { json }) => {
      const site = requestSite(c);
      if (!site.ok) return site;
      const own = await findOwn(c);
      if (!own.ok) return own;
      const { finishRegistration } = await loadCeremonies();
      return finishRegistration(site.value, json, own.value.key);
    },
  );
  route(
    'POST /v1/passkeys/challenge',
    'beginSignIn',
    'Start signing in with a passkey',
    {
      who: 'anyone',
      description: 'No credential required. The challenge is valid once, for five minutes.',
      refuses: [400, 403],
      200: answers(passkeyOptions, 'Options for `navigator.credentials.get`'),
    },
    async (c) => {
      const site = requestSite(c);
      if (!site.ok) return site;
      const { beginSignIn } = await loadCeremonies();
      return beginSignIn(site.value);
    },
  );
  route(
    'POST /v1/passkeys/sign-in',
    'signInByPasskey',
    'Sign in with a passkey',
    {
      who: 'invitation',
      description:
        'The signed challenge in the body is the only credential. The session is valid for an hour and ends if the passkey is removed.',
      refuses: [401, 403],
      json: signInByPasskey,
      201: answers(personSession, 'A session of the person'),
    },
    async (c, { json }) => {
      const site = requestSite(c);
      if (!site.ok) return site;
      const { finishSignIn } = await loadCeremonies();
      return finishSignIn(site.value, json);
    },
  );
}

function mountPerson(app: App): void {
  const route = routeApp(app, 'people', { who: 'person' });
  route(
    'GET /v1/people/me',
    'readPerson',
    'Get the current person',
    {
      description:
        'Returns all data the stage stores about the person: passkeys and seats. Requires a session, or Cloudflare Access. Expired seats are removed.',
      200: answers(person, 'The person'),
    },
    async (c) => {
      const id = c.get('person') ?? '';
      const answer = await readPerson(c.env.DB, id);
      if (!answer.ok) return answer;
      if (!answer.value) return fail({ code: 'not_found', what: 'person', id });
      return ok({ ...answer.value, seats: await listSeatViews(c, id, answer.value.seats) });
    },
  );
  route(
    'DELETE /v1/people/me',
    'deletePerson',
    'Delete the current person',
    {
      description:
        'Deletes passkeys, sessions and the list of saved seats. The seats remain valid on devices that have their token. Safe to repeat.',
      204: { description: 'Deleted' },
    },
    (c) => dropPerson(c.env.DB, c.get('person') ?? ''),
  );
  route(
    'POST /v1/people/me/seats',
    'keepSeat',
    'Save a seat',
    {
      description: 'The token in the body proves that the seat is yours.',
      json: keepSeat,
      201: answers(keptSeat, 'The seat'),
    },
    async (c, { json: { token } }) => {
      const answer = await findClaimedSeat(c, token);
      if (!answer.ok) {
        const errors = [
          {
            pointer: '/token',
            message: 'is not a valid seat token: the seat does not exist, was revoked or has expired',
          },
        ];
        return answer.failure.code === 'unauthenticated' ? fail({ code: 'invalid', errors }) : answer;
      }
      const id = c.get('person') ?? '';
      const count = await countKeptSeats(c.env.DB, id);
      if (!count.ok) return count;
      if (count.value >= MAX_KEPT_SEATS) {
        const detail = `You have saved ${MAX_KEPT_SEATS} seats, which is the maximum.`;
        return fail({ code: 'conflict', detail, fix: 'Remove a saved seat you no longer need.' });
      }
      const keptAt = new Date().toISOString();
      const { key, taken } = answer.value;
      const write = await storeKeptSeat(c.env.DB, id, key, keptAt);
      return write.ok ? ok({ scene: key.scene, title: taken.title, seat: taken.seat, keptAt }) : write;
    },
  );
  route(
    'POST /v1/people/me/seats/{seat}/token',
    'openKeptSeat',
    'Create a token for a saved seat',
    {
      description:
        'For use on this device. A seat has at most ten tokens; creating another one invalidates the oldest. The token is shown only once.',
      params: seatParams,
      201: answers(seatAccepted, 'The seat with its token'),
    },
    async (c, { params: { seat } }) => {
      const id = c.get('person') ?? '';
      const row = await findKeptSeat(c.env.DB, id, seat);
      if (!row.ok) return row;
      if (!row.value) return fail({ code: 'not_found', what: 'seat', id: seat });
      const { tenant, scene, acceptedAt } = row.value;
      const client = sceneClientFor(c.env, tenant, scene);
      const opening = await callRoom(client, (room) => room.openSeat(seat, acceptedAt), 'once');
      // The scene was deleted, or the seat now belongs to someone else.
      return opening.ok || opening.failure.code === 'unavailable'
        ? opening
        : fail({ code: 'not_found', what: 'seat', id: seat });
    },
  );
  route(
    'DELETE /v1/people/me/seats/{seat}',
    'forgetSeat',
    'Remove a saved seat',
    {
      description: 'The seat remains valid on devices that have its token. Safe to repeat.',
      params: seatParams,
      204: { description: 'Removed' },
    },
    (c, { params: { seat } }) => dropKeptSeat(c.env.DB, c.get('person') ?? '', seat),
  );
  route(
    'DELETE /v1/people/me/passkeys/{passkey}',
    'removePasskey',
    'Remove a passkey',
    {
      description: 'Also ends its sessions. Without a passkey, you cannot find your saved seats again.',
      params: passkeyParams,
      204: { description: 'Removed' },
    },
    async (c, { params: { passkey } }) => {
      const removal = await dropPasskey(c.env.DB, c.get('person') ?? '', passkey);
      if (!removal.ok) return removal;
      return removal.value ? ok(null) : fail({ code: 'not_found', what: 'passkey', id: passkey });
    },
  );
}
