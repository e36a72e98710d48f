import { drawOnce } from '../../base/random';
import type { CountTokens } from '../../base/tokens';
import type { Lorebook, LoreEntry } from '../../contract/lore';
import { fillMacros } from './macros';
import {
  compileBook,
  fillKeys,
  type KeyNames,
  type MatchedEntry,
  type Matcher,
  ScannedText,
  StepBudget,
} from './match';
import { mayRead, type Reader } from './readers';

/** What a lore search looks at. */
export interface LoreInput {
  books: { id: string; book: Lorebook }[];
  /** Messages, newest last, already limited to what the viewer may know; `name: text` each. */
  messages: string[];
  /** Texts looked at whatever the scan depth: the scenario, the viewer's description… */
  always?: string[];
  /** The character that reads, and the cast it is one of. Without a reader, entries for certain characters stay out. */
  reader?: Reader | null;
  cast?: readonly Reader[];
  /** Names for `{{char}}` and `{{user}}` in keys. */
  names?: KeyNames;
  /** Lines that the conversation has, and how many of them characters spoke. Default: as many as there are messages. */
  lines?: number;
  characterLines?: number;
  /** Seeds the die (probability, groups): the same seed gives the same entries. */
  seed: string;
  /** Tokens all entries may have together; null: no limit. */
  budget: number | null;
  count: CountTokens;
}

/** Why an entry is in: it always is, or a key of it was found, in the talk or in the text of another entry. */
type LoreReason = { kind: 'constant' } | { kind: 'key'; key: string; found: 'talk' | 'lore' };

/**
 * Why an entry was left out: of those that matched its die, another of its group, one with the same keys and text, no room,
 * or no text; `unsearched`: its regular expressions would have taken too long, so whether it matches is not known.
 */
type LoreRefusal = 'probability' | 'group' | 'duplicate' | 'budget' | 'empty' | 'unsearched';

export interface FoundLore {
  /** In the order they stand in the prompt: by order ascending, then book, then place in the book. */
  entries: {
    book: string;
    id: string;
    name: string;
    content: string;
    tokens: number;
    why: LoreReason;
    /** As the entry has them: who comes after this search may have a budget of its own. */
    order: number;
    ignoreBudget: boolean;
  }[];
  /** Entries that were left out, and why: for the audit, and for an author who tries a book. */
  left: { book: string; id: string; name: string; why: LoreRefusal }[];
  /** Keys that could not be used, such as an invalid regular expression, at their pointers into the book. */
  problems: { book: string; pointer: string; message: string }[];
  /** The texts of entries that were looked through for others, step by step. */
  heard: string[];
}

/** An entry on its way: from its book, through keys, group, die and budget. */
interface Candidate extends MatchedEntry {
  book: LoreInput['books'][number];
  /** Place among all entries of all books. */
  at: number;
  /** Its keys and text: an entry that has the same is the same lore. */
  words: string;
  why: LoreReason | null;
  /** The steps of the search did not suffice to know whether it matches. */
  isCut: boolean;
}
interface Accepted extends Candidate {
  why: LoreReason;
}

/**
 * The lore that a talk calls up, by the rules of SillyTavern's World Info. The search goes in steps: the first looks
 * through the talk, each later one through the text of the entries that the one before let in. In each step entries that
 * match go through, in this order: inclusion groups, the die of their probability, the budget. What a step decided
 * stands: an entry matches at most once, throws at most once, and a group is settled by the first step that meets it,
 * even when the one chosen then fails its die or finds no room.
 *
 * - Messages are looked through as one text, each with `\x01` before it, so that an expression can tell them apart
 *   (`/\x01Mara:[^\x01]*secret/`). Talk, `always` and found entries are texts of their own: no key spans two of them.
 * - Primary and secondary keys may be in any of the texts. An entry that waits for recursion is not looked at by the
 *   first step; then it looks through the talk as well.
 * - A book that isn't recursive neither finds by its text nor is found by that of others. `maxRecursion` of the book an
 *   entry is from says after how many steps its text finds nothing more.
 * - Budgets, the common one and each book's own: within a step constant entries come first, then those of the highest
 *   order; what doesn't fit is left out and smaller ones behind it may still fit. Entries that ignore the budget are
 *   always in, and what they take is missing for the others. Tokens are counted with the line break that follows.
 * - Of a long text only the newest part is looked through: 200,000 characters, and 20,000 for regular expressions, less
 *   for costly ones (see {@link measureReach} in regex-cost.ts).
 * - All regular expressions of the search share one {@link StepBudget}. An entry for which it did not suffice is left out,
 *   also where its secondary keys must *not* be there, and is named as `unsearched`.
 */
