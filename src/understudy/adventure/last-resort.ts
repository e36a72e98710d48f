import { isMeta } from '../../adventure/command/verbs';
import { findDirection } from '../../adventure/map/directions';
import { stowTreasures } from './carry-limits';
import { findSayings } from './lexicon';
import { type Choice, firstChoice, type Scene } from './scene';
import { describe, isProgress, tryHere } from './search';
import { isVisited } from './travel';

/**
 * The last ideas at a place: dropping things that may belong here, and saying words from the texts. Types only commands
 * that yield something.
 */
export const lastResort = (scene: Scene): Choice | null => stowTreasures(scene, true) ?? sayThings(scene);

function sayThings(scene: Scene): Choice | null {
  const { recent, notes } = scene.brief.state;
  const texts = [scene.tries.baseline, ...recent, ...notes].map(({ text }) => text);
  return firstChoice(findSayings(texts.join('\n'), scene.words).slice(0, 12), (word) =>
    wander(scene, word, `"${word}" was read somewhere.`),
  );
}

/** Types a command that yields something or leads to a new place. */
function wander(scene: Scene, command: string, why: string): Choice | null {
  const outcome = tryHere(scene, command);
  if (!outcome || outcome.deadly || outcome.points < 0 || outcome.dark) return null;
  if (outcome.effect && isProgress(outcome) && !outcome.moved)
    return { command, why: describe(outcome, why) };
  const isNew = outcome.to !== null && !isVisited(scene.brief.state.map, outcome.to);
  return outcome.moved && isNew ? { command, why } : null;
}

const rotate = <T>(items: readonly T[], by: number): T[] => {
  const start = by % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)];
};

export function sweepWords(scene: Scene): Choice | null {
  const words = scene.brief.vocabulary.filter(
    (word) => /^[a-z]{3,}$/.test(word) && !findDirection(word) && !isMeta(word),
  );
  return firstChoice(rotate(words, scene.brief.state.rounds * SWEEP).slice(0, SWEEP), (word) =>
    wander(scene, word, `Nobody knows what "${word}" does here.`),
  );
}
const SWEEP = 60;
