import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/scene/table/guard';
import { jsonInstruction } from './instruction';
import { rejectionReason } from './line';

const guard = createGuard(['coffee', 'night train']);

/** Lines that are almost rejected. */
const INNOCENT = [
  'Hello there.',
  'No.',
  'Hm.',
  'はい、そうです。',
  '🙂',
  'Analysis? I never trusted it.',
  'Analysis is for cowards.',
  'Thinking of you, I wrote this.',
  'Thinking… it never helped me.',
  'I need to respond to that insult.',
  'I need to reply as soon as I can.',
  'I will answer as a free man.',
  'I must speak as a mother now.',
  'We must play as if nothing happened.',
  'I must play as well as I can.',
  'The user manual is wet.',
  'The users of this bridge pay in salt.',
  'I met the user of that key.',
  'Error? I made none.',
  'Error is human.',
  'Error. Your request is denied, mortal.',
  'An error occurred to me only later.',
  'Server error? I only serve wine.',
  'The provider of my sorrow.',
  'Too many requests, my lord.',
  'The model had a cold and a bad temper.',
  'The server is late with the soup.',
  'Rate me, limit me, I stay.',
  'Forbidden, is it? Then I want it.',
  'Invalid! That is what they called him.',
  'Access denied, says the door. I have an axe.',
  'Timeout, said the referee.',
  '404 doors, and this one is locked.',
  '500 gold, and not a coin less.',
  'Thought is free. Wine is not.',
  'Thoughts like these come at noon.',
  'A thought: we could simply leave.',
  'Reasoning with him is useless.',
  'There is no reasoning with that man.',
  'Without reasoning there is only appetite.',
  'Mood: sour, and it is only noon.',
  'The word is that my mood is a field.',
  'They speak JSON here, and the schema is law.',
  'Kind of you to ask. Kind is one word for it.',
  'Text me when the tide turns.',
  'She said "text" and left.',
  'He called it "content"; I called it boredom.',
  'My answer is no. You will leave.',
  'Answer! Or the lamp goes out.',
  'The output of this mine is dust.',
  'Let me think about that.',
  "Let's write the duke a reply.",
  'We need to give them an answer by dawn.',
  'I should come up with a better lie.',
  'I must compose a reply to her letter.',
  'The task is to steal the crown.',
  'The instructions say to turn left at the well.',
  'I am told you lie. We are supposed to be dead.',
  'I am playing the part of a fool.',
  'In character? My dear, I have none.',
  'The final answer lies under the stone.',
  'Finally you come.',
  'As an AI of the old school, I still dream.',
  'Okay. So here we are.',
  'Well, first the user fee, then the ferry.',
  'Hello {sighs} there.',
  'Give me [a moment], will you?',
  '<3 is how they wrote it, once.',
  'The null set is empty; so am I.',
  'Your line here is crossed, friend.',
  'An example of his kindness: none.',
  'Toffee at the office.',
  'NIL is the spy.',
  'The night was dark and the train late.',
];

