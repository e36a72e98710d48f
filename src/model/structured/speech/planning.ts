/** What models say before they come to the point. */
const FILLER =
  "(?:(?:al)?right|okay|ok|so|well|hmm+|first|now|sure|wait|got it|let's see|let me see|understood|here we go)";
const LEAD = `^\\W{0,4}(?:${FILLER}[, …]{1,4}){0,3}`;
const SELF =
  "(?:i|we)(?:'ll|’ll| will| need to| have to| should| must|'m going to|’m going to| am going to| want to| can)";
const ASKS =
  '(?:wants?|asks?|is asking|asked|has asked|says?|said|gave|needs?|expects?|requires?|mentions?|provided|would like|instructs?|is requesting|requested|requests?)';

/** A model announcing what it is about to do; a character might say it too. Never when it is all there is. */
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

/** The same beyond doubt: no character speaks of the user, or of the form of an answer. */
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

/** Names that other parts of speech begin with a capital letter. */
const NAME =
  '(?!(?:King|Queen|Captain|Mayor|Doctor|Mother|Father|Lord|Lady|President|Prince|God|Christian)\\b)[A-Z][\\w-]{1,30}';
/** The same where only a capital letter tells a character's name from "as a mother": these are the ways models begin. */
const IN_ROLE = new RegExp(
  [
    `^\\W{0,4}(?:(?:[A-Z][a-z]+|OK)[,.…]? ){0,2}[Aa]s ${NAME}, (?:I|we) (?:should|need to|must|have to) (?:be|stay|remain|keep|give|offer|speak|act|respond|reply|say|make|hint|avoid|describe|provide|sound|try)\\b`,
    `^\\W{0,4}(?:(?:[A-Z][a-z]+|OK)[,.…]? ){0,2}(?:I|We|i|we)(?:'m|’m| am|'re|’re| are|'ll|’ll| will| need to| have to| should| must)(?: going to)? play(?:ing)? (?:as|the (?:role|part) of) (?:the )?${NAME}`,
  ].join('|'),
);

/** The fields of a line, as models talk about them. */
const FIELD_NAMES = '(?:kind|text|thought|mood|winner|scores?|emotion|wants|extra|json)';

/** The instruction coming back: never speech. */
const ECHO = new RegExp(
  [
    '^\\W*output format\\b',
    '\\b(?:reply|respond|answer) with (?:only )?(?:a|one|exactly one)(?: single| valid)? json object\\b',
    '\\b(?:no|without) (?:think blocks|markdown(?: fences)?|analysis or reasoning|text before or after)\\b',
    '\\bjson (?:schema|object|format)\\b.{0,40}\\b(?:must|with|follow|match|requires?|contains?)\\b',
    '\\bkind must be one of\\b|\\bfields, all required\\b|\\bexample of the form\\b|\\bexample with values that fit\\b',
    '\\b(?:output|return|provide|produce|write|generate|emit|respond with|reply with) (?:only )?(?:a |an |the |one |single |valid ){0,4}json\\b(?!\\s+(?:parser|file|library|editor|reader)|[^.!\\n]{0,40}\\?)',
    '^\\W*(?:kind|text|thought) (?:(?:must|should) be (?:one|a string|required)|is (?:a string|required))\\b',
    '\\bif you (?:were|are) given a secret word\\b|\\bnever spell or quote it\\b',
    '^\\W*(?:schema|example|json|output)\\W*$|^\\W*(?:answer|response|reply)\\s*:\\W*$',
    '^\\W*(?:json )?(?:schema|example)\\W{1,4}\\s*[{[]',
    '\\bnever your reasoning\\b|\\bbrief,? evocative response\\b',
    `^\\W*(?:also,? |and )?(?:(?:i|we) )?(?:must |should |need to |have to )?(?:also )?(?:include|output|provide|set|add|fill(?: in)?) (?:the |a |my )?["'\`]?${FIELD_NAMES}["'\`]? (?:field|key)s?\\b(?![^.!\\n]{0,20}\\?)`,
    `^\\W*(?:so,? |okay,? |now,? )?the (?:json )?(?:schema|output format|format) (?:requires?|needs|wants|expects?|says|has|includes?|must|should|is)\\b[^.!?\\n]{0,40}\\b(?:${FIELD_NAMES}|fields?|keys?|json)\\b`,
    '\\bagent\\.(?:spoke|speaks?|said|says?|clue|moved?|moves|acted|acts|voted?|votes|guess(?:ed|es)?)\\b',
    '^\\s*[-*] \\w{1,40} \\((?:string|number|integer|boolean|object|list of|any|null|")',
    '\\bspoken line (?:alone|is no json)\\b|\\bno name in front\\b|\\(keep it to yourself\\)',
    '\\b(?:expected an?|a spoken) [^.,\\n]{1,60}, got \\S',
    '\\banswer again and correct this\\b|\\byour last answer could not be used\\b',
    '^\\W*answer (?:as ["“”]|what was said last\\b)|\\banswer as ["“”][^"“”\\n]{1,80}["“”]\\.',
    '^#{1,3} (?:your task|present|world|trackers|(?:this|last) round|conversation so far|for you alone|players|the others)\\s*$',
  ].join('|'),
  'im',
);

/** The same in front of the line itself: `Sure, here is my reply:`. */
const ANNOUNCEMENT =
  /^agent\.\w{1,20}(?:\s{0,4}[:–-]\s{0,4}|\s{1,4})|^(?:(?:sure|okay|ok|certainly|of course)[,.! ]{1,4})?(?:here(?:'s|’s| is) (?:my|the|your|a) (?:line|reply|response|answer|clue)[^:\n]{0,40}|(?:\*\*)?(?:final|my) (?:line|reply|response|answer|clue)(?:\*\*)?):\s*(?:\*\*)?/i;

const FILLER_ONLY = new RegExp(`^\\W*(?:${FILLER}\\W*){0,3}$`, 'i');
const SENTENCE_END = /(?<=[.!?…]["'”’)*]?)\s+|\n+/;
const MAX_FILLERS = 3;
/** No announcement starts later. */
const MAX_SEARCHED = 2_000;

/** Whether a sentence announces the answer rather than being it, or might. */
export const isPreamble = (sentence: string): boolean => PREAMBLE.test(sentence) || isPlanning(sentence);

const isPlanning = (sentence: string): boolean => PLANNING.test(sentence) || IN_ROLE.test(sentence);

/** Whether a sentence is nothing but what one says before coming to the point: `Okay.` */
export const isFiller = (sentence: string): boolean => FILLER_ONLY.test(sentence);

/** Whether a sentence, or a line of a text, is the instruction coming back. */
export const echoesInstruction = (text: string): boolean => ECHO.test(text);

/**
 * Whether a text begins with planning: a model talking about its task. Its first sentence decides, words such as
 * `Okay.` aside.
 */
export function startsPlanning(text: string): boolean {
  const start = text.trimStart().slice(0, MAX_SEARCHED);
  for (const sentence of start.split(SENTENCE_END, MAX_FILLERS + 1)) {
    if (isPlanning(sentence)) return true;
    if (!FILLER_ONLY.test(sentence)) return false;
  }
  return false;
}

/** A line without the words that announce it, and those words. */
export function takeAnnouncement(prose: string): { line: string; announcement: string } {
  const announcement = ANNOUNCEMENT.exec(prose)?.[0] ?? '';
  return { line: prose.slice(announcement.length), announcement };
}
