import { unpackFrame } from '../../src/contract/frame';
import type { ObservationResult } from '../../src/contract/observations';
import type { Game, GridRun } from '../../src/contract/runs';
import { crates } from '../../src/runs/games/builtin/crates';
import type { GameStep } from '../../src/runs/games/game';
import { FAKE_ARC_KEY, type FakeArc, fakeArcId, startFakeArc } from '../support/fake-arc';
import { type Case, count, must, readLedger, until } from './cases';
import { visit } from './page-cases';

const UNDERSTUDY = { provider: 'understudy' as const };
const PROFILES = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };

const shows = (step: GameStep) => ({
  frames: step.frames.map(unpackFrame),
  state: step.state,
  levelsCompleted: step.levelsCompleted,
  availableActions: step.availableActions,
});

let arc: FakeArc | null = null;

export async function openArc(): Promise<Record<string, string>> {
  arc = await startFakeArc();
  return { ARC_API_KEY: FAKE_ARC_KEY, ARC_BASE_URL: arc.url };
}

export async function closeArc(): Promise<void> {
  await arc?.close();
}

export const RUN_CASES: Case[] = [
  {
    name: 'every built-in game: the understudy ends each run on its own, with evidence for what it says',
    run: async ({ client }) => {
      const { items } = await client.get<{ items: Game[] }>('/v1/games');
      const grids = items.filter(({ id, kind }) => kind === 'grid' && id !== 'pushed');
      const games = grids.map(({ id }) => id);
      must(games.length === 6, `${games.length} games`);
      const notes: string[] = [];
      for (const game of games) {
        const run = await client.post<GridRun>('/v1/runs', { game, start: true, profiles: PROFILES });
        for await (const { kind } of client.follow(`/v1/runs/${run.id}`)) {
          must(kind !== 'turn.failed', `${game}: a turn failed`);
          if (kind === 'run.finished') break;
        }
        const ended = await client.get<GridRun>(`/v1/runs/${run.id}`);
        must(ended.status === 'finished', `${game} is ${ended.status}`);
        const verified = Object.values(ended.actions).filter(({ status }) => status === 'verified').length;
        // The learner does not know objects that slide until something stops them.
        must(verified > 0 || game === 'tilt', `${game}: nothing was verified`);
        notes.push(`${game} ${verified}/${Object.keys(ended.actions).length} in ${ended.used.actions}`);
      }
      return notes.join(', ');
    },
  },
  {
    name: "a game of the caller's own, posted frame by frame, through a power cut",
    alone: 'last',
    run: async ({ stage, client }) => {
      const run = await client.post<GridRun>('/v1/runs', {
        game: 'pushed',
        budgets: { actions: 25 },
        profiles: PROFILES,
      });
      const path = `/v1/runs/${run.id}`;
      let step = crates.start('smoke');
      let sent = 0;
      let next = await client.post<ObservationResult>(`${path}/observations`, shows(step));
      while (next.action) {
        step = crates.act(step.snapshot, next.action);
        sent += 1;
        // The room waits, perhaps for days, and must lose nothing.
        if (sent === 8) stage.killWorkerd();
        const body = { ...shows(step), request: next.request };
        next = await until('the observation is taken', 30, () =>
          client.post<ObservationResult>(`${path}/observations`, body, { 'Idempotency-Key': `o${sent}` }),
        );
      }
      const ended = await client.get<GridRun>(path);
      must(ended.status === 'finished', `it is ${ended.status}`);
      must(ended.used.actions === sent, `${ended.used.actions} actions counted, ${sent} done`);
      const ledger = await readLedger(client, path);
      must(count(ledger, 'observation.received') === sent + 1, 'an observation is missing or twice there');
      return `${ended.finishReason} after ${sent} actions`;
    },
  },
  {
    name: 'a game of the remote service, through a power cut: nothing is sent twice or counted twice',
    alone: 'last',
    run: async ({ stage, client }) => {
      must(arc, 'the fake service is not open');
      const listed = await client.get<{ items: { id: string }[] }>('/v1/games?source=arc3');
      const game = `arc3:${fakeArcId('corridor')}`;
      must(
        listed.items.some(({ id }) => id === game),
        'the game is not listed',
      );
      const run = await client.post<GridRun>('/v1/runs', {
        game,
        profiles: PROFILES,
        budgets: { actions: 30 },
      });
      const path = `/v1/runs/${run.id}`;
      arc.script([{ fault: 'slow', on: 'ACTION', times: 100, value: 100 }]);
      const before = arc.executed.length;
      await client.post(`${path}/start`);
      await until('some actions', 20, async () => ((arc?.executed.length ?? 0) > before + 6 ? true : null));
      stage.killWorkerd();
      await until('the end of the run', 90, async () =>
        (await client.get<GridRun>(path)).status === 'finished' ? true : null,
      );
      const ledger = await readLedger(client, path);
      const executed = ledger.filter((event) => event.kind === 'action.executed');
      const doubted = executed.filter(({ payload }) => payload.inDoubt === true).length;
      const sent = arc.executed.slice(before);
      const done = sent.filter(({ command }) => command.startsWith('ACTION')).length;
      const known = executed.length - doubted;
      must(doubted <= 1, `${doubted} actions are in doubt`);
      must(known <= done && done <= known + doubted, `${known} known, ${doubted} in doubt, ${done} done`);
      return `${done} actions done, ${doubted} in doubt`;
    },
  },
  {
    name: 'a remote game that is away: the page counts down to the next try, and tries at once when asked',
    alone: 'last',
    run: async ({ stage, client }) => {
      const run = await client.post<GridRun>('/v1/runs', {
        ...{ game: 'arc3:corridor', budgets: { actions: 4 }, profiles: PROFILES },
      });
      must(arc, 'the fake service is not open');
      // A long outage, over several retries.
      arc.script([{ fault: '500-before', on: 'cmd/', times: 1_000 }]);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        const next = page.getByText(/Next automatic retry: in \d+ seconds?\./);
        await next.waitFor();
        const before = await next.textContent();
        await until('the count', 10, async () => ((await next.textContent()) === before ? null : true));
        arc?.script([]);
        await page.getByRole('button', { name: 'Retry now' }).click();
        await page.locator('p.finished').waitFor();
        must((await page.getByRole('button', { name: 'Retry now' }).count()) === 0, 'it still offers a try');
        return before ?? undefined;
      });
    },
  },
];
