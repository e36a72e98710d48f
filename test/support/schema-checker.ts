import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from '@cfworker/json-schema';
import { isObject, type JsonObject } from '../../src/base/json';

/**
 * Checks values against schemas that refer to `#/components/schemas`. Resolving those takes tens of milliseconds, so it is done
 * once instead of for every value.
 */
export function schemaChecker(schemas: JsonObject, draft: SchemaDraft) {
  const lookup = dereference({ components: { schemas } } as unknown as Schema);
  return (schema: JsonObject, value: unknown): OutputUnit[] => {
    // Gives the references inside the schema the addresses that the lookup has.
    dereference(schema as Schema);
    // The validator puts names of fields into addresses, which half a surrogate pair can't be in.
    const wellFormed = JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) =>
      isObject(inner)
        ? Object.fromEntries(Object.entries(inner).map(([key, of]) => [key.toWellFormed(), of]))
        : inner,
    );
    return validate(wellFormed, schema as Schema, draft, lookup, false).errors;
  };
}
