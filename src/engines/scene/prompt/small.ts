import type { Message } from '../../../api/calls';
import type { PromptUse } from '../../../api/context';
import { type CountTokens, CUT_MARK } from '../../../model/tokens';
import type { Prompt } from './assemble';
import type { AgentContextEnvelope, CharacterSummary, Line } from './envelope';

/**
 * Prompts for small models (a profile with `promptStyle: "small"`): a conversation as such models were trained on, the
 * player's words last, few rules, and nothing that reads like a form to fill in. With the long prompts a model of a
 * billion parameters writes the prompt's own words; asked like this it stays in character.
 */

/** Tokens that a chat template adds, for the messages together. */
const FRAMING_TOKENS = 48;
/** Characters of a card's part. */
const PART_CHARS = 240;
/** Lines of the conversation that the director reads. */
const HEARD_BY_DIRECTOR = 6;

/** A text on one line: in a chat a line break would begin another's words. */
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

function shorten(text: string, most = PART_CHARS): string {
  const line = flat(text);
  if (line.length <= most) return line;
  const head = line.slice(0, most);
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  return end > most / 3 ? head.slice(0, end + 1) : `${head.slice(0, head.lastIndexOf(' '))}${CUT_MARK}`;
}

const sentence = (text: string): string => (/[.!?…"]$/.test(text) || text === '' ? text : `${text}.`);
const sayLine = ({ name, text }: Line): string => `${flat(name)}: ${flat(text)}`;

/** Everything that was said and that the viewer heard, oldest first. */
const listSaid = ({ history, request, replies }: AgentContextEnvelope): Line[] =>
  [...history.raw, ...request.inputs, ...replies].filter(({ text }) => text !== '');

/** The newest lines that fit. @param tokens for all of them together */
function keepNewest<T>(all: readonly T[], tokens: number, size: (one: T) => number): T[] {
  let tokensLeft = tokens;
  const from = all.findLastIndex((one) => {
    tokensLeft -= size(one);
    return tokensLeft < 0;
  });
  return all.slice(from + 1);
}

/**
 * The prompt of a character: its card in few sentences, then the conversation as chat turns, its own lines as the
 * assistant's. It ends with somebody else's words.
 */
export function renderSmallCharacterPrompt(envelope: AgentContextEnvelope, count: CountTokens): Prompt {
  const { self } = envelope;
  if (!self) throw new Error("a character's prompt needs an envelope built for a character");
  const name = flat(self.name);
  const card = [
    `You are ${sentence(name)} ${sentence(shorten(self.description))}`.trim(),
    sentence(shorten(self.personality)),
    sentence(shorten(self.instructions)),
    sentence(shorten(envelope.scenario)),
  ];
  const system = [...card, smallRules(name, othersOf(envelope)), ...guide(envelope)]
    .filter((part) => part !== '')
    .join(' ');
  const { maxContextTokens, reserve } = envelope.budget;
  const room = maxContextTokens - reserve - FRAMING_TOKENS - count(system);
  const saidLines = listSaid(envelope);
  const keptLines = keepNewest(saidLines, room, (line) => count(sayLine(line)) + 4);
  const turns = toTurns(keptLines.length > 0 ? keptLines : saidLines.slice(-1), `character:${self.id}`);
  if (turns.at(-1)?.role !== 'user') turns.push({ role: 'user', content: '…' });
  const messages: Message[] = [{ role: 'system', content: system }, ...turns];
  return { messages, use: measure(envelope, messages, count) };
}

/** Rules of a character, in under 60 tokens. Longer ones come back as its lines. @param others who it is with */
export const smallRules = (name: string, others: readonly string[]): string =>
  `${others.length > 0 ? `You are talking with ${others.slice(0, MOST_NAMED).join(', ')}. ` : ''}Answer as ${firstName(name)}, in the first person, in one to three sentences.`;

/** People of whom a small model is told that they are there. */
const MOST_NAMED = 4;
const firstName = (name: string): string => /^\p{L}+/u.exec(name)?.[0] ?? name;

/** Repeats the director's guidance for the character, if there is any. */
function guide({ directive, whisperTo }: AgentContextEnvelope): string[] {
  const { guidance, entry, exit } = directive ?? {};
  return [
    ...[guidance, entry, exit].flatMap((text) => (text ? [sentence(`Now: ${shorten(text)}`)] : [])),
    ...(whisperTo ? [`You whisper to ${whisperTo.map(flat).join(' and ')}.`] : []),
  ];
}

/** Lines as chat turns. Templates want the roles to alternate, and the user to begin. */
function toTurns(said: readonly Line[], own: string): Message[] {
  const turns: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const line of said) {
    const role = line.actor === own ? 'assistant' : 'user';
    const content = role === 'assistant' ? flat(line.text) : sayLine(line);
    const last = turns.at(-1);
    if (last?.role === role) last.content += `\n${content}`;
    else turns.push({ role, content });
  }
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', content: '…' });
  return turns;
}

/**
 * The prompt of the director: who is there, what was said last, and the ids to choose from.
 *
 * @param choosable those who may be chosen, at least one
 */
export function renderSmallDirectorPrompt(
  envelope: AgentContextEnvelope,
  choosable: readonly CharacterSummary[],
  count: CountTokens,
): Prompt {
  const cast = choosable.map(
    ({ id, name, description }) => `${id}: ${flat(name)}, ${shorten(description, 80)}`,
  );
  const heardLines = listSaid(envelope).slice(-HEARD_BY_DIRECTOR).map(sayLine);
  const question = 'Who of them speaks now? Choose those who were spoken to, else one or two.';
  const messages: Message[] = [
    { role: 'system', content: 'You choose who speaks next in a play.' },
    {
      role: 'user',
      content: ['Characters:', ...cast, '', ...heardLines.map((line) => shorten(line)), '', question].join(
        '\n',
      ),
    },
  ];
  return { messages, use: measure(envelope, messages, count) };
}

function measure(
  { budget }: AgentContextEnvelope,
  messages: readonly Message[],
  count: CountTokens,
): PromptUse {
  const total = messages.reduce((sum, { content }) => sum + count(String(content)) + 4, 0);
  const { maxContextTokens, reserve } = budget;
  return { window: maxContextTokens, reserve, fixed: total, fixedCut: false, total, sections: {} };
}

/** Texts of a character's prompt that no line may repeat: they are not part of the conversation. */
export const ownTexts = (envelope: AgentContextEnvelope): string[] => [
  smallRules(flat(envelope.self?.name ?? ''), othersOf(envelope)),
  ...guide(envelope),
];

/** Names of everybody else: an answer that begins to speak for one of them ends there. */
export const othersOf = ({ cast, personas }: AgentContextEnvelope): string[] =>
  [...personas, ...cast.filter(({ active }) => active)].map(({ name }) => flat(name));

/** Says whether a text is a remark that nothing is said: `(no response)`. */
export const isSilence = (text: string): boolean =>
  /^[([*]\s*(?:no |silence|silent|pauses?\b)[^)\]*]{0,60}[)\]*]?[.…]?$/i.test(text.trim());

/** Words in a row that a line may not share with its own prompt. */
const SHARED_WORDS = 6;
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** Says whether a line repeats six words in a row of one of the texts. */
export function repeats(line: string, texts: readonly string[]): boolean {
  const words = wordsOf(line);
  const runs = new Set(texts.flatMap((text) => runsOf(wordsOf(text))));
  return runsOf(words).some((run) => runs.has(run));
}

/** Words in a row that come back so often that the model has lost its way. */
const LOOP_WORDS = 3;
const LOOP_TIMES = 4;

/** Says whether a line goes round in circles. */
export function isLoop(line: string): boolean {
  const runs = Map.groupBy(runsOf(wordsOf(line), LOOP_WORDS), (run) => run);
  return [...runs.values()].some((same) => same.length >= LOOP_TIMES);
}

const runsOf = (words: readonly string[], length = SHARED_WORDS): string[] =>
  words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));
