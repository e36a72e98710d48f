import { expect, it } from 'vitest';
import type { Scene, SceneSummary } from '../../src/contract/scenes';
import { fakeProfile, idle, openScene, say, sceneAt, until } from '../support/rooms';
import { get, send } from '../support/stage-client';

async function told(id: string) {
  const { status } = await get<Scene>(`GET /v1/scenes/${id}`);
  const { items } = await get<{ items: SceneSummary[] }>('GET /v1/scenes?limit=50');
  return { status, list: items.find((one) => one.id === id)?.status };
}
/** The list is updated by the outbox. */
const says = (id: string, status: Scene['status']) =>
  until(() => told(id)).holds((now) => now.status === status && now.list === status);

it('says the same of how a scene stands wherever it is read: open, running, failed, open again, finished', async () => {
  const id = await openScene(fakeProfile('401-then-ok#scene-status'));
  await says(id, 'open');
  const first = await sceneAt(id).holdAt('director.1/1 intent');
  await sceneAt(id).turn(say('Hello?'));
  // The first round of a process also loads its modules.
  await until(() => first.reached().then(() => true)).holds();
  expect((await told(id)).status).toBe('running');
  first.release();
  await says(id, 'failed');
  await sceneAt(id).retry(1);
  await idle(id);
  await says(id, 'open');
  await send(`PATCH /v1/scenes/${id}`, undefined, { status: 'finished' });
  await says(id, 'finished');
});

it('says of a scene that was finished after a failed round that it is finished', async () => {
  const id = await openScene(fakeProfile('401-then-ok#scene-finished'));
  await sceneAt(id).turn(say('Hello?'));
  await says(id, 'failed');
  await send(`PATCH /v1/scenes/${id}`, undefined, { status: 'finished' });
  await says(id, 'finished');
});
