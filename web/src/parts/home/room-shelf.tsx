import { useCallback, useEffect, useState } from 'preact/hooks';
import type { PageProblem } from '../../api';
import { type ListQuery, rooms } from '../../api-library';
import { useList } from '../../library/use-list';
import { StatusMark } from '../marks';
import { ProblemNote } from '../problem-note';
import { When } from '../when';

const REFRESH_MS = 10_000;
/** While something is being played. */
const LIVELY_MS = 3_000;
const PAGE = 12;

const READERS = {
  scenes: async (query: ListQuery) => {
    const reply = await rooms.scenes(query);
    if (!reply.ok) return reply;
    const items = reply.value.items.map((one): ShelfItem => ({ ...one, count: one.rounds }));
    return { ok: true as const, value: { items, next: reply.value.next } };
  },
  runs: async (query: ListQuery) => {
    const reply = await rooms.runs(query);
    if (!reply.ok) return reply;
    const items = reply.value.items.map((one): ShelfItem => ({ ...one, count: one.turns }));
    return { ok: true as const, value: { items, next: reply.value.next } };
  },
};
const WORDS = {
  scenes: { title: 'My scenes', none: 'No scene yet. The first one is a press away.', unit: 'round' },
  runs: { title: 'My runs', none: 'No run yet. An exploration takes a minute to watch.', unit: 'turn' },
} as const;

interface ShelfItem {
  id: string;
  title: string;
  status: string;
  count: number;
  updatedAt: string;
}

/** Scenes or runs, newest first, with what they are doing now. */
export function RoomShelf({ kind }: { kind: 'scenes' | 'runs' }) {
  const { items, next, problem, search, setSearch, more, refresh } = useList(READERS[kind], PAGE);
  const { title, none, unit } = WORDS[kind];
  /** The list follows the rooms after a moment: until then, what was deleted here is left out. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const shown = items?.filter(({ id }) => !gone.has(id));
  const isLively = items?.some(({ status }) => status === 'running') ?? false;
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const timer = setInterval(look, isLively ? LIVELY_MS : REFRESH_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [refresh, isLively]);
  const id = `shelf-${kind}`;
  return (
    <section aria-labelledby={id}>
      <div class="row between">
        <h2 id={id}>{title}</h2>
        {(search !== '' || next || (items && items.length > 5)) && (
          <input
            type="search"
            class="search small"
            aria-label={`Search ${title.toLowerCase()} by title`}
            placeholder="Search by title"
            value={search}
            onInput={(typed) => setSearch(typed.currentTarget.value)}
          />
        )}
      </div>
      {problem && (
        <ProblemNote problem={problem}>
          <button type="button" onClick={() => void refresh()}>
            Try again
          </button>
        </ProblemNote>
      )}
      {!items && !problem && <p class="quiet">Loading…</p>}
      {shown?.length === 0 && !next && (
        <p class="quiet">{search.trim() === '' ? none : `Nothing is called that.`}</p>
      )}
      <ul class="shelf">
        {shown?.map((item) => (
          <RoomRow
            key={item.id}
            kind={kind}
            item={item}
            unit={unit}
            onDeleted={() => setGone(new Set([...gone, item.id]))}
          />
        ))}
      </ul>
      {next && (
        <button type="button" onClick={more}>
          More
        </button>
      )}
    </section>
  );
}

function RoomRow(props: { kind: 'scenes' | 'runs'; item: ShelfItem; unit: string; onDeleted: () => void }) {
  const { kind, item, unit, onDeleted } = props;
  const [mode, setMode] = useState<'rename' | 'delete' | null>(null);
  const [title, setTitle] = useState(item.title);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);
  /** What it was called here, until the list follows. */
  const [renamed, setRenamed] = useState<string | null>(null);
  const room = `${kind}/${item.id}`;
  const close = useCallback(() => {
    setMode(null);
    setProblem(null);
  }, []);

  const rename = async () => {
    const wanted = title.trim();
    if (wanted === '' || busy) return;
    setBusy(true);
    const reply = await rooms.rename(room, wanted);
    setBusy(false);
    if (!reply.ok) return setProblem(reply.problem);
    setRenamed(wanted);
    close();
  };
  const remove = async () => {
    setBusy(true);
    const reply = await rooms.remove(room);
    setBusy(false);
    if (!reply.ok) return setProblem(reply.problem);
    onDeleted();
  };

  const shown = renamed ?? item.title;
  return (
    <li>
      <div class="room-row">
        <a href={`#/${room}`}>
          <span class="title">{shown}</span>
          <StatusMark status={item.status} />
          <span class="quiet">
            {item.count} {unit}
            {item.count === 1 ? '' : 's'} · <When at={item.updatedAt} />
          </span>
        </a>
        <button
          type="button"
          class="plain row-more"
          aria-label={`Rename ${shown}`}
          onClick={() => setMode(mode === 'rename' ? null : 'rename')}
        >
          Rename
        </button>
        <button
          type="button"
          class="plain row-more"
          aria-label={`Delete ${shown}`}
          onClick={() => setMode(mode === 'delete' ? null : 'delete')}
        >
          Delete
        </button>
      </div>
      {mode === 'rename' && (
        <form
          class="row room-edit"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            void rename();
          }}
        >
          <input
            type="text"
            aria-label="New title"
            maxLength={200}
            autofocus
            value={title}
            onInput={(typed) => setTitle(typed.currentTarget.value)}
            onKeyDown={(pressed) => pressed.key === 'Escape' && close()}
          />
          <button type="submit" class="primary" disabled={busy || title.trim() === ''}>
            Rename
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </form>
      )}
      {mode === 'delete' && (
        <div class="notice" role="alert">
          <p>Delete “{shown}” and everything kept about it? Nothing brings it back.</p>
          <div class="buttons">
            <button type="button" class="danger" disabled={busy} onClick={() => void remove()}>
              Delete for good
            </button>
            <button type="button" onClick={close}>
              Keep
            </button>
          </div>
        </div>
      )}
      {problem && <ProblemNote problem={problem} />}
    </li>
  );
}
