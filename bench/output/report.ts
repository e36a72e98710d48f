import { execFileSync } from 'node:child_process';
import { cpus, totalmem, type } from 'node:os';
import { type Corpus, PUBLIC, REASONS } from './corpora/read';
import type { Library, Missing } from './libraries';
import type { FloodTime } from './linear';
import type { KindResult } from './measure';

export interface Results {
  libraries: readonly Library[];
  missing: readonly Missing[];
  generated: readonly KindResult[];
  own: readonly KindResult[];
  strangers: readonly KindResult[];
  suites: readonly Corpus[];
  floods: readonly FloodTime[];
  minutes: number;
}

export const PASSES = 7;
const GOAL_MS = 100;
/** Largest ratio of times for twice the work that still counts as linear. */
const GOAL_RATIO = 2.5;
const OUTCOMES = ['correct', 'wrong', 'refused'] as const;

export function writeReport(results: Results): string {
  const { libraries, missing, generated, own, strangers, suites, floods } = results;
  const names = libraries.map(({ name }) => name);
  const versions = libraries.slice(1).map(({ name, version }) => `${name} ${version}`);
  const out = [
    '# Structured output: benchmark',
    '',
    "How many damaged model replies Proscenium's reader, [answer-reader](../packages/answer-reader/README.md), reads correctly, and how fast, compared with other libraries.",
    '',
    `Written by \`npm run bench:output\` on ${new Date().toISOString().slice(0, 10)}; do not edit by hand. The run took ${results.minutes.toFixed(1)} minutes.`,
    '',
    `- machine: ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB memory, ${type()}`,
    `- versions: node ${process.versions.node}, commit ${commit()}, ${versions.join(', ')}`,
    ...missing.map(({ name, why }) => `- not available: ${name}: ${why}`),
    '',
    '## Summary',
    '',
    'Averages over the kinds of damage, so that a kind with many replies does not dominate.',
    '',
    ...summarize(
      { 'generated damage': generated, 'our own cases': own, 'test suites of other libraries': strangers },
      names,
    ),
    '',
    '## Method',
    '',
    ...METHOD,
    '',
    '## Generated damage',
    '',
    "Correct / wrong / refused. The row's best result is bold: the most correct replies, then the fewest wrong ones.",
    '',
    ...recovery(generated, names),
  ];
  if (own.length > 0) {
    out.push('', '## Our own cases', '', OWN, '', ...recovery(own, names));
  }
  if (strangers.length > 0) {
    out.push('', '## Test suites of other libraries', '', STRANGERS, '', ...suiteTable(suites), '');
    out.push(...recovery(strangers, names), '', MISSED, '', ...missedTable(strangers, names));
  }
  out.push('', '## Speed', '', SPEED, '', ...speed(generated, own, names));
  out.push('', '## Floods', '', FLOOD_TEXT, '', ...floodTable(floods));
  return `${out.join('\n')}\n`;
}

const METHOD = [
  'Every library receives the same raw replies and returns a value that fits the schema, or none. Values are compared, not texts; null and a missing key are equal. **Correct** is the expected value, or a refusal if nothing else is right; **wrong** is any other value; **refused** is no value. A wrong value is worse than a refusal, because the caller acts on it.',
  '',
  'The generated replies are valid replies to four schemas of the stage (a line, a plan, a suggestion, an analysis), compact and pretty-printed, damaged in one way at every place where this can happen, or in two ways at once. Random choices are seeded.',
  '',
  'A truncated reply must keep its complete parts. A text counts as far as it goes (a trailing `…` does no harm), and an unfinished list entry may stay or go. Half a number, half a word of a fixed list, or an invented value is wrong. If the missing part makes the reply unusable, only a refusal is correct.',
  '',
  '- ours: `splitReasoning`, then `parseStructured`, as in production.',
  '- `jsonrepair`, `partial-json` (`Allow.ALL`), `best-effort-json-parser` and `ai` (`parsePartialJson`) know no schema. They get the input that a careful caller would pass, without `<think>` blocks: the whole text, the first code block, the first `{` to the last `}`, then the first `{` to the end. The first resulting object that fits the schema counts.',
  '- `@boundaryml/baml`: `parseLlmResponse` of a runtime built from source, without generated code. The schema is translated into its language and `<think>` blocks are removed. Its result is checked with and without its nulls, because its language has no required nullable key and fills missing ones with null.',
];
const OWN =
  'The cases of our unit tests (`packages/answer-reader/cases/cases.ts`). They were written for our parser, so compare the other columns.';
const STRANGERS = `Replies from the unit tests of [jsonrepair](https://github.com/josdejong/jsonrepair), [json_repair](https://github.com/mangiucugna/json_repair) and [BAML](https://github.com/BoundaryML/baml), which the benchmark fetches and runs against a stub. The suite's expected value is correct; trailing blanks do not count. If a suite gives no schema, it is made from the expected value, with every key named, typed and required (BAML refuses keys with a blank or a sign in them). Expect each library to win its own suite. Kinds begin with \`${PUBLIC.trim()}\`.

Cases are left out if they have no object, because agents always request one; only null; a truncated number, which the suites keep and we drop (\`1\` may have been \`10\`); several fitting replies, of which BAML takes the first and we take the last, because models correct themselves; or over 4,000 characters, which test speed instead.`;
const MISSED =
  'Replies that a library reads correctly and ours does not (`npm run bench:output -- --show=<kind>` prints them):';
