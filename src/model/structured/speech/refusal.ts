/** A model declining its task, which is no line of a character. Patterns are tried on single sentences. */

const SORRY =
  "(?:(?:i'm|i am|we're) (?:so |very |really |truly )?sorry|(?:my )?(?:sincere )?apologies|i (?:do )?apologi[sz]e|sorry|unfortunately)";
const CANNOT =
  "(?:i|we)(?:'m| am|'re| are)? ?(?:can't|cannot|can not|won't|will not|am unable to|unable to|not able to|won't be able to|will not be able to|must decline to|not comfortable|don't feel comfortable|do not feel comfortable|not allowed to|not permitted to|not programmed to|not designed to)";
/** What only an assistant calls what it was asked for. */
const TASK =
  '(?:this|that|the|your|such|any|these|those)(?: (?:type|kind|sort) of)?(?: \\w{1,20}){0,2} (?:requests?|content|role-?play(?:ing)?|role play|prompts?|material|scenario)';
/** The end of the sentence, or the reason. */
const END = '(?=\\s*(?:[.!]|$)|,? (?:as|because|since|due to|but|that|which|scenario)\\b)';
const DO =
  '(?:assist|help|comply|fulfill?|continu(?:e|ing)|proceed(?:ing)?|engag(?:e|ing)|participat(?:e|ing)|creat(?:e|ing)|generat(?:e|ing)|writ(?:e|ing)|produc(?:e|ing)|provid(?:e|ing)|role-?play(?:ing)?|respond(?:ing)?|answer(?:ing)?|complet(?:e|ing)|process|support)';

const REFUSAL = new RegExp(
  [
    `\\b${CANNOT} (?:assist|provide (?:any )?(?:assistance|help|support))(?: you)?(?: with (?:this|that|it|${TASK}))?${END}`,
    `^\\W*(?:${SORRY}\\W{1,3}(?:but )?)?${CANNOT} (?:help|continue)(?: you)? with (?:that|${TASK})${END}`,
    `\\b${CANNOT} ${DO}(?: (?:with|in|to))? ${TASK}${END}`,
    `\\b${CANNOT} (?:do |engage in |participate in |continue )?(?:this |that |the |any )?role-?play(?:ing)?${END}`,
    `\\b${CANNOT} (?:creat(?:e|ing)|generat(?:e|ing)|writ(?:e|ing)|produc(?:e|ing)|provid(?:e|ing)|engag(?:e|ing) (?:in|with)) (?:any |this |that |such )?(?:(?:sexual(?:ly explicit)?|sexually explicit|explicit|graphic|violent|harmful|inappropriate|adult|nsfw|erotic|offensive|hateful)(?:,? (?:or|and) \\w{1,20})? (?:content|material|scenes?|text|stories|descriptions?)|content (?:that|of|which|involving))`,
    `^\\W*(?:this|that|it|the request|your request|this request|the content|such content)(?: \\w{1,12}){0,2} (?:violates?|goes against|is against|falls outside|conflicts with) (?:my|our|the|openai's|anthropic's)(?: \\w{1,12}){0,2} (?:(?:safety |ethical |content |community |usage )?guidelines|(?:content|usage|safety|use) polic(?:y|ies))`,
    `^\\W*(?:${SORRY}\\W{1,3}(?:but )?)?i (?:must|have to|need to)(?: respectfully| politely)? decline (?:this|the) (?:request|prompt|role-?play)${END}`,
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

const SENTENCE_END = /(?<=[.!?…]["'”’)*]?)\s+|\n+/;
/** A refusal stands at the start; later a character may quote one. */
const MAX_SENTENCES = 3;
const MAX_SEARCHED = 1_000;

/** Whether a text is a model's refusal to do what it was asked: by what its first sentences say. */
export function isRefusal(text: string): boolean {
  const start = text.slice(0, MAX_SEARCHED).replaceAll('’', "'");
  return start.split(SENTENCE_END, MAX_SENTENCES).some((sentence) => REFUSAL.test(sentence));
}
