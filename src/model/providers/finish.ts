import { cleanText } from '../../base/foreign-values';

/** In characters. */
const MAX_FINISH = 40;

const REASONS: readonly [reason: string, words: RegExp][] = [
  [
    'stop',
    /^(?:stop(?:_sequence|ped)?|end(?:_turn|ed)?|eos(?:_token)?|tool_(?:calls?|use)|function_call|complete[d]?|finish(?:ed)?|done|normal)$/,
  ],
  ['length', /^(?:length|max_(?:output_|new_|completion_)?(?:tokens|length)|model_length|token_limit)$/],
  [
    'content_filter',
    /^(?:content_?filter(?:ed)?|safety|recitation|blocklist|prohibited_content|spii|sensitive)$/,
  ],
];
/** Finish reasons that mean a broken answer. */
const FAILURE =
  /error|abort|cancel|fail|time_?d?_?out|interrupt|overload|unavailable|disconnect|insufficient_system|malformed/;

export function readFinish(said: unknown): string | null {
  if (typeof said !== 'string' || said.trim() === '') return null;
  const word = said
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const [reason] = REASONS.find(([, words]) => words.test(word)) ?? [];
  return reason ?? cleanText(said, MAX_FINISH);
}

/** True if the finish reason says that the endpoint aborted the answer. */
export const isFailure = (finish: string | null): boolean =>
  finish !== null && FAILURE.test(finish.toLowerCase());

/** True for finish reasons of complete answers; others need more evidence. */
export const isKnownFinish = (finish: string | null): boolean =>
  REASONS.some(([reason]) => reason === finish);
