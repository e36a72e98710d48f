import { z } from 'zod';

type WithoutDefaults<T> = T extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? Inner : T;
type ChangeShape<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<WithoutDefaults<S[K]>> };

/**
 * Builds the schema for changing an object: every field is optional and has no default, so that omitted fields keep
 * their value instead of being reset. Nested objects are replaced as a whole; extend the result to change only a part
 * of one.
 */
export function changeOf<S extends z.ZodRawShape>(
  object: z.ZodObject<S>,
): z.ZodObject<ChangeShape<S>, z.core.$strict> {
  const fields = Object.entries(object.shape as unknown as Record<string, z.ZodType>).map(([name, field]) => {
    const hasDefault = field instanceof z.ZodDefault || field instanceof z.ZodPrefault;
    const bare = (hasDefault ? (field.unwrap() as z.ZodType) : field).optional();
    return [name, field.description === undefined ? bare : bare.describe(field.description)];
  });
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodObject<ChangeShape<S>, z.core.$strict>;
}
