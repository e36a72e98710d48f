import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';
import type { Page } from 'playwright-core';
import { buildBlorb, writeRecord } from '../../scripts/lib/blorb';
import { ROOT } from '../../scripts/lib/run.mjs';
import type { AdventureComparison } from '../../src/contract/adventure-comparisons';
import type { AdventureRun } from '../../src/contract/adventures';
import type { Game } from '../../src/contract/runs';
import type { Client } from '../support/api-client';
import { buildStory } from '../support/hostile-stories';
import { checkAxe } from './axe';
import { type Case, must, readLedger, type Setting, until } from './cases';
import { resize, takePicture, untilLive, visit } from './page-cases';

const COVER = new Uint8Array(30 * 40).fill(120);

/**
 * Z-code that reads keys endlessly, and prints the code of each: `read_char`, `print_num`, `new_line`,
 * `jump`.
 */
const SAYS_KEYS = [...[0xf6, 0x7f, 1, 17], ...[0xe6, 0xbf, 17], 0xbb, ...[0x8c, 0xff, 0xf7]];

const PHONE = { width: 390, height: 844 };

async function showReasons(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for this run' }).click();
  await page.getByRole('menuitem', { name: 'Show the reasoning' }).click();
}

const moves = (page: Page) => page.locator('.told li.move');
const spots = (page: Page) => page.locator('.map .spot');
const objectives = (page: Page) => page.locator('li.objective');

async function openAdventure(
  page: Page,
  { stage, client }: Pick<Setting, 'stage' | 'client'>,
  turns: number,
) {
  const game = await storyOf(client);
  const run = await client.post<AdventureRun>('/v1/runs', { game, seed: 'smoke', budgets: { turns } });
  await page.goto(`${stage.url}/#/runs/${run.id}`);
  await page.getByRole('button', { name: 'One turn' }).waitFor();
  await untilLive(page);
}

async function playAlone(page: Page, title: string): Promise<void> {
  const form = page.getByRole('form', { name: title });
  await form.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.play .told li.episode').waitFor();
  await untilLive(page);
}

async function openPanel(page: Page, name: string) {
  await page.getByRole('button', { name: 'More for this story' }).click();
  await page.getByRole('menuitem', { name }).click();
  return page.locator('dialog[open]');
}

async function downloadSave(page: Page, name: string): Promise<string> {
  const saves = await openPanel(page, 'Save and restore…');
  const download = page.waitForEvent('download');
  await saves
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: 'Download' })
    .click();
  const path = await (await download).path();
  await page.keyboard.press('Escape');
  return path;
}

const untilMoves = (page: Page, n: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.told li.move').length >= wanted, n);

async function typeCommand(page: Page, command: string): Promise<void> {
  const before = await moves(page).count();
  await page.getByLabel('Command', { exact: true }).fill(command);
  await page.keyboard.press('Enter');
  await untilMoves(page, before + 1);
}

async function storyOf(client: Client): Promise<string | undefined> {
  const { items } = await client.get<{ items: Game[] }>('/v1/games');
  return items.find((event) => event.kind === 'adventure')?.id;
}

async function spread(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart.map((by, id) => ({ id, x: x + by, y })),
    });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await touch('touchStart', [-15, 15]);
  for (const by of [20, 30, 40, 50]) await touch('touchMove', [-by, by]);
  await touch('touchEnd', []);
  await session.detach();
}

async function playLong(client: Client): Promise<AdventureRun> {
  const game = await storyOf(client);
  const body = { game, seed: 'long', start: true, budgets: { turns: 150 }, options: { episodes: 9 } };
  const { id } = await client.post<AdventureRun>('/v1/runs', body);
  return until(`the end of ${id}`, 200, async () => {
    const run = await client.get<AdventureRun>(`/v1/runs/${id}`);
    return run.status === 'finished' ? run : null;
  });
}

async function mustFit(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  must(wide <= 0, `the page is ${wide} pixels wider than the window`);
}

