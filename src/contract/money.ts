import { z } from 'zod';
import { digits } from './digits';
import { pageOf } from './pages';

/** Measures of a budget. Closed list; a shortage is looked for in this order. */
export const MEASURES = ['calls', 'tokens', 'money'] as const;
export type Measure = (typeof MEASURES)[number];

/** Actual or possible cost. Whole numbers; money in billionths of the stage's currency, so that sums are exact. */
export type Cost = Record<Measure, number>;
/** Null: no limit. Money as in {@link Cost}. */
export type Limits = Record<Measure, number | null>;

/**
 * Kinds of budgets. `operator`: the cap that the operator sets a tenant; `tenant`: the one it sets itself; `autonomy`: the
 * limit of a scene while it goes on by itself.
 */
export const BUDGETS = ['operator', 'tenant', 'room', 'seat', 'autonomy'] as const;
export type BudgetName = (typeof BUDGETS)[number];

/** A budget that has not enough left. Money as in {@link Cost}. */
export interface Shortage {
  budget: BudgetName;
  what: Measure;
  limit: number;
  used: number;
  /** Kept back for calls that are under way, or may be made soon. */
  reserved: number;
  /** Amount that the next call may need. */
  need: number;
  period: Period;
}

export const PERIODS = ['day', 'month', 'total'] as const;
/** After which what was used counts no more: a day or month of UTC; `total` never ends. */
export type Period = (typeof PERIODS)[number];

const calls = z.int().min(0).max(1_000_000_000).nullable();
const tokens = z.int().min(0).max(1_000_000_000_000).nullable();
const money = z.number().min(0).max(1_000_000).nullable();

/** Limits as they are written; null or left out: none. */
export const roomLimits = z.strictObject({
  calls: calls.optional().describe('Most calls of models; null: no limit'),
  tokens: tokens.optional().describe('Most tokens, of prompts and answers together; null: no limit'),
  money: money.optional().describe("Most money, in the stage's currency (PRICES); null: no limit"),
});
export type RoomLimits = z.infer<typeof roomLimits>;

/** Limits of a run besides its calls, for display. */
export const runLimits = { tokens, money };

/** The same, where a run keeps it. Absent: no limit. */
export interface RunLimits {
  tokens?: number | null;
  money?: number | null;
}

/** Those of the limits that a request gives. */
export const pickRunLimits = ({ tokens: most, money: price }: RunLimits | Unset = {}): RunLimits => ({
  ...(most !== undefined && { tokens: most }),
  ...(price !== undefined && { money: price }),
});
type Unset = { [K in keyof RunLimits]: RunLimits[K] | undefined };

/** Budgets of a scene. */
export const sceneBudgets = roomLimits
  .extend({
    perSeat: roomLimits.optional().describe('What each player may spend in this scene'),
  })
  .meta({ id: 'SceneBudgets', description: 'Most that a scene may spend; what is not sent stays' });
export type SceneBudgets = z.infer<typeof sceneBudgets>;

/** Every limit, null for none. */
export const limitsView = z.object({ calls, tokens, money });
/** The same as they are: every limit, null for none. */
export const sceneBudgetsView = limitsView.extend({ perSeat: limitsView }).meta({ id: 'SceneBudgetsNow' });
export type SceneBudgetsNow = z.infer<typeof sceneBudgetsView>;
export const NO_SCENE_BUDGETS: SceneBudgetsNow = {
  ...{ calls: null, tokens: null, money: null },
  perSeat: { calls: null, tokens: null, money: null },
};

export const amounts = z.object({ calls: z.int(), tokens: z.int(), money: z.number() });

export const setBudget = roomLimits
  .extend({
    period: z.enum(PERIODS).default('total').describe('When it begins anew, UTC. `total`: never'),
  })
  .meta({ id: 'SetBudget', description: 'The whole budget; what is left out has no limit' });
export type SetBudget = z.infer<typeof setBudget>;

/** One budget of a tenant, and how it stands. */
const tenantBudget = z
  .object({
    calls,
    tokens,
    money,
    period: z.enum(PERIODS),
    used: amounts.describe('Reported by the rooms, in this period'),
    left: z.object({ calls, tokens, money }).describe('Less what is reserved; null: no limit'),
  })
  .meta({ id: 'TenantBudget' });
export type TenantBudget = z.infer<typeof tenantBudget>;

export const tenantBudgets = z
  .object({
    operator: tenantBudget.nullable().describe("The operator's cap; null: none"),
    tenant: tenantBudget.nullable().describe("The tenant's own; null: none"),
    reserved: amounts.describe('Leased to rooms that are playing'),
    used: amounts.describe('Of all time'),
    currency: z.string(),
  })
  .meta({ id: 'TenantBudgets', description: 'Both hold: what is spent first ends the round' });
export type TenantBudgets = z.infer<typeof tenantBudgets>;

/** The same as the tenant's own object tells it. */
export type TenantMoney = Omit<TenantBudgets, 'currency'>;

const USAGE_SPLITS = ['room', 'seat', 'role', 'model'] as const;
export const USAGE_BY = ['day', ...USAGE_SPLITS] as const;
const day = z.iso.date();
export const usageQuery = z.object({
  from: day.optional().describe('First day, UTC. Default: 30 days before `to`'),
  to: day.optional().describe('Last day, UTC, inclusive. Default: today'),
  by: z.enum(USAGE_BY).default('day').describe('What is summed up'),
  split: z.enum(USAGE_SPLITS).optional().describe('Each sum is parted once more by this'),
  cursor: z.string().max(300).optional().describe('The `next` of the page before'),
  limit: digits(z.int().min(1).max(1000).default(200)).describe('Most rows of the page'),
});

const usageSums = {
  calls: z.int().describe('Calls of the list, those of the understudy too'),
  metered: z.int().describe('Those that count for budgets: of a model'),
  promptTokens: z.int(),
  completionTokens: z.int().describe('Of thinking and answers together'),
  reasoningTokens: z.int().describe('Of these: thought, where the provider told'),
  cachedTokens: z.int().describe("Of the prompts: from providers' caches, where they told"),
  money: z.number().describe('Of priced calls'),
  providerCost: z.number().describe('What providers themselves say that they charged, in their currency'),
  unpriced: z.int().describe('Metered calls of models that PRICES does not name'),
};
const usageRow = z
  .object({
    key: z.string().nullable().describe("The day, room, seat, role or model; null: nobody's seat"),
    part: z
      .string()
      .nullable()
      .optional()
      .describe("With `split`: which room, seat, role or model; null: nobody's seat"),
    title: z
      .string()
      .nullable()
      .optional()
      .describe('Summed or parted by room: its title; null: the index has no such room'),
    ...usageSums,
  })
  .meta({ id: 'UsageRow' });
export type UsageRow = z.infer<typeof usageRow>;
export const usagePage = pageOf(usageRow, 'UsagePage')
  .extend({
    from: day,
    to: day,
    by: z.enum(USAGE_BY),
    currency: z.string(),
    total: z.object(usageSums).describe('Of all pages'),
  })
  .meta({ id: 'UsageReport' });
export type UsagePage = z.infer<typeof usagePage>;
