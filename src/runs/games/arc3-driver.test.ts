import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAKE_ARC_KEY, type FakeArc, fakeArcId, startFakeArc } from '../../../test/support/fake-arc';
import type { JsonObject } from '../../base/json';
import { game as gameSchema } from '../../contract/runs';
import { connectArc } from './arc3/client';
import { driveArc } from './arc3/driver';
import { findRemoteGame, listRemoteGames } from './arc3/list';
import { corridor } from './builtin/corridor';
import { fuelRun } from './builtin/fuel-run';
import type { DriverOutcome } from './driver';

const CORRIDOR = fakeArcId('corridor');
const sleep = async () => undefined;
let fake: FakeArc;
beforeEach(async () => {
  fake = await startFakeArc({ games: [corridor, fuelRun] });
});
afterEach(() => fake.close());

const service = (apiKey = FAKE_ARC_KEY) => ({ baseUrl: fake.url, apiKey });
const drive = (game = CORRIDOR, apiKey?: string) => driveArc(connectArc(service(apiKey), 5000, sleep), game);
function stepOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'step') throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.step;
}
/** The session's snapshot after a JSON round trip, as a run stores it. */
const kept = (outcome: DriverOutcome): JsonObject =>
  JSON.parse(JSON.stringify(outcome.kind === 'step' ? outcome.step.snapshot : outcome.snapshot));
const commands = () => fake.log.map(({ path }) => path.replace('/api/', ''));

