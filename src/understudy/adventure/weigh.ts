import type { Scene, Target } from './scene';
import { firstSentence } from './text';
import type { Outcome } from './tries';

/** Whether an outcome changes the world, costs nothing, and goes nowhere. */
export const isGood = (outcome: Outcome): boolean =>
  outcome.effect && outcome.understood && !outcome.moved && !TAKES.test(outcome.text) && isHarmless(outcome);
/** What stories say that take a thing up by themselves to do something with it: that alone is no effect. */
const TAKES = /^\s*\((?:first )?tak(?:en|ing)\b/im;

/** Nothing is spent: no life, no points, nothing in hand, nothing in sight unless something else came of it. */
export const isHarmless = ({ deadly, points, lost, gone, found }: Outcome): boolean =>
  !deadly && points >= 0 && lost.length === 0 && (gone.length === 0 || found.length > 0 || points > 0);

/** Whether it is more than a change: points, or something to be seen or had that was not there. */
export const isGain = (outcome: Outcome): boolean =>
  !outcome.deadly &&
  (outcome.won ||
    outcome.points > 0 ||
    (outcome.points === 0 && outcome.understood && outcome.found.length + outcome.got.length > 0));

/**
 * Whether an outcome is worth its command, for a thing that was looked at first: where even looking at it seems to have
 * an effect, as at what some stories only keep in words, an effect alone says nothing.
 */
export function isWorth(scene: Scene, { phrase }: Pick<Target, 'phrase'>, outcome: Outcome): boolean {
  if (!isGood(outcome)) return false;
  return isGain(outcome) || scene.tries.play(`examine ${phrase}`)?.effect !== true;
}

/** Tries that are kept for what comes after the search of a place. */
const KEPT = 45;

/** Tries a command here unless it is barred, or had its effect here before. */
export function tryHere(scene: Scene, command: string): Outcome | null {
  if (scene.isBarred(command) || scene.recall.worked(scene.here, command)) return null;
  if (scene.tries.left < KEPT) return null;
  return scene.tries.play(command);
}

/** The words of the text that are things here: those that can be looked at. */
export const real = ({ tries }: Scene, nouns: readonly Target[]): Target[] =>
  nouns.filter(({ phrase }) => tries.play(`examine ${phrase}`)?.understood === true);

export function tell(outcome: Outcome, otherwise: string): string {
  if (outcome.won) return 'It would bring the story to its end.';
  if (outcome.points > 0) return `It would bring ${outcome.points} points.`;
  const [found] = outcome.got.length > 0 ? [] : outcome.found;
  if (found) return `It would show the ${found.name}.`;
  return otherwise === '' ? firstSentence(outcome.text) : otherwise;
}
