import type { CountTokens } from '../../base/tokens';
import { MAX_BULLETS } from '../../contract/context';
import type { AgentContextEnvelope } from './envelope';
import { section } from './parts';
import type { FittedSection } from './sections';

/**
 * In rounds. A cut list of sentences starts only at every eighth round, so that consecutive prompts share a prefix.
 */
const BULLET_BLOCK = 8;

const TITLES = {
  history: 'Conversation',
  summaries: 'The story so far',
  lastRound: 'Last round',
} as const;
export const HISTORY_TITLES: readonly string[] = Object.values(TITLES);

/**
 * Aligns the start of a cut list of sentences on rounds to the block (rounds 1, 9, 17, …), unless that would drop
 * more than half.
 */
export function alignHistory(
  { roundBullets }: AgentContextEnvelope,
  fitted: FittedSection | undefined,
  count: CountTokens,
): FittedSection | undefined {
  if (!fitted) return fitted;
  const { texts } = fitted;
  const from = texts.findIndex(({ place }) => place >= 0);
  const isWhole = texts.length - from === roundBullets.length && roundBullets.length < MAX_BULLETS;
  if (from < 0 || isWhole) return fitted;
  const start = texts.findIndex(({ text, place }) => place >= 0 && readRound(text) % BULLET_BLOCK === 1);
  return start - from <= (texts.length - from) / 2 ? omitBullets(fitted, from, start, count) : fitted;
}

function omitBullets(
  { texts, use }: FittedSection,
  from: number,
  to: number,
  count: CountTokens,
): FittedSection {
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

/** 0 if the sentence names no round. */
const readRound = (bullet = ''): number => Number(/^- Round (\d+):/.exec(bullet)?.[1] ?? 0);

/**
 * Shows the summaries, the conversation and the last round, which takes its room from the history's share first.
 */
export function renderHistory(
  { lastRound }: AgentContextEnvelope,
  { history, summaries }: { history: FittedSection | undefined; summaries: FittedSection | undefined },
): string[] {
  const lines = history?.texts.map(({ text }) => text) ?? [];
  const splitIndex = lines.length - Math.min(lastRound.length, lines.length);
  return [
    section(TITLES.history, lines.slice(0, splitIndex)),
    section(TITLES.summaries, summaries?.texts.map(({ text }) => text) ?? []),
    section(TITLES.lastRound, lines.slice(splitIndex)),
  ];
}
