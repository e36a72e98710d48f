import { z } from 'zod';

/**
 * Answers of models, by role. Names in prompts of a run follow docs/runs.md#a-turn (snake_case); names in
 * prompts of a scene are camelCase. Every key is required and nullable rather than optional, because strict modes of
 * providers demand it; a missing key parses as its default. Prompts of a director ask to leave such keys out.
 */

const PRIORITY_WORDS: ReadonlyMap<string, number> = new Map([
  ...['highest', 'urgent', 'critical'].map((word) => [word, 2] as const),
  ['high', 1],
  ...['medium', 'normal', 'default'].map((word) => [word, 0] as const),
  ['low', -1],
  ['lowest', -2],
]);

/** Models write a priority as a number or a word. */
function readPriority(said: unknown): unknown {
  return typeof said === 'string' ? (PRIORITY_WORDS.get(said.trim().toLowerCase()) ?? said) : said;
}

/** In the order in which the first speaker needs them: it starts while the rest of the plan is still streaming. */
const directive = z.object({
  id: z.string().describe('id of a character'),
  order: z.number().nullable().default(null).describe('position from 1; equal numbers act at the same time'),
  guidance: z.string().nullable().default(null),
  priority: z
    .preprocess(readPriority, z.number().nullable())
    .default(null)
    .describe('used without an order: higher acts earlier; default 0'),
});
export type Directive = z.infer<typeof directive>;

export const STATE_FIELDS = ['location', 'mood', 'clothing', 'activity', 'intentions'] as const;
export type StateField = (typeof STATE_FIELDS)[number];

const items = {
  activation: z.object({ id: z.string(), entryGuidance: z.string() }),
  deactivation: z.object({ id: z.string(), exitGuidance: z.string() }),
  stateUpdate: z.object({ id: z.string(), field: z.enum(STATE_FIELDS), value: z.string() }),
};
const ACTING = 'null: the service chooses; an empty list ends the round';

const planFields = {
  openGuidance: z.string().nullable().default(null).describe('guidance for everyone this round'),
  activations: z.array(items.activation).nullable().default(null),
  deactivations: z.array(items.deactivation).nullable().default(null),
  stateUpdates: z.array(items.stateUpdate).nullable().default(null),
  worldUpdates: z
    .array(z.object({ key: z.string(), value: z.string().nullable() }))
    .nullable()
    .default(null)
    .describe('facts of the world that changed; a null value deletes the key'),
  trackers: z
    .array(z.object({ key: z.string(), value: z.string().nullable() }))
    .nullable()
    .default(null),
};

/** Director pass 1: who acts, who enters or leaves, what changed before they speak. */
export const directorPlan = z.object({
  actingCharacters: z.array(directive).nullable().default(null).describe(ACTING),
  ...planFields,
});
export type DirectorPlan = z.infer<typeof directorPlan>;

/** Director pass 2, after the characters spoke: the current state, and who must still act. */
export const directorReconciliation = z.object({
  ...planFields,
  remainingActors: z.array(directive).nullable().default(null),
  newActivations: z.array(items.activation).nullable().default(null),
});
export type DirectorReconciliation = z.infer<typeof directorReconciliation>;

/** A light director's answer before anyone speaks: who speaks, with what cue. Keep it short: the round waits for it. */
export const lightPlan = z.object({
  who: z.array(z.string()).nullable().default(null).describe('ids of the speakers, in order'),
  cue: z.string().nullable().default(null).describe('a few words of guidance for them'),
});

export type LightPlan = z.infer<typeof lightPlan>;

/** A light director's answer after the characters spoke: the current state. */
export const stateReport = z.object({
  stateUpdates: planFields.stateUpdates,
  worldUpdates: planFields.worldUpdates,
  trackers: planFields.trackers,
});

/** Longer casts are not listed, because providers limit the size of enums in a schema. */
const MAX_LISTED_CAST = 40;
const MAX_PLANS = 200;
const planSchemas = new Map<string, AnyPlan>();
type AnyPlan = z.ZodType<DirectorPlan | DirectorReconciliation>;

/**
 * The plan schema of a pass, as sent to a provider. It lists the ids of the cast, so that a strict mode cannot invent
 * ids. Names instead of ids still parse; the caller checks them. One schema per cast, because schemas are cached by
 * identity.
 */
