import type { Call } from './openapi';

/** A group of calls, in the order of the document. */
export interface CallGroup {
  name: string;
  description: string;
  calls: Call[];
}

/** Sorts calls into the groups of the document; those of unnamed groups come last. */
export function groupCalls(
  calls: readonly Call[],
  tags: readonly { name: string; description?: string }[],
): CallGroup[] {
  const names = new Set([...tags.map(({ name }) => name), ...calls.map(({ group }) => group)]);
  return [...names].flatMap((name) => {
    const ofGroup = calls.filter(({ group }) => group === name);
    const description = tags.find((tag) => tag.name === name)?.description ?? '';
    return ofGroup.length > 0 ? [{ name, description, calls: ofGroup }] : [];
  });
}

/** Everything of a call that a search reads. */
const textOf = ({ id, method, path, summary, description, group, parameters }: Call): string =>
  [id, method, path, summary, description, group, ...parameters.map(({ name }) => name)]
    .join('\n')
    .toLowerCase();

/** Finds the calls that have all of the words somewhere; those that have them in summary or path come first. */
export function findCalls(calls: readonly Call[], words: string): Call[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [...calls];
  const hits = calls.filter((call) => {
    const text = textOf(call);
    return parts.every((part) => text.includes(part));
  });
  const isNear = ({ summary, path, id }: Call) => {
    const head = `${summary}\n${path}\n${id}`.toLowerCase();
    return parts.every((part) => head.includes(part));
  };
  return [...hits.filter(isNear), ...hits.filter((call) => !isNear(call))];
}
