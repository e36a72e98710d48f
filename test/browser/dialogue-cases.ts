import type { Locator, Page } from 'playwright-core';
import { type Case, createScene, must, say } from './cases';
import { chooseOf, copy, untilLive, visit } from './page-cases';
import type { Stage } from './stage';

/**
 * Window sizes, and the minimum share of their height for dialogue, in percent. The last is a phone with its
 * keyboard open.
 */
const WINDOWS = [
  { width: 1440, height: 900, share: 70 },
  { width: 1024, height: 768, share: 70 },
  { width: 390, height: 844, share: 55 },
  { width: 390, height: 480, share: 45 },
];
const MAX_CONTROLS = 20;
const MAX_TABS = 5;

const enter = async (page: Page, stage: Stage, scene: string) => {
  await page.goto(`${stage.url}/#/scenes/${scene}`);
  await untilLive(page);
  await page.locator('li.line').first().waitFor();
};
const isInField = () => document.activeElement?.matches('.composer textarea') ?? false;

/** Moves a finger over an element, without the browser's own gestures; lifts it once `held` has appeared. */
async function touch(line: Locator, to: { x: number; y: number }, held?: Locator): Promise<void> {
  const box = await line.boundingBox();
  const send = (type: string, x: number, y: number) => {
    const at = { clientX: (box?.x ?? 0) + 120 + x, clientY: (box?.y ?? 0) + 10 + y };
    return line.dispatchEvent(type, { bubbles: true, pointerType: 'touch', pointerId: 1, ...at });
  };
  await send('pointerdown', 0, 0);
  await send('pointermove', to.x / 2, to.y / 2);
  await held?.waitFor();
  await send('pointerup', to.x, to.y);
}

/**
 * Runs in the page: the share of the window used by dialogue, in percent, and the number of visible controls.
 */
function measureRoom(): { share: number; controls: number } {
  const box = document.querySelector('.transcript')?.getBoundingClientRect();
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (one) => {
      const { top, bottom, width, height } = one.getBoundingClientRect();
      if (width < 2 || height < 2 || bottom < 0 || top > innerHeight) return false;
      return one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    },
  );
  return { share: Math.round((100 * (box?.height ?? 0)) / innerHeight), controls: controls.length };
}

