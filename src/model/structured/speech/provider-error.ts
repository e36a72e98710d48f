/** Words for what failed, in front of a code, a colon or the end. */
const FAILED = '(?:model|provider|api|server|upstream|gateway|https?|openai|openrouter|anthropic|inference)';
const SERVICE =
  'api|model|request|provider|endpoint|server|upstream|time(?:d )?[- ]?out|tokens?|quota|connection|network|fetch|stream|json|most recent call';

/** How an endpoint's or a proxy's failure begins when it is passed off as an answer. None crosses a sentence's end. */
const BEGINNING = new RegExp(
  [
    `^\\W*${FAILED}[ _-]?error[^\\w?!]{0,3}\\s*(?:[:\\]\\d-]|[^\\w?!]*$)`,
    '^\\W*(?:error|status|http)(?:[ _]?code)?(?:/[\\d.]+)?\\W{0,3}\\s{0,4}[45]\\d\\d\\b',
    '^\\W*error 1\\d{3}\\b',
    '^\\W*[45]\\d\\d\\W{1,4}(?:bad|unauthorized|payment|forbidden|not found|request|too many|internal|service|gateway|server|client|unprocessable)',
    `^\\W*(?:error|exception|fatal|failure)\\b[^\\w.!?]{1,3}(?!no\\b|yes\\b)[^.!?\\n]{0,60}\\b(?:${SERVICE})\\b`,
    '^\\W*traceback\\b[^.!?\\n]{0,20}\\bmost recent call',
    '^\\W*(?:[a-z_]{2,20}\\.){0,4}[a-z]{2,40}(?:error|exception|timeout)\\s{0,2}:',
    '^\\W*(?:rate|token|usage|quota|request)[ _-]?limit(?:[ _-](?:reached|exceeded|error|hit)|ed\\b)',
    '^\\W*(?:upstream (?:connect|request|provider|error)|no healthy upstream|provider returned (?:an? )?error)',
    '^\\W*(?:the )?request (?:timed out|timeout|failed with|was (?:throttled|rate limited)|exceeds? the)',
    '^\\W*(?:(?:maximum )?context[ _-]length[ _-](?:exceeded|error)|maximum context length)',
    "^\\W*this (?:model's maximum context length|endpoint's|request requires more credits)",
    '^\\W*the (?:model|server|engine|service|provider|upstream)\\b(?: [`\'"][^`\'"]{1,80}[`\'"])? (?:had an error|(?:is|was) (?:currently |temporarily )?(?:overloaded|unavailable|not (?:available|found|supported)|at capacity|loading)|does not exist|returned an error|produced invalid)',
    '^\\W*model [\\w`\'"/.:-]{1,80} (?:not found|does not exist|is (?:currently )?(?:loading|overloaded|not (?:found|available|supported)))',
    "^\\W*you(?: have|’ve|'ve)? (?:exceeded your (?:current )?(?:quota|rate|usage)|(?:hit|reached) (?:your|the) (?:rate|usage|quota) limit|(?:have )?insufficient (?:credits|quota|funds for this request))",
    "^\\W*(?:you didn'?t provide|no|missing|invalid|incorrect|expired|unknown|wrong|bad) (?:an )?(?:api|auth(?:entication|orization)?|bearer)[ _-]?(?:key|token|credentials?|header)\\b",
    '^\\W*(?:authentication|authorization) (?:failed|error|required)\\W*(?:$|:)',
    '^\\W*(?:invalid[ _]request[ _]error|insufficient[ _](?:quota|credits)|overloaded_error|server_error|rate_limit\\w*|model_not_found|internal_error|api_error|content_policy_violation)\\b',
    '^\\W*no (?:endpoints|allowed providers|instances) (?:found|are available|available)',
    '^\\W*(?:failed|unable) to (?:generate|get|fetch|parse|connect to|reach|load|call) (?:an? |the |any )?(?:(?:valid|model|api|chat) )?(?:response|completion|answer from|output|json|model|api|endpoint|server|provider|upstream)',
    '^\\W*an? (?:unexpected |internal |unknown )?error (?:has )?occurred (?:while|when|during) (?:processing|generating|calling|handling|connecting)',
    '^\\W*(?:fetch failed|socket hang up|econn(?:refused|reset|aborted)|etimedout|enotfound|connect etimedout|getaddrinfo)\\b',
    '^\\W*(?:access denied|permission denied)\\W{1,3}\\s?(?:you don|api|invalid|for|error)',
    '^\\s*(?:<!doctype|<html|<\\?xml|<head>|<body>)',
  ].join('|'),
  'i',
);
/** The same where only the whole text tells: a character may say these words in a longer line. */
const WHOLE = new RegExp(
  [
    'internal server error|bad gateway|bad request|service (?:temporarily )?unavailable|gateway time-?out',
    'too many requests|payment required|unprocessable entity|internal error|server error|unknown error',
    'connection (?:error|refused|reset(?: by peer)?|timed out|closed)|network error|request (?:timed out|timeout|aborted|failed)',
    'an? (?:unexpected |internal |unknown )?error (?:has )?occurred(?:[.,] please try again(?: later)?)?',
    '(?:model|provider|api) (?:is )?(?:overloaded|unavailable|not found)|overloaded|unauthorized|no response(?: from (?:the )?(?:model|provider|server))?',
    'something went wrong[.,] please try again(?: later)?|please try again later',
    '\\[(?:error|exception|object object)\\]',
  ]
    .map((alternatives) => `^[^\\w?!\\[]*(?:${alternatives})[^\\w?!]*$`)
    .join('|')
    .concat('|^\\W{0,2}error:?$'),
  'i',
);

/**
 * Whether a text is the failure of an endpoint, a proxy or a client library, passed off as an answer. What is decided by
 * how it begins is decided by its first sentence alone.
 */
export const isProviderError = (text: string): boolean => BEGINNING.test(text) || WHOLE.test(text);
