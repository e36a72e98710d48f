import { z } from 'zod';
import { digits } from './digits';
import { prose } from './prose';

export const pageQuery = z.object({
  cursor: z.string().max(200).optional().describe('Cursor for pagination: `next` of the previous page'),
  limit: digits(z.int().min(1).max(200).default(50)).describe('Maximum number of items per page'),
});

/** A list of rooms, optionally filtered by title. */
export const roomQuery = pageQuery.extend({
  q: prose(200).optional().describe('Search by part of the title; ASCII letters match in either case'),
  order: z
    .enum(['created', 'activity'])
    .default('created')
    .describe('`created`: newest first; `activity`: last active first'),
});

export const eventQuery = z.object({
  after: digits(z.int().nonnegative().default(0)).describe('Return events with a higher seq'),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('Cursor for pagination: `next` of the previous page. Overrides `after`'),
  limit: digits(z.int().min(1).max(1000).default(200)).describe('Maximum number of events per page'),
});

/** A page of `items`, with the cursor of the next page. */
export const pageSchema = <T extends z.ZodType>(item: T, id: string) =>
  z.object({ items: z.array(item), next: z.string().nullable() }).meta({ id });
