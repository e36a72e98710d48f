import { env, exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { LIMITS, RATES } from '../../src/base/limits';
import type { Problem } from '../../src/contract/problems';
import { idle, openScene, say, sceneAt, sceneStub } from '../support/rooms';
import { OPERATOR, OPERATOR_EYES } from '../support/stage-client';

const open = (id: string) =>
  sceneStub(id).fetch('https://room/socket?after=0', {
    headers: { Upgrade: 'websocket', 'x-viewer': JSON.stringify(OPERATOR_EYES) },
  });

function listen(socket: WebSocket, wished: (message: { type?: string }) => boolean) {
  const messages: { type?: string; ref?: number; problem?: Problem; kind?: string }[] = [];
  return new Promise<typeof messages>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data));
      messages.push(message);
      if (wished(message)) resolve(messages);
    });
  });
}

it('sockets of one room are a thousand, and the next one is told so; streams too, while input is still taken', async () => {
  const id = await openScene();
  const sockets: WebSocket[] = [];
  for (let i = 0; i < LIMITS.sockets; i += 1) {
    const { webSocket } = await open(id);
    webSocket?.accept();
    if (webSocket) sockets.push(webSocket);
  }
  expect(sockets).toHaveLength(LIMITS.sockets);
  const ask = (path: string, init: RequestInit = {}) =>
    exports.default.fetch(
      new Request(`https://stage.test/v1/scenes/${id}${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${OPERATOR}`, ...init.headers },
      }),
    );
  const streaming = { headers: { Accept: 'text/event-stream' } };
  for (const refused of [
    await ask('/socket', { headers: { Upgrade: 'websocket' } }),
    await ask('/events', streaming),
  ]) {
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('10');
    const problem = (await refused.json()) as Problem;
    expect(problem.detail).toContain(String(LIMITS.sockets));
  }
  // A line is accepted even if no more requests can wait for the answer on a socket.
  const taken = await ask('/turns?wait=1', {
    method: 'POST',
    body: JSON.stringify(say('Is the lamp lit?')),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(taken.status).toBe(202);
  await idle(id);
  const events = await sceneAt(id).ledger();
  expect(events.filter((event) => event.kind === 'round.completed')).toHaveLength(1);

  sockets.pop()?.close(1000, 'enough');
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { status, webSocket } = await open(id);
  expect(status).toBe(101);
  webSocket?.accept();
  for (const socket of [...sockets, webSocket]) socket?.close(1000, 'done');
});

describe('messages on one socket', () => {
  it('are answered up to a rate, then refused; another socket is not', async () => {
    const id = await openScene();
    const [{ webSocket: loud }, { webSocket: calm }] = [await open(id), await open(id)];
    if (!loud || !calm) throw new Error('no socket');
    loud.accept();
    calm.accept();
    const most = 2 * RATES.message.burst;
    const heard = listen(loud, ({ type }) => type === 'problem');
    for (let ref = 0; ref < most; ref += 1) loud.send(JSON.stringify({ type: 'ping', ref }));
    const messages = await heard;
    expect(messages.filter(({ type }) => type === 'pong').length).toBeGreaterThanOrEqual(RATES.message.burst);
    const refusal = messages.find(({ type }) => type === 'problem');
    expect(refusal).toMatchObject({ problem: { status: 429, type: '/problems/too-many' } });
    expect(refusal?.ref).toBeGreaterThanOrEqual(RATES.message.burst);

    const answered = listen(calm, ({ type }) => type === 'pong');
    calm.send(JSON.stringify({ type: 'ping', ref: 1 }));
    expect((await answered).at(-1)).toEqual({ type: 'pong', ref: 1 });
  });

  it('are refused when they are nested too deep, whatever they are', async () => {
    const id = await openScene();
    const { webSocket } = await open(id);
    if (!webSocket) throw new Error('no socket');
    webSocket.accept();
    const deep = '['.repeat(400_000) + ']'.repeat(400_000);
    const input = '{"type":"user","text":"x"}';
    for (const message of [
      `{"type":"turn","ref":${deep},"input":${input}}`,
      `{"type":"ping","ref":${deep}}`,
    ]) {
      const heard = listen(webSocket, ({ type }) => type === 'problem' || type === 'pong');
      webSocket.send(message);
      expect((await heard).at(-1)).toMatchObject({
        problem: { status: 400, detail: expect.stringContaining('levels') },
      });
    }
    webSocket.close(1000, 'done');
  });

  it('are refused when they are too long', async () => {
    const id = await openScene();
    const { webSocket } = await open(id);
    if (!webSocket) throw new Error('no socket');
    webSocket.accept();
    const heard = listen(webSocket, ({ type }) => type === 'problem');
    webSocket.send(JSON.stringify({ type: 'turn', text: 'x'.repeat(LIMITS.message) }));
    expect((await heard).at(-1)).toMatchObject({ problem: { status: 413 } });
  });
});

it('the binding that counts lookups of keys is there', async () =>
  expect(await env.LOOKUPS.limit({ key: 'somebody' })).toEqual({ success: true }));
