import type { Locator, Page } from 'playwright-core';
import type { NewKey } from '../../src/contract/access';
import type { LibraryItem, LibrarySummary } from '../../src/contract/library';
import type { Scene } from '../../src/contract/scenes';
import { plainPortrait } from '../../src/library/plain-portrait';
import { writePngCard } from '../../src/library/png-card';
import { type Case, must, until } from './cases';
import { untilLive, visit } from './page-cases';
import { PAGES } from './page-table';
import type { Stage } from './stage';

const CARD = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Ysolde',
    description: 'A ferrywoman who counts her passengers twice.',
    personality: 'patient',
    scenario: '',
    first_mes: 'You are late, {{user}}. The river is not.',
    mes_example: '',
    alternate_greetings: ['Sit in the middle. Do not speak to the water.'],
    extensions: { world: 'river' },
  },
};
const WORLD_INFO = {
  entries: {
    0: {
      uid: 0,
      key: ['ferry'],
      keysecondary: [],
      comment: 'The ferry',
      content: 'It crosses at dusk alone.',
    },
    1: {
      uid: 1,
      key: ['ferry'],
      keysecondary: ['storm'],
      selective: true,
      selectiveLogic: 0,
      comment: 'In a storm',
      content: 'It never crosses in a storm.',
    },
    2: {
      uid: 2,
      key: ['ferry'],
      comment: 'A rumour',
      content: 'It sank once.',
      probability: 0,
      useProbability: true,
    },
    3: { uid: 3, key: ['dusk'], comment: 'Dusk', content: 'Dusk lasts an hour here.' },
  },
};

async function dropFile(page: Page, name: string, type: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ base64, name, type }) => {
      const raw = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const held = new DataTransfer();
      held.items.add(new File([raw], name, { type }));
      return held;
    },
    { base64: Buffer.from(bytes).toString('base64'), name, type },
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('main', event, { dataTransfer: transfer });
}

async function change(stage: Stage, path: string, body: unknown): Promise<void> {
  const response = await fetch(stage.url + path, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${stage.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  must(response.ok, `${path}: ${response.status}`);
}

const asBytes = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json));
const open = (page: Page, url: string, hash: string) => page.goto(`${url}/${hash}`);
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
};
/** The field itself, by its exact label: its hint may contain the same words. */
const field = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true });
const isTight = async (page: Page, where: string) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  must(over <= 0, `${where} scrolls sideways by ${over} px`);
};

/** How to create an item of each kind: its fields, apart from the name, and the path of its collection. */
const KINDS: { collection: string; one: string; fill?: (page: Page) => Promise<unknown> }[] = [
  { collection: 'characters', one: 'character', fill: (page) => field(page, 'Goals').fill('to cross') },
  { collection: 'personas', one: 'persona', fill: (page) => field(page, 'Description').fill('a stranger') },
  {
    collection: 'worlds',
    one: 'world',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add fact' }).click();
      await field(page, 'Name of fact 1').fill('river');
      await field(page, 'Fact 1').fill('high');
    },
  },
  {
    collection: 'campaigns',
    one: 'campaign',
    fill: (page) => field(page, 'World').selectOption({ label: 'Round trip of a world' }),
  },
  {
    collection: 'arcs',
    one: 'arc',
    fill: (page) => field(page, 'Campaign').selectOption({ label: 'Round trip of a campaign' }),
  },
  {
    collection: 'lorebooks',
    one: 'lorebook',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add an entry' }).click();
      await field(page, 'Keys').fill('ferry\n/storm(y)?/i');
      await field(page, 'Text').fill('It crosses at dusk.');
    },
  },
  { collection: 'profiles', one: 'profile', fill: (page) => field(page, 'Temperature').first().fill('0.3') },
];