describe('a game of the remote service as a run plays it', () => {
  it('opens a scorecard, plays by what the run keeps, and closes it at the end', async () => {
    const driver = drive();
    const begun = await driver.begin(null);
    const local = corridor.start(CORRIDOR);
    expect(stepOf(begun)).toMatchObject({
      ...{ frames: local.frames, state: 'NOT_FINISHED', levelsCompleted: 0, winLevels: 254 },
    });
    const moved = await drive().act(kept(begun), { id: 'ACTION4' });
    expect(stepOf(moved).frames).toEqual(corridor.act(local.snapshot, { id: 'ACTION4' }).frames);
    await driver.end?.(kept(moved));
    expect(commands()).toEqual(['scorecard/open', 'cmd/RESET', 'cmd/ACTION4', 'scorecard/close']);
    expect(await drive().act(kept(moved), { id: 'ACTION4' })).toMatchObject({ kind: 'refused' });
  });

  it('seals all that it keeps', async () => {
    expect(Object.keys(kept(await drive().begin(null)))).toEqual(['sealed']);
  });

  it('begins the level again in the same session, and notes when the server wiped the game', async () => {
    const begun = await drive().begin(null);
    const moved = await drive().act(kept(begun), { id: 'ACTION4' });
    const again = await drive().begin(kept(moved));
    expect(again).toMatchObject({ kind: 'step', note: null });
    expect(await drive().begin(kept(again))).toMatchObject({
      note: 'The server took the game back to its very beginning.',
    });
    expect(commands().filter((path) => path === 'scorecard/open')).toHaveLength(1);
    expect(new Set(fake.executed.map(({ guid }) => guid)).size).toBe(1);
  });

  it('goes on after a doubt with the cookies of the answer that could not be used', async () => {
    const begun = await drive().begin(null);
    fake.script([{ fault: 'garbage', on: 'ACTION' }]);
    const doubt = await drive().act(kept(begun), { id: 'ACTION4' });
    expect(doubt.kind).toBe('doubt');
    expect(kept(doubt)).not.toEqual(kept(begun));
    expect((await drive().act(kept(doubt), { id: 'ACTION3' })).kind).toBe('step');
  });

  it('after a doubt sees first that the service is there: what is away loses no more actions', async () => {
    const begun = await drive().begin(null);
    const careful = { afterDoubt: true, reasoning: { reasoning: 'to see' } };
    fake.script([{ fault: '500-before', on: 'scorecard/', times: 3 }]);
    const away = await drive().act(kept(begun), { id: 'ACTION4' }, careful);
    expect(away).toMatchObject({ kind: 'unsent', failure: { code: 'unavailable' } });
    expect(fake.executed.map(({ command }) => command)).toEqual(['RESET']);
    expect((await drive().act(kept(begun), { id: 'ACTION4' }, careful)).kind).toBe('step');
    expect(fake.log.at(-1)?.body).toMatchObject({ reasoning: { reasoning: 'to see' } });
  });

  it('plays on a card that runs share and leaves it open; where it is closed, on one of its own', async () => {
    const client = connectArc(service(), 5000, sleep);
    const card = await client.openScorecard(['shared'], 'https://example.com/agent');
    if (!card.ok) throw new Error('no card');
    const { cardId: id, cookies } = card.value;
    expect(fake.log.at(-1)?.body).toMatchObject({
      tags: ['shared'],
      source_url: 'https://example.com/agent',
    });
    const shared = () => driveArc(client, CORRIDOR, { id, cookies, tags: ['mine'] });
    const begun = await shared().begin(null);
    await shared().end?.(kept(begun));
    expect(commands()).toEqual(['scorecard/open', 'cmd/RESET']);
    fake.closeCards();
    const own = await shared().begin(null);
    expect(own.kind).toBe('step');
    expect(
      fake.log.find(({ path, body }) => path.endsWith('open') && 'tags' in body && body !== fake.log[0]?.body)
        ?.body,
    ).toMatchObject({ tags: ['proscenium', 'mine'] });
    await shared().end?.(kept(own));
    expect(commands().at(-1)).toBe('scorecard/close');
  });

  it('is unsent when there is no scorecard, and nothing is kept when no session began', async () => {
    const unsent = await drive(CORRIDOR, 'another-key').begin(null);
    expect(unsent).toMatchObject({ kind: 'unsent', message: expect.stringContaining('API key') });
    const refused = await drive('no-such-game').begin(null);
    expect(refused.kind).toBe('refused');
    for (const outcome of [unsent, refused]) expect(outcome).not.toHaveProperty('snapshot');
  });

  it('finds its session gone when the server was started again, and begins anew on another scorecard', async () => {
    const begun = await drive().begin(null);
    fake.forget();
    const lost = await drive().act(kept(begun), { id: 'ACTION4' });
    expect(lost).toMatchObject({
      kind: 'refused',
      gone: true,
      message: expect.stringContaining('session is gone'),
    });
    const anew = await drive().begin(kept(lost));
    expect(anew).toMatchObject({
      kind: 'step',
      anew: true,
      note: 'The session was lost; a new one was opened.',
    });
    expect((await drive().act(kept(anew), { id: 'ACTION4' })).kind).toBe('step');
    expect(commands().filter((path) => path === 'scorecard/open')).toHaveLength(2);
  });

  it('begins anew where the scorecard was closed and only a reset shows it', async () => {
    const begun = await drive().begin(null);
    fake.closeCards();
    const refused = await drive().act(kept(begun), { id: 'ACTION4' });
    // The card is still readable, so the session may exist, and a restart would lose levels.
    expect(refused).toMatchObject({ kind: 'refused' });
    expect(refused).not.toHaveProperty('gone');
    expect(await drive().begin(kept(refused))).toMatchObject({ kind: 'step', anew: true });
  });

  it('tells a wrong key from an unknown game, each with what mends it', async () => {
    const key = {
      code: 'unavailable',
      detail: expect.stringContaining('API key'),
      fix: expect.stringContaining('ARC_API_KEY'),
    };
    const begun = await drive().begin(null);
    expect(await drive(CORRIDOR, 'another-key').begin(null)).toMatchObject({ failure: key });
    expect(await drive(CORRIDOR, 'another-key').begin(kept(begun))).toMatchObject({ failure: key });
    const act = await drive(CORRIDOR, 'another-key').act(kept(begun), { id: 'ACTION4' });
    expect(act).toMatchObject({ kind: 'refused', failure: key });
    expect(act).not.toHaveProperty('gone');
    expect(await drive('no-such-game').begin(null)).toMatchObject({
      kind: 'refused',
      failure: {
        code: 'conflict',
        detail: 'The ARC-AGI-3 service has no game "no-such-game".',
        fix: expect.stringContaining('GET /v1/games'),
      },
    });
    expect(JSON.stringify([act])).not.toContain('another-key');
  });

  it.each(['400-empty', '400-not-started', '400-invalid'] as const)(
    'waits out a spell of %s on RESET, in the session and on the scorecard that it has',
    async (fault) => {
      fake.script([{ fault, on: 'RESET', times: 2 }]);
      const begun = await drive().begin(null);
      const moved = await drive().act(kept(begun), { id: 'ACTION4' });
      fake.script([{ fault, on: 'cmd/', times: 6 }]);
      const away = await drive().begin(kept(moved));
      // A temporary failure, so the turn is retried later.
      expect(away).toMatchObject({ kind: 'unsent', message: expect.stringMatching(/400.*after 6 tries/) });
      expect(away).not.toHaveProperty('failure');
      expect(await drive().begin(kept(away))).toMatchObject({ kind: 'step', note: null });
      expect(commands().filter((path) => path.startsWith('scorecard'))).toEqual(['scorecard/open']);
      expect(new Set(fake.executed.map(({ guid }) => guid)).size).toBe(1);
    },
  );

  it('waits for a game that the service lists but does not find, and keeps the old session meanwhile', async () => {
    const begun = await drive().begin(null);
    const moved = await drive().act(kept(begun), { id: 'ACTION4' });
    fake.script([{ fault: '400', on: 'RESET', times: 2 }]);
    expect((await drive().begin(kept(moved))).kind).toBe('unsent');
    expect(await drive().begin(kept(moved))).toMatchObject({ kind: 'step', note: null });
    expect(new Set(fake.executed.map(({ guid }) => guid)).size).toBe(1);
  });

  it('refuses the one action that the server finds invalid, and does not look for its session', async () => {
    const begun = await drive().begin(null);
    fake.script([{ fault: '400-invalid', on: 'ACTION' }]);
    const invalid = await drive().act(kept(begun), { id: 'ACTION4' });
    expect(invalid).toMatchObject({ kind: 'refused', message: expect.stringContaining('VALIDATION_ERROR') });
    expect(invalid).not.toHaveProperty('gone');
    expect(commands()).toEqual(['scorecard/open', 'cmd/RESET', 'cmd/ACTION4']);
    expect((await drive().act(kept(invalid), { id: 'ACTION4' })).kind).toBe('step');
  });

  it('refuses to act in a game that was not started', async () => {
    expect(await drive().act({}, { id: 'ACTION1' })).toMatchObject({ kind: 'refused' });
    expect(fake.log).toEqual([]);
  });
});

