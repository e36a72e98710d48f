import type { Locator, Page } from 'playwright-core';
import type { CodeWorld, KnowledgeReading } from '../../src/contract/run-knowledge';
import type { CreateRun, GridRun } from '../../src/contract/runs';
import type { Client } from '../support/api-client';
import { checkAxe } from './axe';
import { type Case, must, until } from './cases';
import { resize, untilLive, visit } from './page-cases';

const UNDERSTUDY = { provider: 'understudy' as const };

async function playRun(client: Client, more: Partial<CreateRun>): Promise<GridRun> {
  const profiles = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };
  const { id } = await client.post<GridRun>('/v1/runs', { game: 'crates', start: true, profiles, ...more });
  return until(`the end of ${id}`, 120, async () => {
    const run = await client.get<GridRun>(`/v1/runs/${id}`);
    return run.status === 'finished' ? run : null;
  });
}

/** A short one, shared by all cases of this file. */
let shared: Promise<GridRun> | null = null;
const sharedRun = (client: Client): Promise<GridRun> => {
  shared ??= playRun(client, { seed: 'grid', budgets: { actions: 40 } });
  return shared;
};

const pictureOf = (canvas: Locator): Promise<string> =>
  canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
const untilPicture = (canvas: Locator, is: (picture: string) => boolean, what: string) =>
  until(what, 10, async () => {
    const picture = await pictureOf(canvas);
    return is(picture) ? picture : null;
  });
const boardOf = (page: Page): Locator => page.locator('.run-left .board canvas');
const shownTurn = (page: Page): Locator => page.locator('#turn-title');
const untilAtTurn = (page: Page, n: number) =>
  shownTurn(page)
    .filter({ hasText: `Turn ${n}` })
    .waitFor();

async function goToEnd(page: Page): Promise<void> {
  const skip = page.getByRole('button', { name: /^(Jump to live|Jump to the end)$/ });
  await until('the end of the run', 120, async () => {
    if ((await page.locator('p.finished').count()) > 0) return true;
    if (await skip.isEnabled()) await skip.click();
    return null;
  });
}

async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More for this run' }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function mustFit(page: Page, what: string): Promise<void> {
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  must((wide ?? 0) <= (width ?? 0), `${what} is ${wide} pixels wide in ${width}`);
}

async function readProgram(client: Client, id: string): Promise<CodeWorld> {
  const { world } = await client.get<KnowledgeReading>(`/v1/runs/${id}/knowledge`);
  must(world, `${id} has no program`);
  return world;
}

async function mustShowProgram(page: Page, world: CodeWorld, verdict: string): Promise<void> {
  await page.getByRole('tab', { name: 'World' }).click();
  const program = page.getByRole('region', { name: 'Program' });
  const { fits, transitions, right, wrong } = world;
  await program.getByText(verdict, { exact: true }).waitFor();
  await program.getByText(`Reproduces ${fits} of ${transitions} recorded actions`).waitFor();
  await program.getByText(`accepted: ${right} right, ${wrong} wrong`).waitFor();
}

