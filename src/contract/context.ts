import { z } from 'zod';
import { slug } from './ids';

/** The sections of a prompt that share what its fixed parts leave (docs/direct.md#shares-and-caps). */
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
export const MAX_BULLETS = 60;

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

/** How long a line is: a name, or a number of paragraphs. */
export const lineLength = z
  .union([z.enum(['short', 'medium', 'long']), z.int().min(1).max(12)])
  .meta({ id: 'LineLength' });
export type LineLength = z.infer<typeof lineLength>;

/** Ways in which a director may lead. */
const direction = z
  .strictObject({
    tone: z.string().max(400).nullable().default(null).describe('In the owner’s words'),
    pacing: z.enum(['slow', 'even', 'fast']).default('even'),
    spotlight: z
      .enum(['players', 'even', 'cast'])
      .default('even')
      .describe('Whom the director favors: the players, or interaction between the characters'),
    yields: z
      .enum(['soon', 'even', 'late'])
      .default('even')
      .describe('How readily it leaves the word to the players'),
  })
  .meta({ id: 'Direction' });
export type Direction = z.infer<typeof direction>;

/** Settings of a scene: every key with its default. */
export const sceneSettings = z
  .strictObject({
    director: z
      .enum(['full', 'light', 'off'])
      .default('full')
      .describe(
        '`full`: a director plans each round and reconciles it. `light`: one short call says who speaks and with what ' +
          'cue, and the state is kept behind the lines. `off`: no call; who speaks follows from `speakers`',
      ),
    speakers: z
      .enum(['natural', 'inTurn', 'all'])
      .default('natural')
      .describe(
        'Who speaks without a director when a line addresses or names no character: chosen by talkativeness, the one ' +
          'silent longest, or all present',
      ),
    talkativeness: z
      .record(slug, z.number().min(0).max(1))
      .default({})
      .describe('By id of a character, for `natural`: 0 only when spoken to, 1 always. Default 0.5'),
    maxActors: z
      .int()
      .min(1)
      .max(50)
      .default(3)
      .describe('Most characters that act in a pass; who is addressed acts in any case'),
    length: lineLength
      .default('medium')
      .describe(
        'How long the lines of characters and narrator are: `short`, `medium`, `long`, or so many paragraphs',
      ),
    lengths: z.record(slug, lineLength).default({}).describe('The same by id of a character'),
    rules: z
      .strictObject({
        character: z.string().max(8000).nullable().default(null),
        narrator: z.string().max(8000).nullable().default(null),
      })
      .prefault({})
      .describe('How characters and the narrator are told to play; null: the built-in rules'),
    direction: direction.prefault({}),
    playersChoose: z
      .boolean()
      .default(false)
      .describe('Players may choose among the alternatives of lines that answer them'),
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
      .describe('Percent of the context. Omitted sections keep their default'),
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
