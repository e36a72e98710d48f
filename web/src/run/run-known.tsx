import type { GridRun } from '../../../src/contract/runs';
import { Tabs } from '../kit/tabs';
import { termLabel } from '../words/terms';
import { ActionCards } from './action-cards';
import type { Turn } from './fold-run';
import type { Spent } from './fold-spent';
import { KnownWorld } from './known-world';
import { type Past, RunBudgets } from './run-budgets';
import { TurnList } from './turns/turn-list';
import type { Known } from './watch/fold-known';

interface RunKnownProps {
  run: GridRun;
  known: Known;
  /** Packed boards by the number of their frame. */
  boards: ReadonlyMap<number, string>;
  turns: readonly Turn[];
  shown: number | null;
  spent: Spent | null;
  /** The turns up to an earlier position; null: the newest. */
  past: Past | null;
  onChanged: () => void;
}

/** Tabs with the agent's knowledge, the turns as text, and the budgets. */
export function RunKnown({ run, known, boards, turns, shown, spent, past, onChanged }: RunKnownProps) {
  return (
    <Tabs
      label="Knowledge"
      tabs={[
        {
          id: 'actions',
          title: 'Actions',
          count: Object.keys(known.actions).length,
          body: () => <ActionCards run={run.id} known={known} boards={boards} />,
        },
        { id: 'world', title: 'World', body: () => <KnownWorld run={run.id} known={known} /> },
        {
          id: 'turns',
          title: 'Turns',
          count: turns.length,
          body: () => <TurnList run={run.id} turns={turns} shown={shown} />,
        },
        {
          id: 'budgets',
          title: 'Budgets',
          body: () => (
            <>
              <RunBudgets run={run} spent={spent} past={past} onChanged={onChanged} />
              {!past && <Standing run={run} />}
            </>
          ),
        },
      ]}
    />
  );
}

const GAME: Readonly<Record<string, string>> = {
  NOT_FINISHED: 'game in progress',
  WIN: 'game won',
  GAME_OVER: 'game over',
};

function describeLevel({ level, winLevels, gameState }: GridRun): string {
  if (winLevels !== null && gameState !== 'WIN') return `level ${level + 1} of ${winLevels}`;
  return level === 1 ? '1 level completed' : `${level} levels completed`;
}

function Standing({ run }: { run: GridRun }) {
  const { phase, turns, gameState } = run;
  return (
    <p class="quiet small">
      {termLabel(phase)} · {turns} {turns === 1 ? 'turn' : 'turns'} · {describeLevel(run)} ·{' '}
      {GAME[gameState] ?? gameState}
    </p>
  );
}
