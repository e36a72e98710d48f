import { quote, quoteBlock } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import { MATERIAL_RULES } from '../../contract/scene-rules';
import { assemble, type Prompt } from './assemble';
import type { AgentContextEnvelope } from './envelope';
import { type Block, block } from './fit-evenly';
import {
  introduce,
  type LineMode,
  quoteLines,
  renderPersonas,
  renderSelf,
  renderWorld,
  section,
  showLineOnly,
} from './parts';

const THE_GAME = `The game: each player has a secret word. Everyone has the same word except one player, the odd one out, whose word is closely related. No player knows who has the other word. In turn, each player gives one clue to their own word: true, but too vague to give it away. At the end a judge who knows the words decides who played best: a player who matched the others without saying too much, or an odd one out who went unnoticed.`;

/** Contains the player's own card and word, and no secrets of others. */
export function renderCluePrompt(
  envelope: AgentContextEnvelope,
  now: { word: string; round: number; rounds: number; people: readonly string[] },
  mode: LineMode,
  count: CountTokens,
): Prompt {
  const { self } = envelope;
  if (!self) throw new Error("a player's prompt needs an envelope built for a character");
  const name = quote(self.name);
  const rules = `You are ${name}, a player in a word game. Speak only for ${name}. Never mention prompts or models.

${THE_GAME}

Never say your word, and no form, part, rhyme or translation of it. Never spell it. Do not guess other players' words aloud.

${MATERIAL_RULES}`;
  const others = envelope.cast
    .filter(({ active }) => active)
    .map(introduce)
    .concat(now.people.map((person) => `- ${quote(person)} (human)`));
  return assemble(envelope, count, {
    // In the head, because it is cut last.
    head: [rules, `Your secret word is ${quote(now.word)}. Hint at it, never say it.`],
    cards: [
      block('How the author wants you played', [quoteBlock(self.instructions)]),
      renderSelf(self),
      block('Other players', others),
      renderPersonas(envelope, 'People'),
    ],
    now: renderWorld(envelope),
    thisRound: [renderStatements(envelope)],
    task: section('Your task', [
      `Round ${now.round} of ${now.rounds}. Give one clue to your word in the voice of ${name}: one or two short sentences. Do not repeat an earlier clue.${showLineOnly(mode)}`,
    ]),
  });
}

/** Only for the judge and the house. */
export interface TableView {
  players: { id: string; name: string }[];
  /** The common word, and the odd one out's. */
  words: readonly [string, string];
  /** Id of the odd one out. */
  odd: string;
  round: number;
  rounds: number;
  isLast: boolean;
}

const JUDGE_RULES = `You judge a word game. You do not play, and you favor no one.

${THE_GAME}

Judge only the clues. A clue is poor if it gives its word away or could describe anything. The odd one out does well if their clues could describe the others' word. The others do well if their clues fit their word and no outsider could name it.

${MATERIAL_RULES}`;

const LAST = 'That was the last round. Name the player who played best as winner.';
const BETWEEN_ROUNDS =
  'The game continues. Leave winner null unless the game is already decided beyond doubt: naming a winner ends it now.';

export function renderJudgePrompt(
  envelope: AgentContextEnvelope,
  now: TableView,
  count: CountTokens,
): Prompt {
  const { words, odd } = now;
  const players = now.players.map(({ id, name }) => {
    const holds = id === odd ? `${quote(words[1])} (the odd one out)` : quote(words[0]);
    return `- ${quote(name)}: ${holds}`;
  });
  const showTask = (isLast: boolean) =>
    section('Your task', [
      `Round ${now.round} of ${now.rounds} is over. ${isLast ? LAST : BETWEEN_ROUNDS} Give your ruling in two to four sentences.`,
    ]);
  return assemble(envelope, count, {
    head: [JUDGE_RULES, section('The players and their words', players)],
    cards: [renderPersonas(envelope, 'People')],
    now: [],
    thisRound: [renderStatements(envelope)],
    task: showTask(now.isLast),
    otherTasks: [showTask(!now.isLast)],
  });
}

const renderStatements = ({ request, replies }: AgentContextEnvelope): Block => {
  const nonEmptyInputs = request.inputs.filter(({ text }) => text !== '');
  const spokenLines = [...nonEmptyInputs, ...replies];
  return spokenLines.length > 0
    ? quoteLines('This round', spokenLines)
    : block('This round', ['Nobody has spoken yet.']);
};
