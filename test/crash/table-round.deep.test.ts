import { expect, it } from 'vitest';
import { sample } from '../support/depth';
import { comparable, openScene, say, sceneAt, sceneStub, understudy, until } from '../support/rooms';

const openGame = () =>
  openScene(understudy, { game: { kind: 'word-pair', rounds: 1, tickEvery: 1, people: [] } });
const finish = (id: string) => until(async () => (await sceneAt(id).read()).round === null).holds();

it('ends a game with the ledger it would have had, whatever point its last round was cut off at', async () => {
  const whole = await openGame();
  const { passed } = await sceneAt(whole).cutAt(null);
  await sceneAt(whole).turn(say('Who begins?'));
  await finish(whole);
  const ledger = comparable(await sceneAt(whole).ledger(), whole);
  expect(passed.length).toBeGreaterThan(10);
  expect(passed.some((point) => point.startsWith('judge/1'))).toBe(true);

  for (const point of sample(passed, 5)) {
    const id = await openGame();
    const seen = await sceneAt(id).cutAt(point);
    const receipt = { key: `turn ${point}`, bodyHash: 'one' };
    const send = () => sceneStub(id).turn(say('Who begins?'), receipt);
    const answer = await send().catch(() => null);
    await until(() => seen.cut).holds();
    if (!answer) await until(send).holds((again) => again.ok);
    await finish(id);
    const events = await sceneAt(id).ledger();
    expect(comparable(events, id), `cut at ${point}`).toEqual(ledger);
    expect(events.filter((event) => event.kind === 'run.finished')).toHaveLength(1);
    await sceneAt(id).inside(({ core }) => {
      const opened = core.open();
      expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
    });
  }
});
