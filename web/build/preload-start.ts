import type { HtmlTagDescriptor, Plugin } from 'vite';

interface Chunk {
  type: 'chunk';
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Names in `index.html` the scripts and styles of `src/start.tsx`, which is imported once the words are there: without
 * it they would be fetched one trip later.
 */
export const preloadStart = (): Plugin => ({
  name: 'preload-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, filename }) {
      const chunks = Object.values(bundle).filter((one): one is typeof one & Chunk => one.type === 'chunk');
      const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/start.tsx'));
      if (!start || !filename.endsWith('/index.html')) return [];
      const files = new Set<string>();
      const styles = new Set<string>();
      const add = (chunk: Chunk | undefined) => {
        if (!chunk || files.has(chunk.fileName)) return;
        files.add(chunk.fileName);
        for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
        for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
      };
      add(start);
      const link = (rel: string, href: string): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `/${href}` },
        injectTo: 'head',
      });
      return [
        ...[...files].filter((file) => !html.includes(file)).map((file) => link('modulepreload', file)),
        ...[...styles].filter((file) => !html.includes(file)).map((file) => link('stylesheet', file)),
      ];
    },
  },
});
