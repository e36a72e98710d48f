/**
 * `npm run stories [folder]`: compiles our own story with Debian's `inform6` (package `inform6-compiler`) for every
 * version of the Z-machine that is played here, and writes the embedded copy of the z3 build. The builds are
 * reproducible: release and serial number stand in the source. With a folder, everything is written there instead, under
 * the same names.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = 'stories/tide-mill.inf';

/** Where the build for each version goes; the z3 build is the one that is embedded. */
const BUILDS = {
  3: 'stories/tide-mill.z3',
  4: 'test/fixtures/stories/tide-mill.z4',
  5: 'test/fixtures/stories/tide-mill.z5',
  8: 'test/fixtures/stories/tide-mill.z8',
};
const EMBEDDED = 'src/games/zmachine/embedded.ts';
const LINE = 100;

const into = argv[2] ?? ROOT;
for (const [version, path] of Object.entries(BUILDS)) compile(version, place(path));
writeFileSync(place(EMBEDDED), embed(readFileSync(join(into, BUILDS[3]))));

/** The full path of an output, in a folder that exists. */
function place(path: string): string {
  const full = join(into, path);
  mkdirSync(dirname(full), { recursive: true });
  return full;
}

/** -e uses the abbreviations the source declares; -~S leaves out the run-time checks of the compiler. */
function compile(version: string, to: string): void {
  const said: string = execFileSync('inform6', [`-v${version}`, '-e', '-~S', SOURCE, to], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const warnings = said.split('\n').filter((line) => /warning|error/i.test(line));
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
