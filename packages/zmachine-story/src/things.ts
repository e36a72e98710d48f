import { readHeading, withoutHeading } from './look-text';
import type { Machine } from './machine';
import { type Names, readSaid, type SpokenNames } from './names';
import { NUMBER_WORDS } from './support';
import type { ReadingSource, Thing } from './types';

/** Limits of depth and number of things; a damaged tree may have cycles. */
const DEEPEST = 3;
const MAX_THINGS = 500;
/** In characters. */
const MAX_NOTE = 60;

type Tree = ReturnType<typeof openTree>;

/** Lists things of the tree. All lists of a reading share one limit, because a damaged tree may have cycles. @internal */
export function openTree({ objects }: Machine, names: Names, player: number | null) {
  let thingsLeft = MAX_THINGS;
  const walk = (container: number, depth: number, pick: PickOptions): Thing[] =>
    objects.children(container, Math.max(thingsLeft, 0)).flatMap((id): Thing[] => {
      if (--thingsLeft < 0 || id === player) return [];
      const thing = pick.toThing(id, depth);
      if (!thing && !pick.lifts) return [];
      const holds = depth < DEEPEST ? walk(id, depth + 1, pick) : [];
      return thing ? [{ ...thing, holds }] : holds;
    });
  const list = (containers: readonly number[], pick: PickOptions): Thing[] =>
    containers.flatMap((container) => walk(container, 0, pick));
  return {
    all: Array.from({ length: objects.count }, (_, i) => i + 1),
    parent: objects.parent,
    /** All direct contents of some objects, and the deeper ones that the story named. */
    list: (containers: readonly number[], isNamed: (id: number) => boolean): Thing[] =>
      list(containers, {
        toThing: (id, depth) => {
          const name = names.nameOf(id);
          return name !== '' && (depth === 0 || isNamed(id)) ? { id, name } : null;
        },
        lifts: false,
      }),
    /** Only named things at any depth: contents may be visible even if the container is not mentioned. */
    listNamed: (
      containers: readonly number[],
      named: ReadonlySet<number>,
      nameOf: (id: number) => string,
    ): Thing[] =>
      list(containers, { toThing: (id) => (named.has(id) ? { id, name: nameOf(id) } : null), lifts: true }),
    /** Carried things with the names in the reply to `inventory`, if their own names are generic. */
    listItems: (bearer: number, itemOf: ReadonlyMap<number, Item>): Thing[] =>
      list([bearer], {
        toThing: (id) => {
          const item = itemOf.get(id);
          if (!item) return null;
          const name = names.nameIn(id, readSaid(item.phrase));
          // A distinct name in the list distinguishes it from others of its kind: `the "cave" cube`.
          const isOwn = item.count === 1 && item.phrase.includes(name);
          return { id, name: isOwn || name === '' ? item.phrase : name, ...readNote(item.note) };
        },
        lifts: true,
      }),
    within: (containers: readonly number[]): number[] => {
      const all = new Set<number>();
      const add = (container: number, depth: number): void => {
        for (const id of objects.children(container, MAX_THINGS)) {
          if (id === player || all.has(id)) continue;
          all.add(id);
          if (depth < DEEPEST) add(id, depth + 1);
        }
      };
      for (const container of containers) add(container, 0);
      return [...all];
    },
  };
}

/** `lifts`: the contents of an omitted thing take its place. */
interface PickOptions {
  toThing: (id: number, depth: number) => Omit<Thing, 'holds'> | null;
  lifts: boolean;
}

/** A line of a reply to `inventory`. */
interface Item {
  phrase: string;
  /** Most things that it can mean. */
  count: number;
  /** The leading number, such as `three`; 0: none. */
  number: number;
  note: string | null;
}

/** Start of an inventory. */
const HEADING =
  /\b(?:carry|carrying|carries|hold|holding|holds|have|has|got|wear|wearing|wears|possess\w*|bear|bearing|with you)\b|^inventory\b(?! inventory\b)/i;
