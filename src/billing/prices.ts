import { z } from 'zod';
import type { Cost, Limits, RoomLimits } from '../contract/money';

/** Billionths per unit of the currency. Money is counted in whole billionths, so that sums are exact. */
const NANOS = 1_000_000_000;

/** Per million tokens, in units of the currency. */
export interface Price {
  prompt: number;
  completion: number;
}

/** `fallback`: price of unlisted models; null: they are not counted in money. */
export interface ModelPrices {
  models: ReadonlyMap<string, Price>;
  fallback: Price | null;
}

/** Prices of this deployment. A provider's own prices (`prices` in PROVIDERS) take precedence. */
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

/** A provider's `prices` JSON, like `PRICES` and in its currency. */
export const providerPriceTable = z
  .strictObject({ models, default: price.optional() })
  .transform(readModelPrices);

/** The `PRICES` JSON: prices per million tokens by model name, `default` for all others. */
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

export const hasPrices = (prices: Prices): boolean =>
  hasOwn(prices) || [...(prices.byProvider?.values() ?? [])].some(hasOwn);

/** Prefers the provider's own prices; null: no price. */
export function findPrice(prices: Prices, model: string, provider?: string): Price | null {
  const own = provider === undefined ? undefined : prices.byProvider?.get(provider);
  return own?.models.get(model) ?? own?.fallback ?? prices.models.get(model) ?? prices.fallback;
}

/**
 * Cost in whole billionths, rounded up. A price of 1 unit per million tokens is 1,000 billionths per token.
 *
 * @example
 * ```ts
 * tokenCost({ prompt: 3, completion: 15 }, 1_000, 200); // 6_000_000: 0.006 units
 * ```
 */
export const tokenCost = (price: Price, promptTokens: number, completionTokens: number): number =>
  // toFixed removes floating-point noise before rounding up.
  Math.ceil(
    Number((promptTokens * price.prompt * 1000 + completionTokens * price.completion * 1000).toFixed(6)),
  );

export const toNanos = (money: number): number => Math.round(money * NANOS);
export const fromNanos = (nanos: number): number => nanos / NANOS;

export const readLimits = ({ calls, tokens, money }: RoomLimits): Limits => ({
  calls: calls ?? null,
  tokens: tokens ?? null,
  money: money == null ? null : toNanos(money),
});

export const toDisplayCost = (cost: Cost): Cost => ({ ...cost, money: fromNanos(cost.money) });
