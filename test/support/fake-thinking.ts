/**
 * A model that thinks before it answers, as the endpoints of 2026 do: its thinking counts against `max_tokens`, and
 * where that does not suffice the answer is cut off (`finish_reason: "length"`), often before it has begun. A request
 * that switches thinking off (`reasoning_effort: "none"`, `chat_template_kwargs: {"enable_thinking": false}`) gets the
 * answer alone.
 */

/**
 * `thinks-<n>`: n tokens in `reasoning_content`, counted in `completion_tokens_details`; `hides-<n>`: counted there, and
 * not shown; `tags-<n>`: in the content, behind `<think>`, not counted apart; `silent-<n>`: neither shown nor counted apart.
 */
export type ThinkingMode = `${'thinks' | 'hides' | 'tags' | 'silent'}-${number}`;

export const isThinkingMode = (mode: string): mode is ThinkingMode =>
  /^(?:thinks|hides|tags|silent)-\d+$/.test(mode);

/** Characters of a token, as the fake counts them. */
const TOKEN = 4;
const MUSING =
  'The lamp may be lit or not, and nobody in here said which of the two it is, so I look again. ';

/** n tokens of thought. */
const muse = (tokens: number): string =>
  MUSING.repeat(Math.ceil((tokens * TOKEN) / MUSING.length)).slice(0, tokens * TOKEN);

interface Settings {
  /** Most tokens of thinking and answer together; null: no limit. */
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

/** Tokens of thinking and answer, as far as a limit of both together goes; of the answer the words that are left. */
export function spendTokens(needed: number, answer: string, limit: number) {
  const thoughtTokens = Math.min(needed, limit);
  const isCutThinking = needed > 0 && needed >= limit;
  const answerTokens = isCutThinking ? 0 : Math.min(Math.ceil(answer.length / TOKEN), limit - needed);
  const said = answer.slice(0, answerTokens * TOKEN);
  return { thought: muse(thoughtTokens), thoughtTokens, said, answerTokens, isCutThinking };
}

/** An answer with its thinking in front, as far as the tokens go. */
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
