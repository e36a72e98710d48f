import { encode } from 'fast-png';
import type { Locator } from 'playwright-core';
import type { LibraryItem } from '../../src/contract/library';
import type { Scene } from '../../src/contract/scenes';
import { type Case, must, until } from './cases';
import { enter, invite, visitBoth } from './people-cases';
import type { Stage } from './stage';

export function drawFace(): Uint8Array {
  const [width, height] = [80, 100];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const inside = ((x - 40) / 26) ** 2 + ((y - 45) / 34) ** 2 < 1;
      data.set(inside ? [224, 188, 150] : [70, 60 + y / 2, 92], (y * width + x) * 3);
    }
  return encode({ width, height, channels: 3, data });
}

export async function givePicture({ url, key }: Stage, character: string): Promise<void> {
  const reply = await fetch(`${url}/v1/characters/${character}/portrait`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'image/png' },
    body: new Uint8Array(drawFace()),
  });
  must(reply.status === 204, `the picture was answered ${reply.status}`);
}

export async function untilDrawn(what: string, pictures: Locator): Promise<void> {
  await pictures.first().waitFor();
  await until(what, 10, async () =>
    (await pictures.first().evaluate((one) => (one as HTMLImageElement).naturalWidth > 0)) ? true : null,
  );
}

export const PORTRAIT_CASES: Case[] = [
  {
    name: 'page: a portrait is in the library’s list, the cast, the lines and the projection, for a player too',
    run: ({ stage, client }) =>
      visitBoth(stage, async (owner, guest) => {
        const mara = await client.post<LibraryItem>('/v1/characters', {
          name: 'Mara',
          description: 'A lighthouse keeper, dry and watchful.',
        });
        await givePicture(stage, mara.id);
        const profile = { provider: 'understudy' };
        const scene = await client.post<Scene>('/v1/scenes', {
          title: 'The lamp',
          characters: [{ from: mara.id }, { name: 'Teo', personality: 'talkative' }],
          personas: [{ name: 'Ada' }, { name: 'Ben' }],
          profiles: { director: profile, character: profile },
        });
        await owner.goto(`${stage.url}/#/library/characters`);
        await untilDrawn('the portrait in the list', owner.locator('.item-list img.avatar'));

        await enter(owner, stage, scene.id);
        await invite(owner, guest, 'ben', 'Frieda');
        await client.post(`/v1/scenes/${scene.id}/turns?wait=1`, {
          ...{ type: 'user', text: 'Mara, Teo, is it lit?', personaId: 'ada', to: ['mara', 'teo'] },
        });
        for (const page of [owner, guest]) {
          await untilDrawn('the portrait in the cast', page.locator('.member img.avatar'));
          await untilDrawn('the portrait at a line', page.locator('.lines .line img.avatar'));
          const letters = page.locator('.member', { hasText: 'Teo' }).locator('span.avatar');
          must((await letters.innerText()) === 'T', 'who has no picture has no letter either');
        }
        await guest.goto(`${stage.url}/#/scenes/${scene.id}/screen`);
        await untilDrawn('the portrait on the screen', guest.locator('.screen img.avatar'));
        return undefined;
      }),
  },
];
