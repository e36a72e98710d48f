import { useCallback, useRef } from 'preact/hooks';
import type { LibraryKind } from '../../../src/contract/library';
import { type ListQuery, library } from '../api/library';
import { GroupFrame } from '../kit/form/field-frame';
import { useField } from '../kit/form/form-context';
import { Check } from '../kit/form/typed-field';
import { ListMore, ListSearch } from '../kit/listing';
import { useList } from '../kit/use-list';
import { lower } from '../words/say';
import { CharacterAvatar } from './character-avatar';
import { itemHref, KINDS } from './kinds';

const PAGE = 60;
const AT_A_GLANCE = 12;

/** Chooses any number of items of the library, in the order of choosing. */
export function ChooseMany(props: {
  label: string;
  kind: LibraryKind;
  pointer: string;
  value: string[];
  onChange: (value: string[]) => void;
}) {
  const { label, kind, value, onChange } = props;
  const marks = useField(props.pointer);
  const readPage = useCallback((query: ListQuery) => library.list(kind, query), [kind]);
  const list = useList(readPage, PAGE);
  const { items, problem, search } = list;
  const { collection, many, one } = KINDS[kind];
  /** Names of all items seen so far, so that chosen ones stay listed during a search. */
  const names = useRef(new Map<string, string>());
  for (const { id, name } of items ?? []) names.current.set(id, name);
  const listedIds = items?.map(({ id }) => id) ?? [];
  const shownIds = [...value.filter((id) => !listedIds.includes(id)), ...listedIds];
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...value, id] : value.filter((held) => held !== id));
  return (
    <GroupFrame label={label} marks={marks}>
      {!items && !problem && <p class="quiet">Loading…</p>}
      {problem && <p class="mistake">{problem.title}: the library could not be read.</p>}
      {items?.length === 0 && search === '' && (
        <p class="quiet">
          No {lower(many)} yet. <a href={`#/library/${collection}/new`}>Create a {one}</a>
        </p>
      )}
      <ListSearch
        list={list}
        label={`Search ${lower(many)} by name`}
        placeholder="Search by name"
        few={AT_A_GLANCE}
      />
      <div class="choices">
        {shownIds.map((id) => {
          const name = names.current.get(id) ?? id;
          return (
            <span key={id} class="choice">
              <Check
                label={kind === 'character' ? [<CharacterAvatar key={id} id={id} name={name} />, name] : name}
                checked={value.includes(id)}
                onChange={(on) => toggle(id, on)}
              />
              <a class="quiet" href={itemHref(kind, id)} aria-label={`Open ${name}`}>
                Open
              </a>
            </span>
          );
        })}
        <ListMore list={list} class="plain" />
      </div>
    </GroupFrame>
  );
}
