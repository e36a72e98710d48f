import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessPromptTokens } from '../base/tokens';
import type { CallResult } from '../room/step-context';
import { reserveCall, settleCall } from './charge';
import { findPrice, fromNanos, priceTable, readLimits, toDisplayCost, tokenCost, toNanos } from './prices';

const table = priceTable.parse({
  currency: 'EUR',
  models: { small: { prompt: 0.15, completion: 0.6 }, big: { prompt: 2.5, completion: 10 } },
});

describe('prices', () => {
  it('are per million tokens, and exact in billionths', () => {
    const small = findPrice(table, 'small');
    expect(small && tokenCost(small, 1_000_000, 0)).toBe(toNanos(0.15));
    expect(small && tokenCost(small, 1000, 500)).toBe(450_000);
    const big = findPrice(table, 'big');
    expect(big && fromNanos(tokenCost(big, 12_345, 678))).toBe(0.037_642_5);
  });

  it('round up to a billionth, never down', () => {
    expect(tokenCost({ prompt: 0.0001, completion: 0 }, 1, 0)).toBe(1);
    expect(tokenCost({ prompt: 0, completion: 0 }, 5, 5)).toBe(0);
    // 0.1 × 3 is slightly more than 0.3 in floating point; don't round that up to another billionth.
    expect(tokenCost({ prompt: 0.1, completion: 0 }, 3, 0)).toBe(300);
    expect(tokenCost({ prompt: 0.7, completion: 0.7 }, 10, 10)).toBe(14_000);
  });

  it('add up: a sum of calls is what it says, whatever the order', () => {
    const tokens = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(tokens, tokens), { maxLength: 30 }), (calls) => {
        const costs = calls.map(([prompt, completion]) =>
          tokenCost({ prompt: 0.15, completion: 0.6 }, prompt, completion),
        );
        const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);
        expect(costs.every(Number.isSafeInteger)).toBe(true);
        expect(sum(costs)).toBe(sum(costs.toReversed()));
      }),
    );
  });

  it('of a model that is not listed are the default, or none', () => {
    expect(findPrice(table, 'unheard-of')).toBeNull();
    const all = priceTable.parse({ default: { prompt: 1, completion: 1 } });
    expect(findPrice(all, 'unheard-of')).toEqual({ prompt: 1, completion: 1 });
    expect(findPrice(table, 'constructor')).toBeNull();
  });

  it('are refused when they are negative, misspelt, or in a currency that is none', () => {
    for (const wrong of [
      { models: { m: { prompt: -1, completion: 1 } } },
      { models: { m: { prompt: 1 } } },
      { model: {} },
      { currency: 'euro' },
    ])
      expect(priceTable.safeParse(wrong).success).toBe(false);
  });

  it('of limits and of what was spent are units of the currency', () => {
    expect(readLimits({ money: 0.01, calls: 3 })).toEqual({ calls: 3, tokens: null, money: 10_000_000 });
    expect(toDisplayCost({ calls: 1, tokens: 2, money: 100_000_001 })).toEqual({
      ...{ calls: 1, tokens: 2, money: 0.100_000_001 },
    });
  });
});

describe('what is kept back for a call', () => {
  const messages = [
    { role: 'system' as const, content: 'You are the director.' },
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: '灯台' },
        { type: 'frame' as const, label: 'now', cells: '00' },
      ],
    },
  ];
  const price = { prompt: 1, completion: 2 };
  const size = { maxTokens: 100, form: '' };
  const reserve = reserveCall(messages, size, price);
  const result = (more: Partial<CallResult>) =>
    settleCall(reserve, {
      status: 'answered',
      usage: { promptTokens: 0, completionTokens: 0 },
      raw: null,
      reasoning: null,
      ...more,
    });

  it('is one call, the prompt, and the longest answer', () => {
    const prompt = guessPromptTokens(messages);
    expect(prompt).toBe(8 + 7 + 8 + 2 + 1600);
    expect(reserve.cost).toEqual({ calls: 1, tokens: prompt + 100, money: (prompt + 200) * 1000 });
    expect(reserveCall(messages, size, null).cost.money).toBe(0);
    expect(reserveCall(messages, { ...size, form: 'x'.repeat(30) }, null).promptTokens).toBe(prompt + 10);
  });

  it('is settled with the tokens that were used', () =>
    expect(result({ usage: { promptTokens: 40, completionTokens: 10 } })).toEqual({
      calls: 1,
      tokens: 50,
      money: 60_000,
    }));

  it('counts an answer whose endpoint did not count by its length', () => {
    const { tokens, calls } = result({ raw: 'x'.repeat(30), reasoning: 'y'.repeat(30) });
    expect([calls, tokens]).toEqual([1, reserve.promptTokens + 20]);
  });

  it('is a call and no tokens when it was refused, and all of it when it ran out of time', () => {
    for (const status of ['refused', 'unreachable'] as const)
      expect(result({ status })).toEqual({ calls: 1, tokens: 0, money: 0 });
    expect(result({ status: 'timeout' })).toEqual(reserve.cost);
    expect(result({ status: 'unreachable', begun: true })).toEqual(reserve.cost);
  });

  it('is nothing if the call gave way before it was sent, and all of it if after', () => {
    expect(result({ status: 'discarded' })).toEqual({ calls: 0, tokens: 0, money: 0 });
    expect(result({ status: 'discarded', begun: true })).toEqual(reserve.cost);
  });
});
