import { isEnterPrompt } from 'zmachine-story';
import { adventurerAnswer, MAX_OBJECTIVE } from '../../contract/adventure-agents';
import type { AdventurerBrief } from '../briefs';
import { fitLines, flatten, quoteShort } from '../lines';
import type { Refusal } from '../state-types';
import { currentTrouble } from '../stuck';
import {
  knowledgePiece,
  mapPiece,
  movesPiece,
  notesPiece,
  objectivesPiece,
  PLACES,
  QUOTED,
  spentPiece,
  standingPiece,
  storyPiece,
  thinkingPiece,
} from './pieces';
import { definePrompt, type Piece } from './window';

const WHO = [
  'You play a text adventure: an interactive story that understands short typed commands.',
  'Explore every place, solve the puzzles, raise the score and stay alive. Your turns are limited.',
  PLACES,
  QUOTED,
].join('\n');

const ANSWER = [
  'YOUR ANSWER',
  '- thinking: what you observe, what you plan and why. Write two or three sentences, or a paragraph for a puzzle, a danger or a choice between plans. Do not restate the action.',
  "- action: what you type now: one short imperative command in the story's words (`open mailbox`, `put coin in slot`), or several separated by commas (`take lamp, light lamp`). A movement (`north`) must be the only command.",
  `- new_objective: null on most turns. Otherwise a text, or {"text": …, "priority": "high" | "normal" | "low", "parent": …}. The text is specific, says what to do, names its place as L<id> where possible, and has at most ${MAX_OBJECTIVE} characters. The parent is the id of the active objective that it is a step of, or null.`,
  '- complete_objective: the exact id of an active objective that the story has shown to be done, or null.',
].join('\n');

const OBJECTIVES = [
  'OBJECTIVES',
  'Objectives keep goals of several turns in view. They stay in your list until they are completed, which is also detected without you. Work on those of a person (ids with P) first.',
  'Set new_objective, at most one per turn, only when you start a plan that takes several turns:',
  '- you find a puzzle or an obstacle that you cannot overcome at once, such as a locked door;',
  '- you start to collect things;',
  '- you pursue one particular achievement over many turns.',
  'Do not set it for a single command (moving, exploring, examining, taking one item), or for what an active objective already covers, even in other words.',
].join('\n');

const HOW = [
  'HOW TO PLAY',
  '- Common verbs: look, examine, take, drop, inventory, open, close, unlock … with …, put … in/on …, read, search, look in/under/behind, turn on/off, light, push, pull, turn, move, climb, enter, eat, drink, wear, give … to …, show … to …, ask … about …, attack … with …, wait.',
  '- Directions: north, northeast … northwest, up, down, in, out.',
  '- Examine what the text mentions. Take what you can carry. Open containers and look inside, under and behind things. Put things where the story seems to want them.',
  '- Darkness can be deadly. Carry a light source, light it before you go, and leave a dark place the way you came.',
  '- In many stories the score rises when you find a treasure, solve a puzzle or reach a new place.',
  '- A refusal often says what is missing. Do not repeat a command that failed until something has changed. Try something else, or go somewhere else. Try ways that you have never tried.',
].join('\n');

/** The examples contain no place ids, because models copy them. */
const EXAMPLES = [
  'EXAMPLES OF new_objective',
  'Good:',
  '- "find the key for the brass door at L<id>" (a locked door)',
  '- "collect treasures and put them into the display case at L<id>" (the story dwells on the case)',
  '- "gather all torn pages of the diary" (pages turn up in several places)',
  '- {"text": "drain the cistern at L<id> with the pump at L<id>", "priority": "high", "parent": null} (a puzzle across rooms)',
  '- {"text": "get the lamp from L<id>", "priority": "normal", "parent": "A1"} (a step of A1)',
  'Bad: walking one room north; taking one item for no larger goal; examining the desk; continuing a collection or a puzzle that has its objective; "explore"; "win".',
].join('\n');

/** The prompt for the next command. Always contains the story's last text and the active objectives. */
export const adventurerMessages = definePrompt<AdventurerBrief>(adventurerAnswer, (brief) => {
  const { state } = brief;
  return {
    rules: [WHO, ANSWER, OBJECTIVES, HOW, EXAMPLES],
    // Append-only parts come first, so that the provider's prompt cache can reuse them.
    rest: [knowledgePiece(state), movesPiece(state.recent, true), notesPiece(state), mapPiece(state)],
    vital: [
      objectivesPiece(state.objectives),
      standingPiece(state, { isMapShown: true }),
      budgetPiece(state),
      thinkingPiece(state),
      storyPiece(state),
      spentPiece(state),
      trialsPiece(brief),
      nowPiece(brief),
    ],
    task: askFor(state.story),
  };
});

const budgetPiece = ({ used, config }: AdventurerBrief['state']): Piece => ({
  title: 'Turns left',
  write: () => `${config.budgets.turns - used.turns}`,
});

/** Lists commands whose trials changed the world here, if the run allows such hints. */
function trialsPiece(brief: AdventurerBrief): Piece {
  const lines = brief.hints.map(({ command, text, points }) => {
    const score = points === 0 ? '' : `; the score changes by ${points}`;
    return `- ${quoteShort(command)}: ${quoteShort(text, 100)}${score}`;
  });
  return {
    title: 'Commands that change something here',
    write: (most) => fitLines(lines, most),
    weight: 2,
  };
}

/** Notes for this turn only: the latest refusal, a warning, a person's wish. */
function nowPiece({ state, rejected, suggested }: AdventurerBrief): Piece {
  const trouble = currentTrouble(state);
  const lines = [
    ...(suggested === null ? [] : [`A person suggests typing ${quoteShort(suggested)}. Consider it first.`]),
    ...state.refusals.map(writeRefusal),
    ...(trouble ? [`Warning: ${flatten(trouble.message, 400)}`] : []),
    ...rejected
      .toReversed()
      .map(
        ({ command, reason }) =>
          `- ${command === '' ? 'An empty action' : quoteShort(command)} was rejected this turn: ${quoteShort(reason, 300)}`,
      ),
    ...(rejected.length > 0 ? ['Give a different command.'] : []),
  ];
  return { title: 'This turn', write: (most) => fitLines(lines, most), weight: 2 };
}

/** For refusals of an earlier answer. The commands rejected in this turn are listed elsewhere. */
const writeRefusal = ({ text, why }: Refusal): string =>
  `- In your last answer${text === null ? '' : `, ${quoteShort(text, MAX_OBJECTIVE)}`}: ${quoteShort(why, 300)}`;

function askFor(story: AdventurerBrief['state']['story']): string {
  if (story?.awaits === 'key')
    return 'The story waits for a single key. Set action to the name of one key: a letter, a digit, `space`, `enter`, `escape`, `up`, `down`, `left` or `right`.';
  if (story && isEnterPrompt(story)) return 'The story waits for Enter. An empty action presses it.';
  return 'Which command do you type next?';
}
