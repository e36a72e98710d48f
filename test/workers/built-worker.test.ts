import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { roomDeps } from '../../durable-objects/lib/room/deps';
import { SceneRoom } from '../../durable-objects/scene-room';
import { fakeProfile, openScene, say, sceneAt, TENANT } from '../support/rooms';

it('shares classes and the state of modules between test and Worker', async () => {
  const memory = () => roomDeps(env).capability.of(TENANT, 'openai', 'fake:ok#one-copy');
  expect(memory().whyWhole()).toBe('no_clean_answer_yet');
  const id = await openScene(fakeProfile('ok#one-copy'));
  expect(await sceneAt(id).inside((room) => room instanceof SceneRoom)).toBe(true);
  await sceneAt(id).played(say('What now?', 'visitor', ['ada']));
  // The Worker has learned from an answer that the model writes exact JSON.
  expect(memory().whyWhole()).toBeNull();
});
