import { expect, it } from 'vitest';
import type { Event, Viewer } from '../../src/contract/events/events';
import { idle, openScene, say, sceneAt, sceneStub, understudy } from '../support/rooms';

const WORDS: [string, string] = ['Mainfisk', 'Oddvolt'];
const openGame = () =>
  openScene(understudy, { game: { kind: 'word-pair', words: WORDS, rounds: 2, tickEvery: 1, people: [] } });

const seenBy = async (id: string, ids: string[]): Promise<Event[]> => {
  const viewer: Viewer = { owner: false, ids };
  return (await sceneAt(id).events({ after: 0, limit: 500 }, viewer)).events;
};
const wordsIn = (value: unknown): string[] => WORDS.filter((word) => JSON.stringify(value).includes(word));

it('plays a game to its verdict and shows the words to nobody before it, save each player its own', async () => {
  const id = await openGame();
  const scene = await sceneAt(id).played(say('Who begins?'));
  expect(scene.table).toMatchObject({ round: 1, of: 2, over: false, outcome: null });
  expect(wordsIn(scene)).toEqual([]);
  expect(wordsIn(await seenBy(id, []))).toEqual([]);
  expect(wordsIn(await seenBy(id, ['persona:visitor']))).toEqual([]);
  expect(wordsIn(await seenBy(id, ['character:ada']))).toHaveLength(1);
  expect(wordsIn(await sceneAt(id).ledger())).toEqual(WORDS);

  const over = await sceneAt(id).played(say('And again.'));
  expect(over.status).toBe('finished');
  expect(over.table?.outcome).toMatchObject({ reason: 'verdict', reveal: { words: WORDS } });
  const events = await seenBy(id, []);
  expect(events.filter((event) => event.kind === 'character.spoke')).toHaveLength(6);
  const [finished] = events.filter((event) => event.kind === 'run.finished');
  expect(finished?.payload).toMatchObject({ winner: over.table?.outcome?.winner, reveal: { words: WORDS } });
  expect(wordsIn(events.filter(({ seq }) => seq < (finished?.seq ?? 0)))).toEqual([]);

  expect(await sceneStub(id).turn(say('Once more?'))).toMatchObject({ failure: { code: 'finished' } });
  await sceneAt(id).change({ status: 'open' });
  expect(await sceneStub(id).turn(say('Once more?'))).toMatchObject({ failure: { code: 'finished' } });
});

it('plays on after its verdict was rolled back, or its last round retried', async () => {
  const id = await openGame();
  for (const text of ['One.', 'Two.']) {
    await sceneAt(id).played(say(text));
  }
  const back = await sceneAt(id).rollBack(1);
  expect(back).toMatchObject({ status: 'open', table: { round: 1, over: false, outcome: null } });
  expect(wordsIn(back)).toEqual([]);
  const again = await sceneAt(id).played(say('Three.'));
  expect(again).toMatchObject({ status: 'finished', rounds: 3, table: { round: 2, over: true } });
  await sceneAt(id).retry(3);
  expect(await idle(id)).toMatchObject({ status: 'finished', rounds: 3, table: { round: 2, over: true } });
});

it('is dealt the same in a fork at its beginning', async () => {
  const id = await openGame();
  await sceneAt(id).played(say('One.'));
  const past = await sceneAt(id).past(0, 0);
  const deals = (events: Event[]) => events.filter((event) => event.kind === 'game.dealt').length;
  expect(deals(past.events)).toBe(4);
});