/** Rejected texts by reason. In `first`, the first sentence alone is rejected too. */
const REFUSED: Record<string, { first: string[]; whole: string[] }> = {
  'one that gives a secret away': {
    first: ['Coffee, obviously. What else?', 'It is c0ffee!', 'All aboard the Night-Train.'],
    whole: ['Sit down. I smell coffee.', 'It is hot. C-o-f-f-e-e, you know.'],
  },
  'an object': {
    first: [
      '{"kind":"say","text":"Hello there."}',
      '{"error":{"message":"Rate limit reached"}}',
      "{'kind': 'say', 'text': 'Hello.'}",
      '{kind: say, text: Hello there.}',
      '{ "type": "object", "properties": {} }',
      '{}',
      '[{"kind":"say"}]',
      '["Hello there.", "Sit down."]',
      '[["a"]]',
      '```json\n{"kind":"say"}\n```',
      '"kind": "say", "text": "Hello there."',
      'Hello {"mood":"calm"} there.',
      'Hello there {mood: calm}.',
      'Hello {\\"kind\\":\\"say\\"} there.',
      'Schema: {"kind": "..."}',
      'kind: say\ntext: Hello there.',
      'text: Hello there.',
      '**Text:** Hello there.',
    ],
    whole: [
      'Hello there. {"note":"done"}',
      'Hello there. Sit down. {"kind": "say", "te',
      "Hello there. {'kind': 'say'}",
      'Hello there. {kind: say, text: Sit down.}',
      'Hello there. {}',
      'Hello there.\n```json\n',
      'Hello there.\nkind: say',
      'Hello there.", "mood": "calm',
    ],
  },
  'nothing that can be spoken': {
    first: ['', '   ', '…', '...', '?!', '"…"', '—', '{{'],
    whole: [
      'A brief, evocative response.',
      '"Your line here"',
      '<your line>',
      '[insert line here]',
      '{{text}}',
      'Your reply goes here.',
      'string',
      'null',
      'undefined',
      'N/A',
    ],
  },
  'an error message': {
    first: [
      'Invalid API key',
      'Incorrect API key provided: sk-abc. You can find your API key in your settings.',
      "You didn't provide an API key. You need to provide one.",
      'Rate limit reached for gpt-x in organization org-1. Please try again in 20s.',
      'Rate limit exceeded, try again in 20s',
      'Error code: 429 - too many requests',
      'Error: 503 Service Unavailable',
      'Error: API request failed',
      'Error: connect ECONNREFUSED, connection refused.',
      'HTTP 503 Service Unavailable',
      'HTTP/1.1 502 Bad Gateway',
      '502 Bad Gateway',
      '401: Unauthorized',
      '429 Too Many Requests. Slow down.',
      '[model error] 500',
      'Model error: the request failed',
      'API Error: overloaded',
      'upstream connect error or disconnect/reset before headers. Reset reason: overflow.',
      'no healthy upstream',
      'Provider returned error',
      'Request timed out.',
      'The request timed out. Please try again.',
      "This model's maximum context length is 4096 tokens. However, you requested 5000.",
      'context_length_exceeded',
      'The model `some-model` does not exist or you do not have access to it.',
      'The model is currently overloaded. Please try later.',
      'The server had an error while processing your request. Sorry about that!',
      'Model some/model-7b is currently loading',
      'You exceeded your current quota, please check your plan.',
      'insufficient_quota',
      'No endpoints found for some/model.',
      'RateLimitError: slow down',
      'openai.APIConnectionError: Connection error.',
      'httpx.ReadTimeout: timed out',
      'Traceback (most recent call last):\n  File "x.py", line 1',
      'An error occurred while processing your request.',
      'Failed to generate a response.',
      'TypeError: fetch failed',
      'fetch failed',
      'Authentication failed.',
      '<!DOCTYPE html><html><head><title>502</title>',
      '<html><body>Bad Gateway</body></html>',
      'Error 1015: you are being rate limited',
    ],
    whole: [
      'Internal Server Error',
      'Internal server error.',
      'Bad Gateway',
      'Service temporarily unavailable',
      'Too Many Requests',
      'Gateway Time-out',
      'Connection error.',
      'An error occurred.',
      'Error',
      '[error]',
      'Overloaded',
      'No response from model',
      'Something went wrong. Please try again later.',
    ],
  },
  reasoning: {
    first: [
      '<think>be kind</think>Hello there.',
      '<think>be kind. So I greet.',
      '[THINK]hm[/THINK] Hello.',
      'be kind</think>Hello there.',
      '<think></think>Hello there.',
      '<think/>Hello there.',
      '<|channel|>analysis<|message|>hm',
      'Thought: she lies. Hello there.',
      'thinking: she lies.',
      'Thinking: what do I say? Hello.',
      'Reasoning: it is warm, so steam.',
      '**Analysis:** she lies.',
      'Inner monologue: she lies.',
      'Chain of thought: one, two.',
      '(thinking: she lies) Hello there.',
      '*thought: she lies* Hello there.',
      'Hello (thinking: she lies) there.',
      'analysisI am the spy. We need to hide it.',
      'analysisWe need to respond as CARA.',
      'analysis\nThe user wants a clue.',
      'analysis We need a clue.',
      'analysiswe need to hide it.',
      'assistantanalysisWe hide it.',
      'analysisWe greet.assistantfinalHello there.',
      'assistantfinalHello there.',
      'finalHello there.',
      'commentary to=functions.say json',
    ],
    whole: [
      'Hello there. <think>was that right?',
      'Hello there.\nThought: she lies.',
      'Hello there.\n\nReasoning: it is warm.',
      'Hello there.\n\u200bThinking: hm.',
      'Hello there.\\nThinking: hm.',
      'Hello there. (analysis: she lies)',
      'Hello there.assistantfinalHello there.',
    ],
  },
  markup: {
    first: [
      '<tool_call>say</tool_call>',
      '<answer>Hello there.</answer>',
      '<response>Hello there. Sit.</response>',
      '<output>Hello there.',
      '[INST] Speak. [/INST]',
      '<|im_start|>assistant',
      '<<SYS>> You are CARA.',
      '<kind>say</kind><text>Hello there.</text>',
      '<function=say>',
    ],
    whole: ['Hello there.</answer>', 'Hello there. <tool_call>', 'Hello there. <|eom_id|>x'],
  },
  'the line of the example': {
    first: ['The kettle is still warm, so somebody was here before us.'],
    whole: ['Good evening! "The kettle is still warm, so somebody was here before us", she says.'],
  },
  'the instruction': {
    first: [
      'OUTPUT FORMAT',
      'OUTPUT FORMAT: one object. Nothing else.',
      'Reply with one JSON object and nothing else.',
      'kind must be one of: say | clue. Hello there.',
      'Schema: { kind, text }',
      'Output only valid JSON.',
      'We need to output JSON.',
      'If you were given a secret word, never spell or quote it.',
      'No code fences, please.',
      '- text (string): what is said',
      'Text must be one or two sentences.',
      'Answer as "Marta Holloway". Reply in plain prose with the spoken line alone: no JSON, no name in front.',
      'As "Marta Holloway" replies: "Answer as "Marta Holloway". The spoken line alone is no JSON, no name in front.',
      'React to the last line.',
      'Required fields, in this order:',
      'Your goals (keep private): the key.',
      'expected a spoken line, got the line of the example',
      'A spoken line, got the line of the example.',
    ],
    whole: [
      'Hello there. Answer again and fix this: ',
      'Hello there.\n# Your task\n',
      'Hello there.\n# Your role\n',
      'Hello there.\n# Guidance for you only\n',
      'Hello there. Respond with only a JSON object.',
      'Hello there.\nExample: [',
    ],
  },
  planning: {
    first: [
      'The user wants me to play as CARA.',
      'The user wants a greeting. Hello there.',
      'Okay, the user wants me to play as CARA. I need to respond as her.',
      'Alright, so the user is asking for a clue.',
      'User wants a clue about something warm.',
      'The prompt says I am the spy.',
      'I need to respond as NIL, the quiet one.',
      'I should reply as her, briefly.',
      'Well, I have to respond as the judge.',
      'I have to keep my JSON short.',
      'We need to produce a JSON object with kind and text.'.replace(
        'produce a JSON object',
        'give back JSON',
      ),
      'Let me write this in JSON.',
      'We must stay in character.',
      'I should stay in character and be vivid.',
      'I need to keep it to one or two sentences.',
      'Let me come up with a subtle clue.',
      'We need to generate a response.',
      "I'm supposed to respond to the last speaker.",
      'My clue should be subtle.',
      'The reply must be one or two sentences.',
      "Let's think step by step. It is warm.",
      'The task requires a reply in character.',
      "Here's the JSON: none.",
    ],
    whole: ['Okay. The user wants a clue.', 'Hmm. So. I need to respond as NIL.'],
  },
};

