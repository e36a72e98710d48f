import type { Round } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { checkAxe } from './axe';
import { type Case, must } from './cases';
import { enter, invite, visitBoth } from './people-cases';
import { drawFace, untilDrawn } from './portrait-cases';

const PROFILE = { provider: 'understudy' };

export const FRIENDS_CASES: Case[] = [
  {
    name: 'page: a player rolls dice in the field, which everyone sees alike; a bad notation is explained and not sent',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const scene = await client.post<Scene>('/v1/scenes', {
          template: 'night-train',
          profiles: { director: PROFILE, character: PROFILE },
        });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'mara', 'Frieda');
        const field = guest.locator('.composer textarea');
        await field.fill('/roll 99 dice');
        await field.press('Enter');
        await guest.locator('.composer .mistake', { hasText: 'up to 20 dice' }).waitFor();
        must((await guest.locator('.outgoing').count()) === 0, 'a bad notation was sent');
        await field.fill('/roll 2d6 + 1');
        await field.press('Enter');
        const sums = [];
        for (const page of [owner, guest]) {
          const roll = page.locator('li.rolled:not(.outgoing)');
          await roll.locator('.die').nth(1).waitFor();
          sums.push(await roll.locator('.roll .sr-only').innerText());
        }
        must(/^2d6\+1: \d \+ \d \+ 1 = \d+$/.test(sums[0] ?? ''), `rolled ${sums[0]}`);
        must(sums[0] === sums[1], `the owner reads ${sums[0]}, the player ${sums[1]}`);
        must((await field.inputValue()) === '', 'the field is not empty');
        const other = scene.cast.find(({ active }) => active)?.name ?? '';
        await field.fill(`/roll d20 @${other}`);
        await field.press('Enter');
        await owner.locator('li.rolled', { hasText: other }).locator('.die').waitFor();
        return sums[0];
      }),
  },
  {
    name: 'page: the owner shows a handout with a picture to one player, who opens it large; another player sees nothing',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const scene = await client.post<Scene>('/v1/scenes', {
          template: 'tavern',
          profiles: { director: PROFILE, character: PROFILE },
        });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ilse', 'Frieda');
        const show = async (title: string, other: string | null) => {
          await owner.getByRole('button', { name: 'Direct' }).click();
          await owner.getByRole('button', { name: 'Show a handout…' }).click();
          await owner.getByLabel('Title').fill(title);
          await owner.locator('dialog[open] textarea').fill('Under the *third* step.');
          if (other !== null) {
            await owner.getByLabel('Everyone in the room').uncheck();
            await owner.getByRole('checkbox', { name: other }).uncheck();
          } else {
            await owner.getByLabel('Picture of the handout').setInputFiles({
              ...{ name: 'map.png', mimeType: 'image/png', buffer: Buffer.from(drawFace()) },
            });
            await owner.locator('.handout-picture img').waitFor();
          }
          await checkAxe(owner, 'the form of a handout');
          await owner.locator('dialog[open] button.primary').click();
          await owner.locator('.handout-card', { hasText: title }).waitFor();
        };
        await show('The letter for Dunstan', 'Ilse');
        await owner.getByText('for Dunstan', { exact: true }).waitFor();
        await show('The map for all', null);
        const card = guest.locator('.handout-card');
        await untilDrawn('the picture on the card', card.locator('img'));
        must((await card.count()) === 1, 'a player sees a handout for another');
        await card.click();
        const opened = guest.locator('dialog[open].handout-open');
        await opened.locator('em', { hasText: 'third' }).waitFor();
        await untilDrawn('the large picture', opened.locator('img'));
        await checkAxe(guest, 'an open handout');
        await guest.keyboard.press('Escape');
        await opened.waitFor({ state: 'detached' });
        return undefined;
      }),
  },
  {
    name: 'page: the owner changes the plan of a round before anyone acts; a player sees a director who thinks',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const scene = await client.post<Scene>('/v1/scenes', {
          template: 'tavern',
          settings: { approvePlans: true },
          profiles: { director: PROFILE, character: PROFILE },
        });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ilse', 'Frieda');
        const field = guest.locator('.composer textarea');
        await field.fill('Who is at the door?');
        await field.press('Enter');
        const plan = owner.locator('form.plan');
        await plan.waitFor();
        await guest.getByText('The director is thinking').first().waitFor();
        must((await guest.locator('form.plan').count()) === 0, 'a player sees the plan');
        await checkAxe(owner, 'the plan of a round');
        const actors = plan.locator('.plan-actors label');
        for (const name of (await actors.allInnerTexts()).slice(1))
          await plan.getByRole('button', { name: `Leave out ${name}` }).click();
        const first = await actors.innerText();
        await plan.locator('.plan-actors textarea').fill('Bar the door.');
        await plan.getByRole('button', { name: 'Play this plan' }).click();
        await plan.waitFor({ state: 'detached' });
        const { passes } = await client.get<Round>(`/v1/scenes/${scene.id}/rounds/1`);
        const guidance = JSON.stringify(passes[0]?.plan.actingCharacters);
        must(guidance.includes('Bar the door.'), `the plan was played as ${guidance}`);
        return first;
      }),
  },
];
