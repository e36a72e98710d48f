import { z } from 'zod';
import { digits } from './digits';
import { pageSchema } from './pages';

/** Measures of a budget, in the order in which they are checked. Closed list. */
export const MEASURES = ['calls', 'tokens', 'money'] as const;
export type Measure = (typeof MEASURES)[number];

/** Actual or maximum cost. Whole numbers; money in billionths of the stage's currency, so that sums are exact. */
export type Cost = Record<Measure, number>;
/** Null: no limit. Money as in {@link Cost}. */
export type Limits = Record<Measure, number | null>;

/**
 * Kinds of budgets. `operator`: the operator's cap for a tenant; `tenant`: the tenant's own budget; `autonomy`: the
 * budget of auto-play in a scene.
 */
export const BUDGETS = ['operator', 'tenant', 'room', 'seat', 'autonomy'] as const;
export type BudgetName = (typeof BUDGETS)[number];

/** A budget with too little left. Money as in {@link Cost}. */
export interface Shortage {
  budget: BudgetName;
  what: Measure;
  limit: number;
  used: number;
  /** Reserved for open calls and leases. */
  reserved: number;
  /** Maximum cost of the next call. */
  need: number;
  period: Period;
}

export const PERIODS = ['day', 'month', 'total'] as const;
/** When usage resets: with a UTC day or month; `total` never. */
export type Period = (typeof PERIODS)[number];

const calls = z.int().min(0).max(1_000_000_000).nullable();
const tokens = z.int().min(0).max(1_000_000_000_000).nullable();
const money = z.number().min(0).max(1_000_000).nullable();

/** Limits in requests; null or absent: no limit. */
export const roomLimits = z.strictObject({
  calls: calls.optional().describe('Maximum number of model calls. Null for no limit'),
  tokens: tokens.optional().describe('Maximum number of prompt and completion tokens. Null for no limit'),
  money: money.optional().describe("Maximum cost in the stage's currency (PRICES). Null for no limit"),
});
export type RoomLimits = z.infer<typeof roomLimits>;

/** Limits of a run in addition to calls, for display. */
export const runLimits = { tokens, money };

/** Limits as a run stores them. Absent: no limit. */
export interface RunLimits {
  tokens?: number | null;
  money?: number | null;
}

/** Picks the limits that a request sets. */
export const pickRunLimits = ({ tokens: most, money: price }: RunLimits | UnsetBudgets = {}): RunLimits => ({
  ...(most !== undefined && { tokens: most }),
  ...(price !== undefined && { money: price }),
});
type UnsetBudgets = { [K in keyof RunLimits]: RunLimits[K] | undefined };

export const sceneBudgets = roomLimits
  .extend({
    perSeat: roomLimits.optional().describe('Limits for each player in this scene'),
  })
  .meta({ id: 'SceneBudgets', description: 'Budgets of a scene. Omitted limits are unchanged' });
export type SceneBudgets = z.infer<typeof sceneBudgets>;

/** Current limits; null: none. */
export const limitsView = z.object({ calls, tokens, money });
export const sceneBudgetsView = limitsView.extend({ perSeat: limitsView }).meta({ id: 'SceneBudgetsNow' });
export type SceneBudgetsNow = z.infer<typeof sceneBudgetsView>;
export const NO_SCENE_BUDGETS: SceneBudgetsNow = {
  ...{ calls: null, tokens: null, money: null },
  perSeat: { calls: null, tokens: null, money: null },
};

export const amounts = z.object({ calls: z.int(), tokens: z.int(), money: z.number() });

export const setBudget = roomLimits
  .extend({
    period: z.enum(PERIODS).default('total').describe('When usage resets, in UTC. `total`: never'),
  })
  .meta({ id: 'SetBudget', description: 'The complete budget. Omitted limits are removed' });
export type SetBudget = z.infer<typeof setBudget>;

/** A budget of a tenant and its usage. */
const tenantBudget = z
  .object({
    calls,
    tokens,
    money,
    period: z.enum(PERIODS),
    used: amounts.describe('Usage in this period, as reported by rooms'),
    left: z
      .object({ calls, tokens, money })
      .describe('Limits minus usage and reservations. Null for no limit'),
  })
  .meta({ id: 'TenantBudget' });
export type TenantBudget = z.infer<typeof tenantBudget>;

export const tenantBudgets = z
  .object({
    operator: tenantBudget.nullable().describe("The operator's cap. Null if none"),
    tenant: tenantBudget.nullable().describe("The tenant's own budget. Null if none"),
    reserved: amounts.describe('Amounts leased to active rooms'),
    used: amounts.describe('Usage of all time'),
    currency: z.string(),
  })
  .meta({ id: 'TenantBudgets', description: 'Both budgets apply; the first one exhausted ends the round' });
export type TenantBudgets = z.infer<typeof tenantBudgets>;

export type TenantMoney = Omit<TenantBudgets, 'currency'>;

const USAGE_SPLITS = ['room', 'seat', 'role', 'model'] as const;
export const USAGE_BY = ['day', ...USAGE_SPLITS] as const;
const day = z.iso.date();
export const usageQuery = z.object({
  from: day.optional().describe('First day (UTC). Default: 30 days before `to`'),
  to: day.optional().describe('Last day (UTC), inclusive. Default: today'),
  by: z.enum(USAGE_BY).default('day').describe('Group by this dimension'),
  split: z.enum(USAGE_SPLITS).optional().describe('Split each group by a second dimension'),
  cursor: z.string().max(300).optional().describe('Cursor for pagination: `next` of the previous page'),
  limit: digits(z.int().min(1).max(1000).default(200)).describe('Maximum number of rows per page'),
});

const usageSums = {
  calls: z.int().describe("Number of calls, including the understudy's"),
  metered: z.int().describe('Number of calls that count against budgets (calls to a model)'),
  promptTokens: z.int(),
  completionTokens: z.int().describe('Completion tokens, including reasoning'),
  reasoningTokens: z.int().describe('Reasoning tokens, included in `completionTokens`, as far as reported'),
  cachedTokens: z.int().describe('Cached tokens, included in `promptTokens`, as far as reported'),
  money: z.number().describe('Cost of calls with known prices'),
  providerCost: z.number().describe('Cost as reported by providers, in their currency'),
  unpriced: z.int().describe('Number of metered calls of models without a price in PRICES'),
};
const usageRow = z
  .object({
    key: z.string().nullable().describe('The day, room, seat, role or model. Null for calls without a seat'),
    part: z
      .string()
      .nullable()
      .optional()
      .describe('With `split`: the room, seat, role or model. Null for calls without a seat'),
    title: z
      .string()
      .nullable()
      .optional()
      .describe('Title of the room, if grouped or split by room. Null if the room is not in the index'),
    ...usageSums,
  })
  .meta({ id: 'UsageRow' });
export type UsageRow = z.infer<typeof usageRow>;
export const usagePage = pageSchema(usageRow, 'UsagePage')
  .extend({
    from: day,
    to: day,
    by: z.enum(USAGE_BY),
    currency: z.string(),
    total: z.object(usageSums).describe('Totals over all pages'),
  })
  .meta({ id: 'UsageReport' });
export type UsagePage = z.infer<typeof usagePage>;
