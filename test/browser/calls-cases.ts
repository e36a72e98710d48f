import type { UsagePage } from '../../src/contract/money';
import { checkAxe } from './axe';
import { type Case, createScene, must, readCalls, say, until } from './cases';
import { copy, resize, visit } from './page-cases';
import { makeProps } from './page-table';

export const CALLS_CASES: Case[] = [
  {
    name: 'calls: a search is typed, narrowed, linked to, and led back from',
    run: async ({ stage, client }) => {
      const { scene } = await makeProps(client);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/calls?room=${scene}`);
        const rows = page.locator('.calls li');
        await rows.nth(3).waitFor();
        const all = await rows.count();
        await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('SPEAKS');
        await page.waitForURL('**text=SPEAKS**');
        await until('fewer calls', 10, async () => ((await rows.count()) < all ? true : null));
        for (const text of await rows.allInnerTexts()) must(text.includes('speaks'), `it finds "${text}"`);
        await page.getByRole('combobox', { name: 'Role' }).selectOption('director');
        await page.getByText('No matching calls').waitFor();
        await page.reload();
        await page.getByText('No matching calls').waitFor();
        const kept = await page.getByRole('searchbox', { name: 'Search', exact: true }).inputValue();
        must(kept === 'SPEAKS', `the search says "${kept}" after a refresh`);
        await page.getByRole('button', { name: 'All calls' }).click();
        await page.waitForURL(/#\/calls$/);
        await rows.nth(all).waitFor();
        must(
          (await page.getByRole('searchbox', { name: 'Search', exact: true }).inputValue()) === '',
          'the search stays',
        );
        return `${all} calls of the room`;
      });
    },
  },
  {
    name: 'calls: words of prompts and answers are found, with the room, the time and no word of machines',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      await say(client, scene.id, 'Where is the vermilion kettle?');
      await readCalls(client, scene.id, 1);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/calls`);
        const rows = page.locator('.calls li');
        await rows.nth(3).waitFor();
        const words = page.getByRole('searchbox', { name: 'Search prompts and replies' });
        await words.fill('Vermilion KETTLE');
        await page.waitForURL('**inside=Vermilion*');
        await until('the calls that have the words', 20, async () => {
          const texts = await rows.allInnerTexts();
          return texts.length > 0 && texts.every((text) => text.includes(scene.title)) ? true : null;
        });
        must((await rows.locator('time').count()) > 0, 'no call tells its time');
        for (const text of await rows.allInnerTexts())
          must(!/scn_|openai|rung|\bnull\b|schema|\d ms/.test(text), `a row says "${text}"`);
        await checkAxe(page, 'a search in prompts');
        // A search over all rooms stops early; a search in one room is complete.
        await page.goto(`${stage.url}/#/calls?room=${scene.id}`);
        await words.fill('a submarine of glass');
        await page.getByText('No matching calls').waitFor({ timeout: 30_000 });
        return undefined;
      });
    },
  },
  {
    name: 'calls: a call is read section by section, copied, and its neighbours are walked',
    run: async ({ stage, client }) => {
      const { scene } = await makeProps(client);
      const calls = await readCalls(client, scene, 4);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/calls/${calls[0]?.id}`);
        await page.locator('.budget-line tbody tr', { hasText: 'Scenario and notes' }).waitFor();
        await page.getByText('Everything fit.').waitFor();
        for (const part of ['System', 'Message']) {
          const heading = page.getByRole('heading', { name: part });
          must(/\d tokens/.test(await heading.innerText()), `"${part}" has no tokens`);
        }
        await page.locator('.prompt-sections summary', { hasText: /^Now \d+ tokens/ }).waitFor();
        await checkAxe(page, 'a call');
        const copied = await copy(page, () => page.getByRole('button', { name: 'Copy reply' }).click());
        const raw = await page.locator('.titled:has(h2:text-is("Reply")) + pre').innerText();
        must(copied === raw && raw.length > 2, `"${copied.slice(0, 60)}" was copied`);
        for (const [n, call] of calls.entries()) {
          await page.getByRole('heading', { name: `Call ${call.n}`, exact: true }).waitFor();
          const later = page.getByRole('link', { name: 'Later call' });
          if (n < calls.length - 1) await later.click();
          else must((await later.count()) === 0, 'there is a later call than the last');
        }
        await page.goBack();
        await page.getByRole('heading', { name: `Call ${calls.at(-2)?.n}`, exact: true }).waitFor();
        return `${calls.length} calls walked`;
      });
    },
  },
  {
    name: 'usage: every view has the sums of the API, and leads to the calls',
    alone: 'last',
    run: async ({ stage, client }) => {
      const { otherRun, scene } = await makeProps(client);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/usage`);
        await page.locator('.day-chart canvas').waitFor();
        for (const by of ['Room', 'Player', 'Role', 'Model', 'Section']) {
          await page.getByRole('link', { name: by, exact: true }).click();
          await page.getByRole('heading', { name: `By ${by.toLowerCase()}` }).waitFor();
          if (by === 'Section') {
            await page.getByRole('combobox', { name: 'Scene' }).selectOption(scene);
            await page.locator('.usage-table tbody tr', { hasText: 'Conversation' }).waitFor();
            continue;
          }
          const sums = await client.get<UsagePage>(
            `/v1/usage?by=${by === 'Player' ? 'seat' : by.toLowerCase()}`,
          );
          const rows = page.locator('.usage-table tbody tr');
          await until(`${sums.items.length} rows by ${by}`, 10, async () =>
            (await rows.count()) === sums.items.length ? true : null,
          );
          await page.locator('.day-chart canvas').waitFor();
          if (by === 'Role') {
            const parts = await page.locator('.usage figcaption > span').allInnerTexts();
            const largest = sums.items.toSorted((a, b) => b.calls - a.calls)[0]?.calls;
            const first = sums.items.find(({ key }) => key === parts[0]?.trim());
            must(first?.calls === largest, `the columns begin with ${parts[0]}`);
          }
          const shown = await page.locator('.usage-table tfoot td').first().innerText();
          must(shown.replace(/\D/g, '') === String(sums.total.calls), `by ${by} it shows ${shown} calls`);
        }
        await checkAxe(page, 'usage by section');
        await page.goBack();
        await page.getByRole('heading', { name: 'By model' }).waitFor();
        await page.getByRole('link', { name: 'Role', exact: true }).click();
        await page.getByRole('link', { name: 'director', exact: true }).click();
        await page.locator('.calls li').first().waitFor();
        for (const text of await page.locator('.calls li strong').allInnerTexts())
          must(text === 'director', `it leads to a call of ${text}`);
        await page.goto(`${stage.url}/#/usage?by=room`);
        await page.getByRole('link', { name: otherRun }).click();
        await page.waitForURL(`**/#/calls?room=${otherRun}`);
        await page.goBack();
        const row = page.locator('.usage-table tr', { hasText: otherRun });
        await row.getByRole('link', { name: 'The shorter one' }).click();
        await page.waitForURL(`**/#/runs/${otherRun}`);
        return undefined;
      });
    },
  },
];

