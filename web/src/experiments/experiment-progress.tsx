import type { ExperimentSummary } from '../../../src/contract/experiments';

interface Props extends Pick<ExperimentSummary, 'name' | 'progress'> {
  /** Completed fraction of the runs in progress, in runs. Default: 0. */
  part?: number;
}

/** Finished runs of an experiment, as a bar and as text. */
export function ExperimentProgress({ name, progress, part = 0 }: Props) {
  const { runs, over, playing, refused } = progress;
  return (
    <div class="experiment-progress">
      <progress max={Math.max(1, runs)} value={over + part} aria-label={`Finished runs of ${name}`} />
      <span class="quiet small">
        {over} of {runs} runs finished{playing > 0 && `, ${playing} in progress`}
        {refused > 0 && `, ${refused} refused`}
      </span>
    </div>
  );
}
