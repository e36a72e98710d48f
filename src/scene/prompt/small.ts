import { cutAtSentence } from 'answer-reader';
import { cleanRows } from '../../base/quote';
import { type CountTokens, CUT_MARK } from '../../base/tokens';
import type { Message } from '../../contract/calls';
import type { LineLength, PromptUse } from '../../contract/context';
import type { Line } from '../state';
import type { Prompt } from './assemble';
import { sanitizeName } from './conversation';
import type { AgentContextEnvelope, CharacterSummary } from './envelope';
import { renderLength } from './wishes';

/**
 * Prompts for small models (profiles with `promptStyle: "small"`): a conversation as in their training data, with
 * few rules, the player's words last, and no form to fill in. Given the long prompts, models of about a billion
 * parameters repeat the prompt; with these they stay in character.
 */

/** Tokens that a chat template adds to all messages together. */
const FRAMING_TOKENS = 48;
/** Limit for each part of a card. */
const PART_CHARS = 240;
/** Limits for others' lines and for its own, which a small model repeats word by word if they are long. */
const LINE_CHARS = 240;
const OWN_LINE_CHARS = 140;
/** Conversation lines in a character's prompt. */
const HEARD = 8;
/** Number of example exchanges before the conversation. */
const EXAMPLES = 2;
/** Conversation lines in the director's prompt. */
const HEARD_BY_DIRECTOR = 6;

/**
 * Puts a text on one line without template marks: in this layout, a line break would start another speaker's turn.
 */
const flat = (text: string): string => cleanRows(text).join(' ').replace(/\s+/g, ' ').trim();

const shorten = (text: string, most = PART_CHARS): string => cutAtSentence(flat(text), most, CUT_MARK);

