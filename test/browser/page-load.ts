import type { Browser, Page } from 'playwright-core';

/** Limits of a first visit, with an empty cache: everything transferred, headers included. */
export const LOAD_LIMITS = {
  home: { kb: 61, requests: 20 },
  scene: { kb: 170, requests: 40 },
  invitation: { kb: 75, requests: 20 },
} as const;
/** Google's limit of a good cumulative layout shift. */
export const MAX_SHIFT = 0.1;
export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1440, height: 900 } as const;

export interface PageLoad {
  kb: number;
  requests: number;
  shift: number;
  details: string;
}

interface Visit {
  url: string;
  /** Null: a visitor without a key. */
  key: string | null;
  path: string;
  shows: string;
  viewport: { width: number; height: number };
}

/** Opens a page with an empty cache and measures its transfers and layout shifts. */
export async function measureLoad(browser: Browser, visit: Visit): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: visit.viewport, locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.goto(`${visit.url}/healthz`);
    const { key } = visit;
    if (key !== null) await page.evaluate((stored) => localStorage.setItem('proscenium:key', stored), key);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const urls = new Map<string, string>();
    const files: { url: string; bytes: number }[] = [];
    session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
      const url = urls.get(requestId) ?? '';
      if (url.startsWith('http')) files.push({ url, bytes });
    });
    await page.addInitScript(observeShifts);
    await page.goto(`${visit.url}/#${visit.path}`);
    await page.locator(visit.shows).first().waitFor();
    await page.waitForLoadState('networkidle');
    const shifts = await readShifts(page);
    const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8);
    return {
      kb: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
      requests: files.length,
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      details: [
        ...largest.map(({ url, bytes }) => `${(bytes / 1000).toFixed(1)} kB ${new URL(url).pathname}`),
        ...shifts.map(({ value, of }) => `${value.toFixed(3)} ${of}`),
      ].join('; '),
    };
  } finally {
    await context.close();
  }
}

interface Shift {
  value: number;
  of: string;
}

/** Runs in the page, before its scripts. */
function observeShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[])
      if (!entry.hadRecentInput)
        shifts.push({
          value: entry.value,
          of: entry.sources.map(({ node }) => node?.nodeName ?? 'something').join(', '),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

const readShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
