import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type CallGroup, findCalls, indexCalls } from './find-calls';
import { MarkedWords, Method } from './marked-words';
import type { Call, OpenApi } from './openapi';

/** All endpoints by group, or search results. `/` focuses the search, Enter opens the first hit. */
export function CallList(props: {
  document: OpenApi;
  calls: Call[];
  groups: CallGroup[];
  choice: string | null;
}) {
  const { document: api, calls, groups, choice } = props;
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const isSearching = search.trim() !== '';
  // Made at the first letter: many who come do not search.
  const index = useMemo(() => (isSearching ? indexCalls(api, calls) : []), [api, calls, isSearching]);
  const hits = useMemo(() => (isSearching ? findCalls(index, search) : null), [index, isSearching, search]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [choice]);
  const open = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setSearch('');
    const [first] = hits ?? [];
    if (event.key === 'Enter' && first) location.hash = first.id;
  };
  return (
    <nav class="call-list" aria-label="Calls" ref={list}>
      <search>
        <input
          ref={input}
          type="search"
          aria-label="Search endpoints"
          placeholder="Search endpoints"
          title="Press / to search"
          value={search}
          onInput={(typed) => setSearch(typed.currentTarget.value)}
          onKeyDown={open}
        />
        <p class="quiet" aria-live="polite">
          {hits && countCalls(hits.length)}
        </p>
      </search>
      {hits ? (
        <Links calls={hits} choice={choice} />
      ) : (
        groups.map((group) => <Group key={group.name} group={group} choice={choice} />)
      )}
    </nav>
  );
}

function Group({ group, choice }: { group: CallGroup; choice: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const hasChoice = group.calls.some(({ id }) => id === choice);
  useEffect(() => {
    if (hasChoice) setOpen(true);
  }, [hasChoice]);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {capitalise(group.name)} <span class="quiet">{group.calls.length}</span>
      </summary>
      <Links calls={group.calls} choice={choice} />
    </details>
  );
}

function Links({ calls, choice }: { calls: Call[]; choice: string | null }) {
  return (
    <ul>
      {calls.map((call) => (
        <li key={call.id}>
          <a href={`#${call.id}`} aria-current={call.id === choice ? 'page' : undefined}>
            <span>
              <MarkedWords text={call.summary} />
            </span>
            <span class="call-address">
              <Method of={call.method} /> <span class="call-path">{call.path}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function countCalls(count: number): string {
  if (count === 0) return 'No matching endpoints.';
  return count === 1 ? '1 endpoint' : `${count} endpoints`;
}

export const capitalise = (word: string): string =>
  word === 'mcp' ? 'MCP' : word.charAt(0).toUpperCase() + word.slice(1);
