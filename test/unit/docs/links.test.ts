import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const PAGES = [...pagesIn('.'), ...pagesIn('docs')];

/** Files and folders that a page links to, as written. */
const linksIn = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].flatMap(([, to = '']) =>
    /^[a-z]+:/.test(to) ? [] : [to],
  );

/** Anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#{1,4} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Text of every source file, each once. */
function readSources(): string {
  const files = ['src', 'durable-objects', 'packages/client/src', 'packages/zmachine-story/src'].flatMap(
    (folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n');
}

/** Whether a name stands in the sources as a word of its own. */
const stands = (sources: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(sources);

it.each(PAGES)('%s links to files that are there', (page) => {
  const lost = linksIn(page).filter((to) => !existsSync(join(ROOT, dirname(page), to)));
  expect(lost).toEqual([]);
});

it('README.md leads to every page', () => {
  const reached = linksIn('README.md');
  const unreached = PAGES.filter((page) => page !== 'README.md' && !reached.includes(page));
  expect(unreached.filter((page) => !page.startsWith('docs/benchmarks'))).toEqual([]);
});

it.each(PAGES)('%s links to headings that are there', (page) => {
  const links = [...read(page).matchAll(/\]\(([\w./-]*\.md)?#([^)]+)\)/g)];
  const lost = links.filter(
    ([, to, anchor = '']) => !anchorsOf(to === undefined ? page : join(dirname(page), to)).includes(anchor),
  );
  expect(lost.map(([link]) => link)).toEqual([]);
});

it('comments cite headings of docs/ that are there', () => {
  const folders = ['src', 'durable-objects', 'packages/client/src', 'web/src', 'scripts', 'bench', 'test'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const cited = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/(docs\/[\w-]+\.md)#([\w-]+)/g),
  ]);
  expect(cited.length).toBeGreaterThan(30);
  const lost = cited.filter(([, page = '', anchor = '']) => !anchorsOf(page).includes(anchor));
  expect(lost.map(([link]) => link)).toEqual([]);
});

describe('names of the code', () => {
  const sources = readSources();

  it('docs/glossary.md uses those that exist', () => {
    const cells = [...read('docs/glossary.md').matchAll(/\| ([^|]+) \|$/gm)].map(([, cell = '']) => cell);
    const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    expect(names.length).toBeGreaterThan(60);
    expect(names.filter((name) => !stands(sources, name))).toEqual([]);
  });

  it('ARCHITECTURE.md finds each name that it links in the file it links to', () => {
    const links = [...read('ARCHITECTURE.md').matchAll(/\[((?:[^\]]|\n)+?)\]\(([\w/.-]+\.ts)\)/g)];
    expect(links.length).toBeGreaterThan(30);
    const wrong = links.flatMap(([, label = '', file = '']) =>
      [...label.matchAll(/`([^`]+)`/g)]
        .flatMap(([, name = '']) => name.split('.'))
        .filter((name) => /^\w+$/.test(name) && !file.includes(`${name}.ts`) && !/^(ts|md)$/.test(name))
        .filter((name) => !file.includes(`/${name}`) && !stands(read(file), name))
        .map((name) => `${name}: ${file}`),
    );
    expect(wrong).toEqual([]);
  });
});