describe('the list of remote games', () => {
  it('has ids that a run can be created with, each game as the contract has it', async () => {
    const listed = await listRemoteGames({ ...service(), sleep });
    const games = listed.ok ? listed.value : [];
    expect(games.map(({ id }) => id)).toEqual([`arc3:${CORRIDOR}`, `arc3:${fakeArcId('fuel-run')}`]);
    for (const game of games) expect(gameSchema.parse(game)).toEqual(game);
  });

  it('is a failure when the service does not take the key, and says who mends it', async () => {
    expect(await listRemoteGames({ ...service('another-key'), sleep })).toMatchObject({
      ok: false,
      failure: { code: 'unavailable', fix: expect.stringContaining('ARC_API_KEY') },
    });
  });

  it('says which game a short id stands for, or names those it may stand for', () => {
    const game = (id: string) => ({
      id: `arc3:${id}`,
      title: id,
      kind: 'grid' as const,
      description: '',
      actions: [],
      rows: 64,
      cols: 64,
    });
    const listed = ['ls20-9607627b', 'ls20-lv2', 'wa30-aaaa', 'ls2-b'].map(game);
    const refusal = (message: string) => ({
      ok: false,
      failure: { code: 'invalid', errors: [{ pointer: '/game', message }] },
    });
    expect(findRemoteGame('arc3:ls20-9607627b', listed)).toMatchObject({
      value: { id: 'arc3:ls20-9607627b' },
    });
    expect(findRemoteGame('arc3:wa30', listed)).toMatchObject({ value: { id: 'arc3:wa30-aaaa' } });
    expect(findRemoteGame('arc3:ls20', listed)).toEqual(
      refusal('"arc3:ls20" stands for several games: use one of arc3:ls20-9607627b, arc3:ls20-lv2'),
    );
    const none = (id: string, fix: unknown) => ({
      ok: false,
      failure: { code: 'not_found', what: 'game', id, fix },
    });
    expect(findRemoteGame('arc3:wa3', listed)).toEqual(
      none('arc3:wa3', expect.stringContaining('Use arc3:wa30-aaaa, which is nearest')),
    );
    // Another version of a listed name, and a name shared by two games.
    expect(findRemoteGame('arc3:ls20-016295f7601e', listed)).toEqual(
      none('arc3:ls20-016295f7601e', expect.stringContaining('Use arc3:ls20-9607627b or arc3:ls20-lv2,')),
    );
    expect(findRemoteGame('arc3:zz99', [])).toEqual(
      none('arc3:zz99', 'The ARC-AGI-3 service offers no game for this key.'),
    );
    const versions = Array.from({ length: 25 }, (_, n) => game(`ls20-${n}`));
    expect(JSON.stringify(findRemoteGame('arc3:ls20', versions))).toContain('and 5 more');
  });
});
