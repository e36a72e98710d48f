import { useRef } from 'preact/hooks';
import { When } from '../kit/when';
import { Faces } from './faces';
import { LastWords } from './last-words';
import { type PosterKind, usePoster } from './posters';
import { nameCount, type ShelfItem } from './use-rooms';

/** Most rooms in "Continue". */
const SHOWN = 4;

/** The most recently active rooms, scenes and runs together; hidden if there are none. */
export function GoOn(props: { scenes: readonly ShelfItem[]; runs: readonly ShelfItem[] }) {
  // Stays as it was at first: the lists below are refreshed and searched.
  const { current: recent } = useRef(
    [...props.scenes.slice(0, SHOWN), ...props.runs.slice(0, SHOWN)]
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
      .slice(0, SHOWN),
  );
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="go-on-title">
      <h2 id="go-on-title">Continue</h2>
      <ul class="go-on">
        {recent.map((room) => (
          <li key={room.id}>
            <RecentRoom {...room} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentRoom(room: ShelfItem) {
  const { id, kind, title, status, cast = [], last, updatedAt } = room;
  return (
    <a class="go-on-room" href={`#/${kind}/${id}`}>
      {cast.length > 0 ? (
        <Faces scene={id} cast={cast} />
      ) : (
        <RoomPoster kind={kind === 'scenes' ? 'scene' : id.startsWith('adv_') ? 'story' : 'game'} />
      )}
      <span>
        <strong dir="auto">{title}</strong>
        <LastWords room={id} last={last} />
        <span class="quiet">
          {status === 'running' ? 'in progress' : nameCount(room)} · <When at={updatedAt} />
        </span>
      </span>
    </a>
  );
}

function RoomPoster({ kind }: { kind: PosterKind }) {
  return <img src={usePoster(kind, '')} alt="" width="48" height="64" />;
}
