import type { Page } from 'playwright-core';
import type { AdventureRun } from '../../src/contract/adventures';
import type { Game, GridRun } from '../../src/contract/runs';
import { checkAxe } from './axe';
import { type Case, must, until } from './cases';
import { visit } from './page-cases';

const UNDERSTUDY = { provider: 'understudy' as const };
const PROFILES = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };

const turnOf = async (page: Page): Promise<number> => {
  const title = page.locator('#turn-title');
  if ((await title.count()) === 0) return 0;
  return Number((await title.innerText()).replace(/\D/g, ''));
};

/** Adds up layout shifts without user input, as browsers measure them. */
const WATCH_SHIFTS = `
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Watching a run at a person's pace, while the understudy is far ahead. */
export const WATCH_CASES: Case[] = [
  {
    name: 'watch: a run that is long over is watched from its first frame, turn by turn, at every speed',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const run = await client.post<GridRun>('/v1/runs', {
          game: 'crates',
          start: true,
          profiles: PROFILES,
        });
        const ended = await until('the end of the run', 120, async () => {
          const now = await client.get<GridRun>(`/v1/runs/${run.id}`);
          return now.status === 'finished' ? now : null;
        });
        await page.clock.install();
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await page.locator('.caption', { hasText: /^Frame 1 / }).waitFor();
        must((await page.locator('p.finished').count()) === 0, 'its end is told before it was watched');
        must((await page.locator('.action.verified').count()) === 0, 'what is found out is told before');
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
        await until('some turns', 20, async () => ((await turnOf(page)) >= 4 ? true : null));
        const ticks = await page.locator('.timeline li.turn').count();
        must(ticks < ended.turns, `${ticks} turns are told at once`);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Stop here' }).click();
        const stopped = await page.locator('.caption').innerText();
        await page.clock.runFor(5_000);
        must((await page.locator('.caption').innerText()) === stopped, 'it goes on though it was stopped');
        await page.getByRole('button', { name: 'Keep watching from here' }).click();
        await page.locator('p.finished').waitFor({ timeout: 120_000 });
        must((await turnOf(page)) === ended.turns, 'the last turn is not on show');
        // Slow, so that its first turn stays visible long enough.
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');
        await page.getByRole('button', { name: 'Watch from the start' }).click();
        await page.locator('.caption', { hasText: /^Frame \d+ · turn 1 / }).waitFor();
        await page.locator('body').press('l');
        await page.locator('p.finished').waitFor();
        return `${ended.turns} turns`;
      }),
  },
  {
    name: 'watch: nothing jumps in a run that goes on, wide or narrow, and the board fills what it can',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await page.addInitScript(WATCH_SHIFTS);
        const notes: string[] = [];
        for (const [width, height, least] of [
          [1440, 900, 0.6],
          [1024, 768, 0.45],
          [390, 844, 0.35],
        ] as const) {
          await page.setViewportSize({ width, height });
          const run = await client.post<GridRun>('/v1/runs', {
            game: 'tilt',
            start: true,
            profiles: PROFILES,
          });
          await page.goto(`${stage.url}/#/runs/${run.id}`);
          await page.reload();
          await until('some turns', 30, async () => ((await turnOf(page)) >= 5 ? true : null));
          const shifts = await page.evaluate<number>('window.shifts');
          must(shifts < 0.1, `${shifts.toFixed(3)} of the page has moved at ${width} × ${height}`);
          const board = await page.locator('.run-left canvas').first().boundingBox();
          const share = (board?.height ?? 0) / height;
          must(share >= least, `the board has ${Math.round(share * 100)} % of ${width} × ${height}`);
          notes.push(`${width} × ${height}: ${shifts.toFixed(3)} moved, board ${Math.round(share * 100)} %`);
        }
        return notes.join('; ');
      }),
  },
  {
    name: 'watch: a game is played from its beginning, by arrows, space and clicks, before any agent has',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const { items } = await client.get<{ items: Game[] }>('/v1/games');
        const title = items.find(({ id }) => id === 'crates')?.title ?? '';
        await page.goto(`${stage.url}/#/`);
        await page.getByRole('button', { name: title }).first().click();
        await page.getByRole('button', { name: 'Play it yourself' }).click();
        await page.getByText('No moves yet').waitFor();
        for (const key of ['←', '→', '↑', '↓'])
          await page.locator('.pad kbd', { hasText: key }).first().waitFor();
        const caption = page.locator('.caption');
        await page.keyboard.press('ArrowUp');
        await caption.filter({ hasText: '1 move · ACTION1' }).waitFor();
        await page.keyboard.press(' ');
        await caption.filter({ hasText: '2 moves · ACTION5' }).waitFor();
        await page.getByRole('button', { name: 'ACTION3' }).click();
        await caption.filter({ hasText: '3 moves · ACTION3' }).waitFor();
        await page.keyboard.press('ArrowRight');
        await caption.filter({ hasText: '4 moves · ACTION4' }).waitFor();
        await page.keyboard.press('r');
        await page.getByText('No moves yet').waitFor();
        await checkAxe(page, 'a game that a person plays');
        const [, id = ''] = /runs\/(run_\w+)/.exec(page.url()) ?? [];
        must((await client.get<GridRun>(`/v1/runs/${id}`)).turns === 0, 'the agent has noticed');
        await page.getByRole('button', { name: 'Back to the run' }).click();
        await page.getByRole('button', { name: 'Start', exact: true }).waitFor();

        const dials = await client.post<GridRun>('/v1/runs', { game: 'dials', profiles: PROFILES });
        await page.goto(`${stage.url}/#/runs/${dials.id}?play`);
        await page.getByText('click a cell for ACTION6').waitFor();
        await page.locator('.run-left canvas').click({ position: { x: 4, y: 4 } });
        await caption.filter({ hasText: '1 move · ACTION6@0,0' }).waitFor();
        return undefined;
      }),
  },
  {
    name: 'watch: a story that an agent has played is watched from its beginning, move by move, with its map and status',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const { items } = await client.get<{ items: Game[] }>('/v1/games');
        const run = await client.post<AdventureRun>('/v1/runs', {
          game: items.find(({ kind }) => kind === 'adventure')?.id,
          seed: 'watched',
          start: true,
          budgets: { turns: 25 },
        });
        const ended = await until('the end of the story', 120, async () => {
          const now = await client.get<AdventureRun>(`/v1/runs/${run.id}`);
          return now.status === 'finished' ? now : null;
        });
        await page.addInitScript(WATCH_SHIFTS);
        await page.clock.install();
        await page.goto('about:blank');
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        const moves = page.locator('.told li.move');
        await page.locator('.told li.episode').waitFor();
        must((await moves.count()) <= 1, 'moves are told before they were watched');
        const places = page.locator('.map .spot');
        await places.first().waitFor();
        const firstPlaces = await places.count();
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
        await until('some moves', 20, async () => ((await moves.count()) >= 4 ? true : null));
        await page.locator('body').press('k');
        const stopped = await moves.count();
        must(stopped < ended.turns, `${stopped} moves of ${ended.turns} turns are told at once`);
        await page.clock.runFor(5_000);
        must((await moves.count()) === stopped, 'it goes on though it was stopped');
        await page.getByRole('button', { name: 'Previous move' }).click();
        await until('one move back', 5, async () => ((await moves.count()) === stopped - 1 ? true : null));
        await page.getByRole('button', { name: 'Keep watching from here' }).click();
        await page.locator('.doing', { hasText: 'Run finished' }).waitFor({ timeout: 120_000 });
        must((await places.count()) > firstPlaces, 'the map has not grown');
        const shifts = await page.evaluate<number>('window.shifts');
        must(shifts < 0.1, `what is watched moves the page by ${shifts.toFixed(3)}`);
        await checkAxe(page, 'a story that was watched');
        await page.getByRole('button', { name: 'Watch from the start' }).click();
        await until('the beginning', 5, async () => ((await moves.count()) <= 1 ? true : null));
        await page.locator('body').press('l');
        await page.locator('.doing', { hasText: 'Run finished' }).waitFor();
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');
        return `${ended.turns} turns, shifts ${shifts.toFixed(3)}`;
      }),
  },
];
