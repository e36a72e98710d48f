import type { FieldProps } from './fields';

export type Bound<T> = Pick<FieldProps<T>, 'pointer' | 'value' | 'onChange'>;

export type Bind<T> = <F extends keyof T & string>(field: F) => Bound<T[F]>;

/**
 * Ties fields of a form to the fields of an object: `<TextField label="Name" {...field('name')} />`.
 *
 * @param put sets one field
 * @param at JSON Pointer of the object in the body
 */
export const bindFields =
  <T extends object>(
    body: T,
    put: <F extends keyof T & string>(field: F, value: T[F]) => void,
    at = '',
  ): Bind<T> =>
  (field) => ({
    pointer: `${at}/${field}`,
    value: body[field],
    onChange: (value) => put(field, value),
  });

/** Ties a required number. It may be missing while one types; the check reports that as a mistake. */
export const toNumberField = ({ onChange, ...rest }: Bound<number>): Bound<number | null> => ({
  ...rest,
  onChange: (value) => onChange(value as number),
});