export function findLore(input: LoreInput): FoundLore {
  const left: FoundLore['left'] = [];
  const leave = (candidate: Candidate, why: LoreRefusal) => {
    left.push({ book: candidate.book.id, id: candidate.entry.id, name: candidate.entry.name, why });
  };
  const talk = readTalk(input);
  const lore: ScannedText[] = [];
  const texts: string[] = [];
  const settled = new Set<string>();
  const seenWords = new Set<string>();
  const budget = new Budgets(input);
  const steps = new StepBudget();
  const found: { candidate: Accepted; tokens: number }[] = [];

  const candidates = listCandidates(input);
  let pending = candidates;
  for (let step = 0; ; step += 1) {
    const matched: Accepted[] = [];
    const rest: Candidate[] = [];
    for (const candidate of pending) {
      if (matchEntry(candidate, talk(candidate), lore, steps)) matched.push(candidate);
      else rest.push(candidate);
    }
    pending = rest;

    // The same lore often comes twice: in a character's own book and in the World Info file that it was made from.
    const different = matched.filter((candidate) => {
      const isNew = !seenWords.has(candidate.words);
      seenWords.add(candidate.words);
      if (!isNew) leave(candidate, 'duplicate');
      return isNew;
    });
    const chosen = settleGroups(different, settled, input.seed, (loser) => leave(loser, 'group'));
    const lucky = chosen.filter((candidate) => {
      const lands = passesDie(candidate, input.seed);
      if (!lands) leave(candidate, 'probability');
      return lands;
    });
    const accepted: Accepted[] = [];
    for (const candidate of lucky.sort(byRank)) {
      if (candidate.entry.content.trim() === '') leave(candidate, 'empty');
      else {
        const tokens = budget.take(candidate);
        if (tokens === null) leave(candidate, 'budget');
        else {
          accepted.push(candidate);
          found.push({ candidate, tokens });
        }
      }
    }

    const heard = accepted.filter(
      ({ entry, book: { book } }) => !entry.preventRecursion && book.recursive && step < book.maxRecursion,
    );
    if (heard.length === 0) break;
    // The end of a text is what is looked at when it is long: the entries of the highest order.
    const text = heard
      .sort(byOrder)
      // Comments find nothing, hidden keys do.
      .map(({ entry }) => fillMacros(entry.content, { isSearched: true }))
      .join('\n');
    texts.push(text);
    lore.push(new ScannedText(text));
    pending = pending.filter(({ entry, book: { book } }) => !entry.excludeRecursion && book.recursive);
  }
  for (const candidate of candidates) if (candidate.isCut) leave(candidate, 'unsearched');

  return {
    entries: found
      .sort((a, b) => byOrder(a.candidate, b.candidate))
      .map(({ candidate: { book, entry, why }, tokens }) => ({
        book: book.id,
        id: entry.id,
        name: entry.name,
        content: entry.content,
        tokens,
        why,
        order: entry.order,
        ignoreBudget: entry.ignoreBudget,
      })),
    left,
    heard: texts,
    problems: input.books.flatMap(({ id, book }) =>
      compileBook(book).problems.map((problem) => ({ book: id, ...problem })),
    ),
  };
}

/**
 * Problems of a book as an author should hear them when it is saved: keys that can't be used, and entries that share
 * an id. The book works without what they name. Entries that are off are not looked at.
 */
