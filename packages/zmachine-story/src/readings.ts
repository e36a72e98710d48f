import { headingOf, PROSE_PLACE } from './look-text';
import type { Machine } from './machine';
import { signed, wordAt } from './memory';
import { globalAt, type Names, readSaid, safe } from './names';
import { readScoreText } from './score-text';
import { NO_STATUS, parseStatus, readStatus } from './status-line';
import { openTree, readInventory, readVisible } from './things';
import type { ReadingSource, StoryReading } from './types';

/** Player, rooms and score of a story, as survey.ts found them. */
export interface Cast {
  /** The player's object. */
  player: number | null;
  /** True when `inventory` was seen to list what is put into that object. */
  isBearer?: boolean;
  /** Object that holds all rooms; 0 where they stand on their own. */
  roomsIn: number;
  /** Global variable that holds the score, and the highest score possible; null: none was found. */
  score: number | null;
  maximum: number | null;
}

/** Answers to commands that were typed and taken back; null where a story gave none that can be used. */
export interface Asked {
  look: string | null;
  inventory: string | null;
  score: string | null;
}

/**
 * Reads where the story stands. Without `asked` it goes by memory and status line alone: quick, and as the tree has it, so
 * that scenery that is only a word of the text is missing, and hidden things of a room are listed. What is inside or on
 * another thing is listed only when the story named it in `text`, what it just printed.
 *
 * With `asked`, several readers tell the same: things are told only where the story names them, and each value says which
 * readers agree on it.
 */
export function readWorld(
  machine: Machine,
  cast: Cast,
  names: Names,
  { upper, text }: { upper: readonly string[]; text: string },
  asked: Asked | null = null,
): StoryReading {
  const { objects, story } = machine;
  const isStandard = story.version === 3;
  const status = isStandard ? safe(() => readStatus(machine), NO_STATUS) : parseStatus(upper);
  const { player } = cast;
  const room = findRoom(machine, cast);
  const tree = openTree(machine, names, player);
  // Somebody who sits in a boat sees what is in the boat, and what is around it.
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
 * The room the player is in: what version 3 says in global 0. In later versions, of what the player's object is in, the one that
 * the status line names, else the one that lies where rooms lie.
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
    // Without a player, the status line alone says where the story is, unless several places have that name.
    const all = Array.from({ length: objects.count }, (_, i) => i + 1).filter(isShown);
    return all.length === 1 ? (all[0] ?? null) : null;
  }
  const chain = objects.chain(cast.player).filter((object) => object > 0);
  return chain.find(isShown) ?? chain.find((object) => objects.parent(object) === cast.roomsIn) ?? null;
}

/** A name as it is compared: `Kitchen (on the chair)` is the kitchen. */
export const plainName = (name: string): string =>
  name
    .replace(/\s*[(,].*$/, '')
    .trim()
    .toLowerCase();

/**
 * A room as the tree calls it. As the status line does where the player cannot see it, and in stories whose trees have no
 * names.
 */
function nameRoom(inTree: string, shown: string, look: string): string {
  const place = PROSE_PLACE.exec(look.replace(/\s+/g, ' '))?.[1]?.trim() ?? '';
  const shownName = shown === '' && inTree === '' ? headingOf(look) || place : shown;
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
    // Without a player, the tree only repeats the name in the status line.
    ...(!isStandard && player !== null ? (['tree'] as const) : []),
    ...(!isStandard && isSameName(name, shown) ? (['status'] as const) : []),
    ...(look !== null && isSameName(name, headingOf(look)) ? (['trial'] as const) : []),
  ];
}

/**
 * The score by every reader there is: the one that version 3 shows, by its standard; else the one on which most agree; what
 * the story answers, where no two do.
 */
function readScore(
  { memory, limit, story }: Machine,
  cast: Cast,
  shown: number | null,
  asked: Asked | null,
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
