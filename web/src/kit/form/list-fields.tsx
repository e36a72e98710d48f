import type { ComponentChildren } from 'preact';
import { lower } from '../../words/say';
import { FieldFrame, GroupFrame } from './field-frame';
import type { FieldProps } from './fields';
import { useField } from './form-context';
import { useTyped } from './use-typed';

const readLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
const showLines = (lines: string[]): string => lines.join('\n');

/** Short words, one per line. Texts with line breaks need {@link TextsField}. */
export function LinesField(props: FieldProps<string[]> & { rows?: number }) {
  const marks = useField(props.pointer, props.hint !== undefined);
  const [text, setText] = useTyped(props.value, readLines, showLines);
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

export function TextsField(props: FieldProps<string[]> & { one: string }) {
  const { value, onChange, one } = props;
  return (
    <Rows {...props} rows={value} onRows={onChange} onAdd={() => onChange([...value, ''])}>
      {(text, at, put) => (
        <textarea
          class="growing"
          rows={2}
          aria-label={`${one} ${at + 1}`}
          value={text}
          onInput={(typed) => put(typed.currentTarget.value)}
        />
      )}
    </Rows>
  );
}

type Pair = [name: string, value: string];
const readPairs = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.filter(([name]) => name.trim() !== '').map(([name, value]) => [name.trim(), value]),
  );

/** Names with a text each, such as facts or trackers. Rows stay as typed, even without a name or with a taken one. */
export function PairsField(props: FieldProps<Record<string, string>> & { one: string }) {
  const { one } = props;
  const [pairs, setPairs] = useTyped<Pair[], Record<string, string>>(props.value, readPairs, Object.entries);
  const names = pairs.map(([name]) => name.trim());
  const isTaken = (at: number) => names.indexOf(names[at] ?? '') < at;
  const change = (next: Pair[]) => {
    setPairs(next);
    props.onChange(readPairs(next));
  };
  return (
    <Rows
      {...props}
      class="row-of pair"
      rows={pairs}
      onRows={change}
      // A row without a name does not count yet.
      onAdd={() => setPairs([...pairs, ['', '']])}
      note={([name, value], at) => {
        if (name.trim() === '') return value === '' ? null : 'Enter a name to save this.';
        return isTaken(at) ? 'This name is already used. The last one counts.' : null;
      }}
    >
      {([name, value], at, put) => (
        <>
          <input
            type="text"
            aria-label={`Name of ${lower(one)} ${at + 1}`}
            aria-invalid={isTaken(at)}
            placeholder="name"
            value={name}
            onInput={(typed) => put([typed.currentTarget.value, value])}
          />
          <textarea
            class="growing"
            rows={1}
            aria-label={`${one} ${at + 1}`}
            placeholder="value"
            value={value}
            onInput={(typed) => put([name, typed.currentTarget.value])}
          />
        </>
      )}
    </Rows>
  );
}

interface RowsProps<Row> {
  label: string;
  pointer: string;
  hint?: string;
  one: string;
  rows: readonly Row[];
  class?: string;
  onRows: (rows: Row[]) => void;
  onAdd: () => void;
  /** Returns the mistake of a row, or null. */
  note?: (row: Row, at: number) => string | null;
  children: (row: Row, at: number, put: (row: Row) => void) => ComponentChildren;
}

function Rows<Row>(props: RowsProps<Row>) {
  const { rows, onRows } = props;
  const one = lower(props.one);
  const marks = useField(props.pointer, props.hint !== undefined);
  return (
    <GroupFrame label={props.label} marks={marks} hint={props.hint}>
      {rows.map((row, at) => {
        const note = props.note?.(row, at);
        return (
          // Rows have no id, so the position identifies them.
          <div key={at} class={props.class ?? 'row-of'}>
            {props.children(row, at, (next) => onRows(rows.map((held, i) => (i === at ? next : held))))}
            <button
              type="button"
              class="plain"
              aria-label={`Remove ${one} ${at + 1}`}
              onClick={() => onRows(rows.filter((_, i) => i !== at))}
            >
              Remove
            </button>
            {note && <p class="mistake">{note}</p>}
          </div>
        );
      })}
      <div class="buttons">
        <button type="button" onClick={props.onAdd}>
          Add {one}
        </button>
      </div>
    </GroupFrame>
  );
}
