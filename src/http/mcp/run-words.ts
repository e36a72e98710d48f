import { z } from 'zod';
import { labelText, oneLine, quote, quoteBlock, quoteName } from '../../base/quote';
import type { AdventureKnowledge, AdventureTurn } from '../../contract/adventures';
import { runId } from '../../contract/ids';
import type { KnowledgeReading } from '../../contract/run-knowledge';
import { RUN_STATUS } from '../../contract/run-parts';
import type { Run, TurnView } from '../../contract/runs';
import { paragraphs, shorten } from './words';

/** A turn in tool results. */
export const turnResult = z.object({ n: z.int(), status: z.string(), text: z.string() });
export type TurnResult = z.output<typeof turnResult>;

/** A run in tool results. */
export const runResult = z.object({
  run: runId,
  title: z.string(),
  game: z.string(),
  status: z.enum(RUN_STATUS),
  turns: z.int().describe('Number of turns started so far'),
  why: z.string().nullable().describe('Why it finished, paused or failed'),
  frame: z
    .int()
    .nullable()
    .describe('Latest frame of a grid game, as the resource proscenium://runs/{run}/frames/{n}'),
  score: z.int().nullable().describe('Best score of a text adventure'),
  recent: z.array(turnResult).describe('The latest turns, oldest first'),
});
export type RunResult = z.output<typeof runResult>;

const MAX_TURN = 2_000;

/** Describes a turn. */
export function writeTurn(turn: TurnView | AdventureTurn): string {
  const text = 'commands' in turn ? writeStoryTurn(turn) : writeGridTurn(turn);
  const problem = turn.problem ? oneLine(`It failed: ${turn.problem.detail} ${turn.problem.fix ?? ''}`) : '';
  return shorten(paragraphs(text, problem), MAX_TURN);
}

const writeStoryTurn = ({ commands, objectives, memories, warnings }: AdventureTurn): string =>
  paragraphs(
    ...commands.map(
      ({ command, text, died }) =>
        `> ${oneLine(command)}\n${quoteBlock(text.trim())}${died ? '\n(The player died.)' : ''}`,
    ),
    ...memories.map((memory) => `Remembered: ${quote(memory)}`),
    objectives.length > 0 &&
      `Objectives: ${objectives.map(({ id, what }) => `${id} ${quote(what)}`).join(', ')}`,
    ...warnings.map(oneLine),
  );

function writeGridTurn({ sent, frames, diff, analysis }: TurnView): string {
  const actions = sent.map(({ kind, action, message }) => {
    const place = action.id === 'ACTION6' ? ` at column ${action.x}, row ${action.y}` : '';
    const fate = kind === 'action' ? '' : kind === 'doubt' ? ' (unknown if executed)' : ' (refused)';
    return `${action.id}${place}${fate}${message === null ? '' : `: ${quote(message)}`}`;
  });
  const summary = typeof diff?.summary === 'string' ? diff.summary : '';
  return paragraphs(
    actions.length > 0 && `Executed ${actions.join(', then ')}.`,
    frames.length > 0 && `Frames: ${frames.map(({ n, label }) => `${n} (${oneLine(label)})`).join(', ')}.`,
    oneLine(summary),
    analysis !== null && analysis.hadEffect === false && 'It had no effect.',
  );
}

/** Describes the state of a run with its latest turns. */
export function writeRun(run: Run, recent: readonly TurnResult[]): { text: string; data: RunResult } {
  const { id, title, game, status, turns, finishReason, pauseReason, failed } = run;
  const why = failed
    ? oneLine(`${failed.problem.detail} ${failed.problem.fix ?? ''}`)
    : (finishReason ?? pauseReason);
  const counts = Object.entries(run.used)
    .filter(([name]) => name in run.budgets)
    .map(([name, count]) => `${count} of ${run.budgets[name as keyof typeof run.budgets]} ${name}`);
  const text = paragraphs(
    `${quoteName(title)} (${id}, game ${game}): ${status}${why === null ? '' : ` (${oneLine(why)})`}, ${turns} turns.`,
    `Used: ${counts.join(', ')}.`,
    run.kind === 'grid' ? writeBoard(run) : writeStory(run),
    ...recent.map((turn) => `\nTurn ${turn.n} (${turn.status})\n${turn.text}`),
  );
  const data: RunResult = {
    ...{ run: id, title, game, status, turns, why, recent: [...recent] },
    frame: run.kind === 'grid' ? run.frame : null,
    score: run.kind === 'grid' ? null : run.score.best,
  };
  return { text, data };
}

