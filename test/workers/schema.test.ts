import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { WORLD_MIGRATIONS } from '../../durable-objects/lib/memories/memory-store';
import { migrate, ROOM_MIGRATIONS, readMeta } from '../../durable-objects/lib/room/schema';
import { TENANT_MIGRATIONS } from '../../durable-objects/lib/tenant/tenant-schema';
import { HOOK_RECEIVER_MIGRATIONS } from '../../durable-objects/lib/webhooks/hook-receiver-store';
import { WEBHOOK_SENDER_MIGRATIONS } from '../../durable-objects/lib/webhooks/webhook-sender-store';

const tables = (sql: SqlStorage) =>
  sql
    .exec<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name",
    )
    .toArray()
    .filter((table) => !table.name.startsWith('_cf') && !table.name.startsWith('sqlite'));

for (const [what, steps] of [
  ['room', ROOM_MIGRATIONS],
  ['tenant', TENANT_MIGRATIONS],
  ['world', WORLD_MIGRATIONS],
  ['webhook sender', WEBHOOK_SENDER_MIGRATIONS],
  ['hook receiver', HOOK_RECEIVER_MIGRATIONS],
] as const) {
  for (let version = 1; version <= steps.length; version += 1) {
    it(`opens a ${what} that was last opened at version ${version}`, async () => {
      const stubs = ['old', 'new'].map((age) =>
        env.SCENES.get(env.SCENES.idFromName(`${what} ${age} ${version}`)),
      );
      const shapes = [];
      for (const [i, stub] of stubs.entries()) {
        shapes.push(
          await runInDurableObject(stub, (_room, { storage }) => {
            if (i === 0) migrate(storage.sql, steps.slice(0, version));
            migrate(storage.sql, steps);
            migrate(storage.sql, steps);
            expect(readMeta(storage.sql, 'schema')).toBe(String(steps.length));
            return tables(storage.sql);
          }),
        );
      }
      expect(shapes[0]).toEqual(shapes[1]);
      expect(shapes[0]?.length).toBeGreaterThan(2);
    });
  }
}
