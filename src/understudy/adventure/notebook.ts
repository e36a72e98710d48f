import { placeKey } from '../../adventure/state';
import type { AdventureState } from '../../adventure/state-types';
import { isTool } from './lexicon';

/**
 * The state of trying the ideas of a place: the number of them, or all, in which state of the world. Those of a place where
 * all were tried are tried again with things that came into hand since.
 */
export type Tried = (
  | {
      count: number;
      /** How many things had ever been in hand when the first of these was tried. */
      begun?: number;
    }
  | { allAt: number }
) & {
  /** How many things had ever been in hand before. */
  carried: number;
  /** Which tools among them they were tried with, by their places in the list of those things. */
  tools: readonly number[];
};

/** Ideas of a place, and those that may do something only in or on what holds the player. */
export type Kind = 'here' | 'inside';

/** The ideas that were tried at a place. */
export interface Notebook extends Record<Kind, Tried> {
  /** Commands that would change something, nobody knows what for: they are typed when nothing else is left. */
  changes: string[];
  /** Commands that change nothing to be seen, but make the story tell something of its own. */
  tellings: string[];
  /** Commands that got an answer of their own: parts of chains, `%` for any other thing. */
  parts: string[];
  /** Chains of those that were tried. */
  chains: number;
}

const MARKS: Readonly<Record<Kind, string>> = { here: 'Ideas tried here', inside: 'Tried from in there' };
const PATTERN =
  '(?:(\\d+)(?:, begun with (\\d+) things)?|all, as of change (\\d+))(?:, (?:with|since) (\\d+) things(?: \\(in hand: ([\\d ]+)\\))?)?\\.';
const PATTERNS: Readonly<Record<Kind, RegExp>> = {
  here: new RegExp(`${MARKS.here}: ${PATTERN}`),
  inside: new RegExp(`${MARKS.inside}: ${PATTERN}`),
};
const CHANGES = /May change something: ((?:"[^"]+"(?:, )?)+)\./;
const TELLINGS = /May tell something: ((?:"[^"]+"(?:, )?)+)\./;
const PARTS = /Has an answer: ((?:"[^"]+"(?:, )?)+)\./;
const CHAINS = /Chains tried here: (\d+)\./;

/** Reads from the newest thoughts at a place how far its ideas were tried. */
export function readNotebook(text: string): Notebook {
  const readMark = (kind: Kind): Tried => {
    const [, count, begun, allAt, things, tools] = PATTERNS[kind].exec(text) ?? [];
    const inHand = { carried: Number(things ?? 0), tools: tools?.split(' ').map(Number) ?? [] };
    return allAt === undefined
      ? { count: Number(count ?? 0), ...(begun !== undefined && { begun: Number(begun) }), ...inHand }
      : { allAt: Number(allAt), ...inHand };
  };
  const changes = readQuoted(CHANGES.exec(text)?.[1] ?? '');
  const tellings = readQuoted(TELLINGS.exec(text)?.[1] ?? '');
  const parts = readQuoted(PARTS.exec(text)?.[1] ?? '');
  const chains = Number(CHAINS.exec(text)?.[1] ?? 0);
  return { here: readMark('here'), inside: readMark('inside'), changes, tellings, parts, chains };
}

/** Writes what {@link readNotebook} reads; `''` where nothing was tried. */
export function writeNotebook(notebook: Notebook): string {
  const write = (kind: Kind): string => {
    const mark = notebook[kind];
    const tools = mark.tools.length === 0 ? '' : ` (in hand: ${mark.tools.join(' ')})`;
    const things =
      mark.carried === 0 ? '' : `, ${'allAt' in mark ? 'with' : 'since'} ${mark.carried} things${tools}`;
    if ('allAt' in mark) return ` ${MARKS[kind]}: all, as of change ${mark.allAt}${things}.`;
    const beginning = mark.begun === undefined ? '' : `, begun with ${mark.begun} things`;
    return mark.count + mark.carried === 0 ? '' : ` ${MARKS[kind]}: ${mark.count}${beginning}${things}.`;
  };
  const writeList = (title: string, commands: readonly string[]): string =>
    commands.length === 0 ? '' : ` ${title}: ${writeQuoted(commands)}.`;
  return (
    write('here') +
    write('inside') +
    writeList('May change something', notebook.changes) +
    writeList('May tell something', notebook.tellings) +
    writeList('Has an answer', notebook.parts) +
    (notebook.chains > 0 ? ` Chains tried here: ${notebook.chains}.` : '')
  );
}

/** Characters of its commands from which on a list takes no more: a notebook is kept in thoughts, which have an end. */
const LONGEST_LIST = 120;

/** Says whether a list of commands has so many of them, or words enough. */
export const isFull = (commands: readonly string[], most: number): boolean =>
  commands.length >= most || commands.join(', ').length >= LONGEST_LIST;

export const writeQuoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ');
export const readQuoted = (list: string): string[] =>
  [...list.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);

/** Changes of the world after which all ideas of a place are worth another try. */
export const RENEWED = 8;

/** Says whether a place has ideas that were not tried, or not with all that is in hand, or not since the world changed. */
export const hasIdeas = (mark: Tried, state: AdventureState): boolean =>
  !('allAt' in mark) || state.world - mark.allAt >= RENEWED || listNews(mark, state).length > 0;

/** Lists the things that ideas were not tried with: what came into hand since, and tools that are in hand again. */
export const listNews = ({ carried, tools }: Tried, state: AdventureState): number[] => [
  ...state.progress.carried.slice(carried),
  ...findTools(state).flatMap((place) =>
    place < carried && !tools.includes(place) ? (state.progress.carried[place] ?? []) : [],
  ),
];

/**
 * The mark of a place where all ideas were tried, with what is in hand now and, of those that go on, before. What came into
 * hand since the first of them was tried with some of them only: `begun` says how many things there were then.
 */
export const markAll = (
  before: readonly number[],
  state: AdventureState,
  begun = state.progress.carried.length,
): Tried => ({
  allAt: state.world,
  carried: begun,
  tools: [...new Set([...before, ...findTools(state)])].sort((a, b) => a - b),
});

/** Finds the tools in hand, by their places in the list of what was ever carried. */
const findTools = ({ story, progress }: AdventureState): number[] =>
  (story?.reading.inventory ?? []).flatMap(({ id, name }) => {
    const place = progress.carried.indexOf(id);
    return place >= 0 && isTool(name) ? [place] : [];
  });

/** Says whether the world has changed since all ideas of a place were tried. */
export const isStale = (mark: Tried, { world }: Pick<AdventureState, 'world'>): boolean =>
  'allAt' in mark && mark.allAt < world;

/** The visited places with ideas that were not tried, or that would change something. */
export const findOpen = (state: AdventureState): ReadonlySet<number> =>
  findPlaces(state, ({ here, changes }) => changes.length > 0 || hasIdeas(here, state));

/** The visited places where the world has changed since all was tried. */
export const findStale = (state: AdventureState): ReadonlySet<number> =>
  findPlaces(state, ({ here }) => isStale(here, state));

/** The visited places where the story has something of its own to tell. */
export const findTelling = (state: AdventureState): ReadonlySet<number> =>
  findPlaces(state, ({ tellings }) => tellings.length > 0);

function findPlaces(
  { map, thoughts = {} }: AdventureState,
  isWanted: (notebook: Notebook) => boolean,
): ReadonlySet<number> {
  const places = map.rooms.filter(({ visits }) => visits > 0).map(({ id }) => id);
  return new Set(places.filter((id) => isWanted(readNotebook(thoughts[placeKey(id)]?.text ?? ''))));
}
