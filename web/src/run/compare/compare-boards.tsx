import { useMemo, useState } from 'preact/hooks';
import type { Comparison, ReplayStep } from '../../../../src/contract/replays';
import { ProblemNote } from '../../kit/problem-note';
import { runAddress } from '../../router';
import { termLabel } from '../../words/terms';
import { Board } from '../board/board';
import { parseBoard } from '../board/grid';
import { usePlayback } from '../board/use-playback';
import { useReplay } from '../use-replay';
import { Curves } from './curves';
import { boardAt, buildCurve } from './run-curves';

/** Plays both runs step by step, and shows how fast each understood its actions. */
export function CompareBoards({ compared }: { compared: Comparison }) {
  const { a, b, diverge } = compared;
  const [replayA, replayB] = [useReplay(a.id), useReplay(b.id)];
  const most = Math.max(replayA.steps.length, replayB.steps.length);
  const [choice, setChoice] = useState<number | null>(null);
  const step = Math.min(choice ?? diverge?.step ?? most, most);
  const { plays, toggle } = usePlayback(() => {
    setChoice(step + 1);
    return step + 1 < most;
  });
  const curves = useMemo(
    () => [buildCurve(replayA.steps), buildCurve(replayB.steps)] as const,
    [replayA.steps, replayB.steps],
  );
  const problem = replayA.problem ?? replayB.problem;
  if (problem) return <ProblemNote problem={problem} />;
  if (most === 0) return replayA.isWhole && replayB.isWhole ? null : <p class="quiet">Loading boards…</p>;
  const countSettled = (curve: (typeof curves)[number]) => curve.reached.at(-1) ?? 0;
  const countSent = (curve: (typeof curves)[number]) => curve.sent.at(-1) ?? 0;
  return (
    <>
      <section aria-label="Boards" class="board-viewer">
        <div class="side-by-side">
          <Side letter="A" run={a.id} steps={replayA.steps} step={step} />
          <Side letter="B" run={b.id} steps={replayB.steps} step={step} />
        </div>
        <div class="scrub">
          <button
            type="button"
            aria-label={plays ? 'Stop both' : 'Play both from here'}
            disabled={!plays && step >= most}
            onClick={toggle}
          >
            {plays ? '❚❚' : '▶'}
          </button>
          <button
            type="button"
            aria-label="Previous step"
            disabled={step <= 1}
            onClick={() => setChoice(step - 1)}
          >
            ‹
          </button>
          <input
            type="range"
            aria-label="Step of both runs"
            aria-valuetext={`Step ${step} of ${most}`}
            min={1}
            max={most}
            value={step}
            onInput={(moved) => setChoice(Number(moved.currentTarget.value))}
          />
          <button
            type="button"
            aria-label="Next step"
            disabled={step >= most}
            onClick={() => setChoice(step + 1)}
          >
            ›
          </button>
          {diverge && (
            <button type="button" disabled={step === diverge.step} onClick={() => setChoice(diverge.step)}>
              First difference
            </button>
          )}
        </div>
        <p class="caption">
          Step {step} of {most}
        </p>
      </section>
      <section aria-labelledby="curves-title">
        <h2 id="curves-title">Actions understood</h2>
        <p class="quiet small">
          <span class="key-a">A</span> <span class="key-b">B</span> verified, exhausted or given up, by
          actions sent
        </p>
        <Curves
          a={curves[0]}
          b={curves[1]}
          of="settled"
          by="actions sent"
          summary={`A understood ${countSettled(curves[0])} actions after sending ${countSent(curves[0])}, B ${countSettled(curves[1])} after ${countSent(curves[1])}.`}
        />
      </section>
    </>
  );
}

function Side(props: { letter: string; run: string; steps: readonly ReplayStep[]; step: number }) {
  const { letter, run, steps, step } = props;
  const board = boardAt(steps, step);
  const hasEnded = step > steps.length;
  if (!board) return <p class="quiet board-empty">No boards yet.</p>;
  const { kind, action, turn, summary, role } = board.step;
  const click = action?.x === undefined ? '' : ` at row ${action.y}, column ${action.x}`;
  return (
    <figure class="side">
      <Board
        grid={parseBoard(board.cells)}
        before={hasEnded || board.before === null ? null : parseBoard(board.before)}
        name={`${letter}, step ${Math.min(step, steps.length)}`}
      />
      <figcaption class="small">
        <strong>{letter}</strong>{' '}
        {hasEnded ? (
          'had ended'
        ) : (
          <>
            {kind === 'action'
              ? `${action?.id}${click} (${role === null ? '' : termLabel(role)})`
              : termLabel(kind)}{' '}
            · {turn > 0 && <a href={`#${runAddress(run, { turn, frame: board.step.frame })}`}>turn {turn}</a>}
            {summary && <span class="quiet"> · {summary}</span>}
          </>
        )}
      </figcaption>
    </figure>
  );
}
