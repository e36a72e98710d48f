import type { Mask } from '../contract/frame';
import { findChanged, isSameSize, readBoard } from './frame/board';
import { readTransition, settledBoard } from './frame/seen';
import type { Transition } from './transition';

/**
 * A level restarted if this share of the differences from its start is undone. Not all of them: a life
 * counter still differs.
 */
const RESTORED_SHARE = 0.85;
/** Differences from the start that may be new, as a share of the undone ones: the life that was just lost. */
const SPENT_SHARE = 0.1;

const RESTARTS = new WeakMap<Transition, { mask: Mask; last: Transition; is: boolean }>();

/**
 * True if an action reset the level to its start, as games do when a life is lost. Undoing only the previous
 * step does not count, nor does changing only cells that the action changed before, because a cycle also
 * returns to its start.
 */
export function isRestart(history: readonly Transition[], at: number, mask: Mask): boolean {
  const [transition, last] = [history[at], history[at - 1]];
  if (!transition || !last || transition.levelChanged) return false;
  const cached = RESTARTS.get(transition);
  if (cached?.mask === mask && cached.last === last) return cached.is;
  const is = findRestart(history, at, transition, last, mask);
  RESTARTS.set(transition, { mask, last, is });
  return is;
}

function findRestart(
  history: readonly Transition[],
  at: number,
  transition: Transition,
  last: Transition,
  mask: Mask,
): boolean {
  const packedStart = findStart(history, at);
  if (packedStart === null || packedStart === transition.before) return false;
  const [start, before, after] = [packedStart, transition.before, settledBoard(transition)].map(readBoard);
  if (!start || !before || !after || !isSameSize(start, before) || !isSameSize(before, after)) return false;
  const away = new Set(findChanged(before, start, mask));
  const differences = findChanged(after, start, mask);
  const spentCount = differences.filter((cell) => !away.has(cell)).length;
  const unrestoredCount = differences.length - spentCount;
  if (unrestoredCount > (1 - RESTORED_SHARE) * away.size || spentCount > SPENT_SHARE * away.size)
    return false;
  const past = readBoard(last.before);
  if (!isSameSize(past, after) || findChanged(past, after, mask).length === 0) return false;
  const ownCells = new Set(
    history
      .slice(0, at)
      .filter(({ action, level }) => action.id === transition.action.id && level === transition.level)
      .flatMap((earlier) => readTransition(earlier, mask)?.changed ?? []),
  );
  return findChanged(before, after, mask).some((cell) => !ownCells.has(cell));
}

/** First packed frame of the level before `at`; null if the history does not contain it. */
function findStart(history: readonly Transition[], at: number): string | null {
  for (let i = at - 1; i >= 0; i--) {
    const step = history[i];
    if (!step || step.levelChanged || step.state === 'GAME_OVER') {
      return i + 1 < at ? (history[i + 1]?.before ?? null) : null;
    }
  }
  return history[0]?.before ?? null;
}
