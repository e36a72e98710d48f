import { isTool } from './lexicon';
import { placeName } from './map';
import type { Memory } from './types';

/**
 * How many ideas of a place were tried, or all, and in which state of the world. If all were tried, they are tried
 * again with newly carried things.
 */
export type TriedCommand = (
  | {
      count: number;
      /** Number of things carried so far when the first of these was tried. */
      begun?: number;
    }
  | { allAt: number }
) & {
  /** Number of things carried so far. */
  carried: number;
  /** The tools in hand, as indexes into the list of those things. */
  tools: readonly number[];
};

/** Ideas of a place, and ideas that work only inside or on the player's holder. */
export type Kind = 'here' | 'inside';

/** Progress of the ideas at a place. */
export interface Notebook extends Record<Kind, TriedCommand> {
  /** Commands with an effect of unknown use; typed as a last resort. */
  changes: string[];
  /** Commands without a visible effect but with a distinct reply. */
  tellings: string[];
  /** Commands with a distinct reply: parts of chains, `%` for any other thing. */
  parts: string[];
  /** Number of chains tried. */
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

/** Reads the progress of a place's ideas from its newest thoughts. */
export function readNotebook(text: string): Notebook {
  const readMark = (kind: Kind): TriedCommand => {
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

/** Writes the format of {@link readNotebook}; `''` without progress. */
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

/** Maximum length of a list, because thoughts are limited. */
const LONGEST_LIST = 120;

/** True if a list has `most` commands or is too long. */
export const isFull = (commands: readonly string[], most: number): boolean =>
  commands.length >= most || commands.join(', ').length >= LONGEST_LIST;

export const writeQuoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ');
export const readQuoted = (list: string): string[] =>
  [...list.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);

/** Changes of the world after which all ideas of a place are retried. */
export const RENEWED = 8;

/** True if ideas of a place were not tried yet, not with all carried things, or not since the world changed. */
export const hasIdeas = (mark: TriedCommand, state: Memory): boolean =>
  !('allAt' in mark) || state.world - mark.allAt >= RENEWED || listNews(mark, state).length > 0;

/** Things that the ideas were not tried with: newly carried ones, and tools that are in hand again. */
export const listNews = ({ carried, tools }: TriedCommand, state: Memory): number[] => [
  ...state.progress.carried.slice(carried),
  ...findTools(state).flatMap((place) =>
    place < carried && !tools.includes(place) ? (state.progress.carried[place] ?? []) : [],
  ),
];

/**
 * The mark for a place where all ideas were tried, with the tools in hand now and before. `begun` is the number of
 * carried things when the first idea was tried; only some ideas were tried with later things.
 */
export const markAll = (
  before: readonly number[],
  state: Memory,
  begun = state.progress.carried.length,
): TriedCommand => ({
  allAt: state.world,
  carried: begun,
  tools: [...new Set([...before, ...findTools(state)])].sort((a, b) => a - b),
});

/** Tools in hand, as indexes into the list of carried things. */
const findTools = ({ story, progress }: Memory): number[] =>
  (story?.reading.inventory ?? []).flatMap(({ id, name }) => {
    const place = progress.carried.indexOf(id);
    return place >= 0 && isTool(name) ? [place] : [];
  });

export const isStale = (mark: TriedCommand, { world }: Pick<Memory, 'world'>): boolean =>
  'allAt' in mark && mark.allAt < world;

/** Visited places with untried ideas or collected changes. */
export const findOpen = (state: Memory): ReadonlySet<number> =>
  findPlaces(state, ({ here, changes }) => changes.length > 0 || hasIdeas(here, state));

/** Visited places whose ideas were all tried before the world last changed. */
export const findStale = (state: Memory): ReadonlySet<number> =>
  findPlaces(state, ({ here }) => isStale(here, state));

/** Visited places with commands that have a distinct reply. */
export const findTelling = (state: Memory): ReadonlySet<number> =>
  findPlaces(state, ({ tellings }) => tellings.length > 0);

function findPlaces(
  { map, thoughts }: Memory,
  isWanted: (notebook: Notebook) => boolean,
): ReadonlySet<number> {
  const places = map.rooms.filter(({ visits }) => visits > 0).map(({ id }) => id);
  return new Set(places.filter((id) => isWanted(readNotebook(thoughts[placeName(id)]?.text ?? ''))));
}
