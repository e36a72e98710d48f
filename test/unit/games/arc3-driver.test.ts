import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/contract/json';
import { game as gameSchema } from '../../../src/contract/runs';
import { connectArc } from '../../../src/games/arc3/connect';
import { driveArc } from '../../../src/games/arc3/driver';
import { listRemoteGames } from '../../../src/games/arc3/list';
import { corridor } from '../../../src/games/builtin/corridor';
import { fuelRun } from '../../../src/games/builtin/fuel-run';
import type { Outcome } from '../../../src/games/driver';
import { FAKE_ARC_KEY, type FakeArc, fakeArcId, startFakeArc } from '../../support/fake-arc';

const CORRIDOR = fakeArcId('corridor');
const sleep = async () => undefined;
let fake: FakeArc;
beforeEach(async () => {
  fake = await startFakeArc({ games: [corridor, fuelRun] });
});
afterEach(() => fake.close());

const service = (apiKey = FAKE_ARC_KEY) => ({ baseUrl: fake.url, apiKey });
const drive = (game = CORRIDOR, apiKey?: string) => driveArc(connectArc(service(apiKey), 5000, sleep), game);
function stepOf(outcome: Outcome) {
  if (outcome.kind !== 'step') throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.step;
}
/** What the run would keep of the session. */
const kept = (outcome: Outcome): JsonObject =>
  JSON.parse(JSON.stringify(outcome.kind === 'step' ? outcome.step.snapshot : outcome.snapshot));
const commands = () => fake.log.map(({ path }) => path.replace('/api/', ''));

describe('a game of the remote service as a run plays it', () => {
  it('opens a scorecard, plays by what the run keeps, and closes it at the end', async () => {
    const driver = drive();
    const begun = await driver.begin(null);
    const local = corridor.start(CORRIDOR);
    expect(stepOf(begun)).toMatchObject({ frames: local.frames, state: 'NOT_FINISHED', levelsCompleted: 0 });
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

  it('is unsent when there is no scorecard, and nothing is kept when no session began', async () => {
    const unsent = await drive(CORRIDOR, 'another-key').begin(null);
    expect(unsent).toMatchObject({ kind: 'unsent', message: expect.stringContaining('API key') });
    const refused = await drive('no-such-game').begin(null);
    expect(refused.kind).toBe('refused');
    for (const outcome of [unsent, refused]) expect(outcome).not.toHaveProperty('snapshot');
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

  it('is a failure when the service does not take the key', async () => {
    expect(await listRemoteGames({ ...service('another-key'), sleep })).toMatchObject({
      ok: false,
      failure: { code: 'unavailable' },
    });
  });
});
