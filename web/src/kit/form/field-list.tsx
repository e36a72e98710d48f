import { type ComponentChildren, type ComponentType, Fragment } from 'preact';
import { AreaField, CheckField, ChoiceField, InheritedField, NumberField, TextField } from './fields';
import { JsonField } from './json-field';
import { LinesField, PairsField, TextsField } from './list-fields';
import { Check, SelectField, TypedField, type TypedFieldProps } from './typed-field';

/** The component of each kind of field, and the value of an empty one. */
const KINDS = {
  text: [TextField, ''],
  area: [AreaField, ''],
  choice: [ChoiceField, ''],
  number: [NumberField, null],
  check: [CheckField, false],
  yesNo: [InheritedField, null],
  lines: [LinesField, []],
  texts: [TextsField, []],
  pairs: [PairsField, {}],
  json: [JsonField, undefined],
  // Without hints and errors.
  typed: [({ pointer: _, ...field }: TypedFieldProps & { pointer: string }) => <TypedField {...field} />, ''],
  select: [SelectField, ''],
  tick: [
    ({ value, ...field }: Omit<Parameters<typeof Check>[0], 'checked'> & { value: boolean }) => (
      <Check {...field} checked={value} />
    ),
    false,
  ],
} as const;
type Kind = keyof typeof KINDS;

export type Choices<V extends string = string> = readonly (readonly [value: V, words: string])[];

interface Common<T> {
  hint?: string | undefined;
  placeholder?: string;
  /** JSON Pointer of the field in the object. Default: its name. */
  pointer?: string;
  /** Returns false to hide the field. */
  when?: (values: T) => boolean;
}

/** Props of a custom field: `<ChooseMany kind="persona" label="Personas" {...field} />`. */
export interface DrawnField<V> {
  pointer: string;
  value: V;
  onChange: (value: V) => void;
}

/** A field of `T` whose value is a `V`. */
interface Field<T, V> extends Common<T> {
  kind: Kind;
  label: string;
  /** Never set: carries the type of the value. */
  edits?: () => V;
}
interface OwnField<T, V> {
  when?: (values: T) => boolean;
  draw: (field: DrawnField<V>) => ComponentChildren;
}

/** Fields by the property they edit, in display order. */
export type FieldList<T> = {
  readonly [F in keyof T]?: Field<T, NonNullable<T[F]>> | OwnField<T, T[F]>;
};

const make =
  <Value, More = object>(kind: Kind) =>
  <T,>(label: string, more?: Common<T> & More): Field<T, Value> => ({ kind, label, ...more });

export const text = make<string>('text');
export const area = make<string, { rows?: number }>('area');
export const number = make<number, { min?: number; max?: number; step?: number | 'any' }>('number');
export const check = make<boolean>('check');
/** Yes, no, or the label of `inherits`. */
export const yesNo = make<boolean, { inherits: string }>('yesNo');
/** Short words, one per line. */
export const lines = make<string[]>('lines');
/** Texts in rows; `one` names one of them. */
export const texts = make<string[], { one: string }>('texts');
export const pairs = make<Record<string, string>, { one: string }>('pairs');
export const json = make<Record<string, unknown>, { example: string }>('json');
/** A text or number of dialogs, kept as it is typed. */
export const typed = make<string, Omit<TypedFieldProps, 'label' | 'value' | 'onChange'>>('typed');
export const tick = make<boolean>('tick');
/** A choice of a few; `select` is the one of dialogs. */
export const choice = <T, V extends string>(
  label: string,
  options: Choices<V | ''>,
  more?: Common<T>,
): Field<T, V> => ({ kind: 'choice', label, ...more, ...{ options } });
export const select = <T, V extends string>(...field: Parameters<typeof choice<T, V>>): Field<T, V> => ({
  ...choice(...field),
  kind: 'select',
});

/**
 * The fields of a list. null or missing values appear as empty fields; a cleared number becomes null, and validation
 * reports it if it is required.
 *
 * @param props `at`: JSON Pointer of the object in the body
 */
export function Fields<T extends object>(props: {
  fields: FieldList<T>;
  values: T;
  onChange: (change: Partial<T>) => void;
  at?: string;
}) {
  const { values, at = '' } = props;
  const fields = Object.entries(props.fields) as [keyof T & string, Field<T, never> | OwnField<T, unknown>][];
  return (
    <>
      {fields.map(([name, field]) => {
        if (field.when && !field.when(values)) return null;
        const binding = {
          pointer: `${at}/${name}`,
          value: values[name] as unknown,
          onChange: (value: unknown) => props.onChange({ [name]: value } as Partial<T>),
        };
        if ('draw' in field) return <Fragment key={name}>{field.draw(binding)}</Fragment>;
        const { kind, when: _, pointer = `/${name}`, ...rest } = field;
        const [component, empty] = KINDS[kind];
        // The builder of the field has matched its kind and its value.
        const Component = component as unknown as ComponentType<typeof binding & typeof rest>;
        return (
          <Component
            key={name}
            {...rest}
            {...binding}
            pointer={`${at}${pointer}`}
            value={binding.value ?? empty}
          />
        );
      })}
    </>
  );
}
