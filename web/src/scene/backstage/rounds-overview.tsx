import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { ProblemNote } from '../../kit/problem-note';
import { useRead } from '../../kit/use-read';
import { LOCALE } from '../../words/languages';
import { sumRounds } from './fold-backstage';
import { backstagePath } from './use-backstage';

/** Shows the cost of each of the last rounds, read once it is opened. */
export function RoundsOverview({ scene }: { scene: Scene }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>Tokens per round</summary>
      {open && <Overview scene={scene} />}
    </details>
  );
}

function Overview({ scene }: { scene: Scene }) {
  const { id, rounds: roundCount } = scene;
  const { value, problem } = useRead(() => hand.telemetry(id), `${id} ${roundCount}`);
  const rounds = value && sumRounds(value.prompts);
  if (problem) return <ProblemNote problem={problem} />;
  if (!rounds) return <p class="quiet">Loading…</p>;
  if (rounds.length === 0) return <p class="quiet">No completed rounds yet.</p>;
  const most = Math.max(...rounds.map(({ sent }) => sent));
  return (
    <ol class="round-tokens">
      {rounds.map(({ n, prompts, sent, billed }) => (
        <li key={n}>
          <a href={`#${backstagePath(id, n)}`}>Round {n}</a>
          <span class="bar" aria-hidden="true">
            <span class="fill history" style={{ width: `${(100 * sent) / most}%` }} />
          </span>
          <span class="quiet small">
            {prompts} prompts, {sent.toLocaleString(LOCALE)} tokens
            {billed > 0 && `, ${billed.toLocaleString(LOCALE)} counted by the provider`}
          </span>
        </li>
      ))}
    </ol>
  );
}
