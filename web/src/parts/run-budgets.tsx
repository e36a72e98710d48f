import { useCallback, useState } from 'preact/hooks';
import type { GridRun } from '../../../src/contract/runs';
import { api } from '../api';
import { useAct } from '../use-act';
import { useReading } from '../use-reading';
import { onSubmit } from './form/on-submit';
import { TypedField } from './form/typed-field';
import { ProblemNote } from './problem-note';
import { Spending } from './spending';

const NAMES = [
  ['actions', 'Actions'],
  ['calls', 'Calls'],
  ['tokens', 'Tokens'],
  ['money', 'Money'],
] as const;
type Name = (typeof NAMES)[number][0];

/** What the run may use, what it has used, and a form to change the former. */
export function RunBudgets({ run, onChanged }: { run: GridRun; onChanged: () => void }) {
  const [edits, setEdits] = useState(false);
  const cost = useCost(run);
  const { budgets, used } = run;
  const rows: [string, number, number][] = [
    ['Actions', used.actions, budgets.actions],
    ['Calls', used.calls, budgets.calls],
  ];
  if (budgets.tokens !== null) rows.push(['Tokens', cost?.tokens ?? 0, budgets.tokens]);
  if (budgets.money !== null) rows.push(['Money', cost?.money ?? 0, budgets.money]);
  const free = [
    budgets.tokens === null && cost && cost.tokens > 0 ? `${cost.tokens.toLocaleString()} tokens` : '',
    budgets.money === null && cost && cost.money > 0 ? `${short(cost.money)} in money` : '',
  ].filter(Boolean);
  return (
    <Spending rows={rows}>
      {free.length > 0 && <p class="quiet small">So far {free.join(', ')}, without a limit.</p>}
      {run.status !== 'finished' && !edits && (
        <div class="buttons">
          <button type="button" onClick={() => setEdits(true)}>
            Change budgets
          </button>
        </div>
      )}
      {edits && (
        <BudgetForm
          run={run}
          onDone={() => {
            setEdits(false);
            onChanged();
          }}
          onCancel={() => setEdits(false)}
        />
      )}
    </Spending>
  );
}

const short = (n: number): string => n.toLocaleString(undefined, { maximumFractionDigits: 4 });

/** Tokens and money of the run, as far as the index has its calls; null while that is not known. */
function useCost({ id, turns }: GridRun): { tokens: number; money: number } | null {
  const read = useCallback(() => api.usageByRoom(), []);
  const { value } = useReading(read, turns);
  const row = value?.items.find(({ key }) => key === id);
  return row ? { tokens: row.promptTokens + row.completionTokens, money: row.money } : null;
}

function BudgetForm({ run, onDone, onCancel }: { run: GridRun; onDone: () => void; onCancel: () => void }) {
  const [texts, setTexts] = useState<Partial<Record<Name, string>>>({});
  const { busy, problem, act } = useAct();
  const save = async () => {
    const given = Object.entries(texts).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [[name, Number(text)] as const],
    );
    if (given.length === 0) return onCancel();
    if (await act(() => api.changeRun(run.id, { budgets: Object.fromEntries(given) }))) onDone();
  };
  return (
    <form class="budget-form" onSubmit={onSubmit(save)}>
      {NAMES.map(([name, title]) => (
        <TypedField
          key={name}
          label={title}
          isNumber
          min={name === 'money' ? '0.000001' : '1'}
          step={name === 'money' ? 'any' : '1'}
          placeholder={run.budgets[name] === null ? 'no limit' : String(run.budgets[name])}
          value={texts[name] ?? ''}
          onText={(text) => setTexts({ ...texts, [name]: text })}
        />
      ))}
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
