import type { SpokenLine } from '../../contract/agents';
import type { CharacterBrief } from '../../scene/round/briefs';
import { callName, findTopics, rollDice } from './listen';

export function draftLine({ seed, mayEmit, envelope }: CharacterBrief): SpokenLine {
  const dice = rollDice(seed);
  const last = [...envelope.history.raw, ...envelope.replies].findLast(
    ({ actor }) => actor !== envelope.viewer,
  );
  const topic = dice.pick(findTopics(last?.text ?? ''));
  const name = last ? callName(last.name) : 'you';
  const lines = [
    topic ? `Tell me more about ${topic}, ${name}.` : `Go on, ${name}. I am listening.`,
    topic ? `And what has ${topic} to do with us?` : 'And what do we do now?',
    `I am not sure that I believe you, ${name}.`,
  ];
  return { thought: null, kind: mayEmit[0] ?? 'say', text: dice.pick(lines) ?? lines[0] ?? '' };
}
