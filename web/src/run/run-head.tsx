import { ArrowLeft, Ellipsis, FileText, GitFork, List, Package, Scale } from 'lucide';
import type { Connection } from '../../../packages/client/src/index';
import type { Run } from '../../../src/contract/runs';
import { download, type PageProblem } from '../api/api';
import { Icon } from '../kit/icon';
import { ProviderNote } from '../kit/marks';
import { Menu, type MenuItem } from '../kit/menu';
import { ThemeSwitch } from '../kit/theme-switch';
import { go } from '../router';
import { termLabel } from '../words/terms';
import { forkAndGo, RunControls } from './run-controls';
import { RunName } from './run-name';

interface RunHeadProps {
  run: Run;
  live: Connection;
  /** True while the end of the run is hidden from a watcher. */
  hidesEnd: boolean;
  canFork: boolean;
  /** More entries of the menu. */
  more?: readonly MenuItem[];
  onDone: () => void;
  onProblem: (problem: PageProblem | null) => void;
}

/** The header of a run: back, title and status, buttons, and a menu for the rest. */
export function RunHead({ run, live, hidesEnd, canFork, more = [], onDone, onProblem }: RunHeadProps) {
  const items: MenuItem[] = [
    ...more,
    { name: 'Report', icon: FileText, onChoose: () => go(`/runs/${run.id}/report`) },
    { name: 'Compare with another run', icon: Scale, onChoose: () => go(`/runs/${run.id}/compare`) },
    { name: 'Model calls', icon: List, onChoose: () => go(`/calls?room=${run.id}`) },
    {
      name: 'Download all',
      icon: Package,
      onChoose: () =>
        void download(`/runs/${run.id}/export`, `${run.id}.zip`).then((reply) =>
          onProblem(reply.ok ? null : reply.problem),
        ),
    },
    ...(canFork
      ? [
          {
            name: 'Continue in a copy',
            icon: GitFork,
            disabled: run.turns === 0,
            onChoose: () => void forkAndGo(run.id, null, onProblem),
          },
        ]
      : []),
  ];
  return (
    <header class="room-head run-head">
      <a class="button plain icon-button" href="#/" aria-label="Home" title="Home">
        <Icon of={ArrowLeft} />
      </a>
      <RunName run={run} live={live} />
      {run.status === 'finished' && !hidesEnd && (
        <p class="finished">
          Run finished: <strong>{describeEnd(run)}</strong>.
        </p>
      )}
      <ProviderNote answeredBy={run.answeredBy} />
      {run.status === 'finished' && !hidesEnd && (
        <a class="button to-report" href={`#/runs/${run.id}/report`}>
          Report
        </a>
      )}
      <RunControls run={run} onDone={onDone} onProblem={onProblem} canFork={false} />
      <Menu label="More for this run" items={items}>
        <Icon of={Ellipsis} />
      </Menu>
      <ThemeSwitch />
    </header>
  );
}

/** Formats the reason a run ended. */
export const describeEnd = ({ finishReason }: Pick<Run, 'finishReason'>): string =>
  finishReason === null ? 'no reason given' : termLabel(finishReason);