export const BUDGET_CASES: Case[] = [
  {
    name: 'usage: a budget is set, spent, told of in the scene and here, raised, and the round goes on',
    alone: 'last',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#budget-page' });
      return visit(
        stage,
        async (page) => {
          await page.goto(`${stage.url}/#/usage`);
          await page.getByRole('button', { name: 'Set a budget' }).click();
          const form = page.getByRole('form', { name: 'Your budget' });
          await resize(page, 360, 740);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          must(wide <= 0, `the form is ${wide} pixels too wide for a hand`);
          await form.getByLabel('Calls').fill('0');
          await form.getByRole('button', { name: 'Save budget' }).click();
          await page.getByText('The budget is spent').waitFor();
          const isRed = await page
            .locator('.spending meter')
            .first()
            .evaluate((meter: HTMLMeterElement) => meter.value > meter.high && meter.optimum < meter.low);
          must(isRed, 'the meter of a spent budget is not red');
          await checkAxe(page, 'a spent budget');
          const turn = await say(client, scene.id, 'Is anybody there?');
          must(turn.status === 'failed', `the round is ${turn.status} without a budget`);
          await page.goto(`${stage.url}/#/scenes/${scene.id}`);
          await page
            .locator('.problem', { hasText: /budget/i })
            .first()
            .waitFor();
          await checkAxe(page, 'a scene out of budget');

          await page.goto(`${stage.url}/#/usage`);
          await page.getByRole('button', { name: 'Edit your budget' }).click();
          await form.getByRole('button', { name: 'Remove', exact: true }).click();
          await page.getByText('No limit set.').waitFor();
          await page.goto(`${stage.url}/#/scenes/${scene.id}`);
          await page
            .getByRole('button', { name: /again|retry/i })
            .first()
            .click();
          await page.locator('li.line:not(.person)').first().waitFor();
          // The page loads once, and the index lags behind the room.
          await until('the calls in the usage', 15, async () => {
            const { items } = await client.get<UsagePage>('/v1/usage?by=model');
            return items.find(({ key }) => key === 'fake:ok#budget-page') ?? null;
          });
          await page.goto(`${stage.url}/#/usage?by=model`);
          await page.getByLabel('Measure').selectOption('tokens');
          await page.locator('.usage-table tbody tr', { hasText: 'fake:ok#budget-page' }).waitFor();
          return undefined;
        },
        /402/,
      );
    },
  },
];