export const ADVENTURE_CASES: Case[] = [
  {
    name: 'page: a fair adventure says that it is, and what it carries only once it was listed',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const form = page.getByRole('form', { name: 'The Tide Mill' });
        await page.locator('.poster', { hasText: 'The Tide Mill' }).first().click();
        await form.getByText('Options').click();
        await form.getByLabel('The agent only sees the printed text').check();
        await form.getByLabel('Turns').fill('1');
        await form.getByRole('button', { name: 'Watch an agent play' }).click();
        await page.locator('.story-status').getByText('fair', { exact: true }).waitFor();
        const body = { game: await storyOf(client), seed: 'smoke', budgets: { turns: 30 } };
        const run = await client.post<AdventureRun>('/v1/runs', { ...body, options: { fair: true } });
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await untilLive(page);
        await typeCommand(page, 'east');
        const status = page.locator('.story-status');
        await status.getByText('fair', { exact: true }).waitFor();
        await status.getByText('Mill Yard').waitFor();
        const things = page.getByRole('region', { name: 'Things' });
        await things.getByRole('heading', { name: 'Inventory, as last listed' }).waitFor();
        must((await things.getByText('unknown').count()) === 2, 'it knows more than was printed');
        await typeCommand(page, 'inventory');
        await things.getByRole('listitem').filter({ hasText: 'letter' }).waitFor();
        await checkAxe(page, 'a fair adventure');
        return 'the mark, and one letter';
      }),
  },
  {
    name: 'page: an adventure turn by turn: a person types, adds and drops an objective, and the map grows',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await openAdventure(page, { stage, client }, 30);
        await page.getByRole('button', { name: 'One turn' }).click();
        await untilMoves(page, 1);
        const first = await moves(page).first().innerText();
        must(first.includes('understudy'), `the first move is not marked understudy: ${first}`);
        await spots(page).first().waitFor();
        const known = await spots(page).count();

        await typeCommand(page, 'east');
        const typed = await moves(page).last().innerText();
        must(typed.includes('> east') && typed.includes('typed by a person'), `it shows ${typed}`);
        await page.locator('.story-status', { hasText: 'Mill Yard' }).waitFor();
        await page.locator('.map .spot.here', { hasText: 'Mill Yard' }).waitFor();
        const grown = await until(`a map of more than ${known} places`, 20, async () => {
          const now = await spots(page).count();
          return now > known ? now : null;
        });

        const line = page.getByLabel('Command', { exact: true });
        await page.getByRole('button', { name: 'Enter', exact: true }).click();
        await moves(page).filter({ hasText: 'beg your pardon' }).waitFor();
        await line.press('ArrowUp');
        must((await line.inputValue()) === 'east', 'the box beside a run does not know what was typed');
        await line.fill('');

        await page.getByLabel('New objective').fill('Find out who lights the lamp');
        await page.getByLabel('Priority').selectOption('high');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        const mine = objectives(page).filter({ hasText: 'Find out who lights the lamp' });
        await mine.waitFor();
        must((await mine.innerText()).includes('person'), 'it does not say whose objective it is');
        await page.getByLabel('New objective').fill('Ask the cat');
        await page.getByLabel('Part of').selectOption({ index: 1 });
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        const part = page.locator('li.objective li.objective', { hasText: 'Ask the cat' });
        await part.getByRole('button', { name: /^Drop / }).click();
        await part.waitFor({ state: 'detached' });
        await page.getByRole('heading', { name: 'Memories of Mill Yard' }).waitFor();
        await mine.getByRole('button', { name: /^Drop / }).click();
        await mine.waitFor({ state: 'detached' });
        await page.getByText('Ended').click();
        const dropped = page.locator('.objectives details li', { hasText: 'Find out who lights the lamp' });
        await dropped.getByText(/dropped in turn \d+ by player/).waitFor();

        await page.getByText('Knowledge, budgets and export').click();
        await page.getByText('Export', { exact: true }).click();
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Text', exact: true }).click();
        const kept = readFileSync(await (await download).path(), 'utf8');
        must(
          kept.includes('> east') && kept.includes('Mill Yard'),
          `the transcript says ${kept.slice(0, 200)}`,
        );

        const told = await moves(page).allInnerTexts();
        await resize(page, PHONE.width, PHONE.height);
        await mustFit(page);
        await page.reload();
        await untilMoves(page, told.length);
        const again = await moves(page).allInnerTexts();
        must(JSON.stringify(again) === JSON.stringify(told), 'other moves after a refresh');
        return `${told.length} moves, ${grown} places`;
      }),
  },
  {
    name: 'page: an adventure is watched to its end, read on a phone, and forked from a turn',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await openAdventure(page, { stage, client }, 120);
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await untilMoves(page, 3);
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
        await page.locator('.doing', { hasText: 'Run finished' }).waitFor({ timeout: 120_000 });
        await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');
        await page.locator('.story-status', { hasText: 'Score 50' }).waitFor();
        await page.locator('.score-curve').waitFor();
        // The map loads shortly after the story.
        await page.locator('.map .spot.here', { hasText: 'Kitchen' }).waitFor();
        await takePicture(page, 'adventure.png');
        await mustFit(page);
        await resize(page, PHONE.width, PHONE.height);
        await mustFit(page);
        await takePicture(page, 'adventure-phone.png');

        const id = page.url().split('/').at(-1);
        const { turns } = await client.get<AdventureRun>(`/v1/runs/${id}`);
        await page.goto(`${stage.url}/#/runs/${id}?turn=3`);
        await showReasons(page);
        const third = page.locator('.told .sought');
        await third.getByText('Thinking').click();
        await third.getByRole('button', { name: /Fork after/ }).click();
        await page.getByRole('link', { name: /Forked after turn/ }).waitFor();
        await untilLive(page);
        await untilMoves(page, 1);
        const forked = await moves(page).count();
        must(forked < turns, `the fork begins with ${forked} moves of ${turns}`);
        await page.getByRole('button', { name: 'More for this run' }).click();
        await page.getByRole('menuitem', { name: 'Report' }).click();
        await page.locator('.report h2').first().waitFor();
        return `${turns} moves`;
      }),
  },
  {
    name: 'page: a long adventure draws few of its moves, wherever one reads; a link leads to a turn, and back',
    run: async ({ stage, client }) => {
      const run = await playLong(client);
      const events = await readLedger(client, `/v1/runs/${run.id}`);
      return visit(stage, async (page) => {
        const open = (query: string) => page.goto(`${stage.url}/#/runs/${run.id}${query}`);
        const soughtTurn = (n: number) =>
          page.locator('.told .sought', { has: page.getByText(`turn ${n}`, { exact: true }) });
        const countDrawn = () => page.locator('.told .lines > li').count();
        await open('');
        // The viewer starts at the beginning of a recent run.
        const skip = page.getByRole('button', { name: 'Jump to the end' });
        await until('the end of the run', 60, async () => {
          if ((await page.getByText('Run finished:').count()) > 0) return true;
          if (await skip.isEnabled()) await skip.click();
          return null;
        });
        let most = await countDrawn();
        await page.locator('.transcript').hover();
        const begin = page.locator('.told li.episode', { hasText: 'Episode 1' });
        await until('the first move', 120, async () => {
          await page.mouse.wheel(0, -6000);
          most = Math.max(most, await countDrawn());
          return (await begin.isVisible()) || null;
        });
        const all = Number(await begin.getAttribute('aria-setsize'));
        must(all > 150 && most <= 60, `${most} of ${all} entries were drawn at once`);

        await open('?turn=4');
        await page.reload();
        await soughtTurn(4).waitFor();
        await page.waitForFunction(() => document.activeElement?.matches('.told .sought'));
        const box = await soughtTurn(4).boundingBox();
        must(box !== null && box.y > 0 && box.y < 700, 'the turn is not in sight');
        await showReasons(page);
        await soughtTurn(4)
          .getByText(/^Thinking · critic/)
          .click();
        await soughtTurn(4).getByText('Approved by the critic').waitFor();
        most = Math.max(most, await countDrawn());
        must(most <= 60, `${most} entries were drawn at once`);
        await page.getByRole('link', { name: 'turn 5', exact: true }).first().click();
        await soughtTurn(5).waitFor();
        await page.getByRole('button', { name: 'Jump to the latest move' }).click();
        await page.getByText('Run finished:').first().waitFor();
        must(page.url().endsWith(run.id), `the address is ${page.url()}`);
        await page.goBack();
        await soughtTurn(5).waitFor();
        await page.goBack();
        await soughtTurn(4).waitFor();

        const typed = events.find(({ kind, turn }) => kind === 'command.executed' && turn === 7);
        await open(`?at=${typed?.seq}`);
        await soughtTurn(7).waitFor();
        must(page.url().endsWith('?turn=7'), `the link of an event leads to ${page.url()}`);
        return `at most ${most} of ${all} drawn, of ${events.length} events`;
      });
    },
  },
  {
    name: 'page: a person plays a story alone: its text at once, no model, history, undo, a save, another beginning',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await page.locator('.poster', { hasText: 'The Tide Mill' }).first().click();
        await playAlone(page, 'The Tide Mill');
        const line = page.getByLabel('Command', { exact: true });
        must(await line.evaluate((box) => box === document.activeElement), 'one can’t type at once');
        const place = (name: string) => page.locator('.play-title', { hasText: name }).waitFor();
        await typeCommand(page, 'east');
        await place('Mill Yard');
        await typeCommand(page, 'look');
        const recall = async (key: string, command: string) => {
          await line.press(key);
          await until(`“${command}” by ${key}`, 10, async () =>
            (await line.inputValue()) === command ? true : null,
          );
        };
        await recall('ArrowUp', 'look');
        await recall('ArrowUp', 'east');
        await recall('ArrowDown', 'look');
        await recall('ArrowDown', '');
        await line.fill('open');
        await recall('ArrowUp', 'look');
        await recall('ArrowDown', 'open');
        await line.fill('');
        must((await page.getByRole('menuitem').count()) === 0, 'suggestions that nobody asked for');
        await page.getByRole('button', { name: 'Suggestions' }).click();
        await page.getByRole('menuitem', { name: 'north', exact: true }).click();
        must((await line.inputValue()) === 'north', 'the suggestion is not in the line');
        await line.fill('');
        await checkAxe(page, 'a story that a person plays');

        const saves = await openPanel(page, 'Save and restore…');
        await page.getByLabel('Name of the save').fill('in the yard');
        await saves.getByRole('button', { name: 'Save', exact: true }).click();
        await saves.getByText('after “look”').waitFor();
        await checkAxe(page, 'the saves of a story');
        await page.keyboard.press('Escape');
        await page.getByText('Saved as “in the yard”.').waitFor();
        const undo = page.getByRole('button', { name: 'Undo' });
        await undo.click();
        await page.getByText('Undone: “look”.').waitFor();
        await undo.click();
        await page.getByText('Undone: “east”.').waitFor();
        await page.locator('.play-title:not(:has-text("Mill Yard"))').waitFor();
        await openPanel(page, 'Save and restore…');
        await saves.getByRole('button', { name: 'Restore' }).click();
        await page.getByText('Restored “in the yard”.').waitFor();
        await place('Mill Yard');
        for (const command of ['north', 'look', 'south']) await typeCommand(page, command);
        const several = await openPanel(page, 'Undo several moves…');
        await several.getByRole('button', { name: 'north 3 moves' }).click();
        await page.getByText('Undone: “north”, “look”, “south”.').waitFor();
        await place('Mill Yard');
        await resize(page, PHONE.width, PHONE.height);
        await mustFit(page);
        await page.reload();
        await place('Mill Yard');
        await page.getByRole('button', { name: 'Map and objects' }).click();
        await page.locator('dialog[open] .map .spot.here').waitFor();
        const id = page.url().match(/adv_[0-9a-z]+/)?.[0];
        const run = await client.get<AdventureRun>(`/v1/runs/${id}`);
        must(run.used.calls === 0, `${run.used.calls} calls were made for a person who plays alone`);

        await page.keyboard.press('Escape');
        await line.press('Enter');
        await page.locator('.told .move', { hasText: 'beg your pardon' }).waitFor();
        const saved = await downloadSave(page, 'in the yard');
        await typeCommand(page, 'west');
        await page.locator('.play-title:not(:has-text("Mill Yard"))').waitFor();
        await openPanel(page, 'Save and restore…');
        await page.getByLabel('Saved game', { exact: true }).setInputFiles(saved);
        await place('Mill Yard');
        await page.getByText('Restored from a save file.').waitFor();

        await page.getByRole('button', { name: 'More for this story' }).click();
        await page.getByRole('menuitem', { name: 'Hand over to an agent' }).click();
        await page.getByRole('button', { name: 'Take over' }).waitFor();
        return undefined;
      }),
  },
  {
    name: 'page: the map of a story is dragged, zoomed by wheel, keys and buttons, and has its levels apart',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        await page.locator('.poster', { hasText: 'The Tide Mill' }).first().click();
        await playAlone(page, 'The Tide Mill');
        const map = page.locator('.play-aside');
        const spot = (name: string) => map.locator('.spot', { hasText: name });
        const boxOf = async (name: string) => (await spot(name).boundingBox()) ?? { x: 0, y: 0, width: 0 };
        for (const command of ['east', 'north', 'up']) await typeCommand(page, command);
        await map.locator('.spot.here', { hasText: 'Loft' }).waitFor();
        must((await spot('Mill Yard').count()) === 0, 'a place of another level is drawn');
        await map.locator('.climb', { hasText: 'Kitchen' }).waitFor();
        await map.getByRole('button', { name: 'Level 0' }).click();
        await spot('Mill Yard').waitFor();
        await map.locator('.climb', { hasText: 'Loft' }).waitFor();

        const frame = map.getByLabel('Map drawing');
        const begun = await boxOf('Mill Yard');
        const { x, y, width } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0 };
        await page.mouse.move(x + width / 2, y + 60);
        await page.mouse.down();
        await page.mouse.move(x + width / 2 - 50, y + 90, { steps: 4 });
        await page.mouse.up();
        const become = (what: string, is: (now: Awaited<ReturnType<typeof boxOf>>) => boolean) =>
          until(what, 10, async () => {
            const now = await boxOf('Mill Yard');
            return is(now) ? now : null;
          });
        const dragged = await become('a dragged map', (now) => now.x < begun.x && now.y > begun.y);
        await page.mouse.wheel(0, -200);
        const near = await become('a nearer map', (now) => now.width > dragged.width);
        await map.getByRole('button', { name: 'Zoom out' }).click();
        const far = await become('a farther map', (now) => now.width < near.width);
        await frame.focus();
        await page.keyboard.press('+');
        const nearer = await become('a map zoomed by its key', (now) => now.width > far.width);
        await page.keyboard.press('ArrowRight');
        await become('a map moved by its key', (now) => now.x < nearer.x);
        await page.keyboard.press('0');
        const whole = await become('a whole map', (now) => now.width < nearer.width);
        await spread(page, { x: x + width / 2, y: y + 60 });
        await become('a map spread by two fingers', (now) => now.width > whole.width);
        await frame.press('0');
        await become('a whole map again', (now) => now.width === whole.width);

        const chosen = await boxOf('Mill Yard');
        await typeCommand(page, 'look');
        const after = await boxOf('Mill Yard');
        must(after.x === chosen.x && after.y === chosen.y, 'the map moved with a turn');
        await map.getByRole('button', { name: 'Center on the player' }).click();
        await map.locator('.spot.here', { hasText: 'Loft' }).waitFor();
        await checkAxe(page, 'a story with its map');
        return undefined;
      }),
  },
  {
    name: 'page: an adventure is uploaded with its cover, and played; a file that is no story says so',
    run: ({ stage }) =>
      visit(
        stage,
        async (page) => {
          const picker = page.getByLabel('Story file');
          await picker.setInputFiles({
            name: 'holiday.z5',
            mimeType: 'application/octet-stream',
            buffer: Buffer.from('not a story'),
          });
          await page.locator('.problem').waitFor();
          await picker.setInputFiles({
            name: 'mill.zblorb',
            mimeType: 'application/octet-stream',
            buffer: Buffer.from(
              buildBlorb({
                story: readFileSync(join(ROOT, 'test/fixtures/stories/tide-mill.z5')),
                record: writeRecord('The Mill in a Blorb', 'A. Miller'),
                cover: { type: 'PNG ', bytes: encode({ width: 30, height: 40, channels: 1, data: COVER }) },
              }),
            ),
          });
          await page.locator('.problem').waitFor({ state: 'detached' });
          const form = page.getByRole('form', { name: 'The Mill in a Blorb' });
          await form.getByText('By A. Miller.').waitFor();
          await page.waitForFunction(() => {
            const picture = document.querySelector<HTMLImageElement>('.start-poster');
            return picture?.src.startsWith('blob:') && picture.naturalWidth === 30;
          });
          await playAlone(page, 'The Mill in a Blorb');
          await page.locator('.play-title', { hasText: 'by A. Miller' }).waitFor();
          await typeCommand(page, 'look');
          return undefined;
        },
        // The browser itself reports the refusal of the upload.
        /status of 4\d\d/,
      ),
  },
  {
    name: 'page: a story that waits for a key takes those of a soft keyboard, of buttons and of a menu',
    run: async ({ stage, client }) => {
      const story = await fetch(`${stage.url}/v1/games?title=Keys`, {
        method: 'POST',
        body: buildStory({ version: 5, code: () => SAYS_KEYS }),
        headers: { Authorization: `Bearer ${stage.key}`, 'Content-Type': 'application/octet-stream' },
      });
      const { id: game } = (await story.json()) as Game;
      const run = await client.post<AdventureRun>('/v1/runs', {
        ...{ game, options: { player: 'person' }, start: true },
      });
      return visit(stage, async (page) => {
        await page.setViewportSize(PHONE);
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        const field = page.getByPlaceholder('press a key');
        await field.waitFor();
        const says = (code: number) =>
          page
            .locator('.told li.move', { hasText: `${code}` })
            .last()
            .waitFor();
        // A soft keyboard enters text without key events.
        await field.evaluate((one: HTMLInputElement) => {
          one.value = 'y';
          one.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'y', inputType: 'insertText' }));
        });
        await says(121);
        for (const [name, code] of [
          ['Up', 129],
          ['Left', 131],
          ['Enter', 13],
          ['Esc', 27],
        ] as const) {
          await page.getByRole('group', { name: 'Keys' }).getByRole('button', { name, exact: true }).click();
          await says(code);
        }
        await page.getByRole('button', { name: 'More keys' }).click();
        await page.getByRole('menuitem', { name: 'f1', exact: true }).click();
        await says(133);
        await field.press('ArrowDown');
        await says(130);
        await checkAxe(page, 'a story that waits for a key');
        return undefined;
      });
    },
  },
  {
    name: 'page: two text adventures side by side, chosen from the list: scores, places, where they part',
    run: async ({ stage, client }) => {
      const [one, other] = await Promise.all(
        ['The first', 'The second'].map((title) =>
          client.post<AdventureRun>('/v1/runs', { game: 'tide-mill', seed: 'beside', title }),
        ),
      );
      if (!one || !other) throw new Error('no runs');
      const type = (run: AdventureRun, command: string) =>
        client.post(`/v1/runs/${run.id}/commands`, { command });
      for (const command of ['take letter', 'east']) await type(one, command);
      for (const command of ['take letter', 'wait', 'wait']) await type(other, command);
      const compared = await client.get<AdventureComparison>(`/v1/runs/${one.id}/compare?with=${other.id}`);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${one.id}`);
        await page.getByRole('button', { name: 'More for this run' }).click();
        await page.getByRole('menuitem', { name: 'Compare with another run' }).click();
        await page.getByRole('combobox', { name: 'With' }).selectOption(other.id);
        await page
          .getByText('The same story and seed. At move 2 they type different commands.', { exact: true })
          .waitFor();
        const parting = page.getByRole('region', { name: 'First difference' });
        await parting.getByText('> east', { exact: true }).waitFor();
        await parting.getByText('> wait', { exact: true }).waitFor();
        await page.locator('.curves canvas').waitFor();
        const facts = page.getByRole('region', { name: 'The two runs' });
        const moves = facts.getByRole('row', { name: /^Moves/ }).getByRole('cell');
        must((await moves.allTextContents()).join() === '2,3', 'the moves are others than were typed');
        const places = page.getByRole('region', { name: 'Places' }).locator('tbody tr');
        must(
          (await places.count()) === compared.places?.length,
          `${await places.count()} of ${compared.places?.length} places`,
        );
        await checkAxe(page, 'two stories side by side');
        await resize(page, 360, 800);
        await mustFit(page);
        await parting.getByRole('link', { name: 'turn 2' }).first().click();
        await page.waitForURL(`**/#/runs/${one.id}?turn=2`);
        return `${compared.places?.length} places`;
      });
    },
  },
];

