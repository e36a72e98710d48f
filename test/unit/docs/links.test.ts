import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROBLEM_TYPES, problemTypeUri } from '../../../src/contract/problem-types';
import type { Failure } from '../../../src/contract/problems';
import { createApp } from '../../../src/http/app';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const PAGES = [...pagesIn('.'), ...pagesIn('docs'), ...pagesIn('examples')];

interface Link {
  path: string;
  anchor: string | undefined;
}

/** Links of a Markdown text to files of the repository or addresses of a stage, except in code blocks. */
const findLinks = (text: string): Link[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(
    ([, path = '', anchor]) => (/^[a-z]+:/.test(path) ? [] : [{ path, anchor }]),
  );

/** Anchors of a page's headings, as GitHub generates them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#{1,4} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** True if a file of the repository exists and, if the link names one, has the heading. */
const existsInRepository = ({ path, anchor }: Link): boolean =>
  existsSync(join(ROOT, path)) &&
  (anchor === undefined || !path.endsWith('.md') || anchorsOf(path).includes(anchor));

/** True if a stage serves the address: by a route, or as a page or file of the build. */
const existsOnStage = (path: string): boolean =>
  Object.keys(JSON.parse(read('docs/openapi.json')).paths).includes(path) ||
  ['web/public/', 'web/'].some((folder) =>
    ['', '.html'].some((end) => existsSync(join(ROOT, folder + path + end))),
  );

function readSources(): string {
  const packages = ['client', 'story-player', 'zmachine-story'].map((name) => `packages/${name}/src`);
  const files = ['src', 'durable-objects', ...packages].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n');
}

/** True if a name occurs in the sources as a whole word. */
const stands = (sources: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`).test(sources);

it.each(PAGES)('%s links to files and headings that exist', (page) => {
  const broken = findLinks(read(page)).filter(
    ({ path, anchor }) =>
      !existsInRepository({ path: path === '' ? page : join(dirname(page), path), anchor }),
  );
  expect(broken).toEqual([]);
});

it('README.md leads to every page', () => {
  const reached = findLinks(read('README.md')).map(({ path }) => path);
  const unreached = PAGES.filter((page) => page !== 'README.md' && !reached.includes(page));
  expect(unreached).toEqual([]);
});

const PROBLEM_PAGES = Object.keys(PROBLEM_TYPES).map((code) => problemTypeUri(code as Failure['code']));
it.each(['/llms.txt', ...PROBLEM_PAGES])('%s links to addresses that a stage has', async (address) => {
  const init = { headers: { Accept: 'text/html' } };
  const text = await (await createApp().request(`https://stage.test${address}`, init, {})).text();
  const linked = [...text.matchAll(/(?:\]\(|href="|\b(?:GET|POST|at) )(\/[\w./{}-]*[\w}])/g)];
  const broken = linked.filter(([, path = '']) => !existsOnStage(path)).map(([link]) => link);
  expect([linked.length > 1, broken]).toEqual([true, []]);
});

it('code cites pages and headings of docs/ that exist', () => {
  const folders = ['src', 'durable-objects', 'packages', 'web/src', 'scripts', 'bench', 'test', 'examples'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs|md)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/\/(node_modules|dist)\//.test(file)),
  );
  const cited = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(docs\/[\w-]+\.md)(?:#([\w-]+))?/g)].map(
      ([, path = '', anchor]): Link => ({ path, anchor }),
    ),
  );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter((link) => !existsInRepository(link))).toEqual([]);
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
