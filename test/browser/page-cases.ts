import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { ROOT, runTool, TSX } from '../../scripts/lib/run.mjs';
import type { Event } from '../../src/contract/events/events';
import type { Run } from '../../src/contract/runs';
import { CHROMIUM } from '../support/chromium';
import { type Case, createScene, must, say, until } from './cases';
import type { Stage } from './stage';

/** The headless shell opens a page with a third of the work: in the full browser, a context is a window. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const WAIT_MS = 45_000;
const MAX_PICTURE_BYTES = 200 * 1024;
export const takesPictures = process.argv.includes('--screenshots');

let browser: Promise<Browser> | null = null;
export const openBrowser = (): Promise<Browser> => {
  browser ??= chromium.launch({ executablePath: CHROMIUM ?? '', headless: true, args: FLAGS });
  return browser;
};

/**
 * Opens the link like a person and passes the page; afterwards the console must have no errors.
 *
 * @param allowed expected errors of the console
 */
export async function visit(
  stage: Stage,
  does: (page: Page) => Promise<string | undefined>,
  allowed: RegExp | null = null,
): Promise<string | undefined> {
  const context = await (await openBrowser()).newContext({
    viewport: { width: 1200, height: 800 },
    locale: 'en-GB',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !allowed?.test(message.text()))
        errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(stage.link);
    const note = await does(page);
    must(errors.length === 0, `the page reports errors: ${errors.join('; ')}`);
    return note;
  } finally {
    await context.close();
  }
}

/**
 * Removes the key from a browser, as if another person used it. Runs at an address without a page, because an
 * open page would keep sending requests without the key.
 */
export async function forgetKey(page: Page): Promise<void> {
  await page.goto(new URL('/theme.js', page.url()).href);
  await page.evaluate(() => localStorage.clear());
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = null;
}

export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  // Two frames: content that depends on the size (charts, virtual lists) is drawn in the second. A busy
  // browser may draw no frame while nothing changes.
  await page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)));
        setTimeout(drawn, 2000);
      }),
  );
}

let copying: Promise<unknown> = Promise.resolve();

/**
 * Copies with `act` and returns the clipboard's text. One page at a time: all pages of a browser share a
 * clipboard.
 */
export function copy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const copied = copying.then(async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await act();
    return until('the copied text', 10, async () => {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      return text === '' ? null : text;
    });
  });
  copying = copied.catch(() => {});
  return copied;
}

export async function takePicture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  const folder = join(ROOT, 'docs/images');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  await page.screenshot({ path });
  must(statSync(path).size <= MAX_PICTURE_BYTES, `${name} is larger than 200 KB`);
}

