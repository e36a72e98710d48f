import { expect, it } from 'vitest';
import { createExperiment } from '../../../src/contract/experiments';
import { buildBody } from '../../../web/src/experiments/scene-body';

const TYPED = {
  ...{ name: 'Inns', base: `scn_${'a'.repeat(20)}`, as: '', lines: 'Good evening.\n\nIs it open?', more: '' },
  ...{ seeds: '3', contains: 'room\nROOM', absent: '', maxWords: '40', criteria: '', judge: '' },
};

it('builds a request from the form of a scene, with a distinct name for each score', () => {
  const body = createExperiment.parse(
    buildBody({ ...TYPED, criteria: 'Ada is kind.\n主人は親切。' }, ['understudy']),
  );
  expect(body).toMatchObject({
    ...{ name: 'Inns', seeds: 3, models: ['understudy'] },
    scene: {
      lines: ['Good evening.', 'Is it open?'],
      rules: [
        { name: 'says-room', contains: 'room' },
        { name: 'says-room-2', contains: 'ROOM' },
        { name: 'brief', maxWords: 40 },
      ],
      judge: { criteria: { 'ada-is-kind': 'Ada is kind.', criterion: '主人は親切。' } },
    },
  });
});

it('names the speaker, and leaves out what is empty', () => {
  const body = buildBody({ ...TYPED, as: 'mara', judge: ' ' }, []);
  expect(body).not.toHaveProperty('models');
  expect(body.scene).not.toHaveProperty('judge');
  expect(body.scene?.lines[0]).toEqual({ text: 'Good evening.', as: 'mara' });
});
