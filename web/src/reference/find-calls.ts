import type { Call, OpenApi, Schema } from './openapi';
import { rowsOf } from './schema-words';

/** A group of calls, in the order of the document. */
export interface CallGroup {
  name: string;
  description: string;
  calls: Call[];
}

/** Sorts endpoints into the document's groups; unnamed groups come last. */
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

/** An endpoint with its searchable text, most relevant first: title, description, body fields. */
export interface IndexedCall {
  call: Call;
  texts: readonly string[];
}

/** Levels of a schema whose fields are found. */
const DEPTH = 3;

/** Collects the words of every call, once for all searches. */
export function indexCalls(document: OpenApi, calls: readonly Call[]): IndexedCall[] {
  const ofSchemas = new Map<string, string[]>();
  return calls.map((call) => {
    const { id, method, path, summary, description, group, parameters, body, answers } = call;
    const schemas = [...(body?.media ?? []), ...answers.flatMap(({ media }) => media)].flatMap(
      ({ schema }) => schema ?? [],
    );
    const parts = [
      [id, method, path, summary],
      [group, description, ...parameters.flatMap((one) => [one.name, one.description ?? ''])],
      schemas.flatMap((schema) => fieldsOf(document, schema, DEPTH, ofSchemas)),
    ];
    return { call, texts: parts.map((words) => words.join('\n').toLowerCase()) };
  });
}

/** Lists the fields of a schema, nested ones included; `ofSchemas` caches schemas by name and depth. */
function fieldsOf(
  document: OpenApi,
  schema: Schema,
  depth: number,
  ofSchemas: Map<string, string[]>,
): string[] {
  if (depth === 0) return [];
  const name = schema.$ref === undefined ? null : `${schema.$ref} ${depth}`;
  const before = name === null ? undefined : ofSchemas.get(name);
  if (before) return before;
  const fields = rowsOf(document, schema).flatMap((row) => [
    ...(row.name === null ? [] : [row.name]),
    ...fieldsOf(document, row.schema, depth - 1, ofSchemas),
  ]);
  const once = [...new Set(fields)];
  if (name !== null) ofSchemas.set(name, once);
  return once;
}

/** Finds endpoints that contain all words; more relevant matches come first. */
export function findCalls(index: readonly IndexedCall[], words: string): Call[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = index.flatMap(({ call, texts }) => {
    const rank = texts.findIndex((_, i) => {
      const text = texts.slice(0, i + 1).join('\n');
      return parts.every((part) => text.includes(part));
    });
    return rank < 0 ? [] : [{ call, rank }];
  });
  return hits.sort((one, other) => one.rank - other.rank).map(({ call }) => call);
}
