import { z } from 'zod';
import { tenantName } from './access';
import { pageOf } from './pages';

const removed = z
  .object({ rooms: z.int(), webhooks: z.int(), worlds: z.int(), files: z.int(), rows: z.int() })
  .meta({
    id: 'Removed',
    description:
      'Scenes and runs, webhooks both ways, worlds, files in R2, and rows of the index and the library',
  });
/** Progress of a tenant's deletion. */
export type Removed = z.infer<typeof removed>;

export const tenantView = z
  .object({
    name: tenantName,
    status: z.enum(['active', 'deleting']),
    createdAt: z.iso.datetime(),
    keys: z.int().describe('Keys that work now'),
    rooms: z.int().describe('Scenes and runs'),
    database: z.string().describe('Binding of the database that has its rows: `DB`, `DB_1` …'),
    deletion: z
      .object({
        startedAt: z.iso.datetime(),
        phase: z.enum(['rooms', 'rest', 'worlds', 'files', 'rows']),
        removed,
      })
      .nullable()
      .describe('null unless it is being deleted'),
  })
  .meta({ id: 'Tenant' });
export type TenantView = z.infer<typeof tenantView>;

const tenantSummary = z
  .object({ name: tenantName, createdAt: z.iso.datetime() })
  .meta({ id: 'TenantSummary' });
export type TenantSummary = z.infer<typeof tenantSummary>;
export const tenantPage = pageOf(tenantSummary, 'TenantPage');

/** Record that a deleted tenant leaves in its object. */
export interface Tombstone {
  startedAt: string;
  deletedAt: string;
  removed: Removed;
}
