import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  parent: number;
  args: string;
}

export function descendants(pid: number | undefined): Process[] {
  if (pid === undefined) return [];
  const all = listProcesses();
  const below = (of: number): Process[] =>
    all.flatMap((one) => (one.parent === of ? [one, ...below(one.pid)] : []));
  return below(pid);
}

/** Reads /proc if it exists: a minimal machine may have no `ps`. */
function listProcesses(): Process[] {
  if (!existsSync('/proc/self/stat')) {
    return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => {
        const [, own, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
        return own === undefined ? [] : [{ pid: Number(own), parent: Number(parent), args }];
      });
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // `pid (name) state ppid …`; the name may contain brackets, so start after the last one.
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, args }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

/**
 * The workerd with the rooms of a `wrangler dev`. wrangler runs two: the other one is its front end with the
 * port; killing that makes wrangler hang.
 *
 * @param pid of wrangler, or of its parent
 * @param port of the front end
 */
export const findWorkerd = (pid: number | undefined, port: number): Process[] =>
  descendants(pid).filter(
    ({ args }) =>
      / serve /.test(args) && args.includes('workerd') && !args.includes(`entry=127.0.0.1:${port}`),
  );

/** Current memory of a process in MiB; NaN without /proc. */
export function residentMiB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Kills a running process with all its children. */
export function killTree(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const pids = [...descendants(child.pid).map(({ pid }) => pid), ...(child.pid ? [child.pid] : [])];
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