const SPEED = `MB of raw replies per second, from raw text to checked value (for libraries without a schema, including every slice tried). The figure is the median of ${PASSES} passes in which the libraries take turns on the same replies. Replies are about 200 bytes long, so the figure reflects the cost of a call. The last row includes our own cases.`;
const FLOOD_TEXT = `One piece of text repeated to 1 MB and to 2 MB, to show that the time grows linearly. The figure is the fastest of 7 passes, each in its own process. The goal for ours is under ${GOAL_MS} ms at 1 MB, and either a ratio of at most ${GOAL_RATIO} or under ${GOAL_MS} ms at 2 MB. Other libraries include every slice tried; one that gives up early, for instance on a stack overflow, looks fast.`;

function suiteTable(suites: readonly Corpus[]): string[] {
  const rows = suites.map(({ name, commit, cases, leftOut }) => [
    name,
    commit,
    String(cases.length),
    ...REASONS.map((reason) => String(leftOut[reason])),
  ]);
  return table(['suite', 'commit', 'replies', ...REASONS.map((reason) => `left out: ${reason}`)], rows);
}

function missedTable(results: readonly KindResult[], names: readonly string[]): string[] {
  const others = names.slice(1);
  const rows = results.map(({ kind, misses }) => [
    kind,
    ...others.map((name) => String(misses.filter(({ readBy }) => readBy.includes(name)).length)),
  ]);
  return table(['suite', ...others], rows);
}

/** Share of each outcome in each group of replies; every kind of damage counts the same. */
function summarize(groups: Readonly<Record<string, readonly KindResult[]>>, names: readonly string[]) {
  const rows = Object.entries(groups).flatMap(([group, results]) =>
    results.length === 0
      ? []
      : OUTCOMES.map((outcome) => {
          const mean = (name: string): number =>
            results.reduce((sum, { counts, count }) => sum + (counts[name] ?? NONE)[outcome] / count, 0);
          const shares = names.map((name) => `${((100 * mean(name)) / results.length).toFixed(1)} %`);
          return [group, outcome, ...shares];
        }),
  );
  return table(['replies', 'result', ...names], rows);
}

function recovery(results: readonly KindResult[], names: readonly string[]): string[] {
  const rows = results.map(({ kind, count, counts }) => {
    const best = bestOf(names.map((name) => ({ name, ...(counts[name] ?? NONE) })));
    const cells = names.map((name) => {
      const cell = OUTCOMES.map((outcome) => (counts[name] ?? NONE)[outcome]).join(' / ');
      return best.has(name) ? `**${cell}**` : cell;
    });
    return [kind, String(count), ...cells];
  });
  const total = (outcome: (typeof OUTCOMES)[number], name: string): number =>
    results.reduce((sum, { counts }) => sum + (counts[name] ?? NONE)[outcome], 0);
  const all = results.reduce((sum, { count }) => sum + count, 0);
  rows.push([
    'all',
    String(all),
    ...names.map((name) => OUTCOMES.map((outcome) => total(outcome, name)).join(' / ')),
  ]);
  return table(['kind of damage', 'replies', ...names], rows);
}

const NONE = { correct: 0, wrong: 0, refused: 0 };

function bestOf(all: readonly { name: string; correct: number; wrong: number }[]): Set<string> {
  const rank = (each: { correct: number; wrong: number }): number => each.correct * 1e6 - each.wrong;
  const top = Math.max(...all.map(rank));
  return new Set(all.filter((each) => rank(each) === top).map(({ name }) => name));
}

function speed(
  generated: readonly KindResult[],
  own: readonly KindResult[],
  names: readonly string[],
): string[] {
  const results = [...generated, ...own];
  const rows = generated.map(({ kind, speeds }) => [
    kind,
    ...names.map((name) => (speeds[name] ?? Number.NaN).toFixed(1)),
  ]);
  const bytes = results.reduce((sum, each) => sum + each.bytes, 0);
  const totals = names.map((name) => {
    const time = results.reduce((sum, each) => sum + each.bytes / (each.speeds[name] ?? Number.NaN), 0);
    return (bytes / time).toFixed(1);
  });
  return table(['kind of damage', ...names], [...rows, ['all', ...totals]]);
}

function floodTable(floods: readonly FloodTime[]): string[] {
  const rows = floods.map(({ library, flood, goal, times, why }) => {
    const floodCell = flood.includes('`') ? `\`\` ${flood} \`\`` : `\`${flood}\``;
    const ours = library.startsWith('ours');
    if (times === null) return [floodCell, library, why, '', '', goal && ours ? '**no**' : '—'];
    const ratio = times[1] / times[0];
    const isMet = times[0] < GOAL_MS && (ratio <= GOAL_RATIO || times[1] < GOAL_MS);
    const verdict = ours ? (isMet ? 'yes' : '**no**') : '—';
    return [floodCell, library, times[0].toFixed(1), times[1].toFixed(1), ratio.toFixed(2), verdict];
  });
  return table(['what is repeated', 'library', 'ms at 1 MB', 'ms at 2 MB', 'ratio', 'goal met'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}
