import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const project = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
};

describe('npm ci', () => {
  it('runs only reviewed install scripts', () => {
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect([...new Set(scripted)].sort()).toEqual(['esbuild', 'workerd']);
    for (const name of scripted) expect(project.allowScripts, name).toHaveProperty([name]);
  });

  it('runs no install scripts in tools/: the one of @scarf/scarf reports the installation', () =>
    expect(read('tools/.npmrc')).toContain('ignore-scripts=true\n'));

  it.each(['.npmrc', 'tools/.npmrc'])('sends the registry no list of packages to audit (%s)', (file) => {
    const settings = read(file);
    for (const line of ['audit=false', 'fund=false', 'update-notifier=false'])
      expect(settings).toContain(`${line}\n`);
  });
});
