import { cutAtLetter } from '../../base/fold-text';
import type { CountTokens } from '../../base/tokens';
import { DEFAULT_SHARES } from '../../contract/context';
import type { ResolvedProfile } from '../../contract/profiles';
import type { Line } from '../state';
import { listCast, type SceneState } from '../state';
import { renderSpokenLine } from './conversation';

export interface ShownRounds {
  from: number;
  /** First round to show as turns. Earlier rounds are one message, identical for every agent. */
  turnsFrom: number;
}

/** Always show this many lines as turns: a model recognizes its own voice in assistant messages. */
const MIN_TURNS = 8;
/** Minimum lines of a block that is worth its overhead. */
const MIN_BLOCK = 4;

/**
 * Chooses the rounds to show in prompts. The start moves by whole blocks of lines, so that consecutive prompts
 * share a prefix and a provider reads only new lines; a full window shows one to two blocks. The block is
 * `historyWindow` lines, halved until it fits the tokens.
 *
 * Pure, and equal for all agents with the same token window, regardless of whispers.
 *
 * @param past lines before the round, oldest first; all, or at least two blocks
 * @param before number of the scene's lines before the first of `past`
 * @param room tokens for the conversation
 */
export function chooseRounds(
  { past, before, historyWindow }: { past: readonly Line[]; before: number; historyWindow: number },
  room: number,
  count: CountTokens,
): ShownRounds {
  const total = before + past.length;
  const last = past.at(-1)?.round ?? 0;
  for (let block = historyWindow; block >= MIN_BLOCK; block = Math.floor(block / 2)) {
    const start = total < 2 * block ? 0 : (Math.floor(total / block) - 1) * block;
    const from = roundAt(past, Math.max(0, start - before));
    if (from === null || !fits(past, from, room, count)) continue;
    const olderLines = Math.max(0, block - MIN_TURNS);
    const isFull = total - start >= block;
    const turnsFrom = isFull ? (roundAt(past, start - before + olderLines) ?? from) : from;
    return { from, turnsFrom: Math.max(from, turnsFrom) };
  }
  return { from: last, turnsFrom: last };
}

/** Limit for a description in other agents' prompts. */
export const SUMMARY_CHARS = 400;
/** Tokens for an agent's own rules, task and format. */
const OWN_TOKENS = 800;

/** The conversation's share of the tokens that notes and cards leave, for this profile. */
export function conversationTokens(
  state: SceneState,
  { maxContextTokens, maxTokens }: Pick<ResolvedProfile, 'maxContextTokens' | 'maxTokens'>,
  count: CountTokens,
): number {
  const { scenario, notes, personas, settings } = state;
  const texts = [
    scenario,
    ...Object.values(notes),
    ...[...listCast(state), ...personas].map(({ description }) => cutAtLetter(description, SUMMARY_CHARS)),
  ];
  const sharedTokens = texts.reduce((sum, text) => sum + count(text), 0);
  const share = { ...DEFAULT_SHARES, ...settings.shares }.history;
  const remaining = maxContextTokens - maxTokens - OWN_TOKENS - Math.min(sharedTokens, maxContextTokens / 2);
  return Math.max(0, Math.floor((remaining * share) / 100));
}

export const linesVisibleTo = (
  { state, past, before }: { state: SceneState; past: readonly Line[]; before: number },
  profile: Pick<ResolvedProfile, 'maxContextTokens' | 'maxTokens'>,
  count: CountTokens,
): ShownRounds =>
  chooseRounds(
    { past, before, historyWindow: state.historyWindow },
    conversationTokens(state, profile, count),
    count,
  );

/** The first round that starts at this line or later; null if there is none. Rounds are shown whole. */
function roundAt(past: readonly Line[], index: number): number | null {
  const at = Math.max(0, index);
  const before = past[at - 1]?.round;
  return past.slice(at).find(({ round }) => round !== before)?.round ?? null;
}

function fits(past: readonly Line[], from: number, room: number, count: CountTokens): boolean {
  let roomLeft = room;
  for (let at = past.length - 1; at >= 0 && roomLeft >= 0; at -= 1) {
    const line = past[at];
    if (!line || line.round < from) break;
    roomLeft -= count(`${renderSpokenLine(line)}\n`);
  }
  return roomLeft >= 0;
}
