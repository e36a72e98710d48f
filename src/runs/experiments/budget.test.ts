import { describe, expect, it } from 'vitest';
import {
  allot,
  changeBudget,
  isLimited,
  limitsAfter,
  NO_BUDGET,
  shortMeasure,
  spentMeasure,
  spentNotice,
} from './budget';
import { draftNews } from './news';
import type { Moment } from './view';

const USED = { actions: 12, calls: 3, tokens: 900, money: 0.1 + 0.2 };

describe('the budget of an experiment', () => {
  it('changes by the measures that are named, and null takes a limit away', () => {
    const budget = changeBudget(NO_BUDGET, { tokens: 500, money: 2 });
    expect(budget).toEqual({ actions: null, calls: null, tokens: 500, money: 2 });
    expect(changeBudget(budget, { tokens: undefined, money: null })).toEqual({ ...NO_BUDGET, tokens: 500 });
    expect([NO_BUDGET, budget].map(isLimited)).toEqual([false, true]);
  });

  it('is spent once nothing is left of one measure', () => {
    const spent = (change: object) => spentMeasure(changeBudget(NO_BUDGET, change), USED);
    expect(spent({})).toBeNull();
    expect(spent({ actions: 13, tokens: 901 })).toBeNull();
    expect(spent({ actions: 12 })).toBe('actions');
    expect(spent({ actions: 100, money: 0.3 })).toBe('money');
    expect(spent({ tokens: 0 })).toBe('tokens');
    // Without prices, money is null.
    expect(spentMeasure({ ...NO_BUDGET, money: 1 }, { ...USED, money: null })).toBeNull();
  });

  it('reserves for a run what it may use by itself, as far as there is any', () => {
    const nothing = { actions: 0, calls: 0, tokens: 0, money: 0 };
    const budget = { ...NO_BUDGET, actions: 100, money: 3 };
    expect(allot(budget, nothing, { actions: 60 }, 3)).toEqual({ actions: 60, money: 1 });
    expect(allot(budget, { ...nothing, actions: 60 }, { actions: 60 }, 3)).toEqual({ actions: 40, money: 1 });
    expect(allot(budget, { ...nothing, actions: 100 }, { actions: 60 }, 3)).toBeNull();
    expect(allot(budget, { ...nothing, money: 2.5 }, { actions: 60, money: 2 }, 3)).toEqual({
      actions: 60,
      money: 0.5,
    });
    // A text adventure counts no actions.
    expect(allot(budget, { ...nothing, actions: 100 }, { actions: null }, 1)).toEqual({ money: 3 });
    expect(allot({ ...NO_BUDGET, tokens: 5 }, nothing, {}, 50)).toEqual({ tokens: 1 });
    expect(allot(NO_BUDGET, { ...nothing, actions: 9_999 }, {}, 2)).toEqual({});
  });

  it('tells a run that got too little from one that has used up its own limit', () => {
    expect(shortMeasure({ tokens: 20 }, { tokens: 50 })).toBe('tokens');
    expect(shortMeasure({ money: 1 }, {})).toBe('money');
    expect(shortMeasure({ tokens: 50, actions: 3 }, { tokens: 50, actions: 10 })).toBeNull();
    expect(shortMeasure(null, {})).toBeNull();
  });

  it('gives a run that goes on its own limits back, where the experiment has none any more', () => {
    expect(limitsAfter({ actions: 3, tokens: 20 }, { calls: 7 }, { actions: 60, calls: 400 })).toEqual({
      actions: 60,
      calls: 7,
      tokens: null,
    });
    expect(limitsAfter(null, {}, { actions: 60 })).toEqual({});
  });

  it('says in words what is spent', () => {
    expect(spentNotice('money', { ...NO_BUDGET, money: 0.25 }, USED)).toBe(
      'the budget of the experiment is exhausted: 0.3 of 0.25 money',
    );
  });
});

describe('the event of an experiment', () => {
  const moment = (more: Partial<Moment> = {}): Moment => ({
    ...{ id: 'exp_1', createdAt: '', updatedAt: '', wish: 'run', why: '' },
    plan: {
      ...{ name: 'First', games: ['crates'], players: [], seeds: ['1'], budgets: {}, options: {} },
      ...{ parallel: 1, tags: [], sourceUrl: null },
    },
    counts: { waiting: 0, making: 0, playing: 0, over: 2, refused: 1 },
    ...more,
  });
  const kindAt = (more: Partial<Moment>) => draftNews(moment(more), USED, '')?.kind ?? null;

  it('is written when it pauses or has finished, and at no other time', () => {
    const counts = { waiting: 1, making: 0, playing: 0, over: 1, refused: 0 };
    expect(kindAt({})).toBe('experiment.finished');
    expect(kindAt({ wish: 'pause', counts })).toBe('experiment.paused');
    expect([kindAt({ counts }), kindAt({ wish: 'wait', counts })]).toEqual([null, null]);
  });

  it('has the reason, the numbers and links, which begin with the address of the stage where that is known', () => {
    expect(draftNews(moment({ wish: 'stop' }), USED, 'https://stage.example.com')?.payload).toEqual({
      ...{ name: 'First', reason: 'stopped', used: USED },
      progress: { runs: 2, waiting: 0, playing: 0, over: 2, refused: 1 },
      table: 'https://stage.example.com/v1/experiments/exp_1/table',
      page: 'https://stage.example.com/#/experiments/exp_1',
    });
    expect(draftNews(moment(), USED, '')?.payload.table).toBe('/v1/experiments/exp_1/table');
  });
});
