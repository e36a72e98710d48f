import type { Exit } from '../../games/zmachine/types';
import { hasReason, speaksOfTime, WEAPONS } from './lexicon';
import { type Choice, firstChoice, type Scene, type Target } from './scene';

/** Blocked ways here that say what blocks them. */
const findObstacles = ({ exits }: Scene): Exit[] =>
  exits.filter(({ to, text, deadly }) => to === null && !deadly && hasReason(text)).slice(0, MOST);
const MOST = 3;

/** Numbers of blows that are tried before the way is tried again. */
const BLOWS = [1, 3, 6, 10];
/** Numbers of turns of waiting that are tried. */
const WAITS = [1, 3, 6, 10, 14, 20];

/**
 * Deals with the person or thing in a blocked way: fights it with what is carried, as often as it takes, or gives or
 * shows it something. A try counts when the way is open after it.
 */
export const clearTheWay = (scene: Scene): Choice | null =>
  firstChoice(findObstacles(scene), ({ direction, text }) => {
    const refusal = text.toLowerCase();
    const blockers = scene.around.filter(({ phrase }) =>
      phrase.split(' ').some((word) => refusal.includes(word)),
    );
    return firstChoice(
      blockers,
      (blocker) => fight(scene, blocker, direction) ?? please(scene, blocker, direction),
    );
  });

function fight(scene: Scene, { phrase, name }: Target, direction: string): Choice | null {
  const weapons = scene.held.filter((target) => WEAPONS.test(target.name)).slice(0, 2);
  const attacks = [...weapons.map((weapon) => `attack ${phrase} with ${weapon.phrase}`), `attack ${phrase}`];
  if (!scene.words.knows('attack')) return null;
  for (const command of attacks) {
    if (scene.tries.play(command)?.understood !== true) continue;
    for (const times of BLOWS) {
      const outcome = scene.tries.play(...Array.from({ length: times }, () => command), direction);
      if (!outcome || outcome.deadly) break;
      if (outcome.moved && !opensByItself(scene, times, direction))
        return { command, why: `The ${name} stands in the way ${direction}, and can be beaten.` };
    }
  }
  return null;
}

/** Says whether the way opens when as much time just passes. */
function opensByItself(scene: Scene, turns: number, direction: string): boolean {
  const outcome = scene.tries.play(...Array.from({ length: turns }, () => 'wait'), direction);
  return outcome === null || outcome.moved;
}

function please(scene: Scene, { phrase, name }: Target, direction: string): Choice | null {
  for (const gift of scene.held.slice(0, 8)) {
    for (const command of [`give ${gift.phrase} to ${phrase}`, `show ${gift.phrase} to ${phrase}`]) {
      if (scene.isBarred(command)) continue;
      const outcome = scene.tries.play(command, direction);
      if (!outcome) return null;
      if (outcome.moved && !outcome.deadly) {
        return { command, why: `The ${gift.name} makes the ${name} let the way ${direction} go.` };
      }
    }
  }
  return null;
}

/** Waits where a way opens by itself in time. `patient`: even where nothing speaks of time. */
export function waitForTheWay(scene: Scene, patient: boolean): Choice | null {
  const word = scene.words.knows('wait') ? 'wait' : 'z';
  const ways = findObstacles(scene).filter(({ text }) => patient || speaksOfTime(text));
  for (const { direction } of ways) {
    for (const turns of WAITS) {
      const outcome = scene.tries.play(...Array.from({ length: turns }, () => word), direction);
      if (!outcome || outcome.deadly) break;
      if (outcome.moved) return { command: word, why: `The way ${direction} opens by itself in time.` };
    }
  }
  return null;
}
