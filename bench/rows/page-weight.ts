import type { Browser, CDPSession } from 'playwright-core';
import type { Door } from '../lib/client';
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
const GOALS = { firstKb: 60, sceneKb: 170, usableMs: 2500 } as const;

interface Load {
  bytes: number;
  /** Compressed bytes of fonts. They are cached and do not block. */
  fontBytes: number;
  ms: number;
}

/** Loads a page with an empty cache on a slow phone, until an element is there. */
async function loadSlowly(browser: Browser, { url, key }: Door, path: string, usable: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/healthz`);
    await page.evaluate((stored) => localStorage.setItem('proscenium:key', stored), key ?? '');
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const weigh = weighParts(session);
    const start = performance.now();
    await page.goto(`${url}/#${path}`, { waitUntil: 'commit' });
    await page.locator(usable).first().waitFor();
    const ms = performance.now() - start;
    // Fonts may arrive later.
    await page.waitForLoadState('networkidle');
    return { ms, ...weigh() };
  } finally {
    await context.close();
  }
}

function weighParts(session: CDPSession): () => Pick<Load, 'bytes' | 'fontBytes'> {
  const kinds = new Map<string, string>();
  const sums = { bytes: 0, fontBytes: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? '';
    if (['Document', 'Script', 'Stylesheet'].includes(kind)) sums.bytes += encodedDataLength;
    if (kind === 'Font') sums.fontBytes += encodedDataLength;
  });
  return () => sums;
}

/** Measures the size of the pages, and when they are usable on a slow phone. */
export async function weighPages(
  browser: Browser,
  door: Door,
  scene: string,
  samples: number,
): Promise<Row[]> {
  const measure = async (path: string, usable: string): Promise<Load[]> => {
    const loads: Load[] = [];
    for (let n = 0; n < samples; n += 1) loads.push(await loadSlowly(browser, door, path, usable));
    return loads;
  };
  const first = await measure('/', 'button.footlight:enabled');
  const room = await measure(`/scenes/${scene}`, 'body:has(li.line) .composer textarea:enabled');
  const weight = (what: string, loads: Load[], goalKb: number): Row => {
    const kb = Math.max(...loads.map(({ bytes }) => bytes)) / 1000;
    const fontKb = Math.max(...loads.map(({ fontBytes }) => fontBytes)) / 1000;
    return {
      what,
      ours: `${kb.toFixed(0)} kB, and ${fontKb.toFixed(0)} kB of fonts`,
      ...{ floor: '—', ratio: '—', goal: `≤ ${goalKb} kB`, met: kb <= goalKb },
      samples: String(loads.length),
    };
  };
  const time = (what: string, loads: Load[]): Row => {
    const times = loads.map(({ ms }) => ms);
    return {
      what,
      ours: spread(times),
      ...{ floor: '—', ratio: '—', goal: `≤ ${GOALS.usableMs / 1000} s` },
      met: Math.max(...times) <= GOALS.usableMs,
      samples: String(loads.length),
    };
  };
  return [
    weight('first load, compressed', first, GOALS.firstKb),
    weight('a scene, compressed', room, GOALS.sceneKb),
    time('the start page on a slow phone', first),
    time('a scene on a slow phone', room),
  ];
}
