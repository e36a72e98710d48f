import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { storyFile } from '../../../test/support/play-story';

const FOLDER = fileURLToPath(new URL('../../../test/fixtures/stories', import.meta.url));
const hasCompiler = spawnSync('inform6', ['-h1']).error === undefined;

it.skipIf(!hasCompiler).each([
  ['lab.z3', ['-v3']],
  ['lab.z5', ['-v5']],
  ['lab.z8', ['-v8']],
  ['lab-clock.z3', ['-v3', '--define', 'CLOCK=1']],
  ['crowd.z5', ['-v5']],
  ['hoard.z5', ['-v5']],
  ['seat.z5', ['-v5']],
  ['seat-alone.z5', ['-v5', '--define', 'ALONE=1']],
  ['seat-unseen.z5', ['-v5', '--define', 'UNSEEN=1']],
] as const)('a story of the tests is what its source compiles to: %s', (name, options) => {
  const folder = mkdtempSync(join(tmpdir(), 'story-'));
  try {
    const source = `${name.split(/[-.]/)[0]}.inf`;
    execFileSync('inform6', ['-~S', ...options, join(FOLDER, source), join(folder, name)]);
    expect(new Uint8Array(readFileSync(join(folder, name)))).toEqual(storyFile(name));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
