import type { Host } from './host';

/** The table of objects at a time, with what is needed to tell its parts from one another. */
export interface Tables {
  bytes: Uint8Array;
  /** Number of objects, bytes of an entry, and bytes of its attributes; the links follow them. */
  entries: { count: number; size: number; attributes: number };
  /** The room the player is in, and the player's object; null when that can't be read. */
  room: number | null;
  player: number | null;
}

/** Reads what effects are judged by, where the machine stands. */
export function readTables({ machine, room, cast }: Host): Tables {
  const { memory, objects } = machine;
  const { start, end } = objects.table;
  const { attributes, size } = objects.entry;
  return {
    bytes: memory.slice(start, end),
    entries: { count: objects.count, size, attributes },
    room: room(),
    player: cast.player,
  };
}

/**
 * Says whether a table changed in a way that the passing of time alone does not explain.
 *
 * Attributes count by the bit: those that time changes lie in one byte with those that a command does. The player's own are
 * left out: some stories keep there what was said last. Of the tree, it counts what is in what, as far as the player's room
 * goes: others have business of their own elsewhere, and by chance go another way in every future. Who moves in an idle
 * future is left out, wherever it went.
 *
 * @param idles the tables of futures in which nothing was done
 */
export function findEffect(before: Tables, after: Tables, idles: readonly Tables[]): boolean {
  const { count, size, attributes } = before.entries;
  const isIdle = (i: number, changed: number): boolean =>
    idles.some(({ bytes }) => ((before.bytes[i] ?? 0) ^ (bytes[i] ?? 0)) & changed);
  for (let i = 0; i < before.bytes.length; i++) {
    const changedBits = (before.bytes[i] ?? 0) ^ (after.bytes[i] ?? 0);
    if (changedBits === 0) continue;
    if (i >= count * size) {
      if (!isIdle(i, 0xff)) return true;
    } else if (i % size < attributes && Math.floor(i / size) + 1 !== before.player) {
      for (let bit = 1; bit <= 0x80; bit <<= 1) if (changedBits & bit && !isIdle(i, bit)) return true;
    }
  }
  for (let object = 1; object <= count; object++) {
    const from = parentIn(before, object);
    if (from === parentIn(after, object) || idles.some((idle) => parentIn(idle, object) !== from)) continue;
    if (isNear(before, object) || isNear(after, object)) return true;
  }
  return false;
}

/** Returns the parent of an object; 0: none. Links are bytes in version 3, words later. */
function parentIn({ bytes, entries: { size, attributes } }: Tables, object: number): number {
  const at = (object - 1) * size + attributes;
  return attributes === 4 ? (bytes[at] ?? 0) : ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** More things within things than this is a circle, which damaged stories have. */
const DEEPEST = 20;

function isNear(tables: Tables, object: number): boolean {
  if (tables.room === null) return true;
  for (let at = object, depth = 0; at !== 0 && depth < DEEPEST; depth++) {
    if (at === tables.room) return true;
    at = parentIn(tables, at);
  }
  return false;
}
