import { useCallback, useRef } from 'preact/hooks';
import type { LibraryKind } from '../../../../src/contract/library';
import { type ListQuery, library } from '../../api-library';
import { itemHref, KINDS } from '../../library/kinds';
import { useList } from '../../library/use-list';
import { FieldNote } from '../form/field-frame';
import { useField } from '../form/form-context';

const PAGE = 60;
/** With more than these, one looks for them by name. */
const AT_A_GLANCE = 12;

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
  const read = useCallback((query: ListQuery) => library.list(kind, query), [kind]);
  const { items, next, problem, search, setSearch, more } = useList(read, PAGE);
  const { collection, many, one } = KINDS[kind];
  /** Names that were seen: what is chosen stays in sight, whatever is searched for. */
  const names = useRef(new Map<string, string>());
  for (const { id, name } of items ?? []) names.current.set(id, name);
  const listed = items?.map(({ id }) => id) ?? [];
  const shown = [...value.filter((id) => !listed.includes(id)), ...listed];
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...value, id] : value.filter((held) => held !== id));
  return (
    <fieldset class={`form-field wide group${marks.messages.length > 0 ? ' wrong' : ''}`}>
      <legend>{label}</legend>
      {!items && !problem && <p class="quiet">Loading…</p>}
      {problem && <p class="mistake">{problem.title}: the library can't be read now.</p>}
      {items?.length === 0 && search === '' && (
        <p class="quiet">
          There are no {many.toLowerCase()} yet. <a href={`#/library/${collection}/new`}>Make a {one}</a>
        </p>
      )}
      {(search !== '' || next !== null || listed.length > AT_A_GLANCE) && (
        <input
          type="search"
          class="search"
          aria-label={`Search ${many.toLowerCase()} by name`}
          placeholder="Search by name"
          value={search}
          onInput={(typed) => setSearch(typed.currentTarget.value)}
        />
      )}
      <div class="choices">
        {shown.map((id) => {
          const name = names.current.get(id) ?? id;
          return (
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
          );
        })}
        {next && (
          <button type="button" class="plain" onClick={more}>
            More
          </button>
        )}
      </div>
      <FieldNote marks={marks} />
    </fieldset>
  );
}
