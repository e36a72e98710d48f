import { quote, quoteBlock } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import type { Message } from '../../contract/calls';
import type { PromptUse } from '../../contract/context';
import type { Line } from '../state';
import type { AgentContextEnvelope } from './envelope';
import { type Block, block, distributeTokens, fitBlocks } from './fit-evenly';
import { inOrder, join, listNotes, renderDirective, renderLine, section } from './parts';
import { renderMemory } from './remember';
import { allocate, type FittedSection, fitSections, type SectionEntries, tokensWanted } from './sections';
import { alignHistory, HISTORY_TITLES, renderHistory } from './told';

export interface Prompt {
  messages: Message[];
  use: PromptUse;
}

/** Upper bound of the tokens that a provider adds to the two messages. */
const FRAMING_TOKENS = 23;

/** Parts of a prompt outside the sections' shared budget. Each has a limit, to leave room for the sections. */
export interface Parts {
  /** Instructions, cut only if they alone exceed the window. */
  head: string[];
  /** Parts that are the same every round: at most half of the room that head and task leave. */
  cards: Block[];
  now: Block[];
  /** Subject of this round, shown before {@link Parts.task}; takes priority over {@link Parts.now}. */
  thisRound: Block[];
  /** Cut like the head. */
  task: string;
  /**
   * Tasks of this agent's other calls. All its prompts reserve room for the longest, so that their prefixes match.
   */
  otherTasks?: string[];
}

/**
 * Builds a two-message prompt with titled parts, for the players and the judge of a table and for the summarizer of
 * the small layout. Stable parts come first so that a provider can reuse its cached prefix: rules, notes and cards,
 * then the growing conversation, then summaries and parts that change with every call. For the same reason the room
 * for notes and cards must not depend on changing parts.
 */
export function assemble(envelope: AgentContextEnvelope, count: CountTokens, parts: Parts): Prompt {
  const { budget } = envelope;
  const { maxContextTokens, reserve, shares, caps } = budget;
  const sum = (texts: string[]) => texts.reduce((total, text) => total + count(`${text}\n\n`), 0);
  const framing = FRAMING_TOKENS + titleTokens(count);
  const rules = fitRules(parts, Math.max(maxContextTokens - reserve, maxContextTokens / 4) - framing, count);
  const never = framing + sum([...rules.head, rules.task]);

  const longest = Math.max(...[rules.task, ...(parts.otherTasks ?? [])].map((task) => sum([task])));
  const steady = maxContextTokens - reserve - framing - sum(rules.head) - longest;
  const cards = fitBlocks(parts.cards, steady / 2, count);
  const allocation = allocate({ maxContextTokens: steady - cards.tokens, shares, present: budget.sections });
  // A large share of notes must still leave room for the round itself.
  const notesShare = Math.max(0, Math.min(allocation.notes, Math.floor((steady - cards.tokens) / 2)));
  const noteEntries = listNotes(envelope);
  const notes = distributeTokens(noteEntries, notesShare, caps.notes ?? {}, count);

  // `now` and `thisRound` may use the tokens that the sections don't need, and at least half of the remaining room.
  const room = maxContextTokens - reserve - never - cards.tokens - notes.use.tokens;
  const entries = listEntries(envelope);
  const reservedTokens = tokensWanted(entries, budget, Math.floor(room / 2), count);
  const loose = fitBlocks([...parts.thisRound, ...parts.now], room - reservedTokens, count);
  const thisRound = loose.texts.slice(0, parts.thisRound.length);
  const now = loose.texts.slice(parts.thisRound.length);

  const fixedTokens = never + cards.tokens + loose.tokens;
  const { fitted, use } = fitSections({ budget, fixed: fixedTokens + notes.use.tokens, entries, count });
  const summaries = alignHistory(envelope, fitted.summaries, count);
  const uses = {
    ...use.sections,
    ...(summaries && { summaries: summaries.use }),
    ...(noteEntries.length > 0 && { notes: notes.use }),
  };
  const show = (title: string, of: FittedSection | undefined) =>
    section(title, of?.texts.map(({ text }) => text) ?? []);
  const messages: Message[] = [
    {
      role: 'system',
      content: join([...rules.head, show(TITLES.notes, notes), ...cards.texts]),
    },
    {
      role: 'user',
      content: join([
        ...renderHistory(envelope, { history: fitted.history, summaries }),
        show(TITLES.lore, fitted.lore),
        show(TITLES.memories, fitted.memories),
        ...now,
        show(TITLES.directorGuidance, fitted.directorGuidance),
        show(TITLES.characterGuidance, fitted.characterGuidance),
        ...thisRound,
        rules.task,
      ]),
    },
  ];
  return {
    messages,
    use: {
      ...use,
      fixed: fixedTokens,
      fixedCut: rules.cut || cards.cut || loose.cut,
      total: Object.values(uses).reduce((total, { tokens }) => total + tokens, fixedTokens),
      sections: uses,
      ...(envelope.lore.unsearched.length > 0 && { unsearched: envelope.lore.unsearched }),
    },
  };
}

