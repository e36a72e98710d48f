import type { Page } from 'playwright-core';
import type { Route } from '../../web/src/router';
import { checkAxe } from './axe';
import { type Case, createScene, must } from './cases';
import { untilLive, visit } from './page-cases';
import { makeProps, PAGE_NAMES, PAGES, type Props } from './page-table';
import type { Stage } from './stage';

const API = '**/v1/**';

interface Trouble {
  name: string;
  make(page: Page): Promise<unknown>;
  tells: RegExp;
}

const problem = (status: number, title: string, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title, status, detail, fix: 'Wait a moment.' }),
});

const TROUBLES: Trouble[] = [
  {
    name: 'the connection is gone',
    make: (page) => page.route(API, (route) => route.abort('connectionrefused')),
    tells: /The stage did not respond/,
  },
  {
    name: 'an error of the server',
    make: (page) =>
      page.route(API, (route) => route.fulfill(problem(503, 'Out of order', 'The stage is being swept'))),
    tells: /The stage is being swept|Out of order/,
  },
  {
    name: 'something that is not there',
    make: (page) =>
      page.route(API, (route) => route.fulfill(problem(404, 'Not found', 'There is no such thing'))),
    tells: /There is no such thing|Not found/,
  },
  {
    name: 'a key that is not accepted',
    make: (page) =>
      page.route(API, (route) => route.fulfill(problem(401, 'Unauthorized', 'The key is unknown'))),
    tells: /This key was not accepted/,
  },
];

/** Loads the page again, without state of another page. */
async function openAnew(page: Page, stage: Stage, name: Route['page'], props: Props): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${stage.url}/#${PAGES[name].at(props)}`);
}

const asking = PAGE_NAMES.filter((name) => PAGES[name].asks);
/** The browser's own messages for failed requests. */
const FAILED_REQUEST = /Failed to load resource|WebSocket connection/;

export const STATE_CASES: Case[] = [
  ...TROUBLES.map(({ name: what, make, tells }) => ({
    name: `states: every page tells of ${what}`,
    run: async ({ stage, client }: Parameters<Case['run']>[0]) => {
      const props = await makeProps(client);
      return visit(
        stage,
        async (page) => {
          await make(page);
          for (const name of asking) {
            await openAnew(page, stage, name, props);
            await page
              .locator('main')
              .getByText(tells)
              .first()
              .waitFor()
              .catch(() => must(false, `${name} does not tell of ${what}`));
            if (name === 'scene') await checkAxe(page, `${name} with ${what}`);
          }
          return `${asking.length} pages`;
        },
        FAILED_REQUEST,
      );
    },
  })),
  {
    name: 'states: every page says that it is loading while nothing has come',
    run: async ({ stage, client }) => {
      const props = await makeProps(client);
      return visit(stage, async (page) => {
        // Left unanswered, and aborted at the end of the case.
        await page.route(API, () => undefined);
        for (const name of asking) {
          await openAnew(page, stage, name, props);
          const main = page.locator('main');
          await main.locator('h1, h2, .loading, .quiet').first().waitFor();
          const text = await main.innerText();
          must(text.trim().length > 3, `${name} is empty while it loads`);
          must((await page.locator('[role=alert]').count()) === 0, `${name} shows a problem while it loads`);
        }
        return `${asking.length} pages`;
      });
    },
  },
  {
    name: 'states: a connection that is cut shows, moves only for those who like it, and comes back',
    alone: 'first',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      return visit(
        stage,
        async (page) => {
          await page.goto(`${stage.url}/#/scenes/${scene.id}`);
          await untilLive(page);
          const box = page.getByRole('textbox').first();
          await box.fill('Half a sentence');
          await page.context().setOffline(true);
          await page.route(API, (route) => route.abort('internetdisconnected'));
          stage.killWorkerd();
          const mark = page.locator('.connection:is(.reconnecting, .offline)').first();
          await mark.waitFor();
          const isMoving = () =>
            page.evaluate(() => document.getAnimations().some(({ playState }) => playState === 'running'));
          const shows = (await mark.getAttribute('class')) ?? '';
          await page.emulateMedia({ reducedMotion: 'reduce' });
          must(!(await isMoving()), 'it moves although less motion was asked for');
          await checkAxe(page, `a scene that is ${shows}`);
          await page.unroute(API);
          await page.context().setOffline(false);
          await untilLive(page);
          must((await box.inputValue()) === 'Half a sentence', 'what was typed is gone');
          return shows;
        },
        FAILED_REQUEST,
      );
    },
  },
  {
    name: 'states: a stage on which nothing has happened says what there could be',
    run: async ({ stage, client }) => {
      const made = await client.post<{ key: { key: string } }>('/v1/tenants', { name: 'nobodyyet' });
      return visit(stage, async (page) => {
        const nothing: [string, RegExp][] = [
          ['/', /No scenes yet/],
          ['/calls', /No calls yet/],
          ['/usage', /No calls between/],
          ['/usage?by=section', /No scenes yet/],
          ['/library', /Your library is empty/],
          ['/webhooks', /No webhooks yet/],
          ['/webhooks/in', /No incoming webhooks yet/],
        ];
        await page.goto('about:blank');
        await page.goto(`${stage.url}/#key=${made.key.key}`);
        await page.getByRole('button', { name: 'Use the new key' }).click();
        for (const [path, words] of nothing) {
          await page.goto(`${stage.url}/#${path}`);
          if (path === '/') await PAGES.home.prepare?.(page);
          await page.getByText(words).first().waitFor();
        }
        return undefined;
      });
    },
  },
];
