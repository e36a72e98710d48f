import { useLayoutEffect, useState } from 'preact/hooks';
import { isSame } from '../../library/item-draft';
import { FieldFrame, FieldNote } from './field-frame';
import type { FieldProps } from './fields';
import { useField } from './form-context';

const readLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Short words, one in a line. What has a line break in it can't stand here: see {@link TextsField}. */
export function LinesField(props: FieldProps<string[]> & { rows?: number }) {
  const { value } = props;
  const marks = useField(props.pointer, props.hint !== undefined);
  // Lines that are still empty are kept while one types. (In a layout effect for the reason that NumberField names.)
  const [text, setText] = useState(value.join('\n'));
  useLayoutEffect(
    () => setText((held) => (isSame(readLines(held), value) ? held : value.join('\n'))),
    [value],
  );
  return (
    <FieldFrame label={props.label} marks={marks} hint={props.hint}>
      <textarea
        {...marks.attributes}
        class="growing"
        rows={props.rows ?? 2}
        spellcheck={false}
        value={text}
        placeholder={props.placeholder}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          props.onChange(readLines(currentTarget.value));
        }}
      />
    </FieldFrame>
  );
}

/** Longer texts, each in a box of its own. */
export function TextsField(props: FieldProps<string[]> & { one: string }) {
  const { value, onChange, one } = props;
  const marks = useField(props.pointer, props.hint !== undefined);
  const put = (at: number, text: string) => onChange(value.map((held, i) => (i === at ? text : held)));
  return (
    <fieldset class={`form-field wide group${marks.messages.length > 0 ? ' wrong' : ''}`}>
      <legend>{props.label}</legend>
      {value.map((text, at) => (
        // Texts have no id: a place is all there is to know them by.
        <div key={at} class="row-of">
          <textarea
            class="growing"
            rows={2}
            aria-label={`${one} ${at + 1}`}
            value={text}
            onInput={(typed) => put(at, typed.currentTarget.value)}
          />
          <button
            type="button"
            class="plain"
            aria-label={`Remove ${one.toLowerCase()} ${at + 1}`}
            onClick={() => onChange(value.filter((_, i) => i !== at))}
          >
            Remove
          </button>
        </div>
      ))}
      <div class="buttons">
        <button type="button" onClick={() => onChange([...value, ''])}>
          Add {one.toLowerCase()}
        </button>
      </div>
      <FieldNote marks={marks} hint={props.hint} />
    </fieldset>
  );
}

type Row = [name: string, value: string];
const toRecord = (rows: readonly Row[]): Record<string, string> =>
  Object.fromEntries(
    rows.filter(([name]) => name.trim() !== '').map(([name, value]) => [name.trim(), value]),
  );

/** Facts, trackers: names with a text each. */
export function PairsField(props: FieldProps<Record<string, string>> & { one: string }) {
  const { value, onChange, one } = props;
  const marks = useField(props.pointer, props.hint !== undefined);
  // Rows are kept as they are typed: without a name yet, or with one that another row has.
  const [rows, setRows] = useState<Row[]>(() => Object.entries(value));
  useLayoutEffect(
    () => setRows((held) => (isSame(toRecord(held), value) ? held : Object.entries(value))),
    [value],
  );
  const change = (next: Row[]) => {
    setRows(next);
    onChange(toRecord(next));
  };
  const put = (at: number, row: Row) => change(rows.map((held, i) => (i === at ? row : held)));
  const names = rows.map(([name]) => name.trim());
  return (
    <fieldset class={`form-field wide group${marks.messages.length > 0 ? ' wrong' : ''}`}>
      <legend>{props.label}</legend>
      {rows.map((row, at) => (
        <div key={at} class="row-of pair">
          <input
            type="text"
            aria-label={`Name of ${one.toLowerCase()} ${at + 1}`}
            aria-invalid={names.indexOf(names[at] ?? '') < at}
            placeholder="name"
            value={row[0]}
            onInput={(typed) => put(at, [typed.currentTarget.value, row[1]])}
          />
          <textarea
            class="growing"
            rows={1}
            aria-label={`${one} ${at + 1}`}
            placeholder="what is so"
            value={row[1]}
            onInput={(typed) => put(at, [row[0], typed.currentTarget.value])}
          />
          <button
            type="button"
            class="plain"
            aria-label={`Remove ${one.toLowerCase()} ${at + 1}`}
            onClick={() => change(rows.filter((_, i) => i !== at))}
          >
            Remove
          </button>
          {row[0].trim() === '' && row[1] !== '' && <p class="mistake">Give it a name, or it is not kept.</p>}
          {row[0].trim() !== '' && names.indexOf(names[at] ?? '') < at && (
            <p class="mistake">This name is there already: the last one counts.</p>
          )}
        </div>
      ))}
      <div class="buttons">
        <button type="button" onClick={() => setRows([...rows, ['', '']])}>
          Add {one.toLowerCase()}
        </button>
      </div>
      <FieldNote marks={marks} hint={props.hint} />
    </fieldset>
  );
}
