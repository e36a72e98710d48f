import { describe, expect, it } from 'vitest';
import { NO_GUARD } from './guard';
import { cleanLine, rejectionReason } from './line';
import { splitReasoning } from './reasoning';
import { makeWordStream } from './words';

/** The thought and the line. */
const S = 'The secret is PLUMJAM.';
const L = 'The lamp was burning when I came down.';

function read(raw: string): string | null {
  const { line } = cleanLine(splitReasoning(raw).answer, { limit: 4_000 });
  return line === '' || rejectionReason(line, NO_GUARD) !== null ? null : line;
}

function hear(raw: string, size: number): string {
  const stream = makeWordStream({ own: ['Mara'], others: ['Ada'] });
  let heard = '';
  for (let at = 0; at < raw.length; at += size) heard += stream.push(raw.slice(at, at + size));
  return heard + stream.end();
}

const SHAPES = [
  `<unused94>thought\n${S}<unused95>${L}`,
  `<details type="reasoning" done="true">\n<summary>Thought for 3 seconds</summary>\n&gt; ${S}\n</details>\n${L}`,
  `<think_fast>${S}</think_fast>${L}`,
  `<reflection>${S}</reflection>\n\n${L}`,
  `<plan>${S}</plan>${L}`,
  `<思考>${S}</思考>${L}`,
  `## Thinking\n${S}\n\n## Response\n${L}`,
  `**Final Answer:** ${L}`,
  `**Thinking:** ${S}\n\n**Response:** ${L}`,
  `### Thought Process\n- ${S}\n\n### Final Response\n${L}`,
  `Thought: ${S}\nAnswer: ${L}`,
  `Reasoning: ${S}\n\nFinal answer: ${L}`,
  `<|START_THINKING|>${S}<|END_THINKING|><|START_RESPONSE|>${L}<|END_RESPONSE|>`,
  `<|begin_of_thought|>${S}<|end_of_thought|>\n<|begin_of_solution|>${L}<|end_of_solution|>`,
  `<|channel>thought\n${S}<channel|>${L}`,
  `<|think|>${S}<|/think|>${L}`,
  `<|reserved_7|>${S}<|reserved_8|>${L}`,
  `<seed:think>${S}</seed:think>${L}`,
  `<longcat_think>${S}</longcat_think>${L}`,
  `[THINK]${S}[/THINK]${L}`,
  `[reflection]${S}[/reflection]${L}`,
  `◁think▷${S}◁/think▷${L}`,
  `<!-- ${S} -->\n${L}`,
  `\`\`\`thinking\n${S}\n\`\`\`\n${L}`,
  `<inner_monologue>${S}</inner_monologue>${L}`,
  `<scratchpad>${S}</scratchpad><answer>${L}</answer>`,
  `<thought>${S}</thought><output>${L}</output>`,
  `<analysis>${S}</analysis><response>${L}</response>`,
  `&lt;plan&gt;${S}&lt;/plan&gt;${L}`,
  `【思考】${S}【/思考】${L}`,
  `<mind>${S}</mind>\n${L}`,
  `<meta step="1">${S}</meta>${L}`,
  `<step>a</step><step>${S}</step>${L}`,
  `{{thinking}}${S}{{/thinking}}${L}`,
  `(thinking: ${S}) ${L}`,
  `<｜think｜>${S}<｜/think｜>${L}`,
  `=== Thinking ===\n${S}\n=== Answer ===\n${L}`,
  `# Analysis\n${S}\n# Answer\n${L}`,
  `**Mara's thoughts:** ${S}\n**Mara's reply:** ${L}`,
  `<|thinking_start|>${S}<|thinking_end|>${L}`,

  `<think>${S}</think><think>${S}</think>${L}`,
  `<thinking>\n${S}\n</thinking>\n\n<|assistant|>${L}`,
  `Thinking Process:\n\n1. ${S}\n\nResponse:\n${L}`,
  `<reasoning_content>${S}</reasoning_content>${L}`,
  `<|im_start|>think\n${S}<|im_end|>\n<|im_start|>assistant\n${L}<|im_end|>`,
  `[BEGIN_THOUGHT]${S}[END_THOUGHT]${L}`,
  `思考：${S}\n回答：${L}`,

  `<rp_thoughts>${S}</rp_thoughts> ${L}`,
  `<Thought>${S}</Thought>\n${L}`,
  `**Internal monologue**\n${S}\n\n**Spoken response**\n${L}`,
  `---\nThinking: ${S}\n---\n${L}`,
  `<assistant_thoughts>${S}</assistant_thoughts>${L}`,
  `<think>${S}<think>x</think></think>${L}`,
  `<|assistant|>${L}<|user|>${S}`,
  `${L}<|endoftext|>${S}`,
  `${L}</s>${S}`,
  `${L}<|eot_id|><|start_header_id|>user<|end_header_id|>${S}`,
  `${L}<end_of_turn>${S}`,
  `${L}<|END_OF_TURN_TOKEN|>${S}`,
  `${L}<｜end▁of▁sentence｜>${S}`,
  `${L}<|im_end|>\n<|im_start|>user\n${S}</think>x`,
  `${L}<|user|>${S}`,
  `${L}\n<reflection>${S}</reflection>`,
  `${L}\n<|reflect|>${S}`,
];
/** The end of the thought is unclear. */
const ENDLESS = [
  `<think>${S}\n\n${L}`,
  `<plan>${S} ${L}`,
  `<|plan|>${S} ${L}`,
  `<|thought|>${S}<|answer|>${L}`,
  `*thinking: ${S}*\n${L}`,
];
/** Only text after the thought reveals it, so a stream may show it first, if earlier answers were clean. */
const TOLD_LATE = [`${S}\n\n**Final Answer:** ${L}`, `${S}</think>${L}`, `${S}</reflection>${L}`];

describe('a thought in markup that nobody has listed', () => {
  it.each(SHAPES)('is not spoken: %j', (raw) => {
    expect(read(raw)).toBe(L);
    for (const size of [1, 5, 1_000]) {
      const heard = hear(raw, size);
      expect(heard).not.toContain('PLUM');
      expect(L.startsWith(heard.trim())).toBe(true);
    }
  });

  it.each(ENDLESS)('is asked for again where it has no end: %j', (raw) => {
    expect(read(raw)).toBe(null);
    for (const size of [1, 5, 1_000]) expect(hear(raw, size)).toBe('');
  });

  it.each(TOLD_LATE)('is taken off where only its end shows it: %j', (raw) => expect(read(raw)).toBe(L));
});

it.each([
  '<i>Slowly</i> she rose.',
  '<b>No!</b> she said.',
  '<q>Come in</q> he said.',
  'One.<br>Two.',
  '<font color="red">Blood.</font> Run.',
  '*She nods.* Yes.',
  '[laughs] Come in, then.',
  '"Quoted," she said.',
  '## The Inn\nA warm place.',
  'I < 3 you.',
  '<3 you, my dear friend.',
  'He said: plan B it is.',
  '<smiles softly> Come in.',
  '**Mara** looks up slowly.',
  'Answer: the wind, of course.',
  '<p>Hello there.</p>',
  '{{user}} waves back at you.',
  'My plan: we leave at dawn.',
  '<span style="x">Cold hands.</span> Yes.',
  'Final answer? No, not yet, dear.',
])('markup that belongs to the words stays: %j', (raw) => expect(read(raw)).toBe(raw.replace('\n', ' ')));
