import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { SceneChange } from '../../src/contract/change-scene';
import type { EventPage } from '../../src/contract/events/events';
import type { LibraryItem } from '../../src/contract/library';
import type { Problem } from '../../src/contract/problems';
import type { Scene } from '../../src/contract/scenes';
import { fieldsOf } from '../support/loose-events';
import {
  expectRebuilt,
  failed,
  fakeLog,
  fakeProfile,
  idle,
  openScene,
  say,
  sceneAt,
  sceneStub,
  understudy,
} from '../support/rooms';

const CHANGE: SceneChange = {
  title: 'After',
  scenario: 'NEW-SCENARIO',
  notes: { scene: 'NEW-NOTE' },
  world: { roof: 'NEW-FACT' },
  settings: { thoughts: false },
  characters: { change: { ada: { mood: 'NEW-MOOD', goals: 'NEW-GOAL' }, bo: { active: false } } },
};
const promptsOf = async (id: string, round: number): Promise<string> =>
  (await sceneAt(id).callsOf(round)).map(({ intent }) => intent).join('\n');

describe('a scene that is changed', () => {
  it.each(['plays on', 'is cut off'] as const)(
    'while a round is played, which %s, plays the next one as it is now',
    async (how) => {
      const id = await openScene();
      const hold = await sceneAt(id).holdAt('character.1:ada/1 intent');
      await sceneAt(id).turn(say('One, everybody?', 'visitor', ['ada', 'bo', 'cy']));
      await hold.reached();
      const changed = await sceneAt(id).change(CHANGE);
      expect(changed).toMatchObject({ title: 'After', scenario: 'NEW-SCENARIO', round: { n: 1 } });
      if (how === 'is cut off') await sceneAt(id).cutOff();
      else hold.release();
      await idle(id);
      const first = await sceneAt(id).round(1);
      expect([first.status, first.lines.map(({ actor }) => actor).sort()]).toEqual([
        'completed',
        ['character:ada', 'character:bo', 'character:cy'],
      ]);
      expect(await promptsOf(id, 1)).not.toContain('NEW-');
      await sceneAt(id).played(say('Two?', 'visitor', ['ada']));
      const prompts = await promptsOf(id, 2);
      for (const word of ['NEW-SCENARIO', 'NEW-NOTE', 'NEW-FACT', 'NEW-GOAL'])
        expect(prompts).toContain(word);
      await sceneAt(id).inside(expectRebuilt);
    },
  );

  it('after a round failed has the retry go on where it was, with the same prompts', async () => {
    const name = 'ok-then-ok-then-ok-then-ok-then-401-then-ok#change';
    const id = await openScene(fakeProfile(name));
    await sceneAt(id).turn(say('Tell me about the storm.'));
    await failed(id);
    const before = await sceneAt(id).round(1);
    await sceneAt(id).change(CHANGE);
    const calls = (await fakeLog(name)).length;
    await sceneAt(id).retry(1);
    await idle(id);
    const after = await sceneAt(id).round(1);
    expect(after).toMatchObject({ status: 'completed', attempt: 2, lines: before.lines });
    expect((await fakeLog(name)).length).toBe(calls + 1);
    expect(await promptsOf(id, 1)).not.toContain('NEW-');
    expect(await sceneAt(id).read()).toMatchObject({ scenario: 'NEW-SCENARIO', world: CHANGE.world });
    await sceneAt(id).inside(expectRebuilt);
  });

  it('to another model after a round failed has the retry begin anew with it', async () => {
    const id = await openScene(fakeProfile('401#change'));
    await sceneAt(id).turn(say('Hello?'));
    await failed(id);
    const profiles = { director: understudy, character: understudy };
    expect((await sceneAt(id).change({ profiles })).provider).toBe('understudy');
    await sceneAt(id).retry(1);
    await idle(id);
    expect(await sceneAt(id).round(1)).toMatchObject({ status: 'completed', attempt: 2, problem: null });
    await sceneAt(id).inside(expectRebuilt);
  });

  it('is not, by profiles that contradict themselves', async () => {
    const id = await openScene();
    const profiles = { director: { expectsJson: false }, characters: { ada: { mayEmit: ['reflection'] } } };
    expect(await sceneStub(id).change({ profiles })).toMatchObject({
      failure: {
        errors: [
          { pointer: '/profiles/director/expectsJson' },
          { pointer: '/profiles/characters/ada/mayEmit' },
        ],
      },
    });
    expect((await sceneAt(id).ledger()).map(({ kind }) => kind)).toEqual(['scene.created']);
  });
});