export const ADVENTURE_LIVE_CASES: Case[] = [
  {
    name: 'page: a run of an adventure shows the opening of its story before the agent answers',
    run: async ({ stage, client }) => {
      const game = await storyOf(client);
      const profiles = { adventurer: { provider: 'openai', model: 'fake:hang#opening' } };
      const body = { game, start: true, profiles };
      const { id } = await client.post<AdventureRun>('/v1/runs', body);
      await visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${id}`);
        await page.locator('.told li.episode', { hasText: 'Lane End' }).waitFor();
        await page.locator('.story-status', { hasText: 'Lane End' }).waitFor();
        return undefined;
      });
      await client.send(`/v1/runs/${id}`, { method: 'DELETE' });
      return undefined;
    },
  },
  {
    name: 'page: an adventure whose budget is spent says so, and goes on when it was raised',
    run: async ({ stage, client }) => {
      const game = await storyOf(client);
      const body = { game, budgets: { turns: 1, tokens: 10 } };
      const { id } = await client.post<AdventureRun>('/v1/runs', body);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${id}`);
        await page.getByText('An agent plays it').waitFor();
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await page.locator('.spent', { hasText: 'too few tokens' }).waitFor();
        await page.getByText('Knowledge, budgets and export').click();
        await page.getByRole('button', { name: 'Edit budgets' }).click();
        await page.getByRole('spinbutton', { name: 'Tokens' }).fill('1000000');
        await page.getByRole('button', { name: 'Save budgets' }).click();
        await page.locator('.spent').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Retry turn 1' }).click();
        await page.locator('.doing', { hasText: 'Run finished' }).waitFor();
        return undefined;
      });
    },
  },
];
