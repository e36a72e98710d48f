import { rejectionReason } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import type { AnalystBrief, ExplorerBrief } from '../../src/grid/briefs';
import { validateSuggestion } from '../../src/grid/choose';
import { firstStep } from '../../src/model/ladder';
import { renderPrompt } from '../../src/model/prompt';
import { judge } from '../../src/model/verdict';
import { createGuard } from '../../src/scene/table/guard';
import { reply } from '../support/asks';
import { everyPrompt, readText } from '../support/every-prompt';
import { writePlain } from '../support/plain-texts';

/** A small adventurer's format ends with valid commands, not with an example of all fields. */
const prompts = (await everyPrompt(writePlain)).filter(
  ({ name, ask }) => ask.mode !== 'prose' && name !== 'small-adventurer',
);

function exampleIn(text: string): Record<string, unknown> {
  const line = text.split('\n').findLast((row) => row.startsWith('Example'));
  if (line === undefined) throw new Error('the prompt has no example');
  return JSON.parse(line.slice(line.indexOf('{')));
}

describe('the example in a prompt', () => {
  it.each(prompts.map((one) => [one.name, one] as const))(
    'of %s would be accepted',
    (_, { ask, messages }) => {
      const example = exampleIn(readText(messages));
      const read = ask.schema.safeParse(example);
      expect(read.error?.issues ?? []).toEqual([]);
      expect(
        ask.check?.(read.data).filter(({ pointer }) => pointer !== '/knowledge' && pointer !== '/text') ?? [],
      ).toEqual([]);
      if (ask.purpose === 'next_action_suggestion') {
        const { situation } = ask.brief as ExplorerBrief;
        expect(validateSuggestion(situation, read.data as never).refusals).toEqual([]);
      }
    },
  );

  it.each(prompts.map((one) => [one.name, one] as const))('of %s holds no placeholder', (_, { messages }) => {
    const text = readText(messages);
    expect(text).not.toMatch(/"(?:\.{2,}|…|none|string)"/);
  });

  it('is null or left out wherever that is usual', () => {
    const examples = Object.fromEntries(
      prompts.map(({ name, messages }) => [name, exampleIn(readText(messages))]),
    );
    expect(examples['chat-character']).toMatchObject({ thought: null });
    expect(Object.keys(examples['chat-director'] ?? {})).toEqual(['actingCharacters']);
    expect(examples['chat-director-second-pass']).toEqual({ remainingActors: [] });
    expect(examples['chat-world']).toEqual({ worldUpdates: null, trackers: null });
    // Its definition is in words, which code can't test: the example has the inferred rule.
    expect(examples['grid-analyst']).toMatchObject({
      action_definition: expect.stringMatching(/^rule \d+$/),
      environment_updates: null,
    });
    expect(examples['grid-explorer']).toMatchObject({ target_x: null, setup_sequence: null });
    expect(examples['grid-player']).toMatchObject({ wish: 'explore', row: null, actions: null });
    expect(examples['adventure-adventurer']).toMatchObject({ new_objective: null, complete_objective: null });
    expect(examples['adventure-adventurer-key']).toMatchObject({ action: 'enter' });
    expect(examples['adventure-chronicler']).toMatchObject({ keep: false, text: null });
  });

  it('of a line is not shown again to a model that has repeated it', () => {
    const character = prompts.find(({ name }) => name === 'chat-character');
    if (!character) throw new Error('no prompt of a character');
    const { ask } = character;
    const ladder = firstStep(ask.profile.maxTokens, ask);
    const judged = judge(ask, ladder, null, reply(JSON.stringify(exampleIn(readText(character.messages)))));
    const again = readText(renderPrompt(ask, { ...ladder, reask: judged.problems }));
    expect(again).toContain('expected a spoken line, got the line of the example');
    expect(again).not.toContain('Example');
    expect(again).toContain('- text (string)');
  });

  it('of an analysis says what was seen, and nothing else', () => {
    const analyst = prompts.find(({ name }) => name === 'grid-analyst');
    if (!analyst) throw new Error('there is no prompt of the analyst');
    const { diff } = analyst.ask.brief as AnalystBrief;
    expect(exampleIn(readText(analyst.messages))).toMatchObject({
      interpretation: `${diff.summary}.`,
      had_effect: true,
      confidence: 0.5,
    });
  });

  it('is no line when a model repeats it', () => {
    for (const name of ['chat-character', 'chat-narrator', 'table-clue', 'table-judge']) {
      const { text } = exampleIn(readText(prompts.find((one) => one.name === name)?.messages ?? []));
      expect([name, rejectionReason(String(text), createGuard([]))]).not.toEqual([name, null]);
    }
  });
});
