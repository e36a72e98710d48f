/**
 * Markup that models leave in their answers: tokens of chat templates, and tags, headings and labels around a thought.
 * No list is complete, so unknown markup before an answer counts as a thought, and unknown markup after its beginning
 * ends the answer.
 */

import { measureTokens } from './template-tokens';
import { escapePattern } from './text';

const WORD = '[\\p{L}\\p{N}_.:/▁ -]{1,40}';
const TURN_WORDS =
  'Instruction|Input|User|Human|System|End|New Role-?play|Anweisung|Eingabe|Instrucción|指令|指示|输入|入力|命令|Инструкция';
/** Special tokens of tokenizers and templates: `<|im_end|>`, `<end_of_turn>`, `<unused94>`, `<｜Assistant｜>`, `</s>`. */
const TOKEN = new RegExp(
  [
    `<\\|${WORD}\\|?>|<${WORD}\\|>|<｜[^<>｜\\n]{1,40}｜>`,
    '<unused_?\\d{1,5}>|<(?:extra_id|reserved(?:_special)?(?:_token)?|special(?:_token)?)_?\\d{1,6}>',
    // Turn headings of templates without tokens, and turn markers of other programs.
    `\\n[ \\t]{0,8}#{2,4}[ \\t]{0,4}(?:(?:${TURN_WORDS})s?[ \\t]{0,4}(?:[:：]|(?=\\n|$))|(?=\\n|$))`,
    '<(?:START|END)>|<(?:start|end|begin)_of_\\w{1,20}>|</s>|\\[/INST\\]|(?<=^|[\\n.!?…"”*)])\\s{0,4}\\[INST\\]|\\[(?:EOS|BOS|END)\\]',
    '<(?:eos|bos|pad|unk|eot|eod|sep|cls)>|\\[(?:Start a new (?:group )?chat|Example chat|System note:)[^\\]\\n]{0,200}\\]?',
  ].join('|'),
  'giu',
);
const FRAME =
  /^(?:(?:\w{1,20}_)?(?:assistant|model|bot|chatbot|response|answer|reply|solution|output|final|box|inst|turn)(?:_\w{1,20})?|start|im_(?:start|end)|(?:start|end)_header_id|begin[_▁]of[_▁](?:text|sentence)|start_?of_?text|end_?of_?text|bos|eos|eo[tm](?:_id)?|end|return|gmask|sop|s|pad|system_prompt|start a new (?:group )?chat|example chat)$/i;
const THOUGHT_TURN = /^<[^<>\n]{1,40}>\s{0,4}(?:think|thought|reason|analysis|reflect|scratch)\w{0,10}\s/i;
export const startsThoughtTurn = (text: string): boolean => THOUGHT_TURN.test(text.trimStart());
const THOUGHT = /think|thought|reason|analy[sz]|reflect|monologue|scratch|plan|cot|思|考|推理/i;

/** The first special token at or after a position; null if there is none. */
export function findToken(text: string, from = 0): { start: number; end: number; name: string } | null {
  TOKEN.lastIndex = from;
  const match = TOKEN.exec(text);
  if (match === null) return null;
  const { index: start, 0: token } = match;
  return { start, end: start + token.length, name: token.replaceAll(/[<>|｜[\]/]/g, '') };
}

const MAX_TOKEN_CHARS = 60;
const tokenAtStart = (text: string): ReturnType<typeof findToken> => {
  const token = /^[<[]/.test(text) ? findToken(text.slice(0, MAX_TOKEN_CHARS)) : null;
  return token?.start === 0 ? token : null;
};

/** Formatting tags, which are part of a text. */
const FORMAT = new Set(
  'a abbr b big blockquote br center cite code color colour del div em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q quote rp rt ruby size small span strike strong sub sup table tbody td th thead tr tt u ul url'.split(
    ' ',
  ),
);
/** Tags around an answer; see `unwrapFields`. */
const WRAPPERS =
  /^(?:tool_calls?|function_calls?|(?:final_)?(?:answer|response|output|reply|result)|final|text|message|line|kind|mood|s|inst|sys)$/i;

const NAME = '[\\p{L}\\p{N}_][\\p{L}\\p{N}_:.-]{0,40}';
/** A tag in any brackets at the start of a text: `<plan>`, `&lt;plan&gt;`, `[plan]`, `{{plan}}`, `【思考】`. */
const TAG = new RegExp(
  `^(<|&lt;|\\[|\\{\\{|\\{|◁|【|⟨)\\s{0,4}(${NAME})(\\s[^<>\\[\\]{}]{0,300})?\\s{0,4}(>|&gt;|\\]|\\}\\}|\\}|▷|】|⟩)`,
  'u',
);
const COMMENTS = /<!--[\s\S]{0,100000}?(?:-->|$)/g;
export const dropComments = (text: string): string =>
  text.includes('<!--') ? text.replaceAll(COMMENTS, ' ').replaceAll(/[ \t]{2,}/g, ' ') : text;
const COMMENT = /^<!--[\s\S]{0,100000}?-->/;
const FENCE =
  /^```\s{0,4}(?:think|thought|reason|analysis|reflection|plan|scratchpad)[^\n]{0,40}\n[\s\S]*?(?:\n```|$)/i;

