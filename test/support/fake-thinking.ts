/**
 * A model that reasons before it answers, like endpoints of 2026: reasoning counts against `max_tokens`, and
 * the answer is truncated at the limit (`finish_reason: "length"`), often before it has begun. A request that
 * disables reasoning (`reasoning_effort: "none"`, `chat_template_kwargs: {"enable_thinking": false}`) gets
 * only the answer.
 */

/**
 * `thinks-<n>`: n tokens in `reasoning_content`, counted in `completion_tokens_details`; `hides-<n>`: counted
 * there, but not shown; `tags-<n>`: in the content, after `<think>`, not counted separately; `silent-<n>`:
 * neither shown nor counted separately.
 */
export type ThinkingMode = `${'thinks' | 'hides' | 'tags' | 'silent'}-${number}`;

export const isThinkingMode = (mode: string): mode is ThinkingMode =>
  /^(?:thinks|hides|tags|silent)-\d+$/.test(mode);

/** Characters per token. */
const TOKEN = 4;
const MUSING =
  'The lamp may be lit or not, and nobody in here said which of the two it is, so I look again. ';

const muse = (tokens: number): string =>
  MUSING.repeat(Math.ceil((tokens * TOKEN) / MUSING.length)).slice(0, tokens * TOKEN);

interface Settings {
  /** Limit of reasoning and answer together; null: no limit. */
  max: number | null;
  reasoning_effort?: unknown;
  chat_template_kwargs?: unknown;
}

interface Thinking {
  content: string;
  extra: Record<string, unknown>;
  finish: 'stop' | 'length';
  usage: Record<string, unknown>;
}

/** Splits a token limit between reasoning and answer, and truncates the answer. */
export function spendTokens(needed: number, answer: string, limit: number) {
  const thoughtTokens = Math.min(needed, limit);
  const isCutThinking = needed > 0 && needed >= limit;
  const answerTokens = isCutThinking ? 0 : Math.min(Math.ceil(answer.length / TOKEN), limit - needed);
  const said = answer.slice(0, answerTokens * TOKEN);
  return { thought: muse(thoughtTokens), thoughtTokens, said, answerTokens, isCutThinking };
}

export function thinkFirst(mode: ThinkingMode, answer: string, { max, ...settings }: Settings): Thinking {
  const [way, count] = mode.split('-');
  const wish = settings.chat_template_kwargs as { enable_thinking?: unknown } | undefined;
  const isOff = settings.reasoning_effort === 'none' || wish?.enable_thinking === false;
  const needed = isOff ? 0 : Number(count);
  const spent = spendTokens(needed, answer, max ?? Number.POSITIVE_INFINITY);
  const { thought, thoughtTokens, said, answerTokens, isCutThinking } = spent;
  const isTagged = way === 'tags' && needed > 0;
  return {
    content: isTagged ? `<think>${thought}${isCutThinking ? '' : `</think>\n${said}`}` : said,
    extra: way === 'thinks' && needed > 0 ? { reasoning_content: thought } : {},
    finish: said.length < answer.length ? 'length' : 'stop',
    usage: {
      completion_tokens: thoughtTokens + answerTokens,
      ...((way === 'thinks' || way === 'hides') && {
        completion_tokens_details: { reasoning_tokens: thoughtTokens },
      }),
    },
  };
}
