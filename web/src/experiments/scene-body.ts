import { toSlug } from '../../../src/base/slug';
import type { CreateExperiment } from '../../../src/contract/experiments';

/** The fields of the form, as typed. */
export interface SceneFormFields {
  name: string;
  base: string;
  as: string;
  lines: string;
  more: string;
  seeds: string;
  contains: string;
  absent: string;
  maxWords: string;
  criteria: string;
  judge: string;
}

export const listLines = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

export function buildBody(typed: SceneFormFields, models: string[]): Partial<CreateExperiment> {
  const { name, base, as, seeds, maxWords, judge } = typed;
  const names = new Set<string>();
  const rules = [
    ...listLines(typed.contains).map((contains) => ({ name: nameScore('says', contains, names), contains })),
    ...listLines(typed.absent).map((absent) => ({ name: nameScore('avoids', absent, names), absent })),
    ...(maxWords.trim() === '' ? [] : [{ name: nameScore('brief', '', names), maxWords: Number(maxWords) }]),
  ];
  const criteria = listLines(typed.criteria).map((text) => [nameScore('', text, names), text]);
  return {
    ...{ name, seeds: Number(seeds), ...(models.length > 0 && { models }) },
    scene: {
      base,
      lines: listLines(typed.lines).map((text) => (as === '' ? text : { text, as })),
      rules,
      ...(criteria.length > 0 && {
        judge: {
          criteria: Object.fromEntries(criteria),
          ...(judge.trim() !== '' && { model: judge.trim() }),
        },
      }),
    },
  };
}

/** A short name that no other score has; texts in other scripts get a number. */
function nameScore(prefix: string, text: string, taken: Set<string>): string {
  const base = toSlug(`${prefix} ${text}`.trim().slice(0, 30)) || 'criterion';
  let name = base;
  for (let n = 2; taken.has(name); n += 1) name = `${base}-${n}`;
  taken.add(name);
  return name;
}
