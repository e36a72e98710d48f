/**
 * `npm run smoke`: end-to-end tests with `wrangler dev`: scenes and runs over HTTP, WebSocket and SSE with a
 * fake model that misbehaves on command, a power cut, and the pages in a browser. It mocks no part of
 * the Worker. It has its own data, key and ports.
 *
 *   --screenshots    also writes the pictures of the README and docs, and pictures of every page for people to look at
 *                    (test-results/screenshots); `npm run screenshots` runs only the cases that have some
 *   --only <text>    only cases whose name contains it
 *   --lanes <n>      number of concurrent cases (3); with pictures, one
 */
import { startFakeModel } from '../support/fake-model';
import { ADVENTURE_CASES, ADVENTURE_LIVE_CASES } from './adventure-cases';
import { BACKSTAGE_CASES, BACKSTAGE_LIVE_CASES } from './backstage-cases';
import { BUDGET_CASES, CALLS_CASES } from './calls-cases';
import { type Case, type Fake, makeFake, type Setting } from './cases';
import { CAST_CASES } from './cast-cases';
import { CLI_CASES } from './cli-cases';
import { CLIENT_CASES, closeSite, openSite } from './client-cases';
import { CONNECT_CASES } from './connect-cases';
import { DEMO_CASES } from './demo-cases';
import { DIALOGUE_LIVE_CASES } from './dialogue-cases';
import { EVENT_SOURCE_CASES } from './event-source-cases';
import { EVERY_PAGE_CASES } from './every-page-cases';
import { EXAMPLE_CASES } from './example-cases';
import { EXPERIMENT_CASES } from './experiment-cases';
import { FRIENDS_CASES } from './friends-cases';
import { GRID_CASES, GRID_LIVE_CASES } from './grid-cases';
import { INVITE_CASES } from './invite-cases';
import { JOURNEY_CASES, JOURNEY_LIVE_CASES } from './journey-cases';
import { LANGUAGE_CASES } from './language-cases';
import { LIBRARY_CASES, LIBRARY_LIVE_CASES } from './library-cases';
import { LINK_CASES } from './link-cases';
import { LOAD_CASES } from './load-cases';
import { MCP_CASES } from './mcp-cases';
import { MODEL_CASES } from './model-cases';
import { NETWORK_CASES } from './network-cases';
import { closeBrowser, LIVE_CASES, PAGE_CASES, takesPictures } from './page-cases';
import { PASSKEY_CASES } from './passkey-cases';
import { PEOPLE_CASES } from './people-cases';
import { PORTRAIT_CASES } from './portrait-cases';
import { README_CASES } from './readme-cases';
import { REFERENCE_CASES } from './reference-cases';
import { ROOM_CASES } from './room-cases';
import { closeArc, openArc, RUN_CASES } from './run-cases';
import { SCENE_CASES } from './scene-cases';
import { killStages, startStage } from './stage';
import { STATE_CASES } from './state-cases';
import { TABLE_CASES } from './table-cases';
import { TRANSCRIPT_CASES } from './transcript-cases';
import { WATCH_CASES } from './watch-cases';
import { WEBHOOK_CASES } from './webhook-cases';
import { WHAT_IF_CASES, WHAT_IF_LIVE_CASES } from './what-if-cases';

/** Pictures of every page take their time. */
const ALL_WITHIN_MS = takesPictures ? 1_500_000 : 1_380_000;
const CASE_WITHIN_MS = 300_000;

const read = (flag: string, otherwise: string): string =>
  process.argv.includes(flag) ? (process.argv[process.argv.indexOf(flag) + 1] ?? otherwise) : otherwise;
const only = read('--only', '');
/** Concurrent cases over both stages: most of a case is waiting. */
let freeLanes = takesPictures ? 1 : Number(read('--lanes', '3'));
const waiting: (() => void)[] = [];
/** Number of failed cases that may be repeated; more failures count as a real fault. */
const REPLAYS_ALLOWED = 2;
const SLOWEST_SHOWN = 10;

let passed = 0;
let failed = 0;
let replays = 0;
const times: { name: string; seconds: number }[] = [];
const unsteady: string[] = [];
let lastStart: Promise<unknown> = Promise.resolve();

process.on('exit', killStages);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
setTimeout(() => {
  console.log(`gave up after ${ALL_WITHIN_MS / 1000} s`);
  finish(1);
}, ALL_WITHIN_MS).unref();

await main().catch((error: unknown) => {
  console.log(`the smoke test broke: ${error instanceof Error ? error.stack : String(error)}`);
  failed += 1;
});
finish(failed > 0 || passed === 0 ? 1 : 0);

