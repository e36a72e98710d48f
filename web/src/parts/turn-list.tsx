import { useState } from 'preact/hooks';
import type { Turn } from '../fold-run';
import { ProviderMark } from './marks';

/** Turns drawn before someone asks for all. */
const SHORT = 30;

/** Every turn, newest first: what was tried and why, what came of it. */
export function TurnList({ turns, onShowFrame }: { turns: Turn[]; onShowFrame: (frame: number) => void }) {
  const [all, setAll] = useState(false);
  const newestFirst = turns.toReversed();
  const shown = all ? newestFirst : newestFirst.slice(0, SHORT);
  return (
    <section aria-labelledby="turns-title">
      <h2 id="turns-title">Turns</h2>
      {turns.length === 0 && <p class="quiet">No turn yet.</p>}
      <ol class="turns">
        {shown.map((turn) => (
          <TurnItem key={turn.n} turn={turn} onShowFrame={onShowFrame} />
        ))}
      </ol>
      {shown.length < turns.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {turns.length} turns
        </button>
      )}
    </section>
  );
}

const EFFECT = new Map([
  [true, 'had an effect'],
  [false, 'no effect'],
]);

function TurnItem({ turn, onShowFrame }: { turn: Turn; onShowFrame: (frame: number) => void }) {
  const { frame } = turn;
  const effect = turn.hadEffect === null ? undefined : EFFECT.get(turn.hadEffect);
  return (
    <li class={`turn ${turn.status}`}>
      <p class="turn-head">
        <strong>Turn {turn.n}</strong>
        {turn.target && <span class="action-name">{turn.target}</span>}
        {turn.setup.length > 0 && <span class="quiet">after {turn.setup.join(', ')}</span>}
        {turn.status === 'running' && <span class="status running">running</span>}
        {turn.status === 'failed' && <span class="status failed">failed</span>}
        {effect && <span class="quiet">{effect}</span>}
        <ProviderMark provider={turn.provider} />
        {frame !== null && (
          <button type="button" class="plain" onClick={() => onShowFrame(frame)}>
            Board<span class="sr-only"> of turn {turn.n}</span>
          </button>
        )}
      </p>
      {turn.interpretation && <p>{turn.interpretation}</p>}
      {(turn.reasoning || turn.diff || turn.expected) && (
        <details>
          <summary>Why, and what was seen</summary>
          <dl>
            <Detail name="Reasoning" text={turn.reasoning} />
            <Detail name="Chosen by the service" text={turn.overruled} />
            <Detail name="Expected to learn" text={turn.expected} />
            <Detail name="Seen" text={turn.diff} />
            <Detail name="Definition now" text={turn.definition} />
          </dl>
        </details>
      )}
    </li>
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
