import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const TOOLS = join(ROOT, 'tools');
const INSTALLED = join(TOOLS, '.installed');
const FILES = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Installs the packages of `tools/` on first use, and again after a change of their lock file.
 *
 * Each version of the lock file has its own folder, which a rename creates completely. Processes may call
 * this at the same time: each installs into a temporary folder, and the first to finish wins.
 *
 * @returns {Promise<string>} the folder that contains `node_modules`
 * @throws if npm fails, for example without network; the message is its output
 */
export async function installTools() {
  const hash = createHash('sha256')
    .update(readFileSync(join(TOOLS, 'package-lock.json')))
    .digest('hex');
  const name = hash.slice(0, 16);
  const folder = join(INSTALLED, name);
  if (existsSync(folder)) return folder;
  console.error('Installing the packages of tools/ (180 MB, only when its lock file changes) …');
  mkdirSync(INSTALLED, { recursive: true });
  const work = mkdtempSync(join(INSTALLED, 'tmp-'));
  try {
    for (const file of FILES) cpSync(join(TOOLS, file), join(work, file));
    await runNpmCi(work);
    if (!existsSync(folder)) renameSync(work, folder);
  } catch (error) {
    // Another process renamed its folder between the check and the rename.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const other of readdirSync(INSTALLED))
    if (other !== name && !other.startsWith('tmp-'))
      rmSync(join(INSTALLED, other), { recursive: true, force: true });
  return folder;
}

/** @param {string} folder */
function runNpmCi(folder) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['ci'], {
      cwd: folder,
      // On Windows npm is a command file, which only a shell runs.
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`npm ci in tools/ failed:\n${output.trim()}`)),
    );
  });
}
