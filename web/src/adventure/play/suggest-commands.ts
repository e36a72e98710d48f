import type { MapView } from '../../../../src/contract/adventures';
import type { Entry, StoryState } from '../fold-adventure';

/** Most commands to suggest, and most exits among them. */
const MOST = 8;
const MAX_WAYS = 4;

/**
 * Suggests commands: untried exits, and visible or carried things that were not examined. Uses only what the player
 * sees, so nothing is spoiled.
 */
export function suggestCommands(
  map: MapView | null,
  now: StoryState | null,
  entries: readonly Entry[],
): readonly string[] {
  const typedCommands = new Set(
    entries.flatMap((entry) => (entry.type === 'move' ? [entry.command.trim().toLowerCase()] : [])),
  );
  const here = map?.here ?? null;
  const newWays = [
    ...(map?.unexplored ?? []).flatMap(({ place, direction }) => (place === here ? [direction] : [])),
    ...(map?.ways ?? []).flatMap(({ from, direction, how }) =>
      from === here && how === 'probed' ? [direction] : [],
    ),
  ];
  const seenThings: readonly { name: string; note?: string }[] = [
    ...(now?.visible ?? []),
    ...(now?.inventory ?? []),
  ].flatMap((thing) => [thing, ...thing.holds]);
  const acts = seenThings
    .flatMap((thing) => {
      const name = readNoun(thing.name);
      const isClosed = /\bclosed\b/i.test(thing.note ?? '');
      if (name === '') return [];
      // Verbs of the story's parser, which do not depend on the page's language.
      return (isClosed ? ['open', 'examine'] : ['examine']).map((verb) => [verb, name].join(' '));
    })
    .filter((command) => !typedCommands.has(command));
  const ways = [...new Set(newWays)].slice(0, MAX_WAYS);
  return [...new Set([...ways, ...acts])].slice(0, MOST);
}

const readNoun = (name: string): string => name.toLowerCase().replace(/^(?:an?|the|some|your) /, '');
