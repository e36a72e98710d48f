import type { SpokenLine } from '../../contract/agents';
import type { JudgementAnswer, JudgementBrief } from '../../scene/judgement/judgement';
import type { ClueBrief, JudgeBrief } from '../../scene/round/briefs';
import type { Line } from '../../scene/state';
import type { JudgeAnswer } from '../../scene/table/judge';
import type { Player } from '../../scene/table/state';
import { VAGUE_HINTS, WORD_PAIRS } from '../../scene/table/word-pairs';
import { type Dice, rollDice } from './listen';

const HINTS = new Map(WORD_PAIRS.flat().map(({ word, hints }) => [word, hints]));

/** Prefixes of a repeated hint. */
const AGAIN = ['Again, then.', 'I can only say it once more.', 'As I said.', 'I keep to it.', 'Still.'];

/**
 * The offline player: a new hint at its word. For unknown words, or when its hints are used up, a hint that fits almost
 * anything. Deterministic by seed.
 */
export function giveClue({ envelope, word, mayEmit, extra, seed }: ClueBrief): SpokenLine {
  const earlierTexts = [...envelope.history.raw, ...envelope.request.inputs, ...envelope.replies].map(
    ({ text }) => text,
  );
  const isNew = (text: string): boolean => !earlierTexts.some((said) => said.includes(text));
  const dice = rollDice(seed);
  const own = (HINTS.get(word) ?? []).filter(isNew);
  const vague = VAGUE_HINTS.filter(isNew);
  // Only exact hints would give the player away.
  const first = dice.chance(0.7) ? own : vague;
  const text = dice.pick(first.length > 0 ? first : [...own, ...vague]) ?? repeatClue(earlierTexts, dice);
  return { ...extra, thought: null, kind: mayEmit[0] ?? 'clue', text };
}

function repeatClue(heard: string[], dice: Dice): string {
  const ways = AGAIN.flatMap((again) => VAGUE_HINTS.map((hint) => `${again} ${hint}`));
  const unsaid = ways.filter((way) => !heard.includes(way));
  return dice.pick(unsaid.length > 0 ? unsaid : ways) ?? AGAIN[0] ?? '…';
}

/**
 * The offline judge. Does not understand clues: counts new ones, and says so. The highest count wins; ties go to the
 * odd one out, else to the first player.
 */
export function ruleTable({ envelope, players, odd, isLast }: JudgeBrief): JudgeAnswer {
  const lines = [...envelope.history.raw, ...envelope.request.inputs, ...envelope.replies];
  const points = countNew(lines, players);
  const scores = Object.fromEntries(players.map(({ id, name }) => [name, Math.min(10, points.get(id) ?? 0)]));
  if (!isLast) {
    const text = 'The understudy only counts clues, and the rounds are not over.';
    return { thought: null, kind: 'verdict', text, winner: null, scores };
  }
  const most = Math.max(0, ...Object.values(scores));
  const best = players.filter(({ name }) => scores[name] === most);
  const winner = most === 0 ? null : (best.find(({ id }) => id === odd) ?? best[0] ?? null);
  const text = winner
    ? `The understudy counted the clues that nobody had given before, and judged none of them: ${winner.name} wins with ${most}${best.length > 1 ? ', as one of several' : ''}.`
    : 'The understudy counted no clues, and names no winner.';
  return { thought: null, kind: 'verdict', text, winner: winner?.name ?? null, scores };
}

/** The offline judge of a scene: it cannot read, and says so instead of making up a difference. */
export const judgeScene = ({ criteria }: JudgementBrief): JudgementAnswer => ({
  text: 'The understudy does not judge: it gives every criterion a 5.',
  scores: Object.fromEntries(criteria.map((name) => [name, 5])),
});

function countNew(lines: readonly Pick<Line, 'actor' | 'text'>[], players: readonly Player[]) {
  const earlierTexts = new Set<string>();
  const points = new Map(players.map(({ id }) => [id, 0]));
  for (const { actor, text } of lines) {
    const words = text.trim().toLowerCase();
    const id = players.find((one) => one.actor === actor)?.id;
    if (id !== undefined && words !== '' && !earlierTexts.has(words))
      points.set(id, (points.get(id) ?? 0) + 1);
    earlierTexts.add(words);
  }
  return points;
}