const EMPTY =
  /\bnothing\b|\bempty[- ]?handed\b|\b(?:not|n't) (?:carrying|holding|have) anything\b|\bno possessions\b/i;

/** Continues the inventory in another paragraph: `The pockets of your coat contain…`. */
const CONTINUATION = /^[^.!?]*\b(?:contains?|containing|holds?|holding|carrying|wearing)\b/i;

/**
 * Parses a reply to `inventory`: `lines` with one thing each below a heading, or `prose` sentences, also for an empty
 * one; null if it is not an inventory.
 */
function readList(answer: string): { kind: 'lines'; items: Item[] } | { kind: 'prose'; said: string } | null {
  const lines = answer.split('\n');
  const at = lines.findIndex((line) => line.trim() !== '');
  const heading = lines[at]?.trim() ?? '';
  if (!HEADING.test(heading) && !EMPTY.test(heading)) return null;
  const hasLines = heading.endsWith(':');
  if (!hasLines) {
    const [first = '', ...others] = answer.trim().split(/\n\s*\n/);
    const end = others.findIndex((paragraph) => !CONTINUATION.test(paragraph.replace(/\s+/g, ' ')));
    const list = [first, ...others.slice(0, end < 0 ? undefined : end)].join('\n');
    return { kind: 'prose', said: list.replace(/[ \t]*\n[ \t]*/g, ' ') };
  }
  const end = lines.findIndex((line, i) => i > at + 1 && line.trim() === '');
  const list = lines.slice(at + 1, end < 0 ? undefined : end).filter((line) => line.trim() !== '');
  if (list.some((line) => /^\s*nothing\b/i.test(line))) return { kind: 'lines', items: [] };
  const closes = list.every((line) => line.trimEnd().endsWith('.'));
  // Sentences after the list are events of the turn.
  return { kind: 'lines', items: list.filter((line) => closes || !/[.!?]"?$/.test(line)).flatMap(readItem) };
}

function readItem(line: string): Item[] {
  const bare = line.trim().replace(/\.$/, '');
  // `The sack contains:`, `It looks like your gown contains:`
  if (bare === '' || bare.endsWith(':')) return [];
  const note = /\(([^()]*)\)\s*$/.exec(bare)?.[1]?.replace(/\s+/g, ' ').trim() ?? null;
  const words = bare
    .replace(/\([^()]*\)/g, ' ')
    .trim()
    .split(/\s+/);
  const first = words[0]?.toLowerCase() ?? '';
  const number = Math.max(NUMBER_WORDS.indexOf(first), 0) || (/^\d+$/.test(first) ? Number(first) : 0);
  const isLed = number > 0 || /^(?:an?|the|some|your)$/.test(first);
  const phrase = (isLed ? words.slice(1) : words).join(' ');
  // `the Rods of Bronze, Husbandry and Fire`
  const parts = phrase.split(/,| and /).length;
  return phrase === '' ? [] : [{ phrase, count: Math.max(number, parts), number, note }];
}

const LED = /^(?:an?|the|some|your|my|also|both)\s+/i;

/**
 * Reads a reply to `inventory` from its text alone: its lines, or the things of its first sentence. Null if it is not
 * an inventory.
 */
export function listCarried(answer: string): { name: string; note: string | null }[] | null {
  const list = readList(answer);
  if (list === null) return null;
  if (list.kind === 'lines') return list.items.map(({ phrase, note }) => ({ name: phrase, note }));
  if (EMPTY.test(list.said)) return [];
  const [sentence = ''] = list.said.split(/[.!](?:\s|$)/);
  const start = HEADING.exec(sentence);
  if (!start) return [];
  const rest = sentence.slice(start.index + start[0].length).replace(/^:\s*/, ' ');
  return rest.split(/,|\band\b/).flatMap((part) => {
    const note = /\(([^()]*)\)/.exec(part)?.[1]?.trim() ?? null;
    const name = part
      .replace(/\([^()]*\)/g, ' ')
      .trim()
      .replace(LED, '')
      .replace(LED, '')
      .trim();
    return name === '' || name.length > MAX_NOTE ? [] : [{ name, note }];
  });
}

/** @internal */
export function readInventory(
  tree: Tree,
  names: Names,
  player: number | null,
  answer: string | null,
  printed: SpokenNames,
  isBearer = false,
): { things: Thing[]; sources: ReadingSource[] } {
  const list = answer === null ? null : readList(answer);
  if (list === null) {
    if (player === null) return { things: [], sources: [] };
    const isNamed = (id: number): boolean => names.findIn(id, printed) === 'whole';
    return { things: tree.list([player], isNamed), sources: ['tree'] };
  }
  const carriedThings = player === null ? [] : tree.within([player]);
  if (list.kind === 'prose') {
    const said = readSaid(list.said);
    const namedThings = names.pickNamed(carriedThings, said);
    const things =
      player === null ? [] : tree.listNamed([player], namedThings, (id) => names.nameIn(id, said));
    // If the object is not the player's, it confirms nothing by being empty too.
    const agrees = namedThings.size > 0 || (isBearer && EMPTY.test(list.said) && carriedThings.length === 0);
    return { things: addNotes(things, list.said), sources: agrees ? ['tree', 'trial'] : ['trial'] };
  }
  const { items } = list;
  const itemOf = matchItems(names, items, carriedThings);
  const matchedItems = new Set(itemOf.values());
  const others = items.filter((item) => !matchedItems.has(item));
  // Listed things that are not in the player's object: find them elsewhere in the tree by name.
  const elsewhere = others.flatMap(({ phrase, note }): Thing[] => {
    const id = tree.all.find((object) => object !== player && names.fit(object, phrase) === 3);
    return id === undefined ? [] : [{ id, name: names.nameOf(id), holds: [], ...readNote(note) }];
  });
  const things = player === null ? [] : tree.listItems(player, itemOf);
  const isCounted = (item: Item): boolean => {
    const objects = [...itemOf].flatMap(([id, its]) => (its === item ? [id] : []));
    // `three loose cards` may be one object.
    const isOne = objects.length === 1 && lower(names.nameOf(objects[0] ?? 0)).endsWith(lower(item.phrase));
    return item.number === 0 || item.number === objects.length || isOne;
  };
  const agrees =
    player !== null && others.length === 0 && items.every(isCounted) && (isBearer || items.length > 0);
  return { things: [...things, ...elsewhere], sources: agrees ? ['tree', 'trial'] : ['trial'] };
}

const lower = (text: string): string => text.toLowerCase();

const readNote = (note: string | null): { note?: string } =>
  note !== null && note !== '' && note.length <= MAX_NOTE ? { note } : {};

/** Assigns list items to carried objects: best fits first, each item to as many objects as it can mean. */
function matchItems(names: Names, items: readonly Item[], carried: readonly number[]): Map<number, Item> {
  const fits = carried
    .flatMap((object) => items.map((item) => ({ object, item, fit: names.fit(object, item.phrase) })))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
  const itemOf = new Map<number, Item>();
  const remaining = new Map(items.map((item) => [item, item.count]));
  for (const { object, item } of fits) {
    const more = remaining.get(item) ?? 0;
    if (more === 0 || itemOf.has(object)) continue;
    itemOf.set(object, item);
    remaining.set(item, more - 1);
  }
  // If one object has no printable name and one line is left, they match.
  const matchedItems = new Set(itemOf.values());
  const [line, ...otherLines] = items.filter((item) => !matchedItems.has(item));
  const [nameless, ...others] = carried.filter((id) => !itemOf.has(id) && names.nameOf(id) === '');
  if (line && nameless !== undefined && otherLines.length + others.length === 0) itemOf.set(nameless, line);
  return itemOf;
}

/** @internal */
export function readVisible(
  tree: Tree,
  names: Names,
  places: readonly number[],
  look: string | null,
  text: string,
  player: number | null = null,
): { things: Thing[]; sources: ReadingSource[] } {
  if (places.length === 0) return { things: [], sources: [] };
  const heading = look === null ? '' : readHeading(look);
  const textLines = text.split('\n').filter((line) => heading === '' || line.trim() !== heading);
  const lookBody = look === null ? text : withoutHeading(look);
  const all = look === null ? text : `${lookBody}\n${textLines.join('\n')}`;
  const [room = 0] = places;
  // Words that also mean a carried thing refer to that thing.
  const candidates = tree.within(player === null ? [room] : [room, player]);
  const lookText = readSaid(all);
  const isInside = (id: number): boolean => !places.includes(tree.parent(id));
  const namedThings = names.pickNamed(candidates, lookText, isInside, readSaid(lookBody));
  return {
    things: addNotes(
      tree.listNamed([room], namedThings, (id) => names.nameIn(id, lookText)),
      all,
    ),
    sources: look === null ? ['tree', 'text'] : ['tree', 'trial'],
  };
}

/** Adds the story's remarks in parentheses: `a brown sack (closed)`. */
function addNotes(things: readonly Thing[], text: string): Thing[] {
  return things.map(({ id, name, holds }) => {
    const at = name === '' ? -1 : text.toLowerCase().indexOf(`${name.toLowerCase()} (`);
    const note = at < 0 ? undefined : /^\(([^()]+)\)/.exec(text.slice(at + name.length + 1))?.[1];
    const flat = note?.replace(/\s+/g, ' ').trim() ?? '';
    const inside = addNotes(holds, text);
    return { id, name, holds: inside, ...(flat !== '' && flat.length <= MAX_NOTE && { note: flat }) };
  });
}

/** Things and all their contents, each before its own. */
export const listThings = (things: readonly Thing[]): Thing[] =>
  things.flatMap((thing) => [thing, ...listThings(thing.holds)]);
