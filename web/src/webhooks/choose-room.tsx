import { useId } from 'preact/hooks';
import type { Page, Reply } from '../api/api';
import { type ListQuery, rooms } from '../api/library';
import { Options } from '../kit/form/options';
import { ListSearch } from '../kit/listing';
import { ProblemNote } from '../kit/problem-note';
import { useList } from '../kit/use-list';
import { useRoomTitle } from './room-title';

interface NamedRoom {
  id: string;
  title: string;
}

/** Loads the newest scenes and runs together, filtered by a search if there are more. */
async function readRooms({ q }: ListQuery): Promise<Reply<Page<NamedRoom>>> {
  const query = { limit: 30, ...(q && { q }) };
  const [scenes, runs] = await Promise.all([rooms.scenes(query), rooms.runs(query)]);
  if (!scenes.ok) return scenes;
  if (!runs.ok) return runs;
  const items = [...scenes.value.items, ...runs.value.items].map(({ id, title }) => ({ id, title }));
  return { ok: true, value: { items, next: null } };
}

/** Chooses a room by title. `all`: label of the choice for all rooms; omitted if a room is required. */
export function ChooseRoom(props: {
  label: string;
  value: string | null;
  all?: string;
  onChange: (room: string | null) => void;
}) {
  const { label, value, all, onChange } = props;
  const id = useId();
  const list = useList(readRooms, 60);
  const valueTitle = useRoomTitle(value);
  const items = list.items ?? [];
  const isListed = value === null || items.some((room) => room.id === value);
  const optionsOf = (isScene: boolean) =>
    items
      .filter((room) => room.id.startsWith('scn_') === isScene)
      .map((room) => [room.id, room.title] as const);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <ListSearch list={list} label="Search rooms by title" placeholder="Search by title" few={12} isSmall />
      <select
        id={id}
        value={value ?? ''}
        required={all === undefined}
        onChange={(changed) => onChange(changed.currentTarget.value || null)}
      >
        <option value="">{all ?? (list.items ? 'Choose a room' : 'Loading…')}</option>
        {!isListed && <option value={value ?? ''}>{valueTitle || 'A room'}</option>}
        {[true, false].map((isScene) => {
          const own = optionsOf(isScene);
          return (
            own.length > 0 && (
              <optgroup key={String(isScene)} label={isScene ? 'Scenes' : 'Runs'}>
                <Options of={own} />
              </optgroup>
            )
          );
        })}
      </select>
      {list.problem && <ProblemNote problem={list.problem} onRetry={() => void list.refresh()} />}
    </div>
  );
}
