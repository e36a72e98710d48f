import { type Door, type Listener, listen, send } from './client';
import { CAST, type FakeEndpoint } from './fake-endpoint';

/** Deterministic English text of about `tokens` tokens. */
export function writeProse(tokens: number, salt: string): string {
  const words =
    'river crate lamp cord rain kitchen ledger harbour window salt winter bell engine garden copper letter';
  const list = words.split(' ');
  const out: string[] = [];
  for (let i = 0; out.length < tokens * 0.9; i += 1)
    out.push(list[(i * 7 + i * i + salt.length) % list.length] ?? '');
  return `${salt}: ${out.join(' ')}.`;
}

/** A scene with prompts of about 8,000 tokens once its history window is full. */
export function largeScene(title: string): Record<string, unknown> {
  const model = { provider: 'openai', model: 'bench', maxContextTokens: 24_000, timeoutSeconds: 600 };
  return {
    title,
    scenario: writeProse(1700, 'scenario'),
    notes: { world: writeProse(600, 'world'), campaign: '', arc: writeProse(400, 'arc'), scene: '' },
    characters: CAST.map((id) => ({
      id,
      name: id[0]?.toUpperCase() + id.slice(1),
      description: writeProse(250, `card of ${id}`),
      personality: writeProse(60, 'personality'),
      goals: writeProse(40, 'goals'),
    })),
    personas: [{ id: 'guest', name: 'Guest', description: 'Somebody who asks.' }],
    profiles: { director: model, character: model },
    historyWindow: 40,
  };
}

export function smallScene(title: string): Record<string, unknown> {
  const profile = { provider: 'understudy' };
  return {
    title,
    scenario: 'Three people wait for a boat that is late.',
    characters: CAST.map((id) => ({ id, name: id[0]?.toUpperCase() + id.slice(1), personality: 'patient' })),
    personas: [{ id: 'guest', name: 'Guest' }],
    profiles: { director: profile, character: profile },
  };
}

export interface Room {
  door: Door;
  id: string;
  listener: Listener;
}

export async function openScene(door: Door, body: Record<string, unknown>): Promise<Room> {
  const { id } = await send<{ id: string }>(door, 'POST', '/v1/scenes', body);
  return { door, id, listener: await listen(door, `/v1/scenes/${id}/socket`) };
}

/** Returns milliseconds from the request to `round.completed` on the socket. */
export async function playRound({ door, id, listener }: Room, text: string): Promise<number> {
  const completion = listener.next('"kind":"round.completed"');
  const start = performance.now();
  const [{ at }] = await Promise.all([
    completion,
    send(door, 'POST', `/v1/scenes/${id}/turns`, { type: 'user', personaId: 'guest', text }),
  ]);
  return at - start;
}

/** Returns the bodies of the calls that `play` makes. */
export async function capture(model: FakeEndpoint, play: () => Promise<number>): Promise<string[]> {
  const bodies: string[] = [];
  model.captured = bodies;
  await play();
  model.captured = null;
  return bodies;
}

/** Plays the calls of a bare object; returns milliseconds from the request to its socket message. */
export async function playFloor(floor: Door, listener: Listener): Promise<number> {
  const completion = listener.next('"kind":"round.completed"');
  const start = performance.now();
  const [{ at }] = await Promise.all([completion, send(floor, 'POST', '/round')]);
  return at - start;
}
