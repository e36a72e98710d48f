import { z } from 'zod';
import { tenantName } from './access';
import { pageSchema } from './pages';

const removed = z
  .object({ rooms: z.int(), webhooks: z.int(), worlds: z.int(), files: z.int(), rows: z.int() })
  .meta({
    id: 'Removed',
    description:
      'Number of deleted scenes and runs, webhooks (incoming and outgoing), worlds, files in R2, and rows of the index and library',
  });
/** Progress of a tenant's deletion. */
export type Removed = z.infer<typeof removed>;

export const tenantView = z
  .object({
    name: tenantName,
    status: z.enum(['active', 'deleting']),
    createdAt: z.iso.datetime(),
    keys: z.int().describe('Number of active keys'),
    rooms: z.int().describe('Number of scenes and runs'),
    database: z.string().describe('Binding of the database with its rows: `DB`, `DB_1` …'),
    deletion: z
      .object({
        startedAt: z.iso.datetime(),
        phase: z.enum(['rooms', 'rest', 'worlds', 'files', 'rows']),
        removed,
      })
      .nullable()
      .describe('Progress of the deletion. Null unless the tenant is being deleted'),
  })
  .meta({ id: 'Tenant' });
export type TenantView = z.infer<typeof tenantView>;

const tenantSummary = z
  .object({ name: tenantName, createdAt: z.iso.datetime() })
  .meta({ id: 'TenantSummary' });
export type TenantSummary = z.infer<typeof tenantSummary>;
export const tenantPage = pageSchema(tenantSummary, 'TenantPage');

/** Record that remains of a deleted tenant. */
export interface Tombstone {
  startedAt: string;
  deletedAt: string;
  removed: Removed;
}
