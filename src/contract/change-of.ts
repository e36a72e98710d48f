import { z } from 'zod';

type Bare<T> = T extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? Inner : T;
type ChangeShape<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<Bare<S[K]>> };

/**
 * The schema of a change of an object: any of its fields. Without their defaults: a field that is not sent stays as it
 * is, and is not reset. Nested objects are taken as a whole; extend the answer for those that are not.
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
