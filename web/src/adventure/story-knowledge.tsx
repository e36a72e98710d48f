import type { AdventureKnowledge } from '../../../src/contract/adventures';
import { TurnLink } from '../run/turn-link';
import { termLabel } from '../words/terms';

type Memory = AdventureKnowledge['memories'][number];

interface StoryKnowledgeProps {
  run: string;
  knowledge: AdventureKnowledge | null;
  /** ID of the player's place; null if unknown. */
  here: string | null;
  nameOf: (place: string) => string;
}

/** Lists the memories of the player's place, which the adventurer reads there. */
export function MemoriesHere({ run, knowledge, here, nameOf }: StoryKnowledgeProps) {
  const memories = knowledge?.memories.filter(({ place }) => place !== null && place === here) ?? [];
  return (
    <section aria-labelledby="here-title">
      <h2 id="here-title">Memories of {here ? nameOf(here) : 'this place'}</h2>
      {memories.length === 0 ? <p class="quiet">None yet.</p> : <MemoryList run={run} memories={memories} />}
    </section>
  );
}

/** The run's knowledge: the scholar's text, memories by place, useless commands, causes of death. */
export function StoryKnowledge({ run, knowledge, here, nameOf }: StoryKnowledgeProps) {
  if (!knowledge) return null;
  const { memories, vain, deadly } = knowledge;
  const byPlace = Map.groupBy(memories, ({ place }) => place ?? '');
  return (
    <section aria-labelledby="known-title">
      <h2 id="known-title">Knowledge</h2>
      {knowledge.knowledge && (
        <details>
          <summary>About the whole story</summary>
          <p class="known-text" dir="auto">
            {knowledge.knowledge}
          </p>
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
              <strong dir="auto">{place ? nameOf(place) : 'No particular place'}</strong>
              {place !== '' && place === here && ', here'}
              <MemoryList run={run} memories={notes} />
            </li>
          ))}
        </ul>
      </details>
      <ByPlace title="Deadly commands" commands={deadly} nameOf={nameOf} />
      <ByPlace title="Commands that currently do nothing" commands={vain} nameOf={nameOf} />
    </section>
  );
}

function MemoryList({ run, memories }: { run: string; memories: readonly Memory[] }) {
  return (
    <ul class="ways">
      {memories.map(({ id, category, text, turn, correctedBy }) => (
        <li key={id}>
          <span class={category === 'danger' ? 'mark bad' : 'mark'}>{termLabel(category)}</span>{' '}
          <span class={correctedBy ? 'corrected' : ''} dir="auto">
            {text}
          </span>{' '}
          <span class="quiet small">
            {id}, {id.startsWith('S') ? 'from another run' : <TurnLink run={run} turn={turn} />}
            {correctedBy && `, corrected by ${correctedBy}`}
          </span>
        </li>
      ))}
    </ul>
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
            <strong dir="auto">{props.nameOf(place)}</strong>{' '}
            <span class="action-name" dir="auto">
              {commands.join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
