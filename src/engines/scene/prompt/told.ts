import { MAX_BULLETS, type Section, type SectionUse } from '../../../api/context';
import type { CountTokens } from '../../../model/tokens';
import type { AgentContextEnvelope } from './envelope';
import { section } from './parts';
import type { Fitted } from './sections';

/** A cut history begins at the first line of every so many rounds, so that its beginning stays the same in between. */
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

/** What of the conversation and its summaries is shown. */
interface Told {
  history: Fitted | undefined;
  summaries: Fitted | undefined;
  uses: Partial<Record<Section, SectionUse>>;
}

/**
 * What was cut at its beginning begins at a round whose number is one more than a multiple of a block, so that it
 * begins alike in the next prompts, unless that took more than half of it.
 */
export function alignTold(
  envelope: AgentContextEnvelope,
  fitted: Partial<Record<Section, Fitted>>,
  count: CountTokens,
): Told {
  const history = alignHistory(envelope, fitted.history, count);
  const summaries = alignBullets(envelope, fitted.summaries, count);
  const uses = { ...(history && { history: history.use }), ...(summaries && { summaries: summaries.use }) };
  return { history, summaries, uses };
}

/**
 * The conversation, of which older lines were left out; never at the cost of the last round, nor of lines that no
 * summary holds.
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
  const split = texts.length - Math.min(lastRound.length, texts.length);
  const summarized = roundOf(`- ${roundBullets.at(-1) ?? ''}`);
  const isHeld = start > 0 && (history.raw[first + start - 1]?.round ?? 0) <= summarized;
  return isHeld && start <= Math.min(split, texts.length / 2) ? leaveOut(fitted, 0, start, count) : fitted;
}

/** The sentences on rounds, of which the oldest were left out or forgotten. */
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

/** Without what stands from one index to before another. */
function leaveOut({ texts, use }: Fitted, from: number, to: number, count: CountTokens): Fitted {
  if (to <= from) return { texts, use };
  const left = texts.slice(from, to);
  return {
    texts: texts.filter((_, at) => at < from || at >= to),
    use: {
      ...use,
      tokens: use.tokens - left.reduce((sum, { text }) => sum + count(`${text}\n`), 0),
      entries: use.entries - left.length,
      dropped: use.dropped + left.length,
    },
  };
}

/** The round that a sentence is on; 0 when it does not say. */
const roundOf = (bullet = ''): number => Number(/^- Round (\d+):/.exec(bullet)?.[1] ?? 0);

/**
 * Sentences on rounds before the first line shown, then the conversation: both only grow at their end. After them what
 * is written anew by each summary, and the last round, which comes out of the history's share and before the rest of it.
 */
export function showTold(
  { history: { raw }, lastRound }: AgentContextEnvelope,
  { history, summaries }: Told,
): string[] {
  const lines = history?.texts.map(({ text }) => text) ?? [];
  const split = lines.length - Math.min(lastRound.length, lines.length);
  const first = raw.at(-lines.length)?.round ?? 0;
  const summed = summaries?.texts ?? [];
  const isEarlier = ({ text, place }: { text: string; place: number }) =>
    place >= 0 && lines.length > 0 && roundOf(text) < first;
  const textsOf = (those: typeof summed) => those.map(({ text }) => text);
  return [
    section(TITLES.earlier, textsOf(summed.filter(isEarlier))),
    section(TITLES.history, lines.slice(0, split)),
    section(TITLES.summaries, textsOf(summed.filter((one) => !isEarlier(one)))),
    section(TITLES.lastRound, lines.slice(split)),
  ];
}
