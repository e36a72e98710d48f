import { z } from 'zod';

/** A century: as good as for ever, for one tenant of a stage that forgets. */
const MAX_DAYS = 36_500;
export const retentionDays = z.int().min(1).max(MAX_DAYS);

export const setRetention = z
  .object({ days: retentionDays.nullable().describe('null takes the setting away') })
  .meta({ id: 'SetRetention' });

export const retention = z
  .object({
    days: retentionDays
      .nullable()
      .describe('Calls and bundles are deleted when they are older than this; null: never'),
    own: retentionDays.nullable().describe("The tenant's own setting"),
    operator: retentionDays.nullable().describe('That of the operator: for this tenant, else RETENTION_DAYS'),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof retention>;
