import { expect, it } from 'vitest';
import { sample } from '../support/depth';
import { must } from '../support/must';
import {
  allEvents,
  comparable,
  cutAt,
  insideScene,
  openScene,
  say,
  sceneObject,
  sceneStub,
  understudy,
  until,
} from '../support/rooms';

const openGame = () =>
  openScene(understudy, { game: { kind: 'word-pair', rounds: 1, tickEvery: 1, people: [] } });
const finish = (id: string) => until(async () => must(await sceneStub(id).read()).round === null).holds();

it('ends a game with the ledger it would have had, whatever point its last round was cut off at', async () => {
  const whole = await openGame();
  const { passed } = await cutAt(sceneObject(whole), null);
  must(await sceneStub(whole).turn(say('Who begins?'), null));
  await finish(whole);
  const ledger = comparable(await allEvents(sceneStub(whole)), whole);
  expect(passed.length).toBeGreaterThan(10);
  expect(passed.some((point) => point.startsWith('judge/1'))).toBe(true);

  for (const point of sample(passed, 5)) {
    const id = await openGame();
    const seen = await cutAt(sceneObject(id), point);
    const receipt = { key: `turn ${point}`, bodyHash: 'one' };
    const send = () => sceneStub(id).turn(say('Who begins?'), receipt);
    const answer = await send().catch(() => null);
    await until(() => seen.cut).holds();
    if (!answer) await until(send).holds((again) => again.ok);
    await finish(id);
    const events = await allEvents(sceneStub(id));
    expect(comparable(events, id), `cut at ${point}`).toEqual(ledger);
    expect(events.filter((event) => event.kind === 'run.finished')).toHaveLength(1);
    await insideScene(id, ({ core }) => {
      const opened = core.open();
      expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
    });
  }
});
