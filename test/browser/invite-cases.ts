import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { LibraryItem } from '../../src/contract/library';
import type { Scene } from '../../src/contract/scenes';
import { checkAxe } from './axe';
import { type Case, createScene, must, say, until } from './cases';
import { forgetKey, visit } from './page-cases';
import { enter, invite, visitBoth } from './people-cases';
import { givePicture, untilDrawn } from './portrait-cases';
import type { Stage } from './stage';

const PHONE = { width: 390, height: 844 };
/** A refused or closed request, which a browser logs itself. */
const CUT = /WebSocket|Failed to load resource|ERR_/;

/** Simulates hiding or showing the page: a headless page never changes its visibility itself. */
const turnAway = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const iconOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('link[rel="icon"][type]')?.getAttribute('href') ?? null);

const countSigns = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counts = { tones: 0, shakes: 0 };
    Object.assign(window, { counts });
    OscillatorNode.prototype.start = () => {
      counts.tones += 1;
    };
    OscillatorNode.prototype.stop = () => undefined;
    navigator.vibrate = () => {
      counts.shakes += 1;
      return true;
    };
  });
const readSigns = (page: Page): Promise<{ tones: number; shakes: number }> =>
  page.evaluate(() => ({ ...(window as unknown as { counts: { tones: number; shakes: number } }).counts }));

async function speakAs(page: Page, text: string): Promise<void> {
  await page.locator('.composer textarea').fill(text);
  await page.locator('.composer textarea').press('Enter');
}

async function sceneWithFace(stage: Stage): Promise<Scene> {
  const { client } = stage;
  const mara = await client.post<LibraryItem>('/v1/characters', {
    name: 'Mara',
    description: 'A lighthouse keeper, dry and watchful.',
  });
  await givePicture(stage, mara.id);
  const profile = { provider: 'understudy' };
  return client.post<Scene>('/v1/scenes', {
    title: 'The lamp',
    scenario: 'Night on the cliff. The lamp is out, and somebody is on the stairs.',
    characters: [{ from: mara.id }, { name: 'Teo', personality: 'talkative' }],
    personas: [{ name: 'Ada' }, { name: 'Ben', description: 'The new assistant, who fears heights.' }],
    profiles: { director: profile, character: profile },
  });
}

