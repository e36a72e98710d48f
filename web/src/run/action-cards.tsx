import type { DefinitionBasis } from '../../../src/contract/run-knowledge';
import { StatusMark } from '../kit/marks';
import { ActionEvidence } from './action-evidence';
import { InferredRules, Predictions } from './predictions';
import type { Known } from './watch/fold-known';

const BASES: Record<DefinitionBasis, string> = {
  inferred: 'Inferred by code',
  stated: "The model's rule",
  code: "The model's program",
  words: 'In words, not tested',
};

interface ActionCardsProps {
  run: string;
  known: Known;
  /** Packed boards by the number of their frame. */
  boards: ReadonlyMap<number, string>;
}

/** One card per action with its rule, evidence and predictions, plus the rules inferred by code. */
export function ActionCards({ run, known: { actions, rules, needed }, boards }: ActionCardsProps) {
  const ids = Object.keys(actions).sort();
  if (ids.length === 0) return <p class="quiet">Actions appear when the game has started.</p>;
  return (
    <>
      <ul class="action-cards">
        {ids.map((id) => {
          const action = actions[id];
          if (!action) return null;
          return (
            <li key={id} class={`card action ${action.status}`}>
              <div class="action-head">
                <h3>{id}</h3>
                <StatusMark status={action.status} />
              </div>
              <p class="definition" dir="auto" title={action.definition ?? undefined}>
                {action.definition ?? (
                  <span class="quiet">
                    {action.status === 'exhausted' ? 'Never had an effect' : 'Unknown so far'}
                  </span>
                )}
              </p>
              {action.definition !== null && action.basis && <p class="quiet small">{BASES[action.basis]}</p>}
              <p class="counts">
                <Pips label="Streak" value={action.streak} of={needed.streak} />
                <Pips label="Attempts" value={action.attempts} of={action.maxAttempts ?? needed.attempts} />
                <Pips label="No effect" value={action.noEffect} of={needed.noEffect} />
              </p>
              <div class="proofs">
                <Predictions run={run} predictions={action.predictions} />
                <ActionEvidence run={run} action={id} observations={action.observations} boards={boards} />
                <Definitions run={run} definitions={action.definitions} />
              </div>
            </li>
          );
        })}
      </ul>
      <InferredRules rules={rules} />
    </>
  );
}

function Pips({ label, value, of }: { label: string; value: number; of: number }) {
  const filledCount = Math.min(value, of);
  return (
    <span class="pips">
      <span class="label">{label}</span>
      <span aria-hidden="true" class="pip-row">
        {'●'.repeat(filledCount)}
        <span class="empty">{'○'.repeat(of - filledCount)}</span>
      </span>
      <span>
        {value}/{of}
      </span>
    </span>
  );
}

/** Lists earlier rules, oldest first; the current one is on the card. */
function Definitions(props: { run: string; definitions: Known['actions'][string]['definitions'] }) {
  const earlier = props.definitions.slice(0, -1);
  if (earlier.length === 0) return null;
  return (
    <details>
      <summary>
        Earlier rules <span class="quiet">{earlier.length}</span>
      </summary>
      <ol class="earlier">
        {earlier.map(({ turn, text }) => (
          <li key={turn}>
            <a href={`#/runs/${props.run}?turn=${turn}`}>Turn {turn}</a> <s dir="auto">{text}</s>
          </li>
        ))}
      </ol>
    </details>
  );
}
