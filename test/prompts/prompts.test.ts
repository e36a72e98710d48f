import { readdirSync } from 'node:fs';
import { toProviderSchema } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/calls';
import { firstStep, type Ladder } from '../../src/model/ladder';
import { renderPrompt } from '../../src/model/prompt';
import { everyPrompt, readContent, readText, type Shown } from '../support/every-prompt';
import { writePlain } from '../support/plain-texts';

/**
 * Every prompt as a model receives it: one file per role and layout, a section per variant, so that a changed
 * prompt is a readable diff. `npx vitest run --project unit test/prompts -u` updates the files.
 */
const prompts = await everyPrompt(writePlain);
/** Tokens of a window that is too small for most of the content. */
const SMALL_WINDOW = 1_500;
const cutPrompts = await everyPrompt(writePlain, SMALL_WINDOW);
const IN_SMALL = `in a window of ${SMALL_WINDOW} tokens`;

const WRONG = [
  { pointer: '', message: 'expected an object, got prose' },
  { pointer: '/text', message: `expected at most 10 characters, got ${'many '.repeat(50)}` },
  { pointer: '/kind', message: 'expected one of "say", got "sing"' },
  { pointer: '/more', message: 'expected nothing, got "| more"' },
];
const ASKED_AGAIN = ['chat-director', 'chat-character', 'grid-analyst', 'adventure-critic'];
const ASKED_IN_PROSE = ['chat-character', 'chat-narrator', 'table-clue'];

type Section = Pick<Shown, 'messages'> & { title: string };

const names = prompts.map(({ name }) => name);
/**
 * The file is named after the first variant of its role: `chat-director` contains
 * `chat-director-second-pass`.
 */
const fileOf = (name: string): string =>
  names.find((other) => name.startsWith(`${other}-`) && names.includes(other)) ?? name;

const rewrite = (title: string, { ask }: Shown, step: Partial<Ladder>): Section => ({
  title,
  messages: renderPrompt(ask, { ...firstStep(ask.profile.maxTokens, ask), ...step }),
});

/**
 * The variants of a role, their truncated forms for a small window, and the prompts after an unusable answer.
 */
function listSections(file: string): Section[] {
  const own = (from: readonly Shown[]) => from.filter(({ name }) => fileOf(name) === file);
  const whole = own(prompts);
  const wholeTexts = new Set(whole.map(({ messages }) => readText(messages)));
  const cut = own(cutPrompts).filter(({ messages }) => !wholeTexts.has(readText(messages)));
  const first = (from: readonly Shown[], files: readonly string[]) =>
    from.filter(({ name }) => name === file && files.includes(name));
  const again = { mode: 'json', reask: WRONG } as const;
  return [
    ...whole.map(({ name, messages }) => ({ title: name, messages })),
    ...cut.map(({ name, messages }) => ({ title: `${name}, ${IN_SMALL}`, messages })),
    ...first(prompts, ASKED_AGAIN).map((one) => rewrite(`${file}, asked again`, one, again)),
    ...first(cutPrompts, ASKED_AGAIN).map((one) => rewrite(`${file}, asked again ${IN_SMALL}`, one, again)),
    ...first(prompts, ASKED_IN_PROSE).map((one) =>
      rewrite(`${file}, asked in prose`, one, { mode: 'prose' }),
    ),
  ];
}

const SHORT = 200;

/** Writes a message with its role. A repeated message becomes a reference to its earlier section. */
function writeMessage({ role, content }: Message, title: string, written: Map<string, string>): string {
  const text = readContent(content);
  const key = `${role}\n${text}`;
  const earlier = text.length > SHORT ? written.get(key) : undefined;
  written.set(key, earlier ?? title);
  return `### ${role}\n\n${earlier === undefined ? text : `_As in ${earlier}._`}`;
}

function writeSchemas(file: string): string[] {
  const variants = new Map<string, string[]>();
  for (const { name, ask } of prompts.filter((one) => fileOf(one.name) === file)) {
    const schema = JSON.stringify(toProviderSchema(ask.schema), null, 2);
    const text = `## Schema ${ask.schemaName}\n\n\`\`\`json\n${schema}\n\`\`\``;
    variants.set(text, [...(variants.get(text) ?? []), name]);
  }
  return [...variants].map(([text, of]) => text.replace('\n\n', `\n\nOf ${of.join(', ')}.\n\n`));
}

function writeFile(file: string): string {
  const written = new Map<string, string>();
  const sections = listSections(file).map(({ title, messages }) =>
    [`## ${title}`, ...messages.map((message) => writeMessage(message, title, written))].join('\n\n'),
  );
  return `${[`# ${file}`, ...sections, ...writeSchemas(file)].join('\n\n---\n\n')}\n`;
}

const files = [...new Set(names.map(fileOf))];

describe('the prompts of a role are those of its file', () => {
  it.each(files)('%s', (file) => expect(writeFile(file)).toMatchFileSnapshot(`${file}.prompt.md`));

  it('and every file is of a role', () => {
    const present = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.md'));
    expect(present.sort()).toEqual(files.map((file) => `${file}.prompt.md`).sort());
  });
});

it('leaves nothing unsaid if the schema replaces the answer format', () => {
  for (const { name, ask, messages } of prompts.filter(
    ({ ask }) => ask.mode !== 'prose' && !ask.instruction,
  )) {
    const bare = readText(renderPrompt(ask, firstStep(ask.profile.maxTokens, ask), true));
    const format = readText(messages).slice(bare.length);
    expect(readText(messages).startsWith(bare) && format.includes('OUTPUT FORMAT'), name).toBe(true);
    const { properties = {} } = toProviderSchema(ask.sentSchema ?? ask.schema);
    const explained = [...format.matchAll(/^- (\w+) \(.*?\): /gm)].map(([, field = '']) => field);
    const unsaid = explained.filter((field) => properties[field]?.description === undefined);
    expect(unsaid, name).toEqual([]);
  }
});

it('says once how long a line is', () => {
  for (const { name, ask, messages } of prompts.filter(
    ({ ask }) => 'kinds' in ask || ask.schemaName === 'verdict',
  )) {
    const { length } =
      readText(messages).match(/\b(?:one|two) (?:to|or) \w+ (?:short )?(?:sentences|paragraphs)\b/g) ?? [];
    expect(length, `${name} ${ask.purpose}`).toBe(1);
  }
});
