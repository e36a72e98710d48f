import type { Page } from 'playwright-core';
import type { NewTenant } from '../../src/contract/access';
import type { ProviderView } from '../../src/contract/provider-views';
import type { Scene } from '../../src/contract/scenes';
import type { NewSeat, SeatAccepted } from '../../src/contract/seats';
import { checkAxe } from './axe';
import { type Case, must, readRound, type Setting, say, until } from './cases';
import { field, Hand, spoken } from './journey-cases';
import { untilLive, visit } from './page-cases';
import { enter, visitBoth } from './people-cases';

/** The port of Ollama, which the dialog asks first, is closed here. */
const CLOSED = /502/;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Connect a model' });
const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect a model' });
const disconnect = ({ client }: Setting) => client.send('/v1/providers/ollama', { method: 'DELETE' });

/** On a stage without a model. They change the default model, so they run after all others. */
export const CONNECT_CASES: Case[] = [
  {
    name: 'connect: a newcomer connects a local model on the page, tests it, and it speaks the first line',
    alone: 'last',
    run: (setting) =>
      visit(
        setting.stage,
        async (page) => {
          const { client, fake } = setting;
          await page.getByText('No AI model connected').waitFor();
          const hand = new Hand(page);
          await hand.press(connectButton(page));
          await dialog(page).getByLabel('Endpoint').fill(fake.baseUrl);
          await dialog(page).getByText('1 model found.').waitFor();
          must((await dialog(page).getByLabel('Model').inputValue()) === 'fake:ok', 'no model is filled in');
          const asked = (await fake.log('fake:ok')).length;
          await hand.pressButton('Test');
          await dialog(page).locator('blockquote', { hasText: /\w/ }).waitFor();
          await dialog(page)
            .getByText(/1 call · \d+ tokens · no price known/)
            .waitFor();
          must((await fake.log('fake:ok')).length === asked + 1, 'the test did not make exactly one call');
          await checkAxe(page, 'the dialog that connects a model');
          await hand.pressButton('Save');
          await page.locator('.home .provider-note', { hasText: 'fake:ok by ollama' }).waitFor();
          await hand.pressButton('Play a scene');
          await untilLive(page);
          const before = await spoken(page).count();
          await hand.type(field(page), 'Good evening. Is this seat taken?');
          await spoken(page).nth(before).waitFor();
          const told = hand.tell(5);
          const id = /scenes\/([^/?]+)/.exec(page.url())?.[1] ?? '';
          const round = await until('the end of the round', 30, async () => {
            const now = await readRound(client, id, 1);
            return now.status === 'completed' ? now : null;
          });
          must(round.lines[0]?.provider === 'ollama', `the first line is by ${round.lines[0]?.provider}`);
          // Another tenant of the same stage reaches no address of this machine.
          const { key } = (await client.post<NewTenant>('/v1/tenants', { name: 'lodger' })).key;
          const refusal = await client.send('/v1/providers/ollama', {
            method: 'PUT',
            headers: { Authorization: `Bearer ${key}` },
            body: JSON.stringify({ baseUrl: fake.baseUrl }),
          });
          must(refusal.status === 400, `another tenant saved a local address: ${refusal.status}`);
          await disconnect(setting);
          return told;
        },
        CLOSED,
      ),
  },
  {
    name: 'connect: a scene on the understudy, and one with a model error, switch to another model',
    alone: 'last',
    run: (setting) =>
      visitBoth(setting.stage, async (owner, guest) => {
        const { client, fake, stage } = setting;
        const cast = { title: 'Smoke', characters: [{ name: 'Mara' }], personas: [{ name: 'Ada' }] };
        const scene = await client.post<Scene>('/v1/scenes', cast);
        must(scene.provider === 'understudy', `the scene began with ${scene.provider}`);
        const { invitation } = await client.post<NewSeat>(`/v1/scenes/${scene.id}/seats`, { role: 'player' });
        const { token } = await client.post<SeatAccepted>('/v1/seats/accept', { invitation, name: 'Ada' });
        await guest.evaluate(
          ([name, value]) => localStorage.setItem(name ?? '', value ?? ''),
          [`proscenium:seat:${scene.id}`, token],
        );
        await enter(owner, stage, scene.id);
        await owner.locator('.scene-title').getByRole('button', { name: 'understudy' }).click();
        await dialog(owner).getByLabel('Endpoint').fill(fake.baseUrl);
        await dialog(owner).getByLabel('Model').fill('fake:401#connect');
        await owner.getByRole('button', { name: 'Save' }).click();
        await owner.getByText('This scene and new rooms use fake:401#connect.').waitFor();
        const turn = await say(client, scene.id, 'Is anybody there?');
        must(turn.status === 'failed', `the round with a wrong key is ${turn.status}`);

        await guest.goto(`${stage.url}/#/scenes/${scene.id}`);
        await guest.getByText('could not be').waitFor();
        must((await connectButton(guest).count()) === 0, 'a guest may connect a model');

        await owner.locator('.problem').getByRole('button', { name: 'Connect a model' }).click();
        const endpoint = dialog(owner).getByLabel('Endpoint');
        must((await endpoint.inputValue()) === fake.baseUrl, 'the dialog has forgotten the endpoint');
        await dialog(owner).getByLabel('Model').fill('fake:ok#connect');
        await owner.getByRole('button', { name: 'Save' }).click();
        await owner.getByText('This scene and new rooms use fake:ok#connect.').waitFor();
        await owner.getByRole('button', { name: 'Retry round 1' }).click();
        const round = await until('the retried round', 30, async () => {
          const now = await readRound(client, scene.id, 1);
          return now.status === 'completed' ? now : null;
        });
        must(
          round.lines.every(({ model }) => model === 'fake:ok#connect'),
          'the corrected model does not speak',
        );
        await disconnect(setting);
        const left = await client.get<{ items: ProviderView[] }>('/v1/providers');
        must(
          left.items.find(({ isDefault }) => isDefault)?.name === 'understudy',
          'the model is still there',
        );
        return undefined;
      }),
  },
];
