import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import type { Event, EventPage } from '../../src/contract/events/events';
import { fieldsOf } from '../support/loose-events';
import { idle, openScene, until } from '../support/rooms';
import { type Client, connect, get, OPERATOR, seatPerson } from '../support/stage-client';

const spoken = async (scene: string): Promise<Event[]> =>
  (await get<EventPage>(`GET /v1/scenes/${scene}/events?limit=1000`)).events.filter(
    ({ kind }) => kind === 'player.spoke',
  );
const send = (client: Client, ref: number, key: string, text: string, more: JsonObject = {}) =>
  client.socket.send(JSON.stringify({ type: 'turn', ref, key, input: { type: 'user', text, ...more } }));
const answer = (client: Client, ref: number) =>
  until(() => client.messages.find((message) => message.ref === ref)).holds((found) => found !== undefined);

it('takes a line once, however often and over whichever socket it is sent under its key', async () => {
  const scene = await openScene();
  const { token } = await seatPerson(scene, 'player', 'visitor', 'Frieda');
  const first = await connect(scene, token);
  await first.ready();
  send(first, 1, 'line-1', 'Is anybody there?');
  const accepted = await answer(first, 1);
  expect(accepted).toMatchObject({ type: 'accepted', inputSeq: expect.any(Number) });
  first.close();
  const second = await connect(scene, token);
  await second.ready();
  send(second, 2, 'line-1', 'Is anybody there?');
  expect(await answer(second, 2)).toEqual({ ...accepted, ref: 2 });
  expect((await spoken(scene)).map(({ payload }) => fieldsOf(payload).text)).toEqual(['Is anybody there?']);
  send(second, 3, 'line-1', 'Somebody else?');
  expect(await answer(second, 3)).toMatchObject({
    type: 'problem',
    problem: { type: '/problems/idempotency-mismatch' },
  });
  send(second, 4, 'with spaces in it', 'Hello.');
  expect(await answer(second, 4)).toMatchObject({ type: 'problem', problem: { type: '/problems/invalid' } });
  second.close();
  await idle(scene);
});

it('keeps lines in the order in which a socket sent them, with keys and without', async () => {
  const scene = await openScene();
  const owner = await connect(scene, OPERATOR);
  await owner.ready();
  const lines = Array.from({ length: 8 }, (_, n) => `${n} ${'on '.repeat(n % 2 === 0 ? 2_000 : 0)}`.trim());
  for (const [n, text] of lines.entries()) {
    const input = { type: 'user', text, personaId: 'visitor' };
    owner.socket.send(
      JSON.stringify({ type: 'turn', ref: n, ...(n % 2 === 0 ? { key: `k${n}` } : {}), input }),
    );
  }
  await answer(owner, lines.length - 1);
  const kept = (await spoken(scene)).map(({ payload }) => fieldsOf(payload).text);
  expect(kept.map((text) => lines.indexOf(String(text)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  owner.close();
  await idle(scene);
});

it('does not give anybody the answer to somebody else', async () => {
  const scene = await openScene();
  const people = [
    await seatPerson(scene, 'player', 'visitor', 'Frieda'),
    await seatPerson(scene, 'player', 'pilot', 'Otto'),
  ];
  const clients: Client[] = [];
  for (const { token } of people) clients.push(await connect(scene, token));
  const seqs: unknown[] = [];
  for (const [i, client] of clients.entries()) {
    await client.ready();
    send(client, i, 'mine', 'Hello.');
    seqs.push((await answer(client, i))?.inputSeq);
  }
  expect(new Set(seqs).size).toBe(2);
  expect((await spoken(scene)).map(({ actor }) => actor)).toEqual(['persona:visitor', 'persona:pilot']);
  for (const client of clients) client.close();
  await idle(scene);
});
