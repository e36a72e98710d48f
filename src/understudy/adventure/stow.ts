import { HOLDERS, LIGHTS, TREASURES } from './lexicon';
import type { Choice, Scene, Target } from './scene';

/** Whether a thing in hand is likely worth points somewhere. */
export const isValued = ({ recall }: Pick<Scene, 'recall'>, { phrase, name }: Target): boolean =>
  recall.valued.has(phrase) || TREASURES.test(name);

/** Where things can be left: holders by their name, and those that took something for points before. */
const PLACES = 4;

/** Puts down what brings points by being put down: in a container, on a stand, or on the floor of the right place. */
export function stowTreasures(scene: Scene, all = false): Choice | null {
  const { held, around, nouns, tries } = scene;
  const lights = held.filter(({ name }) => LIGHTS.test(name));
  const isSpare = (target: Target): boolean => !LIGHTS.test(target.name) || lights.length > 1;
  const things = held.filter((target) => (all || isValued(scene, target)) && isSpare(target));
  if (things.length === 0) return null;
  for (const { phrase, inside } of things) {
    // In hand it may bring what it would seem to bring wherever it is put.
    const command = `take ${phrase}`;
    const outcome = inside && !scene.isBarred(command) ? tries.play(command) : null;
    if (outcome && outcome.points > 0 && !outcome.deadly) {
      return { command, why: `It would bring ${outcome.points} points.` };
    }
  }
  // What was carried itself is no place for things: it may be carried on.
  const { carried } = scene.brief.state.progress;
  const holders = [...around, ...nouns]
    .filter(({ id, name }) => HOLDERS.test(name) && (id === null || !carried.includes(id)))
    .slice(0, PLACES);
  for (const thing of things) {
    const ways = holders.flatMap(({ phrase }) =>
      phrase === thing.phrase ? [] : [`put ${thing.phrase} in ${phrase}`, `put ${thing.phrase} on ${phrase}`],
    );
    for (const command of [...ways, `drop ${thing.phrase}`]) {
      if (scene.isBarred(command)) continue;
      const outcome = tries.play(command);
      if (!outcome) return null;
      if (!outcome.deadly && (outcome.points > 0 || outcome.won)) {
        return { command, why: `It would bring ${outcome.points} points.` };
      }
    }
  }
  return null;
}
