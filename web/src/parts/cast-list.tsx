import { useEffect, useState } from 'preact/hooks';
import type { PageProblem } from '../api';
import { type AnyScene, isOwn } from '../who';
import { DownloadButton } from './download-button';
import { Avatar } from './marks';

const WIDE = '(min-width: 60rem)';

/** Whether the cast has a column of its own; follows the window. */
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

/** Who is on stage and how they are. Folded away on a narrow page. */
export function CastList(props: { scene: AnyScene; onProblem: (problem: PageProblem | null) => void }) {
  const { scene } = props;
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
      <ul>
        {scene.cast.map((one) => (
          <li key={one.id} class={one.active ? 'member' : 'member away'}>
            <Avatar actor={`character:${one.id}`} name={one.name} />
            <div>
              <p>
                <strong>{one.name}</strong> <span class="quiet">{one.active ? 'present' : 'away'}</span>
              </p>
              <dl>
                <Trait name="Mood" value={one.state.mood} />
                <Trait name="Place" value={one.state.location} />
                <Trait name="Doing" value={one.state.activity} />
              </dl>
            </div>
          </li>
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
      {isOwn(scene) && (
        <div class="buttons">
          <DownloadButton
            path={`/scenes/${scene.id}/export`}
            fallbackName={`${scene.id}.zip`}
            label="Download export"
            onProblem={props.onProblem}
          />
        </div>
      )}
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
