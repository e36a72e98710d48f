import type { Mask } from '../contract/frame';
import { findChanged, isSameSize, readBoard } from './frame/board';
import { seeTransition, settledOf } from './frame/seen';
import type { Transition } from './transition';

/** A board is the start of its level again when this share of what differed from it is restored; a life counter still differs. */
const RESTORED_SHARE = 0.85;
/** What may differ from the start besides, as a share of what was restored: one more life that was taken. */
const SPENT_SHARE = 0.1;

const RESTARTS = new WeakMap<Transition, { mask: Mask; last: Transition; is: boolean }>();

/**
 * Says whether an execution put the level back to its start, as games do that take a life. Going back by one step is not
 * enough, and neither is changing only what the action changed before: a cycle comes back to its start as well.
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
  const [start, before, after] = [packedStart, transition.before, settledOf(transition)].map(readBoard);
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
      .flatMap((earlier) => seeTransition(earlier, mask)?.changed ?? []),
  );
  return findChanged(before, after, mask).some((cell) => !ownCells.has(cell));
}

/** The first packed frame of the level that was played before `at`; null when the history does not reach it. */
function findStart(history: readonly Transition[], at: number): string | null {
  for (let i = at - 1; i >= 0; i--) {
    const step = history[i];
    if (!step || step.levelChanged || step.state === 'GAME_OVER') {
      return i + 1 < at ? (history[i + 1]?.before ?? null) : null;
    }
  }
  return history[0]?.before ?? null;
}
