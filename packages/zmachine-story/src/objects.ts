import { byteAt, HEADER, putByte, putWord, wordAt } from './memory';
import type { StoryText } from './text';

interface Property {
  number: number;
  address: number;
  length: number;
  next: number;
}

/** The property, or undefined, and the number of properties passed. */
interface PropertySearch {
  property: Property | undefined;
  passed: number;
}

export type Objects = ReturnType<typeof openObjects>;

/**
 * Opens the object table (Standard 12) in live memory. Invalid object numbers return 0 or false, and writes to them are
 * ignored. Safe for hostile data: cyclic trees end, and property lists end with memory.
 * @param limit start of static memory, which is read-only
 */
export function openObjects(memory: Uint8Array, version: number, limit: number, text: StoryText) {
  const small = version === 3;
  const address = wordAt(memory, HEADER.objects);
  const [defaults, attributes, link, size] = small ? [31, 4, 1, 9] : [63, 6, 2, 14];
  const first = address + 2 * defaults;
  const entryOf = (object: number): number => first + (object - 1) * size;
  const { count, end } = measure(memory, first, size, small, limit);
  const exists = (object: number): boolean => object >= 1 && object <= count;

  const readLink = (object: number, which: number): number => {
    if (!exists(object)) return 0;
    const at = entryOf(object) + attributes + which * link;
    return small ? byteAt(memory, at) : wordAt(memory, at);
  };
  const writeLink = (object: number, which: number, value: number): void => {
    if (!exists(object)) return;
    const at = entryOf(object) + attributes + which * link;
    if (small) putByte(memory, limit, at, value);
    else putWord(memory, limit, at, value);
  };
  const parent = (object: number): number => readLink(object, 0);
  const sibling = (object: number): number => readLink(object, 1);
  const child = (object: number): number => readLink(object, 2);
  const tableOf = (object: number): number => wordAt(memory, entryOf(object) + size - 2);

  /** Follows links to existing objects; safe for cycles. */
  const follow = (object: number, next: (object: number) => number, most = count): number[] => {
    const childIds = new Set<number>();
    for (let at = object; exists(at) && !childIds.has(at) && childIds.size < most; at = next(at))
      childIds.add(at);
    return [...childIds];
  };
  const children = (object: number, most?: number): number[] => follow(child(object), sibling, most);

  const propertyAt = (at: number): Property => {
    const head = byteAt(memory, at);
    const isLong = !small && (head & 0x80) !== 0;
    const data = isLong ? at + 2 : at + 1;
    const length = lengthBefore(isLong ? byteAt(memory, at + 1) | 0x80 : head, small);
    return { number: head & numberMask, address: data, length, next: data + length };
  };
  const numberMask = small ? 31 : 63;
  const nextAfter = (at: number): number => {
    const head = byteAt(memory, at);
    if (small || (head & 0x80) === 0) return at + 1 + lengthBefore(head, small);
    return at + 2 + lengthBefore(byteAt(memory, at + 1) | 0x80, small);
  };
  const firstProperty = (object: number): Property => {
    const table = tableOf(object);
    return propertyAt(table + 1 + 2 * byteAt(memory, table));
  };
  /**
   * Finds a property like all interpreters: the search ends at the first number that is not larger. Lists should
   * descend, but some published stories have ascending parts and rely on this.
   */
  const findProperty = (object: number, wanted: number): PropertySearch => {
    if (!exists(object) || wanted < 1) return { property: undefined, passed: 0 };
    const table = tableOf(object);
    let at = table + 1 + 2 * byteAt(memory, table);
    let passed = 0;
    // Most lookups pass several properties, so don't create objects for them.
    for (; (byteAt(memory, at) & numberMask) > wanted; passed++) at = nextAfter(at);
    const isFound = (byteAt(memory, at) & numberMask) === wanted;
    return { property: isFound ? propertyAt(at) : undefined, passed };
  };

  /** Removes an object from its parent. Returns the number of siblings passed. */
  const remove = (object: number): number => {
    const from = parent(object);
    if (from === 0) return 0;
    let siblingCount = 0;
    if (child(from) === object) writeLink(from, 2, sibling(object));
    else {
      let before = child(from);
      for (; exists(before) && sibling(before) !== object && siblingCount <= count; siblingCount++)
        before = sibling(before);
      if (exists(before) && sibling(before) === object) writeLink(before, 1, sibling(object));
    }
    writeLink(object, 0, 0);
    writeLink(object, 1, 0);
    return siblingCount;
  };
  const flagOf = (object: number, attribute: number): { at: number; bit: number } | undefined =>
    exists(object) && attribute >= 0 && attribute < 8 * attributes
      ? { at: entryOf(object) + (attribute >> 3), bit: 0x80 >> (attribute & 7) }
      : undefined;

  return {
    /** Highest object number. */
    count,
    /** Range of the object entries and property tables. */
    table: { start: first, end },
    /** Bytes of an entry, and of its attributes; the tree links follow them. */
    entry: { attributes, size },
    parent,
    sibling,
    child,
    children,
    /** The ancestors of an object, nearest first, including 0. */
    chain: (object: number): number[] => follow(parent(object), parent),
    /** Throws if it is outside of memory or longer than declared. */
    name: (object: number): string => {
      if (!exists(object)) return '';
      const table = tableOf(object);
      const words = byteAt(memory, table);
      return words === 0 ? '' : text.decode(memory, table + 1, words).text;
    },
    has: (object: number, attribute: number): boolean => {
      const flag = flagOf(object, attribute);
      return flag !== undefined && (byteAt(memory, flag.at) & flag.bit) !== 0;
    },
    give: (object: number, attribute: number, on: boolean): void => {
      const flag = flagOf(object, attribute);
      if (!flag) return;
      const byte = byteAt(memory, flag.at);
      putByte(memory, limit, flag.at, on ? byte | flag.bit : byte & ~flag.bit);
    },
    remove,
    /** Inserts an object as first child. Returns the number of siblings passed. */
    insert: (object: number, into: number): number => {
      if (!exists(object) || !exists(into)) return 0;
      const siblingCount = remove(object);
      writeLink(object, 1, child(into));
      writeLink(into, 2, object);
      writeLink(object, 0, into);
      return siblingCount;
    },
    property: findProperty,
    /** The number of the first property, or of the one after `number`; 0 after the last. */
    nextProperty: (object: number, number: number): { number: number; passed: number } => {
      if (!exists(object)) return { number: 0, passed: 0 };
      if (number === 0) return { number: firstProperty(object).number, passed: 0 };
      const { property, passed } = findProperty(object, number);
      if (!property) throw new Error(`object ${object} has no property ${number}`);
      return { number: propertyAt(property.next).number, passed };
    },
    /** The default of a property. */
    usual: (number: number): number =>
      number >= 1 && number <= defaults ? wordAt(memory, address + 2 * (number - 1)) : 0,
  };
}

