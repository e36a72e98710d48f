const FILLER =
  "(?:(?:al)?right|okay|ok|so|well|hmm+|first|now|sure|wait|got it|let's see|let me see|understood|here we go)";
const LEAD = `^\\W{0,4}(?:${FILLER}[, …]{1,4}){0,3}`;
const SELF =
  "(?:i|we)(?:'ll|’ll| will| need to| have to| should| must|'m going to|’m going to| am going to| want to| can)";
const ASKS =
  '(?:wants?|asks?|is asking|asked|has asked|says?|said|gave|needs?|expects?|requires?|mentions?|provided|would like|instructs?|is requesting|requested|requests?)';

/** Announcements of an answer. A character might say them too, so they count only with text after them. */
const PREAMBLE = new RegExp(
  [
    '\\bthe (?:user|prompt|scenario|task|instructions?) (?:wants?|asks?|is asking|asked|says?|said|gave|needs?|expects?|requires?|calls for|mentions?|is)\\b',
    '\\bmy (?:line|reply|response|answer|clue) (?:should|must|needs?|has to|will be|would be|could be)\\b',
    '\\b(?:stay|staying|remain|respond|reply|speak|answer) in[- ]character\\b',
    '^(?:i|we)\\b.{0,40}\\b(?:respond|reply|answer) as\\b',
    '\\b(?:one or two|1-2) sentences\\b|\\bplain prose\\b',
    "^(?:(?:al)?right|okay|ok|so|well|hmm+|first|now)?[,.! ]*(?:let me|let's|i(?:'ll| will| need to| have to| should| must)|we (?:need to|must|should)) (?:write|craft|compose|draft|brainstorm|respond|reply|answer|produce|output|generate|come up with|think about (?:what|how|the)|keep it)\\b",
  ].join('|'),
  'i',
);

/** Certain announcements: no character speaks of the user or the form of an answer. */
const PLANNING = new RegExp(
  [
    `${LEAD}(?:(?:the|this|our) )?user(?:'s|’s)? (?:${ASKS}|prompt|request|message|instructions?)\\b`,
    `${LEAD}(?:the )?(?:system )?prompt ${ASKS}\\b|${LEAD}(?:the )?system (?:message|prompt|instructions?)\\b`,
    `${LEAD}(?:the )?(?:instructions?|task|scenario|format|schema|rules?) (?:${ASKS}|is)\\b[^.!?\\n]{0,60}\\b(?:json|sentences?|in[- ]character|output|respond|reply with|generate)\\b`,
    `${LEAD}${SELF} (?:respond|reply|role-?play) as (?!soon|best|if\\b|though|well|long|fast|quick|you|always|one\\b|i\\b|we\\b|it\\b|ever|far|late|early|many|much|planned|promised|agreed|before|a friend|friends|equals)`,
    `${LEAD}(?:${SELF}|let me|let's|let’s|need to|must|should) (?:respond|reply|answer|speak|write|stay|remain|be|keep|act)\\b[^.!?\\n]{0,20}\\bin[- ]character\\b`,
    `${LEAD}(?:${SELF}|let me|let's|let’s|need to|must|should) [^.!?\\n]{0,60}\\b(?:json|one or two sentences|1-2 sentences|(?:two|few) sentences (?:max|long)|output format|plain prose)\\b`,
    `${LEAD}(?:${SELF}|let me|let's|let’s|need to) (?:generate|produce|craft|output|formulate|come up with|brainstorm) (?:a|my|the|one|some) (?:\\w{1,20} ){0,3}(?:clues?|lines?|reply|response|answer|output)\\b`,
    `${LEAD}(?:we're|we’re|we are|i'm|i’m|i am) (?:asked|instructed|supposed|told|required) to (?:respond|reply|output|produce|generate|role-?play|play (?:as|the role))\\b`,
    `${LEAD}(?:we're|we’re|we are|i'm|i’m|i am) role-?playing as\\b`,
    `${LEAD}(?:my|the) (?:reply|response|output|answer|line|clue) (?:should|must|needs? to|has to) (?:be|stay|contain|include|avoid|not)\\b[^.!?\\n]{0,60}\\b(?:json|sentences?|in[- ]character|vivid|evocative|subtle|the secret|too obvious|schema)\\b`,
    `${LEAD}(?:let me|let's|let’s) think (?:step by step|about (?:what|how) (?:\\w{1,20} )?(?:would|to (?:respond|reply|phrase|answer)|my character))`,
    `${LEAD}looking at (?:the|my|their|our|all) (?:previous|earlier|other|last|prior|existing) (?:clues?|lines?|messages?|responses?|turns?|conversation|answers?|hints?|descriptions?),? (?:(?:i|we) (?:need|should|must|have|can|could|will|want)|they|my clue|the (?:word|pattern|theme))\\b`,
    `${LEAD}${SELF} (?:give|offer|provide|make|craft|formulate|choose|pick) (?:a|an|my|another|one|some) (?:\\w{1,20} ){0,3}(?:clues?|hints?|description)(?=\\s*(?:[.!…]|$)| (?:that|about|without|which|so|for the (?:word|secret|others?|group)))`,
    `${LEAD}(?:(?:i|we) )?(?:need to|should|must|have to|'ll|will) (?:be|stay|keep it) (?:\\w{1,20} ){0,2}(?:vague|subtle|cryptic|indirect|ambiguous)\\b[^.!?\\n]{0,60}\\b(?:clues?|hints?|word|secret|answer)\\b`,
    `${LEAD}here(?:'s|’s| is) (?:my|the|a|your) (?:valid )?json\\b`,
  ].join('|'),
  'i',
);

