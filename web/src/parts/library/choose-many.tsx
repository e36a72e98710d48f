import type { LibraryKind } from '../../../../src/contract/library';
import { itemHref, KINDS } from '../../library/kinds';
import { FieldNote } from '../form/field-frame';
import { useField } from '../form/form-context';
import { useNames } from './use-names';

/** Chooses any number of items of the library, in the order in which they were chosen. */
export function ChooseMany(props: {
  label: string;
  kind: LibraryKind;
  pointer: string;
  value: string[];
  onChange: (value: string[]) => void;
}) {
  const { label, kind, value, onChange } = props;
  const marks = useField(props.pointer);
  const items = useNames(kind);
  const { collection, many, one } = KINDS[kind];
  const gone = value.filter((id) => items !== null && !items.some((item) => item.id === id));
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...value, id] : value.filter((held) => held !== id));
  return (
    <fieldset class={`form-field wide group${marks.messages.length > 0 ? ' wrong' : ''}`}>
      <legend>{label}</legend>
      {items === null && <p class="quiet">Loading…</p>}
      {items?.length === 0 && gone.length === 0 && (
        <p class="quiet">
          There are no {many.toLowerCase()} yet. <a href={`#/library/${collection}/new`}>Make a {one}</a>
        </p>
      )}
      <div class="choices">
        {[...(items ?? []), ...gone.map((id) => ({ id, name: id }))].map(({ id, name }) => (
          <span key={id} class="choice">
            <label class="check">
              <input
                type="checkbox"
                checked={value.includes(id)}
                onChange={(changed) => toggle(id, changed.currentTarget.checked)}
              />
              {name}
            </label>
            <a class="quiet" href={itemHref(kind, id)} aria-label={`Open ${name}`}>
              open
            </a>
          </span>
        ))}
      </div>
      <FieldNote marks={marks} />
    </fieldset>
  );
}
