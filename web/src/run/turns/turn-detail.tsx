import { useState } from 'preact/hooks';
import type { PageProblem } from '../../api/api';
import { ProviderMark, StatusMark } from '../../kit/marks';
import { Thumb } from '../board/thumb';
import type { Frame, Turn } from '../fold-run';
import { forkAndGo } from '../run-controls';
import { TurnCalls } from './turn-calls';

interface TurnDetailProps {
  run: string;
  turn: Turn;
  /** Frames of the turn, with their index among all of the run. */
  frames: readonly { frame: Frame; index: number }[];
  shown: number;
  onShowFrame: (index: number) => void;
  /** False: the game can't be restored. */
  canFork: boolean;
  onProblem: (problem: PageProblem | null) => void;
}

/** Shows a turn: the action and its reason, each board on the way, the conclusion, and the calls. */
export function TurnDetail({ run, turn, frames, shown, onShowFrame, canFork, onProblem }: TurnDetailProps) {
  const [busy, setBusy] = useState(false);
  const fork = async () => {
    setBusy(true);
    await forkAndGo(run, turn.n, onProblem);
    setBusy(false);
  };
  const effect = turn.hadEffect === null ? null : turn.hadEffect ? 'had an effect' : 'no effect';
  const fits = turn.consistent === null ? null : turn.consistent ? 'as defined' : 'not as defined';
  return (
    <section class="turn-detail card" aria-labelledby="turn-title">
      <div class="turn-head">
        <h2 id="turn-title">Turn {turn.n}</h2>
        {turn.target && <span class="action-name">{turn.target}</span>}
        {turn.status !== 'completed' && <StatusMark status={turn.status} />}
        {effect && <span class="quiet">{effect}</span>}
        {fits && <span class="quiet">{fits}</span>}
        {turn.phase && <span class="quiet">{turn.phase}</span>}
        <ProviderMark provider={turn.provider} model={turn.model} />
      </div>
      {turn.marks.length > 0 && (
        <ul class="turn-marks">
          {turn.marks.map(({ kind, text }) => (
            <li key={text} class={`mark ${kind}`}>
              {text}
            </li>
          ))}
        </ul>
      )}
      {frames.length > 0 && (
        <ol class="film" aria-label="Boards of this turn">
          {frames.map(({ frame, index }) => (
            <li key={frame.n}>
              <button
                type="button"
                aria-pressed={index === shown}
                aria-label={`Show frame ${frame.n}, ${frame.action ?? frame.label}`}
                onClick={() => onShowFrame(index)}
              >
                <Thumb cells={frame.cells} name="" />
                <span class="small">{frame.action ?? frame.label}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {turn.interpretation && <p class="interpretation">{turn.interpretation}</p>}
      <dl>
        <Detail name="Why" text={turn.reasoning} />
        <Detail name="Chosen by the service" text={turn.overruled} />
        <Detail name="Expected to learn" text={turn.expected} />
        <Detail name="Seen" text={turn.diff} />
        <Detail name="Definition now" text={turn.definition} />
      </dl>
      <TurnCalls run={run} turn={turn.n} isOver={turn.status !== 'running'} key={turn.n} />
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

function Detail({ name, text }: { name: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
