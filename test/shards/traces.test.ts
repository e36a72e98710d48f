import { runInDurableObject } from 'cloudflare:test';
import { expect, inject, it } from 'vitest';
import type { CallSummary } from '../../src/contract/calls';
import type { Event } from '../../src/contract/events/events';
import type { Span } from '../../src/traces/spans';
import type { Received } from '../support/fake-receiver';
import { cutOff, sceneObject, understudy, until } from '../support/rooms';
import { createScene, get, OPERATOR } from '../support/stage-client';

const read = async (): Promise<{ headers: Record<string, string>; spans: Span[] }[]> => {
  const log = (await (await fetch(`${inject('fakeReceiverUrl')}/log/traces`)).json()) as Received[];
  return log.map(({ headers, body }) => ({
    headers,
    spans: JSON.parse(body).resourceSpans[0].scopeSpans[0].spans,
  }));
};
const attributeOf = ({ attributes }: Span, key: string): string | undefined =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0] as string | undefined;

it('exports a round as spans, the same after a crash, without whispers, secrets or thoughts', async () => {
  const scene = await createScene({
    title: 'TITLE-OF-THE-SCENE',
    characters: [{ name: 'Ada', secrets: 'SECRET-SANK-THE-BOAT' }, { name: 'Bo' }],
    personas: [{ name: 'Mara' }],
    notes: { scene: 'NOTE-LET-IT-END-BADLY' },
    profiles: { director: understudy, character: understudy },
    settings: { director: 'full' },
  });
  const say = (more: object) =>
    get(`POST /v1/scenes/${scene}/turns?wait=1`, OPERATOR, {
      type: 'user',
      text: 'Who lit the lamp?',
      ...more,
    });
  await say({ to: ['ada'] });
  const ofScene = async () =>
    (await read()).filter(({ spans }) =>
      spans.some((span) => attributeOf(span, 'gen_ai.conversation.id') === scene),
    );
  const [sent] = await until(ofScene).holds((all) => all.length > 0);
  expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'x-team': 'the table' });

  const spans = sent?.spans ?? [];
  const [round, ...rest] = spans;
  expect(round).toMatchObject({ name: 'round 1', kind: 1 });
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  const agents = rest.filter(({ name }) => name.startsWith('invoke_agent '));
  expect(agents.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['invoke_agent director', 'invoke_agent ada']),
  );
  for (const { parentSpanId } of agents) expect(parentSpanId).toBe(round?.spanId);
  const calls = rest.filter(({ kind }) => kind === 3);
  for (const { parentSpanId } of calls) expect(agents.map(({ spanId }) => spanId)).toContain(parentSpanId);
  const { items } = await get<{ items: CallSummary[] }>(`GET /v1/calls?room=${scene}`);
  expect(calls.map((span) => attributeOf(span, 'proscenium.call.id')).sort()).toEqual(
    items.map(({ id }) => id).sort(),
  );
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);

  // As after a crash between sending and its record: the same spans are sent again.
  await runInDurableObject(sceneObject(scene), (_, { storage }) => {
    storage.sql.exec('UPDATE outbox SET traced_seq = 0');
  });
  await cutOff(sceneObject(scene));
  await say({ text: 'WHISPERED to Ada.', to: ['ada'], whisper: true });
  const all = await until(ofScene).holds((sent) => sent.length > 2);
  expect(all[1]?.spans).toEqual(spans);
  expect(JSON.stringify(all.map((one) => one.spans))).not.toMatch(/SECRET|WHISPERED|NOTE-|TITLE-|Who lit/);
  const output = (one: Span[]) =>
    one.map((span) => attributeOf(span, 'gen_ai.output.messages')).filter(Boolean);
  // Public lines are content; answers to whispers are not.
  const { events } = await get<{ events: Event[] }>(`GET /v1/scenes/${scene}/events?limit=1000`);
  const lines = events.flatMap((event) => (event.kind === 'character.spoke' ? [event] : []));
  const [open, closed] = [true, false].map((isPublic) =>
    lines.filter(({ audience }) => audience.includes('*') === isPublic).map(({ payload }) => payload.text),
  );
  const content = all.flatMap((one) => output(one.spans)).join();
  expect([open?.length, closed?.length]).not.toContain(0);
  for (const text of open ?? []) expect(content).toContain(JSON.stringify(text).slice(1, -1));
  for (const text of closed ?? []) expect(content).not.toContain(text);

  // The collector was down for so long that the room has moved the calls to R2.
  await runInDurableObject(sceneObject(scene), (_, { storage }) => {
    storage.sql.exec('DELETE FROM steps WHERE round = 1');
    storage.sql.exec('UPDATE outbox SET traced_seq = 0');
  });
  await cutOff(sceneObject(scene));
  await say({ text: 'Good night.' });
  const late = await until(ofScene).holds((sent) => sent.length > all.length);
  expect(late[all.length]?.spans).toEqual(spans);
});
