import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../scripts/lib/run.mjs';
import { checkAxe } from './axe';
import { type Case, must } from './cases';
import { resize, takePicture, takesPictures, visit } from './page-cases';
import { makeProps, PAGE_NAMES, PAGES, untilShown } from './page-table';

/** Screenshots of every page for people to look at, if requested; not in git. */
const FOLDER = join(ROOT, 'test-results/screenshots');

interface Look {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  /** Also run axe-core: once at each desktop and phone width, and in each color scheme. */
  axe: boolean;
  extra: boolean;
}
const LOOKS: Look[] = [
  { width: 1280, height: 800, scheme: 'dark', axe: false, extra: true },
  { width: 1280, height: 800, scheme: 'light', axe: true, extra: false },
  { width: 360, height: 740, scheme: 'light', axe: false, extra: true },
  { width: 360, height: 740, scheme: 'dark', axe: true, extra: false },
  { width: 3840, height: 2160, scheme: 'light', axe: false, extra: false },
];
const OF_DOCS: readonly string[] = ['call', 'usage'];
/** Most presses of Tab on a page that does not return to its start. */
const MAX_TABS = 60;

/** Every page, at every size and in both color schemes, with and without a mouse; untimed. */
export const EVERY_PAGE_CASES: Case[] = PAGE_NAMES.map((name) => ({
  name: `every page: ${name}`,
  run: async ({ stage, client }) => {
    const props = await makeProps(client);
    const play = async (page: Page) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto(`${stage.url}/#${PAGES[name].at(props)}`);
      await untilShown(page, name);
      await mustSpeakPlainly(page, name);
      for (const look of LOOKS.filter(({ extra }) => takesPictures || !extra)) {
        await take(page, name, look);
        if (look.axe) await checkAxe(page, `${name}, ${look.width} pixels wide, ${look.scheme}`);
      }
      await mustStandStill(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      // From the beginning: Tab continues from the current focus.
      await page.reload();
      await untilShown(page, name);
      return `${await walkByTab(page)} places by Tab`;
    };
    return visit(stage, play, PAGES[name].allowed);
  },
}));

/** Shows the page in this form, checks that it fits, and takes a screenshot. */
async function take(page: Page, name: string, { width, height, scheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await resize(page, width, height);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  must(wide <= 0, `${name} is ${wide} pixels wider than ${width}`);
  for (const lines of await page.locator('.transcript').all()) {
    const hidden = await lines.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    must(hidden <= 0, `${name}: ${hidden} pixels of the lines are out of sight at ${width}`);
  }
  if (!takesPictures) return;
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${name}-${width}x${height}-${scheme}.png`);
  await page.screenshot({ path, fullPage: width < 2000 });
  if (width === 1280 && scheme === 'light' && OF_DOCS.includes(name)) await takePicture(page, `${name}.png`);
}

/**
 * Technical terms: methods, paths and headers of requests, names of fields and parts of the service, ids of
 * rooms.
 */
const OF_MACHINES =
  /\b(GET|POST|PUT|PATCH|DELETE) \S|\/v1\/|\bHTTP\b|Content-Type|Idempotency|\bopenai\b|\brung\b|\bnull\b|\bundefined\b|\breconcil|\b(scn|run|adv)_[0-9a-z]{12}/;

/** Requires that the page contains no technical terms, except in prompts and answers. */
export async function mustSpeakPlainly(page: Page, name: string): Promise<void> {
  const texts = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    const apart = 'pre, code, script, noscript, style, .prompt-groups';
    for (const one of copy.querySelectorAll(apart)) one.remove();
    const labels = [...copy.querySelectorAll('[title], [placeholder], [aria-label]')].flatMap((one) =>
      ['title', 'placeholder', 'aria-label'].map((label) => one.getAttribute(label) ?? ''),
    );
    return [copy.textContent ?? '', ...labels];
  });
  for (const text of texts) {
    const word = OF_MACHINES.exec(text);
    if (word)
      throw new Error(`${name} says “${text.slice(Math.max(0, word.index - 40), word.index + 60).trim()}”`);
  }
}

async function mustStandStill(page: Page): Promise<void> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().duration !== 0)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : '') || 'something'),
  );
  must(moving.length === 0, `it moves: ${moving.join(', ')}`);
}

interface Stop {
  what: string;
  isSeen: boolean;
  isMarked: boolean;
}

/** Tabs through the page: every control must be reachable and show its focus. Returns the number of stops. */
async function walkByTab(page: Page): Promise<number> {
  await page.evaluate(() => {
    Object.assign(globalThis, { reached: new Set<Element>() });
  });
  const stops: Stop[] = [];
  let isWhole = false;
  for (let presses = 0; presses < MAX_TABS && !isWhole; presses++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(readStop);
    if (stop === 'end') isWhole = true;
    // The parts of a date are separate stops in one input.
    else if (stop !== 'same') stops.push(stop);
  }
  must(stops[0]?.what.includes('Skip to content'), `Tab leads first to ${stops[0]?.what ?? 'nothing'}`);
  const hidden = stops.find(({ isSeen }) => !isSeen);
  must(!hidden, `Tab leads to ${hidden?.what}, which is not in sight`);
  const unmarked = stops.find(({ isMarked }) => !isMarked);
  must(!unmarked, `the focus does not show on ${unmarked?.what}`);
  if (isWhole) {
    const missed = await page.evaluate(listMissed);
    must(missed.length === 0, `Tab does not reach ${missed.join(', ')}`);
  }
  return stops.length;
}

/** Runs in the page: the focused element; `same`: unchanged; `end`: none, or the first again. */
function readStop(): Stop | 'same' | 'end' {
  const element = document.activeElement;
  const { reached } = globalThis as unknown as { reached: Set<Element> };
  if (!element || element === document.body) return 'end';
  if ([...reached].at(-1) === element) return 'same';
  if (reached.has(element)) return 'end';
  reached.add(element);
  // A control without a visible form of its own shows the focus on its surroundings.
  const shown = [element, element.closest('label, .composer-row'), element.nextElementSibling].filter(
    (one) => one !== null,
  );
  const box = element.getBoundingClientRect();
  const text = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
  return {
    what: `${element.tagName.toLowerCase()} "${text}"`,
    isSeen:
      box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    isMarked: shown.some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    }),
  };
}

/** Runs in the page: controls that Tab skipped. In a group of radio buttons or tabs only one is reachable. */
function listMissed(): string[] {
  const { reached } = globalThis as unknown as { reached: Set<Element> };
  const controls = 'a[href], button, input:not([type=radio]), select, textarea, summary';
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility())
    .filter((one) => !reached.has(one))
    .map(
      (one) =>
        `${one.tagName.toLowerCase()} "${(one.ariaLabel ?? one.textContent ?? '').trim().slice(0, 40)}"`,
    );
}
