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
import { canRead, type Reader } from './readers';

export interface LoreInput {
  books: { id: string; book: Lorebook }[];
  /** Messages, newest last, each as `name: text`, already limited to those visible to the viewer. */
  messages: string[];
  /** Texts that are searched regardless of scan depth: the scenario, the viewer's description… */
  always?: string[];
  /** The character that reads, and its cast. Without a reader, entries for certain characters stay out. */
  reader?: Reader | null;
  cast?: readonly Reader[];
  names?: KeyNames;
  /**
   * Number of lines in the conversation, and how many are from characters. Default: the number of messages.
   */
  lines?: number;
  characterLines?: number;
  /** Seeds the dice (probability, groups): the same seed gives the same entries. */
  seed: string;
  /** Token limit of all entries together; null: no limit. */
  budget: number | null;
  count: CountTokens;
}

/**
 * Why an entry is in: it is constant, or one of its keys matched in the conversation or in another entry's
 * text.
 */
type LoreReason = { kind: 'constant' } | { kind: 'key'; key: string; found: 'talk' | 'lore' };

/**
 * Why a matching entry was left out: its die, another of its group, a duplicate, no space, or no text.
 * `unsearched`: its regular expressions would take too long, so it is unknown whether it matches.
 */
type LoreRefusal = 'probability' | 'group' | 'duplicate' | 'budget' | 'empty' | 'unsearched';

export interface FoundLore {
  /** In prompt order: by order ascending, then book, then position in the book. */
  entries: {
    book: string;
    id: string;
    name: string;
    content: string;
    tokens: number;
    why: LoreReason;
    /** For a later search with a budget of its own. */
    order: number;
    ignoreBudget: boolean;
  }[];
  left: { book: string; id: string; name: string; why: LoreRefusal }[];
  /** Unusable keys, such as an invalid regular expression, with a pointer into the book. */
  problems: { book: string; pointer: string; message: string }[];
  /** The entry texts that were searched for further keys, by step. */
  heard: string[];
}

interface Candidate extends MatchedEntry {
  book: LoreInput['books'][number];
  at: number;
  /** Its keys and text, to find duplicates. */
  words: string;
  why: LoreReason | null;
  /** The step budget ran out before it was clear whether the entry matches. */
  isCut: boolean;
}
interface AcceptedEntry extends Candidate {
  why: LoreReason;
}

/**
 * Finds the lore for a conversation, by the rules of SillyTavern's World Info. The search has steps: the
 * first searches the conversation, each later one the text of the entries that the step before let in. In
 * each step, matching entries pass, in this order, inclusion groups, the die of their probability, and the
 * budget. Decisions of a step are final: an entry matches at most once and rolls at most once, and the first
 * step that meets a group settles it, even if the chosen entry then fails its die or does not fit.
 *
 * - Messages are searched as one text, each preceded by `\x01` so that an expression can tell them apart
 *   (`/\x01Mara:[^\x01]*secret/`). Conversation, `always` and found entries are separate texts: no key spans
 *   two of them.
 * - Primary and secondary keys may match in any of the texts. An entry that waits for recursion is skipped in
 *   the first step; after that it also searches the conversation.
 * - The text of a non-recursive book does not trigger other entries, and other entries do not trigger its
 *   own. `maxRecursion` of an entry's book is the number of steps after which its text triggers no more
 *   entries.
 * - Budgets (the common one and each book's own): within a step, constant entries come first, then the
 *   highest order; if one does not fit, smaller ones after it still may. Entries that ignore the budget are
 *   always in, and their tokens reduce the space of others. Token counts include the line break after the
 *   entry.
 * - Only the newest part of a long text is searched: 200,000 characters, and 20,000 for regular expressions,
 *   less for costly ones (see {@link measureReach} in regex-cost.ts).
 * - All regular expressions of the search share one {@link StepBudget}. If it runs out for an entry, the
 *   entry is left out as `unsearched`, even if its secondary keys must *not* match.
 */
export function findLore(input: LoreInput): FoundLore {
  const left: FoundLore['left'] = [];
  const leave = (candidate: Candidate, why: LoreRefusal) => {
    left.push({ book: candidate.book.id, id: candidate.entry.id, name: candidate.entry.name, why });
  };
  const talk = readConversation(input);
  const lore: ScannedText[] = [];
  const texts: string[] = [];
  const settled = new Set<string>();
  const seenWords = new Set<string>();
  const budget = new Budgets(input);
  const steps = new StepBudget();
  const found: { candidate: AcceptedEntry; tokens: number }[] = [];

  const candidates = listCandidates(input);
  let pending = candidates;
  for (let step = 0; ; step += 1) {
    const matched: AcceptedEntry[] = [];
    const rest: Candidate[] = [];
    for (const candidate of pending) {
      if (matchEntry(candidate, talk(candidate), lore, steps)) matched.push(candidate);
      else rest.push(candidate);
    }
    pending = rest;

    // The same lore is often in both a character's own book and the World Info file it came from.
    const different = matched.filter((candidate) => {
      const isNew = !seenWords.has(candidate.words);
      seenWords.add(candidate.words);
      if (!isNew) leave(candidate, 'duplicate');
      return isNew;
    });
    const chosen = settleGroups(different, settled, input.seed, (loser) => leave(loser, 'group'));
    const lucky = chosen.filter((candidate) => {
      const lands = passesProbability(candidate, input.seed);
      if (!lands) leave(candidate, 'probability');
      return lands;
    });
    const accepted: AcceptedEntry[] = [];
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
    // Only the end of a long text is searched, so the entries with the highest order go last.
    const text = heard
      .sort(byOrder)
      // Comments do not match keys, hidden keys do.
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
 * Problems that an author should see on save: unusable keys, and entries that share an id. The book works
 * without them. Disabled entries are not checked.
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
            message: `'${id}' is also the id of /entries/${before}; ids must be unique within a book`,
          },
        ];
  });
  const isOn = ({ pointer }: { pointer: string }): boolean =>
    book.entries[Number(pointer.split('/')[2])]?.enabled !== false;
  return [...compileBook(book).problems.filter(isOn), ...twice];
}

