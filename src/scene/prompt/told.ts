import type { CountTokens } from '../../base/tokens';
import { MAX_BULLETS, type Section, type SectionUse } from '../../contract/context';
import type { AgentContextEnvelope } from './envelope';
import { section } from './parts';
import type { Fitted } from './sections';

/** Rounds between two possible beginnings of a cut history, so that it begins alike in between. */
const HISTORY_BLOCK = 4;
/** The same for the sentences on earlier rounds, of which more come at once. */
const BULLET_BLOCK = 8;

const TITLES = {
  earlier: 'Earlier rounds, in short',
  history: 'Conversation so far',
  summaries: 'What happened before',
  lastRound: 'Last round',
} as const;
export const TOLD_TITLES: readonly string[] = Object.values(TITLES);

/** Shown parts of the conversation and its summaries. */
interface AlignedTexts {
  history: Fitted | undefined;
  summaries: Fitted | undefined;
  uses: Partial<Record<Section, SectionUse>>;
}

/**
 * Aligns cut parts so that they begin alike in the next prompts: at a round whose number is one more than a multiple of a
 * block, unless that would drop more than half.
 */
export function alignTold(
  envelope: AgentContextEnvelope,
  fitted: Partial<Record<Section, Fitted>>,
  count: CountTokens,
): AlignedTexts {
  const history = alignHistory(envelope, fitted.history, count);
  const summaries = alignBullets(envelope, fitted.summaries, count);
  const uses = { ...(history && { history: history.use }), ...(summaries && { summaries: summaries.use }) };
  return { history, summaries, uses };
}

/**
 * Aligns a conversation whose older lines were dropped; never at the cost of the last round, nor of lines that no summary
 * holds.
 */
function alignHistory(
  { history, lastRound, roundBullets }: AgentContextEnvelope,
  fitted: Fitted | undefined,
  count: CountTokens,
): Fitted | undefined {
  if (!fitted) return fitted;
  const { texts } = fitted;
  const first = history.raw.length - texts.length;
  if (first === 0 && !history.isCut) return fitted;
  const start = history.raw.slice(first).findIndex(({ round }, at) => {
    const before = history.raw[first + at - 1];
    return round % HISTORY_BLOCK === 1 && before !== undefined && before.round !== round;
  });
  const splitIndex = texts.length - Math.min(lastRound.length, texts.length);
  const lastSummary = roundOf(`- ${roundBullets.at(-1) ?? ''}`);
  const isHeld = start > 0 && (history.raw[first + start - 1]?.round ?? 0) <= lastSummary;
  return isHeld && start <= Math.min(splitIndex, texts.length / 2)
    ? leaveOut(fitted, 0, start, count)
    : fitted;
}

/** Aligns the sentences on rounds, of which the oldest were dropped or forgotten. */
function alignBullets(
  { roundBullets }: AgentContextEnvelope,
  fitted: Fitted | undefined,
  count: CountTokens,
): Fitted | undefined {
  if (!fitted) return fitted;
  const { texts } = fitted;
  const from = texts.findIndex(({ place }) => place >= 0);
  const isWhole = texts.length - from === roundBullets.length && roundBullets.length < MAX_BULLETS;
  if (from < 0 || isWhole) return fitted;
  const start = texts.findIndex(({ text, place }) => place >= 0 && roundOf(text) % BULLET_BLOCK === 1);
  return start - from <= (texts.length - from) / 2 ? leaveOut(fitted, from, start, count) : fitted;
}

/** Drops the entries from one index up to another. */
function leaveOut({ texts, use }: Fitted, from: number, to: number, count: CountTokens): Fitted {
  if (to <= from) return { texts, use };
  const droppedTexts = texts.slice(from, to);
  return {
    texts: texts.filter((_, at) => at < from || at >= to),
    use: {
      ...use,
      tokens: use.tokens - droppedTexts.reduce((sum, { text }) => sum + count(`${text}\n`), 0),
      entries: use.entries - droppedTexts.length,
      dropped: use.dropped + droppedTexts.length,
    },
  };
}

/** Returns the round that a sentence is on; 0 when it does not say. */
const roundOf = (bullet = ''): number => Number(/^- Round (\d+):/.exec(bullet)?.[1] ?? 0);

/**
 * Shows the sentences on rounds before the first line shown, then the conversation: both only grow at their end. After them
 * come the parts that each summary writes anew, and the last round, which takes its room from the history's share first.
 */
export function showTold(
  { history: { raw }, lastRound }: AgentContextEnvelope,
  { history, summaries }: AlignedTexts,
): string[] {
  const lines = history?.texts.map(({ text }) => text) ?? [];
  const splitIndex = lines.length - Math.min(lastRound.length, lines.length);
  const first = raw.at(-lines.length)?.round ?? 0;
  const summaryTexts = summaries?.texts ?? [];
  const isEarlier = ({ text, place }: { text: string; place: number }) =>
    place >= 0 && lines.length > 0 && roundOf(text) < first;
  const textsOf = (those: typeof summaryTexts) => those.map(({ text }) => text);
  return [
    section(TITLES.earlier, textsOf(summaryTexts.filter(isEarlier))),
    section(TITLES.history, lines.slice(0, splitIndex)),
    section(TITLES.summaries, textsOf(summaryTexts.filter((one) => !isEarlier(one)))),
    section(TITLES.lastRound, lines.slice(splitIndex)),
  ];
}
