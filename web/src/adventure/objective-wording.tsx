import type { ObjectiveList } from '../../../src/contract/adventures';
import { TurnLink } from '../run/turn-link';
import { tellTerm } from '../words/terms';

export type Objective = ObjectiveList['items'][number];

const SOURCES: Record<Objective['source'], string> = {
  agent: tellTerm('adventurer'),
  discovered: tellTerm('keeper'),
  player: tellTerm('person'),
};

interface ObjectiveWordingProps {
  run: string;
  objective: Objective;
  nameOf: (place: string) => string;
}

export function ObjectiveWording({ run, objective, nameOf }: ObjectiveWordingProps) {
  const { id, text, priority, source, parent, turn, place, absorbed, wordings, ended } = objective;
  return (
    <div class="wording">
      <p>
        <span class="action-name quiet">{id}</span> <span dir="auto">{text}</span>
      </p>
      <p class="facts-line quiet">
        {priority !== 'normal' && (
          <span class={priority === 'high' ? 'mark bad' : 'mark'}>{tellTerm(priority)}</span>
        )}
        <span class={source === 'player' ? 'mark person' : 'mark'}>{SOURCES[source]}</span>
        <span>
          since <TurnLink run={run} turn={turn} />
          {place && ` at ${nameOf(place)}`}
          {ended && parent && `, part of ${parent}`}
        </span>
      </p>
      {(wordings.length > 0 || absorbed.length > 0) && (
        <details class="small">
          <summary>History</summary>
          <ol class="ways">
            {wordings.map((one) => (
              <li key={one.turn}>
                before <TurnLink run={run} turn={one.turn} />: {one.text}
              </li>
            ))}
            {absorbed.length > 0 && <li>took in {absorbed.join(', ')}</li>}
          </ol>
        </details>
      )}
      {ended && (
        <p class="quiet">
          {tellTerm(objective.status)} in <TurnLink run={run} turn={ended.turn} /> by {tellTerm(ended.by)}:{' '}
          {ended.why}
        </p>
      )}
    </div>
  );
}
