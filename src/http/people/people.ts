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
import { type App, type AppContext, answers, routesOf } from '../middleware/http';
import { callPlain, callRoom, sceneClientOf } from '../middleware/room-client';

const OFF: Failure = {
  code: 'forbidden',
  needs: 'passkeys, which are off on this stage',
  fix: 'Ask its operator to set PASSKEYS=on.',
};
const NEEDS_SEAT: Failure = {
  code: 'forbidden',
  needs: 'the token of a seat: a passkey keeps the seats of a person',
  fix: 'Take a seat by a link, and send its token.',
};
const NEEDS_LASTING: Failure = {
  code: 'forbidden',
  needs: 'a seat that lasts: the room of a demo is deleted after a few minutes',
  fix: 'Take a seat by a link, and send its token.',
};
const NEEDS_NAME: Failure = {
  code: 'invalid',
  detail: 'Passkeys belong to the name of a host, and this address is a number.',
  errors: [{ pointer: 'header/Host', message: 'must be a name: open the page at http://localhost instead' }],
};
const SEAT_OVER: Failure = {
  code: 'unauthenticated',
  reason: 'The seat is unknown, was revoked, or its time is over.',
  fix: 'Ask the owner of the scene for an invitation.',
};

/** The site of a ceremony: a passkey is good for the host that the request was sent to, and for pages of it alone. */
function siteOf(c: AppContext) {
  if (!readConfig(c.env).passkeys) return fail(OFF);
  const { hostname, host, protocol } = new URL(c.req.url);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return fail(NEEDS_NAME);
  // Behind a proxy that ends TLS, a page of https://stage reaches us as http://stage.
  const origins = protocol === 'https:' ? [`https://${host}`] : [`http://${host}`, `https://${host}`];
  return ok({ db: c.env.DB, rpId: hostname, origins, now: Date.now() });
}

/** The library is loaded with the first ceremony. */
const loadCeremonies = () => import('./ceremonies');

/** The seat whose token this is, as its person took it; `unauthenticated` when it opens none. */
async function findTaken(
  c: AppContext,
  token: string,
): Promise<Result<{ key: SeatOfPerson; taken: SeatTaken }>> {
  const place = parseSeatToken(token);
  if (!place) return fail(SEAT_OVER);
  // Strangers would leave persons behind.
  if (place.tenant === DEMO_TENANT) return fail(NEEDS_LASTING);
  const hash = await sha256(token);
  const holder = await callPlain(sceneClientOf(c.env, place.tenant, place.scene), (room) =>
    room.seatOfToken(hash),
  );
  if (!holder.ok) return holder;
  if (!holder.value) return fail(SEAT_OVER);
  const { seat, acceptedAt } = holder.value;
  return ok({ key: { ...place, seat: seat.id, acceptedAt }, taken: holder.value });
}

/** The seat that the request's own token opens. */
async function findOwn(c: AppContext) {
  const token = /^Bearer +(st_\S+) *$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  return token === undefined ? fail(NEEDS_SEAT) : findTaken(c, token);
}

