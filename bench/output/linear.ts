import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FLOODS } from './floods';

export interface FloodTime {
  library: string;
  flood: string;
  goal: boolean;
  /** Milliseconds for 1 MB and for 2 MB; null if the process died or timed out. */
  times: [number, number] | null;
  why: string;
}

const LIMIT_MS = 10_000;
const CHILD = fileURLToPath(new URL('flood-child.ts', import.meta.url));

/** Measures ours on every flood (`goalsOnly`: on floods with a goal), the others on floods with a goal. */
export async function measureFloods(others: readonly string[], goalsOnly: boolean): Promise<FloodTime[]> {
  const out: FloodTime[] = [];
  for (const [flood, { goal }] of Object.entries(FLOODS)) {
    if (goalsOnly && !goal) continue;
    const libraries = goal ? ['ours', 'ours, cleanLine', ...others] : ['ours', 'ours, cleanLine'];
    for (const library of libraries) out.push({ library, flood, goal, ...(await timeOne(library, flood)) });
  }
  return out;
}

function timeOne(library: string, flood: string): Promise<{ times: [number, number] | null; why: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, CHILD, library, flood], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, LIMIT_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('close', () => {
      clearTimeout(timer);
      const last = output.trim().split('\n').at(-1) ?? '';
      if (last !== '') resolve({ times: JSON.parse(last) as [number, number], why: '' });
      else resolve({ times: null, why: late ? `> ${LIMIT_MS / 1000} s` : 'the process died' });
    });
  });
}
