import type { GridRun, Knowledge } from '../../../src/contract/runs';
import { StatusMark } from './marks';

/** A definition is verified after so many consistent confirmations in a row (Design §7). */
const CONFIRMATIONS = 3;
/** Testing an action stops after so many observations with effect, or so many without. */
const ATTEMPTS = 8;

/** One card per action: what it is believed to do, and how far that is proven. */
export function ActionCards({
  actions,
  knowledge,
}: {
  actions: GridRun['actions'];
  knowledge: Knowledge | null;
}) {
  const ids = Object.keys(actions).sort();
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title">Actions</h2>
      <ul class="action-cards">
        {ids.map((id) => {
          const action = actions[id];
          if (!action) return null;
          const last = knowledge?.actions[id]?.observations.at(-1);
          return (
            <li key={id} class={`card action ${action.status}`}>
              <p class="action-head">
                <strong>{id}</strong>
                <StatusMark status={action.status} />
              </p>
              <p class="definition">
                {action.definition ?? (
                  <span class="quiet">
                    {action.status === 'exhausted' ? 'Never had an effect' : 'Not known yet'}
                  </span>
                )}
              </p>
              <p class="counts">
                <Pips label="Confirmed" value={action.streak} of={CONFIRMATIONS} />
                <Pips label="Attempts" value={action.attempts} of={ATTEMPTS} />
                <Pips label="No effect" value={action.noEffect} of={ATTEMPTS} />
              </p>
              {last && (
                <p class="quiet small">
                  Turn {last.turn}: {last.diffSummary}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
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
