import { parseAgentOutput, readLine, rejectionReason, splitReasoning, toProviderSchema } from 'answer-reader';
import type { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../base/json';
import { toPointer } from '../base/pointer';
import type { LineCut, Rung } from '../contract/calls';
import type { Ask, CallResult } from '../room/step-context';
import { canRetryLonger, type Ladder } from './ladder';
import { mismatch } from './mismatch';
import { hideTags, restoreTags } from './prompt-tags';
import type { Constraint, ProviderReply } from './provider';
import { joinThoughts } from './reasoning-fields';

type AnsweredReply = Extract<ProviderReply, { kind: 'answered' }>;

/** The part of a call's result that the ladder uses. */
export interface AnswerVerdict
  extends Pick<CallResult, 'parsed' | 'problems' | 'reasoning' | 'repairs' | 'cut'> {
  rung: Rung;
  spare?: Json;
  /** True if the answer shows that the constraint was not enforced; null if it is inconclusive. */
  constraintIgnored: boolean | null;
}

/** Row limits of a room: longer text is neither parsed nor stored. */
export const MAX_RAW = 400_000;
const MAX_PROBLEMS = 12;
const MAX_TEXT = 4_000;
/** Repairs of valid JSON that only change names or value types. */
const FIT_REPAIRS: readonly string[] = ['renamed_key', 'converted_value', 'fixed_enum_value'];
/** Characters that affect the display: control characters (except white space) and text direction marks. */
const CONTROLS = /[^\P{Cc}\t\n\v\f\r]|[\u202a-\u202e\u2066-\u2069]/gu;

const APOLOGY =
  /^\W{0,3}(?:(?:i['’]m|i am) (?:very |so |really |truly )?sorry|sorry|my apologies|i apologi[sz]e|i (?:can['’]?t|cannot|won['’]?t|(?:am|['’]m) (?:unable|not able))|as an? (?:ai|language model))\b/i;

/**
 * True if an answer without an object may be a refusal. A character may say the same; the only effect is that we learn
 * nothing from the answer.
 */
const isApology = (answer: string): boolean =>
  !answer.includes('{') &&
  (APOLOGY.test(answer.trim()) || rejectionReason(answer.trim(), { only: 'refusal' }) !== null);

/** `moved`: the answer came in another field. */
interface FoundAnswer {
  reply: ProviderReply;
  moved: boolean;
}

/**
 * Finds an answer that is complete but has no end marker, or is in another field. Accepts it only if unambiguous: exact
 * JSON that fits, or prose that ends with a sentence.
 */
export function findAnswer<T>(
  ask: Ask<T>,
  ladder: Ladder,
  constraint: Constraint | null,
  reply: ProviderReply,
): FoundAnswer {
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

function isWhole<T>(
  ask: Ask<T>,
  ladder: Ladder,
  constraint: Constraint | null,
  { reply }: FoundAnswer,
): boolean {
  if (reply.kind !== 'answered') return false;
  const { rung, repairs = [], parsed } = judge(ask, ladder, constraint, reply);
  if (rung === 'unusable') return false;
  return rung === 'prose' ? ENDS_SENTENCE.test(reply.text) : repairs.length === 0 && parsed !== null;
}

/**
 * Parses and checks an answer. `constraint` is null for the understudy.
 * @param moved see {@link findAnswer}
 */
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
  const plainVerdict = restoreTags(verdict);
  // A tag inside a secret must not hide it from the check.
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
    { ...reply, text: keepTail(reply.text, answer), reasoning },
    moved,
  );
  if (json.rung !== 'unusable' || ladder.mode === 'json' || ask.fromProse === undefined) {
    const spare =
      json.rung === 'unusable' ? (ask.salvage?.(answer.replace(CONTROLS, ''), json.parsed) ?? null) : null;
    const spareField = spare === null ? {} : { spare: spare as Json };
    return redactSecrets(ask, {
      ...json,
      ...spareField,
      reasoning: joinThoughts([reasoning, others]) || null,
    });
  }
  const isCut = reply.finishReason === 'length';
  const spoken = readLine(answer, {
    limit: maxCharacters(ask),
    isCut,
    ...(ask.guard && { guard: ask.guard }),
    ...(ask.speakers && { speakers: ask.speakers }),
  });
  const prose =
    isCut && spoken.others === '' && canRetryLonger(ladder) && ask.mode !== 'prose'
      ? refuseLine(explainCut(reply.finishReason, ladder.maxTokens))
      : isDeclined(reply.finishReason)
        ? refuseLine(mismatch('', 'a spoken line', DECLINED))
        : judgeLine(ask, ask.fromProse, spoken, joinThoughts([reasoning, spoken.thought]));
  const thoughts = joinThoughts([reasoning, spoken.thought, spoken.others]);
  const cutParts = listCuts(spoken);
  return redactSecrets(ask, { ...prose, ...cutParts, reasoning: thoughts || null });
}

/** The value of a stored answer, or of its saved part; null if it does not fit or was never accepted. */
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
  // A model that declines answers in prose under any constraint.
  const isTelling = complete && constraint !== null && !isApology(answer);
  // A value in another form ("7" for 7) does not show that JSON was not enforced.
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
  const answerRung = rungFor(ladder, constraint, allRepairs);
  return {
    ...{ parsed: json, problems: [], rung: answerRung, constraintIgnored },
    ...repairs,
    ...listCuts({ others, hadLabel }),
    others,
  };
}

type SpokenVerdict = ReturnType<typeof readLine>;

