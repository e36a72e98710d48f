/**
 * `node scripts/slowest.mjs`: a table of the ten slowest test files of the last `npm test` and `npm run
 * test:deep` under CI=1, and whether each suite is within test/time-budget.json. Exits with 1 if one is not.
 *
 * Budgets are seconds on a reference machine: this script times a fixed amount of work first, to correct for
 * a slow or busy machine. They may only fall.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Milliseconds that {@link referenceWork} takes on the reference machine. */
const REFERENCE_MS = 500;

const { suites } = JSON.parse(readFileSync('test/time-budget.json', 'utf8'));
const factor = Math.max(1, median(Array.from({ length: 5 }, timeReferenceWork)) / REFERENCE_MS);
console.log(`This machine needs ${factor.toFixed(2)} times as long as the reference machine.`);

for (const [suite, budget] of Object.entries(suites)) {
  const path = `test-results/${suite}.json`;
  if (!existsSync(path)) continue;
  const files = JSON.parse(readFileSync(path, 'utf8'))
    .testResults.map(({ name, startTime, endTime }) => ({
      name: relative('.', name),
      seconds: (endTime - startTime) / 1000 / factor,
    }))
    .sort((a, b) => b.seconds - a.seconds);
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(
    `\n${suite}: ${files.length} files, ${total.toFixed(0)} s of ${budget.total}; one file at most ${budget.file} s`,
  );
  for (const { name, seconds } of files.slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
  const isOver = total > budget.total || (files[0]?.seconds ?? 0) > budget.file;
  if (!isOver) continue;
  console.log(
    `FAILED: ${suite} is over its budget. Make the slow files faster, or let test:deep run what need not run each time.`,
  );
  process.exitCode = 1;
}

function timeReferenceWork() {
  const startMs = performance.now();
  let hash = Buffer.alloc(0);
  for (let n = 0; n < 200_000; n += 1) hash = createHash('sha256').update(hash).digest();
  return performance.now() - startMs;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