describe('PATCH /v1/scenes/{id}', () => {
  const call = async <T>(row: string, body?: unknown): Promise<T> => {
    const [method = 'GET', path = '/'] = row.split(' ');
    const response = await exports.default.fetch(
      new Request(`https://stage.test${path}`, {
        method,
        headers: {
          Authorization: 'Bearer ps_local_test0test0test0test0test0test0',
          'Content-Type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return (await response.json()) as T;
  };

  it('takes people, books and profiles out of the library, and shows what the scene has of it', async () => {
    const world = await call<LibraryItem>('POST /v1/worlds', { name: 'Coast' });
    const book = await call<LibraryItem>('POST /v1/lorebooks', { name: 'Tides' });
    const mara = await call<LibraryItem>('POST /v1/characters', {
      name: 'Mara',
      description: '{{char}} knows {{user}}.',
      firstMessage: 'Evening, {{user}}.',
      lorebook: { name: 'Lamps' },
    });
    const scene = await call<Scene>('POST /v1/scenes', {
      worldId: world.id,
      characters: [{ from: mara.id, name: 'Mira' }],
      personas: [{ name: 'Jo' }],
      opening: { by: 'mira', greeting: 0 },
    });
    expect(scene).toMatchObject({
      worldId: world.id,
      campaignId: null,
      arcId: null,
      lorebooks: [{ id: mara.id, name: 'Lamps' }],
      historyWindow: 40,
    });
    const changed = await call<Scene>(`PATCH /v1/scenes/${scene.id}`, {
      lorebooks: [book.id, mara.id, { name: 'Mine' }],
      characters: { add: [{ from: mara.id, id: 'twin', name: 'Mora', secrets: 'HERS' }] },
      profiles: { characters: { twin: { provider: 'understudy' } } },
    });
    expect(changed).toMatchObject({
      lorebooks: [
        { id: book.id, name: 'Tides' },
        { id: mara.id, name: 'Lamps', of: 'mira' },
        { id: 'book-1', name: 'Mine' },
        { id: 'book-2', name: 'Lamps', of: 'twin' },
      ],
      cast: [{ id: 'mira' }, { id: 'twin', description: 'Mora knows Jo.' }],
      profiles: { characters: { twin: { provider: 'understudy' } } },
    });
    expect(JSON.stringify(changed)).not.toContain('HERS');
    const { events } = await call<EventPage>(`GET /v1/scenes/${scene.id}/events`);
    expect(
      events.map(({ kind, audience, payload }) => [kind, audience, fieldsOf(payload).text ?? null]),
    ).toEqual([
      ['scene.created', ['owner'], null],
      ['character.spoke', ['*'], 'Evening, Jo.'],
      ['scene.changed', ['owner'], null],
    ]);
  });

  it('says what is wrong and where', async () => {
    const scene = await call<Scene>('POST /v1/scenes', { characters: [{ name: 'Анна' }] });
    expect(scene.cast.map(({ id }) => id)).toEqual(['c1']);
    const body = {
      characters: { add: [{ name: 5 }], change: { c1: { moood: '' } } },
      profiles: { director: 'x' },
    };
    const problem = await call<Problem>(`PATCH /v1/scenes/${scene.id}`, body);
    expect(problem.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/characters/add/0/name',
      '/characters/change/c1/moood',
      '/profiles/director',
    ]);
    const line = await call<Problem>(`PATCH /v1/scenes/${scene.id}/lines/99999`, { text: 'x' });
    expect([line.detail, line.fix]).toEqual([
      expect.stringContaining('line "99999"'),
      expect.not.stringContaining('tenant'),
    ]);
  });
});
