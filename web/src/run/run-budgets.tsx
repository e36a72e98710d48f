import { useCallback, useState } from 'preact/hooks';
import type { Run } from '../../../src/contract/runs';
import { api } from '../api/api';
import { BudgetMeter } from '../kit/budget-meter';
import { onSubmit } from '../kit/form/on-submit';
import { TypedLimits } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useReading } from '../kit/use-reading';
import { LOCALE } from '../words/languages';
import { termLabel } from '../words/terms';
import type { Spent } from './fold-spent';

interface Limit {
  name: 'actions' | 'turns' | 'calls' | 'tokens' | 'money';
  title: string;
  used: number;
  /** Null: no limit. */
  most: number | null;
}

/** The turns up to an earlier position of a run. */
export interface Past {
  actions: number;
  turns: number;
}

function runLimits(run: Run, cost: Cost | null, past: Past | null): Limit[] {
  const { budgets, used } = run;
  // Calls, tokens and costs are not counted by turn.
  if (past)
    return [
      run.kind === 'grid'
        ? { name: 'actions', title: 'Actions', used: past.actions, most: run.budgets.actions }
        : { name: 'turns', title: 'Turns', used: past.turns, most: run.budgets.turns },
    ];
  return [
    run.kind === 'grid'
      ? { name: 'actions', title: 'Actions', used: run.used.actions, most: run.budgets.actions }
      : { name: 'turns', title: 'Turns', used: run.used.turns, most: run.budgets.turns },
    { name: 'calls', title: 'Calls', used: used.calls, most: budgets.calls },
    { name: 'tokens', title: 'Tokens', used: cost?.tokens ?? 0, most: budgets.tokens },
    { name: 'money', title: 'Money', used: cost?.money ?? 0, most: budgets.money },
  ];
}

export function RunBudgets(props: {
  run: Run;
  spent: Spent | null;
  past: Past | null;
  onChanged: () => void;
}) {
  const { run, spent, past, onChanged } = props;
  const [edits, setEdits] = useState(false);
  const cost = useCost(run);
  const limits = runLimits(run, cost, past);
  const free = limits
    .filter(({ most, used }) => most === null && used > 0)
    .map(({ name, used }) => `${short(used)} ${name === 'money' ? 'in money' : termLabel(name)}`);
  return (
    <section aria-label="Budget" class="spending">
      {limits.map(
        ({ name, title, used, most }) =>
          most !== null && (
            <BudgetMeter
              key={name}
              title={title}
              used={used}
              limit={most}
              isSpent={used >= most || (!past && spent?.whose === 'room' && spent.what === name)}
            />
          ),
      )}
      {free.length > 0 && <p class="quiet small">{free.join(', ')} used, no limit.</p>}
      {run.status !== 'finished' && !past && !edits && (
        <div class="buttons">
          <button type="button" onClick={() => setEdits(true)}>
            Edit budgets
          </button>
        </div>
      )}
      {edits && (
        <BudgetForm
          run={run.id}
          limits={limits}
          onDone={() => {
            setEdits(false);
            onChanged();
          }}
          onCancel={() => setEdits(false)}
        />
      )}
    </section>
  );
}

const short = (n: number): string => n.toLocaleString(LOCALE, { maximumFractionDigits: 4 });

interface Cost {
  tokens: number;
  money: number;
}

/** Returns the tokens and money of the run, as far as the index has its calls; null while unknown. */
function useCost({ id, turns }: Run): Cost | null {
  const readUsage = useCallback(() => api.usageByRoom(), []);
  const { value } = useReading(readUsage, turns);
  const row = value?.items.find(({ key }) => key === id);
  return row ? { tokens: row.promptTokens + row.completionTokens, money: row.money } : null;
}

interface BudgetFormProps {
  run: string;
  limits: readonly Limit[];
  onDone: () => void;
  onCancel: () => void;
}

function BudgetForm({ run, limits, onDone, onCancel }: BudgetFormProps) {
  const [texts, setTexts] = useState<Partial<Record<Limit['name'], string>>>({});
  const { busy, problem, act } = useAct();
  const save = async () => {
    const entries = Object.entries(texts).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [[name, Number(text)] as const],
    );
    if (entries.length === 0) return onCancel();
    if (await act(() => api.changeRun(run, { budgets: Object.fromEntries(entries) }))) onDone();
  };
  return (
    <form class="budget-form" onSubmit={onSubmit(save)}>
      <TypedLimits
        limits={limits.map(({ name, title, most }) => ({
          name,
          label: title,
          ...(most !== null && { placeholder: String(most) }),
        }))}
        texts={texts}
        onChange={setTexts}
      />
      {problem && <ProblemNote problem={problem} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={busy}>
          Save budgets
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
