import { parseAgentOutput, readLine, rejectionReason, splitReasoning, toProviderSchema } from 'answer-reader';
import type { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../base/json';
import { toPointer } from '../base/pointer';
import type { LineCut, Rung } from '../contract/calls';
import type { Ask, CallResult } from '../room/step-context';
import { type Ladder, mayLengthen } from './ladder';
import { mismatch } from './mismatch';
import { hideTags, showTags } from './prompt-tags';
import type { Constraint, ProviderReply } from './provider';
import { joinThoughts } from './reasoning-fields';

type AnsweredReply = Extract<ProviderReply, { kind: 'answered' }>;

/** Part of a call's result by which the ladder decides. */
export interface AnswerVerdict
  extends Pick<CallResult, 'parsed' | 'problems' | 'reasoning' | 'repairs' | 'cut'> {
  rung: Rung;
  /** See {@link CallResult.spare}. */
  spare?: Json;
  /** The answer does not look as if the constraint had been enforced; null: it says nothing of it. */
  constraintIgnored: boolean | null;
}

/** Row limits of a room: what a runaway model adds beyond this is neither parsed nor stored. */
export const MAX_RAW = 400_000;
const MAX_PROBLEMS = 12;
/** Characters of the longest text that counts as a spoken line. */
const MAX_TEXT = 4_000;
/** Repairs of an answer that was exact JSON on its own: only names or forms of values were wrong. */
const FIT_REPAIRS: readonly string[] = ['renamed_key', 'converted_value', 'fixed_enum_value'];
/** Characters that act on the display: control characters but white space, and marks of text direction. */
const CONTROLS = /[^\P{Cc}\t\n\v\f\r]|[\u202a-\u202e\u2066-\u2069]/gu;

const SORRY =
  /^\W{0,3}(?:(?:i['’]m|i am) (?:very |so |really |truly )?sorry|sorry|my apologies|i apologi[sz]e|i (?:can['’]?t|cannot|won['’]?t|(?:am|['’]m) (?:unable|not able))|as an? (?:ai|language model))\b/i;

/**
 * Says whether an answer without an object may be a model's refusal to do what it was asked. A character may say the
 * same: nothing is then learnt of the model, which does no harm.
 */
const isApology = (answer: string): boolean =>
  !answer.includes('{') &&
  (SORRY.test(answer.trim()) || rejectionReason(answer.trim(), { only: 'refusal' }) !== null);

/** An answer, or what stands for one. `moved`: it came in another field than the answer's. */
interface Found {
  reply: ProviderReply;
  moved: boolean;
}

/**
 * Finds the answer where it was not expected: whole, though nobody said so, or in another field. Neither is believed
 * unless it leaves no doubt: exact JSON of the right form, or prose that ends a sentence.
 */
export function findAnswer<T>(
  ask: Ask<T>,
  ladder: Ladder,
  constraint: Constraint | null,
  reply: ProviderReply,
): Found {
  const here = { reply, moved: false };
  if (reply.kind === 'refused' || reply.kind === 'unreachable') {
    if (reply.partial === undefined) return here;
    const part = findAnswer(ask, ladder, constraint, reply.partial);
    return isWhole(ask, ladder, constraint, part) ? { ...part, moved: reply.kind === 'refused' } : here;
  }
  if (reply.kind !== 'answered' || reply.text.trim() !== '' || ladder.mode === 'prose') return here;
  const { elsewhere = '', ...answered } = reply;
  for (const text of [elsewhere, reply.reasoning]) {
    if (text.trim() === '') continue;
    const reasoning = text === reply.reasoning ? '' : reply.reasoning;
    const other = { reply: { ...answered, text, reasoning }, moved: true };
    if (isWhole(ask, ladder, constraint, other)) return other;
  }
  return here;
}

function isWhole<T>(ask: Ask<T>, ladder: Ladder, constraint: Constraint | null, { reply }: Found): boolean {
  if (reply.kind !== 'answered') return false;
  const { rung, repairs = [], parsed } = judge(ask, ladder, constraint, reply);
  if (rung === 'unusable') return false;
  return rung === 'prose' ? ENDS_SENTENCE.test(reply.text) : repairs.length === 0 && parsed !== null;
}

