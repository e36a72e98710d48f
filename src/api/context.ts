import { z } from 'zod';

/** The sections of a prompt that share what its fixed parts leave (docs/configuration.md#shares-and-caps). */
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

/** Percent of what the fixed parts of a prompt leave of `maxContextTokens`. */
export const DEFAULT_SHARES: Readonly<Record<Section, number>> = {
  history: 30,
  summaries: 10,
  lore: 15,
  memories: 20,
  notes: 10,
  directorGuidance: 5,
  characterGuidance: 10,
};

/** Most sentences on rounds that a scene keeps: older ones are in its running summary. */
export const MAX_BULLETS = 40;

/** Hard limits of one section, whatever its share comes to. Absent: no limit of its own. */
export const sectionCap = z
  .strictObject({
    maxTokens: z.int().min(0).max(1_000_000).optional(),
    maxChars: z.int().min(0).max(4_000_000).optional(),
    topK: z.int().min(0).max(1000).optional().describe('Most entries'),
  })
  .meta({ id: 'SectionCap' });
export type SectionCap = z.infer<typeof sectionCap>;

/** Tokens and entries of one section of a prompt. */
const sectionUse = z
  .object({
    share: z.int().describe('Tokens it might have'),
    tokens: z.int().describe('Tokens it has'),
    entries: z.int().describe('Entries that were kept'),
    dropped: z.int().describe('Entries that did not fit'),
    cut: z.boolean().describe('An entry was shortened, with a mark'),
  })
  .meta({ id: 'SectionUse' });
export type SectionUse = z.infer<typeof sectionUse>;

/** Sizes of a prompt, for telemetry. */
export const promptUse = z
  .object({
    window: z.int().describe("The model's window"),
    reserve: z.int().describe('Kept for the answer and its form'),
    fixed: z.int().describe('Tokens of the parts that share nothing: rules, cards, states, task'),
    fixedCut: z.boolean().describe('Some of these did not fit and were shortened, with a mark, or left out'),
    total: z.int().describe('Tokens of the whole prompt'),
    sections: z.partialRecord(z.enum(SECTIONS), sectionUse),
    unsearched: z
      .array(z.string())
      .exactOptional()
      .describe(
        'Lore entries that were not looked for to the end: the keys of the books take too long together',
      ),
  })
  .meta({ id: 'PromptUse' });
export type PromptUse = z.infer<typeof promptUse>;

/** Context settings of a scene: every key with its default. */
export const sceneSettings = z
  .strictObject({
    summarizeAfter: z
      .int()
      .min(2)
      .max(1000)
      .default(10)
      .describe('Summarise when more messages than this are unsummarised'),
    maxDirectorPasses: z
      .int()
      .min(1)
      .max(2)
      .default(2)
      .describe('Passes of the director in a round; 1 leaves out the reconciliation'),
    worldAgent: z
      .boolean()
      .default(false)
      .describe('An agent of its own reconciles world facts and trackers after pass 2'),
    thoughts: z
      .boolean()
      .default(true)
      .describe('Store private thoughts of characters as events for the owner'),
    shares: z
      .partialRecord(z.enum(SECTIONS), z.number().min(0).max(100))
      .default({})
      .describe('Percent of the context; what is not listed keeps its default'),
    caps: z
      .partialRecord(z.enum(SECTIONS), sectionCap)
      .default({})
      .describe('Hard limits of single sections; none by default'),
    memory: z
      .strictObject({
        enabled: z.boolean().default(true).describe('Characters remember rounds, and are reminded of them'),
        topK: z.int().min(0).max(50).default(5).describe('Most memories of one character in a round'),
        minScore: z.number().min(0).max(1).default(0.1).describe('What scores less is not recalled'),
        halfLife: z
          .number()
          .min(1)
          .max(100_000)
          .default(50)
          .describe('Rounds after which a memory counts half'),
        floor: z.number().min(0).max(1).default(0.2).describe('Age never takes more than this leaves'),
      })
      .prefault({}),
  })
  .meta({ id: 'SceneSettings' });
export type SceneSettings = z.infer<typeof sceneSettings>;
