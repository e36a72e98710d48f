import { z } from 'zod';

/**
 * Answers of models, by role. Names towards the model of a run are those of docs/runs.md#a-turn (snake_case); those of a
 * scene are camelCase. Every key is required and nullable rather than optional, so that the strict mode of a provider
 * accepts the schema; a missing key parses as its default.
 */

const PRIORITY_WORDS: ReadonlyMap<string, number> = new Map([
  ...['highest', 'urgent', 'critical'].map((word) => [word, 2] as const),
  ['high', 1],
  ...['medium', 'normal', 'default'].map((word) => [word, 0] as const),
  ['low', -1],
  ['lowest', -2],
]);

/** A priority as models write it: a number, or a word for one. */
function readPriority(said: unknown): unknown {
  return typeof said === 'string' ? (PRIORITY_WORDS.get(said.trim().toLowerCase()) ?? said) : said;
}

/** Its place comes before its guidance, so that it is known early who comes after it. */
const directive = z.object({
  id: z.string().describe('id of a character'),
  order: z.number().nullable().default(null).describe('position from 1; equal numbers act at the same time'),
  priority: z
    .preprocess(readPriority, z.number().nullable())
    .default(null)
    .describe('used without an order: higher acts earlier; default 0'),
  guidance: z.string().nullable().default(null),
});
export type Directive = z.infer<typeof directive>;

export const STATE_FIELDS = ['location', 'mood', 'clothing', 'activity', 'intentions'] as const;
export type StateField = (typeof STATE_FIELDS)[number];

const items = {
  activation: z.object({ id: z.string(), entryGuidance: z.string() }),
  deactivation: z.object({ id: z.string(), exitGuidance: z.string() }),
  stateUpdate: z.object({ id: z.string(), field: z.enum(STATE_FIELDS), value: z.string() }),
};
const ACTING = 'null lets the service choose; an empty list ends the round';

const planFields = {
  openGuidance: z.string().nullable().default(null),
  activations: z.array(items.activation).nullable().default(null),
  deactivations: z.array(items.deactivation).nullable().default(null),
  stateUpdates: z.array(items.stateUpdate).nullable().default(null),
  worldUpdates: z
    .array(z.object({ key: z.string(), value: z.string().nullable() }))
    .nullable()
    .default(null),
  trackers: z
    .array(z.object({ key: z.string(), value: z.string().nullable() }))
    .nullable()
    .default(null),
};

/** Director pass 1: who acts, how they come and go, what changed before they speak. */
export const directorPlan = z.object({
  ...planFields,
  actingCharacters: z.array(directive).nullable().default(null).describe(ACTING),
});
export type DirectorPlan = z.infer<typeof directorPlan>;

/** Director pass 2, after the characters spoke: what is true now, and who must still act. */
export const directorReconciliation = z.object({
  ...planFields,
  remainingActors: z.array(directive).nullable().default(null),
  newActivations: z.array(items.activation).nullable().default(null),
});
export type DirectorReconciliation = z.infer<typeof directorReconciliation>;

/** A light director's answer before anyone speaks: who does, and with what cue. Its few tokens are waited for. */
export const lightPlan = z.object({
  who: z.array(z.string()).nullable().default(null).describe('ids of the speakers, in order'),
  cue: z.string().nullable().default(null).describe('a few words of guidance for them'),
});

export type LightPlan = z.infer<typeof lightPlan>;

/** The same after they spoke: what is true now. */
export const stateReport = z.object({
  stateUpdates: planFields.stateUpdates,
  worldUpdates: planFields.worldUpdates,
  trackers: planFields.trackers,
});

/** Longer casts are not listed: providers bound the words of a schema's lists. */
const MAX_LISTED_CAST = 40;
const MAX_PLANS = 200;
const plansOfCasts = new Map<string, AnyPlan>();
type AnyPlan = z.ZodType<DirectorPlan | DirectorReconciliation>;

/**
 * The plan of a pass for a cast, as a provider is sent it: it lists the ids, so that a strict mode writes no other. A name
 * in place of an id fits it all the same; the caller checks it. One schema per cast, as schemas are cached by identity.
 */