/** Parses and checks an answer. `constraint` null: the understudy gave it. @param moved see {@link findAnswer} */
export function judge<T>(
  ask: Ask<T>,
  ladder: Ladder,
  constraint: Constraint | null,
  reply: AnsweredReply,
  moved = false,
): AnswerVerdict {
  const text = hideTags(reply.text, () => JSON.stringify(ask.messages));
  const verdict = judgeText(ask, ladder, constraint, { ...reply, text }, moved);
  if (text === reply.text) return verdict;
  const plainVerdict = showTags(verdict);
  // A tag in the middle of a secret hides it no better than other markup.
  return findLeak(ask.guard, plainVerdict.parsed) === null
    ? plainVerdict
    : judgeText(ask, ladder, constraint, reply, moved);
}

function judgeText<T>(
  ask: Ask<T>,
  ladder: Ladder,
  constraint: Constraint | null,
  reply: AnsweredReply,
  moved: boolean,
): AnswerVerdict {
  const { answer, reasoning: taggedReasoning } = splitReasoning(reply.text);
  const reasoning = joinThoughts([reply.reasoning, taggedReasoning]);
  const { others = '', ...json } = judgeJson(
    ask,
    ladder,
    constraint,
    { ...reply, text: keepEnd(reply.text, answer), reasoning },
    moved,
  );
  if (json.rung !== 'unusable' || ladder.mode === 'json' || ask.fromProse === undefined) {
    const spare =
      json.rung === 'unusable' ? (ask.salvage?.(answer.replace(CONTROLS, ''), json.parsed) ?? null) : null;
    const spareField = spare === null ? {} : { spare: spare as Json };
    return keepSecrets(ask, { ...json, ...spareField, reasoning: joinThoughts([reasoning, others]) || null });
  }
  const isCut = reply.finishReason === 'length';
  const spoken = readLine(answer, {
    limit: mostCharacters(ask),
    isCut,
    ...(ask.guard && { guard: ask.guard }),
    ...(ask.speakers && { speakers: ask.speakers }),
  });
  const prose =
    isCut && spoken.others === '' && mayLengthen(ladder) && ask.mode !== 'prose'
      ? refuseLine(explainCut(reply.finishReason, ladder.maxTokens))
      : declined(reply.finishReason)
        ? refuseLine(mismatch('', 'a spoken line', DECLINED))
        : judgeLine(ask, ask.fromProse, spoken, joinThoughts([reasoning, spoken.thought]));
  const thoughts = joinThoughts([reasoning, spoken.thought, spoken.others]);
  const cutParts = listCuts(spoken);
  return keepSecrets(ask, { ...prose, ...cutParts, reasoning: thoughts || null });
}

/** A stored answer as the ask's value, or what was saved of one; null when it does not fit after all (or was never accepted). */
export function readValue<T>(ask: Ask<T>, result: CallResult, spare?: Json): { value: T } | null {
  if (spare === undefined && (result.rung === null || result.rung === 'unusable')) return null;
  const check = ask.schema.safeParse(spare ?? result.parsed);
  return check.success ? { value: check.data } : null;
}

