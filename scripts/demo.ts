/**
 * `npm run demo`, while `npm start` runs: plays a scene of three rounds with two players, then one
 * exploration run to its end, through the client only.
 *
 *   PROSCENIUM_URL   address of the stage (default: the one that npm start is running)
 *   PROSCENIUM_KEY   the API key (default BOOTSTRAP_KEY of .dev.vars)
 */

import { describeError } from '../packages/cli/src/lib/errors';
import { type OpenStage, openStage } from '../packages/cli/src/lib/stage';
import {
  type EventOf,
  isFinal,
  type Run,
  type RunRoom,
  type Scene,
  type TurnInput,
} from '../packages/client/src/index';

const SAYINGS = [
  'Good evening. What brings you all here tonight?',
  'I heard a noise just now. Did nobody else?',
];

main().catch((error: unknown) => {
  console.error(`\nThe demo failed. ${describeError(error)}`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const stage = openStage();
  const scene = await playScene(stage);
  const run = await exploreGame(stage);
  printLinks(stage, scene, run);
}

async function playScene(stage: OpenStage): Promise<Scene> {
  const templates = await stage.GET('/v1/templates');
  console.log(`Templates: ${templates.items.map(({ id, title }) => `${id} (${title})`).join(', ')}`);
  const template = templates.items[0];
  if (!template) throw new Error('the stage has no templates');
  const scene = await stage.POST('/v1/scenes', { body: { template: template.id } });
  const [first, second = first] = scene.personas;
  if (!first || !second) throw new Error('the template has no personas');
  console.log(`\n${scene.title}\n${scene.scenario}\n`);
  console.log(
    `Present: ${scene.cast.map(({ name }) => name).join(', ')}. Players: ${first.name}, ${second.name}.`,
  );

  const inputs: TurnInput[] = [
    { type: 'user', text: SAYINGS[0] ?? '', personaId: first.id, to: [] },
    { type: 'user', text: SAYINGS[1] ?? '', personaId: second.id, to: [] },
    { type: 'continuation', personaId: first.id, to: [] },
  ];
  for (const input of inputs) await playRound(stage, scene, input);
  return scene;
}

async function playRound(stage: OpenStage, scene: Scene, input: TurnInput): Promise<void> {
  const startMs = performance.now();
  const path = { id: scene.id };
  const turn = await stage.POST('/v1/scenes/{id}/turns', { path, query: { wait: true }, body: input });
  if (turn.round === null) throw new Error(`the input ${turn.inputSeq} is still queued`);
  const round = await stage.GET('/v1/scenes/{id}/rounds/{n}', { path: { ...path, n: turn.round } });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`\nRound ${round.n}, ${round.status} in ${seconds} s`);
  for (const { actor, text } of round.inputs) {
    const name = scene.personas.find(({ id }) => actor === `persona:${id}`)?.name ?? actor;
    console.log(text ? `  ${name}: ${text}` : `  (${name} continues without a line)`);
  }
  for (const line of round.lines) console.log(`  ${line.name}: ${line.text}${mark(line.provider)}`);
  for (const { actor, reason } of round.skipped) console.log(`  (${actor} was skipped: ${reason})`);
  if (turn.status !== 'completed') {
    const why = round.problem ? `${round.problem.detail} ${round.problem.fix ?? ''}` : 'no reason was given';
    throw new Error(`round ${round.n} is ${turn.status}: ${why}`);
  }
  if (round.lines.length === 0) throw new Error(`nobody spoke in round ${round.n}`);
}

async function exploreGame(stage: OpenStage): Promise<Run> {
  const run = await stage.POST('/v1/runs', { body: { game: 'corridor', start: true } });
  const path = { id: run.id };
  console.log(`\n\nRun of ${run.title}: an agent discovers what each action does.\n`);
  const isFinished = await untilOver(stage.run(run.id, { after: 0 }));
  const endedRun = await stage.GET('/v1/runs/{id}', { path });
  if (!isFinished)
    throw new Error(`a turn failed: ${endedRun.failed?.problem.detail ?? 'no reason was given'}`);
  if (endedRun.kind !== 'grid') throw new Error('the corridor is not a grid game');
  console.log(
    `\nFinished (${endedRun.finishReason}) after ${endedRun.turns} turns, ${endedRun.used.actions} actions, ${endedRun.used.calls} calls.`,
  );
  console.log(`Learned${mark(endedRun.provider)}:`);
  for (const [action, { status, definition }] of Object.entries(endedRun.actions)) {
    console.log(`  ${action}  ${status.padEnd(10)}  ${definition ?? 'no effect observed'}`);
  }
  return endedRun;
}

async function untilOver(room: RunRoom): Promise<boolean> {
  try {
    return await new Promise((resolve, reject) => {
      room.on('action.analyzed', printTurn);
      room.on('run.finished', () => resolve(true));
      room.on('turn.failed', () => resolve(false));
      room.on('problem', (error) => isFinal(error.problem) && reject(error));
    });
  } finally {
    room.close();
  }
}

function printTurn({ turn, payload }: EventOf<'action.analyzed'>): void {
  const effect = payload.hadEffect ? 'effect' : 'no effect';
  const words = payload.analysis?.interpretation || payload.diff.summary;
  console.log(
    `  turn ${String(turn).padStart(3)}  ${payload.action}  ${effect.padEnd(9)}  ${words.slice(0, 110)}`,
  );
}

const mark = (provider: string): string => (provider === 'understudy' ? '  «understudy»' : '');

function printLinks({ url }: OpenStage, scene: Scene, run: Run): void {
  const page = (path: string) => `${url}/#${path}`;
  const curl = (path: string, more = '') =>
    `  curl -H "Authorization: Bearer $PROSCENIUM_KEY"${more} '${url}/v1${path}'`;
  console.log(`
Pages (open a link of npm start or npm run link first, so that the browser has the key)
  ${page(`/scenes/${scene.id}`)}
  ${page(`/runs/${run.id}`)}
  ${page(`/runs/${run.id}/report`)}
  ${page(`/calls?room=${scene.id}`)}

Read the results
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
