import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';

const require = createRequire(import.meta.url);
const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
const project = readJson('package.json') as {
  name: string;
  version: string;
  scarfSettings?: { enabled: boolean };
  allowScripts: Record<string, boolean>;
};
const lock = readJson('package-lock.json') as {
  packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
};

type Answered = (error: null, output: string, errors: string) => void;
/** What `@scarf/scarf` runs when it is installed (its `report.js`). */
interface Report {
  processDependencyTreeOutput(done: (info: unknown) => void, fail: (error: Error) => void): Answered;
  getDependencyInfo(): Promise<unknown>;
  reportPostInstall(): Promise<void>;
}

afterEach(() => vi.unstubAllEnvs());

/** Runs the report as an installation of a project with these settings does; gives what was posted. */
async function install(scarfSettings: object | undefined): Promise<string[]> {
  const posted: string[] = [];
  const server = createServer((request, response) => {
    posted.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SCARF_LOCAL_PORT', String((server.address() as AddressInfo).port));
  for (const name of ['SCARF_ANALYTICS', 'SCARF_NO_ANALYTICS', 'DO_NOT_TRACK']) vi.stubEnv(name, undefined);
  const path = require.resolve('@scarf/scarf');
  delete require.cache[path];
  const report = require(path) as Report;
  // As `npm ls @scarf/scarf --json --long` lists it.
  const tree = {
    ...{ name: project.name, version: project.version, scarfSettings },
    dependencies: {
      '@stoplight/spectral-core': {
        ...{ name: '@stoplight/spectral-core', version: '1.24.1' },
        dependencies: { '@scarf/scarf': { name: '@scarf/scarf', version: '1.4.0', path: '.' } },
      },
    },
  };
  report.getDependencyInfo = () =>
    new Promise((resolve, reject) => {
      report.processDependencyTreeOutput(resolve, reject)(null, JSON.stringify(tree), '');
    });
  vi.spyOn(console, 'log').mockImplementation(() => {});
  await report.reportPostInstall().catch(() => {});
  vi.restoreAllMocks();
  await new Promise((resolve) => server.close(resolve));
  return posted;
}

describe('npm ci', () => {
  it('runs no install script but those that somebody has looked at', () => {
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect([...new Set(scripted)].sort()).toEqual(['@scarf/scarf', 'esbuild', 'workerd']);
    for (const name of scripted) expect(project.allowScripts, name).toHaveProperty([name]);
  });

  it('posts nothing: the one that would tell of the installation is switched off', async () => {
    expect(await install(undefined)).toEqual(['POST /package-event/install']);
    expect(await install(project.scarfSettings)).toEqual([]);
  });

  it('sends the registry no list of packages to audit', () => {
    const settings = readFileSync(new URL('../../../.npmrc', import.meta.url), 'utf8');
    for (const line of ['audit=false', 'fund=false', 'update-notifier=false'])
      expect(settings).toContain(`${line}\n`);
  });
});
