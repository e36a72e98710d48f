import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    depth: 'sample' | 'deep';
  }
}

/**
 * True under `npm run test:deep`. Files named `*.deep.test.ts` run there in full and under `npm test` with a
 * sample.
 */
export const isDeep = inject('depth') === 'deep';

/**
 * All cases under `npm run test:deep`; otherwise `count` of them, evenly spaced, including the first and the
 * last.
 */
export function sample<T>(cases: readonly T[], count: number): T[] {
  if (isDeep || cases.length <= count) return [...cases];
  const step = (cases.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, n) => cases[Math.round(n * step)] as T);
}
