import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { Run } from '../../src/contract/runs';
import { type Received, startFakeReceiver } from '../support/fake-receiver';
import { checkAxe } from './axe';
import { type Case, createScene, must, say, until } from './cases';
import { mustSpeakPlainly } from './every-page-cases';
import { untilLive, visit } from './page-cases';

const run = promisify(execFile);

async function withReceiver<T>(
  does: (url: string, log: (name: string) => Promise<Received[]>) => Promise<T>,
): Promise<T> {
  const receiver = await startFakeReceiver();
  try {
    return await does(receiver.url, async (name) => {
      const answer = await fetch(`${receiver.url}/log/${name}`);
      return (await answer.json()) as Received[];
    });
  } finally {
    await receiver.close();
  }
}

async function fillWebhook(page: Page, url: string, room: string): Promise<string> {
  await page.getByLabel('URL', { exact: true }).fill(url);
  await page.getByLabel('Room', { exact: true }).selectOption({ label: room });
  await page.getByRole('checkbox', { name: 'Rounds ending' }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  return page.getByLabel('Secret', { exact: true }).inputValue();
}

async function chooseMore(page: Page, row: Locator, deed: string): Promise<void> {
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: deed }).click();
}

export const WEBHOOK_CASES: Case[] = [
  {
    name: 'webhooks: one is made in words, tested, read with request and answer, sent again, renewed, switched off',
    run: ({ stage, client }) =>
      withReceiver((receiver, log) =>
        visit(stage, async (page) => {
          const scene = await createScene(client, { provider: 'understudy' });
          const title = 'The scene that is told of';
          await client.send(`/v1/scenes/${scene.id}`, { method: 'PATCH', body: JSON.stringify({ title }) });
          await page.goto(`${stage.url}/#/webhooks?room=${scene.id}`);
          await page.getByRole('button', { name: 'New webhook' }).click();
          await checkAxe(page, 'the form of a webhook');
          const secret = await fillWebhook(page, `${receiver}/in/says/told`, title);
          must(secret.startsWith('whsec_'), `the secret is “${secret}”`);
          await page.getByRole('button', { name: 'Done', exact: true }).click();
          must(!(await page.content()).includes(secret), 'the secret stays on the page');

          const row = page.locator('.endpoint');
          await row.getByText('Lines, rounds ending').waitFor();
          await row.getByRole('button', { name: 'Send a test' }).click();
          await page.getByText('Test: delivered, response 200.').waitFor();
          await say(client, scene.id, 'Is anybody told of this?');
          const spoke = row.locator('.events-list li', { hasText: 'player spoke' });
          await spoke.locator('summary').first().click();
          await spoke.locator('figcaption', { hasText: 'Response' }).waitFor();
          // Request and answer load separately.
          await spoke.locator('.copy-code pre').nth(1).waitFor();
          const [sent, answer] = await spoke.locator('.copy-code pre').allInnerTexts();
          must(sent?.includes('Is anybody told of this?'), `what was sent is ${sent}`);
          must(answer?.includes('thank you thank you'), `what came back is ${answer}`);
          await mustSpeakPlainly(page, 'an open message');
          await checkAxe(page, 'an open message');
          const before = (await log('told')).length;
          await spoke.getByRole('button', { name: 'Resend', exact: true }).click();
          await row.locator('.events-list li', { hasText: 'resent' }).waitFor();
          must((await log('told')).length > before, 'nothing was sent again');

          await chooseMore(page, row, 'New secret…');
          await row.getByRole('button', { name: 'Create a new secret' }).click();
          const renewed = await page.getByLabel('Secret', { exact: true }).inputValue();
          must(renewed.startsWith('whsec_') && renewed !== secret, 'the secret is the old one');
          await page.getByRole('button', { name: 'Done', exact: true }).click();
          await row.getByText('also signed with the old secret').waitFor();
          await chooseMore(page, row, 'Turn off');
          await row.locator('.status', { hasText: /^off$/ }).waitFor();
          await row.getByRole('button', { name: 'Turn on' }).click();
          await row.locator('.status', { hasText: /^on$/ }).waitFor();
          await chooseMore(page, row, 'Delete…');
          await row.getByRole('button', { name: 'Delete', exact: true }).click();
          await page.getByText('No webhooks yet').waitFor();
          return `${before} messages`;
        }),
      ),
  },
  {
    name: 'webhooks: a receiver that fails is told of, mended by another address, and gets what waited',
    run: ({ stage, client }) =>
      withReceiver((receiver, log) =>
        visit(
          stage,
          async (page) => {
            const scene = await createScene(client, { provider: 'understudy' });
            const body = { url: `${receiver}/in/500/broken`, room: scene.id, kinds: ['player.spoke'] };
            await client.post('/v1/webhooks', body);
            await page.goto(`${stage.url}/#/webhooks?room=${scene.id}`);
            const row = page.locator('.endpoint');
            await row.getByText('No deliveries yet').waitFor();
            await say(client, scene.id, 'Is this lost?');
            await row.locator('.status', { hasText: 'failing' }).waitFor();
            await row.getByText('not delivered, the receiver responded with 500').waitFor();
            await row.getByRole('button', { name: 'Deliveries' }).click();
            await row.getByLabel('Show').selectOption('Failed, will retry');
            await row.locator('.events-list summary').first().click();
            await row.locator('.event-detail', { hasText: 'Next retry' }).waitFor();
            await row.getByText('no: 500').waitFor();
            await row.getByLabel('Show').selectOption('Delivered');
            await row.getByText('No matching deliveries').waitFor();

            await chooseMore(page, row, 'Edit…');
            await page.getByLabel('URL', { exact: true }).fill('http://10.0.0.1/');
            await page.getByRole('button', { name: 'Save' }).click();
            await row.getByRole('alert').waitFor();
            await page.getByLabel('URL', { exact: true }).fill(`${receiver}/in/ok/mended`);
            await page.getByRole('button', { name: 'Save' }).click();
            await row.locator('.status', { hasText: /^on$/ }).waitFor();
            await row.getByText('delivered, response 204').first().waitFor();
            const [message] = await until('the message', 10, async () => {
              const all = await log('mended');
              return all.length > 0 ? all : null;
            });
            must(message?.body.includes('Is this lost?'), 'another message came');
            return undefined;
          },
          /Failed to load resource/,
        ),
      ),
  },
  {
    name: 'webhooks: a hook is made from a scene; the command that is copied takes a turn, and shows what it set off',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const scene = await createScene(client, { provider: 'understudy' });
        await page.goto(`${stage.url}/#/scenes/${scene.id}`);
        await untilLive(page);
        await page.getByRole('button', { name: 'Direct' }).click();
        await page.getByRole('button', { name: 'Connect Discord, Slack, GitHub' }).click();
        await page.getByText('No incoming webhooks yet').waitFor();
        await page.getByRole('button', { name: 'New incoming webhook' }).click();
        must(
          (await page.getByLabel('Room', { exact: true }).inputValue()) === scene.id,
          'the room of the link is not chosen',
        );
        await page.getByLabel('Spoken by').selectOption('Ben');
        await page.getByLabel('Text', { exact: true }).fill('{{who}} knocks at the door.');
        await checkAxe(page, 'the form of a hook');
        await page.getByRole('button', { name: 'Create webhook' }).click();
        const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
        const command = await page.locator('.copy-code pre').innerText();
        must(command.includes(secret), 'the secret is not in the command');
        await page.getByRole('button', { name: 'Done', exact: true }).click();
        await run('bash', ['-c', `${command.replace('curl ', 'curl -sf ')}`]);
        await run('bash', ['-c', command.replace('"who"', '"nobody"')]);
        await run('bash', ['-c', command.replace(secret, 'another-secret-than-that')]);

        const row = page.locator('.endpoint');
        await row.getByText('Ben says “{{who}} knocks at the door.”').waitFor();
        await row.getByRole('button', { name: 'Deliveries' }).click();
        const items = row.locator('.events-list li');
        await items.nth(2).waitFor();
        for (const n of [0, 1, 2]) await items.nth(n).locator('summary').click();
        await items.nth(0).getByText('The signature is invalid').waitFor();
        await items.nth(1).getByText('“who” is missing').waitFor();
        await items.nth(2).getByText('some who knocks at the door.').waitFor();
        await mustSpeakPlainly(page, 'open deliveries');
        await checkAxe(page, 'open deliveries');
        await row.getByRole('button', { name: 'Setup instructions' }).click();
        must(!(await page.content()).includes(secret), 'the secret is shown again');

        await chooseMore(page, row, 'Edit…');
        await page.getByLabel('Text', { exact: true }).fill('It is {{who}}.');
        await page.getByRole('button', { name: 'Save' }).click();
        await row.getByText('Ben says “It is {{who}}.”').waitFor();
        await row.getByRole('button', { name: 'Deliveries' }).click();
        await items.nth(2).locator('summary').click();
        await items.nth(2).getByRole('link', { name: 'Smoke' }).click();
        await untilLive(page);
        await page.locator('.line.person', { hasText: 'some who knocks at the door.' }).waitFor();
        return undefined;
      }),
  },
  {
    name: 'webhooks: each sender has its example; a run of a hook goes on by a signed delivery, and the hook goes',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const game = { game: 'corridor', seed: 'hooks', budgets: { actions: 3 }, title: 'A run by hook' };
        const profiles = { explorer: { provider: 'understudy' }, analyst: { provider: 'understudy' } };
        const { id } = await client.post<Run>('/v1/runs', { ...game, profiles });
        await page.goto(`${stage.url}/#/webhooks/in?room=${id}`);
        await page.getByText('No incoming webhooks yet').waitFor();
        for (const [sender, secret, example] of [
          ['Slack', 'signing-secret-of-slack', 'slash_commands'],
          ['Discord', 'a'.repeat(64), 'api/v10/applications'],
          ['GitHub', '', 'gh api repos'],
          ['a Standard Webhooks service, such as another Proscenium server', '', 'webhook-signature'],
        ] as const) {
          await page.getByRole('button', { name: 'New incoming webhook' }).click();
          await page.getByLabel('From').selectOption(sender);
          if (secret !== '') await page.getByLabel(/of the (Slack|Discord) app/).fill(secret);
          await page.getByLabel('Each delivery').selectOption('starts the run');
          await page.getByRole('button', { name: 'Create webhook' }).click();
          const codes = page.locator('.shown-once .copy-code pre');
          await codes.filter({ hasText: example }).waitFor();
          if (sender === 'GitHub') await run('bash', ['-c', await codes.last().innerText()]);
          await mustSpeakPlainly(page, `the example of ${sender}`);
          await page.getByRole('button', { name: 'Done', exact: true }).click();
        }
        await until('the end of the run', 120, async () => {
          const { status } = await client.get<Run>(`/v1/runs/${id}`);
          return status === 'finished' ? id : null;
        });
        const row = page.getByRole('listitem', { name: 'Webhook for GitHub' });
        await row.getByRole('button', { name: 'Deliveries' }).click();
        await row.getByText('The run was running').click();
        await row.getByRole('link', { name: 'A run by hook' }).last().waitFor();
        await chooseMore(page, row, 'Delete…');
        await row.getByRole('button', { name: 'Delete', exact: true }).click();
        await row.waitFor({ state: 'detached' });
        must((await page.locator('.endpoint').count()) === 3, 'another hook went');
        return undefined;
      }),
  },
];
