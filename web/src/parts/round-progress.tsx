import type { ComponentChildren } from 'preact';
import type { Progress, StepState } from '../fold-scene';

const SIGN: Record<StepState, string> = { waiting: '○', running: '●', done: '✓', skipped: '–', failed: '✕' };
const WORD: Record<StepState, string> = {
  waiting: 'waiting',
  running: 'at work',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
};

/** The newest round as a row of steps: director, each character, reconciliation, done. */
export function RoundProgress(props: { progress: Progress; queued: number; children: ComponentChildren }) {
  const { progress, queued } = props;
  return (
    <div class={`progress ${progress.state}`}>
      <span class="progress-title">
        Round {progress.n}
        {progress.attempt > 1 && `, try ${progress.attempt}`}
        {progress.state !== 'running' && <span class="sr-only"> {progress.state}</span>}
      </span>
      <ol class="steps">
        {progress.steps.map((step) => (
          <li key={step.key} class={step.state} aria-current={step.state === 'running' ? 'step' : undefined}>
            <span aria-hidden="true">{SIGN[step.state]}</span> {step.label}
            <span class="sr-only">, {WORD[step.state]}</span>
          </li>
        ))}
      </ol>
      {queued > 0 && <span class="quiet">{queued} waiting</span>}
      {props.children}
    </div>
  );
}
