import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMeta } from '../../durable-objects/lib/room/schema';
import type { Ticket } from '../../src/contract/access';
import type { EventPage } from '../../src/contract/events/events';
import type { Round, TurnAccepted } from '../../src/contract/rounds';
import type { SceneSeen } from '../../src/contract/scenes';
import type { NewSeat, NoteWritten, SeatAccepted, SeatView } from '../../src/contract/seats';
import { fieldsOf } from '../support/loose-events';
import { sceneAt, sceneObject, understudy, until } from '../support/rooms';
import { connect, createScene, get, OPERATOR, seatPerson, send, stream } from '../support/stage-client';

const SCENE = {
  title: 'A kitchen in a storm',
  characters: [{ name: 'Ada', secrets: 'She sank the boat.' }, { name: 'Bo' }],
  personas: [{ name: 'Mara', secrets: 'She can swim.' }, { name: 'Jo' }, { name: 'Kit' }],
  notes: { scene: 'Let it end badly.' },
  profiles: { director: understudy, character: understudy },
};

const openScene = async (): Promise<string> => await createScene(SCENE);
const invite = (scene: string, body: object, headers?: Record<string, string>) =>
  get<NewSeat>(`POST /v1/scenes/${scene}/seats`, OPERATOR, body, headers);
const accept = (invitation: string | null, name = 'Somebody') =>
  send('POST /v1/seats/accept', null, { invitation, name });
const eventsOf = async (scene: string, key: string): Promise<EventPage['events']> =>
  (await get<EventPage>(`GET /v1/scenes/${scene}/events?limit=1000`, key)).events;
const seatsOf = async (scene: string): Promise<SeatView[]> =>
  (await get<{ items: SeatView[] }>(`GET /v1/scenes/${scene}/seats`)).items;

