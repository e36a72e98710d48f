import type { Scene } from '../../src/contract/scenes';
import { checkAxe } from './axe';
import { type Case, must } from './cases';
import { enter, invite, visitBoth } from './people-cases';

export const TABLE_CASES: Case[] = [
  {
    name: 'page: a person plays the game of secret words: own card, clues, whose turn, verdict and scores',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const profile = { provider: 'understudy' };
        const scene = await client.post<Scene>('/v1/scenes', {
          template: 'bluff-along',
          profiles: { director: profile, character: profile },
        });
        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'guest', 'Frieda');
        const table = guest.locator('.table');
        await guest.getByText('Your turn').waitFor();
        must((await guest.locator('.secret').count()) === 1, 'a player has more than the own card');
        await guest.getByRole('button', { name: 'Turn your card over' }).press('Enter');
        const word = (await guest.locator('.secret.open').innerText()).trim();
        must(/^[a-z]/i.test(word), 'the card is empty');
        await checkAxe(guest, 'the table of a player');

        const field = guest.locator('.composer textarea');
        await field.fill(`It is ${word}.`);
        await field.press('Enter');
        await guest.getByText('contains the word dealt to you').waitFor();
        await guest.getByRole('button', { name: 'Discard' }).click();
        const rounds = scene.table?.of ?? 0;
        for (let n = 1; n <= rounds; n += 1) {
          await field.fill(`A clue that nobody gave, the ${n}.`);
          await field.press('Enter');
          await guest.locator('.progress.completed', { hasText: `Round ${n}` }).waitFor();
        }
        const [mine, theirs] = [table.locator('.verdict'), owner.locator('.table .verdict')];
        for (const one of [mine, theirs]) await one.waitFor();
        must((await mine.innerText()) === (await theirs.innerText()), 'two verdicts');
        await table.locator('.players li', { hasText: 'The guest' }).getByText('of 10').waitFor();
        return (await mine.innerText()).slice(0, 60);
      }),
  },
];