export const LIBRARY_CASES: Case[] = [
  {
    name: 'library: a card dropped on the start page is played with, and opens with its greeting',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await page.getByText('Drop a character card').waitFor();
        await dropFile(page, 'ysolde.json', 'application/json', asBytes(CARD));
        await page.getByText('Create your own scene').first().waitFor();
        const bill = page.getByRole('list', { name: 'The cast' });
        await field(bill, 'Name in this scene').waitFor();
        await field(page, 'Your name').fill('Ada');
        const greeting = page.getByRole('group', { name: 'Greeting', exact: true });
        await greeting.getByText('You are late, Ada. The river is not.').waitFor();
        await greeting.focus();
        await page.keyboard.press('ArrowRight');
        await greeting.getByText('Sit in the').waitFor();
        await page.keyboard.press('ArrowLeft');
        await field(bill, 'Name in this scene').fill('Isolde');
        const director = page.getByRole('group', { name: 'Director' });
        must(await director.getByRole('radio', { name: /^Automatic/ }).isChecked(), 'the director is set');
        await director.getByRole('radio', { name: /^A light director/ }).check();
        await page.getByRole('button', { name: 'Start this scene' }).click();
        await page.getByText('You are late, Ada. The river is not.').waitFor();
        await untilLive(page);
        const id = /scn_\w+/.exec(page.url())?.[0] ?? '';
        const scene = await client.get<Scene>(`/v1/scenes/${id}`);
        must(
          scene.cast[0]?.id === 'isolde' && scene.title === 'Isolde' && scene.personas[0]?.name === 'Ada',
          'another cast',
        );
        must(scene.settings.director === 'light', 'another director');
        return undefined;
      }),
  },
  {
    name: 'library: a card in a PNG is chosen as a file, has its picture, and goes out as it came',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        await open(page, stage.url, '#/library/characters');
        const png = writePngCard(plainPortrait(), CARD, CARD);
        await page
          .getByLabel('Files to import')
          .setInputFiles({ name: 'ysolde.png', mimeType: 'image/png', buffer: Buffer.from(png) });
        await page.getByText('One field is kept').waitFor();
        await page.getByRole('link', { name: 'View', exact: true }).click();
        await page.getByRole('img', { name: 'Portrait of Ysolde' }).waitFor();
        must((await field(page, 'Description').inputValue()).startsWith('A ferrywoman'), 'no description');
        must((await field(page, 'Greeting 1').inputValue()).startsWith('Sit in the'), 'no other greeting');
        await page.getByRole('button', { name: 'Remove', exact: true }).click();
        await page.getByRole('button', { name: 'Add a picture' }).waitFor();
        // A JPEG is converted to PNG; anything else gets an error.
        const picker = page.getByLabel('Picture of the character');
        await picker.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no') });
        await page.getByText('This picture cannot be used').waitFor();
        const picture = Buffer.from(plainPortrait());
        await picker.setInputFiles({ name: 'y.png', mimeType: 'image/png', buffer: picture });
        await page.getByRole('img', { name: 'Portrait of Ysolde' }).waitFor();
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export card (PNG)' }).click();
        must((await download).suggestedFilename() === 'ysolde.png', 'another name of the file');
        return undefined;
      }),
  },
  {
    name: 'library: a file that is nothing of the kind says so, and a World Info shows why its entries come in',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        await open(page, stage.url, '#/library');
        await page.getByText('Drop character cards').waitFor();
        await dropFile(page, 'shopping.json', 'application/json', asBytes({ milk: 1 }));
        await page.getByText('This file type is not supported').waitFor();
        await dropFile(page, 'River.json', 'application/json', asBytes(WORLD_INFO));
        await page.getByText('is in your library as a lorebook').waitFor();
        await page.getByRole('link', { name: 'View', exact: true }).click();
        const test = page.getByRole('region', { name: 'Try it' });
        await field(test, 'Sample conversation, one message per line').fill('Ada: Is that the ferry?');
        await test.getByText('2 matching entries').waitFor();
        await test.getByText('Matched “ferry”.').waitFor();
        await test.getByText('which contains “dusk”').waitFor();
        await test.getByText('one secondary key must match; missing: “storm”').waitFor();
        await test.getByText('excluded by its 0 % chance').waitFor();
        // The test uses the current input, saved or not.
        await test.getByRole('button', { name: 'A rumour' }).click();
        await page.getByText('Probability, order, group').click();
        await field(page, 'Probability (%)').fill('100');
        await test.getByText('3 matching entries').waitFor();
        return undefined;
      }),
  },
  {
    name: 'library: every kind is made, changed and found again, and deleted with what is under it',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        for (const { collection, one, fill } of KINDS) {
          await open(page, stage.url, `#/library/${collection}/new`);
          await field(page, 'Name').first().fill(`Round trip of a ${one}`);
          await fill?.(page);
          await page.getByRole('button', { name: 'Create' }).click();
          await saved(page);
          await field(page, 'Name').first().fill(`Round trip of a ${one}, changed`);
          await save(page);
          await page.reload();
          await page.getByRole('heading', { name: `Round trip of a ${one}, changed` }).waitFor();
          // Entries under it are found by its first name.
          await field(page, 'Name').first().fill(`Round trip of a ${one}`);
          await save(page);
          const found = await client.get<{ items: LibrarySummary[] }>(`/v1/${collection}?q=round%20trip`);
          must(found.items.length === 1, `${found.items.length} ${collection} were made`);
        }
        const [book] = (await client.get<{ items: LibrarySummary[] }>('/v1/lorebooks?q=round%20trip')).items;
        const read = await client.get<LibraryItem<'lorebook'>>(`/v1/lorebooks/${book?.id}`);
        must(read.version === 3, `version ${read.version} after two changes`);
        must(read.body.entries[0]?.keys.join(' ') === 'ferry /storm(y)?/i', 'other keys');

        await open(page, stage.url, '#/library/worlds');
        await page.getByRole('link', { name: /Round trip of a world/ }).click();
        await page.getByRole('link', { name: 'Round trip of a campaign' }).waitFor();
        await page.getByRole('button', { name: 'Delete…' }).click();
        await page.getByText('arc “Round trip of a arc” is deleted').waitFor();
        await page.getByRole('button', { name: 'Delete permanently' }).click();
        await page.getByRole('heading', { name: 'Worlds' }).waitFor();
        const left = await client.get<{ items: LibrarySummary[] }>('/v1/arcs?q=round%20trip');
        must(left.items.length === 0, 'the arc is left');
        return `${KINDS.length} kinds`;
      }),
  },
  {
    name: 'library: what was typed survives a reload, and somebody else’s change is put before one’s eyes',
    run: ({ stage, client }) =>
      visit(
        stage,
        async (page) => {
          const made = await client.post<LibraryItem>('/v1/personas', { name: 'Ben', description: 'tall' });
          await open(page, stage.url, `#/library/personas/${made.id}`);
          await field(page, 'Description').fill('short');
          await page.reload();
          await page.getByText('Your unsaved changes have been restored').waitFor();
          must((await field(page, 'Description').inputValue()) === 'short', 'it is lost');

          await change(stage, `/v1/personas/${made.id}`, { name: 'Benjamin' });
          await save(page);
          const both = await client.get<LibraryItem<'persona'>>(`/v1/personas/${made.id}`);
          must(both.body.name === 'Benjamin' && both.body.description === 'short', 'a change is lost');

          await field(page, 'Description').fill('of no height');
          await change(stage, `/v1/personas/${made.id}`, { description: 'very tall' });
          await page.getByRole('button', { name: 'Save', exact: true }).click();
          await page.getByText('Someone else has changed this persona').waitFor();
          must((await field(page, 'Description').inputValue()) === 'of no height', 'what was typed is gone');
          await page.getByRole('button', { name: 'Keep my changes' }).click();
          await save(page);
          const last = await client.get<LibraryItem<'persona'>>(`/v1/personas/${made.id}`);
          must(last.body.description === 'of no height', 'the wrong one won');
          return undefined;
        },
        /412/,
      ),
  },
  {
    name: 'library: a profile that contradicts itself is told so as one types, at its field',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await open(page, stage.url, '#/library/profiles/new');
        const schema = field(page, 'JSON Schema');
        await schema.fill('{ "type": "object", "properties": { "mood": ');
        await page.getByText('is not a JSON object').waitFor();
        await field(page, 'Name').fill('Strict');
        must((await schema.getAttribute('aria-invalid')) === 'true', 'the field is not marked');
        await schema.fill('{ "type": "object", "properties": { "mood": { "type": "string" } } }');
        await field(page, 'Extra fields').fill('mood');
        await page.getByText('"mood" is already a property of jsonSchema').waitFor();
        await page.getByRole('button', { name: 'Create' }).click();
        must(page.url().endsWith('/new'), 'it was sent');
        await field(page, 'Extra fields').fill('winner');
        await field(page, 'Prompts').selectOption('chat');
        await page.getByText('The reply format is consistent').waitFor();
        await page.getByRole('button', { name: 'Create' }).click();
        await saved(page);
        const [made] = (await client.get<{ items: LibrarySummary[] }>('/v1/profiles?q=strict')).items;
        const read = await client.get<LibraryItem<'profile'>>(`/v1/profiles/${made?.id}`);
        must(read.body.profile.outputExtraFields?.[0] === 'winner', 'another contract');
        must(read.body.profile.promptStyle === 'chat', 'another style');
        return undefined;
      }),
  },
  {
    name: 'home: a room is found by its title, renamed, and deleted after a word',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        for (let n = 1; n <= 6; n += 1)
          await client.post('/v1/scenes', { title: `Shelf ${n}`, characters: [{ name: 'Ada' }] });
        await until('six scenes in the list', 15, async () => {
          const page = await client.get<{ items: unknown[] }>('/v1/scenes?q=shelf');
          return page.items.length === 6 ? page : null;
        });
        await page.reload();
        await PAGES.home.prepare?.(page);
        await page.getByLabel('Search my scenes by title').fill('shelf 4');
        const shelf = page.getByRole('region', { name: 'My scenes' });
        await until('one scene that is called so', 10, async () =>
          (await shelf.locator('.shelf > li').count()) === 1 ? true : null,
        );
        await page.getByRole('button', { name: 'More for Shelf 4' }).click();
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await field(page, 'New title').fill('Shelf 4, renamed');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'More for Shelf 4, renamed' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Delete permanently' }).click();
        await shelf.getByText('No matches.').waitFor();
        return undefined;
      }),
  },
  {
    name: 'home: without the service of ARC it says how one gets its games',
    run: ({ stage }) =>
      visit(
        stage,
        async (page) => {
          await page.getByRole('button', { name: 'Show ARC-AGI-3 games' }).click();
          await page.getByText('Ask the operator to set ARC_API_KEY').waitFor();
          return undefined;
        },
        /409/,
      ),
  },
  {
    name: 'library: a book of 2,000 entries is written in, and a mistake that is folded away is shown',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const entries = Array.from({ length: 2000 }, (_, n) => ({
          id: String(n),
          name: `Place ${n}`,
          keys: [`place${n}`],
          content: `It lies ${n} miles from here.`,
        }));
        const made = await client.post<LibraryItem>('/v1/lorebooks', { name: 'Atlas', entries });
        await open(page, stage.url, `#/library/lorebooks/${made.id}`);
        await page.getByText('Place 3', { exact: true }).waitFor();
        const rows = await page.locator('.entry-list > li').count();
        must(rows <= 100, `${rows} rows are drawn at once`);
        await page.getByLabel('Search the entries').fill('place 1999');
        await page.getByRole('button', { name: 'Place 1999' }).click();
        const keys = field(page, 'Keys');
        await keys.pressSequentially('\n/(/');
        await page.getByText(/invalid regular expression/).waitFor();
        await page.getByRole('button', { name: 'Place 1999' }).click();
        await page.getByText('needs fixing').waitFor();
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('entries 2000, keys 2').waitFor();
        await page.getByRole('button', { name: 'Place 1999' }).click();
        await keys.fill('place1999\n/moors?/i');
        await save(page);
        const read = await client.get<LibraryItem<'lorebook'>>(`/v1/lorebooks/${made.id}`);
        must(read.body.entries[1999]?.keys[1] === '/moors?/i', 'the key is lost');
        return `${rows} rows drawn`;
      }),
  },
  {
    name: 'keys: one is made and shown once, rotated where it is used, and another revoked',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const mine = await client.post<NewKey>('/v1/keys', { label: 'this browser' });
        await page.evaluate((key) => localStorage.setItem('proscenium:key', key ?? ''), mine.key);
        await page.reload();
        await page.getByRole('link', { name: 'Keys', exact: true }).first().click();
        await page.getByText('used here').waitFor();
        must((await page.getByRole('heading', { name: 'Tenants' }).count()) === 0, 'tenants of a stranger');
        await field(page, 'Label').fill('smoke');
        await page.getByRole('button', { name: 'Create a key' }).click();
        const shown = await field(page, 'Secret').inputValue();
        must(/^ps_local_\w{24,}$/.test(shown), 'no key is shown');
        await page.getByRole('button', { name: 'Done', exact: true }).click();
        must(!(await page.content()).includes(shown), 'it is shown again');

        await page.getByRole('button', { name: 'Rotate this browser' }).click();
        await page.getByLabel('Old key').selectOption({ label: 'stops working now' });
        await page.getByRole('button', { name: 'Create the new key' }).click();
        await page.getByRole('heading', { name: 'The key “this browser”' }).waitFor();
        const now = await page.evaluate(() => localStorage.getItem('proscenium:key'));
        must(now === (await field(page, 'Secret').inputValue()), 'the browser keeps the old key');
        await page.getByText('used here').waitFor();

        await page.getByRole('button', { name: 'Revoke smoke' }).click();
        await page.getByRole('button', { name: 'Revoke', exact: true }).click();
        await page.getByText(/Inactive keys/).click();
        await page.locator('.ended', { hasText: 'smoke' }).waitFor();
        return undefined;
      }),
  },
  {
    name: 'keys: the operator makes a tenant, whose library is empty, and deletes it by its name',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        await open(page, stage.url, '#/keys');
        await field(page, 'Name of the new tenant').fill('smokers');
        await page.getByRole('button', { name: 'Create a tenant' }).click();
        const key = await field(page, 'Secret').inputValue();
        await page.evaluate((given) => localStorage.setItem('proscenium:key', given), key);
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(`${stage.url}/#/library`);
        await page.reload();
        await page.getByText('Your library is empty').waitFor();
        await isTight(page, 'the empty library');
        await open(page, stage.url, '#/');
        await PAGES.home.prepare?.(page);
        await page.getByText('No scenes yet').waitFor();
        await isTight(page, 'the start page');

        await page.evaluate((own) => localStorage.setItem('proscenium:key', own), stage.key);
        await open(page, stage.url, '#/keys');
        await page.reload();
        await page.getByRole('button', { name: 'Delete smokers' }).click();
        const last = page.getByRole('button', { name: 'Delete permanently' });
        must(await last.isDisabled(), 'one press deletes a tenant');
        await field(page, 'Type smokers to delete it').fill('smokers');
        await last.click();
        await page.getByText(/deleting:/).waitFor();
        return undefined;
      }),
  },
];

/** On the stage with the fake model, which also has the ARC service configured. */
export const LIBRARY_LIVE_CASES: Case[] = [
  {
    name: 'home: games of ARC are offered where the operator has configured them',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        const games = page.getByRole('region', { name: 'Games for an agent to learn' });
        await games.locator('.poster').first().waitFor();
        const before = await games.locator('.poster').count();
        await page.getByRole('button', { name: 'Show ARC-AGI-3 games' }).click();
        await until('posters of the service', 10, async () =>
          (await games.locator('.poster').count()) > before ? true : null,
        );
        await games.locator('.poster').last().click();
        await page.getByRole('button', { name: 'Watch an agent learn' }).waitFor();
        return undefined;
      }),
  },
];