export const GRID_CASES: Case[] = [
  {
    name: 'grid: no program is offered where the operator does not allow it',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        await page.getByRole('button', { name: 'Corridor' }).click();
        const form = page.getByRole('form', { name: 'Corridor' });
        await form.getByText('Options').click();
        await page.waitForLoadState('networkidle');
        await form.getByRole('checkbox', { name: 'Keep playing' }).waitFor();
        must((await form.getByText('as a program').count()) === 0, 'it is offered');
        return undefined;
      }),
  },
  {
    name: 'grid: pressing a button in the moment in which the run ends is no problem',
    run: ({ stage, client }) =>
      visit(
        stage,
        async (page) => {
          const profiles = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };
          const run = await client.post<GridRun>('/v1/runs', { game: 'corridor', profiles });
          await page.goto(`${stage.url}/#/runs/${run.id}`);
          await untilLive(page);
          // The request arrives after the end of the run.
          await page.route(`**/runs/${run.id}/step`, async (route) => {
            await client.post(`/v1/runs/${run.id}/stop`, {});
            await route.continue();
          });
          const answered = page.waitForResponse((reply) => reply.url().endsWith(`${run.id}/step`));
          await page.getByRole('button', { name: 'One turn' }).click();
          const status = (await answered).status();
          must(status === 409, `the late press is answered ${status}`);
          await page.locator('p.finished').waitFor();
          must((await page.getByText('The room is finished').count()) === 0, 'a problem is shown');
          return undefined;
        },
        /409/,
      ),
  },
  {
    name: 'grid: a whole exploration is watched to its end, with the evidence for what it says',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const profiles = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };
        const run = await client.post<GridRun>('/v1/runs', { game: 'corridor', profiles });
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await untilLive(page);
        await page.getByRole('button', { name: 'One turn' }).click();
        await untilAtTurn(page, 1);
        await page.getByRole('button', { name: 'Resume' }).click();
        await goToEnd(page);
        const ended = await client.get<GridRun>(`/v1/runs/${run.id}`);
        await untilAtTurn(page, ended.turns);
        const ticks = await page.locator('.timeline li.turn').count();
        must(ticks === ended.turns, `${ticks} ticks for ${ended.turns} turns`);
        const verified = Object.values(ended.actions).filter(({ status }) => status === 'verified').length;
        const marked = await page.locator('.timeline .sign', { hasText: '✓' }).count();
        must(marked === verified && verified > 0, `${marked} marks for ${verified} verified actions`);
        const heard = await page.locator('.grid-run > [aria-live]').innerText();
        must(heard.startsWith('Run finished'), `"${heard}" was told`);

        const card = page.locator('.action.verified').first();
        await card.getByText('Evidence').click();
        await card.locator('.evidence li').nth(2).waitFor();
        must((await card.locator('.evidence canvas').count()) >= 6, 'the evidence has no pictures');
        await card.getByText('Inferred by code').waitFor();
        await card.getByText('Predictions').click();
        await card.locator('.predictions tr', { hasText: 'Correct' }).nth(2).waitFor();
        await page
          .locator('.inferred li', { hasText: /\d+ seen · \d+ wrong/ })
          .first()
          .waitFor();
        await page.getByText('Calls, with prompts and pictures').click();
        await page.locator('.turn-calls summary', { hasText: 'explorer' }).first().click();
        await page.locator('.turn-calls figure canvas').first().waitFor();
        await checkAxe(page, 'the run room');
        await page.getByRole('tab', { name: 'World' }).click();
        await page.getByRole('tab', { name: 'Budgets' }).click();
        await page.getByRole('meter').first().waitFor();
        return `${ended.turns} turns, ${verified} verified`;
      }),
  },
  {
    name: 'grid: a link opens its turn, turns are walked by keys, and back leads back',
    run: async ({ stage, client }) => {
      const run = await sharedRun(client);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}?turn=3`);
        await untilAtTurn(page, 3);
        const third = await pictureOf(boardOf(page));
        await page.locator('.timeline [data-turn="5"] a').click();
        await untilAtTurn(page, 5);
        await page.keyboard.press('ArrowRight');
        await untilAtTurn(page, 6);
        must(page.url().endsWith('?turn=6'), `the address is ${page.url()}`);
        await page.goBack();
        await untilAtTurn(page, 5);
        await page.goBack();
        await untilAtTurn(page, 3);
        const verified = await page.locator('.action.verified').count();
        must(verified === 0, `${verified} actions are verified at turn 3`);
        must((await page.locator('.inferred').count()) === 0, 'the rules of the end show at turn 3');
        await untilPicture(boardOf(page), (now) => now === third, 'the board of turn 3');
        await page.getByRole('tab', { name: 'Turns' }).click();
        const rows = page.locator('.turn-row');
        await rows.getByText('Turn 3', { exact: true }).waitFor();
        const drawn = await rows.count();
        must(drawn < run.turns, `all ${drawn} turns are listed, though few are in sight`);
        await rows.getByText('Turn 2', { exact: true }).click();
        await untilAtTurn(page, 2);
        await page.getByRole('button', { name: 'Jump to the end' }).click();
        await untilAtTurn(page, run.turns);

        await page.getByLabel('Difference').check();
        await untilPicture(boardOf(page), (now) => now !== third, 'the difference');
        await page.getByLabel('Objects').check();
        await page.locator('.objects-list summary').waitFor();
        const board = page.getByRole('application');
        await board.focus();
        await page.keyboard.press('ArrowDown');
        await page.locator('.readout', { hasText: /row \d+, column \d+: / }).waitFor();
        return undefined;
      });
    },
  },
  {
    name: 'grid: a person plays on from a turn by keyboard, and the run does not notice',
    run: async ({ stage, client }) => {
      const run = await sharedRun(client);
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}?turn=2`);
        await untilAtTurn(page, 2);
        await page.getByRole('button', { name: 'Play from here' }).click();
        await page.getByText('No moves yet').waitFor();
        // The keys of the actions shrink the board once they have loaded.
        await page.locator('.pad').getByRole('button', { name: 'ACTION1' }).waitFor();
        const first = await pictureOf(boardOf(page));
        // At least one of the four directions is free.
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowRight'])
          await page.keyboard.press(key);
        await page.locator('.caption', { hasText: '6 moves' }).waitFor();
        await untilPicture(boardOf(page), (now) => now !== first, 'a board that moved');
        await checkAxe(page, 'playing');
        for (let n = 0; n < 6; n++) await page.keyboard.press('Backspace');
        await untilPicture(boardOf(page), (now) => now === first, 'the board as it was');
        await page.getByRole('button', { name: 'Back to the run' }).click();
        await page.getByRole('button', { name: 'Play from here' }).waitFor();
        const after = await client.get<GridRun>(`/v1/runs/${run.id}`);
        must(after.head === run.head, 'the run has noticed');
        return undefined;
      });
    },
  },
  {
    name: 'grid: a game of clicks is played by keyboard too, while its agent has had one turn',
    run: async ({ stage, client }) => {
      const profiles = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };
      const run = await client.post<GridRun>('/v1/runs', { game: 'dials', profiles });
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await page.getByText('The board appears after the first turn').waitFor();
        await checkAxe(page, 'a run that has not begun');
        await page.getByRole('button', { name: 'One turn' }).click();
        await page.getByRole('button', { name: 'Play from here' }).click();
        await page.getByText('No moves yet').waitFor();
        await page.getByText('click a cell for ACTION6').waitFor();
        for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'Enter']) await page.keyboard.press(key);
        await page.locator('.caption', { hasText: 'ACTION6@32,31' }).waitFor();
        await boardOf(page).click({ position: { x: 4, y: 4 } });
        await page.locator('.caption', { hasText: '2 moves · ACTION6@0,0' }).waitFor();
        return undefined;
      });
    },
  },
  {
    name: 'grid: what a game shows in passing is walked and played',
    run: async ({ stage, client }) => {
      const profiles = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };
      const run = await client.post<GridRun>('/v1/runs', { game: 'tilt', seed: 'passing', profiles });
      return visit(stage, async (page) => {
        // The final board appears immediately; the frames load on demand.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await page.getByRole('button', { name: 'One turn' }).click();
        const slider = page.getByRole('slider', { name: 'Animation frames of ACTION1' });
        await slider.waitFor();
        const settled = await pictureOf(boardOf(page));
        await slider.fill('0');
        await untilPicture(boardOf(page), (now) => now !== settled, 'the board before');
        await page.getByRole('button', { name: 'Play the animation' }).click();
        await untilPicture(boardOf(page), (now) => now === settled, 'the settled board');
        return undefined;
      });
    },
  },
  {
    name: 'grid: two runs side by side, chosen from the list',
    run: async ({ stage, client }) => {
      const run = await sharedRun(client);
      const other = await playRun(client, {
        seed: 'grid',
        budgets: { actions: 8 },
        title: 'The shorter one',
      });
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await chooseMore(page, 'Compare with another run');
        const choice = page.getByRole('combobox', { name: 'With' });
        await choice.selectOption(other.id);
        await page.getByText('only one of them continues').waitFor();
        await page.locator('.side canvas').nth(1).waitFor();
        const boards = page.locator('.side canvas');
        await page.getByRole('slider').fill('3');
        const together = await untilPicture(boards.nth(0), (now) => now.length > 0, 'a board');
        await untilPicture(boards.nth(1), (now) => now === together, 'the same board in both');
        await page.locator('.curves canvas').waitFor();
        const actions = await page.locator('.compared > li').count();
        must(actions === Object.keys(run.actions).length, `${actions} actions are compared`);
        await checkAxe(page, 'the comparison');
        await page.goBack();
        await page.getByText('Choose a run').waitFor({ state: 'attached' });
        return undefined;
      });
    },
  },
  {
    name: 'grid: budgets are raised in the page, and a fork begins where it was made',
    run: async ({ stage, client }) => {
      const profiles = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };
      const run = await client.post<GridRun>('/v1/runs', { game: 'corridor', profiles });
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await page.getByRole('button', { name: 'One turn' }).click();
        await untilAtTurn(page, 1);
        await page.getByRole('tab', { name: 'Budgets' }).click();
        await page.getByRole('button', { name: 'Edit budgets' }).click();
        await page.getByRole('spinbutton', { name: 'Actions' }).fill('321');
        await page.getByRole('button', { name: 'Save budgets' }).click();
        await page.getByText('of 321', { exact: false }).first().waitFor();
        await page.getByRole('button', { name: 'Fork after this turn' }).click();
        await page.getByRole('link', { name: /Forked after turn/ }).waitFor();
        must(!page.url().includes(run.id), 'the fork is the run itself');
        await page.goBack();
        await page.waitForURL(`**${run.id}**`);
        return undefined;
      });
    },
  },
  {
    name: 'grid: the title of a run can be read on a window of 1024 pixels',
    run: async ({ stage, client }) => {
      const title = 'Crates, with the third profile';
      const profiles = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };
      const ended = await playRun(client, { title, budgets: { actions: 3 } });
      const fresh = await client.post<GridRun>('/v1/runs', { game: 'crates', title, profiles });
      return visit(stage, async (page) => {
        await page.setViewportSize({ width: 1024, height: 768 });
        for (const { id } of [ended, fresh]) {
          await page.goto(`${stage.url}/#/runs/${id}?turn=1`);
          await untilLive(page);
          const [text, room] = await page
            .getByRole('heading', { level: 1, name: title })
            .evaluate((heading) => {
              const text = document.createRange();
              text.selectNodeContents(heading);
              return [text, heading].map((one) => one.getBoundingClientRect().width);
            });
          must((text ?? 0) <= (room ?? 0) + 0.02, `the title of ${id} is ${text} pixels wide, in ${room}`);
          await mustFit(page, 'the run room');
        }
        return undefined;
      });
    },
  },
  {
    name: 'grid: nothing is wider than a small phone',
    run: async ({ stage, client }) => {
      const run = await sharedRun(client);
      return visit(stage, async (page) => {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto(`${stage.url}/#/runs/${run.id}?turn=${run.turns}`);
        await untilAtTurn(page, run.turns);
        const ticks = await page.locator('.timeline li.turn').count();
        must(ticks < run.turns, `all ${ticks} turns are drawn, though few are in sight`);
        await page.getByLabel('Objects').check();
        await page.locator('.objects-list summary').click();
        for (const summary of await page.locator('.action details summary').all()) await summary.click();
        await mustFit(page, 'the run room');
        for (const tab of ['World', 'Turns', 'Budgets']) {
          await page.getByRole('tab', { name: tab }).click();
          await mustFit(page, tab);
        }
        await page.getByRole('button', { name: 'Play from here' }).click();
        await page.getByText('No moves yet').waitFor();
        await mustFit(page, 'playing');
        await page.goto(`${stage.url}/#/runs/${run.id}/compare`);
        await page.getByRole('combobox', { name: 'With' }).waitFor();
        await mustFit(page, 'the comparison');
        await page.goto(`${stage.url}/#/runs/${run.id}/report`);
        await page.getByText('ACTION1').first().waitFor();
        await page.locator('.report .evidence canvas').first().waitFor();
        await mustFit(page, 'the report');
        await checkAxe(page, 'the report');
        return undefined;
      });
    },
  },
];

