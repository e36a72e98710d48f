import { evictDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { SceneSeen } from '../../src/contract/scenes';
import { gatherPeople, type Player } from '../support/gather-people';
import { fieldsOf } from '../support/loose-events';
import { idle, sceneAt, sceneObject, understudy, until } from '../support/rooms';
import { get, OPERATOR, seatPerson, send } from '../support/stage-client';

const people = gatherPeople();
const { sit, read, change, say, pass, round, textsOf, ledger, kindsOf, ring, played, hold } = people;
let scene: string;
const openScene = async (pace: object) => {
  scene = await people.open(pace);
};
/** Sets the clock of the Worker; the test triggers the alarm. */
const at = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });
const seconds = (n: number) => vi.setSystemTime(Date.now() + n * 1000);

afterEach(async () => {
  vi.useRealTimers();
  await people.leave();
});

describe('a scene that gathers', () => {
  it('begins when everybody who is there has spoken, with all of it, in order of arrival', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    const first = await say(mara.token, 'One.');
    expect(first).toMatchObject({ round: null, status: 'queued' });
    await say(mara.token, 'Two.');
    const seen = await get<SceneSeen>(`GET /v1/scenes/${scene}`, jo.token);
    expect(seen).toMatchObject({
      ...{ turnMode: 'gather', gatherSeconds: 60, hideLines: false, rounds: 0, queued: 2 },
      waiting: { spoken: ['mara'], waitsFor: ['jo'], startsAt: expect.any(String) },
    });
    const wait = Date.parse(seen.waiting?.startsAt ?? '') - Date.parse(seen.waiting?.since ?? '');
    expect(wait).toBe(60_000);
    expect(await say(jo.token, 'Three.')).toMatchObject({ round: 1, status: 'running' });
    expect((await played(1)).waiting).toBeNull();
    expect(await textsOf(1)).toEqual(['One.', 'Two.', 'Three.']);
    expect(fieldsOf((await kindsOf('round.started'))[0]?.payload).inputs).toContain(first.inputSeq);
  });

  it('begins at once when nobody is there to be waited for', async () => {
    await openScene({ turnMode: 'gather' });
    expect(await say(OPERATOR, 'Alone.', { personaId: 'mara' })).toMatchObject({ round: 1 });
    await played(1);
    const { token } = await seatPerson(scene, 'player', 'jo', 'Till');
    // A player without a socket does not count as present.
    expect(await say(token, 'Me too.')).toMatchObject({ round: 2 });
    await played(2);
  });

  it('begins when the time is up, also when it slept and was cut off meanwhile', async () => {
    await openScene({ turnMode: 'gather', gatherSeconds: 90 });
    const [mara] = [await sit('mara'), await sit('jo')];
    at(Date.now());
    await say(mara.token, 'Anyone?');
    seconds(30);
    await ring();
    await evictDurableObject(sceneObject(scene) as DurableObjectStub, { webSockets: 'hibernate' });
    await sceneAt(scene).cutOff();
    seconds(29);
    await ring();
    expect(await read()).toMatchObject({ rounds: 0, queued: 1 });
    // An abort closes every socket: present players count for another 30 seconds, then as absent.
    await change({ gatherSeconds: 70 });
    seconds(12);
    await ring();
    await played(1);
    expect(await textsOf(1)).toEqual(['Anyone?']);
  });

  it('has its alarm set for the time at which it begins', async () => {
    await openScene({ turnMode: 'gather', gatherSeconds: 5 });
    const [mara] = [await sit('mara'), await sit('jo')];
    const { inputSeq } = await say(mara.token, 'Anyone?');
    const said = (await ledger()).find(({ seq }) => seq === inputSeq);
    const alarm = await sceneAt(scene).inside((_, { storage }) => storage.getAlarm());
    expect((alarm ?? 0) - Date.parse(said?.at ?? '')).toBeLessThanOrEqual(5000);
  });

  it('does not wait for one who left, and waits for one who came', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    const kit = await sit('kit');
    expect((await read()).waiting?.waitsFor).toEqual(['jo', 'kit']);
    await say(jo.token, 'Two.');
    expect((await read()).rounds).toBe(0);
    await get(`DELETE /v1/scenes/${scene}/seats/${kit.id}`);
    await played(1);
    expect(await textsOf(1)).toEqual(['One.', 'Two.']);
  });

  it('lets a player pass, and goes on when all of them do', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await pass(jo.token);
    expect(await say(mara.token, 'Then I will.')).toMatchObject({ round: 1 });
    await played(1);
    expect(await textsOf(1)).toEqual(['', 'Then I will.']);
    await pass(mara.token);
    expect(await pass(jo.token)).toMatchObject({ round: 2 });
    await played(2);
  });

  it('begins at once when the owner says so, with all that waits', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    const began = await get<TurnAccepted>(`POST /v1/scenes/${scene}/rounds?wait=1`, OPERATOR);
    expect(began).toMatchObject({ round: 1, status: 'completed' });
    expect(await textsOf(1)).toEqual(['One.', '']);
    expect((await send(`POST /v1/scenes/${scene}/rounds`, mara.token)).status).toBe(403);
  });

  it('keeps what is said during a round for the next, and counts the time from its end', async () => {
    await openScene({ turnMode: 'gather', gatherSeconds: 12 });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    const held = await hold();
    // Started by the owner, so that no alarm for waiting lines is set before.
    await get(`POST /v1/scenes/${scene}/rounds`, OPERATOR);
    await held.reached();
    await say(mara.token, 'Meanwhile.');
    expect(await read()).toMatchObject({ round: { n: 1 }, waiting: { spoken: ['mara'], startsAt: null } });
    held.release();
    const waiting = await until(() => read()).holds(
      ({ rounds, round: open }) => rounds === 1 && open === null,
    );
    const [end] = await kindsOf('round.completed');
    expect(waiting).toMatchObject({ queued: 1, waiting: { spoken: ['mara'], waitsFor: ['jo'] } });
    expect(Date.parse(waiting.waiting?.startsAt ?? '')).toBe(Date.parse(end?.at ?? '') + 12_000);
    const alarm = await sceneAt(scene).inside((_, { storage }) => storage.getAlarm());
    expect(alarm).toBeLessThanOrEqual(Date.parse(end?.at ?? '') + 12_000);
    await say(jo.token, 'Now.');
    await played(2);
    expect(await textsOf(2)).toEqual(['Meanwhile.', 'Now.']);
  });

  it('plays what the owner asks for alone at once, and leaves the lines waiting', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    await get(`POST /v1/scenes/${scene}/turns?wait=1`, OPERATOR, { type: 'narration' });
    expect(await read()).toMatchObject({ rounds: 1, queued: 1, waiting: { spoken: ['mara'] } });
    await say(jo.token, 'Two.');
    await played(2);
    expect(await textsOf(2)).toEqual(['One.', 'Two.']);
  });

  it('goes by what the owner changes: what waits is played when the new mode has it so', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    await say(mara.token, 'Two.');
    expect(await change({ turnMode: 'manual' })).toMatchObject({ turnMode: 'manual', queued: 2, rounds: 0 });
    expect(await change({ turnMode: 'immediate' })).toMatchObject({ waiting: null });
    await played(2);
    expect([await textsOf(1), await textsOf(2)]).toEqual([['One.'], ['Two.']]);
    const told = (await kindsOf('scene.changed')).map(({ audience, payload }) => [
      audience,
      fieldsOf(payload).pace,
    ]);
    expect(told).toEqual([
      [['*'], { turnMode: 'manual', gatherSeconds: 60, hideLines: false, holdForTyping: null }],
      [['*'], { turnMode: 'immediate', gatherSeconds: 60, hideLines: false, holdForTyping: null }],
    ]);
  });

  it('after a cancel goes on with what was said meanwhile; a rollback drops it', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    const held = await hold();
    await say(mara.token, 'One.');
    await say(jo.token, 'Two.');
    await held.reached();
    await say(mara.token, 'Three.');
    await get(`POST /v1/scenes/${scene}/cancel`, OPERATOR);
    held.release();
    await say(jo.token, 'Four.');
    await played(2);
    expect((await round(1)).status).toBe('cancelled');
    expect(await textsOf(2)).toEqual(['Three.', 'Four.']);
    await say(mara.token, 'Five.');
    await get(`POST /v1/scenes/${scene}/rounds/1/rollback`, OPERATOR);
    expect(await read()).toMatchObject({ queued: 0, waiting: null });
  });

  it('retries a failed round with its own lines; what waited goes on waiting', async () => {
    await openScene({
      turnMode: 'gather',
      profiles: { director: { provider: 'openai', model: 'fake:401' }, character: understudy },
    });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    await say(jo.token, 'Two.');
    await until(() => read()).holds((now) => now.failed !== null);
    await change({ profiles: { director: understudy } });
    await get(`POST /v1/scenes/${scene}/rounds/1/retry`, OPERATOR);
    await played(1);
    expect(await round(1)).toMatchObject({ attempt: 2, status: 'completed' });
    expect(await textsOf(1)).toEqual(['One.', 'Two.']);
  });
});

