import type { Note } from '../../engines/adventure/state-types';
import { HOLDERS, TREASURES } from './lexicon';
import { findLaid } from './lighten';
import type { Award, Recall } from './recall';
import type { Scene } from './scene';
import { isValued } from './stow';

/** Places where things may belong. */
export interface Stores {
  /** Things were put there for points. */
  sure: ReadonlySet<number>;
  /** Something was opened there that holds things. */
  likely: ReadonlySet<number>;
}

const OPENED = /^"open (.+?)" worked here/;

/** Stores that are worth a walk with what is carried: those where none of it was brought for nothing yet. */
export function findStores(scene: Scene): Stores {
  const { recall, held, brief } = scene;
  const treasures = [...held, ...findLaid(scene)].filter((target) => isValued(scene, target));
  const isOpen = (place: number): boolean =>
    !recall.searched.has(place) &&
    treasures.some(({ name }) => !recall.useless.some((one) => one.place === place && one.name === name));
  const { sure, likely } = listStores(recall.awards, brief.state.notes);
  return { sure: new Set([...sure].filter(isOpen)), likely: new Set([...likely].filter(isOpen)) };
}

function listStores(awards: readonly Award[], notes: readonly Note[]): Stores {
  const puts = awards.filter(({ command }) => /^(?:put|drop)\b/.test(command));
  // One thing that belongs on a floor says nothing of others.
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

/** Treasures among the names of what was carried away from a store again: they don't belong there. */
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
