/** Real endpoint errors for a prompt that is too long: text, other fields, and the window they reveal. */
export const WINDOW_REFUSALS: [
  server: string,
  text: string,
  window: number | null,
  error?: Record<string, unknown>,
][] = [
  [
    'OpenAI',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
    8192,
    { code: 'context_length_exceeded' },
  ],
  [
    'OpenAI, with the answer counted',
    "This model's maximum context length is 4096 tokens. However, you requested 4222 tokens (1222 in the messages, 3000 in the completion).",
    4096,
  ],
  [
    'OpenAI, since gpt-5',
    'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 302473 tokens. Please reduce the length of the messages.',
    272_000,
  ],
  [
    'OpenAI, no number',
    'Your input exceeds the context window of this model. Please adjust your input.',
    null,
  ],
  [
    'llama.cpp',
    'the request exceeds the available context size, try increasing it',
    8192,
    { type: 'exceed_context_size_error', n_prompt_tokens: 14_429, n_ctx: 8192 },
  ],
  [
    'llama.cpp, as text',
    'request (5000 tokens) exceeds the available context size (2048 tokens), try increasing it',
    2048,
  ],
  [
    'llama.cpp, old',
    'the request exceeds the available context size. try increasing the context size or enable context shift',
    null,
  ],
  ['llama-cpp-python', 'Requested tokens (2285) exceed context window of 2048', 2048],
  [
    'vLLM',
    "'max_tokens' or 'max_completion_tokens' is too large: 800. This model's maximum context length is 4096 tokens and your request has 3900 input tokens (800 > 4096 - 3900).",
    4096,
  ],
  [
    'vLLM, prompt',
    'The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.',
    4096,
  ],
  ['TGI', '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens', 4096],
  ['Ollama', 'the input length exceeds the context length', null],
  ['Ollama, by how much', 'prompt too long; exceeded max context length by 4096 tokens', null],
  [
    'LM Studio',
    'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    4096,
  ],
  [
    'LM Studio, prompt',
    'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 12001>= n_ctx: 4096). Try to load the model with a larger context length.',
    4096,
  ],
  [
    'LM Studio, answer',
    'Reached context length of 4096 tokens with model (arch: qwen3vlmoe) that does not currently support mid-generation context overflow.',
    4096,
  ],
  ['LM Studio, MLX', 'Context size has been exceeded.', null],
  [
    'OpenRouter',
    "This endpoint's maximum context length is 32768 tokens. However, you requested about 53782 tokens (53000 of text input, 782 in the output).",
    32_768,
  ],
  [
    'Mistral',
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    32_768,
  ],
  ['Anthropic', 'prompt is too long: 208310 tokens > 200000 maximum', 200_000],
  [
    'Anthropic, with the answer',
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    200_000,
  ],
  ['Bedrock', 'Input is too long for requested model.', null],
  [
    'Gemini',
    'The input token count (134123) exceeds the maximum number of tokens allowed (131072).',
    131_072,
  ],
  ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072],
  [
    'Groq',
    'Please reduce the length of the messages or completion.',
    null,
    { code: 'context_length_exceeded' },
  ],
  [
    'Together',
    "The input (265330 tokens) is longer than the model's context length (262144 tokens).",
    262_144,
  ],
  ['Copilot', 'prompt token count of 145000 exceeds the limit of 128000', 128_000],
  ['Kimi', 'Your request exceeded model token limit: 262144 (requested: 300000)', 262_144],
  ['DashScope', 'Range of input length should be [1, 129024]', 129_024],
  [
    'numbers with commas',
    'Prompt has 300,000 tokens, but the configured context size is 131,072 tokens',
    131_072,
  ],
  ['an absurd one', 'context', null, { n_ctx: 1e308 }],
];

/** Similar texts about other limits, which reveal no window. */
export const OTHER_REFUSALS: [status: number, text: string][] = [
  [429, 'Rate limit reached for gpt-4 on tokens per min (TPM): Limit 10000, Used 8000, Requested 2500'],
  [429, 'Rate limit reached on tokens per minute (TPM): Limit 6000, Requested 900'],
  [503, 'Service unavailable: too many tokens'],
  [400, 'Throttling error: Too many tokens, please wait before trying again.'],
  [400, 'response_format is not supported'],
  [429, 'too many images'],
  [503, 'image service unavailable'],
  [401, 'your key may not send images'],
];

/** Limits of one request that say nothing about the model, with their tokens. */
export const PASSING_REFUSALS: [status: number, text: string, limit: object][] = [
  [
    429,
    'Rate limit reached for gpt-4 on tokens per min (TPM): Limit 10000, Requested 12000',
    { windowExceeded: { window: 10_000, once: true } },
  ],
  [
    413,
    'Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 14810',
    { windowExceeded: { window: 6_000, once: true } },
  ],
  [
    402,
    'This request requires more credits, or fewer max_tokens. You requested up to 64000 tokens, but can only afford 312.',
    { affordable: 312 },
  ],
  [402, 'Prompt tokens limit exceeded: 9000 > 512', { windowExceeded: { window: 512, once: true } }],
];

/** Real endpoint errors for pictures, with the status. */
export const PICTURE_REFUSALS: [server: string, status: number, text: string][] = [
  ['OpenAI', 400, 'Invalid content type. image_url is only supported by certain models.'],
  [
    'llama.cpp',
    500,
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
  ],
  ['vLLM', 400, 'tiny is not a multimodal model'],
  ['vLLM, limit', 400, 'At most 0 image(s) may be provided in one prompt.'],
  ['Ollama', 500, 'this model is missing data required for image input'],
  ['Mistral', 400, 'Image input is not enabled for this model'],
  ['OpenRouter', 404, 'No endpoints found that support image input'],
  ['LM Studio', 400, 'Model does not support images. Please use a model that does.'],
  ['Gemini', 400, 'Image input modality is not enabled for models/gemma-3-27b-it'],
  ['Anthropic-compatible', 400, 'This model does not support image input.'],
  [
    'DeepSeek',
    400,
    'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 746109',
  ],
  [
    'Groq',
    400,
    "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string) ]",
  ],
  ['Groq, other', 400, 'messages[1].content must be a string'],
];
