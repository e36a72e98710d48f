import type { Page } from 'playwright-core';
import type { Scene } from '../../src/contract/scenes';
import { checkAxe } from './axe';
import { type Case, must, say, until } from './cases';
import { chooseOf, resize, untilLive, visit } from './page-cases';
import { enter, invite, visitBoth } from './people-cases';

const PROFILE = { provider: 'understudy' };
const PROFILES = { director: PROFILE, character: PROFILE };
const SECRET = 'The toll keeper is asleep in her cellar';

const member = (page: Page, name: string) => page.locator('button.member', { hasText: name });

export const CAST_CASES: Case[] = [
  {
    name: 'page: the cast panel shows a character’s face, description, state and lines; the owner edits the card, which a guest never gets',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const scene = await client.post<Scene>('/v1/scenes', { template: 'tavern', profiles: PROFILES });
        const received: Promise<string>[] = [];
        guest.on('response', (response) => {
          if (response.url().includes('/v1/')) received.push(response.text().catch(() => ''));
        });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ilse', 'Frieda');
        await client.post(`/v1/scenes/${scene.id}/turns?wait=1`, {
          ...{ type: 'user', text: 'Marta, whose lantern is that?', personaId: 'ilse', to: ['marta'] },
        });
        for (const page of [owner, guest]) {
          await member(page, 'Marta').locator('img.avatar').waitFor();
          must((await page.locator('span.avatar:not(.offstage)').count()) === 0, 'someone is only a letter');
          await page.locator('li.narrated .avatar.offstage').waitFor();
          await member(page, 'Marta').click();
          const panel = page.locator('dialog[open]');
          for (const text of ['Landlady of the Crooked Mile', 'behind the bar', 'spoke in round 1'])
            await panel.getByText(text).waitFor();
          await panel.locator('.member-lines li').waitFor();
          await checkAxe(page, 'a member of the cast');
        }
        const hasPrivate = (page: Page) => page.locator('dialog[open]').getByText(SECRET).count();
        must((await hasPrivate(guest)) === 0, 'a guest reads a secret');
        must((await guest.getByRole('button', { name: 'Edit card' }).count()) === 0, 'a guest edits');
        must((await hasPrivate(owner)) === 1, 'the owner does not read the secret');

        await owner.getByRole('button', { name: 'Edit card' }).click();
        await owner.getByLabel('Description').fill('Landlady with a new green hat.');
        await owner.getByLabel('Secrets').fill(`${SECRET}, snoring.`);
        await checkAxe(owner, 'the editor of a card');
        await owner.getByRole('button', { name: 'Save' }).click();
        const panel = owner.locator('dialog[open]');
        for (const text of ['snoring', 'new green hat']) await panel.getByText(text).waitFor();
        await guest.reload();
        await untilLive(guest);
        await member(guest, 'Marta').click();
        await guest.locator('dialog[open]').getByText('new green hat').waitFor();
        const all = (await Promise.all(received)).join();
        must(all.includes('Crooked Mile') && !all.includes(SECRET), 'the secret was sent to a guest');
        return undefined;
      }),
  },
  {
    name: 'page: the arrow after the last version of a reply makes a new one, by button, key and finger; a phone’s menu has the rest',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const scene = await client.post<Scene>('/v1/scenes', { template: 'clockmaker', profiles: PROFILES });
        await say(client, scene.id, 'Does it go backwards?', 'sol');
        await enter(page, stage, scene.id);
        const reply = page.locator('li.line', { has: page.locator('.wordings') });
        // Keys do nothing until the last request is answered, which may be after its event.
        const idle = page.locator('[aria-disabled="false"]');
        const versions = (text: string) => reply.locator('.wordings', { hasText: text, has: idle }).waitFor();
        await versions('1/1');
        await page.getByRole('button', { name: 'New version' }).click();
        await versions('2/2');
        await page.locator('.progress.completed', { hasText: 'Round 2' }).waitFor();
        await reply.focus();
        await page.keyboard.press('ArrowRight');
        await versions('3/3');
        await page.locator('.progress.completed', { hasText: 'Round 3' }).waitFor();
        await page.keyboard.press('ArrowLeft');
        await versions('2/3');
        await page.keyboard.press('ArrowRight');
        await versions('3/3');

        await resize(page, 390, 844);
        const before = await reply.locator('.text').innerText();
        await chooseOf(page, reply, 'Continue this reply');
        await until('the longer line', 15, async () =>
          (await reply.locator('.text').innerText()).length > before.length ? true : null,
        );
        await page.locator('.progress.completed', { hasText: 'Round 4' }).waitFor();
        await chooseOf(page, reply, 'Regenerate with a note…');
        await page.getByLabel(/^Note for/).fill('One word only.');
        await page.locator('dialog[open] button.primary').click();
        await page.locator('.progress.completed', { hasText: 'Round 5' }).waitFor();
        await chooseOf(page, reply, 'Hide from prompts');
        await page.locator('li.off-prompt').waitFor();
        await chooseOf(page, page.locator('li.off-prompt'), 'Show to characters again');
        await page.locator('li.off-prompt').waitFor({ state: 'detached' });
        const lines = await page.locator('li.line').count();
        await chooseOf(page, reply, 'Delete message');
        await until('one line less', 10, async () =>
          (await page.locator('li.line').count()) === lines - 1 ? true : null,
        );
        return undefined;
      }),
  },
];
