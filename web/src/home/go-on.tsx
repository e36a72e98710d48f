import { useEffect, useState } from 'preact/hooks';
import { rooms } from '../api/library';
import { When } from '../kit/when';
import { posterOf } from './posters';

/** Rooms that "Go on" shows at most. */
const SHOWN = 4;

interface Recent {
  href: string;
  kind: 'scene' | 'game' | 'story';
  title: string;
  status: string;
  count: string;
  updatedAt: string;
}

/** The rooms in which something happened last, scenes and runs together. Nothing while there is none. */
export function GoOn() {
  const [recent, setRecent] = useState<Recent[]>([]);
  useEffect(() => {
    void Promise.all([rooms.scenes({ limit: SHOWN }), rooms.runs({ limit: SHOWN })]).then(
      ([scenes, runs]) => {
        const all: Recent[] = [
          ...(scenes.ok ? scenes.value.items : []).map((one) => ({
            ...{ href: `#/scenes/${one.id}`, kind: 'scene' as const, title: one.title, status: one.status },
            ...{ count: inWords(one.rounds, 'round'), updatedAt: one.updatedAt },
          })),
          ...(runs.ok ? runs.value.items : []).map((one) => ({
            ...{ href: `#/runs/${one.id}`, title: one.title, status: one.status, updatedAt: one.updatedAt },
            kind: one.id.startsWith('adv_') ? ('story' as const) : ('game' as const),
            count: inWords(one.turns, 'turn'),
          })),
        ];
        setRecent(all.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, SHOWN));
      },
    );
  }, []);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="go-on-title">
      <h2 id="go-on-title">Go on</h2>
      <ul class="go-on">
        {recent.map((one) => (
          <li key={one.href}>
            <a class="go-on-room" href={one.href}>
              <img src={posterOf(one.kind, '')} alt="" width="48" height="64" loading="lazy" />
              <span>
                <strong dir="auto">{one.title}</strong>
                <span class="quiet">
                  {one.status === 'running' ? 'playing now' : one.count} · <When at={one.updatedAt} />
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const inWords = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;
