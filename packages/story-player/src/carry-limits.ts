import { HOLDERS, isOverladen, LIGHTS, nounValue, TREASURES, WEAPONS } from './lexicon';
import type { Choice, Scene, Target } from './scene';

/** True if a thing probably scores points somewhere. */
export const isValued = ({ recall }: Pick<Scene, 'recall'>, { phrase, name }: Target): boolean =>
  recall.valued.has(phrase) || TREASURES.test(name);

const PLACES = 4;

/** Stores things that score points when put down: in a container, on a pedestal, or on the right floor. */
export function stowTreasures(scene: Scene, all = false): Choice | null {
  const { held, around, nouns, tries } = scene;
  const lights = held.filter(({ name }) => LIGHTS.test(name));
  const isSpare = (target: Target): boolean => !LIGHTS.test(target.name) || lights.length > 1;
  const things = held.filter((target) => (all || isValued(scene, target)) && isSpare(target));
  if (things.length === 0) return null;
  for (const { phrase, inside } of things) {
    // Points for taking it must not be credited to a container.
    const command = `take ${phrase}`;
    const outcome = inside && !scene.isBarred(command) ? tries.play(command) : null;
    if (outcome && outcome.points > 0 && !outcome.deadly) {
      return { command, why: `It would bring ${outcome.points} points.` };
    }
  }
  // Holders that were carried are not fixed storage.
  const { carried } = scene.state.progress;
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

const MOST = 5;
/** Worth of treasures, the light in use, useless treasures, and spare lights or weapons. */
const VALUED = 8;
const LIGHT = 9;
const USELESS = 3;
const SPARE = 2;

/** The worth of a thing that is or could be carried. */
function itemValue(scene: Scene, target: Target): number {
  const { held, state } = scene;
  const { effective } = state.progress;
  if (LIGHTS.test(target.name)) {
    const isUsed = ({ phrase }: Target): boolean =>
      effective.some(
        (command) => command.endsWith(` turn on ${phrase}`) || command.includes(` light ${phrase}`),
      );
    const other = held.find((one) => one.phrase !== target.phrase && LIGHTS.test(one.name));
    if (isUsed(target) || !other) return LIGHT;
    return isValued(scene, target) ? treasureValue(scene, target) : SPARE;
  }
  if (isValued(scene, target)) return treasureValue(scene, target);
  const weapon = held.find(({ name }) => WEAPONS.test(name));
  return weapon && weapon.phrase !== target.phrase && WEAPONS.test(target.name)
    ? SPARE
    : nounValue(target.name);
}

/** Ranks treasures by look and points; those stored without points come last. */
function treasureValue({ recall }: Scene, { name, phrase }: Target): number {
  const points = recall.awards.find(({ command }) => command === `take ${phrase}`)?.points ?? 0;
  const isUseless = recall.useless.some((one) => one.name === name);
  return (isUseless ? USELESS : VALUED) + (TREASURES.test(name) ? 0.5 : 0) + Math.min(points, 40) / 100;
}

const rank = (scene: Scene): { target: Target; worth: number }[] =>
  scene.held
    .filter(({ inside }) => !inside)
    .map((target) => ({ target, worth: itemValue(scene, target) }))
    .sort((a, b) => a.worth - b.worth);

/** Drops the least useful things to make room for a better one; null if that is impossible. */
export function makeRoom(scene: Scene, wanted: Target): Choice | null {
  const worth = itemValue(scene, wanted);
  const spare = rank(scene).filter((one) => one.worth < worth);
  for (let count = 1; count <= Math.min(spare.length, MOST); count++) {
    const drops = spare.slice(0, count).map(({ target }) => `drop ${target.phrase}`);
    const outcome = scene.tries.play(...drops, `take ${wanted.phrase}`);
    const [command] = drops;
    if (!outcome || outcome.deadly || command === undefined || scene.isBarred(command)) return null;
    if (outcome.points >= 0 && outcome.got.length > 0) {
      return {
        command,
        why: `Hands are full, and the ${wanted.name} is worth more than the ${spare[0]?.target.name}.`,
      };
    }
  }
  return makeRoomForPoints(scene, wanted);
}

/** Drops as much as necessary, the light in use last, for a thing that scores points when taken. */
function makeRoomForPoints(scene: Scene, wanted: Target): Choice | null {
  const ranking = rank(scene).filter(({ worth }) => worth < LIGHT);
  for (let count = 1; count <= ranking.length; count++) {
    const plan = [
      ...ranking.slice(0, count).map(({ target }) => `drop ${target.phrase}`),
      `take ${wanted.phrase}`,
    ];
    scene.tries.rescue(plan.length + KEPT);
    const outcome = scene.tries.play(...plan);
    const [command = '', ...next] = plan;
    if (!outcome || outcome.deadly || outcome.dark || scene.isBarred(command)) return null;
    if (outcome.points > 0)
      return { command, why: `In hand, the ${wanted.name} brings ${outcome.points} points.`, next };
    // If dropping a thing changes nothing, the load is not the reason.
    if (!isOverladen(outcome.text)) return null;
  }
  return null;
}
const KEPT = 8;

/**
 * Passes a way that is blocked by the load: drops one thing if that is enough, else keeps as few of the best as fit,
 * lights and treasures first.
 */
export function dropToPass(scene: Scene, direction: string): Choice | null {
  // Always worth the trials, because it may be the way home.
  scene.tries.rescue(PACKED);
  const ranking = rank(scene);
  const why = `${NARROW_PASSAGE(direction)} for all that is carried.`;
  // Continue packing if it already began.
  const plans = (findDropped(scene).length > 0 ? [] : ranking.slice(0, MOST)).map(({ target }) => [
    `drop ${target.phrase}`,
  ]);
  const all = [
    ...ranking,
    ...findDropped(scene).map((target) => ({ target, worth: itemValue(scene, target) })),
  ];
  const best = all.sort((a, b) => b.worth - a.worth).map(({ target }) => target);
  for (const packed of [...plans, ...[3, 2, 1].map((size) => packing(scene, best.slice(0, size)))]) {
    const plan = [...packed, direction];
    const [command] = plan;
    if (command === undefined || scene.isBarred(command)) continue;
    const outcome = scene.tries.play(...plan);
    if (outcome?.moved && !outcome.deadly && outcome.points >= 0) return { command, why };
  }
  return null;
}

/** Things dropped here since the player arrived. */
export function findDropped({ state, here, around }: Scene): Target[] {
  const { recent, progress } = state;
  const arrival = recent.findLastIndex(({ to, moved }) => moved && to === here);
  const commandsSince = new Set(recent.slice(arrival + 1).map(({ command }) => command));
  return around.filter(
    ({ id, phrase, inside }) =>
      id !== null &&
      !inside &&
      progress.carried.includes(id) &&
      (commandsSince.has('drop all') || commandsSince.has(`drop ${phrase}`)),
  );
}

const PACKED = 40;

const NARROW_PASSAGE = (direction: string): string => `The way ${direction} is too narrow`;
const PACKING = /^(?:.*\. )?The way (\S+) is too narrow/;

/** Continues to pass a way after dropping everything, until the important things are carried again. */
export function repackItems(scene: Scene): Choice | null {
  const [, direction] = PACKING.exec(scene.state.recent.at(-1)?.thinking ?? '') ?? [];
  return direction === undefined || findDropped(scene).length === 0 ? null : dropToPass(scene, direction);
}

/** Commands after which exactly these things are carried. */
function packing({ held }: Scene, kept: readonly Target[]): string[] {
  const isKept = ({ phrase }: Target): boolean => kept.some((one) => one.phrase === phrase);
  const spare = held.filter((target) => !target.inside && !isKept(target));
  const missing = kept.filter((target) => !target.held);
  if (spare.length <= 2)
    return [...spare.map(({ phrase }) => `drop ${phrase}`), ...missing.map(({ phrase }) => `take ${phrase}`)];
  return ['drop all', ...kept.map(({ phrase }) => `take ${phrase}`)];
}
