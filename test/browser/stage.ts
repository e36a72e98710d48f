import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVars } from '../../packages/cli/src/lib/dev-vars';
import { NODE, ROOT } from '../../scripts/lib/run.mjs';
import { type Client, makeClient } from '../support/api-client';
import { findWorkerd, killTree } from '../support/processes';

/** A separate stage: `scripts/start.mjs` with its own data, variables and port. */
export interface Stage {
  url: string;
  printed: string;
  output: string;
  printedNow(): string;
  /** A link with the key itself, for any number of browsers. */
  link: string;
  key: string;
  client: Client;
  /** Kills the workerd that runs the rooms, like a power cut; wrangler starts another. */
  killWorkerd(): void;
  stop(): Promise<void>;
}

/** Longer than the timeout of `npm start`, so that its own error is shown. */
const READY_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 10_000;
const running = new Set<() => void>();

/**
 * @param vars lines for the variables file, such as `OPENAI_API_KEY`; the stage creates the key itself
 * @param words more command line arguments
 * @param env more variables of the environment
 */
export async function startStage(
  vars: Record<string, string>,
  words: string[] = [],
  env: Record<string, string> = {},
): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'proscenium-smoke-'));
  const varsFile = join(home, 'vars');
  const lines = Object.entries(vars).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(varsFile, lines.join(''), { mode: 0o600 });
  const port = await findPort();
  const args = ['scripts/start.mjs', '--persist-to', join(home, 'state'), '--vars', varsFile, ...words];
  const child = spawn(NODE, args, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killAll = () => {
    killTree(child);
    rmSync(home, { recursive: true, force: true });
  };
  running.add(killAll);
  let printedNow = '';
  const keep = (chunk: string) => {
    printedNow = `${printedNow}${chunk}`.slice(-20_000);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const output = await readStart(child);
  const [printed = ''] = LINK.exec(output) ?? [];
  const url = `http://127.0.0.1:${port}`;
  const key = readVars(varsFile).BOOTSTRAP_KEY ?? '';
  return {
    url,
    printed,
    output,
    printedNow: () => printedNow,
    link: `${url}/#key=${key}`,
    key,
    client: makeClient(url, key),
    killWorkerd: () => {
      const workers = findWorkerd(child.pid, port);
      if (workers.length !== 1) throw new Error(`found ${workers.length} workerd to kill, not 1`);
      for (const { pid } of workers) process.kill(pid, 'SIGKILL');
    },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await Promise.race([ended, new Promise((done) => setTimeout(done, STOP_WITHIN_MS))]);
      running.delete(killAll);
      killAll();
    },
  };
}

/** Kills every stage without waiting; for the watchdog and at exit. */
export function killStages(): void {
  for (const killAll of running) killAll();
  running.clear();
}

/** A port of loopback that was free just now. */
function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const LINK = /http:\/\/\S+#code=\S+/;

function readStart(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const give = (what: string) => {
      clearTimeout(timer);
      reject(new Error(`${what}:\n${output}`));
    };
    const timer = setTimeout(() => give('the stage took too long to start'), READY_WITHIN_MS);
    const keep = (chunk: string) => {
      output = `${output}${chunk}`.slice(-20_000);
      if (!LINK.test(output) || !output.includes('Ctrl+C')) return;
      clearTimeout(timer);
      resolve(output);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.once('exit', (code) => give(`the stage ended with code ${code}`));
  });
}
