import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The Node that npm installs with the project (on Linux), else the one that runs this script. */
export const NODE =
  [join(ROOT, 'node_modules/.bin/node')].find((path) => existsSync(path)) ?? process.execPath;

export const QUIET = {
  CI: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  // Turns off wrangler's pages that show and change all stored data without a key, and its traces, which take
  // a third of the time.
  X_LOCAL_EXPLORER: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
};

export const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
export const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
export const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
export const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');
export const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
export const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/**
 * Runs a tool of the project and captures its output.
 *
 * @param {string[]} args the tool's script, then its arguments
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runTool(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(NODE, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => resolve({ code: 1, output: String(error) }));
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/**
 * True if a server could listen on this port now.
 *
 * @param {number} port 0 for a free one
 * @returns {Promise<boolean>}
 */
export function isFree(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
