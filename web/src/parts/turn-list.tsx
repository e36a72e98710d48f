import { useState } from 'preact/hooks';
import type { Turn } from '../fold-run';
import { runAddress } from '../router';

/** Turns drawn at first, and with each asking for more. */
const SOME = 40;

/** Every turn in words, newest first; each opens on its board. */
export function TurnList({
  run,
  turns,
  shown,
}: {
  run: string;
  turns: readonly Turn[];
  shown: number | null;
}) {
  const [most, setMost] = useState(SOME);
  const newestFirst = turns.toReversed().slice(0, most);
  if (turns.length === 0) return <p class="quiet">No turn yet.</p>;
  return (
    <>
      <ol class="turns">
        {newestFirst.map((turn) => (
          <li key={turn.n} class={`turn-row ${turn.status}`}>
            <a
              href={`#${runAddress(run, { turn: turn.n, frame: null })}`}
              aria-current={turn.n === shown ? 'step' : undefined}
            >
              <span class="turn-head">
                <strong>Turn {turn.n}</strong>
                {turn.target && <span class="action-name">{turn.target}</span>}
                {turn.status !== 'completed' && <span class={`status ${turn.status}`}>{turn.status}</span>}
                {turn.hadEffect === false && <span class="quiet">no effect</span>}
                {turn.marks.map(({ kind, text }) => (
                  <span key={text} class={`mark ${kind}`}>
                    {text}
                  </span>
                ))}
              </span>
              {turn.interpretation && <span class="quiet row-text">{turn.interpretation}</span>}
            </a>
          </li>
        ))}
      </ol>
      {most < turns.length && (
        <button type="button" onClick={() => setMost(most + SOME)}>
          {turns.length - most} earlier turns
        </button>
      )}
    </>
  );
}
