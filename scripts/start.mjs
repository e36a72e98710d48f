/**
 * `npm start`: builds the pages, prepares the local database, creates an API key once, runs the Worker under
 * `wrangler dev` and prints a one-time link that opens the page with the key.
 *
 *   --persist-to <dir>   folder of local data (default .wrangler/state)
 *   --vars <file>        variables instead of .dev.vars
 *   --share              opens a tunnel, so that others reach the stage, and prints a link to join a scene
 *   --scene <id>         the scene of that link (default: the newest with a free part, or a new one)
 *   --tunnel-command <…> another program than Cloudflare's free tunnel, with {port} or {url} in it
 *   --public-url <url>   an https address of your own, instead of a tunnel; it must lead to the guest port
 *   PORT=<n>             the port to use (default 8787, or the next free one)
 *   HOST=<address>       the address to listen on (default 127.0.0.1). Any other opens the stage to the network, and
 *                        variables of the environment then override those of the file, as containers need
 *   GUEST_PORT=<n>       the guest port while the stage is shared (default: the next free one after PORT)
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { listDatabases } from './lib/databases.mjs';
import { openLocalProxy } from './lib/local-proxy.mjs';
import { pickOutput } from './lib/output-lines.mjs';
import { isFree, NODE, QUIET, ROOT, runTool, VITE, WRANGLER } from './lib/run.mjs';
import { openTunnel } from './lib/tunnel.mjs';

// Code shared with the command line is TypeScript.
register();
const {
  warnUnknownVariables: describeStray,
  ensureKey,
  readVars,
  VARIABLES,
} = await import('../packages/cli/src/lib/dev-vars.ts');
const { describeError } = await import('../packages/cli/src/lib/errors.ts');
const { connectStage } = await import('../packages/cli/src/lib/stage.ts');

const OLDEST_NODE = [22, 12];
const FIRST_PORT = 8787;
const PORTS_TRIED = 20;
const READY_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 8_000;
/** Any file newer than the built pages triggers a build. */
const PAGE_SOURCES = [
  ...['web', 'src/base', 'src/contract', 'src/library', 'src/scene'],
  ...['packages/client/src', 'package-lock.json'],
];

/** @type {import('node:child_process').ChildProcess | null} */
let wrangler = null;
/** @type {import('./lib/tunnel.mjs').Tunnel | null} */
let tunnel = null;
/** @type {Promise<import('./lib/tunnel.mjs').Tunnel> | null} */
let openingTunnel = null;
const tunnelWait = new AbortController();
/** @type {{ close: () => void } | null} */
let localProxy = null;
let stopping = false;
let isListed = false;
/** Last part of wrangler's output, shown only on failure. */
let tail = '';

const options = readOptions();
const isShared =
  options.share === true || options['public-url'] !== undefined || options['tunnel-command'] !== undefined;
const persistTo = resolve(ROOT, options['persist-to'] ?? '.wrangler/state');
/** `npm run demo` reads the address of the running stage here; deleted on exit. */
const urlFile = join(persistTo, 'stage-url');
let varsFile = resolve(ROOT, options.vars ?? '.dev.vars');
const host = process.env.HOST || '127.0.0.1';
const isOnNetwork = !/^(?:127(?:\.\d+){3}|::1|localhost)$/.test(host);
const isEveryAddress = /^(?:0\.0\.0\.0|::)$/.test(host);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
// npm passes a signal on to its shell, but some shells swallow it, so watch for the end of the parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) void stop(0);
  }, 500).unref();
}
await main().catch((error) => fail(error instanceof Error ? error.message : String(error)));

