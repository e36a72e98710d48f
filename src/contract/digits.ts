import { z } from 'zod';

/**
 * A whole number in a path or a query: digits alone. JavaScript also reads `1e3`, `0x10`, `+5`, ` 5` and an empty text as
 * numbers, which is rarely what their sender means.
 */
export const digits = <T extends z.ZodType<number, number | undefined>>(number: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    return /^\d{1,15}$/.test(value) ? Number(value) : value;
  }, number);
