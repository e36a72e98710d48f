import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';

/** One line of the table. Texts are ready to print; `met` is null without a goal. */
export interface Row {
  what: string;
  ours: string;
  /** The floor's result; `—` if there is none. */
  floor: string;
  ratio: string;
  goal: string;
  met: boolean | null;
  samples: string;
}

export interface Section {
  title: string;
  method: string;
  rows: Row[];
  notes?: string[];
}

export interface RunInfo {
  date: string;
  quick: boolean;
  long: boolean;
  minutes: number;
}

/** Read before writing, because the page itself is a change. */
const COMMIT = readCommit();
const HEAD = ['what', 'Proscenium', 'baseline', 'ratio', 'goal', 'met', 'samples'];

export function writeReport(sections: readonly Section[], info: RunInfo): string {
  const flags = `${info.quick ? ' -- --quick' : ''}${info.long ? ' -- --long' : ''}`;
  const out = [
    '# Benchmarks',
    '',
    'The time and storage that Proscenium needs, compared with a baseline that does only the unavoidable work.',
    '',
    `Written by \`npm run bench${flags}\` on ${info.date}; do not edit by hand. The run took ${info.minutes.toFixed(0)} minutes.`,
    '',
    ...machineLines(),
    '',
    'Clients measure the time, because clocks inside a Worker do not advance while code runs. Proscenium and the baseline alternate within a run, so that a slow moment of the machine affects both. Numbers are medians, or p50 / p90 if there are two. On a shared machine they vary by several percent: compare the ratios, and take the A/A ratio (the same thing measured against itself) as the noise. The Worker is the bundle that would be deployed, run by `wrangler dev` without its developer tracing (`X_LOCAL_OBSERVABILITY=false`). Locally, D1 and R2 share a thread with the rooms; in production they do not.',
  ];
  for (const section of sections) out.push('', ...writeSection(section));
  return `${out.join('\n')}\n`;
}

/**
 * Replaces the section with the same title in a report, or appends it. A note gives its date, commit and
 * machine, because the head of the page describes the whole run.
 */
export function replaceSection(report: string, section: Section, date: string): string {
  const note = `Measured on ${date}, commit ${COMMIT} (${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores).`;
  const text = `${writeSection({ ...section, notes: [...(section.notes ?? []), note] }).join('\n')}\n`;
  const parts = report.split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${section.title}\n`));
  if (at === -1) return `${report}\n${text}`;
  parts[at] = at === parts.length - 1 ? text : `${text}\n`;
  return parts.join('');
}

function writeSection(section: Section): string[] {
  const out = [`## ${section.title}`, '', section.method];
  if (section.rows.length > 0) out.push('', ...table(section.rows));
  for (const note of section.notes ?? []) out.push('', note);
  return out;
}

export function printRow(row: Row): string {
  const beside = row.floor === '—' ? '' : ` | baseline ${row.floor}`;
  const ratio = row.ratio === '—' ? '' : ` | ${row.ratio}`;
  const goal = row.goal === '—' ? '' : ` | goal ${row.goal}: ${verdict(row.met)}`;
  return `  ${row.what}: ${row.ours}${beside}${ratio}${goal} (${row.samples})`;
}

const verdict = (met: boolean | null): string => (met === null ? '—' : met ? 'yes' : '**no**');

function table(rows: readonly Row[]): string[] {
  const cells = rows.map((r) => [r.what, r.ours, r.floor, r.ratio, r.goal, verdict(r.met), r.samples]);
  return [HEAD, HEAD.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`);
}

function machineLines(): string[] {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return [
    `- machine: ${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory} memory, ${type()}`,
    `- versions: node ${process.versions.node}, wrangler ${versionOf('wrangler')}, workerd ${versionOf('workerd')}, commit ${COMMIT}`,
  ];
}

function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function readCommit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}
