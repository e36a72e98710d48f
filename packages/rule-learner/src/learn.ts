import { boardKey, sameBoards } from './board';
import { Learner } from './learner';
import { cutSite, type Site } from './look';
import { count } from './memo';
import { Model } from './model';
import { findGroundColors, type ObjectEvent, type Reading, readTransition } from './reading';
import { findChanged, followPast, NO_PAST } from './situation';
import type { Mask, Transition } from './types';

/** Learns from all transitions, oldest first. Deterministic. */
export function learn(transitions: readonly Transition[], mask: Mask): Model {
  const ground = findGroundColors(transitions);
  const readings = splitGroups(
    transitions,
    transitions.map((transition) => readTransition(transition, mask, ground)),
  );
  const undo = findUndo(transitions, mask);
  return Model.fromJSON(new Learner(transitions, readings, mask, undo).learn());
}

/** Splits a group into single objects if each of them moved alone more often than together. */
function splitGroups(transitions: readonly Transition[], readings: readonly Reading[]): Reading[] {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  const isMove = ({ from, to }: ObjectEvent) => from.look.key === to?.look.key;
  for (const { objects } of readings)
    for (const event of objects) if (isMove(event)) count(counts, event.from.look.key);
  return readings.map((reading, i) => {
    const { before, after } = transitions[i] as Transition;
    const objects = reading.objects.flatMap((event): ObjectEvent[] => {
      const { from, to, by } = event;
      const colors = new Set(from.look.parts.map(([, , color]) => color));
      if (colors.size < 2 || !isMove(event)) return [event];
      const parts = [...colors].map((color): ObjectEvent => {
        const [own, next] = [before, after].map((board, side) =>
          cutSite(board, [from, to][side]?.cells.filter((cell) => board.cells[cell] === color) ?? []),
        );
        return { from: own as Site, to: next as Site, by };
      });
      return parts.every((part) => countOf(part.from.look.key) > countOf(from.look.key)) ? parts : [event];
    });
    return { ...reading, objects };
  });
}

/** Finds the action whose every effect restores the board before the last effect. */
function findUndo(transitions: readonly Transition[], mask: Mask): string | null {
  const actions = new Set(transitions.map(({ action }) => action.id));
  return [...actions].find((action) => isUndo(action, transitions, mask)) ?? null;
}

function isUndo(action: string, transitions: readonly Transition[], mask: Mask): boolean {
  let past = NO_PAST;
  let [fit, effects] = [0, 0];
  const undone = new Set<string>();
  // An action that undoes only one kind of action is its opposite, not an undo.
  const kinds = new Set<string>();
  for (const transition of transitions) {
    if (transition.start) past = NO_PAST;
    const last = past.undoable.at(-1);
    if (transition.action.id === action && findChanged(transition, mask).length > 0) {
      effects++;
      if (last && sameBoards(last.before, transition.after, mask)) {
        fit++;
        undone.add(boardKey(last.before, mask));
        kinds.add(last.action.id);
      }
    }
    past = followPast(past, transition, mask, action);
  }
  return undone.size >= 3 && kinds.size > 1 && fit >= 0.95 * effects;
}
