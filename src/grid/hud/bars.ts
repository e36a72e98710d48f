import { type Evidence, weightOf } from './evidence';
import { type BarRun, extendBar, lineColor } from './extent';
import { findPieces, type Piece } from './pieces';

/**
 * Finds bars that any action uses up or fills. The evidence for a bar is a run of pieces: rectangles that
 * changed from one color to another, in one straight band, each adjacent to the last and always in one
 * direction, with no other change in the band.
 *
 * A moving object fails this test: it appears in one place as it leaves another, so a piece is evidence
 * (clean) only if its old color did not appear elsewhere and its new color did not leave elsewhere. The
 * effect of a single action fails too, because the pieces must come from different actions.
 */

/** Maximum thickness in cells: of any bar, and of a bar that is accepted after two steps. */
const THICKEST = 4;
const THIN = 3;
/** Minimum length in cells: of any bar, and of a bar that is accepted after two steps. */
const SHORTEST = 4;
const LONG = 8;
/** Maximum gap between two pieces of a bar (pips), in cells. */
const WIDEST_GAP = 2;
/** Maximum cells of a bar that unseen actions may have taken. */
const MAX_UNSEEN = 12;

/** Returns the cells of each bar, most certain first. */
export function findBars(evidence: readonly Evidence[]): number[][] {
  const acceptedRuns: { run: BarRun; cells: number[] }[] = [];
  const { runs, clean } = findRuns(evidence);
  for (const run of runs) {
    const cells = happensElsewhere(run, clean) ? null : judgeRun(run, evidence);
    if (cells) acceptedRuns.push({ run, cells });
  }
  return acceptedRuns
    .sort((a, b) => b.run.steps.length - a.run.steps.length || (a.cells[0] ?? 0) - (b.cells[0] ?? 0))
    .map(({ cells }) => cells);
}

type Sighting = Piece & { index: number };

function findRuns(evidence: readonly Evidence[]): { runs: BarRun[]; clean: Sighting[] } {
  const runs = new Map<string, BarRun[]>();
  const sightings: Sighting[] = [];
  evidence.forEach((event, index) => {
    const balance = weightOf(event);
    for (const piece of findPieces(event)) {
      const clean = isClean(piece, balance);
      if (clean) sightings.push({ ...piece, index });
      for (const vertical of [false, true]) {
        const thick = vertical ? piece.cols : piece.rows;
        if (thick > THICKEST) continue;
        const across = vertical ? piece.left : piece.top;
        const start = vertical ? piece.top : piece.left;
        const end = start + (vertical ? piece.rows : piece.cols) - 1;
        const key = [vertical, across, thick, piece.from, piece.to].join();
        const runsOfBand = runs.get(key) ?? [];
        runs.set(key, runsOfBand);
        const step = { index, start, end, clean: clean && !isClicked(event, vertical, across, thick) };
        if (runsOfBand.some((run) => continueRun(run, step, evidence))) continue;
        runsOfBand.push({
          vertical,
          across,
          thick,
          from: piece.from,
          to: piece.to,
          dir: 0,
          gap: 0,
          steps: [step],
        });
      }
    }
  });
  return { runs: [...runs.values()].flat().filter((run) => run.steps.length > 1), clean: sightings };
}

/**
 * True if the same change also happens outside the band, without a step of this bar. Actions then affect
 * places (tiles that light up, a trail), and the band is only a row of such places.
 */
function happensElsewhere(run: BarRun, clean: readonly Sighting[]): boolean {
  const steps = new Set(run.steps.map((step) => step.index));
  return clean.some((piece) => {
    const across = run.vertical ? piece.left : piece.top;
    const inBand = across === run.across && (run.vertical ? piece.cols : piece.rows) === run.thick;
    return piece.from === run.from && piece.to === run.to && !inBand && !steps.has(piece.index);
  });
}

function isClean({ from, to, rows, cols }: Piece, balance: Int32Array): boolean {
  const size = rows * cols;
  return (balance[from] ?? 0) + size <= 0 && (balance[to] ?? 0) - size >= 0;
}

/** True if a click fell in the band or next to it, so it may have caused the change. */
function isClicked({ transition }: Evidence, vertical: boolean, across: number, thick: number): boolean {
  const { x, y } = transition.action;
  const place = vertical ? x : y;
  return place !== undefined && place >= across - 1 && place <= across + thick;
}

/**
 * Adds a step if it continues the run: later, in the same direction, adjacent to the last piece or one gap
 * (pips) away.
 */