export function checkLorebook(book: Lorebook): { pointer: string; message: string }[] {
  const first = new Map<string, number>();
  const twice = book.entries.flatMap(({ id }, i) => {
    const before = first.get(id);
    if (before === undefined) first.set(id, i);
    return before === undefined
      ? []
      : [
          {
            pointer: `/entries/${i}/id`,
            message: `'${id}' is the id of /entries/${before} as well; ids are unique in a book`,
          },
        ];
  });
  const isOn = ({ pointer }: { pointer: string }): boolean =>
    book.entries[Number(pointer.split('/')[2])]?.enabled !== false;
  return [...compileBook(book).problems.filter(isOn), ...twice];
}

/** Entries that can be found at all, in the order of their books. */
function listCandidates(input: LoreInput): Candidate[] {
  const names = input.names ?? { char: [], user: [] };
  return input.books
    .flatMap((book) => compileBook(book.book).entries.map((matched) => ({ book, ...matched })))
    .flatMap((matched, at): Candidate[] => {
      const { book, entry, keys } = matched;
      if (!entry.enabled || (!entry.constant && keys.length === 0) || whyClosed(matched, input) !== null)
        return [];
      const words = JSON.stringify([entry.keys.map((key) => key.trim()).sort(), entry.content.trim()]);
      return [{ ...fillKeys(matched, names), book, at, words, why: null, isCut: false }];
    });
}

/** Returns why an entry stays out whatever is said: it is for other readers, or not for now. */
export function whyClosed(
  { entry, after, every }: MatchedEntry,
  {
    reader = null,
    cast = [],
    messages,
    lines,
    characterLines,
  }: Omit<LoreInput, 'books' | 'seed' | 'budget' | 'count'>,
): 'reader' | 'timing' | null {
  if (!mayRead(entry.characterFilter, reader, cast)) return 'reader';
  const count = characterLines ?? messages.length;
  const isEarly = (lines ?? messages.length) < entry.delay || count < after || count % every !== 0;
  return isEarly ? 'timing' : null;
}

/** The texts an entry looks through: as many of the newest messages as it or its book says, and what is always there. */
export function readTalk({
  messages,
  always = [],
}: Pick<LoreInput, 'messages' | 'always'>): (candidate: Pick<Candidate, 'entry' | 'book'>) => ScannedText[] {
  const fixed = always.filter((text) => text !== '').map((text) => new ScannedText(text));
  const byDepth = new Map<number, ScannedText[]>();
  return ({ entry, book: { book } }) => {
    const depth = Math.min((entry.scanDepth ?? book.scanDepth) + entry.sticky, messages.length);
    let texts = byDepth.get(depth);
    if (!texts) {
      const newest = messages.slice(messages.length - depth).map((message) => `\x01${message}`);
      texts = depth === 0 ? fixed : [new ScannedText(newest.join('\n')), ...fixed];
      byDepth.set(depth, texts);
    }
    return texts;
  };
}

/**
 * Does the entry match by now? What was found once stays found. Only the newest of the `lore` is new to it, and the talk
 * when it is looked at for the first time.
 */
function matchEntry(
  candidate: Candidate,
  talk: ScannedText[],
  lore: ScannedText[],
  steps: StepBudget,
): candidate is Accepted {
  const { entry } = candidate;
  const newest = lore.at(-1);
  if (entry.delayUntilRecursion && newest === undefined) return false;
  if (entry.constant) candidate.why = { kind: 'constant' };
  if (candidate.why === null) {
    const unheard = lore.length === Number(entry.delayUntilRecursion) ? talk : [];
    const isIn = (texts: ScannedText[]) => (matcher: Matcher) =>
      texts.some((text) => matcher.in(text, steps));
    steps.isCut = false;
    const key = candidate.keys.find(isIn(newest ? [...unheard, newest] : unheard));
    if (!key) {
      candidate.isCut ||= steps.isCut;
      return false;
    }
    candidate.why = { kind: 'key', key: key.key, found: isIn(unheard)(key) ? 'talk' : 'lore' };
  }
  steps.isCut = false;
  const passes = passesRules(candidate, [...talk, ...lore], steps);
  // One that is wanted and was found is enough; otherwise what was not looked for may be there or not.
  candidate.isCut = steps.isCut && !(passes && candidate.rules.every(({ logic }) => logic === 'any'));
  return passes && !candidate.isCut;
}

