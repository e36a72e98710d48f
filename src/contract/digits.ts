import { z } from 'zod';

/**
 * A whole number in a path or query: digits only. `Number()` would also accept `1e3`, `0x10`, `+5`, ` 5` and an empty
 * text, which are rarely intended.
 */
export const digits = <T extends z.ZodType<number, number | undefined>>(number: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    return /^\d{1,15}$/.test(value) ? Number(value) : value;
  }, number);
