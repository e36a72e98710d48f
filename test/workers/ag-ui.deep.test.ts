import { exports } from 'cloudflare:workers';
import { HttpAgent } from '@ag-ui/client';
import { EventSchemas } from '@ag-ui/core/schemas';
import { AbstractChat, type ChatInit, type ChatState, type UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { createChatTransport } from '../../packages/client/src/ai-sdk';
import type { Round } from '../../src/contract/rounds';
import { isDeep } from '../support/depth';
import { understudy } from '../support/rooms';
import { createScene, get, OPERATOR, seatPerson } from '../support/stage-client';

const SCENE = {
  characters: [{ name: 'Ada', secrets: 'SECRET-SANK-THE-BOAT' }, { name: 'Bo' }],
  personas: [{ name: 'Mara' }, { name: 'Jo' }],
  profiles: { director: understudy, character: understudy },
};

/** The official client, which checks the order of events itself. */
function agentOf(scene: string, token: string, threadId: string) {
  const events: unknown[] = [];
  const agent = new HttpAgent({
    url: `https://stage.test/v1/scenes/${scene}/ag-ui`,
    headers: { Authorization: `Bearer ${token}` },
    threadId,
    fetch: (url: string, init: RequestInit) => exports.default.fetch(new Request(url, init)),
  });
  agent.subscribe({
    onEvent: ({ event }) => {
      events.push(EventSchemas.parse(event));
    },
  });
  const say = async (content: string) => {
    agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
    return (await agent.runAgent()).newMessages.map((message) => String(message.content));
  };
  return { agent, events, say };
}

const ROUNDS = isDeep ? 50 : 3;

describe('a scene as an AG-UI agent', () => {
  it(`plays ${ROUNDS} rounds with the official client, without a violation or a secret`, async () => {
    const scene = await createScene(SCENE);
    const { token } = await seatPerson(scene, 'player', 'mara', 'Frieda');
    const { agent, events, say } = agentOf(scene, token, 'evening');
    await get(`POST /v1/scenes/${scene}/turns?wait=1`, OPERATOR, {
      ...{ type: 'user', personaId: 'jo', text: 'WHISPERED to Ada.', to: ['ada'], whisper: true },
    });
    for (let n = 1; n <= ROUNDS; n += 1) {
      const lines = await say(`Line ${n}: and then?`);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatch(/^(?:Ada|Bo|Narrator): /);
    }
    const { items } = await get<{ items: Round[] }>(`GET /v1/scenes/${scene}/rounds?limit=100`);
    expect(items).toHaveLength(ROUNDS + 1);
    const spoken = items
      .toReversed()
      .slice(1)
      .flatMap(({ lines }) => lines.map(({ name, text }) => `${name}: ${text}`));
    expect(agent.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual(
      spoken,
    );
    expect(JSON.stringify(events)).not.toMatch(/WHISPERED|SECRET/);
    expect(events.length).toBeGreaterThan(4 * ROUNDS);
  });

  it('refuses a spectator, and reports a failed round as an error of the run', async () => {
    const scene = await createScene(SCENE);
    const { token } = await seatPerson(scene, 'spectator', null, 'Sam');
    await expect(agentOf(scene, token, 'a').say('Hello?')).rejects.toThrow(/403/);
    const profile = { provider: 'openai', model: 'fake:401#ag-ui' };
    const broken = await createScene({ ...SCENE, profiles: { director: profile, character: profile } });
    const player = await seatPerson(broken, 'player', 'mara', 'Frieda');
    const { events, say } = agentOf(broken, player.token, 'b');
    await say('Hello?').catch(() => null);
    expect(events.at(-1)).toMatchObject({
      type: 'RUN_ERROR',
      message: expect.stringContaining('did not answer'),
    });
  });
});

/** The state machine of the AI SDK's `useChat`, without a framework. */
class Chat extends AbstractChat<UIMessage> {
  constructor(init: ChatInit<UIMessage>) {
    const state: ChatState<UIMessage> = {
      ...{ status: 'ready', error: undefined, messages: [] },
      pushMessage: (message) => {
        state.messages = [...state.messages, message];
      },
      popMessage: () => {
        state.messages = state.messages.slice(0, -1);
      },
      replaceMessage: (index, message) => {
        state.messages = state.messages.with(index, message);
      },
      snapshot: (value) => structuredClone(value),
    };
    super({ ...init, state });
  }
}

it('a chat of the AI SDK hears the lines of a round as parts, replays it, and shows why it failed', async () => {
  const scene = await createScene(SCENE);
  const { token } = await seatPerson(scene, 'player', 'mara', 'Frieda');
  const transport = createChatTransport({
    ...{ url: 'https://stage.test', token, scene },
    fetch: (request) => exports.default.fetch(request),
  });
  const chat = new Chat({ transport });
  const heard = () =>
    chat.lastMessage?.parts.map((part) => (part.type === 'text' ? part.text : part.type)) ?? [];
  const latest = async () => (await get<{ items: Round[] }>(`GET /v1/scenes/${scene}/rounds`)).items[0];
  await chat.sendMessage({ text: 'Who is there?' });
  expect(chat.status).toBe('ready');
  expect(heard()).toEqual((await latest())?.lines.map(({ name, text }) => `${name}: ${text}`));
  await chat.regenerate();
  expect(await latest()).toMatchObject({ n: 1, attempt: 2 });
  expect(heard()).toEqual((await latest())?.lines.map(({ name, text }) => `${name}: ${text}`));
  await chat.sendMessage({ text: 'Who is there?' });
  expect(await latest()).toMatchObject({ n: 2, attempt: 1 });

  await get(`PATCH /v1/scenes/${scene}`, OPERATOR, { status: 'finished' });
  await chat.sendMessage({ text: 'And now?' });
  expect(chat).toMatchObject({ status: 'error', error: { message: expect.stringContaining('finished') } });
});
