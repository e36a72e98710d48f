import { isObject, type Json } from '../../../../src/base/json';
import { FieldFrame } from './field-frame';
import type { FieldProps } from './fields';
import { useField } from './form-context';
import { readJsonText } from './json-text';
import { useTyped } from './use-typed';

const show = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

export function JsonField(props: Omit<FieldProps<Json | undefined>, 'placeholder'> & { example?: string }) {
  const marks = useField(props.pointer, props.hint !== undefined);
  const [text, setText] = useTyped(props.value, readJsonText, show);
  const tidy = readJsonText(text);
  return (
    <FieldFrame label={props.label} marks={marks} hint={props.hint} wide>
      <textarea
        {...marks.attributes}
        class="growing code"
        rows={5}
        spellcheck={false}
        value={text}
        placeholder={props.example}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          props.onChange(readJsonText(currentTarget.value));
        }}
      />
      {isObject(tidy) && show(tidy) !== text && (
        <button type="button" class="plain" onClick={() => setText(show(tidy))}>
          Format
        </button>
      )}
    </FieldFrame>
  );
}
