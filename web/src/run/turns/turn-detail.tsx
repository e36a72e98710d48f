import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { PageProblem } from '../../api/api';
import { ProviderMark, StatusMark } from '../../kit/marks';
import { termLabel } from '../../words/terms';
import { Thumb } from '../board/thumb';
import type { Frame, Turn } from '../fold-run';
import { ResultMark } from '../predictions';
import { forkAndGo } from '../run-controls';
import { TurnCalls } from './turn-calls';

interface TurnDetailProps {
  run: string;
  /** Null: none has begun. */
  turn: Turn | null;
  /** Frames of the turn, with their index among all of the run. */
  frames: readonly { frame: Frame; index: number }[];
  shown: number;
  /** For the action that led to the visible frame; null: not checked. */
  prediction: Frame['prediction'];
  onShowFrame: (index: number) => void;
  /** False: the game can't be restored. */
  canFork: boolean;
  onProblem: (problem: PageProblem | null) => void;
}

/**
 * A turn in chronological order, so that updates never move the text being read: action and reason, boards, conclusion,
 * calls.
 */
export function TurnDetail(props: TurnDetailProps) {
  const { run, turn, frames, shown, prediction, onShowFrame, canFork, onProblem } = props;
  const [busy, setBusy] = useState(false);
  if (!turn) {
    return (
      <section class="turn-detail card">
        <p class="quiet">No turns yet. Each turn shows the agent's choice, its reason and the result.</p>
      </section>
    );
  }
  const fork = async () => {
    setBusy(true);
    await forkAndGo(run, turn.n, onProblem);
    setBusy(false);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section class="turn-detail card" aria-labelledby="turn-title" tabIndex={0}>
      <div class="turn-head">
        <h2 id="turn-title">Turn {turn.n}</h2>
        {turn.target && <span class="action-name">{turn.target}</span>}
        <ProviderMark provider={turn.provider} model={turn.model} />
        {(turn.status === 'failed' || turn.status === 'cancelled') && <StatusMark status={turn.status} />}
      </div>
      <ol class="film" aria-label="Boards of this turn">
        {frames.map(({ frame, index }) => (
          <li key={frame.n}>
            <button
              type="button"
              aria-pressed={index === shown}
              aria-label={`Show frame ${frame.n}, ${frame.action ?? termLabel(frame.label)}`}
              onClick={() => onShowFrame(index)}
            >
              <Thumb cells={frame.cells} name="" />
              <span class="small">{frame.action ?? termLabel(frame.label)}</span>
            </button>
          </li>
        ))}
      </ol>
      {prediction && (
        <dl class="prediction">
          <Detail name="Predicted" text={prediction.predicted} />
          <Detail name="Actual" text={prediction.happened} mark={<ResultMark result={prediction.result} />} />
        </dl>
      )}
      <dl>
        <Detail name="Previous plan" text={describeEnd(turn)} />
        <Detail name="Plan" text={describeWish(turn)} />
        <Detail name="Reason" text={turn.reasoning} />
        <Detail name="Chosen by the service" text={turn.overruled} />
        <Detail name={turn.wish ? 'Expected to happen' : 'Expected to learn'} text={turn.expected} />
        {turn.expectsChange !== null && (
          <Detail name="The agent expects" text={turn.expectsChange ? 'The board changes' : 'No change'} />
        )}
      </dl>
      {turn.status === 'running' && (
        <p class="quiet">{frames.length === 0 ? 'Deciding what to try…' : 'Analyzing the result…'}</p>
      )}
      <Conclusion turn={turn} />
      <dl>
        <Detail name="Observed" text={turn.diff} />
        <Detail name="Current rule" text={turn.definition} />
      </dl>
      {turn.status !== 'running' && <TurnCalls run={run} turn={turn.n} />}
      {canFork && turn.status === 'completed' && (
        <div class="buttons">
          <button type="button" disabled={busy} onClick={() => void fork()}>
            Fork after this turn
          </button>
        </div>
      )}
    </section>
  );
}

/** Describes the plan that a turn follows, and its progress. */
function describeWish({ n, wish }: Turn): string {
  if (!wish) return '';
  const count = wish.kind === 'explore' ? (wish.steps ?? 1) : wish.done + wish.left.length + 1;
  const progress = `${wish.text}: action ${wish.done + 1} of ${count}`;
  return wish.turn === n ? progress : `${progress}, as planned in turn ${wish.turn}`;
}

const WISH_ENDS: Readonly<Record<string, string>> = {
  reached: 'goal reached',
  done: 'plan completed',
  surprise: 'stopped by an unexpected result',
  level: 'ended with the level',
  game_over: 'ended with the game',
  stopped: 'was interrupted',
};

/** Describes how the previous plan ended. */
const describeEnd = ({ wishEnded }: Turn): string =>
  wishEnded ? `${wishEnded.text}: ${WISH_ENDS[wishEnded.end] ?? ''} (${wishEnded.detail})` : '';

/** The outcome of a turn: the agent's interpretation, any effect, and what it settled. */
function Conclusion({ turn }: { turn: Turn }) {
  const { interpretation, marks, hadEffect, phase } = turn;
  const effect = hadEffect === null ? null : hadEffect ? 'had an effect' : 'no effect';
  const facts = [effect, phase === null ? null : termLabel(phase)].filter((fact) => fact !== null);
  return (
    <>
      {interpretation && (
        <p class="interpretation" dir="auto">
          {interpretation}
        </p>
      )}
      {(facts.length > 0 || marks.length > 0) && (
        <ul class="turn-marks">
          {marks.map(({ kind, text }) => (
            <li key={text} class={`mark ${kind}`}>
              {text}
            </li>
          ))}
          {facts.length > 0 && <li class="quiet">{facts.join(' · ')}</li>}
        </ul>
      )}
    </>
  );
}

function Detail({ name, text, mark }: { name: string; text: string; mark?: ComponentChild }) {
  if (!text) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">
        {text} {mark}
      </dd>
    </div>
  );
}
