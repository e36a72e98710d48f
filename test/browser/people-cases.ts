import type { Page } from 'playwright-core';
import type { Scene } from '../../src/contract/scenes';
import type { NewSeat } from '../../src/contract/seats';
import { fieldsOf } from '../support/loose-events';
import { type Case, createScene, must, readLedger, type Setting, say, until } from './cases';
import { fillWithWhispers } from './fill';
import { chooseOf, forgetKey, untilLive, visit } from './page-cases';
import type { Stage } from './stage';

/** The browser's own messages for a lost connection or a refused request. */
const CUT = /WebSocket|Failed to load resource|ERR_/;
const LINES = 700;
const CANARY = 'vermilion periscope';

const newScene = ({ client }: Pick<Setting, 'client'>): Promise<Scene> =>
  createScene(client, { provider: 'understudy' });

export async function enter(page: Page, stage: Stage, scene: string, query = ''): Promise<void> {
  await page.goto(`${stage.url}/#/scenes/${scene}${query}`);
  await untilLive(page);
}

/** The owner's browser and an invited person's, without a key. */
export function visitBoth(
  stage: Stage,
  does: (owner: Page, guest: Page) => Promise<string | undefined>,
): Promise<string | undefined> {
  return visit(
    stage,
    (owner) =>
      visit(
        stage,
        async (guest) => {
          await forgetKey(guest);
          return does(owner, guest);
        },
        CUT,
      ),
    CUT,
  );
}

export async function invite(owner: Page, guest: Page, persona: string, name: string): Promise<void> {
  await owner.getByRole('button', { name: 'People' }).click();
  await owner.getByRole('combobox', { name: 'Plays' }).selectOption(persona);
  await owner.getByRole('button', { name: 'Create link' }).click();
  const link = await owner.locator('#invitation-link').inputValue();
  await owner.getByText('only works on this computer').waitFor();
  await owner.getByText('npm start -- --share').waitFor();
  await owner.getByText('Show QR code').click();
  await owner.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await guest.goto(link);
  // The guest sees the scene and persona before taking the seat.
  await guest.locator('.stage-bill', { hasText: 'You play' }).waitFor();
  await guest.getByLabel('Your name').fill(name);
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await untilLive(guest);
  must(!guest.url().includes('si_'), 'the invitation stays in the address');
  await owner.locator('.seats .status', { hasText: 'here' }).waitFor();
  await owner.getByRole('button', { name: 'Close' }).click();
}

