import { describe, expect, it } from 'vitest';
import { fitWithin } from '../../../web/src/library/shrink-picture';

describe('the size of a portrait', () => {
  const most = { width: 600, height: 900 };
  it.each([
    ['a large one keeps its proportions', { width: 4000, height: 3000 }, { width: 600, height: 450 }],
    ['a tall one fits by its height', { width: 1000, height: 9000 }, { width: 100, height: 900 }],
    ['a small one stays as it is', { width: 40, height: 60 }, { width: 40, height: 60 }],
    ['a thread is at least a pixel', { width: 90_000, height: 10 }, { width: 600, height: 1 }],
  ])('%s', (_, size, fitted) => expect(fitWithin(size, most)).toEqual(fitted));
});
