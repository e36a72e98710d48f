import { boardKey, countDifferences, sameBoards } from './board';
import type { ModelData } from './knowledge';
import { type Case, Learner } from './learner';
import { cutLook } from './look';
import { remember } from './memo';
import { Model } from './model';
import { cellsBefore, type ObjectEvent, type Reading, readBlobs, readKnown, stampKnown } from './reading';
import { Scenery } from './scenery';
import { findChanged, findDifferences, Past } from './situation';
import { scoreForecasts } from './trust';
import type { Mask, Transition } from './types';

/** Learns a model's data from transitions, oldest first, and scores how far it can be trusted. */
export function learnData(transitions: readonly Transition[], mask: Mask): ModelData {
  const data = learnAll(transitions, mask);
  return { ...data, trust: scoreForecasts(transitions, mask, (prefix) => learnAll(prefix, mask)) };
}

function learnAll(transitions: readonly Transition[], mask: Mask): ModelData {
  const usable = dropRestarts(transitions, mask);
  const scenery = Scenery.observe(usable, mask);
  const readings = readAll(usable, mask, scenery);
  const undo = findUndo(usable, mask);
  const past = new Past(mask, undo);
  const cases = usable.map((transition, i): Case => {
    if (transition.start) past.clear();
    const situation = past.situate(transition.before, transition.action);
    past.push(transition);
    return {
      transition,
      situation,
      reading: readings[i] as Reading,
      action: transition.action.id,
      board: boardKey(transition.before, mask),
    };
  });
  return new Learner(cases, mask, undo).learn();
}

/** Factor above the usual number of changed masked cells that indicates a restart: the step bar refills. */
const REFILL = 4;
/** Maximum share of cells in which a restarted board differs from the level's start: one life less. */
const NEAR_START = 0.01;

/**
 * Drops transitions that put the board back to the level's start and refill the step bar or change unusually many
 * cells: no effect of the action.
 */
function dropRestarts(transitions: readonly Transition[], mask: Mask): Transition[] {
  const sizes = new Map<string, number[]>();
  const refills: number[] = [];
  for (const transition of transitions) {
    const { cells, masked } = findDifferences(transition, mask);
    if (cells.length > 0)
      remember<string, number[]>(sizes, transition.action.id, () => []).push(cells.length);
    refills.push(masked);
  }
  const usual = new Map([...sizes].map(([action, list]) => [action, median(list)]));
  const usualRefill = Math.max(1, median(refills));
  let first: Transition | undefined;
  return transitions.filter((transition, i) => {
    if (transition.start || !first) first = transition;
    if (transition === first) return true;
    const isRefill = (refills[i] ?? 0) >= REFILL * usualRefill;
    const isLarge = findChanged(transition, mask).length > (usual.get(transition.action.id) ?? 0);
    if (!isRefill && !isLarge) return true;
    const limit = NEAR_START * transition.after.cells.length;
    const distance = countDifferences(transition.after, first.before, mask, limit);
    return distance > limit || (!isRefill && distance > 0);
  });
}

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

export function readAll(transitions: readonly Transition[], mask: Mask, scenery: Scenery): Reading[] {
  const first = splitGroups(
    transitions,
    transitions.map((transition) => readBlobs(transition, mask, scenery)),
  );
  const known = new Map<string, { event: ObjectEvent; action: string; count: number }>();
  first.forEach(({ objects }, i) => {
    const action = (transitions[i] as Transition).action.id;
    for (const event of objects) {
      const key = [action, event.from.key, event.to?.key, event.by.join()].join('|');
      const entry = known.get(key) ?? { event, action, count: 0 };
      entry.count++;
      known.set(key, entry);
    }
  });
  const recurring = [...known.values()]
    .filter(({ event, count }) => count >= 2 || event.from.key === event.to?.key)
    .sort((a, b) => b.count * b.event.from.parts.length - a.count * a.event.from.parts.length);
  const stamps = new Map<string, { own: ObjectEvent[]; stamp: string }>();
  return transitions.map((transition, i) => {
    const reading = first[i] as Reading;
    if (reading.changed.length === 0) return reading;
    const { own, stamp } = remember(stamps, transition.action.id, () => {
      const events = recurring
        .filter(({ action }) => action === transition.action.id)
        .map(({ event }) => event);
      return { own: events, stamp: `${mask.size} ${scenery.stamp} ${stampKnown(events)}` };
    });
    return readKnown(transition, reading, own, scenery, stamp);
  });
}

const partCache = new WeakMap<ObjectEvent, ObjectEvent[]>();

/** Splits a group into single objects if each of them moved alone more often than together. */
function splitGroups(transitions: readonly Transition[], readings: readonly Reading[]): Reading[] {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  for (const { objects } of readings)
    for (const { from, to } of objects) if (from.key === to?.key) counts.set(from.key, count(from.key) + 1);
  return readings.map((reading, i) => {
    const { before } = transitions[i] as Transition;
    const objects = reading.objects.flatMap((event): ObjectEvent[] => {
      const colours = new Set(event.from.parts.map(([, , colour]) => colour));
      if (colours.size < 2 || event.from.key !== event.to?.key) return [event];
      const parts = remember(partCache, event, () =>
        [...colours].map((colour) => {
          const own = cellsBefore(before, event).filter((cell) => before.cells[cell] === colour);
          const { look, at } = cutLook(before, own);
          return { from: look, to: look, at, by: event.by };
        }),
      );
      return parts.every(({ from }) => count(from.key) > count(event.from.key)) ? parts : [event];
    });
    return objects.length === reading.objects.length ? reading : { ...reading, objects };
  });
}

/** Finds the action whose every effect restores the board before the last effect. */
function findUndo(transitions: readonly Transition[], mask: Mask): string | null {
  const seen = new Set<string>();
  const returns = new Map<string, number>();
  for (const transition of transitions) {
    seen.add(boardKey(transition.before, mask));
    if (findChanged(transition, mask).length === 0) continue;
    const step = seen.has(boardKey(transition.after, mask)) ? 1 : -MAX_NEW;
    returns.set(transition.action.id, (returns.get(transition.action.id) ?? 0) + step);
  }
  for (const [action, count] of returns) {
    if (count < 3) continue;
    const past = new Past(mask, action);
    let [fit, effects] = [0, 0];
    const undone = new Set<string>();
    // An action that undoes only one kind of action is its opposite, not an undo.
    const kinds = new Set<string>();
    const stack: string[] = [];
    for (const transition of transitions) {
      if (transition.start) {
        past.clear();
        stack.length = 0;
      }
      const hasEffect = findChanged(transition, mask).length > 0;
      if (transition.action.id !== action && hasEffect) stack.push(transition.action.id);
      if (transition.action.id === action && hasEffect) {
        const kind = stack.pop();
        const { previous } = past.situate(transition.before, transition.action);
        effects++;
        if (previous && sameBoards(previous, transition.after, mask)) {
          fit++;
          undone.add(boardKey(previous, mask));
          if (kind) kinds.add(kind);
        }
      }
      past.push(transition);
    }
    if (undone.size >= 3 && kinds.size > 1 && fit >= 0.95 * effects) return action;
  }
  return null;
}

/** Weight, against an undo action, of an effect that leads to a new board. */
const MAX_NEW = 10;

/** Learns from all transitions, oldest first. Deterministic. */
export const learn = (transitions: readonly Transition[], mask: Mask): Model =>
  Model.fromJSON(learnData(transitions, mask));
