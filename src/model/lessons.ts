import type { Constraint } from './provider';

/**
 * Lessons about a model: its endpoint refused or ignored a constraint; it answered with exact JSON and nothing else
 * (`clean_json`); it answered in prose instead of JSON (`prose`); it refused pictures; `window_8192`: the window, in tokens,
 * that a prompt exceeded; `thinking_2048`: tokens of thinking, rounded up to a power of two; `tokenizer_120`: tokens that it
 * counts for each hundred of o200k, rounded up.
 */
const LESSONS = ['no_json_schema', 'no_json_object', 'clean_json', 'prose', 'no_images'] as const;
export type Lesson =
  | (typeof LESSONS)[number]
  | `window_${number}`
  | `thinking_${number}`
  | `tokenizer_${number}`;

const WINDOW = /^window_(\d{3,8})$/;
const THINKING = /^thinking_(\d{1,6})$/;
const TOKENIZER = /^tokenizer_(\d{3})$/;
/** Other code may have lessons that this one does not know. */
export const isLesson = (text: string): text is Lesson =>
  [WINDOW, THINKING, TOKENIZER].some((form) => form.test(text)) ||
  (LESSONS as readonly string[]).includes(text);

/** What is known of a model by its lessons. */
interface KnownModel {
  /** The strongest one not known to be refused or ignored. */
  constraint: Constraint;
  pictures: boolean;
  /** An answer was exact JSON and nothing else. */
  cleanJson: boolean;
  /** Talking agents are better asked for prose. */
  prose: boolean;
  /** The window that was learnt last, in tokens; null: none was. */
  window: number | null;
  /** The most tokens that were thought; null: it was not seen to think. */
  thinks: number | null;
  /** Its tokens for each of o200k, at most; 1 unless it was seen to count more. */
  ratio: number;
}

/** Reads lessons about one model, each with the time at which it was learnt. */
export function readLessons(lessons: readonly { lesson: Lesson; learntAt: number }[]): KnownModel {
  const newestFirst = lessons.toSorted((a, b) => b.learntAt - a.learntAt).map(({ lesson }) => lesson);
  const numbers = (form: RegExp): number[] =>
    newestFirst.flatMap((lesson) => form.exec(lesson)?.slice(1).map(Number) ?? []);
  const has = (lesson: Lesson): boolean => newestFirst.includes(lesson);
  const thoughts = numbers(THINKING);
  return {
    constraint: has('no_json_object') ? 'none' : has('no_json_schema') ? 'json_object' : 'json_schema',
    pictures: !has('no_images'),
    cleanJson: has('clean_json'),
    prose: has('prose'),
    window: numbers(WINDOW)[0] ?? null,
    thinks: thoughts.length > 0 ? Math.max(...thoughts) : null,
    ratio: Math.max(100, ...numbers(TOKENIZER)) / 100,
  };
}
