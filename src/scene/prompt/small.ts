import { cutAtSentence } from 'answer-reader';
import { indentRows } from '../../base/quote';
import { type CountTokens, CUT_MARK } from '../../base/tokens';
import type { Message } from '../../contract/calls';
import type { LineLength, PromptUse } from '../../contract/context';
import type { Line } from '../state';
import type { Prompt } from './assemble';
import { sanitizeName } from './conversation';
import type { AgentContextEnvelope, CharacterSummary } from './envelope';
import { renderLength } from './wishes';

/**
 * Prompts for small models (a profile with `promptStyle: "small"`): a conversation as such models were trained on, the
 * player's words last, few rules, and nothing that reads like a form to fill in. With the long prompts a model of a
 * billion parameters writes the prompt's own words; asked like this it stays in character.
 */

/** Tokens that a chat template adds, for the messages together. */
const FRAMING_TOKENS = 48;
/** Characters of a card's part. */
const PART_CHARS = 240;
/** Characters of somebody else's line, and of its own: what is long comes back word by word. */
const LINE_CHARS = 240;
const OWN_LINE_CHARS = 140;
/** Lines of the conversation that a character reads. */
const HEARD = 8;
/** Example exchanges that stand before the conversation. */
const EXAMPLES = 2;
/** Lines of the conversation that the director reads. */
const HEARD_BY_DIRECTOR = 6;

/** A text on one line, without marks of templates: in a chat a line break would begin another's words. */
const flat = (text: string): string => indentRows(text).join(' ').replace(/\s+/g, ' ').trim();

const shorten = (text: string, most = PART_CHARS): string => cutAtSentence(flat(text), most, CUT_MARK);

const sentence = (text: string): string => (/[.!?…"]$/.test(text) || text === '' ? text : `${text}.`);
const renderLine = ({ name, text }: Line): string => `${sanitizeName(name)}: ${shorten(text, LINE_CHARS)}`;
/** What is done between asterisks is the first thing that a small model repeats. */
const withoutGestures = (text: string): string => flat(text.replaceAll(/\*[^*\n]*\*/g, ' '));

/** Everything that was said and that the viewer heard, oldest first. */
const listLines = ({ history, request, replies }: AgentContextEnvelope): Line[] =>
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
 * The prompt of a character: its card in few sentences, example exchanges and the newest lines as chat turns, its own as
 * the assistant's. It ends with somebody else's words.
 *
 * @param nickname its other name, by which its examples may call it
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
  // With one person alone it is clear who speaks.
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
 * Rules of a character, in under 60 tokens. Longer ones come back as its lines.
 *
 * @param others who it is with
 * @param length how long its lines are to be
 */
export const smallRules = (name: string, others: readonly string[], length: LineLength): string =>
  `${others.length > 0 ? `You are talking with ${others.slice(0, MAX_NAMED).join(', ')}. ` : ''}Answer as ${firstName(name)}, in the first person, in ${length === 'medium' ? MEDIUM : renderLength(length)}.`;

/** Paragraphs are more than a small model has to say, unless the scene asks for them. */
const MEDIUM = 'one to three sentences';
/** Paragraphs of a line that is `long`, at most. */
const LONG = 4;

/** Times as many tokens as a line has by default: enough for its paragraphs. */
export const answerLengthFactor = (length: LineLength): number =>
  typeof length === 'number' ? length : length === 'long' ? LONG : 1;

/** People of whom a small model is told that they are there. */
const MAX_NAMED = 4;
const firstName = (name: string): string => /^\p{L}+/u.exec(name)?.[0] ?? name;

/** Repeats the director's guidance for the character, if there is any. */
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
 * The first example exchanges of a card, as turns: a small model learns more from these than from rules.
 *
 * @param label before the words of somebody else, as in the conversation
 * @param nickname another name of its own in them
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
    // Half an exchange shows nothing.
    return turns[0]?.role === 'user' && turns.at(-1)?.role === 'assistant' ? turns : [];
  });
}

/** Templates want the roles to alternate, and the user to begin. */
function joinTurns(turns: readonly Turn[]): Turn[] {
  const joinedTurns: Turn[] = turns[0]?.role === 'assistant' ? [{ role: 'user', content: '…' }] : [];
  for (const { role, content } of turns) {
    const last = joinedTurns.at(-1);
    if (last?.role === role) last.content += `\n${content}`;
    else joinedTurns.push({ role, content });
  }
  return joinedTurns;
}

/** The shortest prompt of a character: its card, and what was said last. It is asked so when it only repeats itself. */
export function minimalPrompt({ messages }: Prompt): Message[] {
  const [system, last] = [messages[0], messages.at(-1)];
  return system && last && messages.length > 2 ? [system, last] : messages;
}

/**
 * The prompt of the director: who is there, what was said last, and the ids to choose from.
 *
 * @param choosable those who are there
 * @param available ids of those who may come in
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

/** Texts that no line of a character may repeat: its card, its rules and guidance, and what was said. */
export const ownTexts = (envelope: AgentContextEnvelope): string[] => [
  smallRules(sanitizeName(envelope.self?.name ?? ''), listOthers(envelope), envelope.length),
  ...guide(envelope),
  ...cardTexts(envelope),
  ...listLines(envelope).map(({ text }) => text),
];

const cardTexts = ({ self, scenario }: AgentContextEnvelope): string[] =>
  self ? [self.description, self.personality, self.instructions, scenario, ...self.examples] : [];

/** Names of everybody else: an answer that begins to speak for one of them ends there. */
export const listOthers = ({ cast, personas }: AgentContextEnvelope): string[] =>
  [...personas, ...cast.filter(({ active }) => active)].map(({ name }) => sanitizeName(name));

/** Says whether a text is a remark that nothing is said: `(no response)`. */
export const isNoResponse = (text: string): boolean =>
  /^[([*]\s*(?:no |silence|silent|pauses?\b)[^)\]*]{0,60}[)\]*]?[.…]?$/i.test(text.trim());