async function main(): Promise<void> {
  const model = await startFakeModel();
  const fake = makeFake(model.url);
  try {
    const withModel = {
      OPENAI_API_KEY: 'sk-fake-smoke-key',
      OPENAI_BASE_URL: `${model.url}/v1`,
      MODEL: 'fake:ok',
      WORLD_CODE: 'on',
      ...(await openArc()),
    };
    await Promise.all([
      playOn(withModel, fake, [
        ...MODEL_CASES,
        ...ROOM_CASES,
        ...RUN_CASES,
        ...SCENE_CASES,
        ...LIVE_CASES,
        ...DIALOGUE_LIVE_CASES,
        ...JOURNEY_LIVE_CASES,
        ...GRID_LIVE_CASES,
        ...ADVENTURE_LIVE_CASES,
        ...LIBRARY_LIVE_CASES,
        ...BACKSTAGE_LIVE_CASES,
        ...WHAT_IF_LIVE_CASES,
        ...BUDGET_CASES,
      ]),
      playOn({ PASSKEYS: 'on', ...(await openSite()) }, fake, [
        ...PAGE_CASES,
        ...JOURNEY_CASES,
        ...CONNECT_CASES,
        ...ADVENTURE_CASES,
        ...GRID_CASES,
        ...WATCH_CASES,
        ...DEMO_CASES,
        ...LIBRARY_CASES,
        ...LANGUAGE_CASES,
        ...LINK_CASES,
        ...LOAD_CASES,
        ...PEOPLE_CASES,
        ...CLI_CASES,
        ...NETWORK_CASES,
        ...PASSKEY_CASES,
        ...PORTRAIT_CASES,
        ...CAST_CASES,
        ...FRIENDS_CASES,
        ...INVITE_CASES,
        ...TABLE_CASES,
        ...BACKSTAGE_CASES,
        ...CALLS_CASES,
        ...EXAMPLE_CASES,
        ...EXPERIMENT_CASES,
        ...WEBHOOK_CASES,
        ...WHAT_IF_CASES,
        ...EVENT_SOURCE_CASES,
        ...CLIENT_CASES,
        ...MCP_CASES,
        ...README_CASES,
        ...REFERENCE_CASES,
        ...TRANSCRIPT_CASES,
        ...EVERY_PAGE_CASES,
        ...STATE_CASES,
      ]),
    ]);
  } finally {
    await closeBrowser();
    await closeArc();
    closeSite();
    await model.close();
  }
}

async function playOn(vars: Record<string, string>, fake: Fake, cases: Case[]): Promise<void> {
  const wanted = cases.filter(({ name }) => name.includes(only));
  if (wanted.length === 0) return;
  const started = performance.now();
  // One after the other: the first builds the pages for both.
  const starting = lastStart.then(() => startStage(vars));
  lastStart = starting.catch(() => {});
  const stage = await starting;
  console.log(
    `   ${seconds(started)} s  the stage is up${vars.MODEL ? ' with the fake model' : ', without a model'}`,
  );
  const play = (one: Case) =>
    inLane(() => runCase(one, { stage, client: stage.client, fake }), one.alone !== undefined);
  const choose = (when: Case['alone']) => wanted.filter(({ alone }) => alone === when);
  try {
    for (const one of choose('first')) await play(one);
    await Promise.all(choose(undefined).map(play));
    for (const one of choose('last')) await play(one);
  } finally {
    await stage.stop();
  }
}

/** Waits for a free lane: first come, first served, except urgent cases. */
async function inLane(play: () => Promise<void>, isUrgent: boolean): Promise<void> {
  if (freeLanes > 0) freeLanes -= 1;
  else await new Promise<void>((go) => (isUrgent ? waiting.unshift(go) : waiting.push(go)));
  await play();
  const next = waiting.shift();
  if (next) next();
  else freeLanes += 1;
}

/** Runs a case, with one retry; reports at the end if only the retry passed. */
async function runCase(one: Case, setting: Setting): Promise<void> {
  let isPassed = await passes(one, setting);
  if (!isPassed && replays < REPLAYS_ALLOWED) {
    replays += 1;
    isPassed = await passes(one, setting);
    if (isPassed) unsteady.push(one.name);
  }
  if (isPassed) passed += 1;
  else failed += 1;
}

async function passes({ name, run }: Case, setting: Setting): Promise<boolean> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`not done after ${CASE_WITHIN_MS / 1000} s`);
    timer = setTimeout(() => reject(error), CASE_WITHIN_MS);
  });
  try {
    const note = await Promise.race([run(setting), late]);
    console.log(`ok ${seconds(started)} s  ${name}${note ? ` (${note})` : ''}`);
    return true;
  } catch (error) {
    console.log(
      `failed ${seconds(started)} s  ${name}\n   ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  } finally {
    clearTimeout(timer);
    times.push({ name, seconds: (performance.now() - started) / 1000 });
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1).padStart(5);
}

function finish(code: number): never {
  console.log('The slowest cases, in seconds:');
  for (const one of times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN))
    console.log(`${one.seconds.toFixed(1).padStart(8)}  ${one.name}`);
  for (const name of unsteady) console.log(`failed once, then passed: ${name}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(code);
}
