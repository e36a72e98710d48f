/**
 * Formats of answers, streams and errors of Anthropic, Google, OpenRouter and Workers AI, from their
 * references.
 */

type Body = Record<string, unknown>;

export interface VendorRequest {
  model: string;
  isStream: boolean;
  prompt: string;
  schema: Record<string, unknown> | null;
  /** Name of the tool whose input is the requested format. */
  tool: string | null;
  pictures: number;
  temperature: unknown;
  thinks: boolean;
  isOff: boolean;
  showsThoughts: boolean;
  /** Limit of reasoning and answer together. */
  maxTokens: number;
}

export interface VendorAnswer {
  text: string;
  thought: string;
  promptTokens: number;
  cachedTokens: number;
  thoughtTokens: number;
  answerTokens: number;
  end: 'stop' | 'length' | 'refusal' | 'filter';
}

type Failure =
  | 'key'
  | 'model'
  | 'often'
  | 'overloaded'
  | 'broken'
  | 'window'
  | 'small'
  | 'pictures'
  | 'temperature'
  | 'short';

export interface Vendor {
  name: string;
  path: RegExp;
  key(headers: Record<string, string>): string;
  read(body: Body, url: URL): VendorRequest;
  whole(request: VendorRequest, answer: VendorAnswer): Body;
  events(request: VendorRequest, answer: VendorAnswer): string[];
  breaking: string;
  /** @param word the key, or the name of an unknown model */
  error(kind: Failure, word: string): { status: number; body: Body; headers?: Record<string, string> };
}

const record = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {});
const list = (value: unknown): Body[] => (Array.isArray(value) ? (value as Body[]) : []);
/** Texts in any nesting of parts, one per line. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(textsIn)
      : Object.entries(record(value)).flatMap(([key, one]) =>
          key === 'text' || key === 'content' || key === 'parts' ? textsIn(one) : [],
        );
const count = (value: unknown, pattern: RegExp): number => JSON.stringify(value).match(pattern)?.length ?? 0;
/** Chunks that split words; a few hundred at most. */
const pieces = (text: string): string[] => {
  const size = Math.max(7, Math.ceil(text.length / 200));
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
};

