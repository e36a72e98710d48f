import type { HtmlTagDescriptor, Plugin } from 'vite';

interface Chunk {
  type: 'chunk';
  fileName: string;
  moduleIds: string[];
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** Rendered after the words load; without this, its files would be fetched one round trip later. */
const START = '/src/start.tsx';
/** The most visited pages. Without this, their files would be fetched two round trips later. */
const PAGES = {
  home: '/src/home/home.tsx',
  scene: '/src/scene/scene-room.tsx',
  join: '/src/scene/people/join.tsx',
} as const;

/**
 * Preloads files in `index.html` before any script runs: the files of {@link START} as links on every page, and those
 * of {@link PAGES} as `<meta name="parts-of-…">`, which `public/theme.js` requests when the URL is such a page's.
 */
export const preloadParts = (): Plugin => ({
  name: 'preload-parts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, filename }) {
      if (!filename.endsWith('/index.html')) return html;
      const chunks = Object.values(bundle).filter((one): one is typeof one & Chunk => one.type === 'chunk');
      const start = listFiles(chunks, START).filter((file) => !html.includes(file));
      const metas = Object.entries(PAGES).map(([page, module]) => {
        const files = listFiles(chunks, module).filter(
          (file) => !html.includes(file) && !start.includes(file),
        );
        return `<meta name="parts-of-${page}" content="${files.map((file) => `/${file}`).join(' ')}" />`;
      });
      const tags = start.map(
        (file): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: {
            rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload',
            crossorigin: true,
            href: `/${file}`,
          },
          injectTo: 'head',
        }),
      );
      // Insert them before the script that reads them.
      const reader = '<script src="/theme.js">';
      return { html: html.replace(reader, [...metas, reader].join('\n    ')), tags };
    },
  },
});

/** Lists the scripts and styles that a module loads. */
function listFiles(chunks: readonly Chunk[], module: string): string[] {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Chunk | undefined): void => {
    if (!chunk || scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!first) throw new Error(`no chunk is made of ${module}`);
  add(first);
  return [...scripts, ...styles];
}
