import type { AdventureKnowledge, MapView } from '../../../src/contract/adventures';

/** What the run knows of its story: the scholar's text, memories by place, what was in vain, what killed. */
export function StoryKnowledge(props: { knowledge: AdventureKnowledge | null; map: MapView | null }) {
  const { knowledge, map } = props;
  if (!knowledge) return null;
  const { memories, vain, deadly } = knowledge;
  const nameOf = (place: string) => map?.places.find(({ id }) => id === place)?.name || place;
  const byPlace = Map.groupBy(memories, ({ place }) => place ?? '');
  return (
    <section aria-labelledby="known-title">
      <h2 id="known-title">What is known</h2>
      {knowledge.knowledge && (
        <details>
          <summary>Of the story as a whole</summary>
          <p class="known-text">{knowledge.knowledge}</p>
        </details>
      )}
      <details>
        <summary>
          Memories <span class="quiet">{memories.length}</span>
        </summary>
        {memories.length === 0 && <p class="quiet">None yet.</p>}
        <ul class="beliefs">
          {[...byPlace].map(([place, notes]) => (
            <li key={place}>
              <strong>{place ? nameOf(place) : 'Nowhere in particular'}</strong>
              <ul class="ways">
                {notes.map(({ id, category, text, turn, superseded }) => (
                  <li key={id} class={superseded ? 'superseded' : ''}>
                    <span class={category === 'danger' ? 'mark bad' : 'mark'}>{category}</span> {text}{' '}
                    <span class="quiet small">
                      {id}, {id.startsWith('S') ? 'of another run' : `turn ${turn}`}
                      {superseded && `, corrected by ${superseded}`}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
      <ByPlace title="Commands that killed" commands={deadly} nameOf={nameOf} />
      <ByPlace title="Commands in vain, as the world is now" commands={vain} nameOf={nameOf} />
    </section>
  );
}

function ByPlace(props: {
  title: string;
  commands: Record<string, string[]>;
  nameOf: (place: string) => string;
}) {
  const places = Object.entries(props.commands).filter(([, commands]) => commands.length > 0);
  if (places.length === 0) return null;
  return (
    <details>
      <summary>
        {props.title}{' '}
        <span class="quiet">{places.reduce((sum, [, commands]) => sum + commands.length, 0)}</span>
      </summary>
      <ul class="beliefs">
        {places.map(([place, commands]) => (
          <li key={place}>
            <strong>{props.nameOf(place)}</strong> <span class="action-name">{commands.join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
