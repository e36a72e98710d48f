import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { roomDeps } from '../../durable-objects/lib/room/deps';
import { socketOpener } from '../../src/http/rooms/follow';
import { streamEvents } from '../../src/http/rooms/stream';
import { must } from '../support/must';
import {
  controlModel,
  fakeProfile,
  openScene,
  say,
  sceneAt,
  sceneStub,
  TENANT,
  until,
} from '../support/rooms';
import { OPERATOR_EYES, openRoomSocket } from '../support/stage-client';

interface Message {
  kind?: string;
  actor?: string;
  at?: string;
  payload?: { text?: string; step?: string; part?: number };
}

const deltasOf = (got: Message[]) => got.filter((event) => event.kind === 'character.delta');
/** A scene with a model known for exact JSON: otherwise answers are not streamed. */
function openWith(character: string): Promise<string> {
  roomDeps(env).capability.of(TENANT, 'openai', `fake:${character}`).recordExactness(true);
  return openScene(fakeProfile(`ok#${character}`), {
    profiles: {
      director: fakeProfile(`ok#${character}`),
      character: { ...fakeProfile(character), expectsJson: true },
    },
  });
}

it('shows a line while it is written: first its words, then the event that is stored', async () => {
  const id = await openWith('late');
  const { socket, got } = await openRoomSocket<Message>(id);
  await sceneAt(id).turn(say('Who goes first?', 'visitor', ['ada']));

  const [delta] = await until(() => deltasOf(got)).holds((deltas) => deltas.length > 0);
  expect(delta).toMatchObject({
    actor: 'character:ada',
    audience: ['*'],
    round: 1,
    payload: { text: 'One', part: 0 },
  });
  expect(delta?.at).toBeTypeOf('string');
  expect(delta).not.toHaveProperty('seq');
  expect(got.some(({ kind }) => kind === 'character.spoke')).toBe(false);

  const finished = until(async () => {
    await controlModel({ go: true });
    return await sceneAt(id).read();
  }).holds((scene) => scene.round === null && scene.queued === 0);
  await finished;
  const spoke = await until(() => got.findIndex(({ kind }) => kind === 'character.spoke')).holds(
    (at) => at >= 0,
  );
  const before = deltasOf(got.slice(0, spoke)).filter(({ actor }) => actor === got[spoke]?.actor);
  expect(before.map(({ payload }) => payload?.text).join('')).toBe(got[spoke]?.payload?.text);
  expect(new Set(deltasOf(got).map(({ payload }) => payload?.step?.split('/')[0]))).toContain(
    'character.1:ada',
  );

  const ledger = await sceneAt(id).ledger();
  expect(ledger.some(({ kind }) => kind === 'character.delta')).toBe(false);
  expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, i) => i + 1));
  expect(JSON.stringify(deltasOf(got))).not.toContain('They must wait');
  socket.close();
});

it('takes back what was heard of a line that is not accepted', async () => {
  const id = await openWith('spills');
  const { socket, got } = await openRoomSocket<Message>(id);
  await sceneAt(id).played(say('Who goes first?', 'visitor', ['ada']));
  await until(() => got.some(({ kind }) => kind === 'round.completed')).holds();
  const heard = deltasOf(got);
  expect(heard.length).toBeGreaterThan(0);
  for (const { actor } of heard) {
    const last = got.findLastIndex(
      (message) => message.kind === 'character.delta' && message.actor === actor,
    );
    const end = got.findLastIndex(
      ({ kind, actor: who }) => who === actor && /^character\.(spoke|skipped)$/.test(kind ?? ''),
    );
    expect(end).toBeGreaterThan(last);
  }
  socket.close();
});

