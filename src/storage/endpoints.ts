import { sha256 } from '../base/hash';
import { type ProviderKind, VENDOR_URLS, vendorLessons } from '../contract/providers';
import type { CapabilityStore, LearnedLimits } from '../model/capability';
import { isLesson } from '../model/lessons';

/** More endpoints than any deployment has; the newest lessons are loaded. */
const MAX_ROWS = 2_000;

/** Prefix of the names of endpoints that only tenants have. A provider's own name cannot contain the colon. */
const OWN = 'own:';

/**
 * Name under which the traits of a tenant's own endpoint are stored. It contains the address, because a tenant's
 * providers are known only after reading them.
 */
export const lessonsName = async ({
  kind,
  address,
}: {
  kind: ProviderKind;
  address: string;
}): Promise<string> =>
  address === VENDOR_URLS[kind] ? vendorLessons(kind) : `${OWN}${await fingerprint(address)}`;

/** Workers AI is a binding without an address. */
export const NO_ADDRESS = 'https://workers-ai.invalid';

type Row = Omit<LearnedLimits, 'learntAt' | 'lesson'> & { lesson: string; learnt_at: string };

/**
 * Stores learned traits of endpoints in D1. The key contains the provider's name *and* base URL, so a name
 * that now points elsewhere starts without traits.
 *
 * @param baseUrls by provider name
 * @throws errors of D1, in both methods
 */
export function makeEndpointStore(db: D1Database, baseUrls: Record<string, string>): CapabilityStore {
  // Cache values, not a promise: see `recall`.
  const keys = new Map<string, string>();
  async function readKeys(): Promise<Map<string, string>> {
    for (const [name, baseUrl] of Object.entries(baseUrls)) {
      if (!keys.has(name)) keys.set(name, `${name}@${await fingerprint(baseUrl)}`);
    }
    return keys;
  }
  return {
    async load(since) {
      const names = new Map([...(await readKeys())].map(([name, key]) => [key, name]));
      const { results } = await db
        .prepare(SELECT)
        .bind(JSON.stringify([...names.keys()]), new Date(since).toISOString(), MAX_ROWS)
        .all<Row>();
      return results.flatMap(({ tenant, provider, model, lesson, learnt_at }) => {
        const name = names.get(provider) ?? (provider.startsWith(OWN) ? provider : undefined);
        if (name === undefined || !isLesson(lesson)) return [];
        return [{ tenant, provider: name, model, lesson, learntAt: Date.parse(learnt_at) }];
      });
    },
    async save(learnt, since) {
      const byName = await readKeys();
      const rows = learnt.flatMap(({ tenant, provider, model, lesson, learntAt }) => {
        const key = byName.get(provider) ?? (provider.startsWith(OWN) ? provider : undefined);
        return key === undefined ? [] : [[tenant, key, model, lesson, new Date(learntAt).toISOString()]];
      });
      if (rows.length === 0) return;
      await db.batch([
        db.prepare(UPSERT).bind(JSON.stringify(rows)),
        db.prepare('DELETE FROM endpoints WHERE learnt_at < ?').bind(new Date(since).toISOString()),
      ]);
    },
  };
}

/** Leaves out user name, password and query, which may be secret. */
async function fingerprint(baseUrl: string): Promise<string> {
  const { origin, pathname } = new URL(baseUrl);
  return (await sha256(origin + pathname)).slice(0, 12);
}

const SELECT = `SELECT tenant, provider, model, lesson, learnt_at FROM endpoints
  WHERE (provider IN (SELECT value FROM json_each(?1)) OR provider LIKE '${OWN}%') AND learnt_at > ?2 ORDER BY learnt_at DESC LIMIT ?3`;

const UPSERT = `INSERT INTO endpoints (tenant, provider, model, lesson, learnt_at)
  SELECT j.value->>0, j.value->>1, j.value->>2, j.value->>3, j.value->>4 FROM json_each(?1) j WHERE true
  ON CONFLICT (tenant, provider, model, lesson) DO UPDATE SET learnt_at = max(learnt_at, excluded.learnt_at)`;