/** Parses the command line; an unknown option ends the script. */
function readOptions() {
  const text = { type: /** @type {const} */ ('string') };
  try {
    return parseArgs({
      options: {
        ...{ 'persist-to': text, vars: text, share: { type: 'boolean' }, scene: text },
        ...{ 'tunnel-command': text, 'public-url': text },
      },
    }).values;
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}\nSee scripts/start.mjs for the options.`,
    );
    process.exit(2);
  }
}

async function main() {
  await checkNode();
  if (!existsSync(WRANGLER)) throw new Error('The dependencies are not installed. Run: npm ci');
  if (!(await isFree(0, host)))
    throw new Error(
      `HOST=${host} is not an address of this machine. Use HOST=0.0.0.0 for all its addresses, or delete HOST.`,
    );
  const { made } = ensureKey(varsFile);
  if (isOnNetwork) varsFile = prepareForNetwork();
  const { key } = ensureKey(varsFile);
  if (made) say(`Created an API key in ${options.vars ?? '.dev.vars'}.`);
  for (const line of describeStray(readVars(varsFile))) say(line);
  const port = await choosePort();
  await Promise.all([buildPages(), migrate()]);
  if (stopping) return;
  if (isShared) {
    // Guests have a port of their own, so requests on the other port are from this machine.
    const guestPort = await chooseGuestPort(port);
    const publicUrl = await share(guestPort);
    if (stopping) return;
    const secret = randomBytes(24).toString('hex');
    await serve(guestPort, { publicUrl, secret });
    localProxy = await openLocalProxy({ port, target: guestPort, secret });
    await greet(port, key, { publicUrl, guestPort });
  } else {
    await serve(port, null);
    await greet(port, key, null);
  }
}

/**
 * Checks if a stage may be opened to the network, and writes all its variables to one file.
 *
 * @returns {string} the file, which only its owner can read
 */
function prepareForNetwork() {
  if (isShared) throw new Error('HOST and --share exclude each other: a shared stage listens on 127.0.0.1.');
  // Compose sets variables without a value to an empty text.
  const own = Object.entries(process.env).filter(([name, value]) => value && VARIABLES.includes(name));
  const vars = { ...readVars(varsFile), ...Object.fromEntries(own) };
  if (vars.RATE_LIMITS === 'off')
    throw new Error(`HOST=${host} needs rate limits: delete RATE_LIMITS=off, or HOST.`);
  if (vars.BOOTSTRAP_KEY.includes('replace-with'))
    throw new Error(
      `HOST=${host} needs a key of your own: change BOOTSTRAP_KEY, or delete it to get a new one.`,
    );
  const quote = (value) => ['"', "'", '`'].find((mark) => !value.includes(mark)) ?? '';
  // Wrangler expands `$NAME` in this file.
  const lines = Object.entries(vars).map(
    ([name, value]) => `${name}=${quote(value)}${value.replaceAll('$', '\\$')}${quote(value)}\n`,
  );
  const file = join(persistTo, 'stage.vars');
  mkdirSync(persistTo, { recursive: true });
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return file;
}

