import type { Scene } from '../../src/contract/scenes';
import { type Case, must } from './cases';
import { enter, invite, visitBoth } from './people-cases';

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
        return sums[0];
      }),
  },
];