function listCuts({
  hadLabel,
  others,
  thought = '',
  isShortened = false,
}: Pick<SpokenVerdict, 'hadLabel' | 'others'> & Partial<SpokenVerdict>): Pick<AnswerVerdict, 'cut'> {
  const parts = {
    ownName: hadLabel,
    otherSpeakers: others !== '',
    thought: thought !== '',
    halfSentence: isShortened,
  };
  const cutParts = (Object.keys(parts) as LineCut[]).filter((part) => parts[part]);
  return cutParts.length > 0 ? { cut: cutParts } : {};
}

const ENDS_SENTENCE = /[.!?…。！？]["'”’»」』)*_~]*\s*$/;

const DECLINED = 'a refusal';
const CUT = new Set(['length', 'whitespace', 'content_filter', 'refusal']);
const isDeclined = (finishReason: string | null): boolean =>
  finishReason === 'refusal' || finishReason === 'content_filter';

function explainCut(finishReason: string | null, maxTokens: number): CallResult['problems'][number] {
  if (finishReason === 'length') {
    return mismatch('', `an answer within ${maxTokens} tokens`, 'one that was cut off there');
  }
  if (finishReason === 'whitespace') return mismatch('', 'one JSON object', 'endless white space');
  const got = finishReason === 'content_filter' ? 'one that a content filter cut off' : DECLINED;
  return mismatch('', 'an answer', got);
}

function rungFor(ladder: Ladder, constraint: Constraint | null, repairs: readonly string[]): Rung {
  if (constraint === null) return 'understudy';
  if (ladder.reask !== null) return 'retried';
  if (repairs.length > 0) return 'repaired';
  if (constraint === 'json_schema') return 'json_schema';
  return constraint === 'json_object' ? 'json_object' : 'prompt';
}

/**
 * `json_object` guarantees exact JSON; `json_schema` also exactly the schema's keys. Limits that a strict schema cannot
 * express, such as a minimum length, prove nothing.
 */
function ignores(constraint: Constraint, exact: JsonObject | null, schema: z.ZodType): boolean {
  if (constraint === 'none') return false;
  if (exact === null) return true;
  if (constraint === 'json_object') return false;
  const keys = Object.keys(toProviderSchema(schema).properties ?? {});
  return Object.keys(exact).length !== keys.length || !keys.every((key) => key in exact);
}

/**
 * Rejects lines that a character must not speak, even in valid JSON (see `rejectionReason`), and lines that are too
 * long.
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

/** Problems of lines that contain thinking. */
const THOUGHTS = ['reasoning', 'planning'].map((why) => mismatch('/text', 'a spoken line', why).message);

export const isRejectedAsThinking = ({ problems }: Pick<AnswerVerdict, 'problems'>): boolean =>
  problems.some(({ message }) => THOUGHTS.includes(message));

/** Keeps trailing white space of `raw` as a line break, which tells the parser that a number at the end is complete. */
const keepTail = (raw: string, answer: string): string =>
  (raw.at(-1) ?? '').trim() === '' && raw.trimEnd().endsWith(answer) ? `${answer}\n` : answer;

/** A prose line may be as long as the profile's tokens allow. */
const maxCharacters = <T>({ profile }: Ask<T>): number =>
  Math.max(MAX_TEXT, profile.maxTokens * CHARS_PER_TOKEN);
const CHARS_PER_TOKEN = 5;

const show = (count: number): string => count.toLocaleString('en');

/** JSON Pointer of the field that reveals a secret, or null. `thought` is private, so it may contain secrets. */
function findLeak(guard: Ask<unknown>['guard'], value: unknown): string | null {
  if (!guard) return null;
  for (const [key, field] of Object.entries(value ?? {})) {
    // The keys of an open map are also model output.
    const fieldText = typeof field === 'string' ? field : (JSON.stringify(field) ?? '');
    if (key !== 'thought' && guard.leaks(fieldText)) return toPointer([key]);
  }
  return null;
}

/** Problems are visible to others (as the reason of a skipped turn), so they must not quote secrets. */
function redactSecrets<T>({ guard }: Ask<T>, verdict: AnswerVerdict): AnswerVerdict {
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
  { line, isUsable }: SpokenVerdict,
  thought: string,
): Omit<AnswerVerdict, 'reasoning'> {
  if (!isUsable) return refuseLine(mismatch('', 'a spoken line', 'nothing that can be spoken'));
  const value = fromProse(line, thought);
  const problems = [...checkSpeech(ask, value, maxCharacters(ask)), ...(ask.check?.(value, thought) ?? [])];
  if (problems.length > 0) return refuseLine(...problems);
  return { parsed: value as Json, problems: [], rung: 'prose', constraintIgnored: null };
}

/** Characters that a label and markup may occupy before a line. */
const MAX_LABEL = 40;
const FIRST_LETTERS = 24;

/** True if a prose answer is its line and little else: no thinking or announcement before it. */
export function isPlainLine(raw: string, { rung, parsed }: Pick<AnswerVerdict, 'rung' | 'parsed'>): boolean {
  const text = (parsed as { text?: unknown } | null)?.text;
  if (rung !== 'prose' || typeof text !== 'string') return false;
  const squash = (words: string) => words.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const at = squash(raw).indexOf(squash(text).slice(0, FIRST_LETTERS));
  return !/^\s*[{[(<`]/.test(raw) && at >= 0 && at <= MAX_LABEL;
}

export function isExactObject(answer: string): boolean {
  try {
    return isObject(JSON.parse(answer));
  } catch {
    return false;
  }
}
