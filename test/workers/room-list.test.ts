import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { listScenes } from '../../src/storage/index-queries';
import { must } from '../support/must';
import { address, idle, openScene, say, sceneAt, until } from '../support/rooms';

const play = async (id: string, text: string) => {
  await sceneAt(id).turn(say(text, 'visitor', ['ada']));
  return idle(id);
};
const { tenant } = address('');
const untilSeen = (ids: string[], wished: (seq: number | undefined) => boolean) =>
  until(() => Promise.all(ids.map(async (id) => (await seenOf(id))?.last?.seq))).holds((seqs) =>
    seqs.every(wished),
  );
const list = async (order: 'created' | 'activity', cursor?: string) =>
  must(await listScenes(env.DB, tenant, { limit: 1, order, cursor }));
const seenOf = async (id: string) => {
  const { items } = must(await listScenes(env.DB, tenant, { limit: 50, order: 'created' }));
  return items.find((one) => one.id === id);
};

it('lists scenes by where something happened last, with faces and the last words that all may read', async () => {
  const older = await openScene();
  const newer = await openScene();
  await play(newer, 'Good evening.');
  const { cast } = await play(older, 'The lamp is out.');
  await untilSeen([older, newer], (seq) => seq !== undefined);
  const first = await list('activity');
  expect(first.items.map(({ id }) => id)).toEqual([older]);
  expect((await list('activity', first.next ?? '')).items.map(({ id }) => id)).toEqual([newer]);
  expect((await list('created')).items.map(({ id }) => id)).toEqual([newer]);
  const seen = await seenOf(older);
  expect(seen?.cast).toEqual(cast.map(({ id, name }) => ({ id, name, hasPortrait: false })));
  const before = seen?.last;
  expect(before?.text.length).toBeGreaterThan(0);

  // Whispers are private, and undone lines do not count.
  await sceneAt(older).played({ ...say('Only for Ada.', 'visitor', ['ada']), whisper: true } as never);
  await play(older, 'The third word.');
  await untilSeen([older], (seq) => seq !== before?.seq);
  await sceneAt(older).rollBack(1);
  await untilSeen([older], (seq) => seq === before?.seq);
  expect(await seenOf(older)).toMatchObject({ last: before, rounds: 1 });
});
