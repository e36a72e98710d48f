import { countConfirmations } from '../../../src/contract/confirmations';
import type { KnowledgeReading } from '../../../src/contract/run-knowledge';
import { StatusMark } from '../kit/marks';
import { ActionClaims } from './action-claims';
import { ActionEvidence } from './action-evidence';
import type { KnownActions } from './watch/fold-known';

/** Defaults until the run reports its own: three confirmations in a row, eight attempts (docs/runs.md). */
const NEEDED: KnowledgeReading['needed'] = { streak: 3, attempts: 8, noEffect: 8 };

interface ActionCardsProps {
  run: string;
  actions: KnownActions;
  knowledge: KnowledgeReading | null;
  /** Packed boards by the number of their frame. */
  boards: ReadonlyMap<number, string>;
}

/** Draws one card per action: its believed effect, how far that is proven, and the evidence. */
export function ActionCards({ run, actions, knowledge, boards }: ActionCardsProps) {
  const ids = Object.keys(actions).sort();
  const thresholds = knowledge?.needed ?? NEEDED;
  if (ids.length === 0) return <p class="quiet">Which actions there are shows when the game has started.</p>;
  return (
    <ul class="action-cards">
      {ids.map((id) => {
        const action = actions[id];
        if (!action) return null;
        const entry = knowledge?.actions[id];
        const { needed = entry ? countConfirmations(entry).needed : thresholds.streak } = action;
        return (
          <li key={id} class={`card action ${action.status}`}>
            <div class="action-head">
              <h3>{id}</h3>
              <StatusMark status={action.status} />
            </div>
            <p class="definition" dir="auto">
              {action.definition ?? (
                <span class="quiet">
                  {action.status === 'exhausted' ? 'Never had an effect' : 'Not known yet'}
                </span>
              )}
            </p>
            {entry && <Coverage known={entry} />}
            <p class="counts">
              <Pips label="Confirmed" value={action.streak} of={needed} />
              <Pips label="Attempts" value={action.attempts} of={entry?.maxAttempts ?? thresholds.attempts} />
              <Pips label="No effect" value={action.noEffect} of={thresholds.noEffect} />
            </p>
            <div class="proofs">
              {entry && (
                <>
                  <ActionEvidence run={run} action={id} observations={entry.observations} boards={boards} />
                  <ActionClaims run={run} claims={entry.claims} />
                  <Definitions run={run} definitions={entry.definitions} />
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Tells how much of what was recorded the definition foretells. */
function Coverage({ known: { coverage, definition } }: { known: KnowledgeReading['actions'][string] }) {
  if (definition === null) return null;
  if (coverage === null)
    return <p class="quiet small">In the model's words, untested: no code can read them.</p>;
  const { effects, foretold, wrong, exceptions } = coverage;
  return (
    <p class="quiet small">
      {`Foretells ${foretold} of ${effects} effects. `}
      {exceptions > 0 && `${exceptions} named as exceptions. `}
      {wrong > 0 && <span class="verdict bad">{`${wrong} went otherwise.`}</span>}
    </p>
  );
}

/** As many dots as are told at a glance; a count beyond them is shown by its numbers alone. */
const MAX_PIPS = 12;

function Pips({ label, value, of }: { label: string; value: number; of: number }) {
  const filledCount = Math.min(value, of);
  return (
    <span class="pips">
      <span class="label">{label}</span>
      <span aria-hidden="true" class="pip-row">
        {of <= MAX_PIPS && (
          <>
            {'●'.repeat(filledCount)}
            <span class="empty">{'○'.repeat(of - filledCount)}</span>
          </>
        )}
      </span>
      <span>
        {value}/{of}
      </span>
    </span>
  );
}

/** Lists earlier definitions, oldest first; the last one stands on the card. */
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
            <a href={`#/runs/${props.run}?turn=${turn}`}>Turn {turn}</a> <s dir="auto">{text}</s>
          </li>
        ))}
      </ol>
    </details>
  );
}
