import { z } from 'zod';
import type { JsonObject } from '../../../base/json';
import { checkDraft07 } from '../schema/draft07';
import {
  collectKeys,
  countKnown,
  type JsonSchemaObject,
  nameAll,
  propertiesOf,
  resolve,
  type SchemaTree,
  wordsAt,
} from '../schema/schema-tree';
import { coerce } from './coerce';
import { describe, type OutputError, outputError, readErrors } from './errors';
import type { Repair } from './repair';

/** A schema made ready: what it accepts, which keys it knows, and how a value is brought into its form. */
export interface Form<T> {
  /** The top-level properties; empty for a schema that names none. */
  properties: JsonObject;
  /** The same by their names without case and spacing; null for one that several have. */
  names: ReadonlyMap<string, string | null>;
  /** Every property name of the schema, in lower case. */
  keys: ReadonlySet<string>;
  /** The words of the fixed lists that may stand at a path of a value. */
  wordsAt(path: readonly (string | number)[]): string[];
  coerce(json: JsonObject, repairs: Set<Repair>): JsonObject;
  check(json: JsonObject): { ok: true; value: T } | { ok: false; errors: OutputError[] };
}

const forms = new WeakMap<object, Form<unknown>>();

/** The form of a zod schema or of a draft-07 JSON Schema. Made once per schema. */
export function readForm<T>(schema: z.ZodType<T> | JsonSchemaObject): Form<T> {
  const known = forms.get(schema) as Form<T> | undefined;
  if (known !== undefined) return known;
  const form = makeForm(schema);
  forms.set(schema, form as Form<unknown>);
  return form;
}

function makeForm<T>(schema: z.ZodType<T> | JsonSchemaObject): Form<T> {
  const zod = schema instanceof z.ZodType ? schema : null;
  const root = zod === null ? (schema as JsonSchemaObject) : describeZod(zod);
  const tree: SchemaTree = { root, known: new WeakMap(), refs: new Map() };
  const properties = propertiesOf(resolve(root, tree), tree);
  const names = Object.keys(properties);
  return {
    properties,
    names: nameAll(properties),
    keys: collectKeys(tree),
    wordsAt: (path) => wordsAt(tree, path),
    coerce: (json, repairs) => coerce(json, tree, repairs) as JsonObject,
    check: (json) => {
      if (names.length > 0 && !names.some((key) => Object.hasOwn(json, key))) {
        const expected = `an object with the keys ${names.join(', ')}`;
        return { ok: false, errors: [outputError('', expected, describe(json))] };
      }
      if (zod !== null) {
        const result = zod.safeParse(json);
        return result.success
          ? { ok: true, value: result.data }
          : { ok: false, errors: readErrors(result.error, json) };
      }
      const errors = checkDraft07(json, root);
      return errors.length === 0 ? { ok: true, value: json as T } : { ok: false, errors };
    },
  };
}

const describeZod = (schema: z.ZodType): JsonSchemaObject =>
  z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any', io: 'input' }) as JsonSchemaObject;

/** How many of the form's properties an object has, whatever the case and spacing of its keys. */
export const knownKeys = (json: JsonObject, form: Form<unknown>): number => countKnown(json, form.names);
