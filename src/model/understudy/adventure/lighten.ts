import { LIGHTS, WEAPONS, worthOf } from './lexicon';
import type { Choice, Scene, Target } from './scene';
import { isValued } from './stow';

/** Things that are laid down for one, at most. */
const MOST = 5;

/** What is in hand, the least useful first; a second weapon is little use, and treasures are kept to the last. */
function rank(scene: Scene): { target: Target; worth: number }[] {
  const weapons = scene.held.filter(({ name }) => WEAPONS.test(name));
  const worth = (target: Target): number => {
    if (isValued(scene, target) && !LIGHTS.test(target.name)) return VALUED;
    return weapons.indexOf(target) > 0 ? SPARE : worthOf(target.name);
  };
  return scene.held
    .map((target) => ({ target, worth: worth(target) }))
    .sort((a, b) => a.worth - b.worth);
}
const VALUED = 8;
const SPARE = 1;

/** Makes room in full hands for something better, by leaving the least useful things behind. Null: nothing would do. */
export function makeRoom(scene: Scene, wanted: Target): Choice | null {
  const worth = isValued(scene, wanted) ? VALUED : worthOf(wanted.name);
  return layDown(
    scene,
    rank(scene).filter((one) => one.worth < worth),
    `take ${wanted.phrase}`,
    `Hands are full, and the ${wanted.name} is worth more than`,
  );
}

/** Goes through a way that is too narrow for all that is carried, with what matters. */
export function squeezeThrough(scene: Scene, direction: string): Choice | null {
  const spare = rank(scene).filter(({ target }) => !LIGHTS.test(target.name));
  return layDown(scene, spare, direction, `The way ${direction} is too narrow with`);
}

function layDown(
  scene: Scene,
  spare: readonly { target: Target }[],
  then: string,
  why: string,
): Choice | null {
  for (let count = 1; count <= Math.min(spare.length, MOST); count++) {
    const drops = spare.slice(0, count).map(({ target }) => `drop ${target.phrase}`);
    const outcome = scene.tries.play(...drops, then);
    if (!outcome || outcome.deadly) return null;
    const [command] = drops;
    const name = spare[0]?.target.name ?? '';
    if (command === undefined || scene.isBarred(command)) return null;
    if (outcome.points >= 0 && (outcome.moved || outcome.got.length > 0)) {
      return { command, why: `${why} the ${name}.` };
    }
  }
  return null;
}
