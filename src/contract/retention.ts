import { z } from 'zod';

/** A century, in effect forever, for a tenant on a stage that deletes old data. */
const MAX_DAYS = 36_500;
export const retentionDays = z.int().min(1).max(MAX_DAYS);

export const setRetention = z
  .object({ days: retentionDays.nullable().describe('Number of days, or null to remove the setting') })
  .meta({ id: 'SetRetention' });

export const retention = z
  .object({
    days: retentionDays.nullable().describe('Calls and bundles older than this are deleted. Null: never'),
    own: retentionDays.nullable().describe("The tenant's own setting"),
    operator: retentionDays
      .nullable()
      .describe("The operator's setting for this tenant, otherwise RETENTION_DAYS"),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof retention>;
