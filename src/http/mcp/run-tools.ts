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
  knowledgeTold,
  type RunTold,
  runTold,
  type TurnTold,
  writeKnowledge,
  writeRun,
  writeTurn,
} from './run-words';
import { PROVIDER, queryOf, WAIT_S, waitArgument } from './scene-tools';
import { type Act, defineTeller, defineTool, type Teller, type Told, tell, type Work, within } from './tool';
import { describeEvent } from './words';

/** Most turns that one call plays or shows. */
export const MAX_TURNS = 20;
/** Pixels along each side of a cell of a board. */
const SCALE = 8;

const readRun = (caller: Caller, id: string): Promise<Reply<Run>> => caller.ask<Run>(`GET /v1/runs/${id}`);

/** Says whether a run goes on for now: its turn is being played and waits for nobody, or the next one begins by itself. */
const goesOn = (run: Run): boolean =>
  (run.status === 'running' || run.turn !== null) && !(run.kind === 'grid' && run.waitsFor !== null);

/** Says whether an event leaves a run standing still, or waiting for its caller. */
const standsStill = ({ kind, payload }: Event): boolean =>
  kind === 'run.finished' ||
  kind === 'turn.failed' ||
  kind === 'action.requested' ||
  (kind === 'turn.completed' && payload.paused === true);

/** Shows a run with the turns after `from`, at most `most` of them. */
async function showRun(
  caller: Caller,
  run: Run,
  { from = 0, most }: { from?: number; most: number },
): Promise<Reply<Told & { data: RunTold }>> {
  const recent: TurnTold[] = [];
  for (let n = Math.max(from, run.turns - most) + 1; n <= run.turns; n += 1) {
    const turn = await caller.ask<TurnView | AdventureTurn>(`GET /v1/runs/${run.id}/turns/${n}`);
    if (!turn.ok) return turn;
    recent.push({ n, status: turn.value.status, text: writeTurn(turn.value) });
  }
  const { text, data } = writeRun(run, recent);
  if (data.frame === null) return tell(text, data);
  const picture = await caller.askBytes(`GET /v1/runs/${run.id}/frames/${data.frame}.png?scale=${SCALE}`);
  // A picture that can't be had is no reason to say nothing.
  return picture.ok ? tell(text, data, picture.value) : tell(text, data);
}

/**
 * Follows a run until it stands still, or the signal ends; tells what happens on the way.
 *
 * @param after what happened after this event is told, too
 * @returns the run as it is then
 */
async function followRun(
  { caller, room, progress }: Work,
  run: Run,
  after: number,
  signal: AbortSignal,
): Promise<Reply<Run>> {
  const isUnderWay = goesOn(run);
  if (!isUnderWay && run.head <= after) return { ok: true, value: run };
  const end = await caller.follow(room, after, signal, (event) => {
    const words = describeEvent(event);
    if (words !== null) progress(words);
    return standsStill(event) || (!isUnderWay && event.seq >= run.head) ? 'enough' : 'more';
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
    description: 'The runs there are, newest first, with the ids that other tools ask for.',
    asks: ['GET /v1/runs'],
    args: {
      q: z.string().max(200).optional().describe('Part of the title'),
      limit: z.number().int().min(1).max(100).default(20),
    },
    answer: z.object({ runs: z.array(listedRun) }),
    run: async ({ caller, args }) => {
      const page = await caller.ask<z.output<typeof runPage>>(`GET /v1/runs?${queryOf({ ...args })}`);
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
      return tell(rows.join('\n') || 'There are no runs yet: create_run makes one.', { runs });
    },
  }),
  defineTool({
    name: 'list_games',
    title: 'List games',
    description:
      'The games that a run can play: grid games, whose rules the agent has to find out, and text adventures.',
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
      return tell(rows.join('\n'), { games });
    },
  }),
  defineTool({
    name: 'create_run',
    title: 'Make a run of a game',
    description:
      'Make a run: one agent that plays a game (`list_games`) by itself and learns how it works. It does nothing until ' +
      'you use `step_run` or `start_run`.',
    asks: ['POST /v1/runs'],
    args: {
      game: createRun.shape.game.describe('Id of a game'),
      title: createRun.shape.title,
      actions: z.number().int().min(1).max(2_000).optional().describe('Budget of a grid game: most actions'),
      turns: z.number().int().min(1).max(5_000).optional().describe('Budget of a text adventure: most turns'),
      calls: z.number().int().min(1).max(20_000).optional().describe('Budget: most calls of models'),
      provider: PROVIDER,
    },
    answer: runTold,
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
      'See how a run stands: its status, what it used, its newest turns and, of a grid game, a picture of the board. With ' +
      '`wait` it first waits until the run stands still.',
    room: 'run',
    asks: ['GET /v1/runs/{id}'],
    args: {
      turns: z.number().int().min(0).max(MAX_TURNS).default(3).describe('How many of the newest turns'),
      wait: waitArgument('Seconds to wait for a run that is going on; 0: show it at once', 0),
    },
    answer: runTold,
    run: async (work) => {
      const { caller, room, args } = work;
      const run = await readRun(caller, room);
      if (!run.ok) return run;
      if (args.wait === 0 || !goesOn(run.value)) return showRun(caller, run.value, { most: args.turns });
      const after = await followRun(work, run.value, run.value.head, within(work.signal, args.wait));
      return after.ok ? showRun(caller, after.value, { most: args.turns }) : after;
    },
  }),
  defineTool({
    name: 'read_report',
    title: 'Read the report of a run',
    description:
      'The report of a run, in Markdown: what was played, what was learnt and how sure that is. Complete once the run has ' +
      'finished.',
    room: 'run',
    asks: ['GET /v1/runs/{id}/report'],
    args: {},
    answer: z.object({ run: runId, markdown: z.string() }),
    run: async ({ caller, room }) => {
      const report = await caller.ask<Report>(`GET /v1/runs/${room}/report`);
      if (!report.ok) return report;
      const { markdown } = report.value;
      return tell(markdown, { run: room, markdown });
    },
  }),
];

