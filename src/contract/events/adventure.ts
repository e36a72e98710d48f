import { z } from 'zod';
import {
  ADVENTURE_ROLES,
  chroniclerAnswer,
  completionAnswer,
  discoveryAnswer,
  extractorAnswer,
  refinementAnswer,
  scholarAnswer,
} from '../adventure-agents';
import { episode } from '../adventures';
import { usage } from '../calls';
import {
  answererFields,
  defineEvents,
  exits,
  objectiveEnder,
  objectiveSource,
  priority,
  providerField,
  rungField,
  story,
  storyNote,
} from './shapes';

const answerFields = () => ({
  ...answererFields(),
  rung: rungField(),
  calls: z.int().describe('Number of calls for this answer'),
  usage: usage.describe('`promptTokens` and `completionTokens` of those calls'),
});
/** Fields of a ruling: by the critic, or by the story engine without a model. */
const rulingFields = () => ({
  ...answerFields(),
  provider: providerField()
    .nullable()
    .describe(`${providerField().description}. Null if the story engine ruled`),
  rung: rungField().nullable().describe(`${rungField().description}. Null if the story engine ruled`),
});
const storyField = () =>
  story().describe(
    'State of the story: `snapshot`, the `text` it printed, the `upper` window, `awaits`, `stopped`, `notes`, and `reading` (place, score and maximum score, moves, inventory, visible objects, with sources and confidence)',
  );
const exitsField = () =>
  exits().describe(
    'Exits found by trying directions and undoing them, as `{direction, to, text, deadly}`. Null if probing is off or did not happen',
  );
const placeField = () => z.int().nullable().describe('Number of the place before the command, or null');
const objectiveField = () =>
  z.string().describe('Id of the objective: `A…` from the adventurer, `D…` discovered, `P…` from a person');
const sharedField = () =>
  z
    .string()
    .nullable()
    .describe('Hash of the story, if other runs of the story can use it. Null if it stays in this run');