function listCandidates(input: LoreInput): Candidate[] {
  const names = input.names ?? { char: [], user: [] };
  return input.books
    .flatMap((book) => compileBook(book.book).entries.map((matched) => ({ book, ...matched })))
    .flatMap((matched, at): Candidate[] => {
      const { book, entry, keys } = matched;
      if (!entry.enabled || (!entry.constant && keys.length === 0) || findRefusal(matched, input) !== null)
        return [];
      const words = JSON.stringify([entry.keys.map((key) => key.trim()).sort(), entry.content.trim()]);
      return [{ ...fillKeys(matched, names), book, at, words, why: null, isCut: false }];
    });
}

/** Returns why an entry is inactive regardless of the text: it is for other readers, or not for now. */
export function findRefusal(
  { entry, after, every }: MatchedEntry,
  {
    reader = null,
    cast = [],
    messages,
    lines,
    characterLines,
  }: Omit<LoreInput, 'books' | 'seed' | 'budget' | 'count'>,
): 'reader' | 'timing' | null {
  if (!canRead(entry.characterFilter, reader, cast)) return 'reader';
  const count = characterLines ?? messages.length;
  const isEarly = (lines ?? messages.length) < entry.delay || count < after || count % every !== 0;
  return isEarly ? 'timing' : null;
}

/**
 * The texts that an entry searches: as many recent messages as the entry or its book allows, and the constant
 * ones.
 */
export function readConversation({
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
 * True if the entry matches by now. Earlier matches are remembered, so only the latest `lore` is new, plus
 * the conversation on the first look.
 */
function matchEntry(
  candidate: Candidate,
  talk: ScannedText[],
  lore: ScannedText[],
  steps: StepBudget,
): candidate is AcceptedEntry {
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
  // For `any`, one match is enough; otherwise an unsearched key leaves the result unknown.
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
 * Chooses one of each group among the matches: the highest order of the overriding ones, otherwise one drawn
 * by weight. A chosen entry settles all its groups.
 *
 * @param settled names of settled groups; this step adds its own
 */
function settleGroups(
  matched: AcceptedEntry[],
  settled: Set<string>,
  seed: string,
  lose: (loser: AcceptedEntry) => void,
): AcceptedEntry[] {
  const lost = new Set<AcceptedEntry>();
  const drop = (candidate: AcceptedEntry) => {
    if (lost.has(candidate)) return;
    lost.add(candidate);
    lose(candidate);
  };
  const members = new Map<string, AcceptedEntry[]>();
  for (const candidate of matched) {
    if (candidate.groups.some((group) => settled.has(group))) drop(candidate);
    else for (const group of new Set(candidate.groups)) appendTo(members, group, candidate);
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

function appendTo<T>(lists: Map<string, T[]>, name: string, one: T): void {
  const list = lists.get(name);
  if (list) list.push(one);
  else lists.set(name, [one]);
}

function chooseMember(members: AcceptedEntry[], seed: string): AcceptedEntry | undefined {
  const [first, ...others] = members.filter(({ entry }) => entry.groupOverride);
  if (first) return others.reduce((best, one) => (one.entry.order > best.entry.order ? one : best), first);
  const whole = members.reduce((sum, { entry }) => sum + entry.groupWeight, 0);
  let thrown = drawOnce(`group\n${seed}`) * whole;
  return members.find(({ entry }) => {
    thrown -= entry.groupWeight;
    return thrown < 0;
  });
}

const passesProbability = ({ book, entry }: Candidate, seed: string): boolean =>
  drawOnce(`entry\n${seed}\n${book.id}\n${entry.id}`) * 100 < entry.probability;

/** Budget order: entries that ignore the budget, constant entries, then the highest order. */
const byRank = (a: Candidate, b: Candidate): number =>
  Number(b.entry.ignoreBudget) - Number(a.entry.ignoreBudget) ||
  Number(b.entry.constant) - Number(a.entry.constant) ||
  b.entry.order - a.entry.order ||
  a.at - b.at;

const byOrder = (a: Candidate, b: Candidate): number => a.entry.order - b.entry.order || a.at - b.at;

class Budgets {
  readonly #count: CountTokens;
  #left: number;
  readonly #ofBook = new Map<LoreInput['books'][number], number>();

  constructor({ budget, count }: LoreInput) {
    this.#count = count;
    this.#left = budget ?? Infinity;
  }

  /** Spends the tokens of an entry and returns their number; null if it does not fit. */
  take({ entry, book }: { entry: LoreEntry; book: LoreInput['books'][number] }): number | null {
    const tokens = this.#count(`${entry.content}\n`);
    const ofBook = this.#ofBook.get(book) ?? book.book.tokenBudget ?? Infinity;
    if (!entry.ignoreBudget && tokens > Math.min(this.#left, ofBook)) return null;
    this.#left -= tokens;
    this.#ofBook.set(book, ofBook - tokens);
    return tokens;
  }
}
