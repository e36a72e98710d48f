import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * The vite configuration for a package: one file for each entry in its `exports`. With `write: false`, the
 * result of the build contains the code.
 *
 * @param {string} name folder in packages
 * @param {{ minify?: boolean, entries?: string[] }} options published code is not minified, so that people can read and debug it;
 *   `entries`: source files instead of all exports
 * @returns {import('vite').InlineConfig}
 */
export const packageBuild = (name, { minify = true, entries } = {}) => {
  const folder = join(ROOT, 'packages', name);
  const {
    exports,
    dependencies = {},
    peerDependencies = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Packages that only this repository imports list source files in `exports`, the others built files.
  const sources =
    entries ??
    Object.values(exports).map((path) =>
      typeof path === 'string' ? path : path.default.replace('dist', 'src').replace('.js', '.ts'),
    );
  return {
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: Object.fromEntries(sources.map((path) => [basename(path, '.ts'), join(folder, path)])),
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

/** Lists the licenses of bundled packages, as they require. */
export const BUNDLED_LICENSES = { fileName: 'THIRD-PARTY-LICENSES.md' };

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
    license: BUNDLED_LICENSES,
    rolldownOptions: {
      // Optional accelerators of `ws`.
      external: ['bufferutil', 'utf-8-validate'],
      output: { entryFileNames: 'main.js', codeSplitting: false },
    },
  },
};

/** The client as one file, for the pages. */
export const clientBuild = packageBuild('client', { entries: ['src/index.ts'] });
