import { statSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { plainPortrait } from '../../src/library/plain-portrait';
import { writePngCard } from '../../src/library/png-card';
import { type Case, createScene, must } from './cases';
import { untilLive, visit } from './page-cases';
import { visitBoth } from './people-cases';

const PHONE = { width: 390, height: 844 };
const CARD = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    ...{
      name: 'Ysolde',
      description: 'A ferrywoman who counts her passengers twice.',
      personality: 'patient',
    },
    ...{ scenario: 'The last ferry of the night.', first_mes: 'You are late, {{user}}.', mes_example: '' },
    alternate_greetings: ['Sit in the middle, {{user}}.'],
    extensions: {},
  },
};

/** A person's actions on a page: counts presses, and seconds from the first press to the goal. */
export class Hand {
  readonly #page: Page;
  readonly #since = performance.now();
  #presses = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(what: Locator): Promise<void> {
    this.#presses += 1;
    await what.click();
  }

  pressButton(name: string | RegExp): Promise<void> {
    return this.press(this.#page.getByRole('button', { name, exact: typeof name === 'string' }));
  }

  async type(into: Locator, text: string): Promise<void> {
    this.#presses += 1;
    await into.fill(text);
    await into.press('Enter');
  }

  async save(press: () => Promise<void>): Promise<void> {
    const [download] = await Promise.all([this.#page.waitForEvent('download'), press()]);
    must(statSync(await download.path()).size > 500, 'the file is empty');
  }

  tell(most: number): string {
    const seconds = ((performance.now() - this.#since) / 1000).toFixed(1);
    must(this.#presses <= most, `it took ${this.#presses} presses, not ${most}`);
    return `${this.#presses} presses, ${seconds} s`;
  }
}

export const field = (page: Page) => page.locator('.composer textarea');
const person = (page: Page, text: string) =>
  page.locator('li.line.person:not(.outgoing)', { hasText: text }).first();
export const spoken = (page: Page) => page.locator('li.line:not(.person, .draft, .outgoing)');

/** The path of each kind of newcomer, on a stage without a model. */
export const JOURNEY_CASES: Case[] = [
  {
    name: 'journey: a newcomer plays a scene, and is answered',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        const hand = new Hand(page);
        await hand.pressButton('Play a scene');
        await spoken(page).first().waitFor();
        await untilLive(page);
        const before = await spoken(page).count();
        await hand.type(field(page), 'Good evening. Is this seat taken?');
        await person(page, 'Is this seat taken?').waitFor();
        await spoken(page).nth(before).waitFor();
        return hand.tell(2);
      }),
  },
  {
    name: 'journey: a host drops a card, plays it under a name, and invites a friend',
    run: ({ stage }) =>
      visitBoth(stage, async (host, friend) => {
        const hand = new Hand(host);
        const buffer = Buffer.from(writePngCard(plainPortrait(), CARD, CARD));
        const card = { name: 'ysolde.png', mimeType: 'image/png', buffer };
        await host.getByLabel('Files to import').setInputFiles(card);
        await host.getByRole('img', { name: 'Portrait of Ysolde' }).waitFor();
        await host.getByLabel('Your name').fill('Ada');
        await host.getByRole('group', { name: 'Greeting', exact: true }).getByText('late, Ada').waitFor();
        await hand.pressButton('Start this scene');
        await spoken(host).filter({ hasText: 'You are late, Ada.' }).waitFor();
        await untilLive(host);
        await hand.pressButton('People');
        await hand.pressButton('Create link');
        const link = await host.locator('#invitation-link').inputValue();
        await friend.goto(link);
        await friend.locator('.stage-bill', { hasText: 'Ysolde' }).waitFor();
        return hand.tell(3);
      }),
  },
  {
    name: 'journey: a friend on a phone joins, loses the network, and nothing that was said is lost',
    run: ({ stage, client }) =>
      visitBoth(stage, async (_owner, friend) => {
        const scene = await createScene(client, { provider: 'understudy' });
        const seat = await client.post<{ invitation: string }>(`/v1/scenes/${scene.id}/seats`, {
          ...{ role: 'player', persona: scene.personas[0]?.id },
        });
        await friend.setViewportSize(PHONE);
        const hand = new Hand(friend);
        await friend.goto(`${stage.url}/#/join?invitation=${seat.invitation}`);
        await friend.getByLabel('Your name').fill('Frieda');
        await hand.pressButton('Join');
        await untilLive(friend);
        await hand.type(field(friend), 'Is anybody there?');
        await person(friend, 'Is anybody there?').waitFor();
        await friend.context().setOffline(true);
        await hand.type(field(friend), 'It went dark.');
        await friend.locator('.outgoing', { hasText: 'Not sent.' }).waitFor();
        await friend.context().setOffline(false);
        await person(friend, 'It went dark.').waitFor();
        must((await person(friend, 'It went dark.').count()) === 1, 'it was said twice');
        return hand.tell(3);
      }),
  },
  {
    name: 'journey: a researcher watches an agent learn, reads the report, and keeps it',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        const hand = new Hand(page);
        await hand.pressButton(/^Corridor/);
        await hand.pressButton('Watch an agent learn');
        await page.locator('li.turn').first().waitFor();
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
        await page.getByText('Run finished').first().waitFor({ timeout: 120_000 });
        await hand.press(page.getByRole('link', { name: 'Report' }));
        await page.getByText('ACTION1').first().waitFor();
        await hand.save(() => hand.pressButton('Save as a web page'));
        return hand.tell(4);
      }),
  },
  {
    name: 'journey: an adventurer plays a story, saves, undoes, and takes it home',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        const hand = new Hand(page);
        await hand.press(page.locator('.poster', { hasText: 'The Tide Mill' }).first());
        await hand.pressButton('Play');
        const line = page.getByLabel('Command', { exact: true });
        await hand.type(line, 'east');
        await page.locator('.play-title', { hasText: 'Mill Yard' }).waitFor();
        await hand.pressButton('Undo');
        await page.locator('.play-title:not(:has-text("Mill Yard"))').waitFor();
        await hand.pressButton('More for this story');
        await hand.press(page.getByRole('menuitem', { name: 'Export', exact: true }));
        await hand.save(() => hand.pressButton('Web page'));
        return hand.tell(7);
      }),
  },
];

export const JOURNEY_LIVE_CASES: Case[] = [
  {
    name: 'journey: an operator whose endpoint is dead reads why, and plays on once it is back',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#journey';
      const scene = await createScene(client, { provider: 'openai', model, timeoutSeconds: 5 });
      await fake.script(model, { mode: '401', times: 50 });
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/scenes/${scene.id}`);
        await untilLive(page);
        const hand = new Hand(page);
        await hand.type(field(page), 'Is anybody there?');
        const problem = page.locator('.problem').first();
        await problem.waitFor();
        const words = await problem.innerText();
        must(!/GET|POST|\/v1\/|null|undefined/.test(words), `it says "${words}"`);
        await fake.script(model);
        await hand.pressButton('Retry round 1');
        await spoken(page).first().waitFor();
        return hand.tell(2);
      });
    },
  },
];
