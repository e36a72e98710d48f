import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { KeptSeat, Person, PersonSession } from '../../src/contract/people';
import type { Scene } from '../../src/contract/scenes';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import { createApp } from '../../src/http/app';
import { SCENE } from '../support/belongings';
import { makePasskey, newSigner, type SoftPasskey } from '../support/passkey';
import { connect, get, getJson, OPERATOR, problemOf, seatPerson, send } from '../support/stage-client';

const challengeOf = async (row: string, key: string | null) =>
  (await get<{ challenge: string }>(row, key)).challenge;
const registration = (token: string) => challengeOf('POST /v1/passkeys/registration', token);
const challenge = () => challengeOf('POST /v1/passkeys/challenge', null);
const makeScene = () => get<Scene>('POST /v1/scenes', OPERATOR, SCENE);
const me = (session: string) => get<Person>('GET /v1/people/me', session);

async function createPlayer() {
  const scene = (await makeScene()).id;
  const seat = await seatPerson(scene, 'player', 'mara', 'Frieda');
  const passkey = await makePasskey();
  const answer = await passkey.register(await registration(seat.token));
  const { session } = await get<PersonSession>('POST /v1/passkeys', seat.token, answer);
  return { scene, seat, passkey, session };
}

async function signIn(passkey: SoftPasskey): Promise<string> {
  const answer = await passkey.sign(await challenge());
  return (await get<PersonSession>('POST /v1/passkeys/sign-in', null, answer)).session;
}
const refused = (answer: object, status = 401) =>
  problemOf('POST /v1/passkeys/sign-in', status, { key: null, body: answer });

describe('a person with a passkey', () => {
  it('finds the seats of two scenes again on another device, each with a token of its own', async () => {
    const { scene, seat, passkey, session } = await createPlayer();
    const other = (await makeScene()).id;
    const second = await seatPerson(other, 'spectator', null, 'Frieda');
    const kept = await get<KeptSeat>('POST /v1/people/me/seats', session, { token: second.token });
    expect(kept).toMatchObject({
      scene: other,
      title: SCENE.title,
      seat: { id: second.id, role: 'spectator' },
    });

    const later = await signIn(passkey);
    const person = await me(later);
    expect(person.seats.map((one) => one.scene).sort()).toEqual([scene, other].sort());
    expect(person.passkeys).toMatchObject([{ id: passkey.id }]);
    const opened = await get<SeatAccepted>(`POST /v1/people/me/seats/${seat.id}/token`, later);
    expect(opened).toMatchObject({ scene, seat: { id: seat.id, persona: 'mara', name: 'Frieda' } });
    expect(opened.token).not.toBe(seat.token);
    const turn = { type: 'user', text: 'From the train.', personaId: 'mara' };
    expect((await send(`POST /v1/scenes/${scene}/turns`, opened.token, turn)).status).toBe(202);
    expect((await send(`GET /v1/scenes/${scene}`, seat.token)).status).toBe(200);
  });

  it('has a seat on ten devices, and the oldest ends with the eleventh', async () => {
    const { scene, seat, session } = await createPlayer();
    const socket = await connect(scene, seat.token);
    await socket.ready();
    const tokens: string[] = [];
    for (let n = 0; n < 10; n += 1)
      tokens.push(
        (await get<SeatAccepted>(`POST /v1/people/me/seats/${seat.id}/token`, session)).token ?? '',
      );
    expect((await send(`GET /v1/scenes/${scene}`, seat.token)).status).toBe(401);
    for (const token of tokens) expect((await send(`GET /v1/scenes/${scene}`, token)).status).toBe(200);
    await expect.poll(() => socket.closed?.code).toBe(4001);
  });

  it('is forgotten whole, and leaves the seat', async () => {
    const { scene, seat, passkey, session } = await createPlayer();
    const { id } = await me(session);
    expect((await send('DELETE /v1/people/me', session)).status).toBe(204);
    await problemOf('GET /v1/people/me', 401, { key: session });
    await refused(await passkey.sign(await challenge()));
    for (const table of ['passkeys', 'passkey_challenges', 'person_sessions', 'person_seats'])
      expect(await env.DB.prepare(`SELECT 1 FROM ${table} WHERE person = ?`).bind(id).first()).toBeNull();
    expect(await env.DB.prepare('SELECT 1 FROM people WHERE id = ?').bind(id).first()).toBeNull();
    expect((await send(`GET /v1/scenes/${scene}`, seat.token)).status).toBe(200);
  });
});

