import { afterEach, describe, expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import type { HookDelivered, NewHook } from '../../src/contract/hooks';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { gatherPeople, type Player } from '../support/gather-people';
import { fieldsOf } from '../support/loose-events';
import { until } from '../support/rooms';
import { connect, get, OPERATOR } from '../support/stage-client';

const people = gatherPeople();
const { sit, read, change, say, pass, round, textsOf, ledger, played, hold } = people;
afterEach(() => people.leave());

describe('a round that waits for others', () => {
  it('answers everyone who waits for it with ?wait=1', async () => {
    const scene = await people.open({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    const wait = (key: string, text: string) =>
      get<TurnAccepted>(`POST /v1/scenes/${scene}/turns?wait=1`, key, { type: 'user', text });
    const first = wait(mara.token, 'One.');
    await until(read).holds(({ queued }) => queued === 1);
    const answers = await Promise.all([first, wait(jo.token, 'Two.')]);
    expect(answers.map(({ round: n, status }) => [n, status])).toEqual([
      [1, 'completed'],
      [1, 'completed'],
    ]);
  });

  it('takes in what a webhook delivers, which waits like any line', async () => {
    const scene = await people.open({ turnMode: 'manual' });
    const hook = await get<NewHook>('POST /v1/hooks', OPERATOR, {
      ...{ room: scene, verify: 'bearer', turn: { text: 'News: {{what}}', personaId: 'kit' } },
    });
    const headers = { 'webhook-id': 'one' };
    const deliver = () =>
      get<HookDelivered>(`POST ${hook.deliverTo}`, hook.secret, { what: 'a boat' }, headers);
    expect(await deliver()).toMatchObject({ accepted: { round: null, status: 'queued' } });
    await deliver();
    expect(await read()).toMatchObject({ queued: 1, rounds: 0 });
    const mara = await sit('mara');
    await say(mara.token, 'A boat?');
    await get(`POST /v1/scenes/${scene}/rounds`, OPERATOR);
    await played(1);
    expect(await textsOf(1)).toEqual(['News: a boat', 'A boat?', '']);
  });

  it('lets a line be spoken anew meanwhile', async () => {
    const scene = await people.open({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    await say(mara.token, 'One.');
    await say(jo.token, 'Two.');
    await played(1);
    const [line] = (await round(1)).lines;
    await say(mara.token, 'Three.');
    await get(`POST /v1/scenes/${scene}/lines/${line?.seq}/regenerate`, OPERATOR);
    await until(read).holds(({ rounds, round: open }) => rounds === 2 && open === null);
    expect(await read()).toMatchObject({ queued: 1, waiting: { spoken: ['mara'], waitsFor: ['jo'] } });
    await pass(jo.token);
    await played(3);
    expect(await textsOf(3)).toEqual(['Three.', '']);
  });

  it('is not in a fork, which has the mode of its source', async () => {
    const scene = await people.open({ turnMode: 'gather', hideLines: true, gatherSeconds: 30 });
    const mara = await sit('mara');
    await say(mara.token, 'One.');
    await played(1);
    await change({ gatherSeconds: 45 });
    await sit('jo');
    await say(mara.token, 'Two.');
    const fork = await get<Scene>(`POST /v1/scenes/${scene}/fork`, OPERATOR, {});
    expect(fork).toMatchObject({
      ...{ turnMode: 'gather', hideLines: true, gatherSeconds: 45, holdForTyping: null },
      ...{ rounds: 1, queued: 0, waiting: null },
    });
    expect(await read()).toMatchObject({ queued: 1 });
  });
});

describe('several people who speak at the same time, over sockets that come and go', () => {
  const ROUNDS = 6;

  it('hear every line once, in the round it belongs to, and read what the ledger says', async () => {
    const scene = await people.open({ turnMode: 'gather', hideLines: true });
    const personas = ['mara', 'jo', 'kit'];
    const players: Player[] = [];
    for (const persona of personas) players.push(await sit(persona));
    const tell = (player: Player, text: string) =>
      player.client.socket.send(JSON.stringify({ type: 'turn', input: { type: 'user', text } }));
    // Kit's first socket breaks halfway; the next one receives the missed events.
    const got: Event[] = [];
    for (let n = 1; n <= ROUNDS; n += 1) {
      for (const [index, player] of players.entries()) {
        tell(player, `Line ${n} of ${personas[index]}.`);
        if (n % 2 === 0) tell(player, `And ${n} of ${personas[index]}.`);
      }
      if (n === 3) {
        const kit = players[2] as Player;
        await until(async () =>
          (await ledger()).some(({ payload }) => fieldsOf(payload).text === 'Line 3 of kit.'),
        ).holds();
        got.push(...kit.client.events);
        kit.client.close();
        const client = await connect(scene, kit.token, `after=${got.at(-1)?.seq ?? 0}`);
        await client.ready();
        players[2] = { ...kit, client };
      }
      await until(
        async () => (await ledger()).filter((event) => event.kind === 'round.completed').length,
      ).holds((ended) => ended >= n);
    }
    // A line after the start of its round waits for the next.
    await get(`POST /v1/scenes/${scene}/rounds?wait=1`, OPERATOR);
    const { rounds, head } = await until(read).holds((now) => now.round === null && now.queued === 0);
    const answered: string[] = [];
    for (let n = 1; n <= rounds; n += 1) answered.push(...(await textsOf(n)).filter((text) => text !== ''));
    expect(answered).toHaveLength(3 * (ROUNDS + ROUNDS / 2));
    expect(new Set(answered).size).toBe(answered.length);
    for (const persona of personas) {
      const own = answered.filter((text) => text.endsWith(`${persona}.`));
      const said = (await ledger()).filter(
        ({ kind, actor }) => kind === 'player.spoke' && actor === `persona:${persona}`,
      );
      expect(own).toEqual(said.map(({ payload }) => fieldsOf(payload).text));
    }
    for (const [index, { token, client }] of players.entries()) {
      const seen = () => [...(index === 2 ? got : []), ...client.events];
      const page = await ledger(token);
      await until(() => seen().length).holds((n) => n >= page.length);
      expect(seen()).toEqual(page);
      expect(page.at(-1)?.seq).toBe(head);
      const told = page.filter((event) => event.kind === 'line.revealed').map(({ payload }) => payload.text);
      expect(told).toEqual(answered);
    }
    players[2]?.client.close();
  });

  it('goes on at once when the one who keeps the others waiting is sent away', async () => {
    const scene = await people.open({ turnMode: 'gather' });
    const [mara, jo] = [await sit('mara'), await sit('jo')];
    const held = await hold();
    await say(mara.token, 'One.');
    await get(`DELETE /v1/scenes/${scene}/seats/${jo.id}`);
    await held.reached();
    held.release();
    await played(1);
  });
});