const field = (page: Page) => page.locator('.composer textarea');
async function speak(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

const heard = (page: Page): Promise<string[]> =>
  page.locator('.lines > .line:not(.whisper, .jotting, .draft, .outgoing) .text').allInnerTexts();

const untilRound = (page: Page, n: number) =>
  page.locator('.progress.completed', { hasText: `Round ${n}` }).waitFor();

const isAtBegin = async (page: Page): Promise<boolean> =>
  (await page.locator('.scenario').count()) > 0 &&
  (await page.locator('.transcript').evaluate((box) => box.scrollTop)) === 0;
const countDrawn = (page: Page) => page.locator('.lines > li').count();

export const PEOPLE_CASES: Case[] = [
  {
    name: 'page: a person joins by a link and is seen to type; both read the same, also after a power cut',
    alone: 'first',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const scene = await newScene({ client });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ben', 'Frieda');
        await owner.locator('.people-here', { hasText: 'Frieda as Ben' }).waitFor();
        must(
          (await guest.getByRole('button', { name: 'People' }).count()) === 0,
          'a player has owner’s buttons',
        );

        await field(guest).pressSequentially('Is @Te');
        await owner.locator('.typists', { hasText: 'Ben is typing' }).waitFor();
        await field(guest).press('Tab');
        must((await field(guest).inputValue()) === 'Is @Teo ', 'the mention was not completed');
        await field(guest).pressSequentially('*really* here?');
        await field(guest).press('Enter');
        await owner.locator('.line.person em', { hasText: 'really' }).waitFor();
        await owner.locator('.typists:empty').waitFor({ state: 'attached' });
        await untilRound(owner, 1);

        stage.killWorkerd();
        await speak(owner, 'Then there was no light at all.');
        for (const page of [owner, guest]) {
          await page
            .locator('.line.person:not(.outgoing)', { hasText: 'no light at all' })
            .waitFor({ timeout: 40_000 });
          await untilRound(page, 2);
          await untilLive(page);
        }
        await guest.locator('.line:not(.person)').last().waitFor();
        const [mine, theirs] = [await heard(owner), await heard(guest)];
        must(
          JSON.stringify(mine) === JSON.stringify(theirs),
          `they read ${mine.join(' | ')} / ${theirs.join(' | ')}`,
        );
        const ledger = await readLedger(client, `/v1/scenes/${scene.id}`);
        const times = ledger.filter(
          ({ payload }) => fieldsOf(payload).text === 'Then there was no light at all.',
        ).length;
        must(times === 1, `it was said ${times} times`);
        return `${mine.length} lines`;
      }),
  },
  {
    name: 'page: a line is drafted for a player, who says it; the player chooses among wordings of the answer',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const scene = await newScene({ client });
        await client.send(`/v1/scenes/${scene.id}`, {
          method: 'PATCH',
          body: JSON.stringify({ settings: { playersChoose: true } }),
        });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ben', 'Frieda');
        await field(guest).fill('the matches');
        await guest.getByRole('button', { name: 'Write for me' }).click();
        await guest.getByRole('button', { name: 'Back to my text' }).waitFor();
        const draft = await field(guest).inputValue();
        must(draft !== 'the matches' && draft !== '', `the draft is “${draft}”`);
        must((await owner.locator('.line').filter({ hasText: draft }).count()) === 0, 'the draft was said');
        await guest.getByRole('button', { name: 'Back to my text' }).click();
        must((await field(guest).inputValue()) === 'the matches', 'the own words are lost');
        await speak(guest, 'Who has the matches, Teo?');
        await guest.locator('.progress.completed').waitFor();
        const answer = owner.locator('li.line:not(.person)').last();
        await chooseOf(owner, answer, 'Regenerate');
        await guest.locator('.wordings', { hasText: '2/2' }).waitFor();
        await owner.mouse.move(0, 0);
        await owner.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        must(await owner.locator('.wordings').isVisible(), 'wordings are hidden');
        const second = await heard(guest);
        await guest.getByRole('button', { name: 'Previous version' }).click();
        await guest.locator('.wordings', { hasText: '1/2' }).waitFor();
        must(JSON.stringify(await heard(guest)) !== JSON.stringify(second), 'the wording did not change');
        return undefined;
      }),
  },
  {
    name: 'page: a player never gets a whisper that is for others; a revoked seat is told so',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const scene = await newScene({ client });
        const got: Promise<string>[] = [];
        guest.on('websocket', (socket) =>
          socket.on('framereceived', ({ payload }) => got.push(Promise.resolve(String(payload)))),
        );
        guest.on('response', (response) => {
          if (response.url().includes('/v1/')) got.push(response.text().catch(() => ''));
        });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ben', 'Frieda');
        await owner.getByLabel('How', { exact: true }).selectOption('Whisper');
        await owner.getByLabel('Mara', { exact: true }).check();
        await speak(owner, `Mara, the ${CANARY} is under the stair.`);
        await owner.locator('.line.whisper:not(.person)').first().waitFor();
        await untilRound(owner, 1);
        await owner.getByLabel('How', { exact: true }).selectOption('Say');
        await speak(owner, 'And now aloud.');
        await guest.locator('.line', { hasText: 'And now aloud.' }).waitFor();
        await guest.reload();
        await untilLive(guest);
        await guest.locator('.line', { hasText: 'And now aloud.' }).waitFor();

        const everything = [...(await Promise.all(got)), await guest.content()];
        must(
          everything.some((text) => text.includes('And now aloud')),
          'nothing was overheard at all',
        );
        must(!everything.some((text) => text.includes(CANARY)), 'the whisper came to the player');
        must((await guest.locator('.line.whisper').count()) === 0, 'the player sees a whisper');

        await owner.getByRole('button', { name: 'People' }).click();
        await owner.getByRole('button', { name: 'Revoke the seat of Frieda' }).click();
        await owner.getByRole('button', { name: 'Revoke seat', exact: true }).click();
        await guest.getByRole('heading', { name: 'Your seat in this scene has ended' }).waitFor();
        return `${everything.length} answers and frames searched`;
      }),
  },
  {
    name: 'page: what is said offline is kept over a reload, and sent once; a spent invitation says so',
    run: ({ stage, client }) =>
      visit(
        stage,
        async (page) => {
          const scene = await newScene({ client });
          await enter(page, stage, scene.id);
          await field(page).fill('Half a thought');
          await page.reload();
          await untilLive(page);
          must((await field(page).inputValue()) === 'Half a thought', 'the draft is gone');

          // The stage accepts it, but the answer is lost, so the browser can't know.
          await page.route('**/turns', async (route) => {
            await route.fetch();
            await route.abort();
          });
          await speak(page, 'Who has the matches?');
          await page.locator('.line:not(.outgoing)', { hasText: 'Who has the matches?' }).waitFor();
          await page.unrouteAll({ behavior: 'wait' });
          await page.context().setOffline(true);
          await page.getByText('Offline', { exact: true }).waitFor();
          await speak(page, 'And who has the candle?');
          await page.locator('.outgoing', { hasText: 'Not sent.' }).waitFor();
          await page.context().setOffline(false);
          await page.reload();
          await untilLive(page);
          await page.locator('.line.person:not(.outgoing)', { hasText: 'the candle' }).waitFor();
          await page.locator('.outgoing').waitFor({ state: 'detached' });
          const ledger = await readLedger(client, `/v1/scenes/${scene.id}`);
          const said = ledger
            .filter((event) => event.kind === 'player.spoke')
            .map(({ payload }) => payload.text);
          must(
            JSON.stringify(said) === '["Who has the matches?","And who has the candle?"]',
            `it was said: ${said.join(' | ')}`,
          );

          const body = { role: 'spectator' };
          const { invitation } = await client.post<NewSeat>(`/v1/scenes/${scene.id}/seats`, body);
          await client.post('/v1/seats/accept', { invitation, name: 'Somebody' });
          await page.goto(`${stage.url}/#/join?invitation=${invitation}`);
          await page.getByLabel('Your name').fill('Another');
          await page.getByRole('button', { name: 'Join', exact: true }).click();
          await page.locator('.problem', { hasText: 'has already been used' }).waitFor();
          return undefined;
        },
        CUT,
      ),
  },
  {
    name: 'page: a room of many lines draws few of them, wherever one reads; a link leads to a line',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const scene = await newScene({ client });
        await fillWithWhispers(stage, scene.id, LINES, ['ada', 'ben']);
        await enter(page, stage, scene.id);
        await page.locator('.line', { hasText: `Line ${LINES}` }).waitFor();
        let most = await countDrawn(page);
        await page.locator('.transcript').hover();
        await until('the first line', 120, async () => {
          await page.mouse.wheel(0, -6000);
          most = Math.max(most, await countDrawn(page));
          return (await isAtBegin(page)) || null;
        });
        await page.locator('.line', { hasText: 'Line 1:' }).waitFor();
        must(most <= 60, `${most} lines were drawn at once`);
        await page.getByRole('button', { name: 'Jump to the latest line' }).click();
        await page.locator('.line', { hasText: `Line ${LINES}` }).waitFor();

        const events = await readLedger(client, `/v1/scenes/${scene.id}`);
        const wanted = events.find(({ payload }) =>
          String(fieldsOf(payload).text).startsWith('Line 51:'),
        )?.seq;
        await enter(page, stage, scene.id, `?at=${wanted}`);
        await page.reload();
        const line = page.locator(`#seq-${wanted}.sought`);
        await line.waitFor();
        await page.waitForFunction((id) => document.activeElement?.id === id, `seq-${wanted}`);
        const box = await line.boundingBox();
        must(box !== null && box.y > 0 && box.y < 700, 'the line is not in sight');
        most = Math.max(most, await countDrawn(page));
        await page.getByRole('button', { name: 'Jump to the latest line' }).click();
        await page.locator('.line', { hasText: `Line ${LINES}` }).waitFor();
        return `at most ${most} of ${events.length} drawn`;
      }),
  },
  {
    name: 'page: names and texts run no script, open nothing and load nothing',
    run: async ({ stage, client }) => {
      const payloads = [
        '<img src=x onerror="window.ran=1">',
        '<svg onload="window.ran=1"></svg>',
        '<script>window.ran=1</script>',
        '[press](javascript:window.ran=1) [me](data:text/html,x) <a href="javascript:window.ran=1">here</a>',
        '![picture](http://127.0.0.1:9/spy.png)',
        '<iframe srcdoc="<script>parent.ran=1</script>"></iframe> **bold <b onclick=window.ran=1>b</b>**',
      ];
      const [img = ''] = payloads;
      const scene = await client.post<Scene>('/v1/scenes', {
        title: `Smoke ${img}`,
        scenario: img,
        world: { [img]: img },
        characters: [{ name: `Mara ${img}`, mood: img, location: img }, { name: 'Teo' }],
        personas: [{ name: `Ada ${img}`, id: 'ada', description: img }],
        profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } },
        opening: { text: payloads.join('\n\n') },
      });
      return visit(stage, async (page) => {
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await enter(page, stage, scene.id);
        await say(client, scene.id, payloads.join('\n\n'));
        await client.post(`/v1/scenes/${scene.id}/notes`, { text: payloads.join('\n\n') });
        await page.locator('.jotting').waitFor();
        await page.goto(`${stage.url}/#/scenes/${scene.id}/screen`);
        await page.locator('.screen .line', { hasText: 'onerror' }).first().waitFor();
        await enter(page, stage, scene.id);
        await page.locator('.jotting').waitFor();
        const found = await page.evaluate(() => ({
          ran: 'ran' in window,
          made: document.querySelectorAll(
            'main :is(img, svg:not(.icon), script, iframe, [onclick], [onerror])',
          ).length,
          links: [...document.querySelectorAll('.text a')].map((link) => link.getAttribute('href')),
        }));
        must(!found.ran, 'a script ran');
        must(found.made === 0, `${found.made} elements were made of text`);
        must(
          found.links.every((href) => /^(https?:|#)/.test(href ?? '')),
          `links: ${found.links.join(' ')}`,
        );
        must(!asked.some((url) => url.includes('spy.png')), 'a picture was loaded');
        return undefined;
      });
    },
  },
];
