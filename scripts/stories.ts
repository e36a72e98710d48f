/**
 * `npm run stories [folder]`: compiles our own story with Debian's `inform6` (package `inform6-compiler`) for
 * every supported version of the Z-machine, and writes the embedded copy of the z3 build. The builds are
 * reproducible: the source sets release and serial number. With a folder, all output goes there instead,
 * under the same names.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = 'stories/tide-mill.inf';

const BUILDS = {
  3: 'stories/tide-mill.z3',
  4: 'test/fixtures/stories/tide-mill.z4',
  5: 'test/fixtures/stories/tide-mill.z5',
  8: 'test/fixtures/stories/tide-mill.z8',
};
const EMBEDDED = 'src/runs/games/tide-mill.ts';
const LINE = 100;

const into = argv[2] ?? ROOT;
for (const [version, path] of Object.entries(BUILDS)) compile(version, place(path));
writeFileSync(place(EMBEDDED), embed(readFileSync(join(into, BUILDS[3]))));

function place(path: string): string {
  const full = join(into, path);
  mkdirSync(dirname(full), { recursive: true });
  return full;
}

/** Compiles a version. -e uses the abbreviations of the source; -~S omits the compiler's run-time checks. */
function compile(version: string, to: string): void {
  const output: string = execFileSync('inform6', [`-v${version}`, '-e', '-~S', SOURCE, to], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const warnings = output.split('\n').filter((line) => /warning|error/i.test(line));
  if (warnings.length) throw new Error(`inform6 -v${version}:\n${warnings.join('\n')}`);
}

function embed(story: Uint8Array): string {
  const base64: string = Buffer.from(story).toString('base64');
  const lines = base64.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return `// Generated from stories/tide-mill.inf by \`npm run stories\`; do not edit.

/** Our own story, played when a run names no other: the z3 build, whole. */
export const EMBEDDED_STORY = {
  id: 'tide-mill',
  title: 'The Tide Mill',
  description:
    'An inherited mill, a tide that comes and goes, and two treasures to bring home. Ten rooms, 50 points.',
  base64: [
${lines.map((line) => `    '${line}',`).join('\n')}
  ].join(''),
};
`;
}
