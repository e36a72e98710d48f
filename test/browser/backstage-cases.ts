import type { Locator, Page } from 'playwright-core';
import type { Scene } from '../../src/contract/scenes';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import type { Client } from '../support/api-client';
import { checkAxe } from './axe';
import { type Case, createScene, must, readLedger, say, until } from './cases';
import { chooseOf, forgetKey, openNotices, untilLive, visit } from './page-cases';
import type { Stage } from './stage';

/** The fake model's thought and the fake director's guidance, which only the owner may see. */
const THOUGHT = 'They want an answer from me.';
const GUIDANCE = 'Answer what was just said.';

const open = async (page: Page, stage: Stage, scene: string, query = '') => {
  await page.goto(`${stage.url}/#/scenes/${scene}${query}`);
  await untilLive(page);
};
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const read = (client: Client, id: string) => client.get<Scene>(`/v1/scenes/${id}`);
const confirm = (page: Page) => page.locator('dialog[open] button.primary').click();

async function seat(client: Client, scene: string, persona: string): Promise<string> {
  const made = await client.post<NewSeat>(`/v1/scenes/${scene}/seats`, { role: 'player', persona });
  const taken = await client.post<SeatAccepted>('/v1/seats/accept', {
    invitation: made.invitation,
    name: 'Guest',
  });
  must(taken.token, 'the seat has no token');
  return taken.token;
}

async function sitDown(page: Page, stage: Stage, scene: string, token: string, query = ''): Promise<void> {
  await forgetKey(page);
  await page.evaluate(
    ([id, given]) => localStorage.setItem(`proscenium:seat:${id}`, given ?? ''),
    [scene, token],
  );
  await page.goto(`${stage.url}/#/scenes/${scene}${query}`);
  await untilLive(page);
}

