import { z } from 'zod';
import type { Json } from '../base/json';

/** Answers of models in a text adventure, by role. Names towards the model are snake_case. */

/** Agents of an adventure, in the order in which a turn asks them. */
export const ADVENTURE_ROLES = [
  'adventurer',
  'critic',
  'extractor',
  'chronicler',
  'keeper',
  'scholar',
] as const;
export type AdventureRole = (typeof ADVENTURE_ROLES)[number];

/** Most characters of an objective's text; a longer one is refused. */
export const MAX_OBJECTIVE = 200;
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * A field beside the command: asked for in the form of `asked`, and read whatever it came as, so that a slip in it does
 * not cost the command. `readProposal` makes of it what can be made.
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
    parent: z.string().nullable().describe('id of the active objective it is a part of, e.g. `A2`'),
  }),
]);

/** The adventurer: what to type next. */
export const adventurerAnswer = z.object({
  thinking: beside(z.string(), 'what you observe, what you plan, and why'),
  action: z.string().describe('a single command; a movement stands alone'),
  new_objective: beside(newObjective.nullable(), 'null on most turns; only to begin a goal of several turns'),
  complete_objective: beside(z.string().nullable(), 'id of an active objective that is done'),
});
export type AdventurerAnswer = z.infer<typeof adventurerAnswer>;

/** The critic: how good an idea the command is. */
export const criticAnswer = z.object({
  score: z.number().min(-1).max(1).describe('-1 pointless or harmful … 1 clearly right'),
  reason: z.string(),
  suggestion: z.string().nullable().default(null).describe('a better command'),
});
export type CriticAnswer = z.infer<typeof criticAnswer>;

/** Facts that the story's text shows and its tree may not. */
export const extractorAnswer = z.object({
  objects: z.array(z.string()).nullable().default(null).describe('things one could act on here'),
  exits: z.array(z.string()).nullable().default(null).describe('directions the text names'),
  characters: z.array(z.string()).nullable().default(null),
  danger: z.string().nullable().default(null).describe('a threat the text warns of'),
  summary: z.string().describe('one sentence: what the command led to'),
});
export type ExtractorAnswer = z.infer<typeof extractorAnswer>;

export const MEMORY_CATEGORIES = ['success', 'failure', 'discovery', 'danger', 'puzzle', 'note'] as const;
export type MemoryCategory = (typeof MEMORY_CATEGORIES)[number];

/** The chronicler: whether the turn taught something worth keeping. */
export const chroniclerAnswer = z.object({
  keep: z.boolean().describe('false for most turns'),
  category: z.enum(MEMORY_CATEGORIES).nullable().default(null),
  text: z.string().nullable().default(null).describe('one or two sentences that help a later visit'),
  corrects: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe('ids of memories of this place that this one corrects'),
});
export type ChroniclerAnswer = z.infer<typeof chroniclerAnswer>;

/** The keeper, after a turn: which objectives are done now. */
export const completionAnswer = z.object({
  completed: z
    .array(z.object({ id: z.string(), evidence: z.string() }))
    .nullable()
    .default(null)
    .describe('only objectives that the turn shows to be done, by their exact ids'),
});
export type CompletionAnswer = z.infer<typeof completionAnswer>;

/** The keeper, every few turns: goals that the adventurer has not named. */
export const discoveryAnswer = z.object({
  objectives: z
    .array(z.object({ text: z.string(), priority: z.enum(PRIORITIES).nullable().default(null) }))
    .nullable()
    .default(null),
});
export type DiscoveryAnswer = z.infer<typeof discoveryAnswer>;

/** The keeper, when there are many: which are one and the same, and which are pointless by now. */
export const refinementAnswer = z.object({
  merge: z
    .array(
      z.object({ into: z.string(), from: z.array(z.string()), text: z.string().nullable().default(null) }),
    )
    .nullable()
    .default(null)
    .describe('the ids in `from` become part of `into`; `text` words it anew'),
  drop: z
    .array(z.object({ id: z.string(), reason: z.string() }))
    .nullable()
    .default(null),
});
export type RefinementAnswer = z.infer<typeof refinementAnswer>;

/** The scholar: what is known of this story, for later turns and later episodes. */
export const scholarAnswer = z.object({
  knowledge: z
    .string()
    .describe(
      'at most 400 words: puzzles and their solutions, dangers, the way the story works, open threads',
    ),
});
export type ScholarAnswer = z.infer<typeof scholarAnswer>;

/** Answers of the agents behind the adventurer and its critic. */
export type AnswerBehind =
  | ExtractorAnswer
  | ChroniclerAnswer
  | CompletionAnswer
  | DiscoveryAnswer
  | RefinementAnswer
  | ScholarAnswer;
