import type { ReplayStep } from '../../../../src/contract/replays';

/** A run's progress: `reached[i]` once `sent[i]` actions or commands had been sent; null: it is not known. */
export interface Curve {
  sent: number[];
  reached: (number | null)[];
}

/** Statuses that an action keeps. */
const SETTLED = new Set(['verified', 'exhausted', 'unverified']);

/** Counts a run's settled actions after each one it sent, from nothing. */
export function buildCurve(steps: readonly ReplayStep[]): Curve {
  const statuses = new Map<string, boolean>();
  const curve: Curve = { sent: [0], reached: [0] };
  let sentCount = 0;
  for (const { kind, action, status } of steps) {
    if (kind !== 'action' && kind !== 'doubt') continue;
    sentCount += 1;
    if (action && status) statuses.set(action.id, SETTLED.has(status));
    curve.sent.push(sentCount);
    curve.reached.push([...statuses.values()].filter(Boolean).length);
  }
  return curve;
}

/** Spreads scores at the moves that changed them, `[move, score]` in order, over every move up to the last of them. */
export function spreadScores(points: readonly (readonly [move: number, score: number])[]): Curve {
  const last = points.at(-1)?.[0] ?? 0;
  const reached: Curve['reached'] = Array.from({ length: last + 1 }, () => null);
  for (const [i, [move, score]] of points.entries())
    reached.fill(score, move, points[i + 1]?.[0] ?? last + 1);
  return { sent: reached.map((_, move) => move), reached };
}

/** Joins two curves over the same actions; null after a run ended. */
export function joinCurves(a: Curve, b: Curve): [x: number[], a: (number | null)[], b: (number | null)[]] {
  const x = a.sent.length >= b.sent.length ? a.sent : b.sent;
  return [x, x.map((_, i) => a.reached[i] ?? null), x.map((_, i) => b.reached[i] ?? null)];
}

/** Returns a run's board after this many steps: the last one if it had ended; null before the first. */
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