/** Events of a run that plays a text adventure, in the order in which a turn writes them. */
export const ADVENTURE_EVENTS = defineEvents('run', {
  'episode.started': {
    about: 'An episode started: the story begins from its opening.',
    payload: () =>
      z.object({
        n: z.int().describe('Number of the episode'),
        seed: z.string().describe('Random seed of the story'),
        story: storyField(),
        exits: exitsField(),
        notes: z.array(storyNote()).describe('Memories from other runs of the story'),
        knowledge: z
          .string()
          .nullable()
          .describe('Knowledge about the story from earlier episodes and other runs. Null if none'),
      }),
  },
  'command.given': {
    about: 'A person suggested a command, or typed one.',
    payload: () =>
      z.object({
        command: z.string().describe('The command'),
        mode: z
          .enum(['suggest', 'take'])
          .describe('`suggest`: shown to the adventurer as a suggestion; `take`: typed in the next turn'),
      }),
  },
  'story.saved': {
    about: 'A person saved the game, or the story saved itself after `save`.',
    payload: () =>
      z.object({
        name: z.string().describe('Name of the save. A later save with the same name replaces it'),
        turn: z.int().describe('The turn after which it was saved'),
      }),
  },
  'story.restored': {
    about: 'A person restored an earlier state of the story. Map, notes and objectives stay.',
    payload: () =>
      z.object({
        to: z
          .int()
          .describe(
            'The turn to whose end the story returned. Negative: a file that was restored after that turn',
          ),
        save: z.string().nullable().describe('Name of the save. Null for an undo, a turn or a file'),
        file: z
          .boolean()
          .optional()
          .describe(
            'True if restored from a Quetzal file; `to` is then the last turn before it. Absent for a turn or save of the run',
          ),
        story: storyField(),
        exits: exitsField(),
      }),
  },
  'command.proposed': {
    about: 'The adventurer proposed a command.',
    payload: () =>
      z.object({
        step: z.string().describe('`adventurer:0`; `:1` and `:2` after a rejection'),
        thinking: z.string().describe('Its reasoning'),
        action: z.string().describe('The command as received'),
        commands: z.array(z.string()).describe('Cleaned commands'),
        cleaned: z.array(z.string()).describe('Descriptions of changed or removed parts'),
        newObjective: z
          .object({ text: z.string(), priority: priority(), parent: z.string().nullable() })
          .nullable()
          .describe('New objective as `{text, priority, parent}`. Usually null'),
        completeObjective: z
          .string()
          .nullable()
          .describe('Id or text of an objective it reports as done. Usually null'),
        faults: z
          .array(z.string())
          .describe(
            'Problems in these two fields and how they were handled; the adventurer sees them in its next prompt',
          ),
        fallback: z.boolean().describe('True if no usable answer came and `look` was typed instead'),
        ...answerFields(),
      }),
  },
  'critic.rejected': {
    about: 'The critic rejected a command; the adventurer proposes another. New objectives stay.',
    payload: () =>
      z.object({
        step: z.string().describe('Step that ruled'),
        command: z.string().describe('Rejected command'),
        by: z
          .enum(['machine', 'critic'])
          .describe(
            "`machine`: the story engine ruled without a model; `critic`: the critic's score was too low",
          ),
        score: z
          .number()
          .nullable()
          .describe('Score of the critic, from −1 to 1. Null if the story engine ruled'),
        reason: z.string().describe('Reason for the rejection'),
        override: z.null().describe('Always null'),
        ...rulingFields(),
      }),
  },
  'critic.accepted': {
    about: 'The critic accepted a command, or was overruled.',
    payload: () =>
      z.object({
        step: z.string().describe('Step that ruled'),
        command: z.string().describe('Accepted command'),
        by: z
          .enum(['machine', 'critic'])
          .describe('`critic`, or `machine` if it was the last attempt of the turn'),
        score: z
          .number()
          .nullable()
          .describe(
            'Score of the critic, from −1 to 1. Null if the critic gave no usable answer or the story engine ruled',
          ),
        reason: z.string().describe('Reason for the score'),
        override: z
          .enum(['stuck', 'out_of_tries', 'no_answer'])
          .nullable()
          .describe(
            'Why the command passes despite its score: `stuck`, `out_of_tries` or `no_answer`. Null if the score is high enough',
          ),
        ...rulingFields(),
      }),
  },
  'command.executed': {
    about: 'A command was typed and the story answered.',
    payload: () =>
      z.object({
        episode: z.int().describe('Number of the episode'),
        command: z.string().describe('The command'),
        by: z.enum(['adventurer', 'player']).describe('`adventurer` or `player`'),
        given: z.int().nullable().describe('Seq of the `command.given` it executes, or null'),
        thinking: z.string().nullable().describe("Reasoning of the adventurer. Null for a person's command"),
        from: placeField(),
        to: z.int().nullable().describe('Number of the place after the command, or null'),
        effect: z
          .boolean()
          .describe(
            "True if the command changed the story's world. Printed text, clocks and changes that waiting also causes do not count",
          ),
        moved: z.boolean().describe('True if the player moved to another place'),
        died: z.boolean().describe('True if the player died'),
        story: storyField(),
        exits: exitsField(),
      }),
  },
  'agent.answered': {
    about: 'An assisting agent answered. Its results follow as separate events.',
    payload: () =>
      z.object({
        step: z.string().describe('`extract`, `remember`, `complete`, `discover`, `refine` or `synthesize`'),
        role: z.enum(ADVENTURE_ROLES).describe('`extractor`, `chronicler`, `keeper` or `scholar`'),
        answer: z
          .union([
            extractorAnswer,
            chroniclerAnswer,
            completionAnswer,
            discoveryAnswer,
            refinementAnswer,
            scholarAnswer,
          ])
          .describe('The answer as received'),
        ...answerFields(),
      }),
  },
  'objective.added': {
    about: 'An objective was added: a goal that takes several turns.',
    payload: () =>
      z.object({
        id: objectiveField(),
        text: z.string().describe('Text of the objective'),
        source: objectiveSource().describe('`agent`, `discovered` or `player`'),
        priority: priority().describe('`high`, `normal` or `low`'),
        parent: z.string().nullable().describe('Id of the parent objective, or null'),
        place: z.string().nullable().describe('Place where it was added, as `L<number>`, or null'),
      }),
  },
  'objective.completed': {
    about: 'An objective was completed.',
    payload: () =>
      z.object({
        id: objectiveField(),
        by: objectiveEnder().describe('`adventurer`, `keeper`, `player` or `service`'),
        why: z.string().describe('Evidence that it is done'),
      }),
  },
  'objective.merged': {
    about: 'Objectives were merged into one.',
    payload: () =>
      z.object({
        into: z.string().describe('Id of the remaining objective'),
        from: z.array(z.string()).describe('Ids of the merged objectives'),
        text: z.string().nullable().describe('New text of the remaining objective. Null if unchanged'),
        why: z.string().describe('Reason for the merge'),
      }),
  },
  'objective.dropped': {
    about: 'An objective was dropped.',
    payload: () =>
      z.object({
        id: objectiveField(),
        by: objectiveEnder().describe('`keeper`, `player` or `service` (no progress for a long time)'),
        why: z.string().describe('Reason for dropping it'),
      }),
  },
  'objective.changed': {
    about: 'A person edited or reordered an objective.',
    payload: () =>
      z.object({
        id: objectiveField(),
        text: z.string().nullable().describe('New text. Null if unchanged'),
        priority: priority().nullable().describe('New priority. Null if unchanged'),
        parent: z
          .string()
          .nullable()
          .optional()
          .describe('New parent; null removes the parent. Absent if unchanged'),
        order: z
          .array(z.string())
          .nullable()
          .describe('Ids of all active objectives in their new order. Null if unchanged'),
      }),
  },
  'objective.refused': {
    about: 'A new objective or a completion was refused.',
    payload: () =>
      z.object({
        source: objectiveSource().describe('`agent`, `discovered` or `player`'),
        text: z.string().describe('Text of the refused objective, or the id reported as done'),
        why: z
          .enum([
            'empty',
            'too_long',
            'vague',
            'no_place',
            'duplicate',
            'too_many',
            'unknown',
            'no_parent',
            'no_evidence',
          ])
          .describe(
            "`empty`, `too_long`, `vague`, `duplicate`, `too_many`; `no_place`: added, but its text names a place that is not on the map; `unknown`: no active objective has this id; `no_parent`: added without its parent, which is not an active objective; `no_evidence`: reported as done, but the story's text does not show it",
          ),
        of: z
          .string()
          .nullable()
          .describe(
            'The related objective: the one it duplicates, the one added without a parent, or the one not completed. Null otherwise',
          ),
      }),
  },
  'stuck.warned': {
    about: 'The adventurer is stuck and gets a warning in its next prompt.',
    payload: () =>
      z.object({
        kind: z
          .enum(['oscillation', 'same_place', 'no_progress'])
          .describe('`oscillation`, `same_place` or `no_progress`'),
        turns: z.int().describe('Number of turns it has lasted'),
        message: z.string().describe('Text of the warning'),
      }),
  },
  'knowledge.written': {
    about: 'The accumulated knowledge about the story was rewritten, for later turns and episodes.',
    payload: () =>
      z.object({
        text: z.string().describe('The complete knowledge'),
        reason: z.enum(['interval', 'episode']).describe('`interval`, or `episode` at the end of an episode'),
        episode: z.int().describe('Number of the episode'),
        story: sharedField(),
      }),
  },
  'episode.completed': {
    about: 'An episode ended: the story ended, or made no progress.',
    payload: () =>
      z.object({
        n: z.int().describe('Number of the episode'),
        end: episode.shape.end
          .unwrap()
          .describe('`won`, `died`, `quit`, `error`, `stuck`, `turns` or `stopped`'),
        turns: z.int().describe('Number of turns in the episode'),
        why: z.string().optional().describe('Error that stopped the story. Absent unless `end` is `error`'),
        deaths: z.int().describe('Number of deaths; some stories resurrect the player'),
        score: z.int().nullable().describe('Score at the end, or null'),
        best: z.int().nullable().describe('Highest score in the episode, or null'),
        maximum: z
          .int()
          .optional()
          .describe('Maximum score according to the story. Absent if the story does not state one'),
      }),
  },
});
