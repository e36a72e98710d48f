import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TypedFieldProps {
  label: string;
  value: string;
  onText: (text: string) => void;
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
export function TypedField({ label, onText, isNumber, rows, ...rest }: TypedFieldProps) {
  const id = useId();
  const onInput = (typed: { currentTarget: { value: string } }) => onText(typed.currentTarget.value);
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
