import { describe, expect, it } from 'vitest';
import { newScene } from '../../../contract/create-scene';
import { createExperiment } from '../../../contract/experiments';
import { planExperiment } from '../plan';
import { trialBody } from './body';

describe('the scene of a planned run', () => {
  it('waits for nobody: neither for players nor for an approval', () => {
    const scene = { base: {}, lines: ['Hi.'] };
    const plan = planExperiment(createExperiment.parse({ name: 'Inns', scene }));
    if (!plan.ok) throw new Error(plan.failure.code);
    const base = newScene.parse({ turnMode: 'manual', settings: { approvePlans: true, length: 'short' } });
    const body = trialBody(plan.value, { game: 'scene:default/default', player: 0, seed: '1' }, base);
    expect(body).toMatchObject({
      turnMode: 'immediate',
      settings: { approvePlans: false, length: 'short' },
    });
  });
});
