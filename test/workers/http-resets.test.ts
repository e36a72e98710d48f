import { beforeAll, describe, expect, it } from 'vitest';
import type { Event, EventPage } from '../../src/contract/events/events';
import type { Problem } from '../../src/contract/problems';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { SCENE } from '../support/http-rooms';
import { sceneAt } from '../support/rooms';
import { call, createScene } from '../support/stage-client';

const makeScene = async () => await createScene(SCENE);

/** Aborts the room during its next call of `method`, before or after it takes effect. */
async function dieIn(id: string, method: 'read' | 'perform', when: 'before' | 'after'): Promise<void> {
  await sceneAt(id).inside((room, state) => {
    const whole = room[method].bind(room) as (...args: unknown[]) => Promise<unknown>;
    const dying = async (...args: unknown[]) => {
      if (when === 'after') await whole(...args);
      await state.storage.sync();
      state.abort('cut off by the test');
      return new Promise(() => {});
    };
    // RPC finds methods on prototypes only.
    Object.setPrototypeOf(
      room,
      Object.assign(Object.create(Object.getPrototypeOf(room)), { [method]: dying }),
    );
  });
}
const abort = (id: string) => sceneAt(id).cutOff();

// Load lazy modules in a room that stays alive: vitest's module runner never finishes an import that began in
// an aborted room.
beforeAll(async () => {
  await call(`POST /v1/scenes/${await makeScene()}/turns?wait=1`, { body: { type: 'continuation' } });
});

describe('a room that is reset while it is asked', () => {
  it('is read from its next life', async () => {
    const id = await makeScene();
    await dieIn(id, 'read', 'before');
    const response = await call(`GET /v1/scenes/${id}`);
    expect(response.status).toBe(200);
    expect((await response.json<Scene>()).id).toBe(id);
  });

  it('takes a turn with an Idempotency-Key once, though the answer was lost', async () => {
    const id = await makeScene();
    await dieIn(id, 'perform', 'after');
    const hello = { type: 'user', text: 'Hello' };
    const response = await call(`POST /v1/scenes/${id}/turns`, {
      body: hello,
      headers: { 'Idempotency-Key': 'once' },
    });
    expect(response.status).toBe(202);
    const accepted = await response.json<TurnAccepted>();
    const { events } = await (await call(`GET /v1/scenes/${id}/events`)).json<EventPage>();
    const spoken = events.filter((event) => event.kind === 'player.spoke');
    expect(spoken.map(({ seq }) => seq)).toEqual([accepted.inputSeq]);
  });

  it('is not asked twice for a turn without one: the caller is told', async () => {
    const id = await makeScene();
    await dieIn(id, 'perform', 'before');
    const response = await call(`POST /v1/scenes/${id}/turns`, { body: { type: 'user', text: 'Hello' } });
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('2');
    expect((await response.json<Problem>()).fix).toContain('Idempotency-Key');
  });

  it('goes on being streamed, without a gap or a double', async () => {
    const id = await makeScene();
    const response = await call(`GET /v1/scenes/${id}/events`, { headers: { Accept: 'text/event-stream' } });
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    const decoder = new TextDecoder();
    const seen: Event[] = [];
    let text = '';
    const readUntil = async (kind: Event['kind']) => {
      while (!seen.some((event) => event.kind === kind)) {
        const { done, value } = await reader.read();
        if (done) throw new Error('the stream ended');
        text += decoder.decode(value, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data !== undefined) seen.push(JSON.parse(data) as Event);
        }
      }
    };
    await readUntil('scene.created');
    await abort(id);
    const keyed = { 'Idempotency-Key': 'go-on' };
    const accepted = await call(`POST /v1/scenes/${id}/turns`, {
      body: { type: 'continuation' },
      headers: keyed,
    });
    expect(accepted.status).toBe(202);
    await readUntil('round.completed');
    await reader.cancel();
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, i) => i + 1));
  });

  it('closes the streams of a scene that is deleted', async () => {
    const id = await makeScene();
    const response = await call(`GET /v1/scenes/${id}/events`, { headers: { Accept: 'text/event-stream' } });
    const whole = response.text();
    expect((await call(`DELETE /v1/scenes/${id}`)).status).toBe(204);
    expect(await whole).toContain('scene.created');
  });
});
