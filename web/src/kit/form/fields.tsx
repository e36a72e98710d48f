import { FieldFrame, FieldNote } from './field-frame';
import { useField } from './form-context';
import { useTyped } from './use-typed';

export interface FieldProps<T> {
  label: string;
  /** JSON Pointer of the field in the body, to show its errors here. */
  pointer: string;
  value: T;
  onChange: (value: T) => void;
  hint?: string;
  placeholder?: string;
}

export function TextField(props: FieldProps<string>) {
  const marks = useField(props.pointer, props.hint !== undefined);
  return (
    <FieldFrame label={props.label} marks={marks} hint={props.hint}>
      <input
        {...marks.attributes}
        type="text"
        autocomplete="off"
        value={props.value}
        placeholder={props.placeholder}
        onInput={(typed) => props.onChange(typed.currentTarget.value)}
      />
    </FieldFrame>
  );
}

export function AreaField(props: FieldProps<string> & { rows?: number }) {
  const marks = useField(props.pointer, props.hint !== undefined);
  return (
    <FieldFrame label={props.label} marks={marks} hint={props.hint} wide>
      <textarea
        {...marks.attributes}
        class="growing"
        rows={props.rows ?? 3}
        value={props.value}
        placeholder={props.placeholder}
        onInput={(typed) => props.onChange(typed.currentTarget.value)}
      />
    </FieldFrame>
  );
}

/** A number; null if empty. */
export function NumberField(
  props: FieldProps<number | null> & { min?: number; max?: number; step?: number | 'any' },
) {
  const marks = useField(props.pointer, props.hint !== undefined);
  const [text, setText] = useTyped(props.value, readNumber, showNumber);
  return (
    <FieldFrame label={props.label} marks={marks} hint={props.hint}>
      <input
        {...marks.attributes}
        type="number"
        min={props.min}
        max={props.max}
        step={props.step ?? 1}
        value={text}
        placeholder={props.placeholder}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          props.onChange(readNumber(currentTarget.value));
        }}
      />
    </FieldFrame>
  );
}

const readNumber = (text: string): number | null => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};
const showNumber = (value: number | null): string => (value === null ? '' : String(value));

export function CheckField(props: FieldProps<boolean>) {
  const marks = useField(props.pointer, props.hint !== undefined);
  return (
    <div class="form-field check-field">
      <label class="check">
        <input
          {...marks.attributes}
          type="checkbox"
          checked={props.value}
          onChange={(changed) => props.onChange(changed.currentTarget.checked)}
        />
        {props.label}
      </label>
      <FieldNote marks={marks} hint={props.hint} />
    </div>
  );
}

/** A choice of a few; `options` are value and words. */
export function ChoiceField<T extends string>(
  props: FieldProps<T> & { options: readonly (readonly [T, string])[]; disabled?: boolean },
) {
  const marks = useField(props.pointer, props.hint !== undefined);
  return (
    <FieldFrame label={props.label} marks={marks} hint={props.hint}>
      <select
        {...marks.attributes}
        disabled={props.disabled}
        value={props.value}
        onChange={(changed) => {
          const option = props.options.find(([value]) => value === changed.currentTarget.value);
          if (option) props.onChange(option[0]);
        }}
      >
        {props.options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function InheritedField(props: FieldProps<boolean | null> & { inherits: string }) {
  const { value, onChange, ...rest } = props;
  return (
    <ChoiceField
      {...rest}
      value={value === null ? 'inherit' : value ? 'yes' : 'no'}
      onChange={(chosen) => onChange(chosen === 'inherit' ? null : chosen === 'yes')}
      options={[
        ['inherit', props.inherits],
        ['yes', 'Yes'],
        ['no', 'No'],
      ]}
    />
  );
}
