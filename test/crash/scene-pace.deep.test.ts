import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import type { SceneRoom } from '../../durable-objects/scene-room';
import type { Event } from '../../src/contract/events/events';
import type { TurnInput } from '../../src/contract/rounds';
import { sample } from '../support/depth';
import { fieldsOf } from '../support/loose-events';
import { must } from '../support/must';
import {
  address,
  comparable,
  expectRebuilt,
  roomId,
  sceneAt,
  sceneBody,
  sceneObject,
  sceneStub,
  understudy,
  until,
} from '../support/rooms';
import { type Client, connect, createScene, seatPerson } from '../support/stage-client';

type Writes = 'stored' | 'unstored';

/**
 * Aborts the room at the `n`-th point of its journal from now on, counted from 0, in any round; null: never.
 */
async function cutAtNth(id: string, n: number | null, writes: Writes) {
  const seen = { passed: 0, cut: false };
  await runInDurableObject(sceneObject(id) as DurableObjectStub, (object, state) => {
    const room = object as unknown as SceneRoom;
    room.core.probe = async () => {
      if (seen.cut) return new Promise(() => {});
      if (seen.passed === n) {
        seen.cut = true;
        if (writes === 'stored') await state.storage.sync();
        state.abort('cut off by the test');
        return new Promise(() => {});
      }
      seen.passed += 1;
    };
  });
  return seen;
}

/** True if the ledger contains this text, without waking the room. */
const holds = (id: string, text: string): Promise<boolean> =>
  runInDurableObject(
    sceneObject(id) as DurableObjectStub,
    (_object, state) =>
      state.storage.sql.exec('SELECT 1 FROM ledger WHERE instr(events, ?) > 0', text).toArray().length > 0,
  );

async function expectWhole(id: string, events: Event[]): Promise<void> {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  await sceneAt(id).inside(expectRebuilt);
}

describe.each(['stored', 'unstored'] as const)('cut off at every point, its last write %s', (writes) => {
  const ROUNDS = 2;
  let made = 0;
  const open = async (): Promise<string> => {
    made += 1;
    const id = roomId('scn', `${writes === 'stored' ? 7 : 8}${String(made).padStart(4, '0')}`);
    await sceneAt(id).create(address(id), sceneBody(understudy), null);
    return id;
  };
  const goOn = (id: string) =>
    sceneStub(id).startAutonomy({ rounds: ROUNDS, pauseSeconds: 0 }, { key: 'go', bodyHash: 'one' });
  const finish = async (id: string) => {
    await until(async () => await sceneAt(id).read()).holds(
      ({ autonomy, round, rounds }) => autonomy === null && round === null && rounds === ROUNDS,
    );
    // The room may yield before it writes the event.
    await until(() => holds(id, 'autonomy.ended')).holds();
  };

  it('a scene that goes on by itself plays each round once and ends with the ledger it would have had', async () => {
    const first = await open();
    const { passed: points } = await (async () => {
      const seen = await cutAtNth(first, null, writes);
      must(await goOn(first));
      await finish(first);
      return seen;
    })();
    const whole = comparable(await sceneAt(first).ledger(), first);
    expect(points).toBeGreaterThan(25);
    for (const n of sample([...Array(points).keys()], 4)) {
      const id = await open();
      const seen = await cutAtNth(id, n, writes);
      const answer = await goOn(id).catch(() => null);
      await until(() => seen.cut).holds();
      if (!answer) await until(() => goOn(id)).holds(({ ok }) => ok);
      // Some resume because of a request, others by their alarm only.
      if (answer && n % 2 === 0)
        await sceneAt(id)
          .ringing(() => holds(id, 'autonomy.ended'))
          .holds();
      else await finish(id);
      const events = await sceneAt(id).ledger();
      expect(comparable(events, id), `cut at point ${n}`).toEqual(whole);
      await expectWhole(id, events);
    }
    console.log(`a scene on its own, last write ${writes}: ${points} abort points`);
  });
});

describe('a gathered round', () => {
  const SCENE = {
    ...{ turnMode: 'gather', hideLines: true, seed: 'one', characters: [{ name: 'Ada' }, { name: 'Bo' }] },
    ...{
      personas: [{ name: 'Mara' }, { name: 'Jo' }],
      profiles: { director: understudy, character: understudy },
    },
  };
  const PEOPLE = ['player.joined', 'player.left', 'seat.changed'];
  const line = (text: string, personaId: string): TurnInput => ({ type: 'user', text, personaId, to: [] });
  const gather = async (): Promise<{ id: string; clients: Client[] }> => {
    const id = await createScene(SCENE);
    const clients: Client[] = [];
    for (const persona of ['mara', 'jo']) {
      const { token } = await seatPerson(id, 'player', persona, persona);
      const client = await connect(id, token);
      await client.ready();
      clients.push(client);
    }
    await sceneAt(id).turn(line('One.', 'mara'));
    return { id, clients };
  };
  const last = (id: string) => sceneStub(id).turn(line('Two.', 'jo'), { key: 'two', bodyHash: 'one' });
  const finish = (id: string) =>
    until(async () => await sceneAt(id).read()).holds(({ round, rounds }) => round === null && rounds === 1);
  const readOut = async (id: string) =>
    (await sceneAt(id).ledger())
      .filter(({ kind }) => !PEOPLE.includes(kind))
      .map((event) =>
        JSON.stringify([event.kind, event.actor, event.audience, fieldsOf(event.payload).text ?? null]),
      );

  it.each(['stored', 'unstored'] as const)(
    'is whole wherever it is cut off, its last write %s: each line is told once',
    async (writes) => {
      const first = await gather();
      const { passed: points } = await (async () => {
        const seen = await cutAtNth(first.id, null, writes);
        must(await last(first.id));
        await finish(first.id);
        return seen;
      })();
      const whole = await readOut(first.id);
      expect(whole.filter((event) => event.includes('line.revealed'))).toHaveLength(2);
      for (const client of first.clients) client.close();
      for (const n of sample([...Array(points).keys()], 4)) {
        const { id } = await gather();
        const seen = await cutAtNth(id, n, writes);
        const answer = await last(id).catch(() => null);
        await until(() => seen.cut).holds();
        if (!answer) await until(() => last(id)).holds(({ ok }) => ok);
        await finish(id);
        expect(await readOut(id), `cut at point ${n}`).toEqual(whole);
        await expectWhole(id, await sceneAt(id).ledger());
      }
    },
  );

  it('waits on when it is cut off before all have spoken, and its alarm is there', async () => {
    const { id } = await gather();
    await sceneAt(id).cutOff();
    const alarm = await runInDurableObject(sceneObject(id) as DurableObjectStub, (_object, state) =>
      state.storage.getAlarm(),
    );
    expect(alarm).not.toBeNull();
    await runDurableObjectAlarm(sceneObject(id) as DurableObjectStub);
    expect(await sceneAt(id).read()).toMatchObject({
      rounds: 0,
      waiting: { spoken: ['mara'], waitsFor: ['jo'] },
    });
    must(await last(id));
    await finish(id);
    expect((await sceneAt(id).round(1)).inputs.map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });
});
