import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { VARIABLES } from './src/config';
import { builtWorker, builtWorkerOptions, prepareWorker } from './test/support/built-worker';
import { generateClient } from './test/support/generate-client';

/** Below the ports that systems hand out by themselves: nothing else takes one of these before the fake listens there. */
let nextPort = 20_000 + Math.floor(Math.random() * 10_000);

/** A port nobody uses, another one each time: a fake server listens there, and the Worker under test is configured with it. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const port = nextPort++;
    const server = createServer();
    server.on('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EADDRINUSE' ? resolve(freePort()) : reject(new Error(`no port for a fake: ${code}`)),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}

/** The library's modules import one another without file endings, which Node does not find; its bundle needs none. */
const LIBRARY = fileURLToPath(new URL('node_modules/zmachine/dist/zmachine.esm.min.js', import.meta.url));
const zmachine = {
  name: 'zmachine',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id === 'zmachine' ? LIBRARY : undefined),
  // It names a source map that does not come with it.
  load: (id: string) =>
    id === LIBRARY ? readFileSync(LIBRARY, 'utf8').replace(/\/\/# sourceMappingURL=.*/, '') : undefined,
};

/** Makes the client that hey-api generates from the document, when the first test imports it; its folder is temporary. */
const generatedClient = () => {
  const folder = mkdtempSync(join(tmpdir(), 'proscenium-client-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  let making: Promise<void> | undefined;
  return {
    name: 'generated-client',
    enforce: 'pre' as const,
    resolveId: async (id: string) => {
      const [name, part = '.'] = id.split(/\/(.*)/s);
      if (name !== 'generated-client') return undefined;
      making ??= generateClient(folder);
      await making;
      return join(folder, part, 'index.ts');
    },
  };
};

/** Unit tests keep no state in modules, so the files of one thread share what they import. This halves their time. */
const SHARED = { environment: 'node', pool: 'threads', isolate: false } as const;

/** Limits that only a test that hangs exceeds, even on a busy machine. */
const PATIENT = { testTimeout: 60_000, hookTimeout: 60_000 } as const;

/** Packages that Worker tests import, each of many small modules: one file each is faster to load. */
const TEST_LIBRARIES = [
  ...['@cfworker/json-schema', '@modelcontextprotocol/client', 'fast-check', 'fast-png', 'fflate', 'jose'],
  ...['standardwebhooks', 'zod'],
];

type Depth = 'sample' | 'deep';

const unitProject = (name: string, tests: string, depth: Depth) => ({
  plugins: [zmachine],
  test: {
    name,
    include: [`{src,durable-objects,packages/*/src,test/{unit,prompts,support,fixtures}}/**/${tests}`],
    provide: { depth },
    ...SHARED,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig(async () => {
  const [port, arcPort] = [await freePort(), await freePort()];
  const [vendorsPort, discordPort] = [await freePort(), await freePort()];
  const [accessPort, collectorPort] = [await freePort(), await freePort()];
  const vendors = `http://127.0.0.1:${vendorsPort}`;
  process.env.FAKE_MODEL_PORT = String(port);
  process.env.FAKE_ARC_PORT = String(arcPort);
  process.env.FAKE_VENDORS_PORT = String(vendorsPort);
  process.env.FAKE_DISCORD_PORT = String(discordPort);
  process.env.FAKE_ACCESS_PORT = String(accessPort);
  process.env.FAKE_COLLECTOR_PORT = String(collectorPort);
  // In CI, scripts/slowest.mjs reads how long each file took under `npm test` and `npm run test:deep`.
  const command = process.env.npm_lifecycle_event?.replace(':', '-') ?? 'vitest';
  const outputFile = `test-results/${command}.json`;
  const reporters: NonNullable<InlineConfig['reporters']> = process.env.CI
    ? ['default', ['json', { outputFile }]]
    : ['default'];
  const migrations = await readD1Migrations('migrations');
  const { main, modulesRules } = builtWorkerOptions;
  const bindings = {
    // Wrangler reads the developer's own .dev.vars; empty values override it.
    ...Object.fromEntries(VARIABLES.map((name) => [name, ''])),
    TEST_MIGRATIONS: migrations,
    BOOTSTRAP_KEY: 'ps_local_test0test0test0test0test0test0',
    WEBHOOK_LOOPBACK: 'on',
  };

  const workerProject = (name: string, include: string[], depth: Depth) => ({
    plugins: [
      generatedClient(),
      builtWorker(),
      cloudflareTest(async () => {
        await prepareWorker();
        return {
          main,
          wrangler: { configPath: './wrangler.toml' },
          miniflare: {
            modulesRules,
            workers: [
              {
                name: 'fake-ai',
                compatibilityDate: '2026-09-18',
                compatibilityFlags: ['enable_abortsignal_rpc'],
                modules: [{ type: 'ESModule', path: 'test/support/fake-ai-binding.mjs' }],
                bindings: { FAKE_VENDORS_URL: vendors },
              },
            ],
            // The binding AI is an object in the Worker; here it is called from worker to worker, with its signal.
            compatibilityFlags: ['enable_request_signal', 'enable_abortsignal_rpc'],
            serviceBindings: { AI: { name: 'fake-ai', entrypoint: 'Ai' } },
            bindings: {
              ...bindings,
              OPENAI_API_KEY: 'sk-fake-model-key',
              OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
              MODEL: 'fake:ok',
              PROVIDERS: JSON.stringify({
                second: {
                  kind: 'openai',
                  baseUrl: `http://127.0.0.1:${port}/v1`,
                  apiKey: 'sk-second-operator-key',
                  prices: { default: { prompt: 3, completion: 6 } },
                },
                messages: { kind: 'anthropic', baseUrl: `${vendors}/v1`, apiKey: 'sk-ant-fake-key' },
                gemini: { kind: 'google', baseUrl: `${vendors}/v1beta`, apiKey: 'google-fake-key' },
                router: { kind: 'openrouter', baseUrl: `${vendors}/api/v1`, apiKey: 'sk-or-fake-key' },
                workers: { kind: 'workers-ai' },
              }),
              PRICES: JSON.stringify({ currency: 'EUR', default: { prompt: 0.15, completion: 0.6 } }),
              ARC_API_KEY: 'arc-fake-key',
              ARC_BASE_URL: `http://127.0.0.1:${arcPort}`,
              DISCORD_URL: `http://127.0.0.1:${discordPort}/api/v10`,
              PASSKEYS: 'on',
              WORLD_CODE: 'on',
              DEMO: 'on',
              ACCESS_TEAM_DOMAIN: `http://127.0.0.1:${accessPort}`,
              ACCESS_AUD: 'aud-of-the-stage',
              ACCESS_OWNERS: 'ada@example.com,@owners.test',
            },
          },
        };
      }),
    ],
    test: {
      name,
      include,
      provide: { depth },
      deps: { optimizer: { ssr: { enabled: true, include: TEST_LIBRARIES } } },
      setupFiles: [
        'test/support/worker-imports.ts',
        'test/support/apply-migrations.ts',
        'test/support/settle-at-once.ts',
      ],
      globalSetup: ['test/support/fake-servers.ts'],
      ...PATIENT,
    },
  });

  return {
    test: {
      reporters,
      // Vitest leaves one core free by default, which is half of two.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      projects: [
        unitProject('unit', '*.test.ts', 'sample'),
        unitProject('deep', '*.deep.test.ts', 'deep'),
        workerProject('workers', ['test/{workers,crash}/**/*.test.ts'], 'sample'),
        workerProject('deep-workers', ['test/{workers,crash}/**/*.deep.test.ts'], 'deep'),
        {
          plugins: [
            builtWorker(),
            // A stage with an index in four databases, of which the understudy plays the rooms.
            cloudflareTest(async () => {
              await prepareWorker();
              return {
                main,
                wrangler: { configPath: './wrangler.toml' },
                miniflare: {
                  modulesRules,
                  d1Databases: ['DB', 'DB_1', 'DB_2', 'DB_10'],
                  bindings: {
                    ...bindings,
                    METRICS_KEY: 'metrics-key-of-the-tests',
                    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}/in/ok/traces`,
                    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=the%20table',
                    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
                  },
                },
              };
            }),
          ],
          test: {
            name: 'shards',
            include: ['test/shards/**/*.test.ts'],
            globalSetup: ['test/support/trace-collector.ts'],
            setupFiles: ['test/support/worker-imports.ts', 'test/support/apply-migrations.ts'],
            ...PATIENT,
          },
        },
      ],
    },
  };
});
