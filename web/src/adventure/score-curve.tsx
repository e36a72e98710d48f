import type { AdventureRun } from '../../../src/contract/adventures';
import { LOCALE } from '../words/languages';

const WIDTH = 320;
const HEIGHT = 64;
const EDGE = 4;

/** The score by turn as steps; thin lines mark the start of episodes. */
export function ScoreCurve({ run }: { run: AdventureRun }) {
  const { score, episodes, turns } = run;
  const { curve, best, maximum, perPoint } = score;
  const last = curve.at(-1);
  if (!last) return <p class="quiet">No score yet.</p>;
  const scores = curve.map(([, points]) => points);
  const [low, high] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  const end = Math.max(turns, last[0], 1);
  const x = (turn: number) => EDGE + (turn / end) * (WIDTH - 2 * EDGE);
  const y = (points: number) => HEIGHT - EDGE - ((points - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const path = [
    `M${x(0)} ${y(0)}`,
    ...curve.map(([turn, points]) => `H${x(turn)} V${y(points)}`),
    `H${x(end)}`,
  ].join(' ');
  return (
    <>
      <svg
        class="score-curve"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Score by turn: ${last[1]} since turn ${last[0]}, best ${best ?? last[1]}`}
      >
        {episodes.slice(1).map(({ n, turn }) => (
          <path key={n} class="episode-line" d={`M${x(turn)} 0 V${HEIGHT}`} />
        ))}
        <path class="zero" d={`M0 ${y(0)} H${WIDTH}`} />
        <path class="curve" d={path} />
      </svg>
      <p class="quiet">
        {best !== null && `Best score ${best}`}
        {best !== null && maximum !== null && ` of ${maximum}`}
        {perPoint && `; ${entryCost(perPoint)} per point`}
      </p>
    </>
  );
}

function entryCost({ turns, calls, tokens }: NonNullable<AdventureRun['score']['perPoint']>): string {
  const costs = [`${short(turns)} turns`, `${short(calls)} calls`];
  // Canned replies use no tokens.
  return [...costs, ...(tokens > 0 ? [`${short(tokens)} tokens`] : [])].join(', ');
}

const short = (n: number): string => n.toLocaleString(LOCALE, { maximumFractionDigits: 1 });
