import { useEffect, useState } from 'preact/hooks';
import type { SceneSummary } from '../../../src/contract/scenes';
import { rooms } from '../api/library';
import { When } from '../kit/when';
import { Faces } from './faces';
import { LastWords } from './last-words';
import { findPoster } from './posters';

/** Most rooms in "Continue". */
const SHOWN = 4;

interface Recent {
  id: string;
  kind: 'scene' | 'game' | 'story';
  title: string;
  status: string;
  count: string;
  cast: SceneSummary['cast'];
  last: SceneSummary['last'];
  updatedAt: string;
}

/** The most recently active rooms, scenes and runs together; hidden if there are none. */
export function GoOn() {
  const [recent, setRecent] = useState<Recent[]>([]);
  useEffect(() => {
    const query = { limit: SHOWN, order: 'activity' } as const;
    void Promise.all([rooms.scenes(query), rooms.runs(query)]).then(([scenes, runs]) => {
      const all: Recent[] = [
        ...(scenes.ok ? scenes.value.items : []).map((one) => ({
          ...{ ...one, kind: 'scene' as const, count: one.rounds === 1 ? '1 round' : `${one.rounds} rounds` },
        })),
        ...(runs.ok ? runs.value.items : []).map((one) => ({
          ...{ ...one, cast: [], count: one.turns === 1 ? '1 turn' : `${one.turns} turns` },
          kind: one.id.startsWith('adv_') ? ('story' as const) : ('game' as const),
        })),
      ];
      setRecent(all.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, SHOWN));
    });
  }, []);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="go-on-title">
      <h2 id="go-on-title">Continue</h2>
      <ul class="go-on">
        {recent.map(({ id, kind, title, status, count, cast, last, updatedAt }) => (
          <li key={id}>
            <a class="go-on-room" href={`#/${kind === 'scene' ? 'scenes' : 'runs'}/${id}`}>
              {cast.length > 0 ? (
                <Faces scene={id} cast={cast} />
              ) : (
                <img src={findPoster(kind, '')} alt="" width="48" height="64" loading="lazy" />
              )}
              <span>
                <strong dir="auto">{title}</strong>
                <LastWords room={id} last={last} />
                <span class="quiet">
                  {status === 'running' ? 'in progress' : count} · <When at={updatedAt} />
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
