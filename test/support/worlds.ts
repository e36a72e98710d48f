import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { hasSchema } from '../../durable-objects/lib/room/schema';
import { worldStub } from '../../durable-objects/lib/stubs';
import type { InheritRequest, RecallRequest, RememberRequest, WorldApi } from '../../src/contract/memories';
import { must } from './must';

let seqs = 0;
/** Every request is newer than those before. */
const nextSeq = () => {
  seqs += 1;
  return seqs;
};
let made = 0;
export const newWorld = () => {
  made += 1;
  return `world ${made}`;
};
export const stubOf = (world: string, tenant = 'local') => worldStub(env, tenant, world);

export const asking = (world: string, query: string, more: Partial<RecallRequest> = {}): RecallRequest => ({
  world,
  scene: 'here',
  round: 100,
  lineage: [],
  forget: [],
  shownFrom: 100,
  characters: [{ id: 'ada', query }],
  topK: 10,
  minScore: 0,
  halfLife: 1000,
  floor: 0.2,
  ...more,
});
export const telling = (
  world: string,
  round: number,
  text: string,
  more: Partial<RememberRequest> = {},
): RememberRequest => ({
  world,
  scene: 'here',
  round,
  seq: nextSeq(),
  at: '2026-01-01T00:00:00.000Z',
  lineage: [],
  forget: [[round, round]],
  memories: [{ character: 'ada', text }],
  ...more,
});

export const bringing = (
  world: string,
  scene: string,
  lineage: InheritRequest['lineage'],
  texts: string[],
): InheritRequest => ({
  ...{ world, scene, lineage },
  memories: texts.map((text, i) => ({ character: 'ada', round: i + 1, text, at: 'then' })),
});

export const remember = async (...told: RememberRequest[]) => {
  for (const request of told) must(await stubOf(request.world).remember(request));
};
export const inherit = async (...brought: InheritRequest[]) => {
  for (const request of brought) must(await stubOf(request.world).inherit(request));
};
/** Ada's recalled memories, best first. */
export const recall = async (
  request: RecallRequest,
  api: Pick<WorldApi, 'recall'> = stubOf(request.world),
  tokens = 1000,
) => (must(await api.recall(request, tokens)).memories.ada ?? []).map(({ text }) => text);
export const listed = async (world: string) =>
  must(await stubOf(world).list({ limit: 200, before: null })).items.map(({ text }) => text);

const objectOf = (world: string) => env.WORLDS.get(env.WORLDS.idFromName(`local/${world}`));
export const insideWorld = <T>(world: string, act: (state: DurableObjectState) => T | Promise<T>) =>
  runInDurableObject(objectOf(world) as DurableObjectStub, (_object, state) => act(state));
export const tablesOf = (world: string) => insideWorld(world, ({ storage }) => hasSchema(storage.sql));