export const GRID_LIVE_CASES: Case[] = [
  {
    name: 'grid: a model writes the game as a program, and the page shows its score and what it gets wrong',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        await page.getByRole('button', { name: 'Corridor' }).click();
        await page.getByRole('form', { name: 'Corridor' }).getByText('Options').click();
        await page.getByRole('checkbox', { name: 'Let the analyst write the game as a program' }).check();
        await page.getByRole('button', { name: 'Watch an agent learn' }).click();
        await page.waitForURL(/#\/runs\/run_/);
        const [, id = ''] = /(run_[a-z0-9]+)/.exec(page.url()) ?? [];
        await goToEnd(page);
        const accepted = await readProgram(client, id);
        must(accepted.accepted && accepted.right > 0, `the program: ${JSON.stringify(accepted)}`);
        await mustShowProgram(page, accepted, 'accepted');

        // The fake model writes the program of the corridor for every game.
        const model = { provider: 'openai' as const, model: 'fake:ok#program' };
        const profiles = { explorer: UNDERSTUDY, analyst: model };
        const run = await playRun(client, { world: 'code', profiles, budgets: { actions: 12 } });
        const refused = await readProgram(client, run.id);
        must(refused.misses.length > 0, 'the program gets nothing wrong');
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await goToEnd(page);
        await mustShowProgram(page, refused, 'not accepted');
        const misses = page
          .getByRole('region', { name: 'Program' })
          .locator('details', { hasText: 'Not reproduced' });
        await misses.locator('summary').click();
        for (const [at, { action, text }] of refused.misses.entries())
          await misses
            .locator('li')
            .nth(at)
            .filter({ hasText: `${action}: ${text}` })
            .waitFor();
        await checkAxe(page, 'a program that gets moves wrong');
        await resize(page, 390, 800);
        await mustFit(page, 'the program');
        return `${accepted.right} right, ${refused.misses.length} misses`;
      }),
  },
  {
    name: 'grid: a person plays a remote game by keyboard and clicks, and the run keeps the moves',
    run: async ({ stage, client }) => {
      const profiles = { explorer: UNDERSTUDY, analyst: UNDERSTUDY };
      const run = await client.post<GridRun>('/v1/runs', { game: 'arc3:dials', profiles });
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}?play`);
        await page.getByText('Every move is sent to the game and recorded').waitFor();
        await page.getByText('No moves yet').waitFor();
        await boardOf(page).waitFor();
        await page.getByText('click a cell for ACTION6').waitFor();
        for (const key of ['Shift+ArrowUp', 'Enter']) await page.keyboard.press(key);
        await page.locator('.caption', { hasText: '1 move · ACTION6@' }).waitFor();
        await boardOf(page).click({ position: { x: 4, y: 4 } });
        await page.locator('.caption', { hasText: '2 moves · ACTION6@0,0' }).waitFor();
        await checkAxe(page, 'playing a remote game');
        const after = await until('both moves in the run', 10, async () => {
          const now = await client.get<GridRun>(`/v1/runs/${run.id}`);
          return now.used.actions === 2 ? now : null;
        });
        must(after.status === 'paused' && after.used.calls === 0, `the run is ${after.status}`);
        await page.getByRole('button', { name: 'Back to the run' }).click();
        await page.getByRole('button', { name: 'Play it yourself' }).waitFor();
        return `${after.turns} turns`;
      });
    },
  },
  {
    name: 'grid: a run whose budget is spent says so, and goes on when it was raised',
    run: async ({ stage, client }) => {
      const model = { provider: 'openai' as const, model: 'fake:ok#spent' };
      const run = await client.post<GridRun>('/v1/runs', {
        game: 'corridor',
        budgets: { actions: 2, tokens: 10 },
        profiles: { explorer: model, analyst: model },
      });
      return visit(stage, async (page) => {
        await page.goto(`${stage.url}/#/runs/${run.id}`);
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await page.locator('.spent', { hasText: 'The budget is spent' }).waitFor();
        await page.getByRole('tab', { name: 'Budgets' }).click();
        await page.getByRole('button', { name: 'Edit budgets' }).click();
        await page.getByRole('spinbutton', { name: 'Tokens' }).fill('1000000');
        await page.getByRole('button', { name: 'Save budgets' }).click();
        await page.locator('.spent').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Retry turn 1' }).click();
        await page.locator('p.finished', { hasText: 'action budget' }).waitFor();
        return undefined;
      });
    },
  },
];
