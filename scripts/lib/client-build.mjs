import { join } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * Says how vite builds a package into one file. What it returns holds the code; nothing is written.
 *
 * @param {string} name folder in packages
 * @param {{ minify?: boolean }} options what is published is not minified, so that people can read and debug it
 * @returns {import('vite').InlineConfig}
 */
export const packageBuild = (name, { minify = true } = {}) => ({
  configFile: false,
  root: join(ROOT, 'packages', name),
  logLevel: 'error',
  build: {
    write: false,
    target: 'es2022',
    lib: { entry: join(ROOT, 'packages', name, 'src/index.ts'), formats: ['es'], fileName: () => 'index.js' },
    sourcemap: !minify,
    rolldownOptions: { external: ['react', 'proscenium'], output: { minify } },
  },
});

/**
 * The command line with everything it needs, as one file beside the client.
 *
 * @type {import('vite').InlineConfig}
 */
export const commandBuild = {
  configFile: false,
  root: join(ROOT, 'packages', 'cli'),
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: join(ROOT, 'packages/cli/main.ts'),
    target: 'node20',
    outDir: join(ROOT, 'packages/client/dist'),
    emptyOutDir: false,
    sourcemap: true,
    rolldownOptions: {
      // Both speed up `ws` where they are; it works without.
      external: ['bufferutil', 'utf-8-validate'],
      output: { entryFileNames: 'cli.js', banner: '#!/usr/bin/env node', codeSplitting: false },
    },
  },
};

export const clientBuild = packageBuild('client');
