/**
 * Builds what is published: packages/client and packages/react, each one file and its types, in its `dist`. Fails when the
 * client is larger than it may be.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { packageBuild } from './lib/client-build.mjs';
import { ROOT, runTool, TSC } from './lib/run.mjs';

/** Largest size of the client in bytes, minified and gzipped. */
const MAX_CLIENT_BYTES = 8 * 1024;

for (const name of ['client', 'react']) await buildPackage(name);
const bytes = gzipSync(readFileSync(join(ROOT, 'packages/client/dist/index.js'))).byteLength;
console.log(`the client has ${(bytes / 1024).toFixed(1)} KiB gzipped of ${MAX_CLIENT_BYTES / 1024}`);
if (bytes > MAX_CLIENT_BYTES) process.exitCode = 1;

/** @param {string} name folder of the package */
async function buildPackage(name) {
  const folder = join(ROOT, 'packages', name);
  const dist = join(folder, 'dist');
  const config = packageBuild(name);
  await build({ ...config, build: { ...config.build, write: true, outDir: dist, emptyOutDir: true } });
  await writeTypes(name, dist);
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Writes the types of a package beside its code. */
async function writeTypes(name, dist) {
  const work = mkdtempSync(join(ROOT, 'packages', '.types-'));
  try {
    const flags = [
      '--noEmit',
      'false',
      '--emitDeclarationOnly',
      '--declaration',
      '--rootDir',
      ROOT,
      '--outDir',
      work,
    ];
    const { code, output } = await runTool([TSC, '-p', join(ROOT, 'packages/tsconfig.json'), ...flags]);
    if (code !== 0) throw new Error(output);
    const types = join(work, 'packages', name, 'src');
    for (const file of readdirSync(types)) cpSync(join(types, file), join(dist, file));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