const controlTold = z.object({ run: runId, status: z.enum(RUN_STATUS), turns: z.int() });
const CONTROL_WORDS: Readonly<Record<RunControlled['status'], string>> = {
  created: 'has not begun',
  running: 'goes on; `watch_run` shows how',
  paused: 'is paused',
  failed: 'stands still, as its turn failed; `step_run` or `start_run` tries it again',
  finished: 'has finished; `read_report` shows what came of it',
};

const controlTeller = defineTeller({
  args: {},
  answer: controlTold,
  tell: async (_, act) => {
    const control: Reply<RunControlled> = await act();
    if (!control.ok) return control;
    const { id, status, turns } = control.value;
    return tell(`The run ${CONTROL_WORDS[status]}.`, { run: id, status, turns });
  },
});

/**
 * Plays one turn to its end, or until the signal ends.
 *
 * @param head of the run before it
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

/** Plays single turns until there were enough, the run stands still for another reason, or the time is up. */
async function tellSteps(
  work: Work<{ turns: number; wait: number; key?: string }>,
  act: Act,
): Promise<Reply<Told & { data: RunTold }>> {
  const { caller, room, args } = work;
  const before = await readRun(caller, room);
  if (!before.ok) return before;
  const signal = within(work.signal, args.wait);
  let run = before.value;
  for (let step = 0; step < args.turns; step += 1) {
    if (step > 0 && (signal.aborted || run.status !== 'paused')) break;
    // Each step is a request of its own: of a repeated call, each is done once.
    const key = args.key === undefined ? undefined : `${args.key}.${step}`;
    const next = await playStep(work, run.head, signal, () => act(key));
    if (!next.ok) return next;
    run = next.value;
  }
  // Of a failed turn that was tried again the number stays.
  const from = before.value.turns - (before.value.failed ? 1 : 0);
  return showRun(caller, run, { from, most: args.turns });
}

/** Tools of actions of runs, by name. */
export const RUN_TELLERS: Readonly<Record<string, Teller>> = {
  start_run: controlTeller,
  pause_run: controlTeller,
  stop_run: controlTeller,
  step_run: defineTeller({
    args: {
      turns: z.number().int().min(1).max(MAX_TURNS).default(1).describe('How many, one after the other'),
      wait: waitArgument('Seconds to wait for them; no further turn begins when they are over', WAIT_S),
    },
    answer: runTold,
    tell: tellSteps,
  }),
  read_knowledge: defineTeller({
    args: {},
    answer: knowledgeTold,
    tell: async ({ room }, act) => {
      const knowledge: Reply<KnowledgeReading | AdventureKnowledge> = await act();
      if (!knowledge.ok) return knowledge;
      const { text, data } = writeKnowledge(room, knowledge.value);
      return tell(text, data);
    },
  }),
};
