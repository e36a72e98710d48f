import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Event } from '../../../../src/events/events';
import type { PageProblem } from '../../api/api';
import { Avatar } from '../../kit/marks';
import { TakeAlong } from '../../room/take-along';
import type { Names } from '../lines/fold-scene';
import { type AnyScene, isOwn } from '../who';
import { CastDetails } from './cast-details';
import { foldStates, readLeaving } from './fold-cast';
import { TableView } from './table-view';

const WIDE = '(min-width: 60rem)';

/** Returns true while the cast has a column of its own; follows the window. */
function useWide(): boolean {
  const [wide, setWide] = useState(() => window.matchMedia(WIDE).matches);
  useEffect(() => {
    const query = window.matchMedia(WIDE);
    const follow = () => setWide(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return wide;
}

interface CastListProps {
  scene: AnyScene;
  names: Names;
  /** Events of rounds that count. */
  events: readonly Event[];
  /** Id of the persona that speaks here; undefined: none. */
  persona: string | undefined;
  onProblem: (problem: PageProblem | null) => void;
}

/** Lists the cast with their state. Folded away on a narrow page. */
export function CastList(props: CastListProps) {
  const { scene, names, events } = props;
  const states = useMemo(() => foldStates(events), [events]);
  const round = scene.round?.n;
  const leaving = useMemo(() => readLeaving(round === undefined ? [] : events, round ?? 0), [events, round]);
  const wide = useWide();
  const present = scene.cast.filter((one) => one.active).length;
  const facts = Object.entries({ ...scene.world, ...scene.trackers });
  return (
    <details class="cast" open={wide}>
      <summary>
        <h2>Cast</h2>
        <span class="quiet">
          {present} of {scene.cast.length} present
        </span>
      </summary>
      <TableView scene={scene} names={names} events={events} persona={props.persona} />
      <ul>
        {scene.cast.map((one) => (
          <CastDetails
            key={one.id}
            scene={scene}
            member={one}
            history={states.get(one.id) ?? []}
            leaving={leaving.has(one.id)}
          />
        ))}
      </ul>
      <h3>Players</h3>
      <ul>
        {scene.personas.map((one) => (
          <li key={one.id} class="member">
            <Avatar actor={`persona:${one.id}`} name={one.name} />
            <div>
              <p>
                <strong>{one.name}</strong>
              </p>
              {one.description && <p class="quiet">{one.description}</p>}
            </div>
          </li>
        ))}
      </ul>
      {facts.length > 0 && (
        <>
          <h3>World</h3>
          <dl class="facts">
            {facts.map(([name, value]) => (
              <Trait key={name} name={name} value={value} />
            ))}
          </dl>
        </>
      )}
      <TakeAlong
        room={{ kind: 'scenes', id: scene.id }}
        forms={['md', 'txt', 'html', 'jsonl']}
        hasExport={isOwn(scene)}
        onProblem={props.onProblem}
      />
    </details>
  );
}

function Trait({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
