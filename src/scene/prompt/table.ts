import { quote, quoteBlock } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import { assemble, type Prompt } from './assemble';
import type { AgentContextEnvelope } from './envelope';
import { type Block, block } from './fit-evenly';
import {
  introduce,
  type LineMode,
  QUOTED,
  quoteLines,
  section,
  showPersonas,
  showSelf,
  showWorld,
} from './parts';

const THE_GAME = `The game: every player has been dealt a secret word. All of them have the same word, except for one, whose word is a near relative of it; no player is told which of the two it has. In turn, each player gives one clue to its own word: true of it, and vague enough not to give it away. In the end a judge, who knows the words, rules who played best: who was in step with the others without saying too much, or, as the odd one out, passed unnoticed.`;

/**
 * Describes the form and content of a line. A JSON form appears only at the end of the prompt, so that a model that fails
 * at it can be asked for prose under the same rules.
 */
const showForm = (mode: LineMode, line: string): string =>
  mode === 'prose'
    ? `Answer with the line alone, in plain prose: ${line}.`
    : `Answer in the form that OUTPUT FORMAT asks for, at the end. The line itself: ${line}.`;

/** Renders a player's prompt: its own card and word, the words of others, and none of their secrets. */
export function renderCluePrompt(
  envelope: AgentContextEnvelope,
  now: { word: string; round: number; rounds: number; people: readonly string[] },
  mode: LineMode,
  count: CountTokens,
): Prompt {
  const { self } = envelope;
  if (!self) throw new Error("a player's prompt needs an envelope built for a character");
  const name = quote(self.name);
  const line = `one clue to your word in the voice of ${name}, one or two short sentences`;
  const rules = `You are ${name}, a player of a word game, and only ${name}: never speak for the others, never about prompts or models.

${THE_GAME}

Never say your word, nor a form, a part, a rhyme or a translation of it; don't spell it. Don't guess aloud at the words of others.

${QUOTED}

${showForm(mode, line)}`;
  const others = envelope.cast
    .filter(({ active }) => active)
    .map(introduce)
    .concat(now.people.map((person) => `- ${quote(person)}, a person`));
  return assemble(envelope, count, {
    // The head is cut last of all.
    head: [
      rules,
      section('Your secret word', [`Your secret word is ${quote(now.word)}: hint at it, never say it.`]),
    ],
    cards: [
      block("The author's word on how you are played", [quoteBlock(self.instructions)]),
      showSelf(self),
      block('The other players', others),
      showPersonas(envelope, 'People'),
    ],
    now: showWorld(envelope),
    thisRound: [showSaid(envelope)],
    task: section('Your task', [
      `Round ${now.round} of ${now.rounds}. Give your clue as ${name}. Repeat no clue that was given.`,
    ]),
  });
}

/** Facts of the game that only the judge and the house know. */
export interface TableNow {
  players: { id: string; name: string }[];
  /** Everybody's word, and the odd one out's. */
  words: readonly [string, string];
  /** Id of the odd one out. */
  odd: string;
  round: number;
  rounds: number;
  isLast: boolean;
}

const JUDGE_RULES = `You are the judge of a word game. You take no part in it and favour nobody.

${THE_GAME}

Judge the clues alone. A clue that gives its word away, or could be said of anything, is a poor one. The odd one out does well when its clues could be clues to the others' word; the others do well when theirs fit their word and no outsider could name it.

${QUOTED}

${showForm('json', 'your ruling in plain words: two to four sentences')}`;

const LAST = 'That was the last round. Give your verdict: name the player who played best as winner.';
const BETWEEN =
  'The game is not over. Leave winner null unless it is already decided beyond doubt: naming a winner ends the game now.';

/** Renders the judge's prompt: both words, who holds which, and all lines. */
export function renderJudgePrompt(envelope: AgentContextEnvelope, now: TableNow, count: CountTokens): Prompt {
  const { words, odd } = now;
  const players = now.players.map(({ id, name }) => {
    const holds = id === odd ? `${quote(words[1])}, the odd one out` : quote(words[0]);
    return `- ${quote(name)}: ${holds}`;
  });
  const showTask = (isLast: boolean) =>
    section('Your task', [`Round ${now.round} of ${now.rounds} is over. ${isLast ? LAST : BETWEEN}`]);
  return assemble(envelope, count, {
    head: [JUDGE_RULES, section('The players and their words', players)],
    cards: [showPersonas(envelope, 'People')],
    now: [],
    thisRound: [showSaid(envelope)],
    task: showTask(now.isLast),
    otherTasks: [showTask(!now.isLast)],
  });
}

const showSaid = ({ request, replies }: AgentContextEnvelope): Block => {
  const nonEmptyInputs = request.inputs.filter(({ text }) => text !== '');
  const spokenLines = [...nonEmptyInputs, ...replies];
  return spokenLines.length > 0
    ? quoteLines('This round', spokenLines)
    : block('This round', ['Nobody has said anything yet.']);
};
