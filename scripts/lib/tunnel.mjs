import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { NODE, QUIET, ROOT, WRANGLER } from './run.mjs';

/** The first start may include a download of the program. */
const PATIENCE_MS = 120_000;
const KILL_AFTER_MS = 5_000;
const MAX_OUTPUT = 20_000;
const LAST_LINES = 8;

const OTHER_HOSTS =
  /^(?:api\.trycloudflare\.com|(?:.+\.)?cloudflare\.com|(?:.+\.)?argotunnel\.com|(?:.+\.)?github\.com|(?:dashboard\.|docs\.|www\.)?ngrok\.com|(?:login\.|www\.)?tailscale\.com|localhost|127(?:\.\d+){3})$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told colours by this character.
const COLOURS = /\u001b\[[0-9;]*m/g;

const OTHER_WAYS = `Other ways:
  - install cloudflared yourself, so that it is on the PATH:
    https://developers.cloudflare.com/cloudflare-one/networks/connectors/cloudflare-tunnel/downloads/
  - use the program of another tunnel: npm start -- --share --tunnel-command "ngrok http {port} --log stdout"
  - name an https address of your own that leads to this port: npm start -- --share --public-url https://stage.example.com
Without --share the stage starts for this machine alone.`;

/**
 * Finds the public address in a tunnel program's output. An address at the very end of the output may still
 * be incomplete, so it counts only if text follows.
 *
 * @param {string} output all output so far
 * @returns {string | null} the origin, `https://…` without a trailing slash
 */
export function findPublicUrl(output) {
  const text = output.replaceAll(COLOURS, '');
  for (const { 0: found, index } of text.matchAll(/https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?/g)) {
    const end = index + found.length;
    if (end >= text.length) continue;
    const rest = /^[^\s"'|)\]},;]*/.exec(text.slice(end))?.[0] ?? '';
    // Only an address by itself: help pages have a path.
    if (rest !== '' && rest !== '/') continue;
    if (!URL.canParse(found)) continue;
    const { hostname, origin } = new URL(found);
    if (hostname.includes('.') && !OTHER_HOSTS.test(hostname)) return origin;
  }
  return null;
}

/**
 * Explains why a tunnel did not open, and how to fix it.
 *
 * @param {string} cause
 * @param {string} output of its program
 */
export function describeFailure(cause, output) {
  const text = output.replaceAll(COLOURS, '').trim();
  const words = text.split('\n').slice(-LAST_LINES).join('\n').trim();
  const hint = [
    [
      /429 Too Many Requests/,
      'Cloudflare gives no further free tunnel at the moment: try again in some minutes.',
    ],
    [
      /Failed to (?:determine the latest|download) cloudflared|update\.argotunnel\.com/,
      'cloudflared, which makes the tunnel, is not installed and could not be downloaded from this network.',
    ],
    [
      /api\.trycloudflare\.com|dial tcp|no such host|ENOTFOUND|EAI_AGAIN/,
      'This network does not let the tunnel out, or is offline.',
    ],
    [/not found|ENOENT|not recognized/i, 'The program is not installed, or not on the PATH.'],
  ].find(([pattern]) => /** @type {RegExp} */ (pattern).test(`${cause}\n${text}`))?.[1];
  return [
    `The stage is not shared: ${cause}.`,
    ...(hint === undefined ? [] : [hint]),
    ...(words === '' ? [] : ['', 'Last words of the tunnel:', words.replaceAll(/^/gm, '  ')]),
    '',
    OTHER_WAYS,
  ].join('\n');
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 */
const pause = (ms, signal) => wait(ms, undefined, { signal });

/**
 * Opens a tunnel to a port of this machine. The stage may start later, with its public address as a setting.
 *
 * @param {{ port: number, command?: string, patienceMs?: number, signal?: AbortSignal, sleep?: (ms: number,
 * signal: AbortSignal) => Promise<unknown> }} options `command`: a shell command to use instead of
 * Cloudflare's free tunnel, with the placeholders `{port}` and `{url}`; it must print its public address.
 * `signal` ends the wait and the program. `sleep` waits, and may reject once its signal aborts
 * @returns {Promise<{ publicUrl: string, ended: Promise<string>, close: () => Promise<void> }>} `ended`
 * settles if the program ends by itself, with the reason in words
 * @throws Error with the reason and the fix
 */
export async function openTunnel({ port, command, patienceMs = PATIENCE_MS, signal: abort, sleep = pause }) {
  const url = `http://127.0.0.1:${port}`;
  const group = process.platform !== 'win32';
  /** @type {import('node:child_process').SpawnOptions} */
  const options = {
    cwd: ROOT,
    env: { ...process.env, ...QUIET },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: Ctrl+C reaches only this script, which can then end a shell's children as
    // well.
    detached: group,
  };
  const child =
    command === undefined
      ? spawn(NODE, [WRANGLER, 'tunnel', 'quick-start', url], options)
      : spawn(command.replaceAll('{port}', String(port)).replaceAll('{url}', url), {
          ...options,
          shell: true,
        });
  const name = command === undefined ? 'the tunnel of Cloudflare' : 'the program of --tunnel-command';

  let output = '';
  /** @type {Promise<string>} */
  const exit = new Promise((resolve) => {
    child.once('error', (error) => resolve(`${name} does not start (${error.message})`));
    child.once('close', (code, signal) =>
      resolve(`${name} ended ${signal ? `by ${signal}` : `with code ${code}`}`),
    );
  });
  const isOver = exit.then(() => true);
  const signal = (/** @type {NodeJS.Signals} */ which) => {
    if (child.pid === undefined) return;
    try {
      process.kill(group ? -child.pid : child.pid, which);
    } catch {
      // It has ended.
    }
  };
  const close = async () => {
    signal('SIGTERM');
    const waiting = new AbortController();
    sleep(KILL_AFTER_MS, waiting.signal).then(
      () => signal('SIGKILL'),
      () => {},
    );
    await exit;
    waiting.abort();
    // A shell's children may outlive it.
    signal('SIGKILL');
  };

  /** @type {Promise<string>} */
  const opening = new Promise((resolve) => {
    const take = (/** @type {string} */ chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT);
      const publicUrl = findPublicUrl(output);
      if (publicUrl !== null) resolve(publicUrl);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
  });
  const waiting = new AbortController();
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => {
    const end = () => resolve(null);
    sleep(patienceMs, waiting.signal).then(end, () => {});
    abort?.addEventListener('abort', end, { once: true });
  });
  const first = await Promise.race([opening, isOver, late]);
  waiting.abort();
  if (typeof first === 'string') return { publicUrl: first, ended: exit, close };
  const cause =
    first === true ? await exit : `${name} printed no https address within ${patienceMs / 1000} seconds`;
  await close();
  abort?.throwIfAborted();
  throw new Error(describeFailure(cause, output));
}
