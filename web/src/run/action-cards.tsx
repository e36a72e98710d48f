import type { KnowledgeReading } from '../../../src/api/run-knowledge';
import type { GridRun } from '../../../src/api/runs';
import { StatusMark } from '../kit/marks';
import { ActionClaims } from './action-claims';
import { ActionEvidence } from './action-evidence';

/** As long as the run has not said it: three confirmations in a row, eight attempts (docs/exploration.md). */
const NEEDED: KnowledgeReading['needed'] = { streak: 3, attempts: 8, noEffect: 8 };

interface ActionCardsProps {
  run: string;
  actions: GridRun['actions'];
  knowledge: KnowledgeReading | null;
  /** Packed boards by the number of their frame. */
  boards: ReadonlyMap<number, string>;
}

/** One card per action: what it is believed to do, how far that is proven, and by what. */
export function ActionCards({ run, actions, knowledge, boards }: ActionCardsProps) {
  const ids = Object.keys(actions).sort();
  const needed = knowledge?.needed ?? NEEDED;
  if (ids.length === 0) return <p class="quiet">Which actions there are shows when the game has started.</p>;
  return (
    <ul class="action-cards">
      {ids.map((id) => {
        const action = actions[id];
        if (!action) return null;
        const known = knowledge?.actions[id];
        return (
          <li key={id} class={`card action ${action.status}`}>
            <div class="action-head">
              <h3>{id}</h3>
              <StatusMark status={action.status} />
            </div>
            <p class="definition">
              {action.definition ?? (
                <span class="quiet">
                  {action.status === 'exhausted' ? 'Never had an effect' : 'Not known yet'}
                </span>
              )}
            </p>
            <p class="counts">
              <Pips label="Confirmed" value={action.streak} of={needed.streak} />
              <Pips label="Attempts" value={action.attempts} of={needed.attempts} />
              <Pips label="No effect" value={action.noEffect} of={needed.noEffect} />
            </p>
            {known && (
              <>
                <ActionEvidence run={run} action={id} observations={known.observations} boards={boards} />
                <ActionClaims run={run} claims={known.claims} />
                <Definitions run={run} definitions={known.definitions} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Pips({ label, value, of }: { label: string; value: number; of: number }) {
  const filled = Math.min(value, of);
  return (
    <span class="pips">
      <span class="label">{label}</span>
      <span aria-hidden="true" class="pip-row">
        {'●'.repeat(filled)}
        <span class="empty">{'○'.repeat(of - filled)}</span>
      </span>
      <span>
        {value}/{of}
      </span>
    </span>
  );
}

/** What it was believed to do before, oldest first; the last one stands on the card. */
function Definitions(props: {
  run: string;
  definitions: KnowledgeReading['actions'][string]['definitions'];
}) {
  const earlier = props.definitions.slice(0, -1);
  if (earlier.length === 0) return null;
  return (
    <details>
      <summary>
        Earlier definitions <span class="quiet">{earlier.length}</span>
      </summary>
      <ol class="earlier">
        {earlier.map(({ turn, text }) => (
          <li key={turn}>
            <a href={`#/runs/${props.run}?turn=${turn}`}>Turn {turn}</a> <s>{text}</s>
          </li>
        ))}
      </ol>
    </details>
  );
}
