import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../scripts/lib/run.mjs';
import type { ExperimentView } from '../../src/contract/experiments';
import type { StoryGame } from '../../src/contract/stories';
import type { Client } from '../support/api-client';
import { checkAxe } from './axe';
import { type Case, must, until } from './cases';
import { resize, visit } from './page-cases';

async function mustFit(page: Page): Promise<void> {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  must(wide <= 0, `a phone scrolls sideways by ${wide} pixels`);
}

/** Uploads the built-in story with the release and serial of a story with published scores. */
async function uploadPublished(client: Client): Promise<string> {
  const story = new Uint8Array(readFileSync(join(ROOT, 'test/fixtures/stories/tide-mill.z5')));
  new DataView(story.buffer).setUint16(2, 88);
  story.set(new TextEncoder().encode('840726'), 18);
  const headers = { 'Content-Type': 'application/octet-stream' };
  const answer = await client.send('/v1/games?title=Published', { method: 'POST', headers, body: story });
  return ((await answer.json()) as StoryGame).id;
}

export const EXPERIMENT_CASES: Case[] = [
  {
    name: 'experiments: games are ticked, runs are played, and the table has them',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await page.goto(stage.url);
        await page.getByRole('navigation').getByRole('link', { name: 'Experiments' }).click();
        await page.locator('summary', { hasText: 'New experiment' }).click();
        await page.getByLabel('Name').fill('Two games');
        for (const game of ['Corridor', 'Crates']) await page.getByLabel(game, { exact: true }).check();
        await page.getByLabel('Seeds').fill('2');
        await page.getByLabel('Max actions per game').fill('6');
        await page.getByText('4 runs', { exact: true }).waitFor();
        await checkAxe(page, 'the form of an experiment');
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await page.waitForURL(/#\/experiments\/exp_/);
        await page.getByText('4 of 4 runs finished').waitFor({ timeout: 120_000 });
        await page.getByLabel('Compare corridor, understudy, seed 1').check();
        must(
          await page.getByLabel('Compare crates, understudy, seed 1').isDisabled(),
          'runs of two games could be compared',
        );
        await page.getByLabel('Compare corridor, understudy, seed 2').check();
        await page.getByRole('link', { name: 'Compare the two runs' }).click();
        await page.getByRole('heading', { name: 'Compare runs' }).waitFor();
        await page.goBack();
        await page.getByText('4 of 4 runs finished').waitFor();
        const rows = page.locator('section[aria-label="Runs"] tbody tr');
        must((await rows.count()) === 4, `${await rows.count()} rows`);
        await checkAxe(page, 'the table of an experiment');
        await resize(page, 360, 800);
        await mustFit(page);
        const id = /exp_\w+/.exec(page.url())?.[0] ?? '';
        const { runs } = await client.get<ExperimentView>(`/v1/experiments/${id}`);
        await rows.first().getByRole('link').click();
        await page.waitForURL(`**/#/runs/${runs[0]?.run}*`);
        await page.goBack();
        await page.getByRole('button', { name: 'Delete…' }).click();
        await page.getByRole('button', { name: 'Delete with all runs' }).click();
        await page.waitForURL(/#\/experiments$/);
        await until('the end of its runs', 20, async () => {
          const { items } = await client.get<{ items: { title: string }[] }>('/v1/runs?q=Two%20games');
          return items.length === 0 ? true : null;
        });
        return runs.map(({ actions }) => actions).join(', ');
      }),
  },
  {
    name: 'experiments: a scene is copied, its script is played, and the table has its scores',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await client.post('/v1/scenes', {
          ...{ title: 'Base of trials', scenario: 'An inn.', characters: [{ name: 'Ada' }] },
          personas: [{ name: 'Mara' }, { name: 'Jo' }],
        });
        await page.goto(`${stage.url}/#/experiments`);
        await page.locator('summary', { hasText: 'Compare models in a scene' }).click();
        const form = page.locator('form').filter({ hasText: 'Scene to copy' });
        await form.getByLabel('Name', { exact: true }).fill('Inns');
        await form.getByLabel('Scene to copy').selectOption({ label: 'Base of trials' });
        await form.getByLabel('Speaker').selectOption({ label: 'Jo' });
        await form.getByLabel('Lines, one per round').fill('Good evening.\nIs it open?');
        await form.getByLabel('understudy', { exact: true }).check();
        await form.getByLabel('Seeds').fill('2');
        await form.getByLabel('Max words per line').fill('300');
        await form.getByLabel('Criteria for the judge').fill('Ada is kind.');
        await form.getByLabel('Model of the judge').fill('understudy');
        await checkAxe(page, 'the form of an experiment over a scene');
        await form.getByRole('button', { name: 'Start', exact: true }).click();
        await page.waitForURL(/#\/experiments\/exp_/);
        await page.getByText('2 of 2 runs finished').waitFor({ timeout: 120_000 });
        const means = page.locator('section[aria-label="Averages by game"]');
        for (const head of ['Completed', 'Lines', 'brief', 'ada-is-kind'])
          await means.getByRole('columnheader', { name: head, exact: true }).waitFor();
        await checkAxe(page, 'the table of an experiment over a scene');
        await resize(page, 360, 800);
        await mustFit(page);
        const saving = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Runs as JSON lines' }).click();
        const saved = readFileSync((await (await saving).path()) ?? '', 'utf8')
          .trim()
          .split('\n');
        must(saved.length === 2 && saved[0]?.includes('Is it open?') === true, `${saved.length} lines`);
        const row = page.locator('section[aria-label="Runs"] tbody tr').first();
        await row.getByRole('link').click();
        await page.waitForURL(/#\/scenes\/scn_/);
        await page.getByText('Is it open?').first().waitFor();
        return `${saved.length} lines`;
      }),
  },
  {
    name: 'experiments: stories have means beside published scores, and two runs of one are compared',
    run: async ({ stage, client }) => {
      const story = await uploadPublished(client);
      const { id } = await client.post<ExperimentView>('/v1/experiments', {
        ...{ name: 'Stories', games: ['corridor', 'tide-mill', story], models: ['understudy'], seeds: 2 },
        budgets: { actions: 3, turns: 4 },
      });
      await visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/experiments/${id}`);
        await page.getByText('6 of 6 runs finished').waitFor({ timeout: 120_000 });
        const means = page.getByRole('region', { name: 'Averages by game' }).locator('tbody tr');
        const titles = await means.locator('th').allTextContents();
        must(titles.join() === 'corridor,The Tide Mill,Published', `means of ${titles.join()}`);
        const mill = await means.nth(1).textContent();
        must(mill?.includes('±'), `no interval in ${mill}`);
        await page.getByText('Published, published: DRRN 32.6, NAIL 10.3, TDQN 9.9, RAND 0 of 350').waitFor();
        await page.getByRole('link', { name: 'Hausknecht et al. 2020, Table 1' }).waitFor();
        await checkAxe(page, 'the table of stories');
        await page.getByLabel('Compare The Tide Mill, understudy, seed 1').check();
        must(
          await page.getByLabel('Compare Published, understudy, seed 1').isDisabled(),
          'runs of two stories could be compared',
        );
        await page.getByLabel('Compare The Tide Mill, understudy, seed 2').check();
        await page.getByRole('link', { name: 'Compare the two runs' }).click();
        await page.getByRole('heading', { name: 'Score by move' }).waitFor();
        await page.goBack();
        await means.first().waitFor();
        await resize(page, 360, 800);
        await mustFit(page);
        return undefined;
      });
      // Only after leaving the page, which would otherwise request the deleted items.
      await client.send(`/v1/experiments/${id}?runs=delete`, { method: 'DELETE' });
      await client.send(`/v1/games/${story}`, { method: 'DELETE' });
      return undefined;
    },
  },
  {
    name: 'experiments: a budget of all runs together pauses one, is raised on the page, and it goes on',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/experiments`);
        await page.locator('summary', { hasText: 'New experiment' }).click();
        await page.getByLabel('Name').fill('On a budget');
        await page.getByLabel('Corridor', { exact: true }).check();
        await page.getByLabel('Seeds').fill('3');
        await page.getByLabel('Parallel runs').fill('1');
        await page.getByLabel('Max actions per game').fill('6');
        await page.getByLabel('Keep playing after all actions are understood').check();
        await page.getByText('Advanced options').click();
        await page.getByLabel('Max actions, all runs').fill('5');
        await page.getByLabel('Tags').fill('careful, first');
        await checkAxe(page, 'the form of an experiment with a budget');
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await page.getByText('The shared budget is spent.').waitFor();
        await page.getByText('careful', { exact: true }).waitFor();
        await checkAxe(page, 'an experiment whose budget is spent');
        await page.getByRole('link', { name: 'Notify another program when it pauses or finishes' }).click();
        await page.getByText('Showing only On a budget.').waitFor();
        await page.goBack();
        await page.getByRole('button', { name: 'Change budget' }).click();
        await page.getByLabel('Max actions, all runs').fill('');
        await page.getByRole('button', { name: 'Save budget' }).click();
        await page.getByRole('button', { name: 'Set a shared budget' }).waitFor();
        await page.getByRole('button', { name: 'Resume', exact: true }).click();
        await page.getByText('3 of 3 runs finished').waitFor({ timeout: 120_000 });
        const id = /exp_\w+/.exec(page.url())?.[0] ?? '';
        const { used, tags, runs } = await client.get<ExperimentView>(`/v1/experiments/${id}`);
        must(tags.join() === 'careful,first', `its tags are ${tags.join()}`);
        const [first] = runs;
        const run = await client.get<{ play: boolean }>(`/v1/runs/${first?.run}`);
        must(run.play, 'its runs do not play on');
        return `${used.actions} actions`;
      }),
  },
];
