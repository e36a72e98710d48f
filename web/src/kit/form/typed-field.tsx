import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Options } from './options';

export interface TypedFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The field takes a number between `min` and `max`. */
  isNumber?: boolean;
  min?: number | string;
  max?: number;
  step?: string;
  /** Number of lines to begin with; makes it a field of several lines. */
  rows?: number;
  maxLength?: number;
  required?: boolean;
  placeholder?: string;
  class?: string;
}

/** A labelled field for text or a number, kept as it is typed. */
export function TypedField({ label, onChange, isNumber, rows, ...rest }: TypedFieldProps) {
  const id = useId();
  const onInput = (typed: { currentTarget: { value: string } }) => onChange(typed.currentTarget.value);
  const field = { ...rest, id, onInput };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows !== undefined ? (
        <textarea {...field} rows={rows} />
      ) : isNumber ? (
        <input {...field} type="number" />
      ) : (
        <input {...field} type="text" />
      )}
    </div>
  );
}

/** A labelled choice of a few. */
export function SelectField<V extends string | number>(props: {
  label: ComponentChildren;
  value: V;
  options: readonly (readonly [value: V, words: string])[];
  disabled?: boolean;
  class?: string;
  onChange: (value: V) => void;
}) {
  const { label, value, options, disabled, onChange } = props;
  return (
    <label class={props.class ?? 'field'}>
      {label}
      <select
        value={value}
        disabled={disabled}
        onChange={(changed) => {
          const option = options.find(([one]) => String(one) === changed.currentTarget.value);
          if (option) onChange(option[0]);
        }}
      >
        <Options of={options} />
      </select>
    </label>
  );
}

interface Limit<M extends string> {
  name: M;
  label: string;
  /** Default: no limit. */
  placeholder?: string;
}

/** Fields for limits, kept as typed. Money has decimals; everything else is counted. */
export function TypedLimits<M extends string>(props: {
  limits: readonly Limit<M>[];
  texts: Partial<Record<M, string>>;
  canBeZero?: boolean;
  onChange: (texts: Partial<Record<M, string>>) => void;
}) {
  const { limits, texts, canBeZero, onChange } = props;
  return (
    <>
      {limits.map(({ name, label, placeholder = 'no limit' }) => (
        <TypedField
          key={name}
          label={label}
          isNumber
          min={canBeZero ? '0' : name === 'money' ? '0.000001' : '1'}
          step={name === 'money' ? 'any' : '1'}
          placeholder={placeholder}
          value={texts[name] ?? ''}
          onChange={(text) => onChange({ ...texts, [name]: text })}
        />
      ))}
    </>
  );
}

export function Check(props: {
  label: ComponentChildren;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled}
        onChange={(changed) => props.onChange(changed.currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
