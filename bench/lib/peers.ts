import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Libraries that are measured next to ours, with their own package.json and modules. */
export const PEERS = fileURLToPath(new URL('../peers/', import.meta.url));
export const NOT_INSTALLED = 'not installed';

/**
 * Installs the peers on first use, and again after a change of their lock file. If npm fails, prints why, and
 * their rows say so.
 */
export async function installPeers(): Promise<void> {
  const installed = join(PEERS, 'node_modules/.package-lock.json');
  const lock = join(PEERS, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log('installing the packages of bench/peers …');
  const child = spawn('npm', ['ci'], {
    cwd: PEERS,
    // On Windows npm is a command file, which only a shell runs.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
}

/** The version that the lock file names, so that a row can name it even if it is not installed. */
export function peerVersion(name: string): string {
  const { packages } = JSON.parse(readFileSync(join(PEERS, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return packages[`node_modules/${name}`]?.version ?? 'unknown';
}

/** Loads a module of `bench/peers`; null if its packages are not installed. */
export async function loadPeer<T>(name: string): Promise<T | null> {
  try {
    return (await import(pathToFileURL(join(PEERS, `${name}.mjs`)).href)) as T;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return null;
  }
}
