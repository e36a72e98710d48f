import type { ReplayStep } from '../../../../src/api/replays';

/** A run's progress by actions sent: `settled[i]` actions were settled once `sent[i]` had been sent. */
export interface Curve {
  sent: number[];
  settled: number[];
}

/** Statuses that an action keeps. */
const SETTLED = new Set(['verified', 'exhausted', 'unverified']);

/** Counts a run's settled actions after each one it sent, from nothing. */
export function curveOf(steps: readonly ReplayStep[]): Curve {
  const statuses = new Map<string, boolean>();
  const curve: Curve = { sent: [0], settled: [0] };
  let sentCount = 0;
  for (const { kind, action, status } of steps) {
    if (kind !== 'action' && kind !== 'doubt') continue;
    sentCount += 1;
    if (action && status) statuses.set(action.id, SETTLED.has(status));
    curve.sent.push(sentCount);
    curve.settled.push([...statuses.values()].filter(Boolean).length);
  }
  return curve;
}

/** Joins two curves over the same actions; null where a run had ended. */
export function joinCurves(a: Curve, b: Curve): [x: number[], a: (number | null)[], b: (number | null)[]] {
  const x = a.sent.length >= b.sent.length ? a.sent : b.sent;
  return [x, x.map((_, i) => a.settled[i] ?? null), x.map((_, i) => b.settled[i] ?? null)];
}

/** Returns the board that a run showed after so many steps: its last one, when it had ended; null before the first. */
export function boardAt(
  steps: readonly ReplayStep[],
  step: number,
): { cells: string; before: string | null; step: ReplayStep } | null {
  const at = Math.min(step, steps.length) - 1;
  for (let i = at; i >= 0; i--) {
    const candidate = steps[i];
    if (!candidate?.cells) continue;
    const isNow = i === at && candidate.kind === 'action';
    const before = isNow ? steps.slice(0, i).findLast(({ cells }) => cells)?.cells : undefined;
    return { cells: candidate.cells, before: before ?? null, step: steps[at] ?? candidate };
  }
  return null;
}
