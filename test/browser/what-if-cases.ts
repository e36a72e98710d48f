import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../scripts/lib/run.mjs';
import type { Scene } from '../../src/contract/scenes';
import { checkAxe } from './axe';
import { type Case, createScene, must, say } from './cases';
import { chooseOf, resize, takesPictures, untilLive, visit } from './page-cases';

/** The columns of the page that are not loading. */
const columns = (page: Page) => page.locator('.what-if-columns > section');

async function look(page: Page, name: string): Promise<void> {
  await checkAxe(page, `what if, ${name}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  must(wide <= 0, `${name}: the page is ${wide} pixels too wide`);
  if (!takesPictures) return;
  const folder = join(ROOT, 'test-results/screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `what-if-${name}.png`), fullPage: true });
}

export const WHAT_IF_CASES: Case[] = [
  {
    name: 'what if: another line, in two branches next to their source, also on a phone',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      await say(client, scene.id, 'Is anybody there?');
      await say(client, scene.id, 'Mara, do you have the matches?');
      await say(client, scene.id, 'Then we wait.');
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/scenes/${scene.id}`);
        await untilLive(page);
        await chooseOf(page, page.locator('li.line.person').nth(1), 'What if…');
        const dialog = page.getByRole('dialog', { name: 'What if…' });
        const text = dialog.getByLabel('New text');
        must((await text.inputValue()) === 'Mara, do you have the matches?', 'the line is not prefilled');
        must((await dialog.getByLabel('First round').inputValue()) === '2', 'another round is selected');
        must(
          await dialog.getByRole('button', { name: 'Play again' }).isDisabled(),
          'it plays without a change',
        );
        await dialog.getByLabel('Kind of change').selectOption('card');
        const personality = dialog.getByLabel('Personality');
        must((await personality.inputValue()) === 'dry, watchful', 'the card is not prefilled');
        await look(page, 'card');
        await dialog.getByLabel('Kind of change').selectOption('line');
        await text.fill('Teo, tell us a story.');
        await dialog.getByLabel('Number of branches').fill('2');
        await look(page, 'dialog');
        await dialog.getByRole('button', { name: 'Play again' }).click();

        await columns(page).nth(2).waitFor();
        const branches = [columns(page).nth(1), columns(page).nth(2)];
        for (const branch of branches) {
          await branch.locator('.different', { hasText: 'Teo, tell us a story.' }).waitFor();
          await branch.locator('.same', { hasText: 'Then we wait.' }).waitFor();
          await branch.getByRole('heading', { name: 'Round 3' }).waitFor();
        }
        const source = await columns(page).first().innerText();
        must(source.includes('do you have the matches?'), 'the source has lost its line');
        must(!source.includes('Is anybody there?'), 'rounds before the change are shown');
        await look(page, 'desktop');
        const tops = await page
          .getByRole('heading', { name: 'Round 3' })
          .evaluateAll((titles) => titles.map((title) => Math.round(title.getBoundingClientRect().top)));
        must(tops.length === 3 && new Set(tops).size === 1, `round 3 begins at ${tops.join(', ')}`);

        await resize(page, 390, 844);
        await look(page, 'phone');
        await page.reload();
        await columns(page).nth(2).getByText('Teo, tell us a story.').waitFor();
        await page.getByRole('button', { name: 'Delete' }).first().click();
        await page.getByRole('button', { name: 'Delete permanently' }).click();
        await columns(page).nth(2).waitFor({ state: 'detached' });
        const kept = new URLSearchParams(page.url().split('?')[1]).get('with') ?? '';
        const branch = await client.get<Scene>(`/v1/scenes/${kept}`);
        must(branch.forkedFrom?.scene === scene.id && branch.rounds === 3, 'the other branch is not whole');
        await columns(page).nth(1).getByRole('link', { name: 'Open this scene' }).click();
        await untilLive(page);
        must(page.url().endsWith(`/scenes/${kept}`), `the link leads to ${page.url()}`);
        return undefined;
      });
    },
  },
];

export const WHAT_IF_LIVE_CASES: Case[] = [
  {
    name: 'what if: another model for one character; counts its calls, and retries a failed round',
    run: async ({ stage, client, fake }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#what-if' });
      await say(client, scene.id, 'Is anybody there?');
      await client.post('/v1/profiles', {
        name: 'Another',
        profile: { provider: 'openai', model: 'fake:401-then-ok#if' },
      });
      const before = (await fake.log('fake:ok#what-if')).length;
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/scenes/${scene.id}`);
        await untilLive(page);
        await chooseOf(page, page.locator('li.round-mark').first(), 'What if…');
        const dialog = page.getByRole('dialog', { name: 'What if…' });
        await dialog.getByLabel('Kind of change').selectOption('model');
        await dialog.getByText('A different model for one character').click();
        await dialog.getByLabel('Teo').selectOption('Another');
        await dialog.getByRole('button', { name: 'Play again' }).click();
        const branch = columns(page).nth(1);
        await branch.getByText('Model profile (Teo)').waitFor();
        await branch.getByText('The model could not be reached').waitFor();
        await branch.getByRole('button', { name: 'Retry round 1' }).click();
        await branch.getByText('open', { exact: true }).waitFor();
        await branch.getByText(/^2 model calls · \d+ tokens · 3 replies reused$/).waitFor();
        const order = await branch.locator('.what-if-lines strong').allInnerTexts();
        must(order.join() === 'Ada,Mara,Teo', `the lines are in another order: ${order.join()}`);
        await look(page, 'model');
        const calls = (await fake.log('fake:ok#what-if')).length - before;
        must(calls === 0, `the model that did not change was called ${calls} times`);
        return undefined;
      });
    },
  },
];
