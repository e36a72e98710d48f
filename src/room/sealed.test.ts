import { expect, it } from 'vitest';
import type { Event } from '../contract/events/events';
import { runCreated } from '../grid/state';
import { stripRemoteSession } from './sealed';

it('leaves the cookies of a shared scorecard out of the event that made the run, and its id in', () => {
  const created = runCreated({
    id: 'run_00000000000000000000',
    title: 'A run',
    body: {
      game: 'arc3:ab12-1',
      start: true,
      scorecard: { id: 'card-1', tags: ['a'], cookies: { AWSALB: 'node-7' } },
    },
    profiles: {} as never,
    seed: 's',
  });
  const stored = {
    ...created,
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    audience: ['owner'],
  } as unknown as Event;
  expect(JSON.stringify(stored)).toContain('node-7');
  const shown = JSON.stringify(stripRemoteSession(stored));
  expect(shown).not.toContain('node-7');
  expect(shown).toContain('card-1');
});
