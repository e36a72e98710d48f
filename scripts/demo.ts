/**
 * `npm run demo`, beside a running `npm start`: a scene of three rounds with two players, then one exploration run to
 * its end, through the public HTTP API alone.
 *
 *   PROSCENIUM_URL   where the stage is (default: what npm start is running)
 *   PROSCENIUM_KEY   the API key (default BOOTSTRAP_KEY of .dev.vars)
 */

import type { Json } from '../src/base/json';
import type { Event } from '../src/contract/events/events';
import type { Round, TurnAccepted, TurnInput } from '../src/contract/rounds';
import type { Knowledge } from '../src/contract/run-knowledge';
import type { GridRun } from '../src/contract/runs';
import type { Scene, Template } from '../src/contract/scenes';
import { type Client, makeClient } from './lib/client';
import { findStage } from './lib/stage-address';

/** Lines of the two players; any cast can answer them. */
const SAYINGS = [
  'Good evening. What brings you all here tonight?',
  'I heard a noise just now. Did nobody else?',
];

main().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  console.error(`\nThe demo failed. ${error instanceof Error ? error.message : String(error)}${cause}`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { url, key } = findStage();
  const client = makeClient(url, key);
  const healthy = await client.send('/healthz').catch(() => null);
  if (!healthy?.ok)
    throw new Error(`No stage answers at ${url}. Start one with npm start, or set PROSCENIUM_URL.`);
  const scene = await playScene(client);
  const run = await exploreGame(client);
  printLinks(client, scene, run);
}

async function playScene(client: Client): Promise<Scene> {
  const templates = await client.get<{ items: Template[] }>('/v1/templates');
  console.log(`Templates: ${templates.items.map(({ id, title }) => `${id} (${title})`).join(', ')}`);
  const template = templates.items[0];
  if (!template) throw new Error('the stage has no templates');
  const scene = await client.post<Scene>('/v1/scenes', { template: template.id });
  const [first, second = first] = scene.personas;
  if (!first || !second) throw new Error('the template has no personas');
  console.log(`\n${scene.title}\n${scene.scenario}\n`);
  console.log(
    `On stage: ${scene.cast.map(({ name }) => name).join(', ')}. Players: ${first.name}, ${second.name}.`,
  );

  const inputs: TurnInput[] = [
    { type: 'user', text: SAYINGS[0] ?? '', personaId: first.id, to: [] },
    { type: 'user', text: SAYINGS[1] ?? '', personaId: second.id, to: [] },
    { type: 'continuation', personaId: first.id, to: [] },
  ];
  for (const input of inputs) await playRound(client, scene, input);
  return client.get<Scene>(`/v1/scenes/${scene.id}`);
}

async function playRound(client: Client, scene: Scene, input: TurnInput): Promise<void> {
  const startMs = performance.now();
  const turn = await client.post<TurnAccepted>(`/v1/scenes/${scene.id}/turns?wait=1`, input, {
    'Idempotency-Key': `demo-${crypto.randomUUID()}`,
  });
  if (turn.round === null) throw new Error(`the input ${turn.inputSeq} is still queued`);
  const round = await client.get<Round>(`/v1/scenes/${scene.id}/rounds/${turn.round}`);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`\nRound ${round.n}, ${round.status} in ${seconds} s`);
  for (const { actor, text } of round.inputs) {
    const name = scene.personas.find(({ id }) => actor === `persona:${id}`)?.name ?? actor;
    console.log(text ? `  ${name}: ${text}` : `  (${name} lets the scene go on)`);
  }
  for (const line of round.lines) console.log(`  ${line.name}: ${line.text}${mark(line.provider)}`);
  for (const { actor, reason } of round.skipped) console.log(`  (${actor} was skipped: ${reason})`);
  if (turn.status !== 'completed') {
    const why = round.problem ? `${round.problem.detail} ${round.problem.fix ?? ''}` : 'no reason was given';
    throw new Error(`round ${round.n} is ${turn.status}: ${why}`);
  }
  if (round.lines.length === 0) throw new Error(`nobody spoke in round ${round.n}`);
}

async function exploreGame(client: Client): Promise<GridRun> {
  const run = await client.post<GridRun>('/v1/runs', { game: 'corridor', start: true });
  console.log(`\n\nRun of ${run.title}: an agent finds out what each action does.\n`);
  for await (const event of client.follow(`/v1/runs/${run.id}`)) {
    printTurn(event);
    if (event.kind === 'turn.failed') {
      const { failed } = await client.get<GridRun>(`/v1/runs/${run.id}`);
      throw new Error(`turn ${event.turn} failed: ${failed?.problem.detail ?? 'no reason was given'}`);
    }
    if (event.kind === 'run.finished') break;
  }
  const knowledge = await client.get<Knowledge>(`/v1/runs/${run.id}/knowledge`);
  const endedRun = await client.get<GridRun>(`/v1/runs/${run.id}`);
  console.log(
    `\nFinished (${endedRun.finishReason}) after ${endedRun.turns} turns, ${endedRun.used.actions} actions, ${endedRun.used.calls} calls.`,
  );
  console.log(`What it learnt${mark(endedRun.provider)}:`);
  for (const [action, { status, definition }] of Object.entries(knowledge.actions)) {
    console.log(`  ${action}  ${status.padEnd(10)}  ${definition ?? 'no effect was ever seen'}`);
  }
  return endedRun;
}

function printTurn({ kind, turn, payload }: Event): void {
  if (kind !== 'action.analyzed') return;
  const effect = payload.hadEffect === true ? 'effect' : 'no effect';
  const words = readText(payload.analysis, 'interpretation') || readText(payload.diff, 'summary');
  console.log(
    `  turn ${String(turn).padStart(3)}  ${String(payload.action)}  ${effect.padEnd(9)}  ${words.slice(0, 110)}`,
  );
}

const readText = (part: Json | undefined, name: string): string => {
  const text = typeof part === 'object' && part !== null && !Array.isArray(part) ? part[name] : null;
  return typeof text === 'string' ? text : '';
};

const mark = (provider: string): string => (provider === 'understudy' ? '  «understudy»' : '');

function printLinks(client: Client, scene: Scene, run: GridRun): void {
  const page = (path: string) => `${client.url}/#${path}`;
  const curl = (path: string, more = '') =>
    `  curl -H "Authorization: Bearer $PROSCENIUM_KEY"${more} '${client.url}/v1${path}'`;
  console.log(`
Pages (open a link of npm start or npm run link first, so that the browser has the key)
  ${page(`/scenes/${scene.id}`)}
  ${page(`/runs/${run.id}`)}
  ${page(`/runs/${run.id}/report`)}
  ${page(`/calls?room=${scene.id}`)}

Reading it back
  export PROSCENIUM_KEY=$(sed -n 's/^BOOTSTRAP_KEY=//p' .dev.vars)
${curl(`/scenes/${scene.id}/events`)}
${curl(`/scenes/${scene.id}/rounds/1`)}
${curl(`/calls?room=${scene.id}`)}
${curl(`/scenes/${scene.id}/export`, ' -o scene.zip')}
${curl(`/runs/${run.id}/report`, ' -H "Accept: text/markdown"')}
${curl(`/runs/${run.id}/turns/1`)}
${curl(`/runs/${run.id}/frames/1.png`, ' -o frame.png')}
${curl(`/runs/${run.id}/export`, ' -o run.zip')}`);
}
