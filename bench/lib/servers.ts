import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listDatabases } from '../../scripts/lib/databases.mjs';
import { findWorkerd, killTree, residentMiB } from '../../test/support/processes';
import { type Door, pause } from './client';
import { PEERS } from './peers';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const MODEL_KEY = 'sk-bench';

/** Result of `wrangler deploy --dry-run`: the Worker that every server of the benchmark runs. */
export interface Build {
  main: string;
  output: string;
}

/** The servers of one benchmark, in a temporary directory. */
export class Servers {
  readonly directory: string;
  readonly #children = new Set<ChildProcess>();
  readonly #output: (() => string)[] = [];
  readonly #wranglers = new Map<string, ChildProcess>();
  readonly #killed = new Set<string>();
  #closing = false;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async open(): Promise<Servers> {
    return new Servers(await mkdtemp(join(tmpdir(), 'proscenium-bench-')));
  }

  /**
   * Builds once, so that all servers run the same code even if a source changes meanwhile.
   *
   * @param entry another entry file than the deployed Worker's, relative to the project
   */
  async build(entry = 'src/index.ts'): Promise<Build> {
    await this.run(process.execPath, [VITE, 'build', '--config', join(ROOT, 'web/vite.config.ts')]);
    const outdir = join(this.directory, 'build');
    const output = await this.wrangler(['deploy', entry, '--dry-run', '--outdir', outdir]);
    return { main: join(outdir, basename(entry).replace(/ts$/, 'js')), output };
  }

  async startStage(
    name: string,
    build: Build,
    modelUrl: string,
    vars: Record<string, string> = {},
  ): Promise<Door> {
    const state = join(this.directory, name);
    const key = `ps_bench_${crypto.randomUUID()}`;
    const settings = {
      BOOTSTRAP_KEY: key,
      OPENAI_API_KEY: MODEL_KEY,
      OPENAI_BASE_URL: modelUrl,
      // One client sends the requests of all people.
      RATE_LIMITS: 'off',
      ...vars,
    };
    const envFile = `${state}.env`;
    // With an env file, wrangler ignores .dev.vars, so this never spends a real key.
    await writeFile(
      envFile,
      Object.entries(settings)
        .map(([k, v]) => `${k}=${v}\n`)
        .join(''),
    );
    for (const binding of listDatabases())
      await this.wrangler(['d1', 'migrations', 'apply', binding, '--local', '--persist-to', state]);
    const url = await this.#dev([
      build.main,
      '--config',
      join(ROOT, 'wrangler.toml'),
      '--no-bundle',
      '--env-file',
      envFile,
      '--persist-to',
      state,
    ]);
    await waitFor(`${url}/healthz`);
    return { url, key };
  }

  async startFloor(): Promise<Door> {
    const config = join(ROOT, 'bench/floor/wrangler.toml');
    const url = await this.#dev(['--config', config, '--persist-to', join(this.directory, 'floor')]);
    await waitFor(`${url}/ready`);
    return { url, key: null };
  }

  /** Starts a peer of `bench/peers`, which has the floor's interface; null if its packages do not load. */
  async startPeer(name: string): Promise<Door | null> {
    const child = this.#spawn(process.execPath, [join(PEERS, 'server.mjs'), name, this.directory]);
    const readOutput = collect(child);
    this.#output.push(readOutput);
    const url = await new Promise<string | null>((resolve) => {
      child.stdout?.once('data', (line: string) => resolve(line.trim()));
      child.once('exit', () => resolve(null));
    });
    if (url !== null) return { url, key: null };
    console.error(readOutput());
    return null;
  }

  async startShards(): Promise<Door> {
    const config = join(ROOT, 'bench/shards/wrangler.toml');
    const state = join(this.directory, 'shards');
    for (const binding of listDatabases(config))
      await this.wrangler([
        ...['d1', 'migrations', 'apply', binding, '--local'],
        ...['--config', config, '--persist-to', state],
      ]);
    // Build once, so that a changed source is not reloaded.
    const outdir = join(this.directory, 'build-shards');
    await this.wrangler(['deploy', '--config', config, '--dry-run', '--outdir', outdir]);
    const main = join(outdir, 'worker.js');
    const url = await this.#dev([main, '--no-bundle', '--config', config, '--persist-to', state]);
    await waitFor(`${url}/ready`);
    return { url, key: null };
  }

  async wrangler(args: string[]): Promise<string> {
    return await this.run(process.execPath, [WRANGLER, ...args]);
  }

  async run(program: string, args: string[]): Promise<string> {
    const child = this.#spawn(program, args);
    const readOutput = collect(child);
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (code !== 0)
      throw new Error(`${args.slice(0, 4).join(' ')} ended with ${code}:\n${readOutput().slice(-3000)}`);
    return readOutput();
  }

  complaints(): string {
    return this.#output
      .map((read) => read().slice(-3000).trim())
      .filter(Boolean)
      .join('\n---\n');
  }

  /**
   * Kills the workerd that runs the rooms and their stores, like a power cut, and waits until another one
   * runs on the same state. wrangler restarts it; if that fails, kills and restarts wrangler, too.
   */
  async cutPower({ url }: Door): Promise<void> {
    this.#killed.add(url);
    for (const { pid } of this.#workers(url)) process.kill(pid, 'SIGKILL');
    for (let tries = 1; !(await isUp(`${url}/healthz`)); tries += 1) {
      if (this.#closing) return;
      const wrangler = this.#wranglers.get(url);
      if (tries % 40 === 0 && wrangler) killTree(wrangler);
      await pause(250);
    }
  }

  /** Current memory of a server's Worker and its stores in MiB; NaN if it can't be read. */
  memoryOf({ url }: Door): number {
    const workers = this.#workers(url);
    return workers.reduce((sum, { pid }) => sum + residentMiB(pid), workers.length > 0 ? 0 : Number.NaN);
  }

  /** Kills all processes without waiting, at exit. */
  kill(): void {
    this.#closing = true;
    for (const child of this.#children) killTree(child);
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([...this.#children].map(stop));
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  #workers = (url: string) => findWorkerd(this.#wranglers.get(url)?.pid, Number(new URL(url).port));

  /** Starts `wrangler dev` on a free port; returns its base URL. */
  async #dev(args: string[]): Promise<string> {
    const port = await freePort();
    const inspector = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const start = () => {
      const child = this.#spawn(process.execPath, [
        ...[WRANGLER, 'dev', ...args, '--ip', '127.0.0.1', '--port', String(port)],
        ...[
          '--inspector-port',
          String(inspector),
          '--show-interactive-dev-session=false',
          '--log-level',
          'warn',
        ],
      ]);
      this.#output.push(collect(child));
      this.#wranglers.set(url, child);
      // wrangler itself may break if its workerd is killed at a bad moment: then restart it on the same
      // state.
      child.once('exit', () => {
        if (!this.#closing && this.#killed.has(url)) start();
      });
    };
    start();
    return url;
  }

  #spawn(program: string, args: string[]): ChildProcess {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CI: '1',
        NO_COLOR: '1',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        // Turns off traces of every statement and request for wrangler's own pages, which run in the measured
        // thread and take a third of a turn's time. A deployment has none.
        X_LOCAL_OBSERVABILITY: 'false',
        X_LOCAL_EXPLORER: 'false',
        // Keeps two stages with the same name from finding each other.
        WRANGLER_REGISTRY_PATH: join(this.directory, `registry-${this.#children.size}`),
      },
    });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-200_000);
    });
  }
  return () => text;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const hasEnded = await Promise.race([exit.then(() => true), pause(10_000).then(() => false)]);
  if (!hasEnded) child.kill('SIGKILL');
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isUp(url)) return;
    await pause(200);
  }
  throw new Error(`${url} did not come up within a minute`);
}

async function isUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