export function directorPlanOf(pass: 1 | 2, ids: readonly string[], isLight = false): AnyPlan {
  const plans = isLight ? [lightPlan, stateReport] : [directorPlan, directorReconciliation];
  const plan = plans[pass - 1] ?? directorPlan;
  if (ids.length === 0 || ids.length > MAX_LISTED_CAST) return plan as unknown as AnyPlan;
  const key = `${isLight ? 'light' : 'full'} ${pass} ${ids.join(' ')}`;
  const cachedPlan = plansOfCasts.get(key);
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
  if (plansOfCasts.size >= MAX_PLANS) plansOfCasts.clear();
  plansOfCasts.set(key, castPlan);
  return castPlan;
}

/** The world agent, after the director's last pass, where it is switched on: facts and trackers, nothing else. */
export const worldReport = z.object({
  worldUpdates: planFields.worldUpdates,
  trackers: planFields.trackers,
});
export type WorldReport = z.infer<typeof worldReport>;

/** The summariser: what happened, round by round, and the whole scene so far. */
export const summaryReport = z.object({
  bullets: z.array(z.object({ round: z.int(), text: z.string().min(1) })),
  running: z.string().min(1),
});
export type SummaryReport = z.infer<typeof summaryReport>;

/** Answer of an agent that talks. The caller checks `kind` against `mayEmit` of its profile. */
export const spokenLine = z.object({
  thought: z.string().nullable().default(null).describe('private thoughts'),
  kind: z.string(),
  text: z.string().min(1),
});
export type SpokenLine = z.infer<typeof spokenLine>;

const granted = new Map<string, z.ZodType<SpokenLine>>();

/** The same, its `kind` limited to what the agent may emit; one schema per grant, as schemas are cached by identity. */
export function spokenLineOf(mayEmit: readonly string[]): z.ZodType<SpokenLine> {
  const key = mayEmit.join(' ');
  const cachedLine = granted.get(key);
  if (cachedLine) return cachedLine;
  const lineSchema = spokenLine.extend({ kind: z.enum(mayEmit) });
  granted.set(key, lineSchema);
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
 * An action as models write it: its number, its name in any case and spacing, perhaps with a remark behind it. What names
 * none of them, or more than one, stays as it is, for the schema to refuse: what it means would be a guess.
 */
export function readActionName(said: unknown): unknown {
  const text = typeof said === 'number' ? String(said) : typeof said === 'string' ? said.trim() : '';
  const [, number, remark = ''] =
    /^(?:action[\s_#-]*)?([1-7])$/i.exec(text) ?? /^action[\s_#-]*([1-7])(?!\d)(.*)$/is.exec(text) ?? [];
  return number === undefined || /action[\s_#-]*\d/i.test(remark) ? said : `ACTION${number}`;
}

/** A confidence as models write it: of percents, where nothing else can be meant (7 may be of 10), the share. */
function readConfidence(said: unknown): unknown {
  const percent = typeof said === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(said)?.[1] : undefined;
  if (percent !== undefined) return Number(percent) / 100;
  return typeof said === 'number' && said > 10 && said <= 100 ? said / 100 : said;
}

const confidence = z.preprocess(readConfidence, z.number().min(0).max(1)).describe('from 0 to 1');

/** Row and column counts of the largest board; a click is 0…63 both ways. */
export const BOARD_MAX = 64;

/**
 * An action as it is sent to a game. `x` is the column and `y` the row of a click (ACTION6); no other has them. They
 * are absent rather than undefined, so that it counts as plain JSON.
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
 * The suggestion as a provider is sent it: it lists the actions that the game offers, so that a strict mode writes no other.
 * One schema for each list, as schemas are cached by identity; of a game that offers nothing, `suggestion` itself.
 *
 * @param offered ids without repetition; their order makes no other schema
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

/** A definition as models write it: a rule number as such, or a rule that is JSON and not text, becomes text. */
const readDefinitionText = (said: unknown): unknown =>
  typeof said === 'number'
    ? `rule ${said}`
    : typeof said === 'object' && said !== null
      ? JSON.stringify(said)
      : said;

/** Call B of a run's turn: what the action did. A plain string among the updates is a rule. */
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

/** The analysis as it is asked for: after the first effect of an action its definition is required. */
export const analysisOf = (needsDefinition: boolean): z.ZodType<Analysis> =>
  needsDefinition ? definedAnalysis : analysis;