function continueRun(run: BarRun, step: BarRun['steps'][number], evidence: readonly Evidence[]): boolean {
  const last = run.steps.at(-1);
  const event = evidence[step.index];
  if (!last || !event || last.index >= step.index) return false;
  const dir = step.start > last.end ? 1 : step.end < last.start ? -1 : 0;
  if (dir === 0 || (run.dir !== 0 && run.dir !== dir)) return false;
  const gap = dir > 0 ? step.start - last.end - 1 : last.start - step.end - 1;
  const isTaken = () => {
    const from = dir > 0 ? last.end + 1 : step.end + 1;
    for (let at = from; at < from + gap; at++) if (lineColor(run, event.before, at) !== run.to) return false;
    return true;
  };
  const unseen = event.stretch !== evidence[last.index]?.stretch;
  const fits = gap === 0 || (unseen && gap <= MAX_UNSEEN && isTaken());
  const size = last.end - last.start + 1;
  const pip = run.steps.length === 1 ? gap <= Math.min(WIDEST_GAP, size) : gap === run.gap;
  if (!fits && (!pip || step.end - step.start + 1 !== size)) return false;
  if (
    lineColor(run, event.before, last.start) !== run.to ||
    lineColor(run, event.before, last.end) !== run.to
  )
    return false;
  run.dir = dir;
  if (!fits) run.gap = gap;
  run.steps.push(step);
  return true;
}

function judgeRun(run: BarRun, evidence: readonly Evidence[]): number[] | null {
  const clean = run.steps.filter((step) => step.clean);
  const keys = new Set(clean.map((step) => evidence[step.index]?.key ?? ''));
  const ids = new Set([...keys].map((key) => key.split('@')[0]));
  const [first] = ids;
  // Clicks at different places count as different actions, but one more is required than for distinct action
  // ids.
  const variety = ids.size === 1 && first === 'ACTION6' ? keys.size - 1 : ids.size;
  const isAlong = ids.size === 1 && clean.length >= MIN_ALONG && goesAlong(run, evidence);
  if ((variety < 2 && !isAlong) || clean.length < 2) return null;
  const extent = extendBar(run, evidence);
  if (!extent || extent.length < Math.max(SHORTEST, 3 * run.thick)) return null;

  const { distinct, atEdge, length } = extent;
  const steady = isSteady(run, evidence);
  const isPlain = distinct && atEdge && run.gap === 0 && run.thick <= THIN && length >= LONG;
  if (variety < 2) return isPlain ? extent.cells : null;
  const enough =
    (isPlain && (steady || isAlong)) ||
    (clean.length >= 3 && distinct && steady && (atEdge || variety >= 3)) ||
    (clean.length >= 4 && variety >= 3 && (distinct || atEdge));
  return enough ? extent.cells : null;
}

/** Minimum steps before a bar seen under a single action is accepted. */
const MIN_ALONG = 3;
/** A bar may miss at most one effect per this many steps: a bar with fewer pieces than effects skips some. */
const STEPS_A_MISS = 4;
/** An effect elsewhere must change at least this many times as many cells as the bar's step. */
const ALONG_MORE = 2;

/**
 * True if the bar moves with nearly every larger change elsewhere and never alone: it counts actions that
 * have an effect.
 */
function goesAlong(run: BarRun, evidence: readonly Evidence[]): boolean {
  const steps = new Map(run.steps.map((step) => [step.index, (step.end - step.start + 1) * run.thick]));
  const first = run.steps[0]?.index ?? 0;
  const misses = evidence.filter(
    ({ cells }, index) => index >= first && !steps.has(index) && cells.length > 0,
  ).length;
  return (
    misses * STEPS_A_MISS <= steps.size &&
    evidence.every(({ cells }, index) => {
      const own = steps.get(index);
      return own === undefined || cells.length - own >= ALONG_MORE * own;
    })
  );
}

/** True if the steps come at a steady interval (±1 action), regardless of the action. */
function isSteady(run: BarRun, evidence: readonly Evidence[]): boolean {
  const gaps: number[] = [];
  run.steps.forEach((step, i) => {
    const before = run.steps[i - 1];
    if (before && evidence[before.index]?.stretch === evidence[step.index]?.stretch)
      gaps.push(step.index - before.index);
  });
  const widest = Math.max(...gaps);
  if (gaps.length === 0 || widest - Math.min(...gaps) > 1) return false;
  const last = run.steps.at(-1)?.index ?? 0;
  const stretch = evidence[last]?.stretch;
  const after = evidence.filter((event, index) => index > last && event.stretch === stretch).length;
  return after <= widest + 1;
}