describe('somebody who is typing', () => {
  const type = (player: Player, on: boolean) =>
    player.client.socket.send(JSON.stringify({ type: 'typing', on }));
  /**
   * Messages of a socket are handled in order: the answer to this one means that all earlier ones were
   * handled.
   */
  const settled = async ({ client }: Player) => {
    client.socket.send(JSON.stringify({ type: 'ping', ref: client.messages.length }));
    const ref = client.messages.length;
    await until(() =>
      client.messages.some((message) => message.type === 'pong' && message.ref === ref),
    ).holds();
  };

  it('holds a gathered round back until it speaks', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    type(mara, true);
    await settled(mara);
    expect(await say(jo.token, 'Two.')).toMatchObject({ round: null, status: 'queued' });
    expect(await say(mara.token, 'Three.')).toMatchObject({ round: 1 });
    await played(1);
    expect(await textsOf(1)).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('holds it back until it stops, or is gone', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    type(jo, true);
    await settled(jo);
    await say(jo.token, 'One.');
    type(mara, true);
    await settled(mara);
    await say(mara.token, 'Two.');
    type(jo, true);
    await settled(jo);
    await played(1);
    await say(mara.token, 'Three.');
    await say(jo.token, 'Four.');
    await played(2);

    type(jo, true);
    await settled(jo);
    await pass(jo.token);
    type(jo, true);
    await settled(jo);
    expect(await say(mara.token, 'Five.')).toMatchObject({ status: 'queued' });
    type(jo, false);
    await played(3);
    await pass(jo.token);
    type(jo, true);
    await settled(jo);
    expect(await say(mara.token, 'Six.')).toMatchObject({ status: 'queued' });
    jo.client.close();
    await played(4);
  });

  it('holds it back for a bounded time, however long it types', async () => {
    await openScene({ turnMode: 'gather', holdForTyping: 20 });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    at(Date.now());
    await say(jo.token, 'One.');
    type(jo, true);
    await settled(jo);
    await say(mara.token, 'Two.');
    for (let i = 0; i < 3; i += 1) {
      expect((await read()).rounds).toBe(0);
      seconds(6);
      type(jo, true);
      await settled(jo);
      await ring();
    }
    expect((await read()).rounds).toBe(0);
    seconds(3);
    await ring();
    await played(1);
  });

  it('is forgotten when the room is cut off; the round is not', async () => {
    await openScene({ turnMode: 'gather', holdForTyping: 60 });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(jo.token, 'One.');
    type(jo, true);
    await settled(jo);
    await say(mara.token, 'Two.');
    expect((await read()).rounds).toBe(0);
    await sceneAt(scene).cutOff();
    await ring();
    await played(1);
    expect(await textsOf(1)).toEqual(['One.', 'Two.']);
  });

  it('holds nothing back in an immediate scene, unless it is asked to', async () => {
    await openScene({});
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    type(jo, true);
    await settled(jo);
    expect(await say(mara.token, 'One.')).toMatchObject({ round: 1 });
    await played(1);
    await change({ holdForTyping: 30 });
    type(jo, true);
    await settled(jo);
    expect(await say(mara.token, 'Two.')).toMatchObject({ status: 'queued' });
    type(jo, false);
    await played(2);
  });

  it('does not hold back what the owner starts', async () => {
    await openScene({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    type(jo, true);
    await settled(jo);
    expect(await get(`POST /v1/scenes/${scene}/rounds`, OPERATOR)).toMatchObject({ round: 1 });
    await played(1);
  });
});

describe('a manual scene', () => {
  it('keeps what is said where all can see it, and begins when the owner says so', async () => {
    await openScene({ turnMode: 'manual' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    await say(jo.token, 'Two.');
    await pass(jo.token);
    expect(await read()).toMatchObject({
      rounds: 0,
      queued: 3,
      waiting: { spoken: ['mara', 'jo'], waitsFor: [], startsAt: null },
    });
    await until(() => jo.client.events.filter((event) => event.kind === 'player.spoke').length).holds(
      (n) => n === 2,
    );
    const key = { 'Idempotency-Key': 'begin' };
    const began = await get<TurnAccepted>(`POST /v1/scenes/${scene}/rounds`, OPERATOR, undefined, key);
    expect(began).toMatchObject({ round: 1, status: 'running' });
    expect(await get(`POST /v1/scenes/${scene}/rounds`, OPERATOR, undefined, key)).toEqual(began);
    await played(1);
    expect(await textsOf(1)).toEqual(['One.', 'Two.', '', '']);
    await get(`POST /v1/scenes/${scene}/turns?wait=1`, OPERATOR, { type: 'continuation' });
    expect((await read()).rounds).toBe(2);
  });

  it('begins after the round that is played, with what came in the meantime', async () => {
    await openScene({ turnMode: 'manual' });
    const held = await hold();
    await say(OPERATOR, 'One.', { personaId: 'mara' });
    await get(`POST /v1/scenes/${scene}/rounds`, OPERATOR);
    await held.reached();
    await say(OPERATOR, 'Two.', { personaId: 'jo' });
    expect(await get(`POST /v1/scenes/${scene}/rounds`, OPERATOR)).toMatchObject({ status: 'queued' });
    held.release();
    await played(2);
    expect(await textsOf(2)).toEqual(['Two.', '']);
  });
});

describe('hidden lines', () => {
  it('are told to everybody as their round begins, and to nobody before', async () => {
    await openScene({ turnMode: 'gather', hideLines: true });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    const { inputSeq } = await say(mara.token, 'I take the left door.');
    await until(() => jo.client.events.some(({ kind }) => kind === 'player.ready')).holds();
    expect(jo.client.raw.join()).not.toContain('left door');
    expect(mara.client.raw.join()).toContain('left door');
    // The owner may edit it before others can read it.
    await get(`PATCH /v1/scenes/${scene}/lines/${inputSeq}`, OPERATOR, { text: 'I take the right door.' });
    await say(jo.token, 'I stay.');
    await played(1);
    expect(jo.client.raw.join()).not.toContain('left door');
    const revealed = jo.client.events.filter((event) => event.kind === 'line.revealed');
    expect(revealed.map(({ actor, payload }) => [actor, payload.seq, payload.text])).toEqual([
      ['persona:mara', inputSeq, 'I take the right door.'],
      ['persona:jo', inputSeq + 3, 'I stay.'],
    ]);
    expect((await round(1, jo.token)).inputs).toEqual((await round(1)).inputs);
    await get(`PATCH /v1/scenes/${scene}/lines/${inputSeq}`, OPERATOR, { text: 'I take no door.' });
    await until(() => jo.client.events.some(({ kind }) => kind === 'line.edited')).holds();
    expect((await round(1, jo.token)).inputs[0]?.text).toBe('I take no door.');
    // The second round sees the first as it was revealed.
    await say(mara.token, 'Now?');
    await say(jo.token, 'Now.');
    await played(2);
  });

  it('that are whispered are told to those who hear them', async () => {
    await openScene({ turnMode: 'gather', hideLines: true });
    const [mara, jo, kit] = [await sit('mara'), await sit('jo'), await sit('kit')];
    await say(mara.token, 'Ada, Jo, the letter.', { to: ['ada', 'persona:jo'], whisper: true });
    // A whisper among players starts no round, and arrives at once.
    await say(mara.token, 'Just us.', { to: ['persona:kit'], whisper: true });
    await until(() => kit.client.raw.join().includes('Just us.')).holds();
    expect(jo.client.raw.join()).not.toContain('letter');
    await pass(jo.token);
    await pass(kit.token);
    await played(1);
    const told = ({ client }: Player) =>
      client.events.filter((event) => event.kind === 'line.revealed').length;
    expect([told(mara), told(jo), told(kit)]).toEqual([1, 1, 0]);
    expect(kit.client.raw.join()).not.toContain('letter');
    expect((await round(1, kit.token)).inputs.map(({ text }) => text)).toEqual(['', '']);
    await idle(scene);
  });

  it('stay hidden when they are dropped', async () => {
    await openScene({ turnMode: 'gather', hideLines: true });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    await say(jo.token, 'Two.');
    await played(1);
    await say(mara.token, 'Never heard.');
    await get(`POST /v1/scenes/${scene}/rounds/0/rollback`, OPERATOR);
    await say(mara.token, 'Three.');
    await say(jo.token, 'Four.');
    await played(2);
    expect(JSON.stringify(await ledger(jo.token))).not.toContain('Never heard');
    expect(await textsOf(2)).toEqual(['Three.', 'Four.']);
  });
});
