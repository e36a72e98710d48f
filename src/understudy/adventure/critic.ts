import type { CriticAnswer } from '../../api/adventure-agents';
import type { CriticBrief } from '../../engines/adventure/briefs';
import { isDeath } from '../../engines/adventure/command/endings';
import { placeKey } from '../../engines/adventure/state';
import { firstSentence, isUnderstood } from './text';

/** How good an idea a command is, by what it would do: tried, and taken back. */
export function judgeCommand({ state, command, attempt }: CriticBrief): CriticAnswer {
  const { step, effect, moved } = attempt([command]);
  const before = state.story?.reading.score ?? null;
  const after = step.reading.score;
  const points = before === null || after === null ? 0 : after - before;
  const answer = (score: number, reason: string): CriticAnswer => ({ score, reason, suggestion: null });
  if (points > 0) return answer(1, `It would bring ${points} points.`);
  if (isDeath(step)) return answer(-1, `It would be deadly: ${firstSentence(step.text)}`);
  if (points < 0) return answer(-0.6, `It would cost ${-points} points.`);
  if (moved) return answer(0.6, 'It leads to another place.');
  if (effect) return answer(0.5, 'It changes something.');
  const here = placeKey(state.story?.reading.location?.id ?? null);
  if (Object.hasOwn(state.vain[here] ?? {}, command)) {
    const isSame = state.vain[here]?.[command] === state.world;
    return answer(isSame ? -0.7 : -0.1, 'It was tried here before, and did nothing.');
  }
  if (!isUnderstood(step.text))
    return answer(-0.5, `The story does not take it: ${firstSentence(step.text)}`);
  return answer(0, 'It changes nothing, but may tell something.');
}
