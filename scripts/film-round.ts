/**
 * Films a round of a scene played by the understudy and writes docs/images/round.webp, for the README: `npx
 * tsx scripts/film-round.ts`. Needs Chromium and `img2webp` (Debian: `apt install webp`). Lines of characters
 * reach the page {@link PAUSE_MS} apart, because the understudy answers faster than anyone reads.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { closeBrowser, untilLive, visit } from '../test/browser/page-cases';
import { startStage } from '../test/browser/stage';

const PAUSE_MS = 1_500;
const LAST_FRAME_MS = 4_000;
const folder = mkdtempSync(join(tmpdir(), 'proscenium-film-'));
const frames: { at: number; path: string }[] = [];
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const untilPlayed = (page: Page, round: string) =>
  page.locator('.progress.completed', { hasText: round }).waitFor();

async function film(page: Page, hasEnded: () => boolean): Promise<void> {
  for (let last = ''; !hasEnded(); await sleep(60)) {
    const at = Date.now();
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (String(picture) === last) continue;
    last = String(picture);
    frames.push({ at, path: join(folder, `${frames.length}.png`) });
    writeFileSync(frames.at(-1)?.path ?? '', picture);
  }
}

const stage = await startStage({});
await visit(stage, async (page) => {
  await page.setViewportSize({ width: 1000, height: 880 });
  await page.routeWebSocket(/\/socket/, (socket) => {
    let delivery: Promise<unknown> = Promise.resolve();
    socket.connectToServer().onMessage((message) => {
      const pause = String(message).includes('character.spoke') ? PAUSE_MS : 0;
      delivery = delivery.then(() => socket.send(message)).then(() => sleep(pause));
    });
  });
  await page.getByRole('button', { name: 'Play a scene' }).click();
  await untilLive(page);
  await untilPlayed(page, 'Round 1');
  let end = Number.POSITIVE_INFINITY;
  const recording = film(page, () => Date.now() > end);
  await page.getByRole('textbox').pressSequentially('Good evening. Who lit the lamp tonight?', { delay: 60 });
  await page.getByRole('textbox').press('Enter');
  await untilPlayed(page, 'Round 2');
  end = Date.now() + 500;
  await recording;
  return undefined;
}).finally(() => Promise.all([closeBrowser(), stage.stop()]));
const durations = frames.map(({ at }, i) => (frames[i + 1]?.at ?? at + LAST_FRAME_MS) - at);
const pictures = frames.flatMap(({ path }, i) => ['-d', String(durations[i]), path]);
const output = new URL('../docs/images/round.webp', import.meta.url).pathname;
execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '70', '-m', '6', ...pictures, '-o', output]);
rmSync(folder, { recursive: true });
