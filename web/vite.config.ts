import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import table from 'gpt-tokenizer/bpeRanks/o200k_base';
import { build, defineConfig, type Plugin } from 'vite';
import { clientBuild } from '../scripts/lib/client-build.mjs';
import { cutFonts } from './build/cut-fonts';
import { groupChunks } from './build/group-chunks';
import { importIcons } from './build/import-icons';
import { preloadParts } from './build/preload-parts';
import { sayWords } from './build/say-words';

const here = dirname(fileURLToPath(import.meta.url));

/** Writes the tokenizer's table for the Worker (`durable-objects/lib/token-table.ts`). */
const writeTokenTable = (): Plugin => ({
  name: 'write-token-table',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'tokenizer/o200k_base.json', source: JSON.stringify(table) });
  },
});

/** Serves the client as one file at `/client.js`, for pages of other sites. */
function addClient(): Plugin {
  return {
    name: 'add-client',
    apply: 'build',
    async generateBundle() {
      const outputs = await build(clientBuild);
      const [bundle] = Array.isArray(outputs) ? outputs : [outputs];
      if (!bundle || !('output' in bundle)) throw new Error('the client was not built');
      for (const part of bundle.output)
        if (part.type === 'chunk') this.emitFile({ type: 'asset', fileName: 'client.js', source: part.code });
    },
  };
}

export default defineConfig({
  root: here,
  plugins: [importIcons(), sayWords(), writeTokenTable(), addClient(), cutFonts(), preloadParts()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(here, '../dist/web'),
    emptyOutDir: true,
    // The content security policy forbids data: scripts and styles, so inline nothing.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Two documents: the pages, and the API reference at `/docs`.
    rolldownOptions: {
      input: { index: join(here, 'index.html'), docs: join(here, 'docs.html') },
      output: { codeSplitting: { groups: groupChunks(here) } },
    },
  },
  // `npx vite --config web/vite.config.ts` next to a running `npm start`: pages reload, the API is the Worker's.
  server: {
    proxy: { '/v1': { target: 'http://127.0.0.1:8787', ws: true }, '/openapi.json': 'http://127.0.0.1:8787' },
  },
});
