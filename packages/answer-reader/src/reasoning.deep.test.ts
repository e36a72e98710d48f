import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { splitReasoning } from './reasoning';

describe('splitReasoning', () => {
  it.each([
    ['a closed block', '<think>hm, tea</think>Hello there.', 'Hello there.', 'hm, tea'],
    ['several blocks', '<think>a</think>Hello <Analysis>b</Analysis>there.', 'Hello there.', 'a\n\nb'],
    ['an unterminated block', 'Hello.<reasoning>I was cut off', 'Hello.', 'I was cut off'],
    ['nothing but an unterminated block', '<think>{"text":"draft"}', '', '{"text":"draft"}'],
    ['an orphan closing tag', 'hm, tea</think>Hello there.', 'Hello there.', 'hm, tea'],
    [
      'a block inside a block of the same name',
      '<think>a<think>b</think>c</think>Hello.',
      'Hello.',
      'a<think>b\n\nc',
    ],
    ['another tag inside a block', '<think>a<reason>b</think>Hello.', 'Hello.', 'a<reason>b'],
    ['a block between two words', 'Hello<think>a</think>there.', 'Hello there.', 'a'],
    ['tags with space', '< think >a</ think >Hello.', 'Hello.', 'a'],
    ['no tags', ' Hello there. ', 'Hello there.', ''],
    ['square brackets', '[THINK]a[/THINK]Hello.', 'Hello.', 'a'],
    ['square brackets, unterminated', 'Hello.[ scratchpad ]a', 'Hello.', 'a'],
    ['square brackets, orphan', 'a[/monologue]Hello.', 'Hello.', 'a'],
    ['a bracket closed by an angle', '[think]a</think>Hello.', 'Hello.', 'a'],
    ['attributes', '<think effort="high" n=3>a</think >Hello.', 'Hello.', 'a'],
    ['attributes in square brackets', '[analysis depth=2]a[/analysis]Hello.', 'Hello.', 'a'],
    ['a namespace', '<seed:think>a</seed:think>Hello.', 'Hello.', 'a'],
    ['escaped tags', '&lt;think&gt;a&lt;/think&gt;Hello.', 'Hello.', 'a'],
    ['tokens', '<|begin_of_thought|>a<|end_of_thought|>Hello.', 'Hello.', 'a'],
    ['tags of triangles', '◁think▷a◁/think▷Hello.', 'Hello.', 'a'],
    ['a self-closing tag', '<think/>Hello.', 'Hello.', ''],
    ['a self-closing tag between two words', 'Hello<think />there.', 'Hello there.', ''],
    ['a self-closing tag within a block', '<think>a<think/>b</think>Hello.', 'Hello.', 'a<think/>b'],
    ['several stop tokens', 'Hello.<|im_end|> <|eot_id|>\n</s>', 'Hello.', ''],
    ['a stop token in the middle', 'Hello<|end|> there.', 'Hello', ''],
    ['a block closed by a cousin', '<think>a</thinking>Hello.', 'Hello.', 'a'],
    ['a block that opens and closes another', '<think>a<reason>b</reason>c', '', 'a<reason>b</reason>c'],
    ['an orphan after a block', '<think>a</think>b</analysis>Hello.', 'Hello.', 'a\n\nb'],
    [
      'a link that looks like a tag',
      'See [analysis](https://example.com).',
      'See [analysis](https://example.com).',
      '',
    ],
    ['words that begin like a tag', 'I <thinkers> and [reasons].', 'I <thinkers> and [reasons].', ''],
    ['a stop token', 'Hello.<|im_end|>\n', 'Hello.', ''],
    [
      'a block before an object with a tag in a string',
      '<think>a</think>Here: {"text":"write </think> to close it"}',
      'Here: {"text":"write </think> to close it"}',
      'a',
    ],
    [
      'a draft object in a block',
      '<think>{"text":"draft"}</think>{"text":"Hello."}',
      '{"text":"Hello."}',
      '{"text":"draft"}',
    ],
  ])('separates %s', (_, raw, answer, reasoning) =>
    expect(splitReasoning(raw)).toEqual({ answer, reasoning }),
  );

  it.each(['think', 'thinking', 'thought', 'reason', 'reasoning', 'analysis', 'scratchpad', 'monologue'])(
    'knows the tag %s in every form',
    (name) => {
      for (const [open, close] of [
        [`<${name}>`, `</${name}>`],
        [`[${name}]`, `[/${name}]`],
        [`<${name.toUpperCase()} >`, `< / ${name}>`],
      ]) {
        const split = { answer: 'Hello.', reasoning: 'hm' };
        expect(splitReasoning(`${open}hm${close}Hello.`)).toEqual(split);
        expect(splitReasoning(`Hello.${open}hm`)).toEqual(split);
        expect(splitReasoning(`hm${close}Hello.`)).toEqual(split);
      }
    },
  );

  const ANALYSIS = '<|channel|>analysis<|message|>';
  const FINAL = '<|start|>assistant<|channel|>final<|message|>';
  it.each([
    ['whole', `${ANALYSIS}hm<|end|>${FINAL}Hello.<|return|>`, 'Hello.', 'hm'],
    ['with its first token', `<|start|>assistant${ANALYSIS}hm<|end|>${FINAL}Hello.`, 'Hello.', 'hm'],
    ['without its first token', `analysis<|message|>hm<|end|>${FINAL}Hello.`, 'Hello.', 'hm'],
    ['without its first header', `hm<|end|>${FINAL}Hello.`, 'Hello.', 'hm'],
    ['without the end of a message', `${ANALYSIS}hm<|channel|>final<|message|>Hello.`, 'Hello.', 'hm'],
    ['cut off in the analysis', `${ANALYSIS}hm`, '', 'hm'],
    ['cut off in a header', `${ANALYSIS}hm<|end|><|start|>assis`, '', 'hm\n\nassis'],
    ['cut off in a token', `${ANALYSIS}hm<|end|><|sta`, '<|sta', 'hm'],
    [
      'with a constraint',
      `${ANALYSIS}hm<|end|><|channel|>final <|constrain|>json<|message|>{"a":1}`,
      '{"a":1}',
      'hm',
    ],
    ['with a commentary', `<|channel|>commentary<|message|>aside<|end|>${FINAL}Hello.`, 'Hello.', 'aside'],
    [
      'with nothing but a commentary',
      `${ANALYSIS}hm<|end|><|channel|>commentary<|message|>Hello.`,
      'Hello.',
      'hm',
    ],
    ['with no channel', '<|start|>assistant<|message|>Hello.<|end|>', 'Hello.', ''],
    ['with two answers', `${FINAL}Draft.<|end|>${FINAL}Hello.`, 'Hello.', 'Draft.'],
    ['with tags in the answer', `${ANALYSIS}hm<|end|>${FINAL}<think>so</think>Hello.`, 'Hello.', 'hm\n\nso'],
    ['after the answer', `Hello.${ANALYSIS}hm`, 'Hello.', 'hm'],
    ['with its tokens stripped', 'analysisWe greet.assistantfinalHello.', 'Hello.', 'We greet.'],
    ['with its tokens stripped, cut off', 'analysisI am the spy. We need to', '', 'I am the spy. We need to'],
    ['with its tokens stripped, on its own line', 'analysis\nThe user wants tea.', '', 'The user wants tea.'],
    ['with its tokens stripped, in small letters', 'assistantanalysiswe greet.', '', 'we greet.'],
    ['that are none', 'analysis of the case: he lied.', 'analysis of the case: he lied.', ''],
    ['that are a sentence', 'Analysis? I never trusted it.', 'Analysis? I never trusted it.', ''],
  ])('reads harmony channels %s', (_, raw, answer, reasoning) =>
    expect(splitReasoning(raw)).toEqual({ answer, reasoning }),
  );

  it('leaves exact JSON alone, tags inside its strings included', () => {
    const raw = '{"text":"write </think> to close it"}';
    expect(splitReasoning(raw)).toEqual({ answer: raw, reasoning: '' });
    const twice = JSON.stringify(raw);
    expect(splitReasoning(twice)).toEqual({ answer: twice, reasoning: '' });
  });

  it.each([
    ['<think>', ''],
    ['</think>', ''],
    ['<think/>', ''],
    ['<think ', ''],
    ['< ', ''],
    ['[think]', ''],
    ['[', ''],
    ['<|message|>', ''],
    ['<|channel|>', ''],
    ['<|end|>', 'x'],
    ['analysisI ', ''],
    ['&lt;', ''],
    ['{', ''],
    ['{}', '<think>'],
    ['{"a":1}', '</think>'],
  ])('looks at a megabyte of %j a bounded number of times', (unit, after) => {
    const count = (length: number): number => {
      const work = { steps: 0 };
      const { answer, reasoning } = splitReasoning(unit.repeat(length / unit.length) + after, work);
      expect(answer.length + reasoning.length).toBeLessThanOrEqual(length + 20);
      return work.steps;
    };
    const length = isDeep ? 1_000_000 : 100_000;
    const once = count(length);
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThanOrEqual(8 * length);
    expect(count(2 * length)).toBeLessThanOrEqual(once * 2.1);
  });

  it('does not parse what cannot be JSON', () => {
    const work = { steps: 0 };
    splitReasoning('{"text":"Hello there." and so on', work);
    splitReasoning('Hello there.', work);
    expect(work.steps).toBeLessThanOrEqual(
      2 * ('{"text":"Hello there." and so on'.length + 'Hello there.'.length),
    );
  });
});
