import type { ComponentChildren } from 'preact';
import type { PageProblem } from '../api/api';
import { DemoClock } from '../demo/demo-clock';
import { isDemo } from '../demo/demo-seat';
import { ProblemNote } from '../kit/problem-note';
import { lazyPage } from '../lazy-page';
import { termLabel } from '../words/terms';
import { TableTurn } from './cast/table-view';
import { roundNumber } from './direct/counted-rounds';
import { PaceBar } from './direct/pace-bar';
import { FailedRound } from './failed-round';
import type { Progress } from './lines/fold-scene';
import { Typists } from './lines/typists';
import type { SceneView } from './use-scene';
import { type AnyScene, findSeat, isOwn } from './who';

const PlanApproval = lazyPage(() => import('./direct/plan-approval').then((part) => part.PlanApproval));

/** Below the lines: round state, errors, and the composer in `children`. */
export function UnderStage(props: {
  scene: AnyScene;
  room: SceneView;
  persona: string | undefined;
  problem: PageProblem | null;
  onProblem: (problem: PageProblem | null) => void;
  onModels: () => void;
  children: ComponentChildren;
}) {
  const { scene, persona, problem } = props;
  const { view, names, progress, events } = props.room;
  return (
    <div class="under-stage">
      <Typists typists={view.typists} />
      {progress && <RoundState progress={progress} n={roundNumber(scene, progress.n)} />}
      {progress?.state !== 'running' && (
        <FailedRound
          scene={scene}
          onProblem={props.onProblem}
          onModels={props.onModels}
          onDone={view.refresh}
        />
      )}
      {problem && <ProblemNote problem={problem} />}
      {isDemo(scene.id) && <DemoClock endsAt={findSeat(scene)?.endsAt} />}
      <PaceBar scene={scene} names={names} persona={persona} onDone={view.refresh} />
      {isOwn(scene) && scene.proposal && (
        <PlanApproval
          key={`${scene.proposal.n} ${scene.round?.attempt}`}
          scene={scene}
          proposal={scene.proposal}
          onDone={view.refresh}
        />
      )}
      <TableTurn scene={scene} events={events} persona={persona} />
      {findSeat(scene)?.forMany ? (
        <p class="quiet watches">You are watching, like everyone with this link.</p>
      ) : (
        props.children
      )}
    </div>
  );
}

/** Announces the progress of the newest round to screen readers; the transcript shows it to everyone else. */
function RoundState({ progress, n }: { progress: Progress; n: number }) {
  const { state, steps } = progress;
  const now = steps.filter((step) => step.state === 'running').map(({ label }) => label);
  return (
    <p class={`progress ${state} sr-only`} role="status">
      Round {n} {state === 'running' ? ['in progress', ...now].join(', ') : termLabel(state)}
    </p>
  );
}
