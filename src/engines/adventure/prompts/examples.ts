import type { JsonObject } from '../../../base/json';
import type { Brief } from '../../../room/step-context';
import type { AdventurerBrief } from '../briefs';

/** Until something is known: the scholar's text would replace what is. */
export const NOTHING_KNOWN = 'Nothing is known of this story yet.';

/** By task: what is null on most turns is null, and what must be said is true of any turn. */
const EXAMPLES: Readonly<Record<string, JsonObject>> = {
  critic: { score: 0, reason: 'It is safe, and may or may not help.', suggestion: null },
  extractor: {
    objects: null,
    exits: null,
    characters: null,
    danger: null,
    summary: 'The story answered the command.',
  },
  chronicler: { keep: false, category: null, text: null, supersedes: null },
  completion: { completed: null },
  discovery: { objectives: null },
  refinement: { merge: null, drop: null },
  scholar: { knowledge: NOTHING_KNOWN },
};

/** An answer to a task, as an example of its form; undefined for a task that has none. */
export function exampleFor(brief: Brief): JsonObject | undefined {
  if (brief.task !== 'adventurer') return EXAMPLES[brief.task];
  const isKey = (brief as AdventurerBrief).state.story?.awaits === 'key';
  return {
    thinking: isKey ? 'The story waits for a key before it goes on.' : 'First I look at what is here.',
    action: isKey ? 'enter' : 'look',
    new_objective: null,
    complete_objective: null,
  };
}
