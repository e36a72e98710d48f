import { Ellipsis, Pencil, Trash2 } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { rooms } from '../api/library';
import { answererNameLabel } from '../kit/answerers';
import { DangerNote } from '../kit/danger-note';
import { onSubmit } from '../kit/form/on-submit';
import { Icon } from '../kit/icon';
import { ListMore, ListSearch, ListState } from '../kit/listing';
import { StatusMark } from '../kit/marks';
import { Menu } from '../kit/menu';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import type { Listing } from '../kit/use-list';
import { When } from '../kit/when';
import { lower } from '../words/say';
import { Faces } from './faces';
import { LastWords } from './last-words';
import { nameCount, type ShelfItem } from './use-rooms';

const REFRESH_MS = 10_000;
/** Milliseconds between two readings while a room is playing. */
const LIVELY_MS = 3_000;
const WORDS = {
  scenes: { title: 'My scenes', none: 'No scenes yet. Pick one above to start.' },
  runs: {
    title: 'My runs',
    none: 'No runs yet. Pick a game above; an exploration takes about a minute.',
  },
} as const;

/** Lists scenes or runs, newest first, with their status. */
export function RoomShelf({ kind, list }: { kind: ShelfItem['kind']; list: Listing<ShelfItem> }) {
  const { items, next, search, refresh } = list;
  const { title, none } = WORDS[kind];
  /** Rooms deleted here, hidden until the list no longer contains them. */
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set());
  // An active room moves to the top and would appear again on a later page.
  const shownItems = items?.filter(
    ({ id }, at) => !deletedIds.has(id) && items.findIndex((one) => one.id === id) === at,
  );
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
        <ListSearch
          list={list}
          label={`Search ${lower(title)} by title`}
          placeholder="Search by title"
          isSmall
        />
      </div>
      <ListState list={list} />
      {shownItems?.length === 0 && !next && (
        <p class="quiet">{search.trim() === '' ? none : 'No matches.'}</p>
      )}
      <ul class="shelf">
        {shownItems?.map((item) => (
          <RoomRow
            key={item.id}
            item={item}
            onDeleted={() => setDeletedIds(new Set([...deletedIds, item.id]))}
          />
        ))}
      </ul>
      <ListMore list={list} />
    </section>
  );
}

function RoomRow({ item, onDeleted }: { item: ShelfItem; onDeleted: () => void }) {
  const [mode, setMode] = useState<'rename' | 'delete' | null>(null);
  const [title, setTitle] = useState(item.title);
  const { busy, problem, act, tell } = useAct();
  /** The new name until the list follows. */
  const [newTitle, setNewTitle] = useState<string | null>(null);
  const room = `${item.kind}/${item.id}`;
  const turn = (to: typeof mode) => {
    setMode(to === mode ? null : to);
    tell(null);
  };
  const close = () => turn(null);
  const rename = async () => {
    const wantedTitle = title.trim();
    if (wantedTitle === '' || busy || (await act(() => rooms.rename(room, wantedTitle))) === null) return;
    setNewTitle(wantedTitle);
    close();
  };
  const remove = async () => {
    if ((await act(() => rooms.remove(room))) !== null) onDeleted();
  };

  const shownTitle = newTitle ?? item.title;
  return (
    <li>
      <div class="room-row">
        <a href={`#/${room}`}>
          <span class="title">
            {item.cast && item.cast.length > 0 && <Faces scene={item.id} cast={item.cast} />}
            <span dir="auto">{shownTitle}</span>
          </span>
          <StatusMark status={item.status} />
          <span class="quiet">
            {nameCount(item)} · <When at={item.updatedAt} />
            {item.answeredBy.length > 0 && (
              <span class="by"> · {item.answeredBy.map(answererNameLabel).join(', ')}</span>
            )}
          </span>
          <LastWords room={item.id} last={item.last} />
        </a>
        <Menu
          label={`More for ${shownTitle}`}
          items={[
            { name: 'Rename', icon: Pencil, onChoose: () => turn('rename') },
            { name: 'Delete', icon: Trash2, danger: true, onChoose: () => turn('delete') },
          ]}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </div>
      {mode === 'rename' && (
        <form class="row room-edit" onSubmit={onSubmit(rename)}>
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
        <DangerNote verb="Delete permanently" busy={busy} onConfirm={() => void remove()} onKeep={close}>
          <p>Delete “{shownTitle}” and all its data? This cannot be undone.</p>
        </DangerNote>
      )}
      {problem && <ProblemNote problem={problem} />}
    </li>
  );
}