function judgeJson<T>(
  ask: Ask<T>,
  ladder: Ladder,
  constraint: Constraint | null,
  { text: answer, reasoning, finishReason }: AnsweredReply,
  moved: boolean,
): Omit<AnswerVerdict, 'reasoning'> & { others?: string } {
  const parseResult = parseAgentOutput(answer, {
    schema: ask.schema,
    ...(ask.speakers && { speakers: ask.speakers }),
  });
  const allRepairs = [...(moved ? ['read_other_field'] : []), ...parseResult.repairs];
  const isCut = CUT.has(finishReason ?? '');
  const complete = !isCut && answer.trim() !== '' && (finishReason === null || finishReason === 'stop');
  // A model that declines says so in prose, whatever it was held to.
  const isTelling = complete && constraint !== null && !isApology(answer);
  // A value in another form ("7" for 7) is no sign that the endpoint did not enforce JSON.
  const exact = allRepairs.every((repair) => FIT_REPAIRS.includes(repair)) ? parseResult.json : null;
  const hasRenamedKey = constraint === 'json_schema' && parseResult.repairs.includes('renamed_key');
  const constraintIgnored = isTelling ? hasRenamedKey || ignores(constraint, exact, ask.schema) : null;
  const repairs = allRepairs.length > 0 && parseResult.json !== null && { repairs: allRepairs };
  const refuse = (problems: CallResult['problems']): Omit<AnswerVerdict, 'reasoning'> => ({
    ...repairs,
    parsed: parseResult.json,
    problems: problems.slice(0, MAX_PROBLEMS).map(({ pointer, message }) => ({ pointer, message })),
    rung: 'unusable',
    constraintIgnored,
  });
  if (isCut && (!parseResult.ok || parseResult.repairs.includes('closed_truncated_json'))) {
    return refuse([explainCut(finishReason, ladder.maxTokens)]);
  }
  if (!parseResult.ok) return refuse(parseResult.errors);
  const { value, json, others = '', hadLabel = false } = parseResult;
  const problems = [...checkSpeech(ask, value), ...(ask.check?.(value, reasoning) ?? [])];
  if (problems.length > 0) return refuse(problems);
  const answerRung = rungOf(ladder, constraint, allRepairs);
  return {
    ...{ parsed: json, problems: [], rung: answerRung, constraintIgnored },
    ...repairs,
    ...listCuts({ others, hadLabel }),
    others,
  };
}

type Spoken = ReturnType<typeof readLine>;

/** Names what was taken off a line. */
function listCuts({
  hadLabel,
  others,
  thought = '',
  isShortened = false,
}: Pick<Spoken, 'hadLabel' | 'others'> & Partial<Spoken>): Pick<AnswerVerdict, 'cut'> {
  const parts = {
    ownName: hadLabel,
    otherSpeakers: others !== '',
    thought: thought !== '',
    halfSentence: isShortened,
  };
  const cutParts = (Object.keys(parts) as LineCut[]).filter((part) => parts[part]);
  return cutParts.length > 0 ? { cut: cutParts } : {};
}

