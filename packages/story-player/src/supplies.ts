import { oppositeDirection } from 'zmachine-story';
import { findDropped, isValued } from './carry-limits';
import { FLAMES, HOLDERS, LIGHTS, TREASURES } from './lexicon';
import { type Award, type Choice, firstChoice, type Recall, type Scene } from './scene';
import type { Note } from './types';

/** Commands that make light with carried things, likeliest first. */
function lightings({ held, words }: Scene): string[] {
  const order = [...held].sort((a, b) => Number(LIGHTS.test(b.name)) - Number(LIGHTS.test(a.name)));
  const flames = held.filter(({ name }) => FLAMES.test(name));
  return order
    .slice(0, MOST)
    .flatMap(({ phrase }) => [
      ...(words.knows('turn') ? [`turn on ${phrase}`] : []),
      ...(words.knows('light') ? [`light ${phrase}`] : []),
      ...flames
        .filter((flame) => flame.phrase !== phrase)
        .map((flame) => `light ${phrase} with ${flame.phrase}`),
    ]);
}
const MOST = 6;
/** Commands that make light in a building. */
const SWITCHES = ['turn on light', 'turn on lights', 'switch on light', 'open curtains'];

/** The command that makes light so that a way leads to a visible place; null if none does. */
export const lightTheWay = (scene: Scene, direction: string): Choice | null =>
  firstChoice(lightings(scene), (command) => {
    const alone = scene.isBarred(command) ? null : scene.tries.play(command);
    if (!alone?.effect || alone.deadly) return null;
    const after = scene.tries.play(command, direction);
    return after?.moved && !after.dark && !after.deadly
      ? { command, why: `The way ${direction} is dark without a light.` }
      : null;
  });

/** Leaves the dark: with a light, else back, else by any way to a visible place. */
export function leaveTheDark(scene: Scene): Choice | null {
  const { tries, state, here, exits } = scene;
  if (!tries.baseline.dark) return null;
  const light = [...lightings(scene), ...SWITCHES].find((command) => {
    const outcome = tries.play(command);
    return outcome?.effect && !outcome.dark && !outcome.deadly;
  });
  if (light !== undefined) return { command: light, why: 'It is dark here.' };
  const came = state.recent.findLast(({ to, from, moved }) => moved && to === here && from !== null);
  const waysBack = state.map.edges.filter((edge) => edge.from === here && edge.to === came?.from);
  const back = [...waysBack.map(({ direction }) => direction), came ? oppositeDirection(came.command) : null];
  const ways = [...back.filter((way) => way !== null), ...exits.map(({ direction }) => direction)];
  const out = [...new Set(ways)].find((command) => {
    const outcome = scene.isBarred(command) ? null : tries.play(command);
    return outcome?.moved && !outcome.deadly && !outcome.dark;
  });
  return out === undefined
    ? null
    : { command: out, why: 'It is dark here, and there is no light at hand: back to where one sees.' };
}

/** Places where things may belong. */
interface Stores {
  /** Both kinds, also for things not carried. */
  all: ReadonlySet<number>;
  sure: ReadonlySet<number>;
  /** Has an opened container. */
  likely: ReadonlySet<number>;
}

const OPENED = /^"open (.+?)" worked here/;

/** Stores worth visiting with the carried treasures: none of them was brought there without points yet. */
export function findStores(scene: Scene): Stores {
  const { recall, held, state } = scene;
  const treasures = [...held, ...findDropped(scene)].filter((target) => isValued(scene, target));
  const isOpen = (place: number): boolean =>
    !recall.searched.has(place) &&
    treasures.some(({ name }) => !recall.useless.some((one) => one.place === place && one.name === name));
  const { sure, likely } = listStores(recall.awards, state.notes);
  const open = (places: ReadonlySet<number>): Set<number> => new Set([...places].filter(isOpen));
  return { all: new Set([...sure, ...likely]), sure: open(sure), likely: open(likely) };
}

function listStores(awards: readonly Award[], notes: readonly Note[]): Omit<Stores, 'all'> {
  const puts = awards.filter(({ command }) => /^(?:put|drop)\b/.test(command));
  // A single thing on a floor says nothing about others.
  const sure = puts.filter(
    ({ command, place }) =>
      command.startsWith('put') || puts.filter((other) => other.place === place).length > 1,
  );
  const likely = notes.filter(({ text }) => HOLDERS.test(OPENED.exec(text)?.[1] ?? ''));
  return {
    sure: new Set(sure.map(({ place }) => place)),
    likely: new Set(likely.flatMap(({ place }) => place ?? [])),
  };
}

/** Treasures carried away from a store again, which don't belong there. */
export function findUseless(
  { awards, valued, useless }: Pick<Recall, 'awards' | 'valued' | 'useless'>,
  notes: readonly Note[],
  from: number,
  names: readonly string[],
): string[] {
  const { sure, likely } = listStores(awards, notes);
  if (!sure.has(from) && !likely.has(from)) return [];
  const isTreasure = (name: string): boolean =>
    TREASURES.test(name) || [...valued].some((phrase) => name.endsWith(phrase));
  return names.filter(
    (name) => isTreasure(name) && !useless.some((one) => one.place === from && one.name === name),
  );
}
