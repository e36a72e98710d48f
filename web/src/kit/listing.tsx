import { ProblemNote } from './problem-note';
import type { Listing } from './use-list';

/** Longer lists get a search field. */
const SEARCH_THRESHOLD = 5;

/** The search field of a list; hidden while the list is short. */
export function ListSearch(props: {
  list: Listing<unknown>;
  label: string;
  placeholder: string;
  few?: number;
  isSmall?: boolean;
}) {
  const { list, few = SEARCH_THRESHOLD } = props;
  if (list.search === '' && list.next === null && (list.items?.length ?? 0) <= few) return null;
  return (
    <input
      type="search"
      class={props.isSmall ? 'search small' : 'search'}
      aria-label={props.label}
      placeholder={props.placeholder}
      value={list.search}
      onInput={(typed) => list.setSearch(typed.currentTarget.value)}
    />
  );
}

/** Stands in for the items while they load or can't be read. */
export function ListState({ list }: { list: Listing<unknown> }) {
  if (list.problem) return <ProblemNote problem={list.problem} onRetry={() => void list.refresh()} />;
  return list.items ? null : <p class="quiet">Loading…</p>;
}

export function ListMore({ list, class: className }: { list: Listing<unknown>; class?: string }) {
  if (!list.next) return null;
  return (
    <button type="button" class={className} onClick={list.more}>
      More
    </button>
  );
}
