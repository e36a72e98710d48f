/**
 * `npm run bench:output`: compares our tolerant parser with similar libraries, and writes
 * docs/benchmarks-output.md.
 *
 * `-- --quick` does one pass, measures only ours on floods with a goal, and writes no files; `--
 * --show[=<kind>]` only prints every answer that ours got wrong (of one kind of damage).
 */
import { writeFile } from 'node:fs/promises';
import { readCorpora } from './corpora/read';
import { makeCorpus } from './corpus';
import type { Damaged } from './judge';
import { loadLibraries } from './libraries';
import { measureFloods } from './linear';
import { type KindResult, measureKinds } from './measure';
import { readOwnCases } from './own-cases';
import { PASSES, writeReport } from './report';

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const show = args.find((arg) => arg.startsWith('--show'))?.replace(/^--show=?/, '');
const passes = quick ? 1 : PASSES;

const started = performance.now();
const { libraries, missing } = await loadLibraries();
const suites = await readCorpora();
for (const { name, why } of [...missing, ...suites.missing]) console.log(`not available: ${name}: ${why}`);
const publicCases = suites.corpora.flatMap(({ cases }) => cases);

if (show !== undefined) {
  const isShown = (damaged: Damaged): boolean => show === '' || damaged.kind === show;
  const corpus = [...makeCorpus(), ...readOwnCases(), ...publicCases].filter(isShown);
  for (const result of await measureKinds(corpus, libraries, 0)) printMisses(result);
} else {
  const generatedCases = await measureKinds(makeCorpus(), libraries, passes);
  const own = await measureKinds(readOwnCases(), libraries, passes);
  const strangers = await measureKinds(publicCases, libraries, 0);
  for (const result of [...generatedCases, ...own, ...strangers]) printCounts(result);
  const floods = await measureFloods(quick ? [] : libraries.slice(1).map(({ name }) => name), quick);
  for (const { library, flood, times, why } of floods) {
    console.log(
      `  1 MB of ${flood}, ${library}: ${times?.map((ms) => ms.toFixed(1)).join(' and ') ?? why} ms`,
    );
  }
  const minutes = (performance.now() - started) / 60_000;
  if (!quick) {
    const report = writeReport({
      libraries,
      missing: [...missing, ...suites.missing],
      generated: generatedCases,
      own,
      strangers,
      suites: suites.corpora,
      floods,
      minutes,
    });
    await writeFile(new URL('../../docs/benchmarks-output.md', import.meta.url), report);
    console.log('written to docs/benchmarks-output.md');
  }
}

function printCounts({ kind, count, counts, speeds }: KindResult): void {
  console.log(`${kind} (${count})`);
  for (const [name, { correct, wrong, refused }] of Object.entries(counts)) {
    const speed = (speeds[name] ?? 0).toFixed(1);
    console.log(`  ${name}: ${correct} correct, ${wrong} wrong, ${refused} refused, ${speed} MB/s`);
  }
}

function printMisses({ kind, misses, count }: KindResult): void {
  console.log(`\n# ${kind}: ${misses.length} of ${count}`);
  for (const { damaged, outcome, got, readBy } of misses) {
    const others = readBy.length === 0 ? 'nobody' : readBy.join(', ');
    console.log(`${outcome}, read by ${others}: ${JSON.stringify(damaged.raw)}`);
    console.log(`  got ${JSON.stringify(got) ?? 'nothing'}`);
    console.log(`  right ${damaged.accept.length === 0 ? 'to refuse' : JSON.stringify(damaged.accept[0])}`);
  }
}