const event = (name: string, data: Body): string =>
  `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;

const anthropicError = (status: number, type: string, message: string, headers = {}) => ({
  status,
  headers,
  body: { type: 'error', error: { type, message }, request_id: 'req_fake' },
});

export const ANTHROPIC: Vendor = {
  name: 'anthropic',
  path: /^\/v1\/messages$/,
  key: (headers) => headers['x-api-key'] ?? '',
  read: (body) => {
    const [tool] = list(body.tools);
    const format = record(record(body.output_config).format);
    return {
      model: String(body.model),
      isStream: body.stream === true,
      prompt: [...textsIn(body.system), ...textsIn(body.messages)].join('\n'),
      schema: (format.schema ?? tool?.input_schema ?? null) as VendorRequest['schema'],
      tool: typeof tool?.name === 'string' ? tool.name : null,
      pictures: count(body.messages, /"media_type":"image\/png"/g),
      temperature: body.temperature,
      thinks: ['enabled', 'adaptive'].includes(String(record(body.thinking).type)),
      isOff: record(body.thinking).type === 'disabled',
      showsThoughts: true,
      maxTokens: Number(body.max_tokens),
    };
  },
  whole: (request, answer) => ({
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [
      ...(answer.thought ? [{ type: 'thinking', thinking: answer.thought, signature: 'c2ln' }] : []),
      ...(answer.text ? [anthropicBlock(request, answer.text)] : []),
    ],
    ...anthropicEnd(request, answer),
    usage: anthropicUsage(answer),
  }),
  events: (request, answer) => {
    const { thought, text } = answer;
    const events = [
      event('message_start', {
        message: {
          ...{ id: 'msg_fake', type: 'message', role: 'assistant', model: request.model, content: [] },
          ...{ stop_reason: null, stop_sequence: null },
          usage: { ...anthropicUsage(answer), output_tokens: 1 },
        },
      }),
      'event: ping\ndata: {"type": "ping"}\n\n',
    ];
    const block = (index: number, start: Body, deltas: Body[]): void => {
      events.push(event('content_block_start', { index, content_block: start }));
      for (const delta of deltas) events.push(event('content_block_delta', { index, delta }));
      events.push(event('content_block_stop', { index }));
    };
    if (thought)
      block(0, { type: 'thinking', thinking: '', signature: '' }, [
        ...pieces(thought).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: 'c2ln' },
      ]);
    const at = thought ? 1 : 0;
    if (request.tool !== null && usesTool(text))
      block(
        at,
        { type: 'tool_use', id: 'toolu_fake', name: request.tool, input: {} },
        pieces(text).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      );
    else if (text)
      block(
        at,
        { type: 'text', text: '' },
        pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
      );
    const delta = anthropicEnd(request, answer);
    return [
      ...events,
      event('message_delta', { delta, usage: anthropicUsage(answer) }),
      event('message_stop', {}),
    ];
  },
  breaking: event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  error: (kind, word) =>
    ({
      model: anthropicError(404, 'not_found_error', `model: ${word}`),
      key: anthropicError(401, 'authentication_error', `invalid x-api-key: ${word}`),
      often: anthropicError(
        429,
        'rate_limit_error',
        'This request would exceed your organization’s rate limit of 50 requests per minute',
        { 'Retry-After': '7' },
      ),
      overloaded: anthropicError(529, 'overloaded_error', 'Overloaded'),
      broken: anthropicError(500, 'api_error', 'Internal server error'),
      window: anthropicError(
        400,
        'invalid_request_error',
        'prompt is too long: 208310 tokens > 200000 maximum',
      ),
      small: anthropicError(400, 'invalid_request_error', 'prompt is too long: 3310 tokens > 2048 maximum'),
      pictures: anthropicError(400, 'invalid_request_error', 'This model does not support image input.'),
      temperature: anthropicError(
        400,
        'invalid_request_error',
        '`temperature` is deprecated for this model.',
      ),
      short: anthropicError(
        400,
        'invalid_request_error',
        'max_tokens: 800 > 100, which is the maximum allowed number of output tokens for this model',
      ),
    })[kind],
};

/** A model that may use a tool can also answer in a sentence. */
const usesTool = (text: string): boolean => text.startsWith('{');
const anthropicBlock = ({ tool }: VendorRequest, text: string): Body =>
  tool === null || !usesTool(text)
    ? { type: 'text', text }
    : { type: 'tool_use', id: 'toolu_fake', name: tool, input: JSON.parse(text) };

function anthropicEnd({ tool }: VendorRequest, { end, text }: VendorAnswer): Body {
  if (end === 'refusal' || end === 'filter')
    return {
      stop_reason: 'refusal',
      stop_sequence: null,
      stop_details: { type: 'refusal', category: 'cyber', explanation: 'It asks for what I may not do.' },
    };
  const stop_reason =
    end === 'length' ? 'max_tokens' : tool !== null && usesTool(text) ? 'tool_use' : 'end_turn';
  return { stop_reason, stop_sequence: null };
}

const anthropicUsage = (answer: VendorAnswer): Body => ({
  input_tokens: answer.promptTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: answer.cachedTokens,
  output_tokens: answer.thoughtTokens + answer.answerTokens,
  output_tokens_details: { thinking_tokens: answer.thoughtTokens },
});

const googleError = (code: number, status: string, message: string, details: Body[] = []) => ({
  status: code,
  body: { error: { code, message, status, details } },
});

export const GOOGLE: Vendor = {
  name: 'google',
  path: /^\/v1beta\/models\/[^/]+:(?:streamG|g)enerateContent$/,
  key: (headers) => headers['x-goog-api-key'] ?? '',
  read: (body, url) => {
    const config = record(body.generationConfig);
    const thinking = record(config.thinkingConfig);
    return {
      model: decodeURIComponent(/models\/([^/]+):\w+$/.exec(url.pathname)?.[1] ?? ''),
      isStream: url.searchParams.get('alt') === 'sse',
      prompt: [...textsIn(body.systemInstruction), ...textsIn(body.contents)].join('\n'),
      schema: (config.responseJsonSchema ?? null) as VendorRequest['schema'],
      tool: null,
      pictures: count(body.contents, /"mimeType":"image\/png"/g),
      temperature: config.temperature,
      thinks: Number(thinking.thinkingBudget ?? 0) > 0 || thinking.thinkingLevel !== undefined,
      isOff: thinking.thinkingBudget === 0,
      showsThoughts: thinking.includeThoughts === true,
      maxTokens: Number(config.maxOutputTokens),
    };
  },
  whole: (request, answer) => googleChunk(request, answer, googleParts(request, answer), true),
  events: (request, answer) => {
    const parts = [
      ...pieces(request.showsThoughts ? answer.thought : '').map((text) => ({ text, thought: true })),
      ...pieces(answer.text).map((text) => ({ text })),
    ];
    const chunks = parts.map((part) => googleChunk(request, answer, [part], false));
    return [...chunks, googleChunk(request, answer, [], true)].map(
      (chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`,
    );
  },
  breaking: `data: ${JSON.stringify({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } })}\r\n\r\n`,
  error: (kind, word) =>
    ({
      model: googleError(
        404,
        'NOT_FOUND',
        `models/${word} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
      ),
      key: googleError(400, 'INVALID_ARGUMENT', `API key not valid: ${word}. Please pass a valid API key.`, [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      ]),
      often: googleError(
        429,
        'RESOURCE_EXHAUSTED',
        'You exceeded your current quota, please check your plan.',
        [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
      ),
      overloaded: googleError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
      broken: googleError(500, 'INTERNAL', 'An internal error has occurred.'),
      window: googleError(
        400,
        'INVALID_ARGUMENT',
        'The input token count (134123) exceeds the maximum number of tokens allowed (131072).',
      ),
      small: googleError(
        400,
        'INVALID_ARGUMENT',
        'The input token count (3310) exceeds the maximum number of tokens allowed (2048).',
      ),
      pictures: googleError(400, 'INVALID_ARGUMENT', 'Image input modality is not enabled for this model'),
      temperature: googleError(
        400,
        'INVALID_ARGUMENT',
        'Invalid JSON payload received. Unknown name "temperature" at \'generation_config\': Cannot find field.',
      ),
      short: googleError(
        400,
        'INVALID_ARGUMENT',
        'Unable to submit request because it has a maxOutputTokens value of 800 but the supported range is from 1 (inclusive) to 101 (exclusive).',
      ),
    })[kind],
};

const googleParts = ({ showsThoughts }: VendorRequest, { thought, text }: VendorAnswer): Body[] => [
  ...(thought && showsThoughts ? [{ text: thought, thought: true }] : []),
  ...(text ? [{ text }] : []),
];

function googleChunk({ model }: VendorRequest, answer: VendorAnswer, parts: Body[], isLast: boolean): Body {
  const finishReason = {
    stop: 'STOP',
    length: 'MAX_TOKENS',
    refusal: 'PROHIBITED_CONTENT',
    filter: 'SAFETY',
  }[answer.end];
  return {
    candidates: [
      {
        content: { role: 'model', ...(parts.length > 0 && { parts }) },
        index: 0,
        ...(isLast && { finishReason, safetyRatings: [] }),
      },
    ],
    usageMetadata: {
      promptTokenCount: answer.promptTokens,
      candidatesTokenCount: answer.answerTokens,
      thoughtsTokenCount: answer.thoughtTokens,
      cachedContentTokenCount: answer.cachedTokens,
      totalTokenCount: answer.promptTokens + answer.answerTokens + answer.thoughtTokens,
    },
    modelVersion: model,
    responseId: 'fake',
  };
}

const routerError = (code: number, message: string, metadata?: Body) => ({
  status: code,
  body: { error: { code, message, ...(metadata && { metadata }) }, user_id: 'user_fake' },
});

export const OPENROUTER: Vendor = {
  name: 'openrouter',
  path: /^\/api\/v1\/chat\/completions$/,
  key: (headers) => headers.authorization ?? '',
  read: (body) => {
    const format = record(record(body.response_format).json_schema);
    const reasoning = record(body.reasoning);
    return {
      model: String(body.model),
      isStream: body.stream === true,
      prompt: textsIn(body.messages).join('\n'),
      schema: (format.schema ?? null) as VendorRequest['schema'],
      tool: null,
      pictures: count(body.messages, /image_url"/g),
      temperature: body.temperature,
      thinks: reasoning.effort !== undefined,
      isOff: reasoning.enabled === false,
      showsThoughts: true,
      maxTokens: Number(body.max_tokens),
    };
  },
  whole: (request, answer) => {
    const reasoning = answer.thought || null;
    const message = { role: 'assistant', content: answer.text, refusal: refusalOf(answer), reasoning };
    return routerChunk(request, [{ index: 0, message, ...routerEnd(answer) }], routerUsage(answer));
  },
  events: (request, answer) => {
    const data = (choices: Body[], usage?: Body): string =>
      `data: ${JSON.stringify(routerChunk(request, choices, usage))}\n\n`;
    const deltas = [
      ...pieces(answer.thought).map((text) => ({
        ...{ content: '', reasoning: text, reasoning_details: [{ type: 'reasoning.text', text }] },
      })),
      ...pieces(answer.text).map((content) => ({ content })),
      ...(answer.end === 'refusal' ? [{ content: '', refusal: refusalOf(answer) }] : []),
    ];
    return [
      ': OPENROUTER PROCESSING\n\n',
      ...deltas.flatMap((delta, n) => [
        ...(n % 3 === 0 ? [': OPENROUTER PROCESSING\n\n'] : []),
        data([{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }]),
      ]),
      data([{ index: 0, delta: { content: '' }, ...routerEnd(answer) }]),
      data([{ index: 0, delta: { content: '' }, finish_reason: null }], routerUsage(answer)),
      'data: [DONE]\n\n',
    ];
  },
  breaking: `data: ${JSON.stringify({ id: 'gen-fake', error: { code: 502, message: 'Provider disconnected' }, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] })}\n\n`,
  error: (kind, word) =>
    ({
      model: routerError(400, `${word} is not a valid model ID`),
      key: routerError(401, `No auth credentials found in ${word}`),
      often: {
        ...routerError(429, 'Provider returned error', {
          raw: 'this model is temporarily rate-limited upstream',
          provider_name: 'Fake',
        }),
        headers: { 'Retry-After': '7' },
      },
      overloaded: routerError(503, 'No instances available'),
      broken: routerError(502, 'Provider returned error', { raw: 'upstream broke', provider_name: 'Fake' }),
      window: routerError(
        400,
        "This endpoint's maximum context length is 32768 tokens. However, you requested about 53782 tokens (53000 of text input, 782 in the output).",
      ),
      small: routerError(
        400,
        "This endpoint's maximum context length is 2048 tokens. However, you requested about 3782 tokens (3000 of text input, 782 in the output).",
      ),
      pictures: routerError(404, 'No endpoints found that support image input'),
      temperature: routerError(400, 'Provider returned error', {
        raw: "Unsupported value: 'temperature' does not support 0.5 with this model.",
        provider_name: 'Fake',
      }),
      short: routerError(400, 'Provider returned error', {
        raw: 'max_tokens is too large: 800. This model supports at most 100 completion tokens.',
        provider_name: 'Fake',
      }),
    })[kind],
};

const refusalOf = ({ end }: VendorAnswer): string | null => (end === 'refusal' ? 'I may not do that.' : null);
const routerEnd = ({ end }: VendorAnswer): Body => ({
  finish_reason: { stop: 'stop', length: 'length', refusal: 'stop', filter: 'content_filter' }[end],
  native_finish_reason: 'fake',
});
const routerUsage = (answer: VendorAnswer): Body => {
  const completion_tokens = answer.thoughtTokens + answer.answerTokens;
  return {
    prompt_tokens: answer.promptTokens,
    completion_tokens,
    total_tokens: answer.promptTokens + completion_tokens,
    cost: 0.00125,
    prompt_tokens_details: { cached_tokens: answer.cachedTokens },
    completion_tokens_details: { reasoning_tokens: answer.thoughtTokens },
  };
};
const routerChunk = ({ model, isStream }: VendorRequest, choices: Body[], usage?: Body): Body => ({
  id: 'gen-fake',
  provider: 'Fake',
  model,
  object: isStream ? 'chat.completion.chunk' : 'chat.completion',
  created: 0,
  choices,
  ...(usage && { usage }),
});

const aiError = (message: string) => ({ status: 500, body: { message } });

/** Requests and responses of its binding, forwarded by test/support/fake-ai-binding.mjs. */
export const WORKERS_AI: Vendor = {
  name: 'workers-ai',
  path: /^\/ai\/run$/,
  key: () => '',
  read: ({ model, inputs }) => {
    const { messages, response_format, stream, temperature, max_tokens, chat_template_kwargs } =
      record(inputs);
    return {
      model: String(model),
      isStream: stream === true,
      prompt: textsIn(messages).join('\n'),
      schema: (record(response_format).json_schema ?? null) as VendorRequest['schema'],
      tool: null,
      pictures: count(messages, /image_url"/g),
      temperature,
      thinks: false,
      isOff: record(chat_template_kwargs).enable_thinking === false,
      showsThoughts: true,
      maxTokens: Number(max_tokens),
    };
  },
  // With a schema the answer is an object.
  whole: ({ schema }, { text, ...answer }) => ({
    response: schema !== null && text.endsWith('}') ? JSON.parse(text) : aiText(schema, text, answer),
    usage: aiUsage(answer),
  }),
  events: ({ schema }, { text, ...answer }) => [
    ...pieces(aiText(schema, text, answer)).map(
      (response) => `data: ${JSON.stringify({ response, p: 'ab' })}\n\n`,
    ),
    `data: ${JSON.stringify({ response: '', usage: aiUsage(answer) })}\n\n`,
    'data: [DONE]\n\n',
  ],
  breaking: `data: ${JSON.stringify({ error: '3040: Capacity temporarily exceeded, please try again.' })}\n\n`,
  error: (kind, word) =>
    ({
      model: aiError(`5007: No such model ${word} or task`),
      key: aiError('5018: This account is not allowed to access this model.'),
      often: aiError('3040: Capacity temporarily exceeded, please try again.'),
      overloaded: aiError('3040: Capacity temporarily exceeded, please try again.'),
      broken: aiError('3043: Internal server error'),
      window: aiError(
        '5021: The estimated number of input and maximum output tokens (9000) exceeded this model context window limit (7968).',
      ),
      small: aiError(
        '5021: The estimated number of input and maximum output tokens (3310) exceeded this model context window limit (2048).',
      ),
      pictures: aiError("5006: Error: Bad input: AiError: property 'image_url' is unsupported"),
      temperature: aiError("5006: Error: Bad input: AiError: property 'temperature' is unsupported"),
      short: aiError('5006: Error: Bad input: max_tokens is too large: 800. At most 100 are supported.'),
    })[kind],
};

/** Its models write their reasoning before the answer, except with a schema. */
const aiText = (schema: unknown, text: string, { thought }: Omit<VendorAnswer, 'text'>): string =>
  thought === '' || schema !== null ? text : `<think>${thought}${text === '' ? '' : `</think>\n${text}`}`;

const aiUsage = (answer: Omit<VendorAnswer, 'text'>): Body => ({
  prompt_tokens: answer.promptTokens,
  completion_tokens: answer.thoughtTokens + answer.answerTokens,
  total_tokens: answer.promptTokens + answer.thoughtTokens + answer.answerTokens,
  prompt_tokens_details: { cached_tokens: answer.cachedTokens },
});
