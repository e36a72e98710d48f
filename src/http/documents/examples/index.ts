import type { Json, JsonObject } from '../../../base/json';
import answers from './answers.json';
import bodies from './bodies.json';

/** Example values by schema name, then by example name. A test validates each against its schema. */
type Examples = Readonly<Record<string, Readonly<Record<string, Json>>>>;

const OWN: Examples = { ...bodies, ...answers };

/** Examples of a document. */
export interface DocumentExamples {
  /** References to the examples of a schema; null if there are none. */
  of: (schema: JsonObject) => JsonObject | null;
  /** All examples referenced so far. */
  components: () => JsonObject;
}

/**
 * Adds examples to a document. Pages get an example if their items have one.
 *
 * @param schemas the components of the document
 */
export function makeExamples(schemas: Readonly<Record<string, JsonObject>>): DocumentExamples {
  const examples: Examples = { ...pageExamples(schemas), ...OWN };
  const components: Record<string, JsonObject> = {};
  const refsOf = (name: string): [key: string, ref: JsonObject][] =>
    Object.entries(examples[name] ?? {}).map(([key, value]) => {
      components[`${name}.${key}`] = { value };
      return [key, { $ref: `#/components/examples/${name}.${key}` }];
    });
  return {
    of: (schema) => {
      const refs = exampleNames(schema).flatMap(refsOf);
      return refs.length > 0 ? Object.fromEntries(refs) : null;
    },
    components: () => components,
  };
}

/** Names of the components that a schema refers to: one, or all members of a union. */
function exampleNames(schema: JsonObject): string[] {
  if (typeof schema.$ref === 'string') return [schema.$ref.replace('#/components/schemas/', '')];
  const forms = (schema.anyOf ?? schema.oneOf ?? []) as JsonObject[];
  return forms.flatMap(exampleNames);
}

/** Builds an example of each page `{items, next}` from an example of its items. */
function pageExamples(schemas: Readonly<Record<string, JsonObject>>): Examples {
  const pages = Object.entries(schemas).flatMap(([name, { properties = {} }]) => {
    const { items, next, ...rest } = properties as Record<string, JsonObject>;
    const item = items?.items as JsonObject | undefined;
    if (!item || !next || Object.keys(rest).length > 0) return [];
    const [value] = exampleNames(item).flatMap((one) => Object.values(OWN[one] ?? {}));
    if (value === undefined) return [];
    const page: Json = { items: [value], next: null };
    return [[name, { page }] as const];
  });
  return Object.fromEntries(pages);
}
