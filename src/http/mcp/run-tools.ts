import { z } from 'zod';
import { oneLine, quoteName } from '../../base/quote';
import type { AdventureKnowledge, AdventureTurn } from '../../contract/adventures';
import type { Event } from '../../contract/events/events';
import { runId } from '../../contract/ids';
import type { KnowledgeReading } from '../../contract/run-knowledge';
import { RUN_STATUS } from '../../contract/run-parts';
import {
  createRun,
  type gamePage,
  type Report,
  type Run,
  type RunControlled,
  type runPage,
  type TurnView,
} from '../../contract/runs';
import { isStory } from '../../runs/games/catalog';
import type { Caller, Reply } from './caller';
import {
  knowledgeResult,
  type RunResult,
  runResult,
  type TurnResult,
  writeKnowledge,
  writeRun,
  writeTurn,
} from './run-words';
import { PROVIDER, toQuery, WAIT_S, waitArgument } from './scene-tools';
import {
  type Act,
  defineFormatter,
  defineTool,
  formatResult,
  type ResultFormatter,
  type ToolResult,
  type Work,
  within,
} from './tool';
import { describeEvent } from './words';

/** Maximum number of turns to play or show in one call. */
const MAX_TURNS = 20;
/** Pixels along each side of a cell. */
const SCALE = 8;

const readRun = (caller: Caller, id: string): Promise<Reply<Run>> => caller.ask<Run>(`GET /v1/runs/${id}`);

/** True if a run proceeds without its caller: a turn is being played, or the next one starts automatically. */
const isRunning = (run: Run): boolean =>
  (run.status === 'running' || run.turn !== null) && !(run.kind === 'grid' && run.waitsFor !== null);

/** True if a run stops after this event, or waits for its caller. */
const isIdle = ({ kind, payload }: Event): boolean =>
  kind === 'run.finished' ||
  kind === 'turn.failed' ||
  kind === 'action.requested' ||
  (kind === 'turn.completed' && payload.paused === true);

/** Shows a run with at most `most` turns after `from`. */
async function showRun(
  caller: Caller,
  run: Run,
  { from = 0, most }: { from?: number; most: number },
): Promise<Reply<ToolResult & { data: RunResult }>> {
  const recent: TurnResult[] = [];
  for (let n = Math.max(from, run.turns - most) + 1; n <= run.turns; n += 1) {
    const turn = await caller.ask<TurnView | AdventureTurn>(`GET /v1/runs/${run.id}/turns/${n}`);
    if (!turn.ok) return turn;
    recent.push({ n, status: turn.value.status, text: writeTurn(turn.value) });
  }
  const { text, data } = writeRun(run, recent);
  if (data.frame === null) return formatResult(text, data);
  const picture = await caller.askBytes(`GET /v1/runs/${run.id}/frames/${data.frame}.png?scale=${SCALE}`);
  // The text is still useful without a picture.
  return picture.ok ? formatResult(text, data, picture.value) : formatResult(text, data);
}

/**
 * Follows a run until it stops or the signal ends; reports progress.
 *
 * @param after reports events after this seq
 * @returns the run at that point
 */
async function followRun(
  { caller, room, progress }: Work,
  run: Run,
  after: number,
  signal: AbortSignal,
): Promise<Reply<Run>> {
  const isUnderWay = isRunning(run);
  if (!isUnderWay && run.head <= after) return { ok: true, value: run };
  const end = await caller.follow(room, after, signal, (event) => {
    const words = describeEvent(event);
    if (words !== null) progress(words);
    return isIdle(event) || (!isUnderWay && event.seq >= run.head) ? 'enough' : 'more';
  });
  return end.ok ? readRun(caller, room) : end;
}

const listedRun = z.object({
  run: runId,
  title: z.string(),
  status: z.enum(RUN_STATUS),
  turns: z.int(),
});

