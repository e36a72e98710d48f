import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * The vite configuration for a package: one file for each entry in its `exports`. With `write: false`, the
 * result of the build contains the code.
 *
 * @param {string} name folder in packages
 * @param {{ minify?: boolean }} options published code is not minified, so that people can read and debug it
 * @returns {import('vite').InlineConfig}
 */
export const packageBuild = (name, { minify = true } = {}) => {
  const folder = join(ROOT, 'packages', name);
  const {
    exports,
    dependencies = {},
    peerDependencies = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Packages that only this repository imports list source files in `exports`.
  const sources = Object.values(exports).filter((path) => typeof path === 'string');
  const entries = sources.length > 0 ? sources : ['src/index.ts'];
  return {
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), join(folder, path)])),
        formats: ['es'],
      },
      sourcemap: !minify,
      rolldownOptions: {
        external: [...Object.keys(dependencies), ...Object.keys(peerDependencies)],
        output: { minify, entryFileNames: '[name].js' },
      },
    },
  };
};

/**
 * The command line with all its dependencies, as one file.
 *
 * @type {import('vite').InlineConfig}
 */
export const commandBuild = {
  configFile: false,
  root: join(ROOT, 'packages', 'cli'),
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: join(ROOT, 'packages/cli/src/main.ts'),
    target: 'node20',
    outDir: join(ROOT, 'packages/cli/dist'),
    sourcemap: true,
    rolldownOptions: {
      // Optional accelerators of `ws`.
      external: ['bufferutil', 'utf-8-validate'],
      output: { entryFileNames: 'main.js', codeSplitting: false },
    },
  },
};

export const clientBuild = packageBuild('client');
