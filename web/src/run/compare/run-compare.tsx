import type { RunSummary } from '../../../../src/contract/runs';
import { api } from '../../api/api';
import { SelectField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { useRead } from '../../kit/use-read';
import { useTitle } from '../../kit/use-title';
import { CompareBoards } from './compare-boards';
import { CompareStories } from './compare-stories';
import { CompareActions, CompareFacts, CompareWorld } from './compare-tables';
import '../run.css';
import '../board/run-board.css';
import './run-compare.css';
import { LOCALE } from '../../words/languages';
import { termLabel } from '../../words/terms';

/** Two runs of one kind side by side: settings, knowledge or results, and the first difference. */
export function RunCompare({ id, other }: { id: string; other: string | null }) {
  const { value: comparison, problem } = useRead(
    other ? () => api.compareRuns(id, other) : null,
    `${id} ${other}`,
  );
  useTitle('Compare');
  return (
    <section class="compare">
      <p>
        <a href={`#/runs/${id}`}>← Back to the run</a>
      </p>
      <h1>Compare runs</h1>
      <OtherRun id={id} other={other} />
      {problem && <ProblemNote problem={problem} />}
      {other && !comparison && !problem && <p class="quiet">Comparing…</p>}
      {comparison?.kind === 'grid' && (
        <>
          <CompareFacts compared={comparison} />
          <CompareBoards compared={comparison} />
          <CompareActions compared={comparison} />
          <CompareWorld compared={comparison} />
        </>
      )}
      {comparison?.kind === 'adventure' && <CompareStories compared={comparison} />}
    </section>
  );
}

const describeRun = ({ title, status, turns, createdAt }: RunSummary): string =>
  `${title} · ${termLabel(status)}, ${turns} turns · ${new Date(createdAt).toLocaleString(LOCALE)}`;

function OtherRun({ id, other }: { id: string; other: string | null }) {
  const { value, problem } = useRead(() => api.runsPage(null), '');
  const runs = value?.items.filter((run) => run.id.slice(0, 4) === id.slice(0, 4) && run.id !== id);
  if (problem) return <ProblemNote problem={problem} />;
  if (!runs) return <p class="quiet">Loading runs…</p>;
  if (runs.length === 0 && !other)
    return (
      <p>
        {id.startsWith('adv_')
          ? 'There are no other text adventure runs yet.'
          : 'There are no other grid game runs yet.'}
      </p>
    );
  const isListed = runs.some((run) => run.id === other);
  return (
    <SelectField
      label="With"
      class="field other-run"
      options={[
        ...(other ? [] : [['', 'Choose a run…'] as const]),
        ...(other && !isListed ? [[other, other] as const] : []),
        ...runs.map((run) => [run.id, describeRun(run)] as const),
      ]}
      value={other ?? ''}
      onChange={(chosen) => {
        location.hash = `/runs/${id}/compare?with=${chosen}`;
      }}
    />
  );
}