export const RUN_TOOLS = [
  defineTool({
    name: 'list_runs',
    title: 'List runs',
    description: 'List runs, newest first, with the ids that other tools require.',
    asks: ['GET /v1/runs'],
    args: {
      q: z.string().max(200).optional().describe('Search by part of the title'),
      limit: z.number().int().min(1).max(100).default(20),
    },
    answer: z.object({ runs: z.array(listedRun) }),
    run: async ({ caller, args }) => {
      const page = await caller.ask<z.output<typeof runPage>>(`GET /v1/runs?${toQuery({ ...args })}`);
      if (!page.ok) return page;
      const runs = page.value.items.map(({ id, title, status, turns }) => ({
        run: id,
        title,
        status,
        turns,
      }));
      const rows = runs.map(
        (one) => `${one.run}: ${quoteName(one.title)} (${one.status}, ${one.turns} turns)`,
      );
      return formatResult(rows.join('\n') || 'No runs yet. Use create_run to create one.', { runs });
    },
  }),
  defineTool({
    name: 'list_games',
    title: 'List games',
    description:
      'List the games for runs: grid games, whose rules the agent has to discover, and text adventures.',
    asks: ['GET /v1/games'],
    args: {},
    answer: z.object({
      games: z.array(
        z.object({ id: z.string(), title: z.string(), kind: z.string(), description: z.string() }),
      ),
    }),
    run: async ({ caller }) => {
      const page = await caller.ask<z.output<typeof gamePage>>('GET /v1/games');
      if (!page.ok) return page;
      const games = page.value.items.map((game) => ({
        ...{ id: game.id, title: game.title, kind: game.kind },
        description: 'description' in game ? game.description : '',
      }));
      const rows = games.map(({ id, title, kind, description }) =>
        `${id}: ${quoteName(title)} (${kind}). ${oneLine(description)}`.trim(),
      );
      return formatResult(rows.join('\n'), { games });
    },
  }),
  defineTool({
    name: 'create_run',
    title: 'Create a run of a game',
    description:
      'Create a run: an agent that plays a game (`list_games`) on its own and learns how it works. It starts with `step_run` or `start_run`.',
    asks: ['POST /v1/runs'],
    args: {
      game: createRun.shape.game.describe('Id of a game'),
      title: createRun.shape.title,
      actions: z
        .number()
        .int()
        .min(1)
        .max(2_000)
        .optional()
        .describe('Budget of a grid game: maximum number of actions'),
      turns: z
        .number()
        .int()
        .min(1)
        .max(5_000)
        .optional()
        .describe('Budget of a text adventure: maximum number of turns'),
      calls: z.number().int().min(1).max(20_000).optional().describe('Budget: maximum number of model calls'),
      provider: PROVIDER,
    },
    answer: runResult,
    run: async ({ caller, args: { key, game, title, provider, ...budgets } }) => {
      const hasBudgets = Object.values(budgets).some((budget) => budget !== undefined);
      const roles = isStory(game) ? ['adventurer'] : ['explorer', 'analyst'];
      const profiles = Object.fromEntries(roles.map((name) => [name, { provider }]));
      const body = {
        game,
        title,
        ...(hasBudgets && { budgets }),
        ...(provider !== undefined && { profiles }),
      };
      const run = await caller.ask<Run>('POST /v1/runs', { body, key });
      return run.ok ? showRun(caller, run.value, { most: 0 }) : run;
    },
  }),
  defineTool({
    name: 'watch_run',
    title: 'Watch a run',
    description:
      'Get the state of a run: status, usage, latest turns and, for a grid game, a picture of the board. With `wait`, first waits until the run stops.',
    room: 'run',
    asks: ['GET /v1/runs/{id}'],
    args: {
      turns: z.number().int().min(0).max(MAX_TURNS).default(3).describe('Number of latest turns to show'),
      wait: waitArgument('Seconds to wait while the run is active; 0: return immediately', 0),
    },
    answer: runResult,
    run: async (work) => {
      const { caller, room, args } = work;
      const run = await readRun(caller, room);
      if (!run.ok) return run;
      if (args.wait === 0 || !isRunning(run.value)) return showRun(caller, run.value, { most: args.turns });
      const after = await followRun(work, run.value, run.value.head, within(work.signal, args.wait));
      return after.ok ? showRun(caller, after.value, { most: args.turns }) : after;
    },
  }),
  defineTool({
    name: 'read_report',
    title: 'Read the report of a run',
    description:
      'Get the report of a run in Markdown: what it played and learned, and how certain that is. Complete once the run has finished.',
    room: 'run',
    asks: ['GET /v1/runs/{id}/report'],
    args: {},
    answer: z.object({ run: runId, markdown: z.string() }),
    run: async ({ caller, room }) => {
      const report = await caller.ask<Report>(`GET /v1/runs/${room}/report`);
      if (!report.ok) return report;
      const { markdown } = report.value;
      return formatResult(markdown, { run: room, markdown });
    },
  }),
];

