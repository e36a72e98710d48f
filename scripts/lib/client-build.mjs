import { join } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * Says how vite builds a package into one file. What it returns holds the code; nothing is written.
 *
 * @param {string} name folder in packages
 * @returns {import('vite').InlineConfig}
 */
export const packageBuild = (name) => ({
  configFile: false,
  root: join(ROOT, 'packages', name),
  logLevel: 'error',
  build: {
    write: false,
    target: 'es2022',
    lib: { entry: join(ROOT, 'packages', name, 'src/index.ts'), formats: ['es'], fileName: () => 'index.js' },
    rolldownOptions: { external: ['react', 'proscenium'], output: { minify: true } },
  },
});

export const clientBuild = packageBuild('client');