export const BACKSTAGE_LIVE_CASES: Case[] = [
  {
    name: 'page: backstage tells the owner how a round came about, and a player nothing of it',
    run: async ({ stage, client }) => {
      // Answers in JSON have thoughts, prose has none.
      const model = { provider: 'openai' as const, model: 'fake:ok#backstage', expectsJson: true };
      const scene = await createScene(client, model);
      await say(client, scene.id, 'Is anybody there?');
      await visit(stage, async (page) => {
        await open(page, stage, scene.id, '?backstage=1');
        const panel = page.locator('.backstage');
        await panel.getByText('Let the scene breathe.').waitFor();
        must((await panel.getByText(GUIDANCE).count()) >= 2, 'guidance of the characters is missing');
        const thought = panel.getByText(THOUGHT).first();
        must(!(await thought.isVisible()), 'thoughts lie open');
        await panel.getByText('Show private thoughts').click();
        await thought.waitFor();
        await panel.locator('.prompt summary').first().click();
        await panel
          .getByRole('row', { name: /Fixed parts/ })
          .first()
          .waitFor();
        await panel.locator('.round-calls li').nth(3).waitFor();
        await panel.getByText('Tokens per round').click();
        await panel.getByRole('link', { name: 'Round 1', exact: true }).waitFor();
        await checkAxe(page, 'backstage');
        // After following a call, "back" returns to the same place.
        await panel.locator('.round-calls a').first().click();
        await page.getByRole('heading', { name: /^Call/ }).first().waitFor();
        await page.goBack();
        await page.locator('.backstage').getByText('Let the scene breathe.').waitFor();
        await page.getByRole('link', { name: 'Close', exact: true }).click();
        await page.locator('.backstage').waitFor({ state: 'detached' });
        return undefined;
      });
      const token = await seat(client, scene.id, 'ben');
      return visit(stage, async (page) => {
        const heard: Promise<string>[] = [];
        page.on('response', (response) => {
          if (response.url().includes('/v1/')) heard.push(response.text().catch(() => ''));
        });
        page.on('websocket', (socket) =>
          socket.on('framereceived', ({ payload }) => heard.push(Promise.resolve(String(payload)))),
        );
        await sitDown(page, stage, scene.id, token, '?backstage=1');
        await say(client, scene.id, 'And now?');
        await page.locator('.progress.completed', { hasText: 'Round 2' }).waitFor();
        must(
          (await page.locator('.backstage, [aria-label="Direct"]').count()) === 0,
          'a player is let backstage',
        );
        const told = [await page.content(), ...(await Promise.all(heard))];
        must(
          told.some((text) => text.includes('And now?')),
          'nothing was heard at all',
        );
        for (const secret of [THOUGHT, GUIDANCE, 'Let the scene breathe.'])
          must(!told.some((text) => text.includes(secret)), `a player was told ${JSON.stringify(secret)}`);
        return `${told.length} answers and frames searched`;
      });
    },
  },
  {
    name: 'page: says that the rule decided where a plan was not usable, and that a model is out of reach',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:prose#by-rule';
      const scene = await createScene(client, { provider: 'openai', model });
      await say(client, scene.id, 'Is anybody there?');
      await visit(stage, async (page) => {
        await open(page, stage, scene.id, '?backstage=1');
        await openNotices(page);
        await page.getByText('The director’s plan could not be used, so the rule chose who acts.').waitFor();
        const panel = page.locator('.backstage');
        await panel.getByText('Its plan could not be used, so turn order followed the rule').waitFor();
        await panel.getByText('Its plan could not be used. The lines stay').waitFor();
      });
      await fake.control({ script: [{ mode: '401', times: 1, model }] });
      await say(client, scene.id, 'And now?');
      await fake.control({ script: [] });
      const token = await seat(client, scene.id, 'ben');
      await visit(stage, async (page) => {
        await open(page, stage, scene.id);
        await page.getByText('Round 2 failed: the model did not respond.').waitFor();
        const box = page.locator('.under-stage .problem', { hasText: 'The model could not be reached' });
        await box.getByText("The model's endpoint refused the API key: 401").waitFor();
        await box.getByText('Check the API key of the provider, then retry.', { exact: true }).waitFor();
        await box.getByRole('button', { name: 'Model settings' }).click();
        const settings = page.locator('dialog.settings');
        await settings.locator('.settings-nav [aria-current]', { hasText: 'Model profile' }).waitFor();
        await settings.getByRole('button', { name: 'Close' }).click();
        await sitDown(page, stage, scene.id, token);
        await page.getByText('Round 2 failed: the model did not respond.').waitFor();
        await page.locator('.under-stage').getByText('could not be completed: the model did not').waitFor();
      });
    },
  },
  {
    name: 'page: a failed round is retried; a line is edited and said anew; taken back, forked',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#by-hand';
      const scene = await createScene(client, { provider: 'openai', model });
      await say(client, scene.id, 'Is anybody there?');
      await fake.control({ script: [{ mode: '401', times: 1, model }] });
      await say(client, scene.id, 'And now?').catch(() => null);
      await fake.control({ script: [] });
      return visit(stage, async (page) => {
        await open(page, stage, scene.id);
        await page.locator('.under-stage').getByRole('button', { name: 'Retry round 2' }).click();
        await page.locator('.progress.completed', { hasText: 'Round 2' }).waitFor();
        await page.locator('.under-stage .problem').waitFor({ state: 'detached', timeout: 5_000 });
        await page.getByText('Round 2 failed').waitFor({ state: 'detached', timeout: 5_000 });

        const line = page.locator('li.line:not(.person)').last();
        await chooseOf(page, line, 'Edit');
        const words = page.locator('dialog[open] textarea');
        await words.fill('Quite *other* words.');
        await confirm(page);
        await page.locator('li.line', { hasText: 'Quite other words.' }).waitFor();

        // With the keyboard, as the line has the focus.
        await line.focus();
        await page.keyboard.press('r');
        await page.locator('li.line', { hasText: 'Quite other words.' }).waitFor({ state: 'detached' });

        await page.goto(`${stage.url}/#/scenes/${scene.id}?backstage=1`);
        await button(page, 'Rewind to here').click();
        await button(page, 'Undo').click();
        await page.locator('li.line', { hasText: 'And now?' }).waitFor();
        await button(page, 'Rewind to here').click();
        await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
        await until('the rollback', 10, async () =>
          (await read(client, scene.id)).undone.length > 0 ? true : null,
        );
        await page.locator('li.line', { hasText: 'And now?' }).waitFor({ state: 'detached' });
        // The room would refuse it, because another round has begun since.
        await button(page, 'Remove this round').waitFor();
        must((await button(page, 'Replay this round').count()) === 0, 'it offers what the room refuses');
        const refused = await client.send(`/v1/scenes/${scene.id}/rounds/1/retry`, { method: 'POST' });
        must(refused.status === 409, `playing it anew is answered ${refused.status}`);
        await button(page, 'Branch from here').click();
        await page.waitForURL((url) => url.hash.startsWith('#/scenes/') && !url.hash.includes(scene.id));
        await page.locator('li.line', { hasText: 'Is anybody there?' }).waitFor();
        return undefined;
      });
    },
  },
  {
    name: 'page: the owner takes a line back with all that came after it, with a toast to undo it; a player cannot',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#take-back' });
      for (const text of ['Is anybody there?', 'And now?', 'Who knocked?']) await say(client, scene.id, text);
      const token = await seat(client, scene.id, 'ben');
      return visit(stage, async (page) => {
        await open(page, stage, scene.id);
        const line = page.locator('li.line.person', { hasText: 'And now?' });
        const takeBack = (row: Locator) => chooseOf(page, row, 'Rewind to before this');
        await takeBack(line);
        const toast = page.locator('.toast');
        await toast.getByText('Rounds 2 to 3 removed.').waitFor();
        await line.waitFor({ state: 'detached' });
        await checkAxe(page, 'the toast after a line is taken back');
        await toast.getByRole('button', { name: 'Undo' }).click();
        await line.waitFor();
        must((await read(client, scene.id)).undone.length === 0, 'it was taken back although it was undone');
        await takeBack(line);
        await line.waitFor({ state: 'detached' });
        await toast.getByRole('button', { name: 'Close' }).click();
        const undone = await until('the take-back', 10, async () => {
          const now = await read(client, scene.id);
          return now.undone.length > 0 ? now.undone : null;
        });
        must(JSON.stringify(undone) === '[[2,3]]', `taken back: ${JSON.stringify(undone)}`);
        must((await page.getByText('Who knocked?').count()) === 0, 'a later line is still there');

        // Undoing a character's line undoes its round, the only one left.
        const answer = page.locator('li.line:not(.person)').last();
        await takeBack(answer);
        await page.locator('li.line').first().waitFor({ state: 'detached' });
        await page.locator('.composer textarea').fill('From the beginning, then.');
        await page.locator('.composer textarea').press('Enter');
        await page.locator('li.line.person', { hasText: 'From the beginning, then.' }).waitFor();

        await sitDown(page, stage, scene.id, token);
        const seen = page.locator('li.line', { hasText: 'From the beginning, then.' });
        await seen.hover();
        await seen.getByRole('button', { name: 'More for this line' }).click();
        await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
        must(
          (await page.getByRole('menuitem').count()) === 3,
          'a player is offered more than to hear and copy',
        );
        // Headless browsers have no voices.
        await page.evaluate(() => {
          speechSynthesis.speak = ({ text }) => {
            document.title = text;
          };
        });
        await page.getByRole('menuitem', { name: 'Read aloud' }).click();
        must((await page.title()) === 'From the beginning, then.', 'the line is not read aloud');
        return undefined;
      });
    },
  },
  {
    name: 'page: a round is cancelled; the cast shows how it is as that changes, to a player without what it wants',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#cancel';
      const scene = await createScene(client, { provider: 'openai', model });
      const token = await seat(client, scene.id, 'ada');
      await fake.script(model, { mode: 'hang' });
      const said = { type: 'user', text: 'Is anybody there?', personaId: 'ada' };
      await client.post(`/v1/scenes/${scene.id}/turns`, said);
      return visit(stage, async (page) => {
        await open(page, stage, scene.id);
        await button(page, 'Stop').click();
        await page.getByText('Stopped.').waitFor();
        await openNotices(page);
        await page.locator('.notices', { hasText: 'Round 1 was cancelled' }).waitFor();
        const givenUp = async (n: number) => ((await fake.log(model))[n - 1]?.abandoned ? true : null);
        await until('the end of the request', 10, () => givenUp(1));

        // A line that waits starts at once; the first one has asked a character already.
        await fake.script(model, { mode: 'ok' }, { mode: 'hang' });
        await client.post(`/v1/scenes/${scene.id}/turns`, said);
        const asked = async () => ((await fake.log(model)).length === 3 ? true : null);
        await until('the call of a character', 10, asked);
        await client.post(`/v1/scenes/${scene.id}/turns`, { ...said, text: 'Anybody at all?' });
        await button(page, 'Stop').click();
        await page.locator('.progress.completed', { hasText: 'Round 3' }).waitFor();
        await until('the end of the second request', 10, () => givenUp(3));
        await fake.script(model);

        const state = { mood: 'wary', location: 'the stairs', activity: 'listening', clothing: 'a coat' };
        const change = { teo: { ...state, intentions: 'to slip away' } };
        const changed = await client.send(`/v1/scenes/${scene.id}`, {
          method: 'PATCH',
          body: JSON.stringify({ characters: { change } }),
        });
        must(changed.ok, `the cast was not changed: ${changed.status}`);
        const card = page.locator('button.member', { hasText: 'Teo' });
        for (const value of ['wary', 'the stairs', 'listening']) await card.getByText(value).waitFor();
        await card.click();
        const teo = page.locator('dialog[open]');
        for (const value of [...Object.values(state), 'to slip away']) await teo.getByText(value).waitFor();
        await checkAxe(page, 'one of the cast');
        await sitDown(page, stage, scene.id, token);
        await card.click();
        for (const value of Object.values(state)) await teo.getByText(value).waitFor();
        must((await teo.getByText('to slip away').count()) === 0, 'a player reads what a character wants');
        return undefined;
      });
    },
  },
  {
    name: 'page: the owner calls on one who speaks alone, narrates, changes the scene, lets it go on',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#direct' });
      return visit(stage, async (page) => {
        await open(page, stage, scene.id);
        await page.locator('button.member', { hasText: 'Teo' }).click();
        await page.getByRole('button', { name: 'Call on Teo' }).click();
        await until('the call', 10, async () =>
          (await read(client, scene.id)).called.next === 'teo' ? true : null,
        );
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
        await button(page, 'Continue').click();
        await page.locator('.progress.completed', { hasText: 'Round 1' }).waitFor();
        const names = await page.locator('li.line:not(.person) .who strong').allInnerTexts();
        must(names.length > 0 && names.every((name) => name === 'Teo'), `spoke: ${names.join(', ')}`);

        await button(page, 'Direct').click();
        await checkAxe(page, 'the tools of the owner');
        await button(page, 'Narrate…').click();
        await page.locator('dialog[open] textarea').fill('The lights come back.');
        await confirm(page);
        await page.locator('.progress.completed', { hasText: 'Round 2' }).waitFor();

        await button(page, 'Direct').click();
        await button(page, 'Settings').click();
        const sheet = page.locator('dialog[open]');
        await sheet.getByLabel('A round starts').selectOption('manual');
        const told = sheet.locator('.settings-told');
        must(
          (await told.innerText()).includes('Pace (when a round starts)'),
          'it does not say what is changed',
        );
        const section = (name: string) => sheet.getByRole('navigation').getByRole('button', { name });
        await section('Director and turn order').click();
        await sheet.getByLabel('Reply length').selectOption('short');
        await sheet.getByText('Direction style').click();
        await sheet.getByLabel('Tone').fill('Dry.');
        await sheet.getByText('Role-play instructions').click();
        await sheet.getByLabel('Character instructions').fill('Rhyme.');
        await sheet.getByLabel('Narrator instructions').fill('Be brief.');
        await sheet.getByRole('button', { name: 'Reset narrator instructions' }).click();
        await section('Facts and trackers').click();
        await sheet.getByRole('button', { name: 'Add a fact' }).click();
        await sheet.getByLabel('Name of fact 1').fill('matches');
        await sheet.getByLabel('Value of fact 1').fill('wet');
        await sheet.getByLabel('Add a player').fill('Cy');
        await sheet.getByLabel('Narrator', { exact: true }).selectOption({ label: 'Default model settings' });
        await section('Budget').click();
        await until('the section on show', 5, async () =>
          (await section('Budget').getAttribute('aria-current')) === 'true' ? true : null,
        );
        must(await sheet.getByRole('button', { name: 'Save' }).isVisible(), 'the bar does not stay');
        await sheet.getByLabel('Max tokens').first().fill('900000');
        await sheet.getByLabel('Lines between summaries').fill('12');
        await checkAxe(page, 'settings');
        await confirm(page);
        await sheet.waitFor({ state: 'detached' });
        const changed = await read(client, scene.id);
        const { length, rules, direction } = changed.settings;
        must(
          length === 'short' && rules.character === 'Rhyme.' && rules.narrator === null,
          'length and rules were not changed',
        );
        must(direction.tone === 'Dry.' && direction.pacing === 'even', 'the tone was not changed');
        must(changed.personas.at(-1)?.name === 'Cy', 'no player was added');
        must(
          changed.budgets.tokens === 900_000 && changed.settings.summarizeAfter === 12,
          'budget and settings were not changed',
        );
        must(
          changed.turnMode === 'manual' && changed.world.matches === 'wet',
          'the settings were not changed',
        );

        const box = page.getByRole('textbox').last();
        await box.fill('Who has the matches?');
        await box.press('Enter');
        await page.locator('.pace', { hasText: 'for you to start it' }).waitFor();
        await button(page, 'Start the round').click();
        await page.locator('.progress.completed', { hasText: 'Round 3' }).waitFor();

        await button(page, 'Direct').click();
        await button(page, 'Auto-play…').click();
        await page.getByLabel('Rounds', { exact: true }).fill('2');
        await page.getByLabel('Seconds between rounds').fill('0');
        await page.getByText('Max spending').click();
        await page.getByLabel('Max model calls').fill('50');
        await confirm(page);
        await page.locator('.progress.completed', { hasText: 'Round 5' }).waitFor();
        await openNotices(page);
        await page.locator('.notices', { hasText: 'Auto-play stopped after 2 of 2 rounds' }).waitFor();
        const events = await readLedger(client, `/v1/scenes/${scene.id}`);
        const limited = events.find((event) => event.kind === 'autonomy.limited');
        must(
          JSON.stringify(limited?.payload.limits) === '{"calls":50,"tokens":null,"money":null}',
          'it went on without the budget it was given',
        );
        return undefined;
      });
    },
  },
  {
    name: 'page: a gathered round waits for a player, who is told hidden lines as it begins',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#gathered' });
      const pace = { turnMode: 'gather', gatherSeconds: 600, hideLines: true };
      await client.send(`/v1/scenes/${scene.id}`, { method: 'PATCH', body: JSON.stringify(pace) });
      const token = await seat(client, scene.id, 'ben');
      return visit(stage, async (page) => {
        await sitDown(page, stage, scene.id, token);
        await client.post(`/v1/scenes/${scene.id}/turns`, {
          type: 'user',
          text: 'Nobody hears this yet.',
          personaId: 'ada',
        });
        const bar = page.locator('.pace');
        await bar.getByText(/Waiting for you.*starts in \d+ min.*ready: Ada/).waitFor();
        await openNotices(page);
        await page.locator('.notices', { hasText: 'Ada is ready.' }).waitFor();
        must(!(await page.content()).includes('Nobody hears this'), 'a hidden line is in the page');
        await checkAxe(page, 'a round that waits');
        await button(page, 'Ben passes').click();
        const line = page.locator('li.line', { hasText: 'Nobody hears this yet.' });
        await line.waitFor();
        await page.locator('.progress.completed', { hasText: 'Round 1' }).waitFor();
        must((await line.count()) === 1, 'the line is drawn twice');
        await bar.waitFor({ state: 'detached' });
        return undefined;
      });
    },
  },
];

export const BACKSTAGE_CASES: Case[] = [
  {
    name: 'page: a bluffing game is played to its verdict, cards face down until they are turned',
    run: async ({ stage, client }) => {
      const scene = await client.post<Scene>('/v1/scenes', { template: 'bluff' });
      return visit(stage, async (page) => {
        await open(page, stage, scene.id);
        const table = page.locator('.table');
        await button(page, 'Continue').click();
        await table.getByText(/1 of \d+ rounds/).waitFor();
        const card = table.getByRole('button', { name: /^Turn the card/ }).first();
        await card.click();
        must(/\S/.test(await table.locator('.secret.open').first().innerText()), 'the card is empty');
        for (let n = 2; n <= (scene.table?.of ?? 0); n += 1) {
          await page.locator('.progress.completed', { hasText: `Round ${n - 1}` }).waitFor();
          await button(page, 'Continue').click();
        }
        await table.locator('.verdict').waitFor();
        await checkAxe(page, 'the table');
        return (await table.locator('.verdict').innerText()).slice(0, 60);
      });
    },
  },
];
