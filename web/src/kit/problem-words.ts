/** Matches parts that only developers understand: verbs, URLs, headers, field names. */
const FOR_PROGRAMS =
  /\b(GET|POST|PUT|PATCH|DELETE) |\/v1\/|…\/|`[^`]*`|\b[Hh]eader\b|\bJSON Pointer\b|\bIdempotency|\bAuthorization\b|\bthe body\b/;

/** Keeps only the sentences that a non-developer can follow. */
export function userMessage(text: string | undefined): string {
  const sentences = (text ?? '').split(/(?<=[.;]) (?=[A-Z])|(?<=:) (?=(?:GET|POST|PUT|PATCH|DELETE) )/);
  return sentences
    .flatMap((sentence, at) => {
      if (FOR_PROGRAMS.test(sentence)) return [];
      const next = sentences[at + 1];
      const isCutOff = next === undefined || FOR_PROGRAMS.test(next);
      return [isCutOff ? sentence.replace(/[:;]$/, '.') : sentence];
    })
    .join(' ');
}

/** One mistake, as a problem lists it. */
export interface Mistake {
  pointer: string;
  message: string;
}

/** Splits a problem's text from its list of field errors. If `detail` only repeats the errors, it is dropped. */
export function partProblem(problem: { detail: string; errors?: readonly Mistake[] | undefined }): {
  detail: string;
  mistakes: readonly Mistake[];
} {
  const mistakes = problem.errors ?? [];
  const listing = mistakes.map(({ pointer, message }) => `${pointer || 'body'}: ${message}`).join('; ');
  const detail = problem.detail.endsWith(listing)
    ? problem.detail.slice(0, problem.detail.length - listing.length).trim()
    : problem.detail;
  const [only] = mistakes;
  if (detail === '' && only && mistakes.length === 1 && only.pointer === '')
    return { detail: only.message, mistakes: [] };
  return { detail, mistakes: mistakes.filter(({ message }) => message !== detail) };
}

/** Formats an error's location: `/characters/0/name` is “characters 1, name”. */
export function fieldLabel(pointer: string): string {
  const parts = pointer
    .replace(/^(query|path|header)\b/, '')
    .split('/')
    .filter(Boolean);
  const words = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return words
    .map((word) => (/^\d+$/.test(word) ? String(Number(word) + 1) : toWords(word)))
    .join(', ')
    .replace(/, (\d+)/g, ' $1');
}

/** Cuts a name such as `maxTokens` into “max tokens”. */
const toWords = (name: string): string =>
  name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
