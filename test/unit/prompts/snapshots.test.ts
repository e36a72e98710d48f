import { toProviderSchema } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import { firstStep } from '../../../src/model/ladder';
import { writePrompt } from '../../../src/model/prompt';
import { everyPrompt, readText, type Shown } from '../../support/every-prompt';
import { writePlain } from '../../support/plain-texts';

/** Every prompt as a model gets it: a change of one shows as a diff of its file. */
const prompts = await everyPrompt(writePlain);
/** For a window in which most of what is filled has no room, in tokens. */
const cutPrompts = await everyPrompt(writePlain, 1_500);

describe('a prompt is as it was', () => {
  it.each(prompts.map(({ name, messages }) => [name, messages] as const))('%s', async (name, messages) => {
    await expect(`${readText(messages)}\n`).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});

describe('a prompt that is cut to a small window is as it was', () => {
  const wholeTexts = new Set(prompts.map(({ messages }) => readText(messages)));
  const cut = cutPrompts.filter(({ messages }) => !wholeTexts.has(readText(messages)));
  it.each(cut.map(({ name, messages }) => [name, messages] as const))('%s', async (name, messages) => {
    await expect(`${readText(messages)}\n`).toMatchFileSnapshot(`snapshots/small-window/${name}.txt`);
  });
});

/** What is wrong with an answer, as the gateway tells it. */
const WRONG = [
  { pointer: '', message: 'expected an object, got prose' },
  { pointer: '/text', message: `expected at most 10 characters, got ${'many '.repeat(50)}` },
  { pointer: '/kind', message: 'expected one of "say", got "sing"' },
  { pointer: '/more', message: 'expected nothing, got "| more"' },
];
const again = ({ ask }: Shown) =>
  readText(writePrompt(ask, { ...firstStep(ask.profile.maxTokens, ask), mode: 'json', reask: WRONG }));
const named = (name: string, from: readonly Shown[]): Shown => {
  const shown = from.find((one) => one.name === name);
  if (!shown) throw new Error(`there is no prompt ${name}`);
  return shown;
};

describe('a prompt that is asked again is as it was', () => {
  it.each(['chat-director', 'chat-character', 'grid-analyst', 'adventure-critic'])('%s', async (name) => {
    const whole = again(named(name, prompts));
    await expect(`${whole}\n`).toMatchFileSnapshot(`snapshots/again/${name}.txt`);
    const small = again(named(name, cutPrompts));
    await expect(`${small}\n`).toMatchFileSnapshot(`snapshots/again/${name}-small-window.txt`);
  });

  it.each(['chat-character', 'chat-narrator', 'table-clue'])('%s, for plain prose', async (name) => {
    const { ask } = named(name, prompts);
    const prose = readText(writePrompt(ask, { ...firstStep(ask.profile.maxTokens, ask), mode: 'prose' }));
    await expect(`${prose}\n`).toMatchFileSnapshot(`snapshots/again/${name}-as-prose.txt`);
  });
});

it('sends the schemas that it sent', async () => {
  const rows = prompts.map(({ name, ask }) =>
    JSON.stringify([name, ask.schemaName, toProviderSchema(ask.schema)]),
  );
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('snapshots/schemas.jsonl');
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
