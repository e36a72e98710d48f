import { Fragment } from 'preact';
import type { StoryState, Styles, Thing } from './fold-adventure';
import { readsThings } from './known-by';
import { StyledText } from './styled-text';

/** The status line, as an interpreter would show it. */
export function StoryStatus(props: {
  now: StoryState | null;
  episode: number | null;
  episodes: number;
  fair: boolean;
}) {
  const { now, episode, episodes, fair } = props;
  const unsure = now?.confidence;
  return (
    <section class="story-status" aria-label="Current state">
      <strong>{now?.place?.name || now?.place?.id || (now ? 'Unknown place' : 'Not started')}</strong>
      {now?.place && <span class="action-name">{now.place.id}</span>}
      <span class="story-numbers">
        {now && now.score !== null && (
          <span title={unsure?.score === 'inferred' ? 'Reported by only one reader; uncertain' : undefined}>
            Score {now.score}
            {unsure?.score === 'inferred' && '?'}
          </span>
        )}
        {now && now.score !== null && typeof now.maximum === 'number' && <span>of {now.maximum}</span>}
        {now && now.moves !== null && <span>Moves {now.moves}</span>}
        {now?.time && <span>Time {now.time}</span>}
        {episode !== null && (
          <span>
            Episode {episode}
            {episodes > 1 && ` of ${episodes}`}
          </span>
        )}
        {fair && (
          <span class="mark" title="Agents only see the printed text">
            fair
          </span>
        )}
        {now?.awaits === 'key' && <span class="mark">waiting for a key</span>}
        {now?.awaits === 'nothing' && <span class="mark">ended</span>}
      </span>
    </section>
  );
}

/** The upper window, if it holds more than the status line. */
export function UpperWindow(props: { lines: readonly string[]; styles?: readonly Styles[] | undefined }) {
  const { lines, styles = [] } = props;
  // Line 0 is usually the status line.
  if (lines.slice(1).every((line) => line.trim() === '')) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section class="upper-window" tabIndex={0} aria-label="Story status window">
      <pre>
        {lines.map((line, row) => (
          <Fragment key={row}>
            <StyledText text={line} styles={styles[row] ?? []} />
            {'\n'}
          </Fragment>
        ))}
      </pre>
    </section>
  );
}

/** Lists carried and visible things. */
export function StoryThings({ now, fair }: { now: StoryState | null; fair: boolean }) {
  const reads = readsThings(now, fair);
  return (
    <section class="things" aria-labelledby="things-title">
      <h2 id="things-title">Things</h2>
      <ThingList
        title={fair ? 'Inventory, as last listed' : 'Inventory'}
        things={now?.inventory ?? []}
        none={reads.inventory ? 'nothing' : 'unknown'}
      />
      <ThingList title="Here" things={now?.visible ?? []} none={reads.visible ? 'only scenery' : 'unknown'} />
    </section>
  );
}

function ThingList({ title, things, none }: { title: string; things: readonly Thing[]; none: string }) {
  return (
    <div>
      <h3>{title}</h3>
      {things.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <ul>
          {things.map(({ id, name, holds, note }) => (
            <li key={id}>
              {name || `thing ${id}`}
              {note && <span class="quiet"> ({note})</span>}
              {holds.length > 0 && (
                <span class="quiet">
                  {' '}
                  with {holds.map((one) => one.name || `thing ${one.id}`).join(', ')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
