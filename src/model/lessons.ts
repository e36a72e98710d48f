import type { Constraint } from './provider';

/**
 * Lessons about a model: its endpoint refused or ignored a constraint; `json_schema`: an answer followed a schema;
 * `clean_json`: it answered with exact JSON and no text around it; `prose`: it answered in prose instead of JSON;
 * `no_images`: it refused pictures; `window_8192`: a prompt exceeded its window of this many tokens; `thinking_2048`:
 * thinking tokens, rounded up to a power of two; `tokenizer_120`: its tokens per 100 o200k tokens, rounded up.
 */
const LESSONS = [
  'no_json_schema',
  'no_json_object',
  'json_schema',
  'clean_json',
  'prose',
  'no_images',
] as const;
export type ModelTrait =
  | (typeof LESSONS)[number]
  | `window_${number}`
  | `thinking_${number}`
  | `tokenizer_${number}`;

const WINDOW = /^window_(\d{3,8})$/;
const THINKING = /^thinking_(\d{1,6})$/;
const TOKENIZER = /^tokenizer_(\d{3})$/;
/** The store may contain lessons of other versions. */
export const isLesson = (text: string): text is ModelTrait =>
  [WINDOW, THINKING, TOKENIZER].some((form) => form.test(text)) ||
  (LESSONS as readonly string[]).includes(text);

interface KnownModel {
  constraint: Constraint;
  followsSchema: boolean;
  pictures: boolean;
  cleanJson: boolean;
  prose: boolean;
  window: number | null;
  thinks: number | null;
  /** Upper bound of model tokens per o200k token; 1 unless the model was seen to count more. */
  ratio: number;
}

export function readLessons(lessons: readonly { lesson: ModelTrait; learntAt: number }[]): KnownModel {
  const newestFirst = lessons.toSorted((a, b) => b.learntAt - a.learntAt).map(({ lesson }) => lesson);
  const numbers = (form: RegExp): number[] =>
    newestFirst.flatMap((lesson) => form.exec(lesson)?.slice(1).map(Number) ?? []);
  const has = (lesson: ModelTrait): boolean => newestFirst.includes(lesson);
  const thoughts = numbers(THINKING);
  const constraint = has('no_json_object') ? 'none' : has('no_json_schema') ? 'json_object' : 'json_schema';
  return {
    constraint,
    followsSchema: constraint === 'json_schema' && has('json_schema'),
    pictures: !has('no_images'),
    cleanJson: has('clean_json'),
    prose: has('prose'),
    window: numbers(WINDOW)[0] ?? null,
    thinks: thoughts.length > 0 ? Math.max(...thoughts) : null,
    ratio: Math.max(100, ...numbers(TOKENIZER)) / 100,
  };
}