export async function chooseOf(page: Page, row: Locator, deed: string): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${deed}( .)?$`) }).click();
}

export const openNotices = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /^\d+ notices?$/ })
    .last()
    .click();

const lines = (page: Page) => page.locator('li.line');
const untilLines = (page: Page, n: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('li.line').length >= wanted, n);
/** Waits until a room is connected; a finished run shows no connection. */
export const untilLive = (page: Page) =>
  page.locator('.connection.live, .marks:not(:has(.connection)) > .finished').first().waitFor();

/** On a stage without a model, as after the first `npm start`. */
export const PAGE_CASES: Case[] = [
  {
    name: 'page: the link opens the stage, one button plays a scene, a refresh resumes it',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        must(!page.url().includes('key='), 'the key stays in the address');
        await page.getByRole('button', { name: 'Play a scene' }).click();
        await untilLines(page, 1);
        await untilLive(page);
        const box = page.getByRole('textbox');
        await box.fill('Good evening. What brings you all here tonight?');
        await box.press('Enter');
        await page.locator('li.line.person').first().waitFor();
        await page.locator('.progress.completed', { hasText: 'Round 2' }).waitFor();
        const said = await lines(page).allInnerTexts();
        must(
          said.some((text) => text.includes('understudy')),
          'no line is marked understudy',
        );
        await takePicture(page, 'scene.png');
        await page.reload();
        await untilLines(page, said.length);
        await untilLive(page);
        must(
          JSON.stringify(await lines(page).allInnerTexts()) === JSON.stringify(said),
          'other lines after a refresh',
        );
        await page.getByRole('button', { name: 'Continue' }).click();
        await untilLines(page, said.length + 1);
        return `${said.length} lines before the refresh`;
      }),
  },
  {
    name: 'page: one button plays a run to its end, and the report is there',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        await page.getByRole('button', { name: 'Corridor' }).click();
        await page.getByRole('button', { name: 'Watch an agent learn' }).click();
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
        await page.locator('li.turn').first().waitFor();
        await page.getByText('Run finished').first().waitFor({ timeout: 120_000 });
        await page.getByText('verified').first().waitFor();
        await untilLive(page);
        await takePicture(page, 'run.png');
        const turns = await page.locator('li.turn').count();
        await page.getByRole('link', { name: 'Report' }).click();
        await page.getByText('ACTION1').first().waitFor();
        return `${turns} turns shown`;
      }),
  },
  { name: 'npm run demo on the understudy', run: ({ stage }) => runDemo(stage) },
];

export const LIVE_CASES: Case[] = [
  {
    name: 'page: lines appear while the round is being played',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#live';
      const scene = await createScene(client, { provider: 'openai', model });
      await fake.script(model, { mode: 'hang', contains: 'You are \\"Teo' });
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/scenes/${scene.id}`);
        await untilLive(page);
        const turn = say(client, scene.id, 'Is anybody there?');
        await page.locator('li.line:not(.person)').first().waitFor();
        const running = await page.locator('.progress.running').count();
        must(running === 1, 'the first line appeared only when the round had ended');
        await fake.control({ release: model });
        must((await turn).status === 'completed', 'the round did not complete');
        await untilLines(page, 3);
        const note = await page.locator('.provider-note').innerText();
        must(note === 'Replies are written by fake:ok#live.', `the page says of its answers: ${note}`);
        const times = await page.locator('li.line:not(.person) time').all();
        must(times.length === 2, `${times.length} lines tell their time, not 2`);
        for (const time of times) {
          const title = await time.getAttribute('title');
          must(title?.endsWith('written by fake:ok#live by openai'), `a line is marked: ${title}`);
        }
        return note;
      });
    },
  },
  {
    name: 'page: a line shows while it is being written, and gives way to the whole line',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#written';
      const scene = await createScene(client, { provider: 'openai', model });
      // Only answers of a model that has written a clean line before are streamed word by word.
      await say(client, scene.id, 'Is anybody there?');
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/scenes/${scene.id}`);
        await untilLive(page);
        await fake.script(model, { mode: 'late', contains: 'You are \\"Mara' });
        const turn = say(client, scene.id, 'Mara, say something.');
        await page.locator('li.line.draft', { hasText: 'One moment.' }).waitFor();
        await fake.control({ go: true });
        must((await turn).status === 'completed', 'the round did not complete');
        await page.locator('li.line:not(.draft)', { hasText: 'One moment. Well, go on.' }).waitFor();
        await page.locator('li.line.draft').waitFor({ state: 'detached' });
        return undefined;
      });
    },
  },
  {
    name: 'page: turns appear while the run is going on',
    run: async ({ stage, client, fake }) => {
      const model = { provider: 'openai' as const, model: 'fake:ok#turns' };
      // A turn takes two calls.
      await fake.script(model.model, { mode: 'ok', times: 4 }, { mode: 'hang' });
      const run = await client.post<Run>('/v1/runs', {
        game: 'corridor',
        budgets: { actions: 3 },
        profiles: { explorer: model, analyst: model },
      });
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await untilLive(page);
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await page
          .locator('li.turn', { hasText: /effect/ })
          .first()
          .waitFor();
        const finished = await page.getByText('Run finished').count();
        must(finished === 0, 'the first turn appeared only when the run had ended');
        await fake.control({ release: model.model });
        await page.getByText('Run finished').first().waitFor();
        return undefined;
      });
    },
  },
  {
    name: 'page: a line whose profile adds `hidden` and `to` is shown to everyone, as it is',
    run: async ({ stage, client }) => {
      const extra = { hidden: true, whisper: true, to: ['teo'] };
      const profile = { provider: 'understudy', jsonExample: extra } as const;
      const scene = await createScene(client, profile, { provider: 'understudy' });
      await say(client, scene.id, 'Mara, say something.');
      const { events } = await client.get<{ events: Event[] }>(`/v1/scenes/${scene.id}/events?limit=1000`);
      const spoken = events.flatMap((event) => (event.kind === 'character.spoke' ? [event.payload] : []));
      must(spoken.length > 0, 'nobody spoke');
      for (const payload of spoken)
        must(
          JSON.stringify(payload.extra) === JSON.stringify(extra),
          'a line lacks the fields of its profile',
        );
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/scenes/${scene.id}`);
        await untilLive(page);
        await untilLines(page, spoken.length + 1);
        const texts = await lines(page).allInnerTexts();
        // Markdown is rendered, so its asterisks are not visible.
        for (const text of spoken.map((payload) => payload.text.replaceAll('*', '')))
          must(
            texts.some((shown) => shown.includes(text)),
            `not shown: ${text}`,
          );
        must((await page.locator('li.line.whisper').count()) === 0, 'a line is shown as a whisper');
        const heads = await page.locator('li.line:not(.person) .who').allInnerTexts();
        must(!heads.some((head) => /\bto teo\b/i.test(head)), 'a line is shown as addressed');
        must(!texts.some((shown) => shown.includes('hidden until')), 'a line is shown as hidden');
        return `${spoken.length} lines with fields of their own`;
      });
    },
  },
  { name: 'npm run demo on the model', run: ({ stage }) => runDemo(stage) },
];

async function runDemo(stage: Stage): Promise<string | undefined> {
  const env = { PROSCENIUM_URL: stage.url, PROSCENIUM_KEY: stage.key };
  const { code, output } = await runTool([TSX, 'scripts/demo.ts'], env);
  must(code === 0, `it ended with code ${code}:\n${output}`);
  for (const words of ['Round 3, completed', 'Finished (', '/report']) {
    must(output.includes(words), `it did not print "${words}":\n${output}`);
  }
  return /Finished.*/.exec(output)?.[0];
}
