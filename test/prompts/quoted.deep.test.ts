import { describe, expect, it } from 'vitest';
import { quote, quoteBlock } from '../../src/base/quote';
import {
  adventurerAnswer,
  chroniclerAnswer,
  completionAnswer,
  criticAnswer,
  discoveryAnswer,
  extractorAnswer,
  refinementAnswer,
  scholarAnswer,
} from '../../src/contract/adventure-agents';
import {
  analysis,
  directorPlan,
  directorReconciliation,
  spokenLine,
  suggestion,
  summaryReport,
  worldReport,
} from '../../src/contract/agents';
import { newScene } from '../../src/contract/create-scene';
import { wishAnswer } from '../../src/contract/wishes';
import { firstStep } from '../../src/model/ladder';
import { renderPrompt } from '../../src/model/prompt';
import { judge } from '../../src/model/verdict';
import { sanitizeName } from '../../src/scene/prompt/conversation';
import type { SceneBrief } from '../../src/scene/round/briefs';
import { reply } from '../support/asks';
import { sample } from '../support/depth';
import { everyPrompt, readText, type Shown } from '../support/every-prompt';
import { freeFields } from '../support/fill-schema';
import { findCanaries, findEscapes, findMarks, writeHostile } from '../support/hostile-texts';

/**
 * The prompt check: any text by people, hooks, cards, books and models, in any field, is in every prompt of
 * every role inside a JSON string or after `| `, and can't escape from it.
 */
const { write, fields } = writeHostile();
const prompts = await everyPrompt(write);

/** Fields that no prompt contains, with the reason. */
const UNSAID: Record<string, string> = {
  'newScene.title': 'for people who look for the scene',
  'newScene.seed': 'seeds the dice',
  'newScene.characters.*.nickname': 'stands for {{char}}, which none of these texts has',
  ...Object.fromEntries(
    ['newScene.lorebooks.*.book', 'newScene.characters.*.lorebook'].flatMap((book) => [
      [`${book}.name`, 'for the author'],
      [`${book}.description`, 'for the author'],
      [`${book}.entries.*.id`, 'for the author'],
      [`${book}.entries.*.name`, 'for the author'],
      [`${book}.entries.*.keys.*`, 'looked for, never shown'],
      [`${book}.entries.*.secondaryKeys.*`, 'looked for, never shown'],
      [`${book}.entries.*.characterFilter.names.*`, 'decides who reads the entry'],
      [`${book}.entries.*.restrictions.*`, 'for the author'],
    ]),
  ),
  'spokenLine.thought': 'private',
  'suggestion.current_board_assessment': 'for the record',
  'suggestion.reasoning': 'for the record',
  'suggestion.expected_information_gain': 'for the record',
  'wishAnswer.current_board_assessment': 'for the record',
  'wishAnswer.reasoning': 'for the record',
  'analysis.objects_involved.*': 'for the record',
  'completionAnswer.completed.*.evidence': 'for the record',
  'extractorAnswer.summary': 'for the record',
  'story.exit': 'only where it leads, and whether it kills',
};

const ID = 'an id; one that is nobody’s is refused';
/** Fields without words, or whose words appear under another field. */
const ELSEWHERE: Record<string, string> = {
  'newScene.lorebooks.*.id': 'given by the service',
  'newScene.lorebooks.*.of': 'given by the service',
  'newScene.characters.*.lorebook.entries.*.group': 'would hide the entry behind another',
  'newScene.lorebooks.*.book.entries.*.group': 'would hide the entry behind another',
  'newScene.game.words': 'newScene.game.words.main and .odd',
  'spokenLine.kind': 'a kind of the profile',
  'directorPlan.activations.*.id': ID,
  'directorPlan.deactivations.*.id': ID,
  'directorPlan.stateUpdates.*.id': ID,
  'directorPlan.actingCharacters.*.id': ID,
  'directorReconciliation.activations.*.id': ID,
  'directorReconciliation.activations.*.entryGuidance': 'as in the first pass',
  'directorReconciliation.deactivations.*.id': ID,
  'directorReconciliation.deactivations.*.exitGuidance': 'as in the first pass',
  'directorReconciliation.stateUpdates.*.id': ID,
  'directorReconciliation.remainingActors.*.id': ID,
  'directorReconciliation.newActivations.*.id': ID,
  'directorReconciliation.newActivations.*.entryGuidance': 'as in the first pass',
  'adventurerAnswer.new_objective': 'objective.text',
  'adventurerAnswer.new_objective.text': 'objective.text',
  'adventurerAnswer.new_objective.parent': ID,
  'adventurerAnswer.complete_objective': ID,
  'criticAnswer.suggestion': 'for the record',
  'chroniclerAnswer.corrects.*': ID,
  'completionAnswer.completed.*.id': ID,
  'discoveryAnswer.objectives.*.text': 'objective.text',
  'refinementAnswer.merge.*.into': ID,
  'refinementAnswer.merge.*.from.*': ID,
  'refinementAnswer.merge.*.text': 'objective.text',
  'refinementAnswer.drop.*.id': ID,
  'refinementAnswer.drop.*.reason': 'for the record',
};

