import type { MapView } from '../../../../src/contract/adventures';
import type { Entry, StoryNow } from '../fold-adventure';

/** Most commands that are suggested, and most of them that are ways. */
const MOST = 8;
const MOST_WAYS = 4;

/**
 * Lists commands that somebody who asks may try next: ways that were not gone yet, and what is in sight or in hand and was
 * not looked at. They come from what the player sees, and give nothing of the story away.
 */
export function suggestCommands(
  map: MapView | null,
  now: StoryNow | null,
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
      const name = nounOf(thing.name);
      const isClosed = /\bclosed\b/i.test(thing.note ?? '');
      if (name === '') return [];
      // Verbs of the story's parser, whatever language the page has.
      return (isClosed ? ['open', 'examine'] : ['examine']).map((verb) => [verb, name].join(' '));
    })
    .filter((command) => !typedCommands.has(command));
  const ways = [...new Set(newWays)].slice(0, MOST_WAYS);
  return [...new Set([...ways, ...acts])].slice(0, MOST);
}

const nounOf = (name: string): string => name.toLowerCase().replace(/^(?:an?|the|some|your) /, '');
