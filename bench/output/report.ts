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
    'Read this page when you want to know how many damaged answers of models Proscenium reads rightly, and how fast, beside other libraries.',
    '',
    `Written by \`npm run bench:output\` on ${new Date().toISOString().slice(0, 10)}; do not edit by hand. The run took ${results.minutes.toFixed(1)} minutes.`,
    '',
    `- machine: ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB memory, ${type()}`,
    `- versions: node ${process.versions.node}, commit ${commit()}, ${versions.join(', ')}`,
    ...missing.map(({ name, why }) => `- not available: ${name}: ${why}`),
    '',
    '## Method',
    '',
    ...METHOD,
    '',
    '## Recovery: generated damage',
    '',
    'Correct / wrong / refused. In bold: the most correct answers of the row; of equals, the one with fewer wrong ones.',
    '',
    ...recovery(generated, names),
  ];
  if (own.length > 0) {
    out.push('', '## Recovery: our own cases', '', OWN, '', ...recovery(own, names));
  }
  if (strangers.length > 0) {
    out.push('', '## Recovery: the tests of other libraries', '', STRANGERS, '', ...suiteTable(suites), '');
    out.push(...recovery(strangers, names), '', MISSED, '', ...missedTable(strangers, names));
  }
  out.push('', '## Speed', '', SPEED, '', ...speed([...generated, ...own], names));
  out.push('', '## Floods', '', FLOOD_TEXT, '', ...floodTable(floods));
  return `${out.join('\n')}\n`;
}

const METHOD = [
  'Every library gets the same raw answers and gives a value that fits the schema, or none. Values are compared, not texts; a null and a missing key count as the same. **Correct** is the expected value, or a refusal where nothing else is right; **wrong** is any other value; **refused** is no value. A wrong value is worse than a refusal: it is acted upon.',
  '',
  'The generated answers are valid answers to four schemas of the stage (a line, a plan, a suggestion, an analysis), damaged by one kind of damage at every place where it can happen (compact and pretty-printed), or by two at once; the random choices are seeded. Of an answer that was cut off, what is whole must be there; a text counts as far as it goes (a `…` after it does no harm), an unfinished list entry may stay or go; half a number, half a word of a fixed list, or an invented value is wrong; when what is missing makes the answer impossible, only a refusal is correct.',
  '',
  '- ours: `splitReasoning`, then `parseStructured`, as on the live path.',
  '- `jsonrepair`, `partial-json` (`Allow.ALL`), `best-effort-json-parser` and `ai` (`parsePartialJson`) know no schema. They are given what a careful caller would give them, `<think>` blocks removed: the whole text, then the first code block, the first `{` to the last `}`, the first `{` to the end. The first result that is an object and fits the schema counts.',
  '- `@boundaryml/baml`: `parseLlmResponse` of a runtime made from source, no code generated; the schema is translated into its language; `<think>` blocks removed. Its result is checked like the others, as it is and without its nulls. Its language has no key that must be there and may be null, so it fills in null where such a key is missing.',
];
const OWN =
  'The table of cases of our unit tests (`packages/answer-reader/cases/cases.ts`). They were written for our parser, so it is expected to get them right; read the other columns.';
const STRANGERS = `Answers that we did not write: the unit tests of [jsonrepair](https://github.com/josdejong/jsonrepair), [json_repair](https://github.com/mangiucugna/json_repair) and [BAML](https://github.com/BoundaryML/baml), fetched when the benchmark runs and read by running them against a stand-in. Right is what the suite expects; blanks at the ends of texts do not count. Where a suite gives no schema, it is made from the expected value: every key named, typed and required (BAML takes no key with a blank or a sign in it, and refuses those). A library is expected to win its own suite. Left out are cases with no object, as no agent asks for one; with nothing in it but null; that end within a number, of which these suites keep the digits that came and we keep none (\`1\` may have been \`10\`); and with several answers that fit, of which BAML takes the first and we the last, as models correct themselves; and floods of over 4,000 characters, which test the time that reading takes (ours is below). Kinds begin with \`${PUBLIC.trim()}\`.`;
const MISSED =
  'Answers that a library reads rightly and we do not (`npm run bench:output -- --show=<kind>` prints them with their libraries):';
const SPEED = `MB of raw answers per second, from raw text to checked value (for the libraries without a schema, all slices that had to be tried). Median of the ${PASSES} passes, libraries taking turns on the same answers. Answers are short, some 200 bytes, so this is the cost of a call more than of a byte.`;
const FLOOD_TEXT = `One thing repeated to 1 MB and to 2 MB; the fastest of 7 in a process of its own (what slows a pass down is the machine, not the work). The goal for ours: under ${GOAL_MS} ms at 1 MB, and a ratio of about 2 (at most ${GOAL_RATIO}, or under ${GOAL_MS} ms at 2 MB, too). The rows of the other libraries include the slices; one that gives up early, as on a stack that overflows, looks fast.`;

function suiteTable(suites: readonly Corpus[]): string[] {
  const rows = suites.map(({ name, commit, cases, leftOut }) => [
    name,
    commit,
    String(cases.length),
    ...REASONS.map((reason) => String(leftOut[reason])),
  ]);
  return table(['suite', 'commit', 'answers', ...REASONS.map((reason) => `left out: ${reason}`)], rows);
}

function missedTable(results: readonly KindResult[], names: readonly string[]): string[] {
  const others = names.slice(1);
  const rows = results.map(({ kind, misses }) => [
    kind,
    ...others.map((name) => String(misses.filter(({ readBy }) => readBy.includes(name)).length)),
  ]);
  return table(['suite', ...others], rows);
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
  for (const outcome of OUTCOMES) {
    const mean = (name: string): number =>
      results.reduce((sum, { counts, count }) => sum + (counts[name] ?? NONE)[outcome] / count, 0);
    const shares = names.map((name) => `${((100 * mean(name)) / results.length).toFixed(1)} %`);
    rows.push([`${outcome}, every kind weighing the same`, '', ...shares]);
  }
  return table(['kind of damage', 'answers', ...names], rows);
}

const NONE = { correct: 0, wrong: 0, refused: 0 };

function bestOf(all: readonly { name: string; correct: number; wrong: number }[]): Set<string> {
  const rank = (each: { correct: number; wrong: number }): number => each.correct * 1e6 - each.wrong;
  const top = Math.max(...all.map(rank));
  return new Set(all.filter((each) => rank(each) === top).map(({ name }) => name));
}

function speed(results: readonly KindResult[], names: readonly string[]): string[] {
  const rows = results.map(({ kind, speeds }) => [
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
