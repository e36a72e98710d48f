import { describe, expect, it } from 'vitest';
import { everyPrompt, readText } from '../../support/every-prompt';
import { writePlain } from '../../support/plain-texts';

/** Every prompt as a model gets it: a change of one shows as a diff of its file. */
const prompts = await everyPrompt(writePlain);

describe('a prompt is as it was', () => {
  it.each(prompts.map(({ name, messages }) => [name, messages] as const))('%s', async (name, messages) => {
    await expect(`${readText(messages)}\n`).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});

it('says once how long a line is', () => {
  for (const { name, ask, messages } of prompts.filter(
    ({ ask }) => 'kinds' in ask || ask.schemaName === 'verdict',
  )) {
    const { length } = readText(messages).match(/\b(?:one|two) (?:to|or) \w+ (?:short )?sentences\b/g) ?? [];
    expect(length, `${name} ${ask.purpose}`).toBe(1);
  }
});
