import { z } from 'zod';
import { labelText, oneLine, quoteBlock, quoteName } from '../../base/quote';
import {
  type TriedCommands,
  triedCommands,
  tryCommands,
  type ValidActionsView,
} from '../../contract/adventures';
import { runId } from '../../contract/ids';
import type { Problem } from '../../contract/problems';
import type { Run } from '../../contract/runs';
import { toProblem } from '../../contract/to-problem';
import type { Caller } from './caller';
import { toQuery } from './scene-tools';
import { defineTool, formatResult } from './tool';
import { paragraphs } from './words';

const TURN = z
  .number()
  .int()
  .min(1)
  .optional()
  .describe('Turn whose end is the starting point; absent: the current state');

const triedResult = triedCommands.pick({
  text: true,
  effect: true,
  moved: true,
  died: true,
  score: true,
  points: true,
});
const actionsResult = z.object({
  run: runId,
  actions: z.array(z.object({ command: z.string(), text: z.string(), alike: z.array(z.string()) })),
  untried: z.int().describe('Number of commands not tried because of the limit'),
});

const listNames = (names: readonly string[]): string => names.map(quoteName).join(', ') || 'nothing';

/** Describes what commands would do, below the story's own text. */
function writeTried({ text, effect, moved, died, end, to, points, inventory }: TriedCommands): string {
  const outcome = died
    ? 'The player would die.'
    : moved
      ? `Leads to ${to ? quoteName(to.name) : 'another place'}.`
      : effect
        ? 'Changes the world.'
        : 'Changes nothing.';
  return paragraphs(
    quoteBlock(text.trim()),
    outcome,
    end !== null && `The story would end: ${end}.`,
    points !== null && points !== 0 && `The score would change by ${points}.`,
    `Inventory afterwards: ${listNames(inventory.map(({ name }) => name))}.`,
  );
}

/** Refuses agents that play a fair run; null if the run is not fair. */
async function refuseFair(caller: Caller, id: string): Promise<{ ok: false; problem: Problem } | null> {
  const run = await caller.ask<Run>(`GET /v1/runs/${id}`);
  if (!run.ok) return run;
  if (run.value.kind !== 'adventure' || !run.value.options.fair) return null;
  const detail = 'Agents cannot try commands in a fair run.';
  return { ok: false, problem: toProblem({ code: 'conflict', detail, fix: 'Play a turn with `step_run`.' }) };
}

/** Tools for text adventures in addition to the tools for all runs. They play commands and undo them. */
export const STORY_TOOLS = [
  defineTool({
    name: 'try_commands',
    title: 'Try commands in a text adventure',
    description:
      'See what commands would do in a text adventure: they are executed in order and then undone. The run is not affected, and nothing is stored.',
    room: 'run',
    asks: ['GET /v1/runs/{id}', 'POST /v1/runs/{id}/try'],
    reads: true,
    args: {
      commands: tryCommands.shape.commands.unwrap().describe('One or several commands, in order'),
      turn: TURN,
    },
    answer: triedResult,
    run: async ({ caller, room, args }) => {
      const refusal = await refuseFair(caller, room);
      if (refusal) return refusal;
      const body = { commands: args.commands, ...(args.turn !== undefined && { turn: args.turn }) };
      const reply = await caller.ask<TriedCommands>(`POST /v1/runs/${room}/try`, { body });
      if (!reply.ok) return reply;
      const { text, effect, moved, died, score, points } = reply.value;
      return formatResult(writeTried(reply.value), { text, effect, moved, died, score, points });
    },
  }),
  defineTool({
    name: 'read_valid_actions',
    title: 'List the valid actions of a text adventure',
    description:
      'List commands that would change the world in the current state of a text adventure, found by trying and undoing them. Deadly commands are omitted.',
    room: 'run',
    asks: ['GET /v1/runs/{id}', 'GET /v1/runs/{id}/valid-actions'],
    args: { turn: TURN },
    answer: actionsResult,
    run: async ({ caller, room, args }) => {
      const refusal = await refuseFair(caller, room);
      if (refusal) return refusal;
      const reply = await caller.ask<ValidActionsView>(
        `GET /v1/runs/${room}/valid-actions?${toQuery({ ...args })}`,
      );
      if (!reply.ok) return reply;
      const { items, untried } = reply.value;
      const actions = items.map(({ command, text, alike }) => ({ command, text, alike }));
      const rows = actions.map(({ command, text, alike }) =>
        labelText([command, ...alike].map(oneLine).join(' = '), text),
      );
      const rest = untried > 0 && `${untried} more commands were not tried because of the limit.`;
      return formatResult(paragraphs(rows.join('\n') || 'No command changes the world.', rest), {
        ...{ run: room, actions, untried },
      });
    },
  }),
];
