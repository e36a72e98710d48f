import type { Plugin } from 'vite';

/** The page whose parts a browser may ask for before its code says so: a link to a scene opens it at once. */
const PAGE = '/scene/scene-room.tsx';

/**
 * Names the parts of a scene's page in the head of the document, as `<meta name="parts-of-scene">`. The script
 * `public/theme.js` asks for them while the first scripts are still on their way.
 */
export const nameParts = (): Plugin => ({
  name: 'name-parts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, path }) {
      if (!path.endsWith('index.html')) return html;
      const chunks = new Map(
        Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
      );
      const page = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(PAGE));
      if (!page) throw new Error(`no chunk is made of ${PAGE}`);
      const parts = new Set<string>();
      const add = (fileName: string): void => {
        const chunk = chunks.get(fileName);
        if (!chunk || parts.has(fileName) || chunk.isEntry) return;
        parts.add(fileName);
        for (const css of chunk.viteMetadata?.importedCss ?? []) parts.add(css);
        for (const one of chunk.imports) add(one);
      };
      add(page.fileName);
      const content = [...parts].map((part) => `/${part}`).join(' ');
      // In front of the script that reads it.
      return html.replace(
        '<script src="/theme.js">',
        `<meta name="parts-of-scene" content="${content}" />\n    <script src="/theme.js">`,
      );
    },
  },
});