function writeBoard(run: Extract<Run, { kind: 'grid' }>): string {
  const { id, phase, level, winLevels, frame, actions, waitsFor } = run;
  return paragraphs(
    `Phase ${phase}, levels completed: ${level}${winLevels === null ? '' : ` of ${winLevels}`}.`,
    ...Object.entries(actions).map(([action, { status, definition }]) =>
      `${action}: ${status}. ${definition === null ? '' : oneLine(definition)}`.trim(),
    ),
    frame !== null && `Latest frame: proscenium://runs/${id}/frames/${frame}.`,
    waitsFor && `Waiting for observation ${waitsFor.n} of its game.`,
  );
}

function writeStory({ story, score, objectives }: Extract<Run, { kind: 'adventure' }>): string {
  if (!story) return 'The story has not started.';
  const names = story.inventory.map(({ name }) => quoteName(name)).join(', ');
  const things = story.confidence.inventory === 'unknown' ? 'unknown items' : names || 'nothing';
  const best = `${score.best ?? 'unknown'}${score.maximum === null ? '' : ` of ${score.maximum}`}`;
  return paragraphs(
    `At ${story.place ? quoteName(story.place.name) : 'an unknown place'}, best score ${best}, carrying ${things}.`,
    `Objectives: ${objectives.active} active, ${objectives.completed} completed.`,
    labelText("The story's latest text", story.text),
  );
}

/** Knowledge of a run in tool results. */
export const knowledgeResult = z.object({
  run: runId,
  actions: z
    .array(z.object({ action: z.string(), status: z.string(), definition: z.string().nullable() }))
    .describe('Grid games: what each action does'),
  notes: z.array(z.string()).describe('Other knowledge'),
});

const isGrid = (knowledge: KnowledgeReading | AdventureKnowledge): knowledge is KnowledgeReading =>
  'actions' in knowledge;

/** Describes the knowledge of a run. */
export function writeKnowledge(
  run: string,
  knowledge: KnowledgeReading | AdventureKnowledge,
): { text: string; data: z.output<typeof knowledgeResult> } {
  const actions = isGrid(knowledge)
    ? Object.entries(knowledge.actions).map(([action, { status, definition }]) => ({
        action,
        status,
        definition,
      }))
    : [];
  const notes = isGrid(knowledge) ? gridNotes(knowledge) : storyNotes(knowledge);
  const text = paragraphs(
    ...actions.map(
      ({ action, status, definition }) =>
        `${action} (${status}): ${definition === null ? 'unknown' : oneLine(definition)}`,
    ),
    ...notes.map(oneLine),
  );
  return { text: text || 'Nothing learned yet.', data: { run, actions, notes } };
}

function gridNotes({ environment, phase }: KnowledgeReading): string[] {
  const { objects, relationships, rules } = environment;
  return [
    `Phase: ${phase}.`,
    ...[...objects, ...relationships, ...rules].map(({ name, text }) => `${name}: ${text}`),
  ];
}

function storyNotes({ knowledge, memories, vain, deadly }: AdventureKnowledge): string[] {
  const lists = (what: string, places: Record<string, string[]>) =>
    Object.entries(places).map(([place, commands]) => `${what} at ${place}: ${commands.join(', ')}`);
  const current = memories.filter(({ correctedBy }) => correctedBy === null);
  return [
    ...(knowledge === null ? [] : [knowledge]),
    ...current.map(({ place, text }) => (place === null ? text : `${place}: ${text}`)),
    ...lists('Without effect', vain),
    ...lists('Deadly', deadly),
  ];
}
