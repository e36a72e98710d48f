import type { HtmlTagDescriptor, Plugin } from 'vite';

interface Chunk {
  type: 'chunk';
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** Rendered after the words load; without this, its files would be fetched one round trip later. */
const START = '/src/start.tsx';
/** The most linked page. Without this, its files would be fetched two round trips later. */
const SCENE = '/src/scene/scene-room.tsx';

/**
 * Preloads files in `index.html` before any script runs: the files of {@link START} as links on every page, and those
 * of {@link SCENE} as `<meta name="parts-of-scene">`, which `public/theme.js` requests when the URL is a scene's.
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
      const scene = listFiles(chunks, SCENE).filter((file) => !html.includes(file) && !start.includes(file));
      const content = scene.map((file) => `/${file}`).join(' ');
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
      // Insert it before the script that reads it.
      const reader = '<script src="/theme.js">';
      const meta = `<meta name="parts-of-scene" content="${content}" />`;
      return { html: html.replace(reader, `${meta}\n    ${reader}`), tags };
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
  const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (!first) throw new Error(`no chunk is made of ${module}`);
  add(first);
  return [...scripts, ...styles];
}
