import type { JsonObject } from '../../../base/json';
import type { Brief } from '../../../room/step-context';
import type { AdventurerBrief } from '../briefs';

/** Knowledge before the first summary; the scholar's text replaces it. */
export const NOTHING_KNOWN = 'Nothing is known of this story yet.';

/** Example answers by task: fields that are null on most turns are null, and the others are true of any turn. */
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

/** Returns an example answer to a task; undefined for a task that has none. */
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
