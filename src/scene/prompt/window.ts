import { cutAtLetter } from '../../base/fold-text';
import type { CountTokens } from '../../base/tokens';
import { DEFAULT_SHARES } from '../../contract/context';
import type { ResolvedProfile } from '../../contract/profiles';
import type { Line } from '../state';
import { listCast, type SceneState } from '../state';
import { renderSpokenLine } from './conversation';

/** Rounds of the conversation that a prompt shows. */
export interface ShownRounds {
  /** The first round shown. */
  from: number;
  /** The first round that is shown as turns; those before it are one message, the same for every agent. */
  turnsFrom: number;
}

/** Lines that are turns in any case: a model hears its own voice in them. */
const MIN_TURNS = 8;
/** Below it a block is not worth its place. */
const MIN_BLOCK = 4;

/**
 * Chooses the rounds that prompts show. The beginning stays where it is for a whole block of lines and then moves by one,
 * so that prompts of many rounds begin alike and a provider reads only what is new: a full window shows between one and
 * two blocks. The block is `historyWindow` lines, or a half, a quarter … of it where the tokens are too few.
 *
 * Pure, and the same for every agent with the same window of tokens, whoever hears what.
 *
 * @param past lines before the round, oldest first; all, or at least twice the block
 * @param before number of lines of the scene before the first of `past`
 * @param room tokens that the conversation may take
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

/** Characters of somebody's description that every prompt has, at most. */
export const SUMMARY_CHARS = 400;
/** Tokens of an agent's own rules, task and form. */
const OWN_TOKENS = 800;

/** Tokens that the conversation may take in a prompt of this profile: its share of what notes and cards leave. */
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

/** Rounds that a chat with this profile shows. */
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

/** The first round that begins at this line or after it; null: none does. A round is shown whole. */
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
