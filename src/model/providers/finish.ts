import { cleanText } from '../../base/foreign-values';

/** Characters of a reason that an endpoint gives. */
const MAX_FINISH = 40;

/** Words of endpoints for reasons that we treat alike. */
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
/** An answer that ended so is not whole, whoever says it. */
const FAILURE =
  /error|abort|cancel|fail|time_?d?_?out|interrupt|overload|unavailable|disconnect|insufficient_system|malformed/;

/** Reads why an answer ended: `stop`, `length`, `content_filter`, or another word of the endpoint's; null: it does not say. */
export function readFinish(said: unknown): string | null {
  if (typeof said !== 'string' || said.trim() === '') return null;
  const word = said
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const [reason] = REASONS.find(([, words]) => words.test(word)) ?? [];
  return reason ?? cleanText(said, MAX_FINISH);
}

/** Says whether the endpoint broke the answer off, by its own word. */
export const isFailure = (finish: string | null): boolean =>
  finish !== null && FAILURE.test(finish.toLowerCase());

/** Says whether a reason is one that endpoints give for an answer that has ended; others need more evidence. */
export const isKnownFinish = (finish: string | null): boolean =>
  REASONS.some(([reason]) => reason === finish);
