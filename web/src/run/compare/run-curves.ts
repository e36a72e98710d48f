import type { ReplayStep } from '../../../../src/api/replays';

/** How far a run was at each action it sent: `settled[i]` actions were settled once `sent[i]` had been sent. */
export interface Curve {
  sent: number[];
  settled: number[];
}

/** Statuses that an action keeps. */
const SETTLED = new Set(['verified', 'exhausted', 'unverified']);

/** How many actions a run had settled after each one it sent, from nothing. */
export function curveOf(steps: readonly ReplayStep[]): Curve {
  const statuses = new Map<string, boolean>();
  const curve: Curve = { sent: [0], settled: [0] };
  let sent = 0;
  for (const { kind, action, status } of steps) {
    if (kind !== 'action' && kind !== 'doubt') continue;
    sent += 1;
    if (action && status) statuses.set(action.id, SETTLED.has(status));
    curve.sent.push(sent);
    curve.settled.push([...statuses.values()].filter(Boolean).length);
  }
  return curve;
}

/** Two curves over the same actions; null where a run had ended. */
export function joinCurves(a: Curve, b: Curve): [x: number[], a: (number | null)[], b: (number | null)[]] {
  const x = a.sent.length >= b.sent.length ? a.sent : b.sent;
  return [x, x.map((_, i) => a.settled[i] ?? null), x.map((_, i) => b.settled[i] ?? null)];
}

/** The board a run showed after so many steps: its last one, when it had ended; null before the first. */
export function boardAt(
  steps: readonly ReplayStep[],
  step: number,
): { cells: string; before: string | null; step: ReplayStep } | null {
  const at = Math.min(step, steps.length) - 1;
  for (let i = at; i >= 0; i--) {
    const shown = steps[i];
    if (!shown?.cells) continue;
    const isNow = i === at && shown.kind === 'action';
    const before = isNow ? steps.slice(0, i).findLast(({ cells }) => cells)?.cells : undefined;
    return { cells: shown.cells, before: before ?? null, step: steps[at] ?? shown };
  }
  return null;
}