/**
 * Counts the objects and finds the end of the last property table. Neither is stored, but by convention entries end at
 * the first property table.
 */
function measure(
  memory: Uint8Array,
  first: number,
  size: number,
  small: boolean,
  limit: number,
): { count: number; end: number } {
  let count = 0;
  let lowest = limit;
  const tables: number[] = [];
  while (first + (count + 1) * size <= lowest && (!small || count < 255)) {
    const table = wordAt(memory, first + (count + 1) * size - 2);
    // A pointer below the entries: not an object.
    if (table < first) break;
    tables.push(table);
    lowest = Math.min(lowest, table);
    count++;
  }
  const end = tables.reduce((far, table) => Math.max(far, tableEnd(memory, table, small, limit)), first);
  return { count, end: Math.min(Math.max(end, first + count * size), limit) };
}

function tableEnd(memory: Uint8Array, table: number, small: boolean, limit: number): number {
  let at = table + 1 + 2 * (memory[table] ?? 0);
  for (let properties = 0; at < limit && properties < 64; properties++) {
    const head = memory[at] ?? 0;
    if (head === 0) return at + 1;
    if (!small && head & 0x80) at += 2 + lengthBefore((memory[at + 1] ?? 0) | 0x80, small);
    else at += 1 + lengthBefore(head, small);
  }
  return Math.min(at, limit);
}

/** Length of a property's data from the byte before it (Standard 12.4). */
export function lengthBefore(byte: number, small: boolean): number {
  if (small) return (byte >> 5) + 1;
  if (byte & 0x80) return byte & 63 || 64;
  return byte & 0x40 ? 2 : 1;
}
