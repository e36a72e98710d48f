import { plainPortrait } from '../../src/library/plain-portrait';
import { checkAxe } from './axe';
import { type Case, must, say } from './cases';
import { resize, visit } from './page-cases';

export const TRANSCRIPT_CASES: Case[] = [
  {
    name: 'transcript: the page to keep shows faces and colours without a stage, on screen and paper',
    run: async ({ stage, client }) => {
      const headers = { Authorization: `Bearer ${stage.key}` };
      const { id: from } = await client.post<{ id: string }>('/v1/characters', { name: 'Ysolde' });
      await fetch(`${stage.url}/v1/characters/${from}/portrait`, {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'image/png' },
        body: new Uint8Array(plainPortrait()),
      });
      const understudy = { provider: 'understudy' };
      const { id } = await client.post<{ id: string }>('/v1/scenes', {
        title: 'The last ferry',
        scenario: 'Dusk on the river; the last ferry waits for somebody who is late.',
        characters: [{ from }, { name: 'Teo', description: 'A smuggler who would rather be a poet.' }],
        personas: [{ id: 'ada', name: 'Ada' }],
        profiles: { director: understudy, character: understudy },
      });
      await say(client, id, 'Ysolde, *quietly*: who is there?');
      await say(client, id, 'Ysolde, go on.');
      const address = `${stage.url}/v1/scenes/${id}/transcript?as=html`;
      const html = await (await fetch(address, { headers })).text();
      return visit(stage, async (page) => {
        await page.goto('about:blank');
        // The policy in the page itself applies here, too: the console reports violations.
        await page.setContent(html);
        const rounds = await page.locator('h2.round').allInnerTexts();
        must(rounds.length === 2, `it has the rounds ${rounds.join(', ')}`);
        const colours = await page
          .locator('.cast .name')
          .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
        must(new Set(colours).size === colours.length, `two share a colour: ${colours.join(', ')}`);
        const faces = await page.locator('svg.face').evaluateAll((all) => all.map((one) => one.clientWidth));
        must(faces.length > 1 && faces.every((width) => width > 20), `faces are ${faces.join(', ')} wide`);
        for (const [width, scheme] of [
          [1440, 'light'],
          [1440, 'dark'],
          [390, 'dark'],
          [390, 'light'],
        ] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await resize(page, width, 844);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          must(wide <= 0, `it is ${wide} pixels wider than ${width}`);
          await checkAxe(page, `the transcript, ${width} pixels wide, ${scheme}`);
        }
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        must(paper === 'rgb(255, 255, 255)', `paper is ${paper}`);
        return `${Math.round(html.length / 1024)} KiB, ${colours.length} people`;
      });
    },
  },
];
