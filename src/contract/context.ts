import { z } from 'zod';
import { slug } from './ids';

/** The sections of a prompt that share the space left by its fixed parts (docs/direct.md#shares-and-caps). */
export const SECTIONS = [
  'history',
  'summaries',
  'lore',
  'memories',
  'notes',
  'directorGuidance',
  'characterGuidance',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Percentages of the part of `maxContextTokens` that the fixed parts leave. */
export const DEFAULT_SHARES: Readonly<Record<Section, number>> = {
  history: 30,
  summaries: 10,
  lore: 15,
  memories: 20,
  notes: 10,
  directorGuidance: 5,
  characterGuidance: 10,
};

/** Maximum number of round summaries a scene keeps; older ones are merged into its running summary. */
export const MAX_BULLETS = 60;

/** Hard limits of a section, independent of its share. Absent: no limit. */
export const sectionCap = z
  .strictObject({
    maxTokens: z.int().min(0).max(1_000_000).optional(),
    maxChars: z.int().min(0).max(4_000_000).optional(),
    topK: z.int().min(0).max(1000).optional().describe('Maximum number of entries'),
  })
  .meta({ id: 'SectionCap' });
export type SectionCap = z.infer<typeof sectionCap>;

/** Tokens and entries of a section of a prompt. */
const sectionUse = z
  .object({
    share: z.int().describe('Tokens available to the section'),
    tokens: z.int().describe('Tokens used'),
    entries: z.int().describe('Number of entries included'),
    dropped: z.int().describe('Number of entries that did not fit'),
    cut: z.boolean().describe('True if an entry was shortened. Shortened entries are marked'),
  })
  .meta({ id: 'SectionUse' });
export type SectionUse = z.infer<typeof sectionUse>;

/** Sizes of a prompt, for telemetry. */
export const promptUse = z
  .object({
    window: z.int().describe('Context window of the model, in tokens'),
    reserve: z.int().describe('Tokens reserved for the answer and its schema'),
    fixed: z.int().describe('Tokens of the fixed parts: rules, cards, states, task'),
    fixedCut: z.boolean().describe('True if fixed parts did not fit and were shortened or omitted'),
    total: z.int().describe('Tokens of the whole prompt'),
    sections: z.partialRecord(z.enum(SECTIONS), sectionUse),
    unsearched: z
      .array(z.string())
      .exactOptional()
      .describe('Lore entries whose keys were not fully searched, because all keys together take too long'),
  })
  .meta({ id: 'PromptUse' });
export type PromptUse = z.infer<typeof promptUse>;

/** Length of a line: a name, or a number of paragraphs. */
export const lineLength = z
  .union([z.enum(['short', 'medium', 'long']), z.int().min(1).max(12)])
  .meta({ id: 'LineLength' });
export type LineLength = z.infer<typeof lineLength>;

/** How a director leads. */
const direction = z
  .strictObject({
    tone: z.string().max(400).nullable().default(null).describe("Tone in the owner's words"),
    pacing: z.enum(['slow', 'even', 'fast']).default('even'),
    spotlight: z
      .enum(['players', 'even', 'cast'])
      .default('even')
      .describe('Whom the director favors: the players, or interaction between the characters'),
    yields: z
      .enum(['soon', 'even', 'late'])
      .default('even')
      .describe('How readily the director hands over to the players'),
  })
  .meta({ id: 'Direction' });
export type Direction = z.infer<typeof direction>;

/** Settings of a scene, with defaults. */
/** An origin as browsers write it: https, or http of this machine for development. */
const pageOrigin = z
  .string()
  .max(260)
  .regex(
    /^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/,
    'must be an origin such as https://example.com, without a path',
  );

export const sceneSettings = z
  .strictObject({
    director: z
      .enum(['auto', 'full', 'light', 'off'])
      .default('auto')
      .describe(
        '`full`: a director plans each round and updates the state afterwards. `light`: one short call decides who speaks and with what cue, and the state is updated after the lines. `off`: no director call; `speakers` decides who speaks. `auto`: like `full`, but a single character answers a single player at once, and a director updates the state after the line if there is any',
      ),
    approvePlans: z
      .boolean()
      .default(false)
      .describe(
        'If true, a round waits after the first pass of the director until the owner approves its plan. In `auto`, a director then plans every round',
      ),
    speakers: z
      .enum(['natural', 'inTurn', 'all'])
      .default('natural')
      .describe(
        'Who speaks without a director if a line addresses no character. `natural`: chosen by talkativeness; `inTurn`: the one silent longest; `all`: all present characters',
      ),
    talkativeness: z
      .record(slug, z.number().min(0).max(1))
      .default({})
      .describe(
        'Talkativeness by character id, for `natural`: 0 speaks only when addressed, 1 always speaks. Default 0.5',
      ),
    maxActors: z
      .int()
      .min(1)
      .max(50)
      .default(3)
      .describe('Maximum number of characters that act in a pass. Addressed characters always act'),
    length: lineLength
      .default('medium')
      .describe(
        'Length of lines of characters and the narrator: `short`, `medium`, `long`, or a number of paragraphs',
      ),
    lengths: z.record(slug, lineLength).default({}).describe('Length by character id, overriding `length`'),
    rules: z
      .strictObject({
        character: z.string().max(8000).nullable().default(null),
        narrator: z.string().max(8000).nullable().default(null),
      })
      .prefault({})
      .describe('Custom instructions for characters and the narrator. Null uses the built-in rules'),
    direction: direction.prefault({}),
    playersChoose: z
      .boolean()
      .default(false)
      .describe('Let players choose among alternatives of replies to their own lines'),
    embedOrigins: z
      .array(pageOrigin)
      .max(10)
      .default([])
      .describe('Origins of sites that may show the scene in a frame, at `/embed/{tenant}/{id}`'),
    summarizeAfter: z
      .int()
      .min(2)
      .max(1000)
      .default(10)
      .describe('Summarize when there are more unsummarized messages than this'),
    maxDirectorPasses: z
      .int()
      .min(1)
      .max(2)
      .default(2)
      .describe('Number of director passes per round; 1 skips the update after the lines'),
    worldAgent: z
      .boolean()
      .default(false)
      .describe('Use a separate agent to update world facts and trackers after pass 2'),
    thoughts: z
      .boolean()
      .default(true)
      .describe('Store private thoughts of characters as events for the owner'),
    shares: z
      .partialRecord(z.enum(SECTIONS), z.number().min(0).max(100))
      .default({})
      .describe('Percentage of the context by section. Omitted sections keep their default'),
    caps: z
      .partialRecord(z.enum(SECTIONS), sectionCap)
      .default({})
      .describe('Hard limits by section. Default: none'),
    memory: z
      .strictObject({
        enabled: z
          .boolean()
          .default(true)
          .describe('Characters remember earlier rounds and recall them in prompts'),
        topK: z
          .int()
          .min(0)
          .max(50)
          .default(5)
          .describe('Maximum number of memories recalled per character and round'),
        minScore: z.number().min(0).max(1).default(0.1).describe('Minimum score of a recalled memory'),
        halfLife: z
          .number()
          .min(1)
          .max(100_000)
          .default(50)
          .describe('Number of rounds after which the weight of a memory halves'),
        floor: z.number().min(0).max(1).default(0.2).describe('Minimum weight of old memories'),
      })
      .prefault({}),
  })
  .meta({ id: 'SceneSettings' });
export type SceneSettings = z.infer<typeof sceneSettings>;
