import type { Page } from 'playwright-core';
import type { NewTenant } from '../../src/contract/access';
import type { NewSeat } from '../../src/contract/seats';
import { type Case, createScene, must, say, until } from './cases';
import { forgetKey, untilLive, visit } from './page-cases';
import { enter } from './people-cases';

/** The browser's own message for a refused code. */
const REFUSED = /Failed to load resource/;

const keyOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('proscenium:key'));

async function readHistory(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  return entries.map(({ url }) => url).join(' ');
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
}

export const LINK_CASES: Case[] = [
  {
    name: 'links: the printed link opens one browser, once, and leaves no trace in its history',
    run: ({ stage }) =>
      visit(
        stage,
        async (page) => {
          await forgetKey(page);
          await open(page, stage.printed);
          await page.getByRole('button', { name: 'Play a scene' }).waitFor();
          must((await keyOf(page)) === stage.key, 'the code did not bring the key');
          must(!/kc_|ps_/.test(await readHistory(page)), 'the code or the key is in the history');
          await forgetKey(page);
          await open(page, stage.printed);
          await page.getByText('This link has expired').waitFor();
          must((await keyOf(page)) === null, 'a code brought the key twice');
          await page.getByRole('button', { name: 'Enter a key' }).click();
          await page.getByLabel('API key').waitFor();
          return undefined;
        },
        REFUSED,
      ),
  },
  {
    name: 'links: no link in a line brings a key or leads astray; rooms and https pages open',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      const evil = `ps_evil_${'0'.repeat(32)}`;
      const hostile = [`#key=${evil}`, `${stage.url}/#key=${evil}`, '#/keys', 'http://evil.example/'];
      const lines = hostile.map((href, i) => `[map ${i}](${href})`);
      await say(
        client,
        scene.id,
        `${lines.join(' ')} [here](#/scenes/${scene.id}/screen) [bank](https://evil.example/x)`,
      );
      return visit(stage, async (page) => {
        await enter(page, stage, scene.id);
        const line = page.locator('.line.person', { hasText: 'map 0' });
        await line.waitFor();
        const links = await line.locator('.text a').evaluateAll((found) =>
          found.map((link) => ({
            href: link.getAttribute('href'),
            rel: link.getAttribute('rel'),
            target: link.getAttribute('target'),
            words: link.textContent,
          })),
        );
        const wanted = [
          { href: `#/scenes/${scene.id}/screen`, rel: null, target: null, words: 'here' },
          {
            href: 'https://evil.example/x',
            rel: 'noopener noreferrer nofollow',
            target: '_blank',
            words: 'bank (evil.example)',
          },
        ];
        must(JSON.stringify(links) === JSON.stringify(wanted), `links: ${JSON.stringify(links)}`);
        await line.getByText('[map 0]', { exact: false }).click();
        must((await keyOf(page)) === stage.key, 'a line changed the key');
        must(page.url().includes(scene.id), 'a line led away');

        await page.evaluate((hash) => {
          location.hash = hash;
        }, `key=${evil}&to=/scenes/${scene.id}`);
        await page.getByRole('heading', { name: 'Open this link in a new tab' }).waitFor();
        must((await keyOf(page)) === stage.key, 'a key was taken from an address that changed');
        must(!(await readHistory(page)).includes('ps_'), 'a key is in the history');
        return undefined;
      });
    },
  },
  {
    name: 'links: an address that cannot be decoded shows a page',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        await open(page, `${stage.url}/#/%E0%A4%A`);
        await page.getByRole('heading', { name: 'Page not found' }).waitFor();
        await page.getByRole('link', { name: 'Go to the home page' }).click();
        await page.getByRole('button', { name: 'Play a scene' }).waitFor();
        return undefined;
      }),
  },
  {
    name: 'links: a link with another key asks before it replaces the one that is there',
    run: async ({ stage, client }) => {
      const made = await client.post<NewTenant>('/v1/tenants', { name: 'otherkey' });
      const other = String(made.key.key);
      return visit(stage, async (page) => {
        const link = `${stage.url}/#key=${other}&to=/library`;
        await open(page, link);
        await page.getByText('for another tenant, otherkey').waitFor();
        must(!/ps_/.test(await readHistory(page)), 'the key is in the history');
        must((await keyOf(page)) === stage.key, 'the key was replaced unasked');
        await page.getByRole('button', { name: 'Keep the current key' }).click();
        await page.getByRole('heading', { name: 'Library' }).waitFor();
        must((await keyOf(page)) === stage.key, 'the key was replaced though it was to be kept');
        await open(page, link);
        await page.getByRole('button', { name: 'Use the new key' }).click();
        await page.getByRole('heading', { name: 'Library' }).waitFor();
        must((await keyOf(page)) === other, 'the key was not replaced');
        return undefined;
      });
    },
  },
  {
    name: 'links: an invitation leaves the address and its history before anything is drawn',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      const seat = await client.post<NewSeat>(`/v1/scenes/${scene.id}/seats`, { role: 'spectator' });
      return visit(stage, async (page) => {
        await page.addInitScript(() => {
          // The address at the time of the first element.
          new MutationObserver((_, observer) => {
            if (!document.querySelector('#app > *')) return;
            observer.disconnect();
            sessionStorage.setItem('first-drawn', location.href);
          }).observe(document, { childList: true, subtree: true });
        });
        await open(page, `${stage.url}/#/join?invitation=${seat.invitation}`);
        await page.reload();
        // Pictures load separately; if the invitation were used up meanwhile, they would get a 409.
        await page.waitForLoadState('networkidle');
        await page.getByLabel('Your name').fill('Till');
        const drawn = await until('something drawn', 5, () =>
          page.evaluate(() => sessionStorage.getItem('first-drawn')),
        );
        must(!drawn.includes('si_'), `it was drawn at ${drawn}`);
        must(!(await readHistory(page)).includes('si_'), 'the invitation is in the history');
        await page.getByRole('button', { name: 'Join', exact: true }).click();
        await untilLive(page);
        return undefined;
      });
    },
  },
];
