import type { Browser } from 'playwright-core';
import { DESKTOP, LOAD_LIMITS, MAX_SHIFT, measureLoad, PHONE } from '../../test/browser/page-load';
import { type Door, send } from '../lib/client';
import type { Row } from '../lib/report';
import { spread } from '../lib/stats';

/** Slow 4G, as Lighthouse throttles: latency in ms, throughput in bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const SLOWER = 4;
const USABLE_MS = 2500;

/** Returns milliseconds until a page is usable with an empty cache on a slow phone. */
async function loadSlowly(
  browser: Browser,
  { url, key }: Door,
  path: string,
  usable: string,
): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/healthz`);
    await page.evaluate((stored) => localStorage.setItem('proscenium:key', stored), key ?? '');
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const start = performance.now();
    await page.goto(`${url}/#${path}`, { waitUntil: 'commit' });
    await page.locator(usable).first().waitFor();
    return performance.now() - start;
  } finally {
    await context.close();
  }
}

/**
 * Measures the size and the layout shifts of first visits, and when pages are usable on a slow phone. An exceeded limit
 * of a first visit ends the benchmark with an error.
 */
export async function weighPages(
  browser: Browser,
  door: Door,
  scene: string,
  samples: number,
): Promise<Row[]> {
  const seat = await send<{ invitation: string }>(door, 'POST', `/v1/scenes/${scene}/seats`, {
    role: 'player',
  });
  const pages = {
    home: { path: '/', key: door.key ?? '', shows: 'button.footlight:enabled' },
    scene: {
      path: `/scenes/${scene}`,
      key: door.key ?? '',
      shows: 'body:has(li.line) .composer textarea:enabled',
    },
    invitation: { path: `/join?invitation=${seat.invitation}`, key: null, shows: '.stage-bill' },
  };
  const rows: Row[] = [];
  for (const name of ['home', 'scene', 'invitation'] as const)
    for (const viewport of [PHONE, DESKTOP]) {
      const load = await measureLoad(browser, { ...pages[name], url: door.url, viewport });
      const limit = LOAD_LIMITS[name];
      const met = load.kb <= limit.kb && load.requests <= limit.requests && load.shift < MAX_SHIFT;
      if (!met) {
        process.exitCode = 1;
        console.error(`The first visit of ${name} exceeds its limit: ${load.details}`);
      }
      rows.push({
        what: `first visit of ${name}, ${viewport.width} pixels wide`,
        ours: `${load.kb.toFixed(0)} kB, ${load.requests} requests, layout shift ${load.shift.toFixed(3)}`,
        ...{ floor: '—', ratio: '—', samples: '1', met },
        goal: `≤ ${limit.kb} kB, ≤ ${limit.requests} requests, shift < ${MAX_SHIFT}`,
      });
    }
  for (const [what, { path, shows }] of [
    ['the start page on a slow phone', pages.home],
    ['a scene on a slow phone', pages.scene],
  ] as const) {
    const times: number[] = [];
    for (let n = 0; n < samples; n += 1) times.push(await loadSlowly(browser, door, path, shows));
    rows.push({
      what,
      ours: spread(times),
      ...{ floor: '—', ratio: '—', goal: `≤ ${USABLE_MS / 1000} s` },
      met: Math.max(...times) <= USABLE_MS,
      samples: String(times.length),
    });
  }
  return rows;
}
