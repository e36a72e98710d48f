// Lists every model call of a round: its step, how its reply was read, and the length of its prompt.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'proscenium';

const { PROSCENIUM_KEY: token, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const stage = connect({ url, token, WebSocket: null });
const { id: room } = await stage.POST('/v1/scenes', { body: { template: 'lighthouse' } });
const body = { type: 'user', text: 'Who lit the lamp?', personaId: 'ines' };
const { round } = await stage.POST('/v1/scenes/{id}/turns', {
  path: { id: room },
  query: { wait: true },
  body,
});

// Lists come from an index that may lag behind the room.
let calls = [];
while (calls.length === 0) {
  await sleep(200);
  ({ items: calls } = await stage.GET('/v1/calls', { query: { room } }));
}
for (const { id } of calls.reverse()) {
  const { step, provider, rung, messages, raw } = await stage.GET('/v1/calls/{id}', { path: { id } });
  const prompt = messages.map(({ content }) => JSON.stringify(content)).join('').length;
  console.log(
    `${step}: ${provider}, read as ${rung}, prompt of ${prompt} characters, answer ${raw?.slice(0, 60)}`,
  );
}

const { record } = await stage.GET('/v1/scenes/{id}/rounds/{n}', { path: { id: room, n: round } });
console.log(`agents: ${record.agents.map(({ agent, ok }) => `${agent} ${ok ? 'ok' : 'failed'}`).join(', ')}`);