function formatUrl(address, port) {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** The stage's URL on this machine: with `HOST=<one address>`, loopback does not respond. */
function formatOwnUrl(port) {
  return formatUrl(isEveryAddress ? '127.0.0.1' : host, port);
}

/** @param {number} port */
function describeNetwork(port) {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const reached = all.filter(({ internal, family }) => !internal && family === 'IPv4');
  const urls = (isEveryAddress ? reached.map(({ address }) => address) : [host]).map((address) =>
    formatUrl(address, port),
  );
  return `HOST=${host}: everyone who reaches this machine at port ${port} can open the stage (${urls.join(', ')}) and use it with a key or an invitation. The connection is not encrypted; put a proxy with https in front (docs/operate.md).`;
}

/**
 * Prints the stage's address and the provider.
 *
 * @param {number} port
 * @param {string} key
 * @param {{ publicUrl: string, guestPort: number } | null} shared
 */
async function greet(port, key, shared) {
  const url = formatOwnUrl(port);
  isListed = true;
  writeFileSync(urlFile, `${url}\n`);
  const { createPageLink } = await import('./lib/page-link.ts');
  const stage = connectStage(url, key);
  const { link, minutes } = await createPageLink(stage, url);
  say('');
  say(`  ${link}`);
  say('');
  say(
    `Open this one-time link in a browser on this machine within ${minutes} minutes. npm run link prints another one.`,
  );
  if (isOnNetwork) say(describeNetwork(port));
  if (shared !== null) await invite(stage, shared);
  await tellProvider(stage);
  say('Stop with Ctrl+C.');
}

/** Opens the tunnel before the stage starts, because the stage needs its public address. */
async function share(port) {
  const givenUrl = options['public-url'];
  if (givenUrl !== undefined) {
    if (!URL.canParse(givenUrl) || new URL(givenUrl).protocol !== 'https:')
      throw new Error(
        `--public-url ${givenUrl} is not an https URL. Use a URL such as https://stage.example.com`,
      );
    return new URL(givenUrl).origin;
  }
  say('Opening a tunnel …');
  openingTunnel = openTunnel({ port, command: options['tunnel-command'], signal: tunnelWait.signal });
  tunnel = await openingTunnel;
  void tunnel.ended.then((how) => {
    if (stopping) return;
    console.error(
      `\nThe stage is no longer shared: ${how}. Links to ${tunnel?.publicUrl} no longer work; the stage continues\n` +
        'on this machine. To share it again, stop it with Ctrl+C and restart it. It gets a new URL, where unused invitations\n' +
        'still work.\n',
    );
  });
  return tunnel.publicUrl;
}

/** The link must never contain a key or a code of the operator. */
async function invite(stage, { publicUrl, guestPort }) {
  if (options['public-url'] !== undefined)
    say(`\nForward ${publicUrl} to http://127.0.0.1:${guestPort}, never to port ${new URL(stage.url).port}.`);
  say(`\nOthers can reach the stage at ${publicUrl}. The operator’s key only works on this machine.`);
  const { createJoinLink } = await import('./lib/join-link.ts');
  const joining = await createJoinLink(stage, publicUrl, options.scene).catch((error) => {
    console.error(error instanceof Error ? error.message : String(error));
    return null;
  });
  if (joining !== null) {
    say(
      `This link seats one person as ${joining.persona} in “${joining.scene.title}”:\n\n  ${joining.link}\n`,
    );
    if (process.stdout.isTTY) say((await import('../packages/cli/src/lib/qr.ts')).drawQr(joining.link));
    say(`For another person: npm run cli -- invite ${joining.scene.id}`);
  }
  const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  if (!answer?.ok)
    say('The public URL does not respond yet. A new one may take a minute; then try it in a browser.');
  say('');
}

/** Prints the provider. Asks its model a short question; a failure does not end the start. */
async function tellProvider(stage) {
  const { items } = await stage.GET('/v1/providers', {});
  const provider = items.find(({ isDefault }) => isDefault)?.name ?? 'understudy';
  if (provider === 'understudy') {
    say(
      'No model configured: the understudy, an offline stand-in, answers. To use a model, choose “Connect a model” on the page, or set OPENAI_BASE_URL, OPENAI_API_KEY or PROVIDERS in .dev.vars (docs/models.md).',
    );
    return;
  }
  say(`Testing the model of "${provider}" …`);
  const { describeTrial, TRIAL_WITHIN_MS } = await import('../packages/cli/src/lib/try-provider.ts');
  const path = { name: provider };
  const lines = await stage
    .POST('/v1/providers/{name}/try', { path, body: {}, timeoutMs: TRIAL_WITHIN_MS })
    .then(describeTrial, (error) => [`The model could not be tested: ${describeError(error)}`]);
  for (const line of lines) say(line);
}

async function checkNode() {
  const { output } = await runTool(['-p', 'process.versions.node']);
  const version = output.trim();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Error(
    `Node ${version || process.versions.node} is too old for wrangler: it needs ${OLDEST_NODE.join('.')} or newer.\n` +
      'On Linux (x64, arm64) "npm ci" includes it; elsewhere install a newer Node.',
  );
}

/** Returns PORT, which must be free; else the first free port from 8787 on. */
async function choosePort() {
  const portText = process.env.PORT;
  if (portText) {
    const port = Number(portText);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error(`PORT=${portText} is not a valid port.`);
    if (await isFree(port)) return port;
    throw new Error(
      `Port ${port} is in use. Stop the program that uses it, or choose another: PORT=8899 npm start`,
    );
  }
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS_TRIED; port++) if (await isFree(port)) return port;
  throw new Error(
    `Ports ${FIRST_PORT} to ${FIRST_PORT + PORTS_TRIED - 1} are all in use. Choose another: PORT=9000 npm start`,
  );
}

/**
 * Returns GUEST_PORT, which must be free; else the first free port after the operator's.
 *
 * @param {number} own
 */
async function chooseGuestPort(own) {
  const portText = process.env.GUEST_PORT;
  if (portText) {
    const port = Number(portText);
    if (Number.isInteger(port) && port > 0 && port < 65_536 && port !== own && (await isFree(port)))
      return port;
    throw new Error(`GUEST_PORT=${portText} is no free port beside ${own}.`);
  }
  for (let port = own + 1; port <= Math.min(own + PORTS_TRIED, 65_535); port++)
    if (await isFree(port)) return port;
  throw new Error(`No port after ${own} is free for guests. Choose one: GUEST_PORT=9001`);
}

async function buildPages() {
  const indexPath = join(ROOT, 'dist/web/index.html');
  const newest = Math.max(...PAGE_SOURCES.map((path) => newestIn(join(ROOT, path))));
  if (existsSync(indexPath) && statSync(indexPath).mtimeMs >= newest) return;
  say('Building the pages …');
  const { code, output } = await runTool([VITE, 'build', '--config', 'web/vite.config.ts']);
  if (code !== 0) throw new Error(`The pages could not be built:\n\n${output}`);
}

