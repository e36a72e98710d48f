import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row, Section } from '../lib/report';
import { median } from '../lib/stats';
import type { Bench } from './context';

const GOAL_MIB = 2;
const GOAL_MS = 90;

export async function measureBundle(bench: Bench): Promise<Section> {
  const [, total, gzip] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(bench.build.output) ?? [];
  if (!gzip || !total) throw new Error(`wrangler named no size:\n${bench.build.output}`);
  const mib = Number(gzip) / 1024;
  const runs = bench.quick ? 1 : 5;
  const starts: number[] = [];
  for (let run = 0; run < runs; run += 1) starts.push(await profileStart(bench));
  const size: Row = {
    what: 'Worker, gzipped',
    ours: `${mib.toFixed(2)} MiB (${(Number(total) / 1024).toFixed(2)} MiB plain)`,
    floor: '—',
    ratio: '—',
    goal: `≤ ${GOAL_MIB} MiB`,
    met: mib <= GOAL_MIB,
    samples: '1',
  };
  const start: Row = {
    what: 'start-up CPU',
    ours: `${median(starts).toFixed(1)} ms`,
    floor: '—',
    ratio: '—',
    goal: `≤ ${GOAL_MS} ms`,
    met: median(starts) <= GOAL_MS,
    samples: String(runs),
  };
  return {
    title: 'The bundle',
    method:
      "As printed by `wrangler deploy --dry-run`, tokenizer included. Start-up is the non-idle time in the profile of `wrangler check startup` on this machine, including the profiler's own. Its goal was 50 ms until the Worker had twice the features.",
    rows: [size, start],
  };
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
}

async function profileStart({ servers }: Bench): Promise<number> {
  const file = join(servers.directory, 'startup.cpuprofile');
  await servers.wrangler(['check', 'startup', '--outfile', file]);
  const profile = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
  const idle = new Set(
    profile.nodes.filter((node) => node.callFrame.functionName === '(idle)').map((node) => node.id),
  );
  let microseconds = 0;
  for (const [at, sample] of profile.samples.entries()) {
    // A delta leads up to its sample: the time after sample n belongs to it.
    if (!idle.has(sample)) microseconds += profile.timeDeltas[at + 1] ?? 0;
  }
  return microseconds / 1000;
}