/** Matches a text whose last sentence is over. */
const ENDS_SENTENCE = /[.!?…。！？]["'”’»」』)*_~]*\s*$/;

const DECLINED = 'a refusal';
/** Reasons for which an answer ends before its end. */
const CUT = new Set(['length', 'whitespace', 'content_filter', 'refusal']);
const declined = (finishReason: string | null): boolean =>
  finishReason === 'refusal' || finishReason === 'content_filter';

function explainCut(finishReason: string | null, maxTokens: number): CallResult['problems'][number] {
  if (finishReason === 'length') {
    return mismatch('', `an answer within ${maxTokens} tokens`, 'one that was cut off there');
  }
  if (finishReason === 'whitespace') return mismatch('', 'one JSON object', 'endless white space');
  const got = finishReason === 'content_filter' ? 'one that a content filter cut off' : DECLINED;
  return mismatch('', 'an answer', got);
}

function rungOf(ladder: Ladder, constraint: Constraint | null, repairs: readonly string[]): Rung {
  if (constraint === null) return 'understudy';
  if (ladder.reask !== null) return 'retried';
  if (repairs.length > 0) return 'repaired';
  if (constraint === 'json_schema') return 'json_schema';
  return constraint === 'json_object' ? 'json_object' : 'prompt';
}

/**
 * `json_object` promises exact JSON, `json_schema` also the schema's keys and no others. Limits that the strict
 * schema cannot carry (a minimum length, say) prove nothing about the endpoint.
 */
function ignores(constraint: Constraint, exact: JsonObject | null, schema: z.ZodType): boolean {
  if (constraint === 'none') return false;
  if (exact === null) return true;
  if (constraint === 'json_object') return false;
  const keys = Object.keys(toProviderSchema(schema).properties ?? {});
  return Object.keys(exact).length !== keys.length || !keys.every((key) => key in exact);
}

/**
 * Refuses what an agent that talks may not say, however well it was wrapped (see `rejectionReason`), and a speech in
 * place of a line.
 */
function checkSpeech<T>(ask: Ask<T>, value: T, most = MAX_TEXT): CallResult['problems'] {
  const text = ask.fromProse === undefined ? null : (value as { text?: unknown }).text;
  if (typeof text !== 'string') return [];
  if (text.length > most) {
    return [mismatch('/text', `at most ${show(most)} characters`, show(text.length))];
  }
  const leak = findLeak(ask.guard, value);
  if (leak !== null) return [mismatch(leak, 'a line that keeps the secret', 'one that gives it away')];
  const why = rejectionReason(text, ask.guard);
  return why === null ? [] : [mismatch('/text', 'a spoken line', why)];
}

/** Reasons by which a text that was thought aloud is refused. */
const THOUGHTS = ['reasoning', 'planning'].map((why) => mismatch('/text', 'a spoken line', why).message);

/** Says whether an answer was refused because its line was no speech but the thought before it. */
export const thinksAloud = ({ problems }: Pick<AnswerVerdict, 'problems'>): boolean =>
  problems.some(({ message }) => THOUGHTS.includes(message));

/**
 * The answer, with a line break at its end if `raw` had white space there: that tells the parser that a number at the very
 * end is complete.
 */
const keepEnd = (raw: string, answer: string): string =>
  (raw.at(-1) ?? '').trim() === '' && raw.trimEnd().endsWith(answer) ? `${answer}\n` : answer;

/** A line in prose is as long as the tokens of its profile allow. */
const mostCharacters = <T>({ profile }: Ask<T>): number =>
  Math.max(MAX_TEXT, profile.maxTokens * CHARACTERS_OF_A_TOKEN);
const CHARACTERS_OF_A_TOKEN = 5;

const show = (count: number): string => count.toLocaleString('en');

/** The JSON Pointer of the field that says a secret; the `thought` is private and may. Null when none does. */
function findLeak(guard: Ask<unknown>['guard'], value: unknown): string | null {
  if (!guard) return null;
  for (const [key, field] of Object.entries(value ?? {})) {
    // Keys of an open map are the model's words as well.
    const fieldText = typeof field === 'string' ? field : (JSON.stringify(field) ?? '');
    if (key !== 'thought' && guard.leaks(fieldText)) return toPointer([key]);
  }
  return null;
}

/** Problems are shown to others (the reason of a skipped turn): they don't quote a secret either. */
function keepSecrets<T>({ guard }: Ask<T>, verdict: AnswerVerdict): AnswerVerdict {
  if (!guard || verdict.problems.length === 0) return verdict;
  const leaks = verdict.problems.some((problem) => guard.leaks(`${problem.pointer} ${problem.message}`));
  const problems = leaks ? [mismatch('', 'an answer of the given form', 'another one')] : verdict.problems;
  return { ...verdict, problems };
}

const refuseLine = (...problems: CallResult['problems']): Omit<AnswerVerdict, 'reasoning'> => ({
  parsed: null,
  rung: 'unusable',
  constraintIgnored: null,
  problems: problems.map(({ pointer, message }) => ({ pointer, message })),
});

function judgeLine<T>(
  ask: Ask<T>,
  fromProse: NonNullable<Ask<T>['fromProse']>,
  { line, isUsable }: Spoken,
  thought: string,
): Omit<AnswerVerdict, 'reasoning'> {
  if (!isUsable) return refuseLine(mismatch('', 'a spoken line', 'nothing that can be spoken'));
  const value = fromProse(line, thought);
  const problems = [...checkSpeech(ask, value, mostCharacters(ask)), ...(ask.check?.(value, thought) ?? [])];
  if (problems.length > 0) return refuseLine(...problems);
  return { parsed: value as Json, problems: [], rung: 'prose', constraintIgnored: null };
}

/** Characters that a label and marks may take before a line. */
const MAX_LABEL = 40;
const FIRST_LETTERS = 24;

/** Says whether an answer in prose is its line and little else: nothing was thought or announced before it. */
export function isPlainLine(raw: string, { rung, parsed }: Pick<AnswerVerdict, 'rung' | 'parsed'>): boolean {
  const text = (parsed as { text?: unknown } | null)?.text;
  if (rung !== 'prose' || typeof text !== 'string') return false;
  const squash = (words: string) => words.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const at = squash(raw).indexOf(squash(text).slice(0, FIRST_LETTERS));
  return !/^\s*[{[(<`]/.test(raw) && at >= 0 && at <= MAX_LABEL;
}

/** Says whether a whole answer is one JSON object and nothing else. */
export function isExactObject(answer: string): boolean {
  try {
    return isObject(JSON.parse(answer));
  } catch {
    return false;
  }
}
