import { checkAxe } from './axe';
import { type Case, must } from './cases';
import { forgetKey, visit } from './page-cases';

export const DEMO_CASES: Case[] = [
  {
    name: 'demo: somebody without a key plays for two minutes, is told that they are over, and is asked for a key',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await forgetKey(page);
        await page.clock.install();
        await page.goto(`${stage.url}/#/`);
        const start = page.getByRole('button', { name: 'Try it for two minutes' });
        await start.waitFor();
        await checkAxe(page, 'the foyer without a key');
        await start.click();
        const clock = page.getByRole('timer');
        await clock.waitFor();
        must(/^[12]:\d\d left of/.test(await clock.innerText()), `the clock says ${await clock.innerText()}`);
        await page.locator('.provider-note', { hasText: 'understudy' }).first().waitFor();
        await page.getByLabel('What Ines says').fill('Is the lamp steady tonight?');
        await page.getByLabel('What Ines says').press('Enter');
        await page.getByText('Is the lamp steady tonight?').first().waitFor();
        await page.locator('.stage .mark.understudy').nth(1).waitFor();
        await checkAxe(page, 'a demo room');
        const scene = /scn_\w+/.exec(page.url())?.[0] ?? '';
        const [owned] = await Promise.allSettled([client.get(`/v1/scenes/${scene}`)]);
        must(owned?.status === 'rejected', 'the operator reads it among their own rooms');
        await page.clock.fastForward(121_000);
        await page.getByRole('heading', { name: 'Your two minutes are over' }).waitFor();
        await checkAxe(page, 'the end of a demo');
        await page.getByLabel('API key').fill(stage.key);
        await page.getByRole('button', { name: 'Use this key' }).click();
        await page.getByRole('button', { name: 'Play a scene' }).waitFor();
        const seats = await page.evaluate(() =>
          Object.keys(localStorage).filter((name) => name.startsWith('proscenium:seat:')),
        );
        must(seats.length === 0, 'the seat of the demo is kept');
        return scene;
      }),
  },
];
