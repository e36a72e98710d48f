import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Draft } from '../../../../packages/client/src/index';
import type { Event } from '../../../../src/events/events';
import { readSteps, type StepDetail } from '../backstage/fold-backstage';
import type { Progress, Step, StepState } from '../lines/fold-scene';
import { idOfActor } from '../who';

const SIGN: Record<StepState, string> = { waiting: '○', running: '●', done: '✓', skipped: '–', failed: '✕' };
const WORD: Record<StepState, string> = {
  waiting: 'waiting',
  running: 'at work',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
};

const SHOWN_FROM_MS = 100;

interface ProgressProps {
  progress: Progress;
  /** Events of rounds that count. */
  events: readonly Event[];
  drafts: readonly Draft[];
  queued: number;
  children: ComponentChildren;
}

/** Shows the newest round as a row of steps: director, each character, reconciliation, done. */
export function RoundProgress({ progress, events, drafts, queued, children }: ProgressProps) {
  const details = useMemo(() => readSteps(events, progress.n), [events, progress.n]);
  const current = progress.steps.filter(({ state }) => state === 'running');
  return (
    <div class={`progress ${progress.state}`}>
      <span class="progress-title">
        Round {progress.n}
        {progress.attempt > 1 && `, try ${progress.attempt}`}
        {progress.state !== 'running' && <span class="sr-only"> {progress.state}</span>}
      </span>
      <ol class="steps">
        {progress.steps.map((step) => (
          <StepView
            key={step.key}
            step={step}
            detail={details.get(step.key)}
            isWriting={drafts.some(({ actor }) => step.key.startsWith(`${idOfActor(actor)}.`))}
          />
        ))}
      </ol>
      {queued > 0 && <span class="quiet">{queued} waiting</span>}
      {children}
      {current.map((step) => {
        const guidance = details.get(step.key)?.guidance;
        return guidance ? (
          <p class="quiet step-guidance" key={step.key}>
            {step.label} was told: {guidance}
          </p>
        ) : null;
      })}
    </div>
  );
}

function StepView(props: { step: Step; detail: StepDetail | undefined; isWriting: boolean }) {
  const { step, detail, isWriting } = props;
  const running = step.state === 'running';
  const took = detail?.took ?? null;
  return (
    <li class={step.state} aria-current={running ? 'step' : undefined} title={detail?.guidance || undefined}>
      <span aria-hidden="true">{SIGN[step.state]}</span> {step.label}
      {running && isWriting && <span class="quiet"> is speaking</span>}
      {took !== null && !running && took >= SHOWN_FROM_MS && (
        <span class="took"> {(took / 1000).toFixed(1)} s</span>
      )}
      <span class="sr-only">, {WORD[step.state]}</span>
    </li>
  );
}
