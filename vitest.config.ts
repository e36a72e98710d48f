import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], environment: 'node' } },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations('migrations'),
                BOOTSTRAP_KEY: 'ps_local_test0test0test0test0test0test0',
              },
            },
          })),
        ],
        test: {
          name: 'workers',
          include: ['test/workers/**/*.test.ts', 'test/crash/**/*.test.ts'],
          setupFiles: ['test/support/apply-migrations.ts'],
          globalSetup: ['test/support/fake-model-server.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
