import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A process of this machine, as far as it is looked at here. */
export interface Process {
  pid: number;
  parent: number;
  args: string;
}

/** Every process that `pid` has started, and those they have. */
export function descendants(pid: number | undefined): Process[] {
  if (pid === undefined) return [];
  const all = listProcesses();
  const below = (of: number): Process[] =>
    all.flatMap((one) => (one.parent === of ? [one, ...below(one.pid)] : []));
  return below(pid);
}

/** From /proc where there is one: a bare machine may have no `ps`. */
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
        // `pid (name) state ppid …`; the name may hold anything, so read on from its last bracket.
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, args }];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}

/**
 * The workerd in which the rooms of a `wrangler dev` live. wrangler runs two: the other one is its front, which knows the
 * port, and which must never be killed (wrangler would hang for good).
 *
 * @param pid of wrangler, or of who started it
 * @param port that the front listens on
 */
export const findWorkerd = (pid: number | undefined, port: number): Process[] =>
  descendants(pid).filter(
    ({ args }) =>
      / serve /.test(args) && args.includes('workerd') && !args.includes(`entry=127.0.0.1:${port}`),
  );

/** MiB of memory that a process has at this moment; NaN where there is no /proc. */
export function residentMiB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Ends a process that is still running, and whatever it has started, at once. */
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
