import { z } from 'zod';
import type { Cost, Limits, RoomLimits } from '../contract/money';

/** Billionths in one unit of the currency. Money is counted in whole billionths, so that sums are exact. */
const NANOS = 1_000_000_000;

/** Price of one model, per million tokens, in units of the currency. */
export interface Price {
  prompt: number;
  completion: number;
}

/** Prices of models. `fallback`: price of unlisted models; null: those are not counted in money. */
export interface ModelPrices {
  models: ReadonlyMap<string, Price>;
  fallback: Price | null;
}

/** Prices of the stage. A provider's own (`prices` in PROVIDERS) go before those of all. */
export interface Prices extends ModelPrices {
  currency: string;
  byProvider?: ReadonlyMap<string, ModelPrices>;
}

const price = z.strictObject({
  prompt: z.number().min(0).max(1_000_000),
  completion: z.number().min(0).max(1_000_000),
});

const models = z.record(z.string().min(1).max(200), price).default({});

const readModelPrices = (table: {
  models: Record<string, Price>;
  default?: Price | undefined;
}): ModelPrices => ({
  models: new Map(Object.entries(table.models)),
  fallback: table.default ?? null,
});

/** The JSON of `prices` of one provider: as `PRICES`, in its currency. */
export const providerPriceTable = z
  .strictObject({ models, default: price.optional() })
  .transform(readModelPrices);

/** The JSON of `PRICES`: prices per million tokens by the name of the model, `default` for all others. */
export const priceTable = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'use three capital letters, such as USD')
      .default('USD'),
    models,
    default: price.optional(),
  })
  .transform((table): Prices => ({ currency: table.currency, ...readModelPrices(table) }));

export const NO_PRICES: Prices = { currency: 'USD', models: new Map(), fallback: null };

const hasOwn = ({ models, fallback }: ModelPrices): boolean => models.size > 0 || fallback !== null;

/** Says whether anything is counted in money. */
export const hasPrices = (prices: Prices): boolean =>
  hasOwn(prices) || [...(prices.byProvider?.values() ?? [])].some(hasOwn);

/** Returns the price of a model, first by its provider's own prices; null when it has none. */
export function findPrice(prices: Prices, model: string, provider?: string): Price | null {
  const own = provider === undefined ? undefined : prices.byProvider?.get(provider);
  return own?.models.get(model) ?? own?.fallback ?? prices.models.get(model) ?? prices.fallback;
}

/**
 * Returns the cost of tokens in billionths, rounded up to a whole one. A price per million tokens is a thousand billionths
 * per token and unit.
 *
 * @example
 * ```ts
 * costOfTokens({ prompt: 3, completion: 15 }, 1_000, 200); // 6_000_000: 0.006 units
 * ```
 */
export const costOfTokens = (price: Price, promptTokens: number, completionTokens: number): number =>
  // The product of decimal fractions is not exact; what is off by less than a millionth of a billionth is.
  Math.ceil(
    Number((promptTokens * price.prompt * 1000 + completionTokens * price.completion * 1000).toFixed(6)),
  );

export const toNanos = (money: number): number => Math.round(money * NANOS);
export const fromNanos = (nanos: number): number => nanos / NANOS;

/** Converts limits from units of the currency to billionths. */
export const readLimits = ({ calls, tokens, money }: RoomLimits): Limits => ({
  calls: calls ?? null,
  tokens: tokens ?? null,
  money: money == null ? null : toNanos(money),
});

/** Converts a cost for display: money in units of the currency. */
export const showCost = (cost: Cost): Cost => ({ ...cost, money: fromNanos(cost.money) });
