import { z } from 'zod';
import { ACTION_IDS, type ActionId, readActionName } from './agents';

/**
 * Wishes of a model that plays after exploring (docs/runs.md#wishes), and how they end. Names in prompts are
 * snake_case, as in suggestions; names in events are camelCase.
 */

export const WISH_KINDS = ['to', 'touch', 'actions', 'explore'] as const;
export type WishKind = (typeof WISH_KINDS)[number];

/** Maximum number of actions in a wish, and in an `explore` wish. */
export const MAX_WISH_STEPS = 12;
export const MAX_EXPLORE_STEPS = 50;

/** Synonyms of a kind that are unambiguous. */
const KIND_NAMES: ReadonlyMap<string, WishKind> = new Map([
  ...WISH_KINDS.map((kind) => [kind, kind] as const),
  ['go to', 'to'],
  ['goto', 'to'],
  ['move to', 'to'],
  ['action', 'actions'],
]);

/**
 * Reads a kind in any case, with spaces or underscores. Unknown values are returned unchanged, so that the schema
 * refuses them.
 */
function readKind(said: unknown): unknown {
  if (typeof said !== 'string') return said;
  return KIND_NAMES.get(said.trim().toLowerCase().replaceAll('_', ' ')) ?? said;
}

/**
 * Accepts answers with the wish in a nested object: `{"wish": {"kind": "to", "row": 3}}`. Fields outside of it take
 * precedence.
 */
function readNested(said: unknown): unknown {
  if (typeof said !== 'object' || said === null || !('wish' in said)) return said;
  const { wish, ...beside } = said;
  if (typeof wish !== 'object' || wish === null || Array.isArray(wish)) return said;
  const { kind, wish: name = kind, ...parts } = wish as Record<string, unknown>;
  const partsBeside = Object.entries(beside).filter(([, value]) => value !== null);
  return { ...parts, ...Object.fromEntries(partsBeside), wish: name };
}

/** Models may write a number as a string. */
const readWholeNumber = (said: unknown): unknown =>
  typeof said === 'string' && /^\s*\d{1,4}\s*$/.test(said) ? Number(said) : said;

const coordinate = () => z.preprocess(readWholeNumber, z.int().nullable()).default(null);

const offeredActions = (ids: z.ZodType<ActionId>) => {
  const action = z.preprocess(readActionName, ids);
  return z
    .array(z.union([action, z.object({ action, x: coordinate(), y: coordinate() })]))
    .nullable()
    .default(null)
    .describe(
      `for \`actions\`: at most ${MAX_WISH_STEPS}; {action, x, y} for a click, x a column and y a row`,
    );
};

const answerFields = z.object({
  current_board_assessment: z.string(),
  reasoning: z.string(),
  wish: z.preprocess(readKind, z.enum(WISH_KINDS)),
  row: coordinate().describe('row of the cell, for `to` and `touch`; else null'),
  col: coordinate().describe('column of the cell, for `to` and `touch`; else null'),
  object_row: coordinate().describe('for `touch`: a cell of the object to move; null: the controlled object'),
  object_col: coordinate(),
  actions: offeredActions(z.enum(ACTION_IDS)),
  steps: coordinate().describe(`for \`explore\`: how many actions, at most ${MAX_EXPLORE_STEPS}`),
  expectation: z.string().describe('the expected board once the wish is reached'),
});

/** Call A of a turn of playing: the desired result. */
export const wishAnswer = z.preprocess(readNested, answerFields) as unknown as z.ZodType<WishAnswer>;
export type WishAnswer = z.infer<typeof answerFields>;

const answersByOffer = new Map<string, z.ZodType>();

/**
 * The answer schema as sent to a provider. It lists the actions the game offers, so that a strict mode cannot invent
 * others. One schema per list, because schemas are cached by identity.
 */
export function wishAnswerFor(offered: readonly ActionId[]): z.ZodType {
  const ids = ACTION_IDS.filter((id) => offered.includes(id));
  if (ids.length === 0) return answerFields;
  const cachedSchema = answersByOffer.get(ids.join(' '));
  if (cachedSchema) return cachedSchema;
  const schema = answerFields.extend({ actions: offeredActions(z.enum(ids)) });
  answersByOffer.set(ids.join(' '), schema);
  return schema;
}

const cell = z.int().exactOptional();

/** A wish in events. */
const wish = z.object({
  kind: z
    .enum(WISH_KINDS)
    .describe(
      '`to`: move the controlled object to a cell; `touch`: make it, or another object, touch the object there; `actions`: execute these actions; `explore`: let the service plan',
    ),
  row: cell.describe('Row of the cell. Absent for `actions` and `explore`'),
  col: cell,
  objectRow: cell.describe('A cell of the object that should touch. Absent for the controlled object'),
  objectCol: cell,
  actions: z
    .array(z.string())
    .exactOptional()
    .describe('`actions`: `ACTION3` or `ACTION6@x,y`. Absent otherwise'),
  steps: z.int().exactOptional().describe('`explore`: maximum number of actions. Absent otherwise'),
});
export type Wish = z.infer<typeof wish>;

/** A wish that a turn follows. */
export const followedWish = wish.extend({
  text: z.string().describe('The wish in words'),
  turn: z.int().describe('Turn in which the model made the wish'),
  done: z.int().describe('Number of actions executed for it before this turn'),
  left: z
    .array(z.string())
    .describe('Remaining actions of the plan after this turn. Empty if the service plans'),
  isForetold: z
    .literal(true)
    .exactOptional()
    .describe('True if the whole plan was predicted. Absent if its last steps are a trial'),
  replans: z
    .int()
    .exactOptional()
    .describe('How often the plan was revised because an action did not go as predicted. Absent if never'),
  surprise: z.string().exactOptional().describe('First result that was not as predicted. Absent if none'),
  expectation: z.string().exactOptional().describe('What the model expects. Absent after its first turn'),
});
export type FollowedWish = z.infer<typeof followedWish>;

export const WISH_ENDS = ['reached', 'done', 'surprise', 'level', 'game_over', 'stopped'] as const;

/** Outcome of the previous wish. */
export const endedWish = z.object({
  turn: z.int().describe('Turn in which the model made the wish'),
  text: z.string().describe('The wish in words'),
  end: z
    .enum(WISH_ENDS)
    .describe(
      '`reached`; `done`: all its actions were executed; `surprise`: a result was not as predicted; `level`: the level was completed; `game_over`; `stopped`: an action was refused, in doubt or unavailable, or the run was interrupted',
    ),
  done: z.int().describe('Number of actions executed for it'),
  detail: z.string().describe('Explanation'),
});
export type EndedWish = z.infer<typeof endedWish>;
