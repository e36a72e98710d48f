import { z } from 'zod';
import { digits } from './digits';
import { prose } from './prose';

export const pageQuery = z.object({
  cursor: z.string().max(200).optional().describe('The `next` of the page before'),
  limit: digits(z.int().min(1).max(200).default(50)).describe('Most items of the page'),
});

/** A list of rooms, perhaps of those with these words in their title only, newest or last played first. */
export const roomQuery = pageQuery.extend({
  q: prose(200).optional().describe('Part of the title; the letters A to Z in any case'),
  order: z
    .enum(['created', 'activity'])
    .default('created')
    .describe('`created`: newest first; `activity`: where something happened last, first'),
});

export const eventQuery = z.object({
  after: digits(z.int().nonnegative().default(0)).describe('Only events with a higher seq'),
  cursor: z.string().max(200).optional().describe('The `next` of the page before; wins over `after`'),
  limit: digits(z.int().min(1).max(1000).default(200)).describe('Most events of the page'),
});

/** A page of `items`, and the cursor of the next one. */
export const pageOf = <T extends z.ZodType>(item: T, id: string) =>
  z.object({ items: z.array(item), next: z.string().nullable() }).meta({ id });
