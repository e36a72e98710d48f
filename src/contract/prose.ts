import { z } from 'zod';

/** A trimmed, non-empty text of at most `max` characters. */
export const prose = (max: number) => z.string().trim().min(1).max(max);