it('plays on after a life that was cut off in the middle of a line', async () => {
  const id = await openWith('late#cut');
  await sceneAt(id).turn(say('Who goes first?', 'visitor', ['ada']));
  const { got } = await openRoomSocket<Message>(id);
  await until(() => deltasOf(got)).holds((deltas) => deltas.length > 0);
  await sceneAt(id).cutOff();
  const again = await openRoomSocket<Message>(id);
  await until(async () => {
    await controlModel({ go: true });
    return await sceneAt(id).read();
  }).holds((scene) => scene.round === null && scene.queued === 0);
  const spoke = (await sceneAt(id).ledger()).filter((event) => event.kind === 'character.spoke');
  expect(new Set(spoke.map(({ actor }) => actor)).size).toBe(spoke.length);
  expect(deltasOf(again.got)[0]?.payload?.part).toBe(0);
});

it('sends words as they come from a model of 30 tokens a second, never a sentence at once', async () => {
  const id = await openWith('typed');
  const { socket, got } = await openRoomSocket<Message>(id);
  await sceneAt(id).played(say('Who goes first?', 'visitor', ['ada']));
  const spoke = await until(() =>
    got.find(({ kind, actor }) => kind === 'character.spoke' && actor === 'character:ada'),
  ).holds((line) => line !== undefined);
  const [first] = deltasOf(got);
  const deltas = deltasOf(got).filter(({ payload }) => payload?.step === first?.payload?.step);
  const pieces = deltas.flatMap(({ payload }) => payload?.text ?? []);
  expect(pieces.join('')).toBe(spoke?.payload?.text);
  expect(pieces.length).toBeGreaterThan(15);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(60);
  expect(deltas.map(({ payload }) => payload?.part)).toEqual(pieces.map((_, n) => n));
  socket.close();
});

it('streams nothing of the understudy', async () => {
  const id = await openScene();
  const { socket, got } = await openRoomSocket<Message>(id);
  await sceneAt(id).turn(say('Who goes first?', 'visitor', ['ada']));
  await until(() => got.some(({ kind }) => kind === 'round.completed')).holds();
  expect(deltasOf(got)).toEqual([]);
  socket.close();
});

it('passes deltas on to readers of server-sent events, without an id', async () => {
  const id = await openWith('ok#sse');
  const door = {
    remote: () => null,
    fetch: (url: string, init: RequestInit) => sceneStub(id).fetch(url, init),
  };
  const open = socketOpener(door, OPERATOR_EYES, id);
  const gone = new AbortController();
  const response = streamEvents(must(await open(0)), open, 0, gone.signal);
  await sceneAt(id).turn(say('Who goes first?', 'visitor', ['ada']));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"kind":"round.completed"')) text += (await reader?.read())?.value ?? '';
  gone.abort();
  await reader?.cancel();
  const blocks = text.split('\n\n').filter((block) => block.includes('data: '));
  const deltas = blocks.filter((block) => block.includes('"kind":"character.delta"'));
  expect(deltas.length).toBeGreaterThan(0);
  expect(deltas.every((block) => block.startsWith('data: '))).toBe(true);
  expect(blocks.filter((block) => !deltas.includes(block)).every((block) => block.startsWith('id: '))).toBe(
    true,
  );
});

it('says whether lines show while they are written, and else why not', async () => {
  const streamingOf = async (id: string) => (await sceneAt(id).read()).streaming;
  expect(await streamingOf(await openScene())).toEqual({ on: false, why: 'understudy' });
  const id = await openScene(fakeProfile('ok#said-why'));
  expect(await streamingOf(id)).toEqual({ on: false, why: 'no_clean_answer_yet' });
  const memory = roomDeps(env).capability.of(TENANT, 'openai', 'fake:ok#said-why');
  memory.recordExactness(true);
  expect(await streamingOf(id)).toEqual({ on: true, why: null });
  memory.recordExactness(false);
  expect(await streamingOf(id)).toEqual({ on: false, why: 'last_answer_not_clean' });
  expect(await streamingOf(id)).toEqual({ on: false, why: 'last_answer_not_clean' });
});
