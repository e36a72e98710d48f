import { PROSE_PLACE, readHeading } from './look-text';
import type { Machine } from './machine';
import { signed, wordAt } from './memory';
import { globalAt, type Names, readSaid, safe } from './names';
import { readScoreText } from './score-text';
import { NO_STATUS, parseStatus, readStatus } from './status-line';
import { openTree, readInventory, readVisible } from './things';
import type { ReadingSource, StoryReading } from './types';

/** Found by survey.ts. */
export interface Cast {
  player: number | null;
  isBearer?: boolean;
  /** Object that contains all rooms; 0 if there is none. */
  roomsIn: number;
  /** Global variable of the score, and the maximum score; null if not found. */
  score: number | null;
  maximum: number | null;
}

/** Replies to reverted commands; null without a usable reply. */
export interface ReadingRequest {
  look: string | null;
  inventory: string | null;
  score: string | null;
}

/**
 * Reads the state of the world. Without `asked`, uses only memory and the status line: fast, but misses scenery that
 * exists only in the text, and includes hidden things of a room. Lists things inside or on others only if named in
 * `text`, the latest output. With `asked`, compares several sources: lists only things that the story names, and
 * reports which sources agree on each value.
 */
export function readWorld(
  machine: Machine,
  cast: Cast,
  names: Names,
  { upper, text }: { upper: readonly string[]; text: string },
  asked: ReadingRequest | null = null,
): StoryReading {
  const { objects, story } = machine;
  const isStandard = story.version === 3;
  const status = isStandard ? safe(() => readStatus(machine), NO_STATUS) : parseStatus(upper);
  const { player } = cast;
  const room = findRoom(machine, cast);
  const tree = openTree(machine, names, player);
  // A player in a boat sees its contents and its surroundings.
  const around = player === null || room === null ? [] : objects.chain(player);
  const places = room === null ? [] : [room, ...around.slice(0, Math.max(around.indexOf(room), 0))];
  const location =
    room === null ? null : { id: room, name: nameRoom(names.nameOf(room), status.room, asked?.look ?? '') };
  const score = readScore(machine, cast, status.score, asked);
  const confidence = isStandard ? 'read' : 'inferred';
  const isShown = isStandard && status.score !== null && status.score === score.value;
  const common = { location, moves: status.moves, time: status.time };
  const printedText = readSaid(text);
  if (!asked) {
    const isNamed = (id: number): boolean => names.findIn(id, printedText) === 'whole';
    return {
      ...common,
      score: score.value,
      inventory: player === null ? [] : tree.list([player], isNamed),
      visible: tree.list(places, isNamed),
      confidence: {
        location: location ? confidence : 'unknown',
        score: score.value === null ? 'unknown' : isShown ? 'read' : 'inferred',
        inventory: player === null ? 'unknown' : 'inferred',
      },
    };
  }
  const inventory = readInventory(tree, names, player, asked.inventory, printedText, cast.isBearer === true);
  const visible = readVisible(tree, names, places, asked.look, text, player);
  const sources: NonNullable<StoryReading['sources']> = {
    location: location ? placeSources(location.name, status.room, asked.look, isStandard, player) : [],
    score: score.sources,
    inventory: inventory.sources,
    visible: visible.sources,
  };
  const sure = (from: readonly ReadingSource[]) =>
    from.length === 0 ? 'unknown' : from.length > 1 ? 'read' : 'inferred';
  return {
    ...common,
    score: score.value,
    inventory: inventory.things,
    visible: visible.things,
    confidence: {
      location: location && isStandard ? 'read' : sure(sources.location),
      score: isShown ? 'read' : sure(sources.score),
      inventory: sure(sources.inventory),
    },
    maximum: score.maximum,
    sources,
  };
}

/**
 * The player's room: global 0 in version 3. Later, the ancestor of the player's object that the status line names, else
 * the one at the level of rooms.
 */
export function findRoom({ memory, objects, screen, story }: Machine, cast: Cast): number | null {
  if (story.version === 3) {
    const room = safe(() => wordAt(memory, globalAt(memory, 0)), 0);
    return room >= 1 && room <= objects.count ? room : null;
  }
  const statusName = plainName(parseStatus(screen.state.upper).room);
  const isShown = (object: number): boolean =>
    statusName !== '' && plainName(safe(() => objects.name(object), '')) === statusName;
  if (cast.player === null) {
    // Without a player, use the place in the status line if its name is unique.
    const all = Array.from({ length: objects.count }, (_, i) => i + 1).filter(isShown);
    return all.length === 1 ? (all[0] ?? null) : null;
  }
  const chain = objects.chain(cast.player).filter((object) => object > 0);
  return chain.find(isShown) ?? chain.find((object) => objects.parent(object) === cast.roomsIn) ?? null;
}

/** For comparing names: `Kitchen (on the chair)` becomes `kitchen`. */
export const plainName = (name: string): string =>
  name
    .replace(/\s*[(,].*$/, '')
    .trim()
    .toLowerCase();

/** The room's name in the tree; the status line's name if it is dark, or if the tree has no names. */
function nameRoom(inTree: string, shown: string, look: string): string {
  const place = PROSE_PLACE.exec(look.replace(/\s+/g, ' '))?.[1]?.trim() ?? '';
  const shownName = shown === '' && inTree === '' ? readHeading(look) || place : shown;
  const isDark = /^(?:in the )?dark(?:ness)?$/i.test(shownName);
  return shownName !== '' && (isDark || inTree === '') ? shownName : inTree;
}

const isSameName = (a: string, b: string): boolean => {
  const [one, other] = [readSaid(a).flat, readSaid(b).flat];
  return one.trim() !== '' && other.trim() !== '' && (one.includes(other) || other.includes(one));
};

function placeSources(
  name: string,
  shown: string,
  look: string | null,
  isStandard: boolean,
  player: number | null,
): ReadingSource[] {
  return [
    ...(isStandard ? (['status'] as const) : []),
    // Without a player, the room came from the status line, so the tree confirms nothing.
    ...(!isStandard && player !== null ? (['tree'] as const) : []),
    ...(!isStandard && isSameName(name, shown) ? (['status'] as const) : []),
    ...(look !== null && isSameName(name, readHeading(look)) ? (['trial'] as const) : []),
  ];
}

/**
 * The score from all sources: in version 3 the displayed one, by its standard; else the value on which most agree, or
 * the story's reply.
 */
function readScore(
  { memory, limit, story }: Machine,
  cast: Cast,
  shown: number | null,
  asked: ReadingRequest | null,
): { value: number | null; maximum: number | null; sources: ReadingSource[] } {
  const at = cast.score === null ? 0 : globalAt(memory, cast.score);
  const variable = at > 0 && at + 1 < limit ? signed(wordAt(memory, at)) : null;
  const answer = asked?.score ? readScoreText(asked.score) : { score: null, maximum: null };
  const readers = (
    [
      ['trial', answer.score],
      ['memory', variable],
      ['status', shown],
    ] as [ReadingSource, number | null][]
  ).filter(([, value]) => value !== null);
  const votesFor = (value: number | null): number => readers.filter(([, other]) => other === value).length;
  const [likely] = readers.map(([, value]) => value).sort((a, b) => votesFor(b) - votesFor(a));
  const value = story.version === 3 && shown !== null ? shown : (likely ?? null);
  return {
    value,
    maximum: answer.maximum ?? cast.maximum,
    sources: readers.flatMap(([source, one]) => (one === value ? [source] : [])),
  };
}