export function directorPlanOf(pass: 1 | 2, ids: readonly string[], isLight = false): AnyPlan {
  const plans = isLight ? [lightPlan, stateReport] : [directorPlan, directorReconciliation];
  const plan = plans[pass - 1] ?? directorPlan;
  if (ids.length === 0 || ids.length > MAX_LISTED_CAST) return plan as unknown as AnyPlan;
  const key = `${isLight ? 'light' : 'full'} ${pass} ${ids.join(' ')}`;
  const cachedPlan = planSchemas.get(key);
  if (cachedPlan) return cachedPlan;
  const id = z.string().meta({ description: 'id of a character', enum: [...ids] });
  const listOf = (item: z.ZodObject) => z.array(item.extend({ id })).nullable().default(null);
  const { activation, deactivation, stateUpdate } = items;
  const lists: Record<string, z.ZodType> = {
    activations: listOf(activation),
    deactivations: listOf(deactivation),
    stateUpdates: listOf(stateUpdate),
    actingCharacters: listOf(directive).describe(ACTING),
    who: z.array(id).nullable().default(null).describe('the speakers, in order'),
    remainingActors: listOf(directive),
    newActivations: listOf(activation),
  };
  const ownLists = Object.entries(lists).filter(([key]) => Object.hasOwn(plan.shape, key));
  const castPlan = plan.extend(Object.fromEntries(ownLists)) as unknown as AnyPlan;
  if (planSchemas.size >= MAX_PLANS) planSchemas.clear();
  planSchemas.set(key, castPlan);
  return castPlan;
}

/** The optional world agent, after the director's last pass: facts and trackers only. */
export const worldReport = z.object({
  worldUpdates: planFields.worldUpdates,
  trackers: planFields.trackers,
});
export type WorldReport = z.infer<typeof worldReport>;

/** The summarizer: what happened in each round, and the whole scene so far. */
export const summaryReport = z.object({
  bullets: z
    .array(z.object({ round: z.int(), text: z.string().min(1) }))
    .describe('one sentence for each round'),
  running: z.string().min(1).describe('the whole scene so far, at most 200 words'),
});
export type SummaryReport = z.infer<typeof summaryReport>;

/** The role's own rules set the length. */
export const lineText = z.string().min(1).describe('vivid and specific, never your reasoning');

/** Answer of an agent that talks. The caller checks `kind` against `mayEmit` of its profile. */
export const spokenLine = z.object({
  thought: z.string().nullable().default(null).describe('private thoughts'),
  kind: z.string(),
  text: lineText,
});
export type SpokenLine = z.infer<typeof spokenLine>;

const grantedItems = new Map<string, z.ZodType<SpokenLine>>();

/**
 * `spokenLine` with `kind` limited to the kinds that the agent may emit. One schema per list, because schemas are cached by
 * identity.
 */
export function spokenLineOf(mayEmit: readonly string[]): z.ZodType<SpokenLine> {
  const key = mayEmit.join(' ');
  const cachedLine = grantedItems.get(key);
  if (cachedLine) return cachedLine;
  const lineSchema = spokenLine.extend({ kind: z.enum(mayEmit) });
  grantedItems.set(key, lineSchema);
  return lineSchema;
}

export const ACTION_IDS = [
  'ACTION1',
  'ACTION2',
  'ACTION3',
  'ACTION4',
  'ACTION5',
  'ACTION6',
  'ACTION7',
] as const;
export const actionId = z.enum(ACTION_IDS).meta({ id: 'ActionId' });
export type ActionId = z.infer<typeof actionId>;

/**
 * Reads an action as models write it: its number, or its name in any case and spacing, with an optional remark.
 * Returns ambiguous input unchanged, so that the schema refuses it instead of guessing.
 */
