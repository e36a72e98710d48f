import { asksForEnter } from 'zmachine-story';
import { adventurerAnswer, MAX_OBJECTIVE } from '../../contract/adventure-agents';
import type { AdventurerBrief } from '../briefs';
import { fitLines, flatten, quoteShort } from '../lines';
import type { Refusal } from '../state-types';
import { troubleNow } from '../stuck';
import {
  knowledgePiece,
  mapPiece,
  movesPiece,
  notesPiece,
  objectivesPiece,
  QUOTED,
  spentPiece,
  standingPiece,
  storyPiece,
  thinkingPiece,
} from './pieces';
import { type Piece, promptOf } from './window';

const WHO = [
  'You play a text adventure: a story that understands short typed commands and answers in prose. Explore every place,',
  'solve the puzzles, raise the score, stay alive.',
  '`action` is one short imperative command in words the story used: `open mailbox`, `put coin in slot`. A movement',
  '(`north`) stands alone. Places are named `L<id>`, e.g. `L12 "Kitchen"`; refer to them by that id.',
  QUOTED,
].join('\n');

const WHEN = [
  'WHEN TO SET new_objective',
  'Leave it null on most turns. Set it only when you begin a plan that takes several turns:',
  '- you found a puzzle or an obstacle that you cannot overcome at once, such as a locked door;',
  '- you begin to collect or gather things;',
  '- you want to follow up one particular achievement over many turns.',
  'Do not set it for a single move or any other single exploring command, for taking a single item, for examining',
  'something, for an action that is complete in itself, or for what an active objective already tracks.',
  'At most one per turn. Objectives persist until they are completed: never declare one again, in other words either.',
  'Those that a person asked for (ids with P) come first.',
].join('\n');

const HOW = [
  'HOW A TEXT ADVENTURE IS PLAYED',
  '- Verbs that usually exist: look, examine, take, drop, inventory, open, close, unlock … with …, put … in/on …, read,',
  '  search, look in/under/behind, turn on/off, light, push, pull, turn, move, climb, enter, eat, drink, wear, give … to',
  '  …, show … to …, ask … about …, attack … with …, wait. Directions: north, northeast … northwest, up, down, in, out.',
  '- Examine what a text mentions, and take what can be carried. Open containers and look into them; things may lie',
  '  inside, under or behind others. Put things where the story seems to want them.',
  '- It may be dangerous to walk in the dark: carry a source of light, light it before you go, and leave a dark place',
  '  the way you came in.',
  '- Many stories keep score: it rises when you find a treasure, solve a puzzle or reach a new place.',
  '- A refusal often says what is missing. A command that was in vain stays in vain until something has changed: try',
  '  something else, or somewhere else. Ways that were never tried are worth trying.',
  '- Several commands that are not movements may stand in one action, separated by commas: `take lamp, light lamp`.',
  '  A list with a movement in it is refused.',
].join('\n');

const FIELDS = [
  'THE FIELDS OF YOUR ANSWER',
  '- thinking: what you observe, what you plan, and why. Two or three sentences as a rule; a paragraph for a puzzle, a',
  '  danger or a choice between plans. Do not repeat what the action says anyway.',
  '- action: what is typed now.',
  '- new_objective: null, or a text, or {"text": …, "priority": "high" | "normal" | "low", "parent": …}. The text is',
  `  specific, says what to do, names the place as L<id> where it can, and has at most ${MAX_OBJECTIVE} characters. "parent" is the`,
  '  id of the active objective it is a step of, or null.',
  '- complete_objective: the exact id, e.g. "A2", of an active objective that the story has shown to be done. Else null.',
  '  Completion is looked for without you, too.',
].join('\n');

const EXAMPLES = [
  'EXAMPLES FOR new_objective',
  'Good, something with several steps was discovered:',
  '- a locked brass door at L42 → "find the key for the brass door at L42"',
  '- a display case at L5 that the story dwells on → "collect treasures and put them into the display case at L5"',
  '- a puzzle that spans rooms → {"text": "drain the cistern at L31 with the pump at L18", "priority": "high", "parent": null}',
  '- a step of A1 worth tracking alone → {"text": "get the lamp from L24", "priority": "normal", "parent": "A1"}',
  'Good, a collection: torn pages turn up at L7 and L9 → "gather all torn pages of the diary"',
  'Bad, leave it null: walking one room north; taking one item that is no part of a larger goal; examining the desk;',
  'going on with a collection that is already tracked; working on a puzzle that has its objective; "explore", "win".',
].join('\n');

/** Writes the messages that ask for the next command. The story's last text and the active objectives are always there. */
export const adventurerMessages = promptOf<AdventurerBrief>(adventurerAnswer, (brief) => {
  const { state } = brief;
  return {
    rules: [WHO, WHEN, HOW, FIELDS, EXAMPLES],
    rest: [knowledgePiece(state), mapPiece(state), notesPiece(state), movesPiece(state.recent, true)],
    vital: [
      objectivesPiece(state.objectives),
      standingPiece(state),
      thinkingPiece(state),
      storyPiece(state),
      spentPiece(state),
      trialsPiece(brief),
      nowPiece(brief),
    ],
    task: askFor(state.story),
  };
});

/** Lists the commands that change the world here, as their trials showed, where the run gives such hints. */
function trialsPiece(brief: AdventurerBrief): Piece {
  const lines = brief.hints.map(({ command, text, points }) => {
    const score = points === 0 ? '' : `; the score changes by ${points}`;
    return `- ${quoteShort(command)}: ${quoteShort(text, 100)}${score}`;
  });
  return {
    title: 'Commands that change the world here, tried and taken back',
    write: (most) => fitLines(lines, most),
    weight: 2,
  };
}

/** Writes this turn's particulars: the newest refusal, a warning, a person's wish. */
function nowPiece({ state, rejected, suggested }: AdventurerBrief): Piece {
  const trouble = troubleNow(state);
  const lines = [
    ...(suggested === null
      ? []
      : [`A person who watches suggests typing: ${quoteShort(suggested)}. Weigh it first.`]),
    ...state.refusals.map(writeRefusal),
    ...(trouble ? [`Warning: ${flatten(trouble.message, 400)}`] : []),
    ...rejected
      .toReversed()
      .map(
        ({ command, reason }) =>
          `- ${quoteShort(command)} was rejected this turn: ${quoteShort(reason, 300)}`,
      ),
    ...(rejected.length > 0 ? ['Give a different command.'] : []),
  ];
  return { title: 'This turn', write: (most) => fitLines(lines, most), weight: 2 };
}

/** Writes a refusal of an earlier answer; the turn itself reports its rejected commands. */
const writeRefusal = ({ text, why }: Refusal): string =>
  text === null
    ? `- Of your last answer: ${quoteShort(why, 300)}.`
    : `- Of your last answer: ${quoteShort(text, MAX_OBJECTIVE)} ${quoteShort(why, 300)}.`;

function askFor(story: AdventurerBrief['state']['story']): string {
  if (story?.awaits === 'key')
    return 'The story waits for a single key. Answer with the name of one key as the action: a letter, a digit, `space`, `enter`, `escape`, `up`, `down`, `left` or `right`.';
  if (story && asksForEnter(story)) return 'The story asks for Enter. An empty action presses it.';
  return 'What do you type next?';
}