export const DIALOGUE_LIVE_CASES: Case[] = [
  {
    name: 'page: a message is hidden, shown again and deleted, and a memory is corrected',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#hand' });
      await say(client, scene.id, 'The code is quillorn.');
      return visit(stage, async (page) => {
        await enter(page, stage, scene.id);
        const line = page.locator('li.line', { hasText: 'quillorn' });
        await line.focus();
        await page.keyboard.press('h');
        const mark = line.locator('.mark', { hasText: 'hidden from prompts' });
        await mark.waitFor();
        await page.locator('.toast', { hasText: 'hidden from prompts' }).waitFor();
        await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
        await mark.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: 'Direct' }).click();
        await page.getByRole('button', { name: 'Memories' }).click();
        const memory = page.locator('li.memory', { hasText: 'quillorn' }).first();
        await memory.getByRole('button', { name: 'Edit' }).click();
        await page.getByLabel('Memory', { exact: true }).last().fill('The code is brakenfeld.');
        await page.getByRole('button', { name: 'Save' }).click();
        const edited = page.locator('li.memory', { hasText: 'brakenfeld' });
        await edited.getByText('Edited by you').waitFor();
        await edited.getByRole('button', { name: 'Pin' }).click();
        await edited.getByText('Pinned').waitFor();
        await page.keyboard.press('Escape');

        await line.focus();
        await page.keyboard.press('x');
        await line.waitFor({ state: 'detached' });
        return undefined;
      });
    },
  },
  {
    name: 'page: dialogue has most of the window, and few controls are in sight',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#dialogue' });
      for (const text of ['Is anybody there?', 'And now?', 'Who knocked?']) await say(client, scene.id, text);
      return visit(stage, async (page) => {
        const notes: string[] = [];
        for (const { width, height, share } of WINDOWS) {
          await page.setViewportSize({ width, height });
          await enter(page, stage, scene.id);
          await page.mouse.move(0, 0);
          const room = await page.evaluate(measureRoom);
          notes.push(`${width}×${height}: ${room.share} %, ${room.controls}`);
          must(room.share >= share, `dialogue has ${room.share} % of ${width}×${height}, not ${share}`);
          must(room.controls <= MAX_CONTROLS, `${room.controls} controls are in sight at ${width}×${height}`);
        }
        return notes.join('; ');
      });
    },
  },
  {
    name: 'page: keys lead to the field, to lines, to what can be done with them, and to words said long ago',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#keys' });
      for (const text of ['Is the brake pulled?', 'And now?']) await say(client, scene.id, text);
      return visit(stage, async (page) => {
        await enter(page, stage, scene.id);
        let tabs = 0;
        while (!(await page.evaluate(isInField)) && tabs <= MAX_TABS) {
          await page.keyboard.press('Tab');
          tabs += 1;
        }
        must(tabs <= MAX_TABS, `the field is more than ${MAX_TABS} Tabs away`);
        await page.locator('.transcript').focus();
        await page.keyboard.press('/');
        must(await page.evaluate(isInField), 'the key does not lead to the field');

        await page.locator('.transcript').focus();
        await page.keyboard.press('k');
        const copied = await copy(page, async () => {
          await page.keyboard.press('c');
          await page.locator('.toast', { hasText: 'copied' }).waitFor();
        });
        const focused = page.locator('li.line:focus');
        must((await focused.locator('.text').innerText()) === copied, `copied was: ${copied}`);
        await page.keyboard.press('r');
        await page.locator('.wordings', { hasText: '2/2' }).waitFor();
        await page.locator('.progress.completed', { hasText: 'Round 3' }).waitFor();
        await focused.waitFor();
        await page.keyboard.press('ArrowLeft');
        await page.locator('.wordings', { hasText: '1/2' }).waitFor();
        const line = page.locator('li.line', { has: page.locator('.wordings') });
        await touch(line, { x: -90, y: 4 });
        await page.locator('.wordings', { hasText: '2/2' }).waitFor();
        const anew = page.getByRole('menuitem', { name: 'Regenerate with a note…' });
        await touch(line, { x: 0, y: 0 }, anew);
        await anew.click();
        await page.getByLabel(/Note for/).fill('Whisper it.');
        await page.locator('dialog[open] button.primary').click();
        await page.locator('.wordings', { hasText: '3/3' }).waitFor();

        await page.locator('.transcript').focus();
        await page.keyboard.press('Control+f');
        await page.locator('input[aria-label="Find in the transcript"]:focus').waitFor();
        await page.keyboard.type('brake');
        await page.locator('li.sought', { hasText: 'Is the brake pulled?' }).waitFor();
        await page.locator('.find', { hasText: '1 of 1' }).waitFor();
        await page.keyboard.press('Escape');
        await page.locator('.find').waitFor({ state: 'detached' });
        await page.locator('.transcript').focus();
        await page.keyboard.press('?');
        await page.locator('dialog[open]', { hasText: 'regenerate with a note' }).waitFor();
        return `${tabs} Tabs to the field`;
      });
    },
  },
  {
    name: 'page: who thinks and who is about to speak is seen at once; what is said meanwhile waits below',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#at-once';
      const scene = await createScene(client, { provider: 'openai', model });
      await say(client, scene.id, 'Is anybody there?');
      await fake.script(model, { mode: 'hang', times: 100 });
      return visit(stage, async (page) => {
        await enter(page, stage, scene.id);
        const field = page.locator('.composer textarea');
        await field.fill('Mara, what did you hear?');
        await field.press('Enter');
        await page.locator('.thinking', { hasText: /The director is thinking, \d+ s/ }).waitFor();
        await fake.control({ release: model });
        const bubble = page.locator('li.draft', { has: page.locator('.dots') });
        await bubble.waitFor();
        await page.locator('button.member.speaking').waitFor();
        await field.fill('And you, Teo?');
        await field.press('Enter');
        const waiting = page.locator('li.line.person', { hasText: 'Queued for the next round' });
        await waiting.waitFor();
        const [above, below] = [await bubble.boundingBox(), await waiting.boundingBox()];
        must(above && below && above.y < below.y, 'what waits does not stand below who speaks');
        await fake.script(model);
        await fake.control({ release: model });
        await page.locator('.progress.completed', { hasText: 'Round 3' }).waitFor();
        must((await waiting.count()) === 0, 'it waits although it was answered');
        const order = await page.locator('li:is(.line, .round-mark)').allInnerTexts();
        const rule = order.findIndex((text) => text.startsWith('Round 3'));
        must(order[rule + 1]?.includes('And you, Teo?'), 'the line does not stand where it is answered');
        return undefined;
      });
    },
  },
  {
    name: 'page: a round is played anew at its rule, and no rule offers what the room refuses',
    run: async ({ stage, client, fake }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:ok#rule' });
      for (const text of ['Is anybody there?', 'And now?']) await say(client, scene.id, text);
      return visit(stage, async (page) => {
        await enter(page, stage, scene.id);
        const rules = page.locator('li.round-mark');
        await chooseOf(page, rules.last(), 'Replay this round');
        await page.getByText('Round 2, try 2').waitFor();
        await page.locator('.progress.completed', { hasText: 'Round 2' }).waitFor();
        // An arrow key returns to the first attempt, and another press to the second.
        const tries = page.getByRole('group', { name: 'Attempts of this round' });
        await tries.getByText('2/2').waitFor();
        const asked = (await fake.log('fake:ok#rule')).length;
        await tries.getByRole('button', { name: 'Previous version' }).click();
        await tries.getByText('1/2').waitFor();
        await page.locator('.progress.completed', { hasText: 'Round 2' }).waitFor();
        await tries.getByRole('button', { name: 'Next version' }).click();
        await tries.getByText('2/2').waitFor();
        must((await fake.log('fake:ok#rule')).length === asked, 'a model was asked for what was there');
        await rules.first().hover();
        await rules.first().getByRole('button', { name: 'More for round 1' }).click();
        await page.getByRole('menuitem', { name: 'Branch from here' }).waitFor();
        must(
          (await page.getByRole('menuitem', { name: 'Replay this round' }).count()) === 0,
          'an old round is offered to be played anew',
        );
        return undefined;
      });
    },
  },
  {
    name: 'page: code, asides, rounds without a line and long pastes are shown for what they are',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#odd';
      const scene = await client.post<{ id: string }>('/v1/scenes', {
        characters: [{ name: 'Mara' }],
        personas: [
          { id: 'ada', name: 'Ada' },
          { id: 'ben', name: 'Ben' },
        ],
        profiles: { director: { provider: 'openai', model }, character: { provider: 'openai', model } },
      });
      const code = `const answer = ${'1 + '.repeat(200)}1;`;
      const speak = (input: object) =>
        client.post(`/v1/scenes/${scene.id}/turns?wait=1`, { type: 'user', personaId: 'ada', ...input });
      await speak({ text: `Look at this:\n\n\`\`\`js\n${code}\n\`\`\`` });
      await client.post(`/v1/scenes/${scene.id}/turns`, {
        ...{ type: 'user', personaId: 'ada', text: 'Do not trust her.', to: ['persona:ben'], whisper: true },
      });
      await speak({ text: 'Anything to say?' });
      return visit(stage, async (page) => {
        await page.setViewportSize({ width: 800, height: 700 });
        await enter(page, stage, scene.id);
        const block = page.locator('.line pre');
        await block.waitFor();
        const wide = await page.locator('.transcript').evaluate((one) => one.scrollWidth - one.clientWidth);
        must(wide <= 0, `the transcript is ${wide} pixels too wide`);
        must(
          await block.evaluate((one) => one.scrollWidth > one.clientWidth),
          'the block of code does not scroll',
        );
        const texts = await page.locator('li:is(.line, .round-mark)').allInnerTexts();
        const aside = texts.findIndex((text) => text.includes('Do not trust her.'));
        must(
          aside >= 0 && aside < texts.findIndex((text) => text.startsWith('Round 2')),
          'an aside has moved',
        );

        await fake.script(model, { mode: 'nonsense', times: 100 });
        const field = page.locator('.composer textarea');
        await field.fill('And now?');
        await field.press('Enter');
        const silence = page.locator('li.note.bad', { hasText: 'Round 3 has no usable lines' });
        await silence.waitFor();
        await fake.script(model);
        await silence.getByRole('button', { name: 'Retry' }).click();
        await page.getByText('Round 3, try 2').waitFor();
        await silence.waitFor({ state: 'detached' });

        await field.evaluate((area: HTMLTextAreaElement) => {
          area.focus();
          document.execCommand('insertText', false, 'word '.repeat(2_000));
        });
        await page.getByText('This is 1999 characters too long').waitFor();
        must((await field.inputValue()).length === 10_000, 'the paste was cut');
        must(await page.locator('button.send').isDisabled(), 'a line that is too long can be sent');
        await field.fill('Short again.');
        must(await page.locator('button.send').isEnabled(), 'the line can’t be sent');
        return undefined;
      });
    },
  },
];