describe('what is refused', () => {
  it('a challenge that was used, is too old, or is of the other ceremony', async () => {
    const { seat, passkey } = await createPlayer();
    const answer = await passkey.sign(await challenge());
    await get('POST /v1/passkeys/sign-in', null, answer);
    await refused(answer);
    const old = await challenge();
    await env.DB.prepare('UPDATE passkey_challenges SET expires_at = ?')
      .bind(Date.now() - 1)
      .run();
    await refused(await passkey.sign(old));
    await refused(await passkey.sign(await registration(seat.token)));
    await refused(await passkey.sign('bWFkZSB1cA'));
    const stranger = await makePasskey();
    const wrong = await stranger.register(await challenge());
    await problemOf('POST /v1/passkeys', 403, { key: seat.token, body: wrong });
  });

  it('an answer that two send at once is taken once', async () => {
    const { passkey } = await createPlayer();
    const answer = await passkey.sign(await challenge());
    const both = await Promise.all([1, 2].map(() => send('POST /v1/passkeys/sign-in', null, answer)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  it('a page of another origin, another host, another signer, and a changed answer', async () => {
    const { passkey } = await createPlayer();
    await refused(await passkey.sign(await challenge(), { origin: 'https://evil.test' }));
    await refused(await passkey.sign(await challenge(), { origin: 'http://stage.test' }));
    await refused(await passkey.sign(await challenge(), { rpId: 'evil.test' }));
    await refused(await passkey.sign(await challenge(), { by: (await newSigner()).privateKey }));
    const good = (await passkey.sign(await challenge())) as { response: { signature: string } };
    await refused({
      ...good,
      response: { ...good.response, signature: `AAAA${good.response.signature.slice(4)}` },
    });
    await refused({ ...good, id: (await makePasskey()).id });
    await refused({ id: 'x' }, 400);
  });

  it('a passkey whose counter does not go on: somebody has a copy', async () => {
    const { passkey } = await createPlayer();
    await signIn(passkey);
    await env.DB.prepare('UPDATE passkeys SET counter = 1000 WHERE id = ?').bind(passkey.id).run();
    await refused(await passkey.sign(await challenge()));
  });

  it('a passkey twice, and a registration for nobody’s seat', async () => {
    const { seat, passkey } = await createPlayer();
    const again = await passkey.register(await registration(seat.token));
    await problemOf('POST /v1/passkeys', 409, { key: seat.token, body: again });
    await problemOf('POST /v1/passkeys/registration', 403, { key: OPERATOR });
    await problemOf('POST /v1/passkeys/registration', 401, { key: null });
  });

  it('a device that did not ask who is there, at registration and at sign-in', async () => {
    const scene = (await makeScene()).id;
    const seat = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const options = await get<{ authenticatorSelection: object }>(
      'POST /v1/passkeys/registration',
      seat.token,
    );
    expect(options.authenticatorSelection).toMatchObject({ userVerification: 'required' });
    const answer = await (await makePasskey()).register(await registration(seat.token), { unverified: true });
    await problemOf('POST /v1/passkeys', 403, { key: seat.token, body: answer });

    const { passkey } = await createPlayer();
    const signing = await get<{ userVerification: string }>('POST /v1/passkeys/challenge', null);
    expect(signing.userVerification).toBe('required');
    await refused(await passkey.sign(await challenge(), { unverified: true }));
    await signIn(passkey);
  });

  it('a registration that was begun for another seat; its own seat can still finish it', async () => {
    const scene = (await makeScene()).id;
    const one = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const other = await seatPerson(scene, 'spectator', null, 'Eve');
    const answer = await (await makePasskey()).register(await registration(one.token));
    await problemOf('POST /v1/passkeys', 403, { key: other.token, body: answer });
    const { session } = await get<PersonSession>('POST /v1/passkeys', one.token, answer);
    expect((await me(session)).seats).toMatchObject([{ seat: { id: one.id } }]);
  });

  it('somebody else’s seat, and a seat that the person does not hold', async () => {
    const one = await createPlayer();
    const other = await createPlayer();
    await problemOf(`POST /v1/people/me/seats/${other.seat.id}/token`, 404, { key: one.session });
    await problemOf('POST /v1/people/me/seats', 400, { key: one.session, body: { token: 'st_made_up' } });
    await problemOf('GET /v1/people/me', 401, { key: one.seat.token });
    await problemOf('GET /v1/people/me', 401, { key: OPERATOR });
    await problemOf('GET /v1/people/me', 401, { key: `pt_${'z'.repeat(32)}` });
    await problemOf(`DELETE /v1/people/me/passkeys/${other.passkey.id}`, 404, { key: one.session });
    expect((await send(`DELETE /v1/people/me/seats/${other.seat.id}`, one.session)).status).toBe(204);
    expect((await me(other.session)).seats).toHaveLength(1);
  });

  it('a seat that was revoked, or that another person has taken since', async () => {
    const { scene, seat, session } = await createPlayer();
    const renewed = await get<NewSeat>(`POST /v1/scenes/${scene}/seats/${seat.id}/invitation`, OPERATOR, {});
    expect((await me(session)).seats).toHaveLength(1);
    await get('POST /v1/seats/accept', null, { invitation: renewed.invitation, name: 'Karl' });
    await problemOf(`POST /v1/people/me/seats/${seat.id}/token`, 404, { key: session });
    expect((await me(session)).seats).toEqual([]);

    const next = await createPlayer();
    const { token } = await get<SeatAccepted>(`POST /v1/people/me/seats/${next.seat.id}/token`, next.session);
    await send(`DELETE /v1/scenes/${next.scene}/seats/${next.seat.id}`);
    for (const dead of [token, next.seat.token])
      expect((await send(`GET /v1/scenes/${next.scene}`, dead)).status).toBe(401);
    await problemOf(`POST /v1/people/me/seats/${next.seat.id}/token`, 404, { key: next.session });
    expect((await me(next.session)).seats).toEqual([]);
  });

  it('a passkey that was removed, and the sessions that came by it', async () => {
    const { passkey, session } = await createPlayer();
    const other = await signIn(passkey);
    expect((await send(`DELETE /v1/people/me/passkeys/${passkey.id}`, session)).status).toBe(204);
    await problemOf('GET /v1/people/me', 401, { key: other });
    await refused(await passkey.sign(await challenge()));
  });

  it('everything of passkeys where they are off, and at an address that is a number', async () => {
    const app = createApp();
    const ask = (url: string, bindings: object) =>
      app.request(url, { method: 'POST' }, { ...env, ...bindings });
    const off = await ask('https://stage.test/v1/passkeys/challenge', { PASSKEYS: '' });
    expect(off.status).toBe(403);
    expect(JSON.stringify(await off.json())).toContain('PASSKEYS=on');
    expect((await ask('http://127.0.0.1:8787/v1/passkeys/challenge', {})).status).toBe(400);
    expect((await ask('http://localhost:8787/v1/passkeys/challenge', {})).status).toBe(200);
  });
});

describe('what is stored', () => {
  it('has no session, token or challenge that opens anything', async () => {
    const { seat, session } = await createPlayer();
    const tables = ['people', 'passkeys', 'person_sessions', 'person_seats'];
    const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
    const text = JSON.stringify(rows);
    for (const secret of [session.slice(3), seat.token.slice(-32), 'Frieda'])
      expect(text).not.toContain(secret);
    expect(text).toContain(seat.id);
  });

  it('goes with its scene', async () => {
    const { scene, session, seat } = await createPlayer();
    await send(`DELETE /v1/scenes/${scene}`);
    const left = () =>
      env.DB.prepare('SELECT count(*) AS n FROM person_seats WHERE room = ?')
        .bind(scene)
        .first<{ n: number }>();
    await expect.poll(async () => (await left())?.n).toBe(0);
    expect((await getJson<Person>('GET /v1/people/me', { key: session })).seats).toEqual([]);
    await problemOf(`POST /v1/people/me/seats/${seat.id}/token`, 404, { key: session });
  });
});
