import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from '@cfworker/json-schema';
import { isObject, type JsonObject } from '../../src/base/json';

/**
 * Checks values against schemas that refer to `#/components/schemas`. Resolving those takes tens of
 * milliseconds, so it is done once instead of for every value.
 */
export function schemaChecker(schemas: JsonObject, draft: SchemaDraft) {
  const lookup = dereference({ components: { schemas } } as unknown as Schema);
  return (schema: JsonObject, value: unknown): OutputUnit[] => {
    // Assigns the lookup's addresses to the references inside the schema.
    dereference(schema as Schema);
    // The validator puts field names into addresses, which can't contain lone surrogates.
    const wellFormed = JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) =>
      isObject(inner)
        ? Object.fromEntries(Object.entries(inner).map(([key, of]) => [key.toWellFormed(), of]))
        : inner,
    );
    return validate(wellFormed, schema as Schema, draft, lookup, false).errors;
  };
}