/** Kept seats as their scenes have them now. Those that are over are forgotten; a scene that does not answer is left out. */
async function showSeats(c: AppContext, person: string, rows: readonly KeptRow[]): Promise<KeptSeat[]> {
  const seats = await Promise.all(
    rows.map(async ({ tenant, scene, seat, acceptedAt, keptAt }): Promise<KeptSeat | null> => {
      const client = sceneClientOf(c.env, tenant, scene);
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
  const route = routesOf(app, 'people', { who: 'any-seat' });
  route(
    'POST /v1/passkeys/registration',
    'beginPasskey',
    'Options for a new passkey that keeps a seat',
    {
      description:
        'With the token of a seat. The challenge is good once, for that seat and for five minutes.',
      200: answers(passkeyOptions, 'For `navigator.credentials.create`'),
    },
    async (c) => {
      const site = siteOf(c);
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
    'Keep a seat under a new passkey',
    {
      description:
        'With the token of the seat. It makes a person, who has this passkey and this seat, and answers with a session.',
      json: registerPasskey,
      201: answers(personSession, 'A session of the person'),
    },
    async (c, { json }) => {
      const site = siteOf(c);
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
    'Options for signing in by passkey',
    {
      who: 'anyone',
      description: 'Anyone may ask. The challenge is good once, for five minutes.',
      refuses: [400, 403],
      200: answers(passkeyOptions, 'For `navigator.credentials.get`'),
    },
    async (c) => {
      const site = siteOf(c);
      if (!site.ok) return site;
      const { beginSignIn } = await loadCeremonies();
      return beginSignIn(site.value);
    },
  );
  route(
    'POST /v1/passkeys/sign-in',
    'signInByPasskey',
    'Sign in by passkey',
    {
      who: 'invitation',
      description:
        'The signed challenge in the body is the credential; no other is sent. The session is good for an hour, and ends with its passkey.',
      refuses: [401, 403],
      json: signInByPasskey,
      201: answers(personSession, 'A session of the person'),
    },
    async (c, { json }) => {
      const site = siteOf(c);
      if (!site.ok) return site;
      const { finishSignIn } = await loadCeremonies();
      return finishSignIn(site.value, json);
    },
  );
}

function mountPerson(app: App): void {
  const route = routesOf(app, 'people', { who: 'person' });
  route(
    'GET /v1/people/me',
    'readPerson',
    'Everything the stage keeps of the person: passkeys and seats',
    {
      description:
        'With the session of a person, or behind Cloudflare Access. Seats that are over are forgotten, and not among them.',
      200: answers(person, 'The person'),
    },
    async (c) => {
      const id = c.get('person') ?? '';
      const answer = await readPerson(c.env.DB, id);
      if (!answer.ok) return answer;
      if (!answer.value) return fail({ code: 'not_found', what: 'person', id });
      return ok({ ...answer.value, seats: await showSeats(c, id, answer.value.seats) });
    },
  );
  route(
    'DELETE /v1/people/me',
    'deletePerson',
    'Forget the person: passkeys, sessions, and which seats are theirs',
    {
      description: 'The seats stay, each with the devices that have its token. Repeating the call is safe.',
      204: { description: 'Nothing is kept of the person any more' },
    },
    (c) => dropPerson(c.env.DB, c.get('person') ?? ''),
  );
  route(
    'POST /v1/people/me/seats',
    'keepSeat',
    'Keep one more seat',
    {
      description: 'The token in the body proves that the seat is yours.',
      json: keepSeat,
      201: answers(keptSeat, 'The seat'),
    },
    async (c, { json: { token } }) => {
      const answer = await findTaken(c, token);
      if (!answer.ok) {
        const errors = [
          { pointer: '/token', message: 'opens no seat: it is unknown, was revoked, or its time is over' },
        ];
        return answer.failure.code === 'unauthenticated' ? fail({ code: 'invalid', errors }) : answer;
      }
      const id = c.get('person') ?? '';
      const count = await countKeptSeats(c.env.DB, id);
      if (!count.ok) return count;
      if (count.value >= MAX_KEPT_SEATS) {
        const detail = `a person keeps ${MAX_KEPT_SEATS} seats, which is the most`;
        return fail({ code: 'conflict', detail, fix: 'forget one that is not needed any more' });
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
    'A token of a kept seat, for this device',
    {
      description:
        'The other devices keep theirs; a seat has ten at most, and the oldest ends when there are more. Shown once.',
      params: seatParams,
      201: answers(seatAccepted, 'The seat and a token'),
    },
    async (c, { params: { seat } }) => {
      const id = c.get('person') ?? '';
      const row = await findKeptSeat(c.env.DB, id, seat);
      if (!row.ok) return row;
      if (!row.value) return fail({ code: 'not_found', what: 'seat', id: seat });
      const { tenant, scene, acceptedAt } = row.value;
      const client = sceneClientOf(c.env, tenant, scene);
      const opening = await callRoom(client, (room) => room.openSeat(seat, acceptedAt), 'once');
      // The scene is gone, or the seat is somebody else's by now.
      return opening.ok || opening.failure.code === 'unavailable'
        ? opening
        : fail({ code: 'not_found', what: 'seat', id: seat });
    },
  );
  route(
    'DELETE /v1/people/me/seats/{seat}',
    'forgetSeat',
    'Forget that a seat is yours',
    {
      description: 'The seat stays, with the devices that have its token. Repeating the call is safe.',
      params: seatParams,
      204: { description: 'It is not kept any more' },
    },
    (c, { params: { seat } }) => dropKeptSeat(c.env.DB, c.get('person') ?? '', seat),
  );
  route(
    'DELETE /v1/people/me/passkeys/{passkey}',
    'removePasskey',
    'Remove a passkey, and the sessions that came by it',
    {
      description: 'It signs in no more. With the last one goes the way back to the seats.',
      params: passkeyParams,
      204: { description: 'It is removed' },
    },
    async (c, { params: { passkey } }) => {
      const removal = await dropPasskey(c.env.DB, c.get('person') ?? '', passkey);
      if (!removal.ok) return removal;
      return removal.value ? ok(null) : fail({ code: 'not_found', what: 'passkey', id: passkey });
    },
  );
}
