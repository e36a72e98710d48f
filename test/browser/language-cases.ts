import type { Page } from 'playwright-core';
import { readDictionaries } from '../../scripts/lib/list-words';
import { checkAxe } from './axe';
import { type Case, must } from './cases';
import { resize, visit } from './page-cases';
import { makeProps, PAGES, type Props } from './page-table';
import type { Stage } from './stage';

/** Selectors of elements that are present once a page has loaded, in any language. */
const VISITED = { home: ['.shelf li', '.poster'], scene: ['li.line'], library: ['a:has-text("Ysolde")'] };
const WIDTHS = [1440, 390];

const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const apart = '[dir="auto"], [translate="no"], [lang]:not(html), code, pre, kbd, script, style, noscript';
    const texts: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { parentElement, textContent } = walk.currentNode;
      if (parentElement && !parentElement.closest(apart)) texts.push((textContent ?? '').trim());
    }
    for (const label of ['title', 'placeholder', 'aria-label'])
      for (const one of document.querySelectorAll(`[${label}]`))
        if (!one.closest(apart)) texts.push(one.getAttribute(label) ?? '');
    return texts.filter((text) => text !== '');
  });

/** Visits pages in a language: no text of the dictionary may be in English, and no page may overflow. */
async function readPages(page: Page, stage: Stage, language: string, props: Props): Promise<void> {
  const dictionary = readDictionaries().get(language) ?? {};
  const translations = new Set(Object.values(dictionary));
  for (const name of ['home', 'scene', 'library'] as const) {
    const at = PAGES[name].at(props);
    await page.goto(`${stage.url}/#${at}`);
    await PAGES[name].prepare?.(page);
    for (const shown of ['main h1', ...VISITED[name]]) await page.locator(shown).first().waitFor();
    must(
      (await page.locator('html').getAttribute('lang')) === language,
      `${at} is not marked as ${language}`,
    );
    for (const text of await readTexts(page)) {
      const isEnglish = dictionary[text] !== undefined && !translations.has(text);
      must(!isEnglish, `${at} says “${text}” in ${language}`);
    }
    for (const width of WIDTHS) {
      await resize(page, width, 844);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      must(wide <= 0, `${at} in ${language} is ${wide} pixels wider than ${width}`);
    }
    await checkAxe(page, `${at} in ${language}`);
  }
}

export const LANGUAGE_CASES: Case[] = [
  {
    name: 'languages: the pages in German and Japanese',
    run: async ({ stage, client }) => {
      const props = await makeProps(client);
      return visit(stage, async (page) => {
        await page.getByRole('button', { name: 'Language' }).click();
        await page.getByRole('menuitem', { name: 'Deutsch' }).click();
        await page.getByRole('link', { name: 'Bibliothek' }).first().waitFor();
        await readPages(page, stage, 'de', props);
        await page.goto(`${stage.url}/#/`);
        await PAGES.home.prepare?.(page);
        await page.getByRole('combobox', { name: 'Sprache' }).selectOption('ja');
        await page.locator('html[lang="ja"]').waitFor();
        await readPages(page, stage, 'ja', props);
        return undefined;
      });
    },
  },
];