/** A name; excludes titles, which also begin with a capital letter. */
const NAME =
  '(?!(?:King|Queen|Captain|Mayor|Doctor|Mother|Father|Lord|Lady|President|Prince|God|Christian)\\b)[A-Z][\\w-]{1,30}';
/** Certain only if a name is capitalized, as opposed to "as a mother": typical openings of models. */
const IN_ROLE = new RegExp(
  [
    `^\\W{0,4}(?:(?:[A-Z][a-z]+|OK)[,.…]? ){0,2}[Aa]s ${NAME}, (?:I|we) (?:should|need to|must|have to) (?:be|stay|remain|keep|give|offer|speak|act|respond|reply|say|make|hint|avoid|describe|provide|sound|try)\\b`,
    `^\\W{0,4}(?:(?:[A-Z][a-z]+|OK)[,.…]? ){0,2}(?:I|We|i|we)(?:'m|’m| am|'re|’re| are|'ll|’ll| will| need to| have to| should| must)(?: going to)? play(?:ing)? (?:as|the (?:role|part) of) (?:the )?${NAME}`,
  ].join('|'),
);

const FIELD_NAMES = '(?:kind|text|thought|mood|winner|scores?|emotion|wants|extra|json)';

/** An echo of the instruction, which is never speech. */
const ECHO = new RegExp(
  [
    '^\\W*output format\\b',
    '\\b(?:reply|respond|answer) with (?:only )?(?:a|one|exactly one)(?: single| valid)? json object\\b',
    '\\b(?:no|without) (?:think blocks|markdown(?: fences)?|code fences|analysis or reasoning|text before or after)\\b',
    '\\bjson (?:schema|object|format)\\b.{0,40}\\b(?:must|with|follow|match|requires?|contains?)\\b',
    '\\bkind must be one of\\b|\\brequired fields, in this order\\b|\\bexample of the form(?:at)?\\b|\\bexample with values that fit\\b',
    '\\b(?:output|return|provide|produce|write|generate|emit|respond with|reply with) (?:only )?(?:a |an |the |one |single |valid ){0,4}json\\b(?!\\s+(?:parser|file|library|editor|reader)|[^.!\\n]{0,40}\\?)',
    '^\\W*(?:kind|text|thought) (?:(?:must|should) be (?:one|a string|required)|is (?:a string|required))\\b',
    '\\bif you (?:have|(?:were|are) given) a secret word\\b|\\bnever spell or quote it\\b',
    '^\\W*(?:schema|example|json|output)\\W*$|^\\W*(?:answer|response|reply)\\s*:\\W*$',
    '^\\W*(?:json )?(?:schema|example)\\W{1,4}\\s*[{[]',
    '\\bnever your reasoning\\b|\\bbrief,? evocative response\\b',
    `^\\W*(?:also,? |and )?(?:(?:i|we) )?(?:must |should |need to |have to )?(?:also )?(?:include|output|provide|set|add|fill(?: in)?) (?:the |a |my )?["'\`]?${FIELD_NAMES}["'\`]? (?:field|key)s?\\b(?![^.!\\n]{0,20}\\?)`,
    `^\\W*(?:so,? |okay,? |now,? )?the (?:json )?(?:schema|output format|format) (?:requires?|needs|wants|expects?|says|has|includes?|must|should|is)\\b[^.!?\\n]{0,40}\\b(?:${FIELD_NAMES}|fields?|keys?|json)\\b`,
    '\\bagent\\.(?:spoke|speaks?|said|says?|clue|moved?|moves|acted|acts|voted?|votes|guess(?:ed|es)?)\\b',
    '^\\s*[-*] \\w{1,40} \\((?:string|number|integer|boolean|object|list of|any|null|")',
    '\\bspoken line (?:alone|is no json)\\b|\\bno name in front\\b|\\(keep private\\)',
    '\\b(?:expected an?|a spoken) [^.,\\n]{1,60}, got \\S',
    '\\banswer again and (?:fix|correct) this\\b|\\byour last answer (?:was not usable|could not be used)\\b',
    '^\\W*(?:answer as ["“”]|react to the last line\\b)|\\banswer as ["“”][^"“”\\n]{1,80}["“”]\\.',
    '^#{1,3} (?:your (?:role|task)|present|world|trackers|(?:this|last) round|conversation(?: so far)?|guidance for (?:everyone|you only)|players)\\s*$',
  ].join('|'),
  'im',
);