function newestIn(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

async function migrate() {
  say('Preparing the local database …');
  for (const binding of listDatabases()) {
    const args = [WRANGLER, 'd1', 'migrations', 'apply', binding, '--local', '--persist-to', persistTo];
    const { code, output } = await runTool(args, QUIET);
    if (code !== 0) throw new Error(`The database ${binding} could not be prepared:\n\n${output}`);
  }
}

/**
 * Starts wrangler and waits until the Worker answers.
 *
 * @param {number} port
 * @param {{ publicUrl: string, secret: string } | null} shared set while others reach the stage
 */
async function serve(port, shared) {
  say('Starting the Worker …');
  const args = ['dev', '--local', '--ip', host, '--port', String(port), '--inspector-port', '0'];
  args.push('--persist-to', persistTo, '--show-interactive-dev-session', 'false');
  if (options.vars || isOnNetwork) args.push('--env-file', varsFile);
  const vars = readVars(varsFile);
  if (shared !== null) {
    // Overrides .dev.vars: guests must not reach other programs on this machine, and the operator's key must
    // not leave it.
    for (const row of [
      'WEBHOOK_LOOPBACK:off',
      'RATE_LIMITS:on',
      'OPERATOR_LOCAL:on',
      `LOCAL_SECRET:${shared.secret}`,
      `PUBLIC_URL:${shared.publicUrl}`,
    ])
      args.push('--var', row);
  } else if (isOnNetwork) {
    args.push('--var', 'WEBHOOK_LOOPBACK:off');
  } else if (vars.WEBHOOK_LOOPBACK === undefined) {
    // Webhooks may go to loopback here, but never on a deployed stage.
    args.push('--var', 'WEBHOOK_LOOPBACK:on');
  }
  if (vars.DEMO === undefined && !isOnNetwork) args.push('--var', 'DEMO:on');
  if (vars.LOCAL_MODELS === undefined && !isOnNetwork) args.push('--var', 'LOCAL_MODELS:on');
  // Another site may point its host name to this machine (DNS rebinding), so answer only known names.
  if (!vars.HOSTS) args.push('--var', 'HOSTS:localhost');
  // Callers can forge their address here, except behind Cloudflare's own tunnel.
  const isCloudflares = shared !== null && !options['public-url'] && !options['tunnel-command'];
  if (!vars.TRUSTED_PROXY) args.push('--var', `TRUSTED_PROXY:${isCloudflares ? 'cloudflare' : 'off'}`);
  const child = spawn(NODE, [WRANGLER, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: Ctrl+C reaches only this script, which then stops wrangler cleanly.
    detached: process.platform !== 'win32',
  });
  wrangler = child;
  let ready = false;
  const earlyExit = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      const error = new Error(`wrangler ${how}. Its last output:\n\n${tail.trim()}`);
      if (ready) void fail(error.message);
      else reject(error);
    });
  });
  const keep = (chunk) => {
    tail = (tail + chunk).slice(-8_000);
  };
  // The rest of wrangler's output is noise.
  const show = pickOutput(say);
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    keep(chunk);
    show(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    keep(chunk);
    // Errors of the Worker must not be lost.
    if (ready) process.stderr.write(chunk);
  });
  await Promise.race([waitUntilReady(port), earlyExit]);
  ready = true;
}

async function waitUntilReady(port) {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && !stopping) {
    const answer = await fetch(`${formatOwnUrl(port)}/healthz`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => null);
    if (answer?.ok) return;
    const problem = answer?.status === 503 ? await answer.json().catch(() => null) : null;
    if (problem?.type === '/problems/misconfigured') throw new Error(`${problem.detail} ${problem.fix}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  if (!stopping) throw new Error(`The Worker did not respond in time. Output of wrangler:\n\n${tail.trim()}`);
}

function say(line) {
  console.log(line);
}

async function fail(message) {
  console.error(`\n${message}\n`);
  await stop(1);
}

async function stop(code) {
  if (stopping) return;
  stopping = true;
  if (isListed) rmSync(urlFile, { force: true });
  tunnelWait.abort();
  localProxy?.close();
  await (tunnel?.close() ?? openingTunnel?.catch(() => {}));
  const child = wrangler;
  if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const exitEvent = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    const late = new Promise((done) => setTimeout(done, STOP_WITHIN_MS));
    await Promise.race([exitEvent, late]);
  }
  killGroup(child?.pid);
  process.exit(code);
}

/** Kills the rest of wrangler's process group, in particular workerd. */
function killGroup(pid) {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process is left.
  }
}