/** Cuts the rules and the task only if they exceed the window, because providers reject larger prompts. */
export function fitRules(
  { head, task }: Pick<Parts, 'head' | 'task'>,
  limit: number,
  count: CountTokens,
): { head: string[]; task: string; cut: boolean } {
  const texts = [task, ...head];
  if (texts.reduce((sum, text) => sum + count(`${text}\n\n`), 0) <= limit) return { head, task, cut: false };
  const { texts: fittedTexts } = distributeTokens(block('', texts).entries, limit, {}, count);
  const textAt = (at: number) => fittedTexts.find(({ place }) => place === at)?.text ?? '';
  return { head: head.map((_, at) => textAt(at + 1)), task: textAt(0), cut: true };
}

const TITLES = {
  notes: 'Scenario and notes',
  lore: 'Lore',
  memories: 'What you remember',
  directorGuidance: 'Guidance for everyone',
  characterGuidance: 'Guidance for you only',
} as const;

const titleTokens = (count: CountTokens): number =>
  [...Object.values(TITLES), ...HISTORY_TITLES].reduce((sum, title) => sum + count(`# ${title}\n\n`), 0);

/** Quotes the text of `Round 3: …` as data. */
function quoteBullet(bullet: string): string {
  const [, round = '', text = bullet] = /^(Round \d+: )([\s\S]*)$/.exec(bullet) ?? [];
  return `- ${round}${quote(text)}`;
}

/** The sections of an envelope except the notes. Entries to keep first come first. */
export function listEntries(
  envelope: AgentContextEnvelope,
  show: (line: Line) => string = renderLine,
): SectionEntries {
  const { runningSummary, roundBullets, lore, memories, openGuidance, history } = envelope;
  return {
    // The running summary comes before the sentences on rounds, latest first.
    summaries: [
      ...(runningSummary === null ? [] : [{ text: quoteBlock(runningSummary), place: -1 }]),
      // Place corrected lines between the two. Negative places mark entries that are no sentence on a round.
      ...history.changed.map(({ round, name, text }, at) => ({
        text: `- Round ${round}: ${quote(`${name}: ${text}`)}`,
        place: (at + 1) / 100 - 1,
      })),
      ...inOrder(roundBullets.map(quoteBullet)).reverse(),
    ],
    history: history.raw.map((line, place) => ({ text: show(line), place })).reverse(),
    // Entries that ignore their book's budget come first. The section's own limit applies to all entries.
    lore: lore.raw
      .map(({ content, order, ignoreBudget }, place) => ({
        text: quoteBlock(content),
        place,
        order,
        ignoreBudget,
      }))
      .sort(
        (a, b) => Number(b.ignoreBudget) - Number(a.ignoreBudget) || b.order - a.order || a.place - b.place,
      ),
    memories: memories.map((memory, index) => ({
      text: renderMemory(memory),
      // Best memories come first, but the prompt shows them in chronological order.
      place: memory.round * 1000 + index,
    })),
    directorGuidance: inOrder([quoteBlock(openGuidance ?? '')]),
    characterGuidance: inOrder([renderDirective(envelope)]),
  };
}