export const INVITE_CASES: Case[] = [
  {
    name: 'page: an invitation shows the host, the faces and the part, and takes a seat on a phone',
    run: ({ stage }) =>
      visitBoth(stage, async (owner, guest) => {
        await guest.setViewportSize(PHONE);
        const scene = await sceneWithFace(stage);
        await enter(owner, stage, scene.id);
        await owner.getByRole('button', { name: 'People' }).click();
        await owner.getByLabel('Invited by').fill('Jo');
        await owner.getByRole('combobox', { name: 'Plays' }).selectOption('ben');
        await owner.getByRole('button', { name: 'Create link' }).click();
        await guest.goto(await owner.locator('#invitation-link').inputValue());
        const bill = guest.locator('.stage-bill');
        await bill.getByText('Jo invites you to').waitFor();
        await bill.getByText('The new assistant').waitFor();
        await untilDrawn('the face on the invitation', bill.locator('img.avatar'));
        must((await bill.locator('span.avatar').innerText()) === 'T', 'who has no picture has no letter');
        await checkAxe(guest, 'the invitation');
        const width = await guest.evaluate(() => document.documentElement.scrollWidth);
        must(width <= PHONE.width, `the page is ${width} wide on a phone`);
        await guest.getByLabel('Your name').fill('Frieda');
        await guest.getByRole('button', { name: 'Join', exact: true }).click();
        await guest.locator('.scene-title', { hasText: 'you play Ben' }).waitFor();
        return undefined;
      }),
  },
  {
    name: 'page: an audience link lets two watch and say nothing, stays in the panel, and ends for both',
    run: ({ stage, client }) =>
      visitBoth(stage, (owner, guest) =>
        visit(
          stage,
          async (other) => {
            await forgetKey(other);
            await guest.setViewportSize(PHONE);
            const scene = await createScene(client, { provider: 'understudy' });
            await enter(owner, stage, scene.id);
            await owner.getByRole('button', { name: 'People' }).click();
            await owner.getByRole('button', { name: 'Create audience link' }).click();
            const link = await owner.locator('#audience-link').inputValue();
            await checkAxe(owner, 'the people of a scene');
            for (const page of [guest, other]) {
              await page.goto(link);
              await page.locator('.stage-bill', { hasText: 'You can watch' }).waitFor();
              must((await page.getByLabel('Your name').count()) === 0, 'an audience is asked for a name');
              await page.getByRole('button', { name: 'Watch the scene' }).click();
              await page.getByText('You are watching, like everyone').waitFor();
              must((await page.locator('.composer').count()) === 0, 'an audience may write');
            }
            await say(client, scene.id, 'The lamp is out.');
            for (const page of [guest, other])
              await page.locator('.line.person', { hasText: 'The lamp is out.' }).waitFor();
            await guest.goto(`${stage.url}/#/scenes/${scene.id}/screen`);
            await guest.locator('.screen .line', { hasText: 'The lamp is out.' }).waitFor();

            await owner.reload();
            await owner.getByRole('button', { name: 'People' }).click();
            must((await owner.locator('#audience-link').inputValue()) === link, 'the link is lost');
            await owner.getByText('2 viewers', { exact: true }).waitFor();
            await owner.locator('.audience summary', { hasText: 'Show QR code' }).click();
            await owner.locator('.audience').getByRole('img', { name: 'QR code of the link' }).waitFor();
            await owner.getByRole('button', { name: 'Close audience' }).click();
            const question = owner.getByRole('dialog', { name: 'Close audience' });
            await question.getByRole('button', { name: 'Close audience' }).click();
            await owner.getByRole('button', { name: 'Create audience link' }).waitFor();
            await other.getByText('Your seat in this scene has ended').waitFor();
            await guest.getByText('The seat does not exist, was revoked or has expired.').waitFor();
            return undefined;
          },
          CUT,
        ),
      ),
  },
  {
    name: 'page: a scene is shown in a frame of a listed site, without the key of its owner, and of no other site',
    run: ({ stage, client }) =>
      visit(
        stage,
        async (owner) => {
          const scene = await createScene(client, { provider: 'understudy' });
          await enter(owner, stage, scene.id);
          await owner.getByRole('button', { name: 'People' }).click();
          await owner.getByRole('button', { name: 'Create audience link' }).click();
          const [, invitation = ''] = (await owner.locator('#audience-link').inputValue()).split(
            'invitation=',
          );
          const src = `${stage.url}/embed/${invitation.split('_')[1]}/${scene.id}#/join?invitation=${invitation}`;
          const site = createServer((_, to) => {
            to.setHeader('Content-Type', 'text/html').end(
              `<iframe src="${src}" width="600" height="700"></iframe>`,
            );
          });
          await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
          const { port } = site.address() as AddressInfo;
          const listed = `http://127.0.0.1:${port}`;
          const embed = owner.locator('.embed');
          await embed.locator('summary').click();
          const sites = embed.getByLabel('Sites that may show this scene');
          await sites.fill(`${listed}/path`);
          await embed.getByRole('button', { name: 'Save sites' }).click();
          await embed.getByText('must be an origin').waitFor();
          await sites.fill(listed);
          await embed.getByRole('button', { name: 'Save sites' }).click();
          await embed.getByRole('button', { name: 'Copy HTML' }).waitFor();

          await owner.goto(listed);
          const frame = owner.frameLocator('iframe');
          await frame.getByRole('button', { name: 'Watch the scene' }).click();
          await frame.getByText('You are watching, like everyone').waitFor();
          await say(client, scene.id, 'The lamp is out.');
          await frame.locator('.line.person', { hasText: 'The lamp is out.' }).waitFor();
          must((await frame.locator('header.top').count()) === 0, 'the frame shows the navigation');
          await owner.frames()[1]?.evaluate(() => location.assign('#/keys'));
          await frame.getByText('Open this scene by its invitation.').waitFor();

          await owner.goto(`http://localhost:${port}`);
          await until('the frame is blocked', 10, async () =>
            owner.frames()[1]?.url().startsWith('chrome-error:') ? true : null,
          );
          site.close();
          return undefined;
        },
        /frame-ancestors|Failed to load resource|ERR_/,
      ),
  },
  {
    name: 'page: what is said while a page is out of sight counts in its title, and is marked in the transcript',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        await guest.setViewportSize(PHONE);
        const scene = await createScene(client, { provider: 'understudy' });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ben', 'Frieda');
        await say(client, scene.id, 'Who is there?');
        await guest.locator('.progress.completed', { hasText: 'Round 1' }).waitFor({ state: 'attached' });
        must((await guest.locator('.new-since').count()) === 0, 'lines that were read are marked as new');
        const title = await guest.title();
        must(title.startsWith(scene.title), `the title is “${title}”`);
        must((await iconOf(guest)) === '/favicon.svg', 'the icon has a dot already');

        await guest.getByRole('button', { name: 'More for this room' }).click();
        await guest.getByRole('menuitem', { name: "Notify me when it's my turn" }).click();
        await countSigns(guest);
        await guest.getByLabel('A short sound').check();
        await guest.getByLabel('Vibration (phones)').check();
        await until('the signs when they are chosen', 5, async () => {
          const { tones, shakes } = await readSigns(guest);
          return tones >= 2 && shakes >= 1 ? true : null;
        });
        await checkAxe(guest, 'the choice of signs');
        await guest.getByRole('button', { name: 'Close' }).click();

        const before = await readSigns(guest);
        await turnAway(guest, 'hidden');
        await say(client, scene.id, 'Is anybody with me?');
        await guest.waitForFunction(() => /^\([1-9]\d*\) /.test(document.title));
        must((await iconOf(guest)) === '/favicon-news.svg', 'the icon has no dot');
        await until('the signs of the turn', 10, async () => {
          const { tones, shakes } = await readSigns(guest);
          return tones > before.tones && shakes > before.shakes ? true : null;
        });
        await turnAway(guest, 'visible');
        await guest.waitForFunction((plain) => document.title === plain, title);
        must((await iconOf(guest)) === '/favicon.svg', 'the icon keeps its dot');
        const mark = guest.locator('.new-since');
        await mark.waitFor();
        await checkAxe(guest, 'the mark above new lines');
        must((await mark.innerText()) === 'New since your last visit', 'the mark says something else');
        const after = await guest.evaluate(
          () => document.querySelector('.new-since')?.closest('li')?.nextElementSibling?.textContent ?? '',
        );
        const first = await mark.locator('xpath=ancestor::li').innerText();
        must(`${first} ${after}`.includes('Is anybody with me?'), `the mark stands above “${first}”`);

        // After reading and scrolling past it, the mark disappears; the next visit has a new one.
        for (let n = 0; n < 4; n += 1) await say(client, scene.id, `And then, ${n}? ${'Go on. '.repeat(30)}`);
        await mark.waitFor({ state: 'detached' });
        await guest.goto(`${stage.url}/#/seats`);
        for (let n = 0; n < 3; n += 1)
          await say(client, scene.id, `What of that, ${n}? ${'Tell me. '.repeat(40)}`);
        await enter(guest, stage, scene.id);
        await guest.getByRole('button', { name: /new lines since your last visit/ }).click();
        await mark.waitFor();
        await guest.getByRole('button', { name: /new lines since/ }).waitFor({ state: 'detached' });
        return title;
      }),
  },
  {
    name: 'page: a player who is elsewhere learns by title and sound that a gathered round waits',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        await guest.setViewportSize(PHONE);
        const scene = await createScene(client, { provider: 'understudy' });
        await client.send(`/v1/scenes/${scene.id}`, {
          method: 'PATCH',
          body: JSON.stringify({ turnMode: 'gather', hideLines: true, gatherSeconds: 600 }),
        });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ben', 'Frieda');
        await countSigns(guest);
        // Off by default: no sound or vibration until the user enables it.
        await turnAway(guest, 'hidden');
        await speakAs(owner, 'I say nothing yet.');
        await guest.waitForFunction(() => document.title.startsWith('(1) '));
        must((await readSigns(guest)).tones === 0, 'a tone sounds that nobody chose');
        await turnAway(guest, 'visible');
        await guest.waitForFunction(() => !document.title.startsWith('('));
        await guest.getByRole('button', { name: 'Ben passes' }).click();
        await owner.locator('.progress.completed', { hasText: 'Round 1' }).waitFor({ state: 'attached' });

        await guest.getByRole('button', { name: 'More for this room' }).click();
        await guest.getByRole('menuitem', { name: "Notify me when it's my turn" }).click();
        await guest.getByLabel('A short sound').check();
        await guest.getByRole('button', { name: 'Close' }).click();
        await guest.locator('.progress.completed', { hasText: 'Round 1' }).waitFor({ state: 'attached' });
        const before = await readSigns(guest);
        await turnAway(guest, 'hidden');
        await speakAs(owner, 'And now I do.');
        await guest.waitForFunction(() => document.title.startsWith('(1) '));
        await until('the sound of the turn', 10, async () => {
          const { tones, shakes } = await readSigns(guest);
          must(shakes === 0, 'it shakes, which nobody chose');
          return tones > before.tones ? true : null;
        });
        return undefined;
      }),
  },
];
