import { z } from 'zod';

/** A text that says something, of so many characters at most. */
export const prose = (max: number) => z.string().trim().min(1).max(max);
