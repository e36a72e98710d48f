import type { ScoreCurve } from './record';

const WIDTH = 720;
const HEIGHT = 200;
const MARGIN = 36;

/** Draws the score as an inline SVG that contains only numbers: a step line per episode. `''` without data. */
export function drawScore(curves: readonly ScoreCurve[]): string {
  const points = curves.flat();
  const turns = points.map(([turn]) => turn);
  const scores = points.map(([, score]) => score);
  const [first, last] = [Math.min(...turns), Math.max(...turns)];
  const [low, high] = [Math.min(0, ...scores), Math.max(...scores)];
  if (points.length < 2 || first === last || low === high) return '';
  const x = (turn: number): string => scale(turn, first, last, MARGIN, WIDTH - MARGIN);
  const y = (score: number): string => scale(score, low, high, HEIGHT - MARGIN, MARGIN / 2);
  const bottom = HEIGHT - MARGIN;
  return [
    `<svg class="score" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Score by turn: from ${low} to ${high}, turns ${first} to ${last}">`,
    `<path class="axis" d="M${MARGIN} ${MARGIN / 2}V${bottom}H${WIDTH - MARGIN}"/>`,
    ...curves.slice(1).flatMap((curve) => {
      const [start] = curve;
      return start ? [`<path class="episode" d="M${x(start[0])} ${MARGIN / 2}V${bottom}"/>`] : [];
    }),
    ...curves.map((curve) => `<path class="line" d="${drawSteps(curve, x, y)}"/>`),
    `<text x="${MARGIN - 6}" y="${y(high)}" text-anchor="end" dominant-baseline="middle">${high}</text>`,
    `<text x="${MARGIN - 6}" y="${y(low)}" text-anchor="end" dominant-baseline="middle">${low}</text>`,
    `<text x="${MARGIN}" y="${HEIGHT - MARGIN / 3}">turn ${first}</text>`,
    `<text x="${WIDTH - MARGIN}" y="${HEIGHT - MARGIN / 3}" text-anchor="end">turn ${last}</text>`,
    '</svg>',
  ].join('');
}

/** Skips points without a change. */
function drawSteps(points: ScoreCurve, x: (turn: number) => string, y: (score: number) => string): string {
  const corners = points.filter(
    ([, score], i) => i === 0 || i === points.length - 1 || score !== points[i - 1]?.[1],
  );
  return corners
    .map(([turn, score], i) => (i === 0 ? `M${x(turn)} ${y(score)}` : `H${x(turn)}V${y(score)}`))
    .join('');
}

const scale = (value: number, from: number, to: number, start: number, end: number): string =>
  String(Math.round(10 * (start + ((value - from) / (to - from)) * (end - start))) / 10);

export const SCORE_STYLE = `
.score { width: 100%; max-width: 45rem; height: auto; font-size: 12px; fill: var(--quiet); }
.score path { fill: none; stroke: var(--line); }
.score .line { stroke: var(--good); stroke-width: 2; }
.score .episode { stroke-dasharray: 4 4; stroke: var(--warn); }
`;