export function readActionName(said: unknown): unknown {
  const text = typeof said === 'number' ? String(said) : typeof said === 'string' ? said.trim() : '';
  const [, number, remark = ''] =
    /^(?:action[\s_#-]*)?([1-7])$/i.exec(text) ?? /^action[\s_#-]*([1-7])(?!\d)(.*)$/is.exec(text) ?? [];
  return number === undefined || /action[\s_#-]*\d/i.test(remark) ? said : `ACTION${number}`;
}

/** Reads a confidence as models write it. Converts percentages if unambiguous; 7 might be out of 10. */
function readConfidence(said: unknown): unknown {
  const percent = typeof said === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(said)?.[1] : undefined;
  if (percent !== undefined) return Number(percent) / 100;
  return typeof said === 'number' && said > 10 && said <= 100 ? said / 100 : said;
}

const confidence = z.preprocess(readConfidence, z.number().min(0).max(1)).describe('from 0 to 1');

/** Maximum rows and columns of a board; clicks use 0 to 63. */
export const BOARD_MAX = 64;

/**
 * An action as sent to a game. Only a click (ACTION6) has `x` (column) and `y` (row). They are absent rather than
 * undefined, so that the value is plain JSON.
 */
export type GameAction = { id: ActionId; x?: number; y?: number };

const place = z
  .int()
  .min(0)
  .max(BOARD_MAX - 1)
  .optional();
export const gameAction = z
  .object({ id: actionId, x: place, y: place })
  .meta({ id: 'GameAction' }) as unknown as z.ZodType<GameAction>;

/** The fields of a suggestion that name actions. */
const actionFields = (action: z.ZodType<ActionId>) => ({
  target_action: z
    .preprocess(readActionName, action.nullable())
    .describe('the action to learn about, one that the game offers now; null ends the run'),
  setup_sequence: z
    .array(
      z.union([
        z.preprocess(readActionName, action),
        z.object({
          action: z.preprocess(readActionName, action),
          x: z.int().nullable().default(null),
          y: z.int().nullable().default(null),
        }),
      ]),
    )
    .nullable()
    .default(null)
    .describe(
      'actions to run first, whose last effects were predicted; {action, x, y} for one that takes a place',
    ),
});
const anyAction = actionFields(z.enum(ACTION_IDS));

/** Call A of a run's turn: what to try next. */
export const suggestion = z.object({
  current_board_assessment: z.string(),
  reasoning: z.string(),
  target_action: anyAction.target_action,
  target_x: z
    .int()
    .nullable()
    .default(null)
    .describe('column of the place, for ACTION6, which needs one; else null'),
  target_y: z
    .int()
    .nullable()
    .default(null)
    .describe('row of the place, for ACTION6, which needs one; else null'),
  setup_sequence: anyAction.setup_sequence,
  expected_information_gain: z.string(),
  expects_change: z
    .boolean()
    .nullable()
    .default(null)
    .describe('whether the target action will change the board; null: unknown'),
});
export type Suggestion = z.infer<typeof suggestion>;

const suggestions = new Map<string, z.ZodType<Suggestion>>();

/**
 * The suggestion schema as sent to a provider. It lists the actions the game offers, so that a strict mode cannot
 * invent others. One schema per list, because schemas are cached by identity.
 *
 * @param offered ids without repetition; their order does not matter
 */
export function suggestionOf(offered: readonly ActionId[]): z.ZodType<Suggestion> {
  const ids = ACTION_IDS.filter((id) => offered.includes(id));
  if (ids.length === 0 || ids.length === ACTION_IDS.length) return suggestion;
  const key = ids.join(' ');
  const cachedSchema = suggestions.get(key);
  if (cachedSchema) return cachedSchema;
  const schema = suggestion.extend(actionFields(z.enum(ids)));
  suggestions.set(key, schema);
  return schema;
}

export const environmentUpdate = z.object({
  kind: z.enum(['object', 'relationship', 'rule']),
  name: z.string(),
  text: z.string(),
  confidence,
});
export type EnvironmentUpdate = z.infer<typeof environmentUpdate>;

/** Models write a definition as text, a rule number or a rule as JSON. Converts all of them to text. */
const readDefinitionText = (said: unknown): unknown =>
  typeof said === 'number'
    ? `rule ${said}`
    : typeof said === 'object' && said !== null
      ? JSON.stringify(said)
      : said;

/** Call B of a run's turn: the effects of the action. A plain string among the updates is a rule. */
export const analysis = z.object({
  interpretation: z.string(),
  action_definition: z
    .preprocess(readDefinitionText, z.string().nullable())
    .default(null)
    .describe('a rule number, a rule as JSON, or a sentence; null keeps the current definition'),
  is_consistent_with_previous: z.boolean().nullable().default(null).describe('null on a first observation'),
  objects_involved: z.array(z.string()).nullable().default(null),
  context_description: z.string(),
  had_effect: z.boolean(),
  no_effect_reason: z.string().nullable().default(null),
  environment_updates: z
    .array(z.union([environmentUpdate, z.string()]))
    .nullable()
    .default(null),
  confidence,
});
export type Analysis = z.infer<typeof analysis>;

const definedAnalysis = analysis.extend({
  action_definition: z
    .preprocess(readDefinitionText, z.string().min(1))
    .describe('a rule number, a rule as JSON, or a sentence'),
}) as unknown as z.ZodType<Analysis>;

/** After the first effect of an action, the analysis must include a definition. */
export const analysisOf = (needsDefinition: boolean): z.ZodType<Analysis> =>
  needsDefinition ? definedAnalysis : analysis;