interface LeadingThoughts {
  answer: string;
  thoughts: string[];
}

/** Removes leading unknown markup with its content. Unclosed markup contains the whole rest. */
export function splitLeadingThoughts(text: string): LeadingThoughts {
  const thoughts: string[] = [];
  let rest = text.trimStart();
  for (let n = 0; n < MAX_THOUGHTS; n += 1) {
    const end = measureThought(rest);
    if (end === null) break;
    thoughts.push(rest.slice(end.from, end.to));
    rest = rest.slice(end.end).trimStart();
  }
  return { answer: rest, thoughts };
}
const MAX_THOUGHTS = 20;

/** Range of the leading thought and end of its markup; null if the text does not begin with one. */
function measureThought(text: string): { from: number; to: number; end: number } | null {
  const frame = measureTokens(text);
  if (typeof frame === 'number' && frame > 0) return { from: 0, to: 0, end: frame };
  const token = tokenAtStart(text);
  if (token !== null) {
    const isFrame = FRAME.test(token.name) && !THOUGHT.test(token.name);
    if (isFrame && !THOUGHT_TURN.test(text)) {
      // The first row names the speaker: `<|im_start|>Ada`.
      const name = /^im_start$|^start_of_turn$/.test(token.name)
        ? /^[^\n<]{1,60}\n/.exec(text.slice(token.end))
        : null;
      return { from: 0, to: 0, end: token.end + (name?.[0].length ?? 0) };
    }
    const close = findToken(text, token.end);
    return { from: token.end, to: close?.start ?? text.length, end: close?.end ?? text.length };
  }
  const aside = (COMMENT.exec(text) ?? FENCE.exec(text))?.[0].length;
  if (aside !== undefined) return { from: 0, to: aside, end: aside };
  const [whole, open = '', name = '', , close = ''] = TAG.exec(text) ?? [];
  if (whole === undefined || FORMAT.has(name.toLowerCase()) || WRAPPERS.test(name)) return null;
  // `[END_THOUGHT]` closes `[BEGIN_THOUGHT]`.
  const base = escapePattern(name.replace(/^(?:begin|start)_(?:of_)?|_(?:begin|start)$/i, ''));
  const last = `/\\s{0,4}(?:${escapePattern(name)}|${base})|end_(?:of_)?${base}|${base}_end`;
  const closing = new RegExp(
    `${escapePattern(open)}\\s{0,4}(?:${last})\\s{0,4}${escapePattern(close)}`,
    'iu',
  ).exec(text.slice(whole.length));
  if (closing !== null) {
    const to = whole.length + closing.index;
    return { from: whole.length, to, end: to + closing[0].length };
  }
  const isOpen = open === '<' && THOUGHT.test(name);
  return isOpen ? { from: whole.length, to: text.length, end: text.length } : null;
}

const END =
  /^(?:(?:im_|)end|end_?of_?(?:text|turn|sentence|utterance|message)(?:_token)?|end▁of▁sentence|eo[tm](?:_id)?|eos|return|s)$/i;
export const endsTurn = (name: string): boolean => END.test(name);

/**
 * Cuts a text at the first special token after some words.
 * @param counts true if the token at a position counts; within an object it is data
 */
export function cutAtToken(text: string, counts: (at: number, name: string) => boolean = () => true): string {
  let from = text.search(/[\p{L}\p{N}]/u);
  if (from < 0) return text;
  for (let token = findToken(text, from); token !== null; token = findToken(text, from)) {
    if (counts(token.start, token.name)) return text.slice(0, token.start);
    from = token.end;
  }
  return text;
}

const THOUGHT_WORDS =
  'think(?:ing)?(?: process)?|thoughts?(?: process)?|reasoning|analysis|plan(?:ning)?|reflections?|(?:internal|inner) (?:monologue|thoughts?|dialogue|voice)|scratchpad|considerations?|chain[ -]of[ -]thought|brainstorm(?:ing)?|deliberation|notes|思考(?:过程|過程|プロセス)?|推理|分析';
const ANSWER_WORDS =
  '(?:(?:final|my|actual|spoken|in-character) )*(?:answer|response|reply|output)|final|回答|回复|回覆|答案|答え|最终回答|最終回答|返答';
const FINAL_WORDS = '(?:my )?final (?:answer|response|reply|output|line|version)|最终回答|最終回答';

