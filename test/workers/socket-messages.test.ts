import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { roomDeps } from '../../durable-objects/lib/room/deps';
import type { Json } from '../../src/base/json';
import type { Scene } from '../../src/contract/scenes';
import { namesOf } from '../support/async-messages';
import { controlModel, fakeProfile, idle, sceneBody, TENANT, until } from '../support/rooms';
import { connect, get, OPERATOR, seatPerson } from '../support/stage-client';

/** Messages of a socket by their names in the document; an undocumented message as it is. */
const named = (channel: string, raw: string[]): string[] => [
  ...new Set(raw.map((text) => namesOf(channel, JSON.parse(text) as Json).join(' or ') || text)),
];

it('everything that the sockets of a scene send is in the AsyncAPI document', async () => {
  // A character whose answers are streamed.
  roomDeps(env).capability.of(TENANT, 'openai', 'fake:late').recordExactness(true);
  const scene = await get<Scene>('POST /v1/scenes', OPERATOR, {
    ...sceneBody(fakeProfile('ok#documented')),
    profiles: {
      director: fakeProfile('ok#documented'),
      character: { ...fakeProfile('late'), expectsJson: true },
    },
  });
  const { token } = await seatPerson(scene.id, 'player', 'visitor', 'Frieda');
  const owner = await connect(scene.id, OPERATOR);
  const player = await connect(scene.id, token);
  await Promise.all([owner.ready(), player.ready()]);
  const input = { type: 'user', text: 'Is the lamp lit?', to: ['ada'] };
  player.socket.send(JSON.stringify({ type: 'typing', on: true }));
  player.socket.send(JSON.stringify({ type: 'ping', ref: [1] }));
  player.socket.send(JSON.stringify({ type: 'turn', ref: 'r', input: { ...input, type: 'shout' } }));
  player.socket.send(JSON.stringify({ type: 'turn', ref: 'r', input }));
  await until(() => owner.raw.some((text) => text.includes('character.delta'))).holds();
  await until(async () => {
    await controlModel({ go: true });
    return (await get<Scene>(`GET /v1/scenes/${scene.id}`)).round;
  }).holds((round) => round === null);
  await idle(scene.id);
  // The request does not use the sockets, whose messages may arrive a moment later.
  await until(() =>
    [owner, player].map(({ raw }) => raw.some((text) => text.includes('round.completed'))),
  ).holds((came) => came.every(Boolean));
  const seen = named('sceneSocket', owner.raw);
  expect(seen).toEqual(
    expect.arrayContaining(['ready', 'typingSeen', 'delta', 'scene.created', 'round.completed']),
  );
  expect(named('sceneSocket', player.raw)).toEqual(
    expect.arrayContaining(['ready', 'accepted', 'problem', 'pong', 'character.spoke']),
  );
  expect([...seen, ...named('sceneSocket', player.raw)].filter((name) => /^\{| or /.test(name))).toEqual([]);
  owner.close();
  player.close();
});