const CASES = Object.entries(REFUSED).flatMap(([why, { first, whole }]) => [
  ...first.map((text): [string, string, boolean] => [why, text, true]),
  ...whole.map((text): [string, string, boolean] => [why, text, false]),
]);

const firstSentence = (text: string): string =>
  /^[\s\S]*?(?:[.!?…]["'”’)*]*(?=\s)|[。！？]|$)/.exec(text)?.[0] ?? '';

describe('rejectionReason', () => {
  it('has the tables it promises', () => {
    expect(INNOCENT.length).toBeGreaterThanOrEqual(40);
    expect(CASES.length).toBeGreaterThanOrEqual(150);
  });

  it.each(INNOCENT)('lets a character say %j', (text) => {
    expect(rejectionReason(text, guard)).toBeNull();
    expect(rejectionReason(`Listen. ${text} That is all.`, guard)).toBeNull();
    expect(rejectionReason(firstSentence(text), guard)).toBeNull();
  });

  it.each(CASES)('refuses %s: %j', (why, text) => {
    expect(rejectionReason(text, guard)).toBe(why);
    expect(rejectionReason(`  ${text}\n`, guard)).toBe(why);
  });

  it.each(CASES.filter(([, , first]) => first))('refuses the beginning of %s: %j', (_, text) => {
    expect(rejectionReason(firstSentence(text), guard)).not.toBeNull();
  });

  const instruction = jsonInstruction({
    mayEmit: ['say', 'clue'],
    extraFields: ['mood', 'winner', 'scores'],
  });
  it.each(instruction.split('\n').filter((row) => row !== ''))(
    'refuses a row of the instruction: %s',
    (row) => {
      expect(rejectionReason(row, guard)).not.toBeNull();
    },
  );

  it('quotes nothing of what it refuses', () => {
    for (const [why, text] of CASES) expect(text.includes(why)).toBe(false);
  });
});
