import type { ExperimentView } from '../../src/api/experiments';
import { checkAxe } from './axe';
import { type Case, must, until } from './cases';
import { resize, visit } from './page-cases';

/** The pages of experiments, played by the understudy. */
export const EXPERIMENT_CASES: Case[] = [
  {
    name: 'experiments: games are ticked, runs are played, and the table has them',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await page.goto(stage.url);
        await page.getByRole('link', { name: /^Experiments/ }).click();
        await page.locator('summary', { hasText: 'New experiment' }).click();
        await page.getByLabel('Name').fill('Two games');
        for (const game of ['Corridor', 'Crates']) await page.getByLabel(game, { exact: true }).check();
        await page.getByLabel('Seeds').fill('2');
        await page.getByLabel('Most actions of a game').fill('6');
        await page.getByText('4 runs', { exact: true }).waitFor();
        await checkAxe(page, 'the form of an experiment');
        await page.getByRole('button', { name: 'Begin' }).click();
        await page.waitForURL(/#\/experiments\/exp_/);
        await page.getByText('4 of 4 runs are over').waitFor({ timeout: 60_000 });
        const rows = page.locator('section[aria-label="Runs"] tbody tr');
        must((await rows.count()) === 4, `${await rows.count()} rows`);
        await checkAxe(page, 'the table of an experiment');
        await resize(page, 360, 800);
        const { scrollWidth, clientWidth } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          clientWidth: document.documentElement.clientWidth,
        }));
        must(scrollWidth <= clientWidth, `a phone scrolls sideways: ${scrollWidth} of ${clientWidth}`);
        const id = /exp_\w+/.exec(page.url())?.[0] ?? '';
        const { runs } = await client.get<ExperimentView>(`/v1/experiments/${id}`);
        await rows.first().getByRole('link').click();
        await page.waitForURL(`**/#/runs/${runs[0]?.run}*`);
        await page.goBack();
        await page.getByRole('button', { name: 'Delete…' }).click();
        await page.getByRole('button', { name: 'Delete it with all its runs' }).click();
        await page.waitForURL(/#\/experiments$/);
        await until('the end of its runs', 20, async () => {
          const { items } = await client.get<{ items: { title: string }[] }>('/v1/runs?q=Two%20games');
          return items.length === 0 ? true : null;
        });
        return runs.map(({ actions }) => actions).join(', ');
      }),
  },
];