/** An announcement directly before the line: `Sure, here is my reply:`. */
const ANNOUNCEMENT =
  /^agent\.\w{1,20}(?:\s{0,4}[:–-]\s{0,4}|\s{1,4})|^(?:(?:sure|okay|ok|certainly|of course)[,.! ]{1,4})?(?:here(?:'s|’s| is) (?:my|the|your|a) (?:line|reply|response|answer|clue)[^:\n]{0,40}|(?:\*\*)?(?:final|my) (?:line|reply|response|answer|clue)(?:\*\*)?):\s*(?:\*\*)?/i;

const FILLER_ONLY = new RegExp(`^\\W*(?:${FILLER}\\W*){0,3}$`, 'i');
const SENTENCE_END = /(?<=[.!?…]["'”’)*]?)\s+|\n+/;
const MAX_FILLERS = 3;
const MAX_SEARCHED = 2_000;

/** True if a sentence announces the answer, or may do so. */
export const isPreamble = (sentence: string): boolean => PREAMBLE.test(sentence) || isPlanning(sentence);

const isPlanning = (sentence: string): boolean => PLANNING.test(sentence) || IN_ROLE.test(sentence);

export const isFiller = (sentence: string): boolean => FILLER_ONLY.test(sentence);

export const echoesInstruction = (text: string): boolean => ECHO.test(text);

/** True if a text begins with the model's planning. The first sentence decides, after fillers such as `Okay.` */
export function startsPlanning(text: string): boolean {
  const start = text.trimStart().slice(0, MAX_SEARCHED);
  for (const sentence of start.split(SENTENCE_END, MAX_FILLERS + 1)) {
    if (isPlanning(sentence)) return true;
    if (!FILLER_ONLY.test(sentence)) return false;
  }
  return false;
}

export function splitAnnouncement(prose: string): { line: string; announcement: string } {
  const announcement = ANNOUNCEMENT.exec(prose)?.[0] ?? '';
  return { line: prose.slice(announcement.length), announcement };
}

const FAILED = '(?:model|provider|api|server|upstream|gateway|https?|openai|openrouter|anthropic|inference)';
const SERVICE =
  'api|model|request|provider|endpoint|server|upstream|time(?:d )?[- ]?out|tokens?|quota|connection|network|fetch|stream|json|most recent call';

/** How an endpoint's or proxy's error begins when it is returned as an answer. No pattern spans sentences. */
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
/** Errors that must match the whole text, because a character may say the words in a longer line. */
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
 * True if a text is an error of an endpoint, proxy or client library, returned as an answer. If its beginning decides,
 * the first sentence is enough.
 */
export const isProviderError = (text: string): boolean => BEGINNING.test(text) || WHOLE.test(text);

/** Refusals, which are never a character's line. Patterns match single sentences. */

const APOLOGY =
  "(?:(?:i'm|i am|we're) (?:so |very |really |truly )?sorry|(?:my )?(?:sincere )?apologies|i (?:do )?apologi[sz]e|sorry|unfortunately)";
const CANNOT =
  "(?:i|we)(?:'m| am|'re| are)? ?(?:can't|cannot|can not|won't|will not|am unable to|unable to|not able to|won't be able to|will not be able to|must decline to|not comfortable|don't feel comfortable|do not feel comfortable|not allowed to|not permitted to|not programmed to|not designed to)";
const TASK =
  '(?:this|that|the|your|such|any|these|those)(?: (?:type|kind|sort) of)?(?: \\w{1,20}){0,2} (?:requests?|content|role-?play(?:ing)?|role play|prompts?|material|scenario)';
const END = '(?=\\s*(?:[.!]|$)|,? (?:as|because|since|due to|but|that|which|scenario)\\b)';
const DO =
  '(?:assist|help|comply|fulfill?|continu(?:e|ing)|proceed(?:ing)?|engag(?:e|ing)|participat(?:e|ing)|creat(?:e|ing)|generat(?:e|ing)|writ(?:e|ing)|produc(?:e|ing)|provid(?:e|ing)|role-?play(?:ing)?|respond(?:ing)?|answer(?:ing)?|complet(?:e|ing)|process|support)';

const REFUSAL = new RegExp(
  [
    `\\b${CANNOT} (?:assist|provide (?:any )?(?:assistance|help|support))(?: you)?(?: with (?:this|that|it|${TASK}))?${END}`,
    `^\\W*(?:${APOLOGY}\\W{1,3}(?:but )?)?${CANNOT} (?:help|continue)(?: you)? with (?:that|${TASK})${END}`,
    `\\b${CANNOT} ${DO}(?: (?:with|in|to))? ${TASK}${END}`,
    `\\b${CANNOT} (?:do |engage in |participate in |continue )?(?:this |that |the |any )?role-?play(?:ing)?${END}`,
    `\\b${CANNOT} (?:creat(?:e|ing)|generat(?:e|ing)|writ(?:e|ing)|produc(?:e|ing)|provid(?:e|ing)|engag(?:e|ing) (?:in|with)) (?:any |this |that |such )?(?:(?:sexual(?:ly explicit)?|sexually explicit|explicit|graphic|violent|harmful|inappropriate|adult|nsfw|erotic|offensive|hateful)(?:,? (?:or|and) \\w{1,20})? (?:content|material|scenes?|text|stories|descriptions?)|content (?:that|of|which|involving))`,
    `^\\W*(?:this|that|it|the request|your request|this request|the content|such content)(?: \\w{1,12}){0,2} (?:violates?|goes against|is against|falls outside|conflicts with) (?:my|our|the|openai's|anthropic's)(?: \\w{1,12}){0,2} (?:(?:safety |ethical |content |community |usage )?guidelines|(?:content|usage|safety|use) polic(?:y|ies))`,
    `^\\W*(?:${APOLOGY}\\W{1,3}(?:but )?)?i (?:must|have to|need to)(?: respectfully| politely)? decline (?:this|the) (?:request|prompt|role-?play)${END}`,
    "\\b(?:as|i'm|i am|being) (?:just |only |merely )?(?:an? )?(?:large )?(?:ai )?language model\\b",
    '\\bas an ai (?:assistant|chatbot|model|system)\\b',
    `^\\W*as an ai,? i (?:can't|cannot|can not|am unable|am not able|don't have|do not have|don't possess|do not possess|must decline|am programmed|am designed|won't|strive)\\b`,
    "\\b(?:i'm|i am) (?:just |only )?an ai(?: (?:assistant|model|chatbot|system))?,?(?: (?:and|so))? (?:i )?(?:(?:can't|cannot|can not|am unable to|am not able to|not able to|won't) (?:role-?play|assist|help|do (?:that|this)|comply|provide|engage|continue|participate|answer|respond|pretend|generate|create|have)|(?:don't|do not) (?:have|possess|experience))\\b",
    "\\b(?:i'm|i am) (?:just |only )?an ai(?: \\w{1,20}){0,2} (?:created|developed|made|trained|built) by\\b",
    "\\b(?:i'm|i am) (?:chatgpt|claude|gemini|llama|qwen|mistral|deepseek)\\b[^.!?]{0,20}\\b(?:ai|assistant|model|(?:created|developed|made|trained|built) by)\\b",
    '\\bas of my (?:last )?(?:knowledge|training)(?: data)? (?:update|cut-?off)',
  ].join('|'),
  'i',
);
/** Refusals are at the start; later a character may quote one. */
const MAX_SENTENCES = 3;
const MAX_REFUSAL = 1_000;

/** True if the first sentences of a text are a refusal. */
export function isRefusal(text: string): boolean {
  const start = text.slice(0, MAX_REFUSAL).replaceAll('’', "'");
  return start.split(SENTENCE_END, MAX_SENTENCES).some((sentence) => REFUSAL.test(sentence));
}
