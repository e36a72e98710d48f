import { useState } from 'preact/hooks';
import type { Observation } from '../../../src/contract/run-knowledge';
import { Thumb } from './board/thumb';

interface ActionEvidenceProps {
  run: string;
  action: string;
  observations: readonly Observation[];
  boards: ReadonlyMap<number, string>;
}

/** Shows the observations of an action, newest first: the boards before and after, and their weight. */
export function ActionEvidence({ run, action, observations, boards }: ActionEvidenceProps) {
  // Pictures are drawn only once it is open.
  const [open, setOpen] = useState(false);
  if (observations.length === 0) return null;
  return (
    <details onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary>
        Evidence <span class="quiet">{observations.length}</span>
      </summary>
      {open && <EvidenceList {...{ run, action, observations, boards }} />}
    </details>
  );
}

export function EvidenceList({ run, action, observations, boards }: ActionEvidenceProps) {
  return (
    <ol class="evidence">
      {observations.toReversed().map((seen) => (
        <li key={seen.afterFrame}>
          <a href={`#/runs/${run}?turn=${seen.turn}`} title={seen.interpretation}>
            <Pair action={action} seen={seen} boards={boards} />
            <span class="evidence-words">
              <strong>Turn {seen.turn}</strong> <Verdict seen={seen} />
              <span class="quiet small">
                {seen.click ? `at row ${seen.click.y}, column ${seen.click.x}: ` : ''}
                {seen.diffSummary}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function Pair({
  action,
  seen,
  boards,
}: {
  action: string;
  seen: Observation;
  boards: ReadonlyMap<number, string>;
}) {
  const before = boards.get(seen.beforeFrame);
  const after = boards.get(seen.afterFrame);
  if (before === undefined || after === undefined) return <span class="pair quiet small">not loaded</span>;
  return (
    <span class="pair">
      <Thumb cells={before} name={`Before ${action}`} />
      <span aria-hidden="true">→</span>
      <Thumb cells={after} name={`After ${action}`} />
    </span>
  );
}

function Verdict({ seen }: { seen: Observation }) {
  if (seen.event === 'restart') return <span class="verdict quiet">the level restarted; not counted</span>;
  if (seen.event === 'game_over') return <span class="verdict quiet">game over; not counted</span>;
  if (seen.event === 'win') return <span class="verdict quiet">the game was won; not counted</span>;
  if (seen.excluded) return <span class="verdict quiet">completed a level; not counted</span>;
  return seen.hadEffect ? null : <span class="verdict quiet">no effect</span>;
}
