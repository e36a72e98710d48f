import { z } from 'zod';
import { ACTION_IDS, type ActionId, readActionName } from './agents';

/**
 * Declares wishes of a model that plays on (docs/runs.md#wishes), and their ends. Names towards the model
 * are snake_case, as those of its suggestions; those in events are camelCase.
 */

export const WISH_KINDS = ['to', 'touch', 'actions', 'explore'] as const;
export type WishKind = (typeof WISH_KINDS)[number];

/** Most actions that one wish lists, and that one leaves to the service. */
export const MAX_WISHED = 12;
export const MAX_EXPLORED = 50;

/** Names of a kind that mean no other one. */
const KIND_NAMES: ReadonlyMap<string, WishKind> = new Map([
  ...WISH_KINDS.map((kind) => [kind, kind] as const),
  ['go to', 'to'],
  ['goto', 'to'],
  ['move to', 'to'],
  ['action', 'actions'],
]);

/** A kind as models write it: in any case, with spaces or underscores. What is none stays, for the schema to refuse. */
function readKind(said: unknown): unknown {
  if (typeof said !== 'string') return said;
  return KIND_NAMES.get(said.trim().toLowerCase().replaceAll('_', ' ')) ?? said;
}

/**
 * An answer as models write it: the parts of the wish may stand in an object of its own, `{"wish": {"kind": "to", "row": 3}}`.
 * Parts beside it win.
 */
function readNested(said: unknown): unknown {
  if (typeof said !== 'object' || said === null || !('wish' in said)) return said;
  const { wish, ...beside } = said;
  if (typeof wish !== 'object' || wish === null || Array.isArray(wish)) return said;
  const { kind, wish: name = kind, ...parts } = wish as Record<string, unknown>;
  const partsBeside = Object.entries(beside).filter(([, value]) => value !== null);
  return { ...parts, ...Object.fromEntries(partsBeside), wish: name };
}

/** A number as models write it: its digits may stand in a string. */
const readWhole = (said: unknown): unknown =>
  typeof said === 'string' && /^\s*\d{1,4}\s*$/.test(said) ? Number(said) : said;

const coordinate = () => z.preprocess(readWhole, z.int().nullable()).default(null);

const actionsOf = (ids: z.ZodType<ActionId>) => {
  const action = z.preprocess(readActionName, ids);
  return z
    .array(z.union([action, z.object({ action, x: coordinate(), y: coordinate() })]))
    .nullable()
    .default(null)
    .describe(
      `for \`actions\`: at most ${MAX_WISHED}; {action, x, y} for one that takes a place, x a column and y a row`,
    );
};

const answerFields = z.object({
  current_board_assessment: z.string(),
  reasoning: z.string(),
  wish: z.preprocess(readKind, z.enum(WISH_KINDS)),
  row: coordinate().describe('row of the cell, for `to` and `touch`; else null'),
  col: coordinate().describe('column of the cell, for `to` and `touch`; else null'),
  object_row: coordinate().describe(
    'for `touch`: a cell of the object that is to touch it; null: the thing that actions move',
  ),
  object_col: coordinate(),
  actions: actionsOf(z.enum(ACTION_IDS)),
  steps: coordinate().describe(`for \`explore\`: how many actions, at most ${MAX_EXPLORED}`),
  expectation: z.string().describe('what the board shows when the wish has come about'),
});

/** Call A of a turn of playing: what is to come about. */
export const wishAnswer = z.preprocess(readNested, answerFields) as unknown as z.ZodType<WishAnswer>;
export type WishAnswer = z.infer<typeof answerFields>;

const answersByOffer = new Map<string, z.ZodType>();

/**
 * The answer as a provider is sent it: it lists the actions that the game offers, so that a strict mode writes no other.
 * One schema for each list, as schemas are cached by identity.
 */
export function wishAnswerOf(offered: readonly ActionId[]): z.ZodType {
  const ids = ACTION_IDS.filter((id) => offered.includes(id));
  if (ids.length === 0) return answerFields;
  const cachedSchema = answersByOffer.get(ids.join(' '));
  if (cachedSchema) return cachedSchema;
  const schema = answerFields.extend({ actions: actionsOf(z.enum(ids)) });
  answersByOffer.set(ids.join(' '), schema);
  return schema;
}

const cell = z.int().exactOptional();

/** A wish as events have it. */
const wish = z.object({
  kind: z
    .enum(WISH_KINDS)
    .describe(
      '`to`: the thing that actions move is to stand on a cell; `touch`: it, or another object, is to touch the object there; `actions`: these are to be done; `explore`: the service plans by itself',
    ),
  row: cell.describe('of the cell; absent for `actions` and `explore`'),
  col: cell,
  objectRow: cell.describe('a cell of the object that is to touch; absent: the thing that actions move'),
  objectCol: cell,
  actions: z
    .array(z.string())
    .exactOptional()
    .describe('for `actions`, `ACTION3` or `ACTION6@x,y`; else absent'),
  steps: z.int().exactOptional().describe('for `explore`: actions at most; else absent'),
});
export type Wish = z.infer<typeof wish>;

/** A wish that a turn follows. */
export const followedWish = wish.extend({
  text: z.string().describe('the wish in words'),
  turn: z.int().describe('turn in which it was wished'),
  done: z.int().describe('actions that were done for it before this turn'),
  left: z
    .array(z.string())
    .describe('actions of the plan after this turn; empty where the service plans by itself'),
  isForetold: z
    .literal(true)
    .exactOptional()
    .describe('true: the plan is known to lead there; absent: its last step, or more of it, is a try'),
  replans: z
    .int()
    .exactOptional()
    .describe(
      'how often the way was looked for anew, as an action went otherwise than foretold; absent: never',
    ),
  surprise: z.string().exactOptional().describe('how it went then, the first time; absent: it never did'),
  expectation: z
    .string()
    .exactOptional()
    .describe('what the model expects of it; absent after its first turn'),
});
export type FollowedWish = z.infer<typeof followedWish>;

export const WISH_ENDS = ['reached', 'done', 'surprise', 'level', 'game_over', 'stopped'] as const;

/** Tells what became of the wish that the turns before followed. */
export const endedWish = z.object({
  turn: z.int().describe('turn in which it was wished'),
  text: z.string().describe('the wish in words'),
  end: z
    .enum(WISH_ENDS)
    .describe(
      '`reached`; `done`: all its actions were; `surprise`: one went otherwise than foretold; `level`: the level was completed; `game_over`; `stopped`: an action was refused, in doubt or not on offer, or something else came between',
    ),
  done: z.int().describe('actions that were done for it'),
  detail: z.string().describe('why, in words'),
});
export type EndedWish = z.infer<typeof endedWish>;