const controlResult = z.object({ run: runId, status: z.enum(RUN_STATUS), turns: z.int() });
const CONTROL_TEXTS: Readonly<Record<RunControlled['status'], string>> = {
  created: 'has not started',
  running: 'is running; use `watch_run` to see its progress',
  paused: 'is paused',
  failed: 'has failed; retry the turn with `step_run` or `start_run`',
  finished: 'has finished; use `read_report` for the results',
};

const controlFormatter = defineFormatter({
  args: {},
  answer: controlResult,
  formatResult: async (_, act) => {
    const control: Reply<RunControlled> = await act();
    if (!control.ok) return control;
    const { id, status, turns } = control.value;
    return formatResult(`The run ${CONTROL_TEXTS[status]}.`, { run: id, status, turns });
  },
});

/**
 * Plays one turn to its end, or until the signal ends.
 *
 * @param head of the run before the turn
 */
async function playStep(
  work: Work,
  head: number,
  signal: AbortSignal,
  act: () => ReturnType<Act>,
): Promise<Reply<Run>> {
  const answer = await act();
  if (!answer.ok) return answer;
  const run = await readRun(work.caller, work.room);
  return run.ok ? followRun(work, run.value, head, signal) : run;
}

/** Plays single turns until the number is reached, the run stops for another reason, or the time is up. */
async function formatSteps(
  work: Work<{ turns: number; wait: number; key?: string }>,
  act: Act,
): Promise<Reply<ToolResult & { data: RunResult }>> {
  const { caller, room, args } = work;
  const before = await readRun(caller, room);
  if (!before.ok) return before;
  const signal = within(work.signal, args.wait);
  let run = before.value;
  for (let step = 0; step < args.turns; step += 1) {
    if (step > 0 && (signal.aborted || run.status !== 'paused')) break;
    // Each step is a separate request with its own key, so that repeating the call repeats none.
    const key = args.key === undefined ? undefined : `${args.key}.${step}`;
    const next = await playStep(work, run.head, signal, () => act(key));
    if (!next.ok) return next;
    run = next.value;
  }
  // A retried turn keeps its number.
  const from = before.value.turns - (before.value.failed ? 1 : 0);
  return showRun(caller, run, { from, most: args.turns });
}

/** Tools of actions of runs, by name. */
export const RUN_FORMATTERS: Readonly<Record<string, ResultFormatter>> = {
  start_run: controlFormatter,
  pause_run: controlFormatter,
  stop_run: controlFormatter,
  step_run: defineFormatter({
    args: {
      turns: z.number().int().min(1).max(MAX_TURNS).default(1).describe('Number of turns to play'),
      wait: waitArgument('Maximum seconds to wait; no further turn starts after that', WAIT_S),
    },
    answer: runResult,
    formatResult: formatSteps,
  }),
  read_knowledge: defineFormatter({
    args: {},
    answer: knowledgeResult,
    formatResult: async ({ room }, act) => {
      const knowledge: Reply<KnowledgeReading | AdventureKnowledge> = await act();
      if (!knowledge.ok) return knowledge;
      const { text, data } = writeKnowledge(room, knowledge.value);
      return formatResult(text, data);
    },
  }),
};