describe('a seat', () => {
  let scene: string;
  beforeAll(async () => {
    scene = await openScene();
  });

  it('is made, taken and played, over HTTP and over a socket', async () => {
    const made = await invite(scene, { role: 'player', persona: 'mara', label: 'the first' });
    expect(made).toMatchObject({
      seat: { role: 'player', persona: 'mara', status: 'invited', name: null, present: false },
      invitation: expect.stringMatching(/^si_local_[0-9a-z]{20}_/),
    });
    const taken = (await accept(made.invitation, 'Frieda')).json as unknown as SeatAccepted;
    expect(taken).toMatchObject({ scene, seat: { persona: 'mara', name: 'Frieda' } });
    const token = taken.token ?? '';

    const seen = await get<SceneSeen>(`GET /v1/scenes/${scene}`, token);
    expect(seen.you).toMatchObject({ id: made.seat.id, persona: 'mara' });
    expect(seen.personas.find(({ id }) => id === 'mara')).toMatchObject({ secrets: 'She can swim.' });
    expect(JSON.stringify(seen)).not.toMatch(/end badly|sank the boat|"settings"|"profiles"/);

    const client = await connect(scene, token);
    await client.ready();
    const said = await get<TurnAccepted>(`POST /v1/scenes/${scene}/turns?wait=1`, token, {
      type: 'user',
      text: 'Who is there?',
    });
    expect(said.status).toBe('completed');
    client.socket.send(
      JSON.stringify({ type: 'turn', ref: 7, input: { type: 'user', text: 'Anyone?', personaId: 'mara' } }),
    );
    await until(() => client.events.filter((event) => event.kind === 'round.completed').length).holds(
      (n) => n === 2,
    );
    expect(client.messages).toContainEqual(expect.objectContaining({ type: 'accepted', ref: 7 }));
    expect(client.events.filter((event) => event.kind === 'player.spoke').map(({ actor }) => actor)).toEqual([
      'persona:mara',
      'persona:mara',
    ]);
    const kinds = new Set(client.events.map(({ kind }) => kind));
    for (const kind of ['scene.created', 'director.completed', 'round.audited', 'seat.changed'])
      expect([...kinds]).not.toContain(kind);
    expect(await eventsOf(scene, token)).toEqual(client.events);
    const { items } = await get<{ items: Round[] }>(`GET /v1/scenes/${scene}/rounds`, token);
    expect(items.map(({ passes, record, status }) => ({ passes, record, status }))).toEqual([
      { passes: [], record: null, status: 'completed' },
      { passes: [], record: null, status: 'completed' },
    ]);
    client.close();
  });

  it('is for one person: its invitation is good once', async () => {
    const made = await invite(scene, { role: 'spectator' });
    const both = await Promise.all([accept(made.invitation, 'One'), accept(made.invitation, 'Two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const strange = `si_local_${'z'.repeat(20)}_${'z'.repeat(32)}`;
    expect((await accept(strange)).status).toBe(401);
    expect((await accept(made.invitation?.replace(/.$/, '!') ?? '')).status).toBe(400);
  });

  it('shows its secrets once, also to who asks again with the same key', async () => {
    const key = { 'Idempotency-Key': 'one-seat' };
    const first = await invite(scene, { role: 'spectator' }, key);
    const again = await invite(scene, { role: 'spectator' }, key);
    expect(again).toEqual({ seat: first.seat, invitation: null });
    const body = { invitation: first.invitation, name: 'Karl' };
    const taken = await get<SeatAccepted>('POST /v1/seats/accept', null, body, key);
    const repeated = await get<SeatAccepted>('POST /v1/seats/accept', null, body, key);
    expect(taken.token).toMatch(/^st_local_/);
    expect(repeated).toEqual({ ...taken, token: null });
    const stored = await sceneAt(scene).inside((_, { storage }) =>
      ['ledger', 'seat_secrets', 'receipts', 'snapshot', 'tickets', 'meta'].map((table) =>
        JSON.stringify(storage.sql.exec(`SELECT * FROM ${table}`).toArray()),
      ),
    );
    for (const secret of [first.invitation, taken.token])
      expect(stored.join()).not.toContain(secret?.split('_').at(-1));
  });

  it('ends at once when it is revoked: its token, its ticket, its sockets, its stream', async () => {
    const { id, token } = await seatPerson(scene, 'spectator', null, 'Nosy');
    const client = await connect(scene, token);
    await client.ready();
    const { ticket } = await get<Ticket>(`POST /v1/scenes/${scene}/tickets`, token);
    let begun = false;
    const streamed = stream(scene, token, (text) => {
      begun = text !== '';
      return false;
    });
    await until(() => begun).holds();
    expect((await send(`DELETE /v1/scenes/${scene}/seats/${id}`)).json).toMatchObject({ status: 'revoked' });
    await until(() => client.closed).holds((closed) => closed !== null);
    expect(client.closed).toMatchObject({ code: 4001 });
    expect(await streamed).not.toContain('seat.changed');
    expect((await send(`GET /v1/scenes/${scene}`, token)).status).toBe(401);
    await expect(connect(scene, null, `ticket=${ticket}`)).rejects.toThrow('401');
    const got = client.raw.length;
    await get(`POST /v1/scenes/${scene}/notes`, OPERATOR, { text: 'After it.' });
    expect(client.raw).toHaveLength(got);
  });

  it('keeps a token and who is there through a crash', async () => {
    const { id, token } = await seatPerson(scene, 'player', 'jo', 'Till');
    const client = await connect(scene, token);
    await client.ready();
    const isThere = async () => (await seatsOf(scene)).find((seat) => seat.id === id)?.present;
    await until(isThere).holds((present) => present === true);
    await sceneAt(scene).cutOff();
    expect(await get<SceneSeen>(`GET /v1/scenes/${scene}`, token)).toMatchObject({ you: { id } });
    expect(await isThere()).toBe(true);
    await send(`DELETE /v1/scenes/${scene}/seats/${id}`);
    const told = (await eventsOf(scene, OPERATOR)).filter(({ payload }) => fieldsOf(payload).seat === id);
    expect(told.map(({ kind, payload }) => [kind, fieldsOf(payload).reason])).toEqual([
      ['player.joined', undefined],
      ['player.left', 'revoked'],
    ]);
  });
});

describe('people in a scene', () => {
  let scene: string;
  beforeEach(async () => {
    scene = await openScene();
  });

  it('are told who comes, and who has been gone for half a minute', async () => {
    const mara = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const jo = await seatPerson(scene, 'player', 'jo', 'Till');
    const [one, two] = [await connect(scene, mara.token), await connect(scene, jo.token)];
    const again = await connect(scene, jo.token);
    await Promise.all([one.ready(), two.ready(), again.ready()]);
    two.close();
    again.close();
    // Wait until the sockets count as closed, before the room stores the time, because the next step changes
    // the clock.
    await until(() =>
      sceneAt(scene).inside((_, { storage }) => readMeta(storage.sql, `gone:${jo.id}`)),
    ).holds((since) => since !== null);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const ring = () => runDurableObjectAlarm(sceneObject(scene) as DurableObjectStub);
    const left = () => one.events.filter((event) => event.kind === 'player.left').map(({ actor }) => actor);
    vi.setSystemTime(Date.now() + 10_000);
    await ring();
    expect(left()).toEqual([]);
    // A room may hibernate meanwhile: it keeps only stored data and its sockets.
    await evictDurableObject(sceneObject(scene) as DurableObjectStub, { webSockets: 'hibernate' });
    vi.setSystemTime(Date.now() + 21_000);
    await ring();
    await until(() => left()).holds((actors) => actors.length > 0);
    vi.useRealTimers();
    expect(left()).toEqual(['persona:jo']);
    expect(one.events.filter((event) => event.kind === 'player.joined').map(({ actor }) => actor)).toEqual([
      'persona:mara',
      'persona:jo',
    ]);
    expect((await seatsOf(scene)).map(({ present }) => present)).toEqual([true, false]);
    one.close();
  });

  it('are sent away when the time of their seat is over', async () => {
    const body = { role: 'player', persona: 'mara', seatHours: 1 };
    const { invitation } = await invite(scene, body);
    const taken = (await accept(invitation)).json as unknown as SeatAccepted;
    const client = await connect(scene, taken.token);
    await client.ready();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 });
    const refused = await send(`GET /v1/scenes/${scene}`, taken.token);
    await runDurableObjectAlarm(sceneObject(scene) as DurableObjectStub);
    await until(() => client.closed).holds((closed) => closed !== null);
    const [seat] = await seatsOf(scene);
    vi.useRealTimers();
    expect(refused.status).toBe(401);
    expect(client.closed).toMatchObject({ code: 4001 });
    expect(seat).toMatchObject({ status: 'ended', present: false });
  });

  it('see who types, but not themselves, and never later', async () => {
    const mara = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const lurker = await seatPerson(scene, 'spectator', null, 'Till');
    const [one, two] = [await connect(scene, mara.token), await connect(scene, lurker.token)];
    await Promise.all([one.ready(), two.ready()]);
    for (const on of [true, true, false]) one.socket.send(JSON.stringify({ type: 'typing', on }));
    two.socket.send(JSON.stringify({ type: 'typing' }));
    const typing = (client: typeof one) => client.messages.filter(({ type }) => type === 'typing');
    await until(() => typing(two)).holds((told) => told.length === 2);
    // The second came too soon after the first.
    expect(typing(two).map(({ actor, on }) => [actor, on])).toEqual([
      ['persona:mara', true],
      ['persona:mara', false],
    ]);
    await until(() => two.messages.find(({ type }) => type === 'problem')).holds(
      (problem) => problem !== undefined,
    );
    expect(typing(one)).toEqual([]);
    expect(JSON.stringify(await eventsOf(scene, OPERATOR))).not.toContain('typing');
    one.close();
    two.close();
  });

  it('join in the middle with what their persona may know, and come back without losing a line', async () => {
    const mara = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const say = (text: string, more: object = {}) =>
      get<TurnAccepted>(`POST /v1/scenes/${scene}/turns?wait=1`, mara.token, { type: 'user', text, ...more });
    await say('Good evening.');
    expect((await say('Take the boat.', { to: ['persona:jo'], whisper: true })).status).toBe('completed');
    await say('The key is in the clock.', { to: ['ada'], whisper: true });

    const jo = await seatPerson(scene, 'player', 'jo', 'Till');
    const kit = await seatPerson(scene, 'player', 'kit', 'Ute');
    const told = async (key: string) => JSON.stringify(await eventsOf(scene, key));
    expect(await told(jo.token)).toContain('Take the boat.');
    expect(await told(jo.token)).not.toContain('The key is in the clock.');
    expect(await told(kit.token)).not.toMatch(/Take the boat|The key is in the clock/);

    const client = await connect(scene, jo.token);
    await client.ready();
    client.close();
    const last = client.events.at(-1)?.seq ?? 0;
    await say('You were away.');
    const back = await connect(scene, jo.token, `after=${last}`);
    await back.ready();
    const whole = await eventsOf(scene, jo.token);
    expect([...client.events, ...back.events].map(({ seq }) => seq)).toEqual(whole.map(({ seq }) => seq));
    const resumed = await stream(scene, jo.token, (text) => text.includes('You were away.'), {
      'Last-Event-ID': String(last),
    });
    expect(resumed).not.toContain('Good evening.');
    back.close();
  });

  it('play another persona from one moment to the next, on open sockets too', async () => {
    const mara = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const client = await connect(scene, mara.token);
    await client.ready();
    const whisper = (to: string, text: string) =>
      get(`POST /v1/scenes/${scene}/turns`, OPERATOR, {
        ...{ type: 'user', personaId: 'kit', whisper: true, to: [`persona:${to}`], text },
      });
    await whisper('mara', 'Before.');
    await get(`PATCH /v1/scenes/${scene}/seats/${mara.id}`, OPERATOR, { persona: 'jo' });
    await whisper('mara', 'Not for you.');
    await whisper('jo', 'After.');
    await until(() => client.raw.join()).holds((text) => text.includes('After.'));
    expect(client.raw.join()).toContain('Before.');
    expect(client.raw.join()).not.toContain('Not for you.');
    expect(client.events.some(({ kind }) => kind === 'player.changed')).toBe(true);
    expect(JSON.stringify(await eventsOf(scene, mara.token))).not.toMatch(/Before\.|Not for you\./);
    client.close();
  });

  it('keep notes that nobody else reads, and keys of their own for repeats', async () => {
    const mara = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const jo = await seatPerson(scene, 'player', 'jo', 'Till');
    const headers = { 'Idempotency-Key': 'same' };
    const note = (token: string) =>
      get<NoteWritten>(`POST /v1/scenes/${scene}/notes`, token, { text: 'I trust nobody.' }, headers);
    const [first, other, again] = [await note(mara.token), await note(jo.token), await note(mara.token)];
    expect(again).toEqual(first);
    expect(other.seq).not.toBe(first.seq);
    const notesOf = async (key: string) =>
      (await eventsOf(scene, key)).filter((event) => event.kind === 'note.written').map(({ seq }) => seq);
    expect(await notesOf(jo.token)).toEqual([other.seq]);
    expect(await notesOf(OPERATOR)).toEqual([first.seq, other.seq]);
  });

  it('have keys of their own, also against whoever sat on the seat before', async () => {
    const scene = await openScene();
    const headers = { 'Idempotency-Key': 'same' };
    const made = await invite(scene, { role: 'player', persona: 'mara' });
    const take = (invitation: string | null, name: string) =>
      get<SeatAccepted>('POST /v1/seats/accept', null, { invitation, name }, headers);
    const note = (token: string | null, text: string) =>
      send(`POST /v1/scenes/${scene}/notes`, token, { text }, headers);
    const before = await take(made.invitation, 'Frieda');
    expect((await note(before.token, 'I trust nobody.')).status).toBe(201);
    expect((await note(before.token, 'Or do I?')).json).toMatchObject({
      detail: 'The Idempotency-Key "same" was already used with another body or path.',
    });

    const row = `POST /v1/scenes/${scene}/seats/${made.seat.id}/invitation`;
    const { invitation } = await get<NewSeat>(row, OPERATOR, {});
    const after = await take(invitation, 'Till');
    expect(after).toMatchObject({ seat: { name: 'Till' }, token: expect.stringMatching(/^st_/) });
    expect((await note(after.token, 'I trust everybody.')).status).toBe(201);
    const kept = (await eventsOf(scene, OPERATOR)).filter((event) => event.kind === 'note.written');
    expect(kept.map(({ payload }) => payload.text)).toEqual(['I trust nobody.', 'I trust everybody.']);
  });

  it('get a ticket of their own each time, of which only the hash is kept', async () => {
    const scene = await openScene();
    const headers = { 'Idempotency-Key': 'same' };
    const make = () => get<Ticket>(`POST /v1/scenes/${scene}/tickets`, OPERATOR, undefined, headers);
    const [one, two] = [await make(), await make()];
    expect(one.ticket).not.toBe(two.ticket);
    const kept = await sceneAt(scene).inside((_room, { storage }) => [
      ...storage.sql.exec('SELECT * FROM receipts'),
      ...storage.sql.exec('SELECT * FROM tickets'),
    ]);
    expect(kept).toHaveLength(2);
    for (const { ticket } of [one, two]) expect(JSON.stringify(kept)).not.toContain(ticket);
  });
});