const sentence = (text: string): string => (/[.!?…"]$/.test(text) || text === '' ? text : `${text}.`);
const renderLine = ({ name, text }: Line): string => `${sanitizeName(name)}: ${shorten(text, LINE_CHARS)}`;
/** Small models repeat gestures between asterisks first of all. */
const withoutGestures = (text: string): string => flat(text.replaceAll(/\*[^*\n]*\*/g, ' '));

/** All lines that the viewer can see, oldest first. */
const listLines = ({ history, request, replies }: AgentContextEnvelope): Line[] =>
  [...history.raw, ...request.inputs, ...replies].filter(({ text }) => text !== '');

/** @param tokens limit for all together */
function keepNewest<T>(all: readonly T[], tokens: number, size: (one: T) => number): T[] {
  let tokensLeft = tokens;
  const from = all.findLastIndex((one) => {
    tokensLeft -= size(one);
    return tokensLeft < 0;
  });
  return all.slice(from + 1);
}

/**
 * Few sentences of the card as system message, then example exchanges and the newest lines as turns, with the
 * character's own as assistant messages. Ends with another speaker's line.
 *
 * @param nickname another name of the character that its examples may use
 */
export function renderSmallCharacterPrompt(
  envelope: AgentContextEnvelope,
  count: CountTokens,
  nickname = '',
): Prompt {
  const { self } = envelope;
  if (!self) throw new Error("a character's prompt needs an envelope built for a character");
  const name = sanitizeName(self.name);
  const card = [
    `You are ${sentence(name)} ${sentence(shorten(self.description))}`.trim(),
    sentence(shorten(self.personality)),
    sentence(shorten(self.instructions)),
    sentence(shorten(envelope.scenario)),
  ];
  const system = [...card, smallRules(name, listOthers(envelope), envelope.length), ...guide(envelope)]
    .filter((part) => part !== '')
    .join(' ');
  const { maxContextTokens, reserve } = envelope.budget;
  const room = maxContextTokens - reserve - FRAMING_TOKENS - count(system);
  const saidLines = listLines(envelope).slice(-HEARD);
  const keptLines = keepNewest(saidLines, room, (line) => count(renderLine(line)) + 4);
  // With only one other person, lines need no speaker's name.
  const others = listOthers(envelope);
  const isAlone = others.length === 1;
  const turns = joinTurns([
    ...exampleTurns(envelope, isAlone ? '' : `${others[0]}: `, nickname),
    ...toTurns(keptLines.length > 0 ? keptLines : saidLines.slice(-1), `character:${self.id}`, isAlone),
  ]);
  if (turns.at(-1)?.role !== 'user') turns.push({ role: 'user', content: '…' });
  const messages: Message[] = [{ role: 'system', content: system }, ...turns];
  return { messages, use: measure(envelope, messages, count) };
}

/**
 * Rules in under 60 tokens. A small model repeats longer ones as its lines.
 *
 * @param others names of the others present
 */
export const smallRules = (name: string, others: readonly string[], length: LineLength): string =>
  `${others.length > 0 ? `You are talking with ${others.slice(0, MAX_NAMED).join(', ')}. ` : ''}Answer as ${firstName(name)}, in the first person, in ${length === 'medium' ? MEDIUM : renderLength(length)}.`;

/** Small models rarely have enough to say for paragraphs, so use them only if the scene asks for them. */
const MEDIUM = 'one to three sentences';
/** Maximum paragraphs of a `long` line. */
const LONG = 4;

/** Factor on the default token limit of a line, to leave room for its paragraphs. */
export const answerLengthFactor = (length: LineLength): number =>
  typeof length === 'number' ? length : length === 'long' ? LONG : 1;

const MAX_NAMED = 4;
const firstName = (name: string): string => /^\p{L}+/u.exec(name)?.[0] ?? name;

function guide({ directive, whisperTo }: AgentContextEnvelope): string[] {
  const { guidance, entry, exit } = directive ?? {};
  return [
    ...[guidance, entry, exit].flatMap((text) => (text ? [sentence(`Now: ${shorten(text)}`)] : [])),
    ...(whisperTo ? [`You whisper to ${whisperTo.map(sanitizeName).join(' and ')}.`] : []),
  ];
}

type Turn = Message & { role: 'user' | 'assistant'; content: string };

const toTurns = (said: readonly Line[], own: string, isAlone: boolean): Turn[] =>
  said.map((line): Turn => {
    if (line.actor === own)
      return { role: 'assistant', content: shorten(withoutGestures(line.text), OWN_LINE_CHARS) };
    return { role: 'user', content: isAlone ? shorten(line.text, LINE_CHARS) : renderLine(line) };
  });

/**
 * The card's first example exchanges as turns: a small model learns more from them than from rules.
 *
 * @param label before other speakers' words, as in the conversation
 * @param nickname another name of the character in the examples
 */
function exampleTurns({ self }: AgentContextEnvelope, label: string, nickname: string): Turn[] {
  const names = [self?.name ?? '', nickname, firstName(flat(self?.name ?? ''))];
  return (self?.examples ?? []).slice(0, EXAMPLES).flatMap((example) => {
    const turns = example.split('\n').flatMap((row): Turn[] => {
      const [, speaker, text = ''] = /^([^:]{1,80}):\s*(.+)$/.exec(row) ?? [];
      const content = shorten(withoutGestures(text), OWN_LINE_CHARS);
      if (speaker === undefined || content === '') return [];
      if (names.includes(speaker.trim())) return [{ role: 'assistant', content }];
      return [{ role: 'user', content: label + content }];
    });
    // Drop incomplete exchanges.
    return turns[0]?.role === 'user' && turns.at(-1)?.role === 'assistant' ? turns : [];
  });
}

/** Templates require alternating roles, starting with the user. */
function joinTurns(turns: readonly Turn[]): Turn[] {
  const joinedTurns: Turn[] = turns[0]?.role === 'assistant' ? [{ role: 'user', content: '…' }] : [];
  for (const { role, content } of turns) {
    const last = joinedTurns.at(-1);
    if (last?.role === role) last.content += `\n${content}`;
    else joinedTurns.push({ role, content });
  }
  return joinedTurns;
}

/** Card and last line only, for a retry after the model repeated itself. */
export function minimalPrompt({ messages }: Prompt): Message[] {
  const [system, last] = [messages[0], messages.at(-1)];
  return system && last && messages.length > 2 ? [system, last] : messages;
}

/**
 * Lists who is present, the newest lines, and the ids to choose from.
 *
 * @param choosable the characters present
 * @param available ids of those who may enter
 */
export function renderSmallDirectorPrompt(
  envelope: AgentContextEnvelope,
  choosable: readonly CharacterSummary[],
  available: readonly string[],
  count: CountTokens,
): Prompt {
  const cast = choosable.map(
    ({ id, name, description }) => `${id}: ${sanitizeName(name)}, ${shorten(description, 80)}`,
  );
  const coming = available.length > 0 ? [`May enter: ${available.join(', ')}`] : [];
  const heardLines = listLines(envelope).slice(-HEARD_BY_DIRECTOR).map(renderLine);
  const question = 'Who speaks next? Choose those who were addressed, otherwise one or two.';
  const messages: Message[] = [
    { role: 'system', content: 'You choose who speaks next in a play.' },
    {
      role: 'user',
      content: [
        'Characters:',
        ...cast,
        ...coming,
        '',
        ...heardLines.map((line) => shorten(line)),
        '',
        question,
      ].join('\n'),
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

/** Texts that a character must not repeat: its card, its rules and guidance, and the conversation. */
export const ownTexts = (envelope: AgentContextEnvelope): string[] => [
  smallRules(sanitizeName(envelope.self?.name ?? ''), listOthers(envelope), envelope.length),
  ...guide(envelope),
  ...cardTexts(envelope),
  ...listLines(envelope).map(({ text }) => text),
];

const cardTexts = ({ self, scenario }: AgentContextEnvelope): string[] =>
  self ? [self.description, self.personality, self.instructions, scenario, ...self.examples] : [];

/** Names of everyone else. An answer ends before it starts to speak for one of them. */
export const listOthers = ({ cast, personas }: AgentContextEnvelope): string[] =>
  [...personas, ...cast.filter(({ active }) => active)].map(({ name }) => sanitizeName(name));

/** True for a remark such as `(no response)`. */
export const isNoResponse = (text: string): boolean =>
  /^[([*]\s*(?:no |silence|silent|pauses?\b)[^)\]*]{0,60}[)\]*]?[.…]?$/i.test(text.trim());
