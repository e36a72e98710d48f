import type { Locator } from 'playwright-core';
import type { NewTenant } from '../../src/contract/access';
import { type Case, createScene, must, say } from './cases';
import { openBrowser, resize, untilLive, visit } from './page-cases';
import { DESKTOP, LOAD_LIMITS, MAX_SHIFT, measureLoad, PHONE } from './page-load';

/** The weight of a first visit, and that nothing moves meanwhile, on a phone and on a desktop. */
export const LOAD_CASES: Case[] = [
  {
    name: 'load: home, an invitation and a scene are small, and nothing moves while they load',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      await say(client, scene.id, 'Is anybody there?');
      const { invitation } = await client.post<{ invitation: string }>(`/v1/scenes/${scene.id}/seats`, {
        ...{ role: 'player', persona: scene.personas[0]?.id },
      });
      // A first visit has no rooms yet.
      const { key } = await client.post<NewTenant>('/v1/tenants', { name: `visitor${Date.now()}` });
      const pages = {
        home: { path: '/', key: key.key, shows: 'button.footlight:enabled' },
        scene: { path: `/scenes/${scene.id}`, key: stage.key, shows: '.composer textarea:enabled' },
        invitation: { path: `/join?invitation=${invitation}`, key: null, shows: '.stage-bill' },
      };
      const notes: string[] = [];
      for (const name of ['home', 'scene', 'invitation'] as const)
        for (const viewport of [PHONE, DESKTOP]) {
          const load = await measureLoad(await openBrowser(), { ...pages[name], url: stage.url, viewport });
          const { kb, requests, shift } = load;
          const note = `${name} at ${viewport.width}: ${kb.toFixed(1)} kB, ${requests} requests, shift ${shift.toFixed(3)}`;
          const limit = LOAD_LIMITS[name];
          const isSmall = kb <= limit.kb && requests <= limit.requests;
          must(isSmall && shift < MAX_SHIFT, `${note}: ${load.details}`);
          notes.push(note);
        }
      return notes.join('; ');
    },
  },
  {
    name: 'load: on a phone nothing is cut or covered: header, title, menu of a line, notification, and settings found by search',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      const body = JSON.stringify({ title: 'The tavern at the toll gate' });
      await client.send(`/v1/scenes/${scene.id}`, { method: 'PATCH', body });
      await say(client, scene.id, 'Is *anybody* there?');
      return visit(stage, async (page) => {
        await resize(page, PHONE.width, PHONE.height);
        const header = await boxOf(page.locator('header.top'));
        must(header.height <= 64, `the header is ${header.height} pixels high`);
        await page.getByRole('button', { name: 'Pages' }).click();
        await page.getByRole('menuitem', { name: /Library/ }).waitFor();
        await page.keyboard.press('Escape');
        await page.goto(`${stage.url}/#/scenes/${scene.id}`);
        await untilLive(page);
        const title = page.locator('.scene-title h1');
        const [shown, whole] = await title.evaluate((one) => [one.clientHeight, one.scrollHeight]);
        must(shown !== undefined && whole !== undefined && whole <= shown + 1, 'the title is cut');
        const line = page.locator('li.line').last();
        await line.focus();
        const menu = await boxOf(line.getByRole('button', { name: 'More for this line' }));
        const who = await boxOf(line.locator('.who > :last-child'));
        const text = await boxOf(line.locator('.text'));
        must(menu.x >= who.x + who.width && menu.y + menu.height <= text.y + 4, 'the menu covers the line');
        await page.keyboard.press('h');
        const toast = await boxOf(page.locator('.toast'));
        const composer = await boxOf(page.locator('.composer'));
        must(toast.y + toast.height < composer.y, 'the notification covers the composer');
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.getByRole('button', { name: 'Direct' }).click();
        await page.getByRole('button', { name: /^Settings/ }).click();
        const fields = page.locator('.settings-fields');
        await fields.getByLabel('Title').waitFor();
        await page.getByLabel('Search settings').fill('spotlight');
        await fields.getByLabel('Spotlight').waitFor();
        must(!(await fields.getByLabel('Title').isVisible()), 'the search hides no field');
        return `the header has ${header.height} pixels`;
      });
    },
  },
];

const boxOf = async (element: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await element.boundingBox();
  must(box, 'it is not on the page');
  return box;
};
