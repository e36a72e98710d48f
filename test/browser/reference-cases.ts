import type { Page, Request } from 'playwright-core';
import type { Scene } from '../../src/contract/scenes';
import { checkAxe } from './axe';
import { type Case, createScene, must } from './cases';
import { forgetKey, resize, visit } from './page-cases';

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** A fifth of the compressed size of swagger-ui; most of it is the API document. */
const MOST_BYTES = 160 * 1024;

const LOOKS = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
] as const;

async function openReference(page: Page, url: string, id = ''): Promise<void> {
  await page.goto(`${url}/docs#${id}`);
  await page.locator('article').waitFor();
}

export const REFERENCE_CASES: Case[] = [
  {
    name: 'reference: /docs lists every call of the API, and weighs little',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        const document = (await (await fetch(`${stage.url}/openapi.json`)).json()) as Document;
        const ids = Object.values(document.paths).flatMap((methods) =>
          Object.values(methods).map(({ operationId }) => operationId),
        );
        const sizes: ReturnType<Request['sizes']>[] = [];
        page.on('requestfinished', (request) => sizes.push(request.sizes()));
        await openReference(page, stage.url);
        // Attached, not visible: the groups are collapsed.
        await page.locator('.call-list li a').first().waitFor({ state: 'attached' });
        const bytes = (await Promise.all(sizes)).reduce(
          (sum, { responseBodySize }) => sum + responseBodySize,
          0,
        );
        must(bytes > 0 && bytes < MOST_BYTES, `the page takes ${bytes} bytes`);
        const links = await page
          .locator('.call-list li a')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(1)));
        const missing = ids.filter((id) => !links.includes(id));
        must(
          missing.length === 0,
          `${missing.length} calls are not listed: ${missing.slice(0, 5).join(', ')}`,
        );
        return `${ids.length} calls, ${Math.round(bytes / 1024)} KiB`;
      }),
  },
  {
    name: 'reference: a call is found by the keyboard, shown with all it takes, and tried',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const { id } = await createScene(client, { provider: 'understudy' });
        // The stage's link stored its key in this browser.
        await openReference(page, stage.url);
        await page.keyboard.press('/');
        await page.keyboard.type('get a scene');
        await page
          .locator('.call-list')
          .getByText(/^\d+ endpoints?$/)
          .waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Get a scene', level: 1 }).waitFor();
        must(page.url().endsWith('/docs#readScene'), `the address is ${page.url()}`);
        await page.getByLabel('id required').fill(id);
        const command = await page.getByLabel('Command', { exact: true }).innerText();
        must(command.includes(`/v1/scenes/${id}'`), `the command is ${command}`);
        must(!command.includes(stage.key), 'the command contains the key');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByRole('status').getByText('Status 200').waitFor();
        const answer = await page.getByLabel('Server response').innerText();
        must((JSON.parse(answer) as Scene).id === id, `it answers ${answer.slice(0, 100)}`);
        await openReference(page, stage.url, 'takeTurn');
        await page.getByText('type "user"', { exact: true }).click();
        await page.locator('.fields .fields .field-name', { hasText: 'personaId' }).waitFor();
        await page.getByLabel('Example body').selectOption({ label: 'whisper' });
        must(
          (await page.getByLabel('Command', { exact: true }).innerText()).includes('"whisper": true'),
          'the command keeps its old body',
        );
        return undefined;
      }),
  },
  {
    name: 'reference: overview and calls are for everybody, on a desk and in a hand, light and dark',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        await forgetKey(page);
        for (const id of ['', 'takeTurn', 'createScene', 'readSceneTranscript', 'checkHealth']) {
          await openReference(page, stage.url, id);
          for (const one of await page.locator('article details > summary').all()) await one.click();
          for (const { width, height, scheme } of LOOKS) {
            await page.emulateMedia({ colorScheme: scheme });
            await resize(page, width, height);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            must(wide <= 0, `${id} is ${wide} pixels wider than ${width}`);
            await checkAxe(page, `${id || 'the overview'}, ${width} pixels wide, ${scheme}`);
          }
        }
        return undefined;
      }),
  },
];
