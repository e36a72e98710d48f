import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { databaseAt, listShards } from '../../src/storage/shards';

for (const shard of listShards(env)) await applyD1Migrations(databaseAt(env, shard), env.TEST_MIGRATIONS);