/** A row that announces the next text: as a heading, in bold, or with a colon. */
const announces = (words: string): RegExp => {
  const owner = "(?:(?:my|the|\\p{L}{1,20}['’]s)[ \\t]+)?";
  return new RegExp(
    [
      `(?:^|\\n)[ \\t>]{0,8}#{1,6}[ \\t]{0,8}\\*{0,2}${owner}(?:${words})\\*{0,2}[ \\t]{0,8}[:：]?\\*{0,2}[ \\t]{0,8}(?=\\n|$)`,
      `(?:^|\\n|(?<=\\s))(?:\\*\\*|__|={2,20}[ \\t]{0,8}|【|\\[)[ \\t]{0,8}${owner}(?:${words})[ \\t]{0,8}[:：]?(?:\\*\\*|__|[ \\t]{0,8}={2,20}|】|\\])[ \\t]{0,8}[:：]?`,
      `(?:^|\\n)[ \\t>*_-]{0,6}${owner}(?:${words})[ \\t]{0,8}[:：]`,
    ].join('|'),
    'iu',
  );
};
const ANNOUNCED_THOUGHT = announces(THOUGHT_WORDS);
const ANNOUNCED_ANSWER = announces(ANSWER_WORDS);
const ANNOUNCED_FINAL = announces(FINAL_WORDS);

const RULES = /^\s*(?:(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*(?:\n\s*|$))*/;
const RULE_BETWEEN = /\n[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*(?=\n)/;
const OPEN_MARK = /^(?:\*\*[^*\n]*\*?|__[^_\n]*_?|={2,}[^=\n]*=?|-{2,})$/;
const STEMS =
  'think thought reasoning analysis plan reflection internal inner scratchpad consideration chain brainstorm deliberation notes 思考 推理 分析'.split(
    ' ',
  );
const BEFORE_STEM = /^[*_=#>【[(\s-]{0,6}(?:(?:my|the|\p{L}{1,20}['’]s)[ \t]+)?/iu;

function canAnnounce(row: string): boolean {
  const words = row.replace(BEFORE_STEM, '').toLowerCase();
  if (words === '' || /[:：\n.!?]/.test(words)) return false;
  return STEMS.some((stem) => stem.startsWith(words) || words.startsWith(stem));
}

const MAX_ROW_CHARS = 200;
export const announcesAt = (row: string): boolean =>
  [ANNOUNCED_THOUGHT, ANNOUNCED_ANSWER, ANNOUNCED_FINAL].some(
    (one) => one.exec(row.slice(0, MAX_ROW_CHARS))?.index === 0,
  );

/**
 * Removes the text before an announced answer: after a heading for a thought (`## Thinking … ## Response`), or before
 * `Final answer:`.
 */
export function splitAnnouncedAnswer(text: string): LeadingThoughts {
  const start = ANNOUNCED_THOUGHT.exec(text);
  const isThought = start !== null && text.slice(0, start.index).replace(RULES, '') === '';
  const from = isThought ? start.index + start[0].length : 0;
  // The answer's heading must be on its own row: `thought: My reply: …` is a draft.
  const rest = isThought ? `.${text.slice(from)}` : text;
  const heading = isThought
    ? (ANNOUNCED_ANSWER.exec(rest) ?? RULE_BETWEEN.exec(rest))
    : ANNOUNCED_FINAL.exec(rest);
  if (heading === null) return { answer: text, thoughts: [] };
  const answer = rest.slice(heading.index + heading[0].length).trim();
  return answer === ''
    ? { answer: text, thoughts: [] }
    : { answer, thoughts: [text.slice(0, from) + rest.slice(isThought ? 1 : 0, heading.index)] };
}

/**
 * True if a streaming text may begin with markup around a thought, so hold it back. `wait`: more text is needed to
 * decide.
 */
export function startsMarkup(text: string): boolean | 'wait' {
  const start = text.replace(RULES, '');
  if (start === '') return text.trim() === '' ? false : 'wait';
  if (announcesAt(start)) return true;
  const isOpen = canAnnounce(start) || OPEN_MARK.test(start);
  if (isOpen && start.length < MAX_TAG_CHARS) return 'wait';
  if (/^(?:<|&(?:l(?:t;?)?)?|`{1,2}|◁|【|⟨|\{)$/.test(start)) return 'wait';
  if (/^#{1,6}\s|^```|^<!--|^<!$|^<!-$/.test(start)) return true;
  if (!/^(?:<|&lt;|◁|【|⟨|\{\{)/.test(start)) return false;
  if (tokenAtStart(start) !== null) return true;
  const [whole, , name = ''] = TAG.exec(start) ?? [];
  if (whole === undefined) return start.length < MAX_TAG_CHARS && !/\n/.test(start) ? 'wait' : false;
  return !FORMAT.has(name.toLowerCase());
}
const MAX_TAG_CHARS = 60;
