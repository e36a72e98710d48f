import { z } from 'zod';
import type { Json } from '../base/json';

/** Answers of models in a text adventure, by role. Names in prompts are snake_case. */

/** Agents of an adventure, in the order in which a turn calls them. */
export const ADVENTURE_ROLES = [
  'adventurer',
  'critic',
  'extractor',
  'chronicler',
  'keeper',
  'scholar',
] as const;
export type AdventureRole = (typeof ADVENTURE_ROLES)[number];

/** Maximum characters of an objective; longer ones are refused. */
export const MAX_OBJECTIVE = 200;
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * An optional field next to the command. Prompts ask for the form of `asked`, but we accept any value, so that a
 * mistake here does not cost the command. `readProposal` interprets it.
 */
const beside = (asked: z.ZodType, description: string) => {
  const { $schema: _, ...form } = z.toJSONSchema(asked, { target: 'draft-7', io: 'input' });
  return z
    .custom<Json>()
    .default(null)
    .meta({ ...form, description });
};

const newObjective = z.union([
  z.string(),
  z.object({
    text: z.string(),
    priority: z.enum(PRIORITIES).nullable().describe('null: normal'),
    parent: z.string().nullable().describe('id of the active objective that it is a step of'),
  }),
]);

/** The adventurer: the next command. */
export const adventurerAnswer = z.object({
  thinking: beside(z.string(), 'what the agent observes and plans, and why'),
  action: z.string().describe('one command, or several separated by commas; a movement must be the only one'),
  new_objective: beside(newObjective.nullable(), 'a new goal of several turns; null on most turns'),
  complete_objective: beside(z.string().nullable(), 'id of an active objective that is done'),
});
export type AdventurerAnswer = z.infer<typeof adventurerAnswer>;

/** The critic: rates a command. */
export const criticAnswer = z.object({
  score: z.number().min(-1).max(1).describe('from -1, pointless or harmful, to 1, clearly right'),
  reason: z.string(),
  suggestion: z.string().nullable().default(null).describe('a better command'),
});
export type CriticAnswer = z.infer<typeof criticAnswer>;

/** The extractor: facts in the story's text that its object tree may not show. */
export const extractorAnswer = z.object({
  objects: z.array(z.string()).nullable().default(null).describe('things the player could act on here'),
  exits: z.array(z.string()).nullable().default(null).describe('directions the text names'),
  characters: z.array(z.string()).nullable().default(null),
  danger: z.string().nullable().default(null).describe('a threat the text warns of'),
  summary: z.string().describe('one sentence on what the command led to'),
});
export type ExtractorAnswer = z.infer<typeof extractorAnswer>;

export const MEMORY_CATEGORIES = ['success', 'failure', 'discovery', 'danger', 'puzzle', 'note'] as const;
export type MemoryCategory = (typeof MEMORY_CATEGORIES)[number];

/** The chronicler: decides if the turn is worth remembering. */
export const chroniclerAnswer = z.object({
  keep: z.boolean().describe('false for most turns'),
  category: z.enum(MEMORY_CATEGORIES).nullable().default(null),
  text: z.string().nullable().default(null).describe('one or two sentences that help a later visit'),
  corrects: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe('ids of notes of this place that this one corrects'),
});
export type ChroniclerAnswer = z.infer<typeof chroniclerAnswer>;

/** The keeper, after a turn: completed objectives. */
export const completionAnswer = z.object({
  completed: z
    .array(z.object({ id: z.string(), evidence: z.string() }))
    .nullable()
    .default(null)
    .describe('objectives that the turn shows to be done'),
});
export type CompletionAnswer = z.infer<typeof completionAnswer>;

/** The keeper, every few turns: goals the adventurer has not named. */
export const discoveryAnswer = z.object({
  objectives: z
    .array(z.object({ text: z.string(), priority: z.enum(PRIORITIES).nullable().default(null) }))
    .nullable()
    .default(null),
});
export type DiscoveryAnswer = z.infer<typeof discoveryAnswer>;

/** The keeper, when there are many objectives: merges duplicates and drops pointless ones. */
export const refinementAnswer = z.object({
  merge: z
    .array(
      z.object({ into: z.string(), from: z.array(z.string()), text: z.string().nullable().default(null) }),
    )
    .nullable()
    .default(null)
    .describe('the ids in `from` become part of `into`; `text` is its new wording'),
  drop: z
    .array(z.object({ id: z.string(), reason: z.string() }))
    .nullable()
    .default(null),
});
export type RefinementAnswer = z.infer<typeof refinementAnswer>;

/** The scholar: summarizes the knowledge of the story for later turns and episodes. */
export const scholarAnswer = z.object({
  knowledge: z
    .string()
    .describe('at most 400 words: puzzles and their solutions, dangers, how the story works, open threads'),
});
export type ScholarAnswer = z.infer<typeof scholarAnswer>;

/** Answers of the agents that assist the adventurer. */
export type AnswerBehind =
  | ExtractorAnswer
  | ChroniclerAnswer
  | CompletionAnswer
  | DiscoveryAnswer
  | RefinementAnswer
  | ScholarAnswer;
