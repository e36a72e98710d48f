import type { Machine } from './machine';
import { HEADER, wordAt } from './memory';
import { parseStatus, readStatus, type Status } from './status';
import type { Reading, Thing } from './types';

/** Roles of the objects in a story's tree, as found at its beginning (survey.ts). */
export interface Cast {
  /** The player's object. */
  player: number | null;
  /** Object that holds all rooms, or 0 when they stand on their own. */
  roomsIn: number;
}

/** Things within things within things are enough; so are so many things, of a tree that has no end. */
const DEEPEST = 3;
const MAX_THINGS = 500;
/** Longer names are cut, in characters: no real thing has one. */
const MAX_NAME = 100;

/**
 * Reads where the story stands from the tree of objects, as the tree has it: scenery that is only a word of the text is
 * not in it, and what the story keeps hidden in a room may be. What is inside or on another thing is listed only when the
 * story named it in `text`, what it just printed: what lies in a closed box stays the story's secret.
 */
export function readWorld(machine: Machine, cast: Cast, upper: readonly string[], text: string): Reading {
  const { objects, story } = machine;
  const status = story.version === 3 ? safe(() => readStatus(machine), NO_STATUS) : parseStatus(upper);
  const { player } = cast;
  const room = findRoom(machine, cast);
  const paddedText = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}'-]+/gu, ' ')} `;
  const isSaid = (name: string): boolean =>
    paddedText.includes(
      ` ${name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
        .trim()} `,
    );
  let remaining = MAX_THINGS;
  const list = (container: number, depth: number): Thing[] =>
    objects.children(container, Math.max(remaining, 0)).flatMap((id) => {
      if (--remaining < 0) return [];
      const name = nameOf(machine, id);
      if (id === player || name === '' || (depth > 0 && !isSaid(name))) return [];
      return [{ id, name, holds: depth < DEEPEST ? list(id, depth + 1) : [] }];
    });
  // Somebody who sits in a boat sees what is in the boat, and what is around it.
  const around = player === null || room === null ? [] : objects.chain(player);
  const places = room === null ? [] : [room, ...around.slice(0, Math.max(around.indexOf(room), 0))];
  const location = room === null ? null : { id: room, name: nameRoom(nameOf(machine, room), status.room) };
  const confidence = story.version === 3 ? 'read' : 'inferred';
  return {
    location,
    score: status.score,
    moves: status.moves,
    time: status.time,
    inventory: player === null ? [] : list(player, 0),
    visible: places.flatMap((place) => list(place, 0)),
    confidence: {
      location: location ? confidence : 'unknown',
      score: status.score !== null ? confidence : 'unknown',
      inventory: player === null ? 'unknown' : 'inferred',
    },
  };
}

const NO_STATUS: Status = { room: '', score: null, moves: null, time: null };

/** The room the player is in: what version 3 says in global 0, in later versions by where the player's object is. */
export function findRoom({ memory, objects, story }: Machine, cast: Cast): number | null {
  if (story.version === 3) {
    const room = safe(() => wordAt(memory, wordAt(memory, HEADER.globals)), 0);
    return room >= 1 && room <= objects.count ? room : null;
  }
  if (cast.player === null) return null;
  return objects.chain(cast.player).find((object) => objects.parent(object) === cast.roomsIn) ?? null;
}

/** The name of an object that is a thing of the story's world; what compilers put into the tree is in brackets. */
export function nameOf({ objects }: Machine, object: number): string {
  const name = safe(() => objects.name(object), '')
    .slice(0, MAX_NAME)
    .trim();
  return name.startsWith('(') ? '' : name;
}

/**
 * A room as the tree calls it. As the status line does where the player cannot see it, and in stories whose trees have no
 * names, or those of the source, with an underscore.
 */
function nameRoom(inTree: string, shown: string): string {
  const isDark = /^(?:in the )?dark(?:ness)?$/i.test(shown);
  return shown !== '' && (isDark || inTree === '' || inTree.includes('_')) ? shown : inTree;
}

/** Reads a value; in a damaged story any address may lead out of memory. */
function safe<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
