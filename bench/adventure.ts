import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { argv } from 'node:process';
import { adventure, median, type Played } from './lib/adventurer';

/**
 * Measures the understudy as an adventurer, in the embedded story or in the given story files: `npx tsx
 * bench/adventure.ts [story.z3 …] [--turns=300] [--seeds=3] [--prefix=s] [--verbose]`.
 */
const option = (name: string): string | undefined =>
  argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const turns = Number(option('turns') ?? 300);
const seeds = Array.from(
  { length: Number(option('seeds') ?? 3) },
  (_, i) => `${option('prefix') ?? 's'}${i}`,
);
const files = argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isVerbose = argv.includes('--verbose');

async function main(): Promise<void> {
  const rows: string[] = [];
  for (const path of files.length > 0 ? files : [null]) {
    const results: Played[] = [];
    for (const seed of seeds) {
      results.push(
        await adventure({
          ...(path !== null && { file: new Uint8Array(readFileSync(path)) }),
          seed,
          turns,
          ...(isVerbose && {
            watch: ({ turn, command, thinking, text, score, from, to }) =>
              console.log(
                `${turn} [${score}] L${from}→L${to} > ${command}  (${thinking})\n${text.replace(/\s+/g, ' ')}`,
              ),
          }),
        }),
      );
    }
    rows.push(writeRow(path === null ? 'embedded' : basename(path), results));
  }
  console.log(
    '| story | seeds | turns | best score | at turn | ends | deaths | places | objectives | decision p50 / p95 ms | s a run |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const row of rows) console.log(row);
}

function writeRow(name: string, played: readonly Played[]): string {
  const decisions = played.flatMap((run) => run.decisions);
  const slow = decisions.toSorted((a, b) => a - b)[Math.floor(decisions.length * 0.95)] ?? 0;
  const each = (value: (run: Played) => number | string | null): string =>
    [...new Set(played.map((run) => String(value(run) ?? '?')))].join(', ');
  const most = played.find((run) => run.most !== null)?.most;
  const cells = [
    name,
    played.length,
    each((run) => run.turns),
    `${played.map((run) => run.best ?? '?').join(', ')}${most ? ` of ${most}` : ''}`,
    played.map((run) => run.bestAt).join(', '),
    each((run) => run.ends.join(' ')),
    each((run) => run.deaths),
    each((run) => run.rooms),
    each((run) => run.objectives),
    `${median(decisions).toFixed(0)} / ${slow.toFixed(0)}`,
    (median(played.map((run) => run.milliseconds)) / 1_000).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

void main();