function passesRules({ rules }: Candidate, texts: ScannedText[], steps: StepBudget): boolean {
  const isThere = (matcher: Matcher) => texts.some((text) => matcher.in(text, steps));
  return rules.every(({ logic, keys }) => {
    if (logic === 'any') return keys.some(isThere);
    if (logic === 'none') return !keys.some(isThere);
    return keys.every(isThere) === (logic === 'all');
  });
}

/**
 * One of each group among those that match: the highest order of those that override, otherwise one drawn by weight.
 * Being chosen settles all groups an entry is in.
 *
 * @param settled names of groups that have their one; those of this step are added
 */
function settleGroups(
  matched: Accepted[],
  settled: Set<string>,
  seed: string,
  lose: (loser: Accepted) => void,
): Accepted[] {
  const lost = new Set<Accepted>();
  const drop = (candidate: Accepted) => {
    if (lost.has(candidate)) return;
    lost.add(candidate);
    lose(candidate);
  };
  const members = new Map<string, Accepted[]>();
  for (const candidate of matched) {
    if (candidate.groups.some((group) => settled.has(group))) drop(candidate);
    else for (const group of new Set(candidate.groups)) pushTo(members, group, candidate);
  }
  for (const [name, all] of members) {
    const standing = settled.has(name) ? [] : all.filter((candidate) => !lost.has(candidate));
    const winner = chooseMember(standing, `${seed}\n${name}`);
    for (const group of winner?.groups ?? []) {
      settled.add(group);
      for (const other of members.get(group) ?? []) if (other !== winner) drop(other);
    }
  }
  return matched.filter((candidate) => !lost.has(candidate));
}

function pushTo<T>(lists: Map<string, T[]>, name: string, one: T): void {
  const list = lists.get(name);
  if (list) list.push(one);
  else lists.set(name, [one]);
}

function chooseMember(members: Accepted[], seed: string): Accepted | undefined {
  const [first, ...others] = members.filter(({ entry }) => entry.groupOverride);
  if (first) return others.reduce((best, one) => (one.entry.order > best.entry.order ? one : best), first);
  const whole = members.reduce((sum, { entry }) => sum + entry.groupWeight, 0);
  let thrown = drawOnce(`group\n${seed}`) * whole;
  return members.find(({ entry }) => {
    thrown -= entry.groupWeight;
    return thrown < 0;
  });
}

const passesDie = ({ book, entry }: Candidate, seed: string): boolean =>
  drawOnce(`entry\n${seed}\n${book.id}\n${entry.id}`) * 100 < entry.probability;

/** Who gets room first: those that take it anyway, constant entries, then the highest order. */
const byRank = (a: Candidate, b: Candidate): number =>
  Number(b.entry.ignoreBudget) - Number(a.entry.ignoreBudget) ||
  Number(b.entry.constant) - Number(a.entry.constant) ||
  b.entry.order - a.entry.order ||
  a.at - b.at;

const byOrder = (a: Candidate, b: Candidate): number => a.entry.order - b.entry.order || a.at - b.at;

/** What is left of the common budget and of each book's own. */
class Budgets {
  readonly #count: CountTokens;
  #left: number;
  readonly #ofBook = new Map<LoreInput['books'][number], number>();

  constructor({ budget, count }: LoreInput) {
    this.#count = count;
    this.#left = budget ?? Infinity;
  }

  /** The tokens of an entry that fits, which are gone then; null for one that doesn't fit. */
  take({ entry, book }: { entry: LoreEntry; book: LoreInput['books'][number] }): number | null {
    const tokens = this.#count(`${entry.content}\n`);
    const ofBook = this.#ofBook.get(book) ?? book.book.tokenBudget ?? Infinity;
    if (!entry.ignoreBudget && tokens > Math.min(this.#left, ofBook)) return null;
    this.#left -= tokens;
    this.#ofBook.set(book, ofBook - tokens);
    return tokens;
  }
}
