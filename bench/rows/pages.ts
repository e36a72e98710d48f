import { type Browser, chromium, type Page } from 'playwright-core';
import { fillWithWhispers } from '../../test/browser/fill';
import { CHROMIUM } from '../../test/support/chromium';
import { type Door, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { smallScene } from '../lib/scene';
import { spread } from '../lib/stats';
import type { Bench } from './context';
import { weighPages } from './page-weight';

const EVENTS = 10_000;
const TEMPLATE = 'tavern';
const GOALS = { openMs: 2000, lines: 60 } as const;
/** Seq of an old line, far from the initially loaded ones. */
const OLD = 2000;
const WAIT_MS = 60_000;

/** Measures a browser in an old and long room. */
export async function measurePages(bench: Bench): Promise<Section> {
  const { stage } = bench;
  const scene = await fillScene(stage);
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const samples = bench.quick ? 2 : 7;
    const openTimes: number[] = [];
    const linkTimes: number[] = [];
    for (let n = 0; n < samples; n += 1) {
      openTimes.push(await openAt(browser, stage, `/scenes/${scene.id}`, `#seq-${scene.head}`));
      linkTimes.push(await openAt(browser, stage, `/scenes/${scene.id}?at=${OLD}`, `#seq-${OLD}`));
    }
    const scroll = await scrollThrough(browser, stage, scene);
    const { id: short } = await send<{ id: string }>(stage, 'POST', '/v1/scenes', { template: TEMPLATE });
    const weights = await weighPages(browser, stage, short, bench.quick ? 1 : 3);
    const row = (what: string, times: number[], goalMs: number | null): Row => ({
      what,
      ours: spread(times),
      floor: '—',
      ratio: '—',
      goal: goalMs === null ? '—' : `< ${goalMs / 1000} s`,
      met: goalMs === null ? null : Math.max(...times) < goalMs,
      samples: String(times.length),
    });
    return {
      title: 'The pages',
      method: `A scene of ${EVENTS.toLocaleString('en')} lines in Chromium without its cache. The first rows are the time from entering the address until the newest line appears, or an old line that a link points to. Then the page is scrolled from end to beginning, which loads everything, and the lines in the document are counted after each step. A first visit has an empty cache, and counts everything that is transferred: documents, scripts, styles, fonts, pictures and API responses, with their headers. The last rows use slow 4G (150 ms, 1.6 Mbit/s) and a processor four times slower, and measure the time until the page accepts input.`,
      rows: [
        row('opening a room, until the newest line appears', openTimes, GOALS.openMs),
        row(`a link to its line ${OLD.toLocaleString('en')}`, linkTimes, null),
        {
          what: 'most lines in the document while scrolling',
          ours: String(scroll.most),
          floor: `${scroll.lines.toLocaleString('en')} loaded`,
          ratio: '—',
          goal: `≤ ${GOALS.lines}`,
          met: scroll.most <= GOALS.lines,
          samples: `${scroll.steps} steps`,
        },
        ...weights,
      ],
    };
  } finally {
    await browser.close();
  }
}

async function fillScene(door: Door): Promise<{ id: string; head: number }> {
  const personas = [
    { id: 'guest', name: 'Guest' },
    { id: 'other', name: 'Other' },
  ];
  const body = { ...smallScene('long'), personas };
  const { id } = await send<{ id: string }>(door, 'POST', '/v1/scenes', body);
  const count = EVENTS - (await headOf(door, id));
  await fillWithWhispers({ url: door.url, key: door.key ?? '' }, id, count, ['guest', 'other']);
  return { id, head: await headOf(door, id) };
}

const headOf = async (door: Door, id: string): Promise<number> =>
  (await send<{ head: number }>(door, 'GET', `/v1/scenes/${id}`)).head;

async function newPage(browser: Browser, { url, key }: Door): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(`${url}/healthz`);
  await page.evaluate((stored) => localStorage.setItem('proscenium:key', stored), key ?? '');
  return page;
}

/** Returns milliseconds from navigation until the element is visible. */
async function openAt(browser: Browser, door: Door, path: string, element: string): Promise<number> {
  const page = await newPage(browser, door);
  const start = performance.now();
  await page.goto(`${door.url}/#${path}`, { waitUntil: 'commit' });
  await page.locator(element).waitFor();
  const took = performance.now() - start;
  await page.context().close();
  return took;
}

async function scrollThrough(browser: Browser, door: Door, scene: { id: string; head: number }) {
  const page = await newPage(browser, door);
  await page.goto(`${door.url}/#/scenes/${scene.id}`);
  await page.locator(`#seq-${scene.head}`).waitFor();
  await page.locator('.transcript').hover();
  let [most, steps] = [0, 0];
  const isAtBegin = async () =>
    (await page.locator('.scenario').count()) > 0 &&
    (await page.locator('.transcript').evaluate((box) => box.scrollTop)) === 0;
  for (; steps < 1000 && !(await isAtBegin()); steps += 1) {
    await page.mouse.wheel(0, -20_000);
    await page.waitForTimeout(30);
    most = Math.max(most, await page.locator('.lines > li').count());
  }
  if (!(await isAtBegin())) throw new Error('the beginning of the room was not reached');
  const lines = Number(await page.locator('.lines > li').first().getAttribute('aria-setsize'));
  await page.context().close();
  return { most, steps, lines };
}
