import { describe, expect, it } from 'vitest';
import { sceneSettings } from '../../src/contract/context';
import type { NewScene } from '../../src/contract/create-scene';
import type { Event } from '../../src/contract/events/events';
import type { Round } from '../../src/contract/rounds';
import type { Scene, SceneSeen } from '../../src/contract/scenes';
import type { RoundRecord } from '../../src/scene/round/record';
import { failed, fakeLog, fakeProfile, idle, openScene, say, sceneAt, understudy } from '../support/rooms';
import { connect, get, seatPerson } from '../support/stage-client';

const ofKind = async (id: string, ...kinds: Event['kind'][]) =>
  (await sceneAt(id).ledger()).filter(({ kind }) => kinds.includes(kind));
const recordOf = (round: Round) => round.record as unknown as RoundRecord;

async function play(id: string, text = 'Is the lamp lit?', to: string[] = []): Promise<Scene> {
  await sceneAt(id).turn(say(text, 'visitor', to));
  return idle(id);
}

describe('a model that answers, and never what was asked for', () => {
  it('in prose plays rounds to their end: the rule chooses who acts, and all of them speak', async () => {
    const id = await openScene(fakeProfile('prose#weak'), {
      settings: sceneSettings.parse({ summarizeAfter: 2 }),
    });
    for (const n of [1, 2, 3]) {
      expect(await play(id)).toMatchObject({ rounds: n, failed: null });
      const round = await sceneAt(id).round(n);
      expect(round).toMatchObject({ status: 'completed', skipped: [], problem: null });
      expect(round.lines.map(({ name }) => name)).toEqual(['Ada', 'Bo', 'Cy']);
      expect(round.passes.map(({ pass, rung }) => [pass, rung])).toEqual([
        [1, 'unusable'],
        [2, 'unusable'],
      ]);
      expect(recordOf(round).passes.map(({ by }) => by)).toEqual(['rule', 'rule']);
      expect(recordOf(round).notes.join()).toContain("the director's plan was not usable; by rule, everyone");
    }
    expect((await sceneAt(id).read()).summary).toMatch(/\w+ \w+ \w+/);
    expect(recordOf(await sceneAt(id).round(1))).toMatchObject({ summary: 'written' });
    expect(await play(id, 'Bo, what do you say?', ['bo'])).toMatchObject({ rounds: 4, failed: null });
    expect((await sceneAt(id).round(4)).lines.map(({ name }) => name)).toEqual(['Bo']);
  });

  it('in noise plays a round to its end, with everyone skipped and nothing made up', async () => {
    const settings = sceneSettings.parse({ summarizeAfter: 2 });
    const id = await openScene(fakeProfile('nonsense#weak'), { settings });
    for (const n of [1, 2, 3]) expect(await play(id)).toMatchObject({ rounds: n, failed: null });
    const round = await sceneAt(id).round(3);
    expect(round).toMatchObject({ status: 'completed', lines: [] });
    expect(round.skipped.map(({ actor }) => actor.replace('character:', '')).toSorted()).toEqual([
      'ada',
      'bo',
      'cy',
    ]);
    // Noise gives no summary: recorded as failed, and due again.
    expect(recordOf(round)).toMatchObject({ summary: 'failed' });
    expect(recordOf(round).notes.join()).toContain('it is tried again after the next round');
    expect((await sceneAt(id).read()).summary).toBeNull();
  });
});

describe('an endpoint that can not be reached', () => {
  it.each([
    ['is down', 'cut'],
    ['has another key', '401'],
    ['fails', '500'],
    ['never answers', 'hang'],
  ])('as it %s: a character is not skipped, the round fails, and everyone is told', async (_, mode) => {
    const broken = fakeProfile(`${mode}#unreached`, { timeoutSeconds: 0.3 });
    const id = await openScene(understudy, {
      profiles: { director: understudy, character: understudy, characters: { bo: broken } },
    });
    const { token } = await seatPerson(id, 'player', 'pilot', 'Frieda');
    const client = await connect(id, token);
    await client.ready();
    await sceneAt(id).turn(say('Everyone, what now?'));
    const scene = await failed(id);
    expect(scene.failed?.problem).toMatchObject({ type: '/problems/model-unreachable', status: 502 });
    expect(await ofKind(id, 'character.skipped', 'round.completed')).toEqual([]);
    expect((await sceneAt(id).round(1)).status).toBe('failed');

    const seen = await get<SceneSeen>(`GET /v1/scenes/${id}`, token);
    expect(seen.failed).toEqual({
      n: 1,
      problem: {
        type: '/problems/model-unreachable',
        title: 'The model could not be reached',
        status: 502,
        detail: 'The model did not answer.',
        fix: 'The owner of the scene can see the reason and retry it.',
      },
    });
    const { events } = await get<{ events: Event[] }>(`GET /v1/scenes/${id}/events?limit=1000`, token);
    const told = events.filter((event) => event.kind === 'round.failed');
    expect(told).toMatchObject([{ audience: ['*'], payload: { failure: { code: 'model_unreachable' } } }]);
    expect(JSON.stringify([seen, events])).not.toMatch(
      /127\.0\.0\.1|sk-fake|fake:|refused|Incorrect API key|something broke/,
    );
    client.socket.close();
  });

  it('by some who act at the same time: one retry asks these once more, and nobody else', async () => {
    const name = (who: string, mode: string) => `${mode}#together-${who}`;
    const names = [name('ada', 'ok'), name('bo', '401-then-ok'), name('cy', '401-then-ok')] as const;
    const [ada, bo, cy] = names.map((one) => fakeProfile(one));
    const director = 'ok#together-director';
    const profiles = { director: fakeProfile(director), character: understudy, characters: { ada, bo, cy } };
    const id = await openScene(understudy, { profiles } as Partial<NewScene>);
    await sceneAt(id).turn(say('Answer me all at once.'));
    await failed(id);
    expect(await ofKind(id, 'character.spoke', 'character.skipped')).toEqual([]);
    const calls = () => Promise.all([director, ...names].map(async (one) => (await fakeLog(one)).length));
    expect(await calls()).toEqual([1, 1, 1, 1]);

    await sceneAt(id).retry(1);
    expect(await idle(id)).toMatchObject({ failed: null, rounds: 1 });
    expect((await sceneAt(id).round(1)).lines.map((line) => line.name)).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await calls()).toEqual([2, 1, 2, 2]);
  });
});
