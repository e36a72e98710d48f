import { type Evidence, weigh } from './evidence';
import { type BarRun, extendBar, lineColour } from './extent';
import { findPieces, type Piece } from './pieces';

/**
 * Finds bars that are used up or filled by any action. The evidence for a bar is a run of pieces: rectangles that all
 * changed from one colour to another, in one straight band, each beside the one before and always in one direction, with
 * nothing else happening in the band. A moving object fails this: it arrives in one place when it leaves another, so a
 * piece is evidence (clean) only where its colour did not turn up elsewhere nor its new colour leave elsewhere. An effect
 * of one action fails too: the pieces must come under different actions.
 */

/** Greatest thickness of a bar, and of a bar that is accepted after two steps; cells. */
const THICKEST = 4;
const THIN = 3;
/** Least length of a bar, and of a bar that is accepted after two steps; cells. */
const SHORTEST = 4;
const LONG = 8;
/** Widest gap between two pieces of a bar (pips), in cells. */
const WIDEST_GAP = 2;
/** Most cells of a bar that unseen actions may have taken. */
const MAX_UNSEEN = 12;

/** Lists the cells of every bar, the surest first. */
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

/** A clean piece: its kind, time and place. */
type Sighting = Piece & { index: number };

function findRuns(evidence: readonly Evidence[]): { runs: BarRun[]; clean: Sighting[] } {
  const runs = new Map<string, BarRun[]>();
  const sightings: Sighting[] = [];
  evidence.forEach((event, index) => {
    const balance = weigh(event);
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
 * Says whether the same thing happens elsewhere while nothing happens to the band. Actions then do it to places (tiles that
 * light up, a trail), and the band is only where they did it.
 */
function happensElsewhere(run: BarRun, clean: readonly Sighting[]): boolean {
  const steps = new Set(run.steps.map((step) => step.index));
  return clean.some((piece) => {
    const across = run.vertical ? piece.left : piece.top;
    const inBand = across === run.across && (run.vertical ? piece.cols : piece.rows) === run.thick;
    return piece.from === run.from && piece.to === run.to && !inBand && !steps.has(piece.index);
  });
}

/** Says whether none of the piece's old colour arrived elsewhere, and none of its new colour left elsewhere. */
function isClean({ from, to, rows, cols }: Piece, balance: Int32Array): boolean {
  const size = rows * cols;
  return (balance[from] ?? 0) + size <= 0 && (balance[to] ?? 0) - size >= 0;
}

/** Says whether a click fell in the band and may have changed it. */
function isClicked({ transition }: Evidence, vertical: boolean, across: number, thick: number): boolean {
  const { x, y } = transition.action;
  const place = vertical ? x : y;
  return place !== undefined && place >= across - 1 && place <= across + thick;
}

/** Adds a step to a run that it continues: later, on one side, beside the last piece or one gap (pips) from it. */
function continueRun(run: BarRun, step: BarRun['steps'][number], evidence: readonly Evidence[]): boolean {
  const last = run.steps.at(-1);
  const event = evidence[step.index];
  if (!last || !event || last.index >= step.index) return false;
  const dir = step.start > last.end ? 1 : step.end < last.start ? -1 : 0;
  if (dir === 0 || (run.dir !== 0 && run.dir !== dir)) return false;
  const gap = dir > 0 ? step.start - last.end - 1 : last.start - step.end - 1;
  const colours = new Set(
    Array.from({ length: gap }, (_, i) =>
      lineColour(run, event.before, dir > 0 ? last.end + 1 + i : step.end + 1 + i),
    ),
  );
  const unseen = event.stretch !== evidence[last.index]?.stretch;
  const fits = gap === 0 || (unseen && gap <= MAX_UNSEEN && colours.size === 1 && colours.has(run.to));
  const size = last.end - last.start + 1;
  const pip = run.steps.length === 1 ? gap <= Math.min(WIDEST_GAP, size) : gap === run.gap;
  if (!fits && (!pip || step.end - step.start + 1 !== size)) return false;
  if (
    lineColour(run, event.before, last.start) !== run.to ||
    lineColour(run, event.before, last.end) !== run.to
  )
    return false;
  run.dir = dir;
  if (!fits) run.gap = gap;
  run.steps.push(step);
  return true;
}

/** Returns the cells of the bar when a run is evidence enough for one, else null. */
function judgeRun(run: BarRun, evidence: readonly Evidence[]): number[] | null {
  const clean = run.steps.filter((step) => step.clean);
  const keys = new Set(clean.map((step) => evidence[step.index]?.key ?? ''));
  const ids = new Set([...keys].map((key) => key.split('@')[0]));
  const [first] = ids;
  // Clicks elsewhere are different actions, but one more of them is wanted than of actions that differ altogether.
  const variety = ids.size === 1 && first === 'ACTION6' ? keys.size - 1 : ids.size;
  const isAlong = ids.size === 1 && clean.length >= ALONG_LEAST && goesAlong(run, evidence);
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

/** Steps of a bar that were seen under one action alone before it is accepted. */
const ALONG_LEAST = 3;
/** Steps to one effect at most that a bar does not move with: one that is short of pieces waits now and then. */
const STEPS_A_MISS = 4;
/** Cells outside of a bar that make an effect there, as a multiple of the cells of one of its steps. */
const ALONG_MORE = 2;

/**
 * Says whether a bar moves nearly whenever something larger changes elsewhere, and never by itself: it counts the actions that
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

/** Says whether the steps come at a steady interval, give or take one action, whatever the actions. */
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