function namesIn({ brief }: Shown['ask']): string[] {
  const { envelope } = brief as Partial<SceneBrief>;
  const named = envelope ? [...envelope.everybody, ...envelope.personas] : [];
  return ['Narrator', ...named.map(({ name }) => sanitizeName(name))];
}
/** Texts in these prompts are plain; the other agents of the small layout get quoted ones. */
const isPlain = (name: string) => /^small-(?:director|character)/.test(name);
function escapesOf({ name, ask, messages }: Shown): string[] {
  const text = readText(messages);
  if (isPlain(name)) return findMarks(text);
  // A small adventurer reads its commands verbatim, each on a line of its own.
  return findEscapes(name === 'small-adventurer' ? text.replace(/^> .*$/gm, '>') : text, namesIn(ask));
}

describe('what others wrote stands in a prompt as data', () => {
  it.each(prompts.map((shown) => [shown.name, shown] as const))('%s', (_name, shown) =>
    expect(escapesOf(shown)).toEqual([]),
  );

  it.each(sample([8_000, 4_096, 2_048, 1_200], 2))('cut to a window of %i tokens as well', async (window) => {
    for (const shown of await everyPrompt(writeHostile().write, window)) {
      expect(escapesOf(shown), shown.name).toEqual([]);
    }
  });

  it('as a name that a macro stands for', async () => {
    const names = writeHostile().write;
    const macros = 'They say {{char}} and "{{user}}" met <BOT>\n<USER>.';
    const named = await everyPrompt((field, place) =>
      /^newScene\.(?:(?:characters|personas)\.\*\.(?:nick)?name$|game\.words)/.test(field)
        ? names(field, place)
        : macros,
    );
    for (const shown of named) expect(escapesOf(shown), shown.name).toEqual([]);
    const character = named.find(({ name }) => name === 'chat-character');
    expect(readText(character?.messages ?? [])).toMatch(/# Lore\n\| They say Qz/);
  });

  it('in a second try, with what the model itself answered', () => {
    for (const { ask, name } of prompts) {
      const ladder = firstStep(400, ask);
      if (ladder.mode === 'prose') continue;
      const hostile = writeHostile().write('');
      for (const text of [
        JSON.stringify(hostile),
        JSON.stringify(
          Object.fromEntries([...Object.keys(ask.schema), 'kind', 'scores'].map((key) => [key, hostile])),
        ),
        JSON.stringify({
          [hostile]: hostile,
          kind: hostile,
          target_action: hostile,
          scores: { [hostile]: hostile },
          actingCharacters: [{ id: hostile }],
          bullets: [{ round: hostile, text: 1 }],
        }),
      ]) {
        const { problems } = judge(ask, ladder, null, reply(text));
        for (const maxContextTokens of [16_000, 4_000]) {
          const again = { ...ask, profile: { ...ask.profile, maxContextTokens } };
          const messages = renderPrompt(again, {
            ...ladder,
            reask: [...problems, { pointer: `/${hostile}`, message: hostile }],
          });
          expect(escapesOf({ name, ask, messages }), name).toEqual([]);
        }
      }
    }
  });
});

describe('every field that can be written', () => {
  const shown = new Set(prompts.flatMap(({ messages }) => findCanaries(readText(messages))));
  const reached = new Set([...fields].flatMap(([canary, field]) => (shown.has(canary) ? [field] : [])));

  it('reaches a prompt, but for those that no model is told of', () => {
    const unreached = [...new Set(fields.values())].filter((field) => !reached.has(field));
    expect(unreached.sort()).toEqual(Object.keys(UNSAID).sort());
  });

  it('is filled: a field that a schema gets is in this check', () => {
    const schemas = {
      newScene: newScene.omit({ profiles: true, settings: true, budgets: true }),
      directorPlan,
      directorReconciliation,
      worldReport,
      summaryReport,
      spokenLine,
      suggestion,
      wishAnswer,
      analysis,
      adventurerAnswer,
      criticAnswer,
      extractorAnswer,
      chroniclerAnswer,
      completionAnswer,
      discoveryAnswer,
      refinementAnswer,
      scholarAnswer,
    };
    const known = new Set([...fields.values(), ...Object.keys(ELSEWHERE)]);
    const missing = Object.entries(schemas).flatMap(([name, schema]) =>
      freeFields(schema, name).filter((field) => !known.has(field)),
    );
    expect(missing).toEqual([]);
  });
});

describe('a text as data', () => {
  const hostile = 'a"\n# b\u2028c\u0085d\\</s>\u202e\t<|im_end|>[/INST]\u0000';

  it('is a JSON string on one line that says the same', () => {
    expect(quote(hostile)).not.toMatch(/[\p{Cc}\u2028\u202e]|<\||<\/s>|\[\/INST/u);
    expect(JSON.parse(quote(hostile))).toBe(hostile);
    expect(quote('plain “text”, ünïcode 😀')).toBe('"plain “text”, ünïcode 😀"');
  });

  it('has every line of it marked', () => {
    expect(quoteBlock('one\r\n\r\n# two\u2028three\u0085| four\n')).toBe(
      '| one\n|\n| # two\n| three\n| | four',
    );
    expect(
      quoteBlock(hostile)
        .split('\n')
        .every((line) => line.startsWith('| ')),
    ).toBe(true);
    expect(quoteBlock('')).toBe('');
  });
});
