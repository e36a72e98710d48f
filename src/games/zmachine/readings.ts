import type { Machine } from './machine';
import { byteAt, HEADER, signed, wordAt } from './memory';
import { COLUMNS } from './screen';
import type { StoryReading, Thing } from './types';

/** Content of a status line. */
interface Status {
  /** Name of the room, as it is shown. */
  room: string;
  score: number | null;
  moves: number | null;
  /** `9:05`, `14:30`: hours of the day and minutes. */
  time: string | null;
}

/** The status of a version 3 story: globals 0, 1 and 2, with the time instead of a score where its header says so. */
export function readStatus({ memory, objects }: Machine): Status {
  const global = (number: number): number => wordAt(memory, wordAt(memory, HEADER.globals) + 2 * number);
  const isTime = (byteAt(memory, HEADER.flags1) & 2) !== 0;
  const [first, second] = [signed(global(1)), global(2)];
  return {
    room: objects.name(global(0)),
    score: isTime ? null : first,
    moves: isTime ? null : second,
    time: isTime ? `${first}:${String(second).padStart(2, '0')}` : null,
  };
}

/** A status as the line that interpreters show above the text. */
export function writeStatus({ room, score, moves, time }: Status): string {
  const right = time === null ? `Score: ${score}  Moves: ${moves}` : `Time: ${time}`;
  const width = Math.max(COLUMNS - right.length - 1, 0);
  return `${` ${room}`.slice(0, width).padEnd(width)} ${right}`;
}

/** The status that a later story drew for itself, as far as it can be told from the first lines of the upper window. */
export function parseStatus(upper: readonly string[]): Status {
  const [line = ''] = upper.filter((one) => one.trim() !== '');
  const all = upper.slice(0, 3).join('  ');
  const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  const scoreMatch = /score:?\s*(-?\d+)/i.exec(all);
  const turns = /(?:moves|turns?|move):?\s*(\d+)/i.exec(all);
  const pair = /(?:^|\s)(-?\d+)\s?\/\s?(\d+)\s*$/.exec(line);
  const time = /\b(\d{1,2}):(\d{2})\s*([ap])?\.?m?\b/i.exec(all);
  const [room = ''] = line.trim().split(/\s{2,}|\s+(?:score|moves|turns?|time)\b/i);
  return {
    room: room.replace(/\s+-?\d+\s?\/\s?\d+$/, '').trim(),
    score: number(scoreMatch?.[1] ?? pair?.[1]),
    moves: number(turns?.[1] ?? (scoreMatch ? undefined : pair?.[2])),
    time: time && !scoreMatch && !pair ? hours(time) : null,
  };
}

function hours([, hour = '0', minutes = '00', half]: RegExpExecArray): string {
  const h = Number(hour);
  if (half === undefined) return `${h}:${minutes}`;
  return `${(h % 12) + (half.toLowerCase() === 'p' ? 12 : 0)}:${minutes}`;
}

/** Player and rooms of a story's tree, as survey.ts found them. */
export interface Cast {
  /** The player's object. */
  player: number | null;
  /** Object that holds all rooms; 0 where they stand on their own. */
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
export function readWorld(
  machine: Machine,
  cast: Cast,
  upper: readonly string[],
  text: string,
): StoryReading {
  const { objects, story } = machine;
  const status = story.version === 3 ? safe(() => readStatus(machine), NO_STATUS) : parseStatus(upper);
  const { player } = cast;
  const room = findRoom(machine, cast);
  const spokenText = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}'-]+/gu, ' ')} `;
  const isSaid = (name: string): boolean =>
    spokenText.includes(
      ` ${name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
        .trim()} `,
    );
  let thingsLeft = MAX_THINGS;
  const list = (container: number, depth: number): Thing[] =>
    objects.children(container, Math.max(thingsLeft, 0)).flatMap((id) => {
      if (--thingsLeft < 0) return [];
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
function nameOf({ objects }: Machine, object: number): string {
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

/** Guards a read: any address of a damaged story may lead out of memory. */
function safe<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
