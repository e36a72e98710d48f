import type { Analysis, EnvironmentUpdate } from '../../contract/agents';
import type { AnalystBrief } from '../../explore/briefs';
import { colourName, type Grid, unpackFrame } from '../../explore/frame';
import { describeChanges, describeObject, type ObjectMove } from '../../explore/objects';
import {
  countCells,
  DIRECTIONS,
  type Direction,
  directionOf,
  findMover,
  isSameMove,
  isSameObject,
  listColours,
  lookAhead,
  type Move,
  readMove,
  sorted,
  writeMove,
} from './moves';

/** What the analyst found, before the parts that every answer has. */
type Finding = Pick<
  Analysis,
  'interpretation' | 'action_definition' | 'is_consistent_with_previous' | 'no_effect_reason'
> & { objects: string[]; updates: EnvironmentUpdate[] };

const WAYS = Object.keys(DIRECTIONS) as Direction[];
const WHERE: Record<Direction, string> = {
  up: 'above it',
  down: 'below it',
  left: 'left of it',
  right: 'right of it',
};

/**
 * The understudy's analysis: every statement follows from the frames, their diff and what was seen before. It claims
 * no more than that: an action moves something over the colours it was seen to move over, and only what alone stood
 * in the way of a move that failed is said to stop it. The same brief always gets the same answer.
 */
export function analyzeAction(brief: AnalystBrief): Analysis {
  const before = unpackFrame(brief.before);
  const finding = !brief.diff.hasChanges
    ? explainNothing(brief, before)
    : (explainMove(brief, before) ?? explainOther(brief));
  const known = brief.actions[brief.action];
  return {
    interpretation: finding.interpretation,
    action_definition: finding.action_definition,
    is_consistent_with_previous: brief.first ? null : finding.is_consistent_with_previous,
    objects_involved: finding.objects,
    context_description: describeContext(brief, before),
    had_effect: brief.diff.hasChanges,
    no_effect_reason: finding.no_effect_reason,
    environment_updates: finding.updates,
    confidence: Math.min(0.95, 0.5 + 0.15 * (known?.streak ?? 0)),
  };
}

/** One object moved straight and nothing else happened; null otherwise. */
function explainMove(brief: AnalystBrief, before: Grid): Finding | null {
  const { moved, appeared, vanished, recoloured, reshaped } = brief.objects;
  const shift = moved[0];
  const others = moved.length - 1 + appeared.length + vanished.length + recoloured.length + reshaped.length;
  const direction = shift ? directionOf(shift.byRows, shift.byCols) : null;
  if (!shift || !direction || others > 0) return null;

  const known = brief.actions[brief.action]?.definition ?? null;
  const previous = readMove(known);
  const seen = measureMove(brief, before, shift, direction);
  const same = previous !== null && isSameMove(previous, seen);
  const over = sorted(same ? [...previous.over, ...seen.over] : seen.over);
  const stoppedBy = sorted([...seen.stoppedBy, ...(same ? previous.stoppedBy : [])]).filter(
    (colour) => !over.includes(colour),
  );
  const name = describeObject(shift);
  return {
    interpretation: `The ${name} moved ${direction} by ${countCells(seen.by)}, over ${listColours(seen.over)} cells.`,
    action_definition: writeMove({ ...seen, over, stoppedBy }),
    is_consistent_with_previous: known === null ? null : same,
    no_effect_reason: null,
    objects: [name],
    updates: [
      { kind: 'object', name, text: `A ${name} that actions can move.`, confidence: 0.9 },
      ...over.map(
        (colour): EnvironmentUpdate => ({
          kind: 'relationship',
          name: `${name} over ${colourName(colour)}`,
          text: `The ${name} can move over ${colourName(colour)} cells.`,
          confidence: 0.9,
        }),
      ),
    ],
  };
}

function measureMove(brief: AnalystBrief, before: Grid, shift: ObjectMove, direction: Direction): Move {
  const by = Math.abs(shift.byRows + shift.byCols);
  const { colour, rows, cols } = shift;
  const { colours } = lookAhead(before, shift, shift, direction, by);
  const stoppedBy = knownMoves(brief)
    .filter((move) => isSameObject(move, shift))
    .flatMap((move) => move.stoppedBy);
  return { colour, rows, cols, direction, by, over: colours, stoppedBy: sorted(stoppedBy) };
}

/** What the definitions of all actions say about moves. */
const knownMoves = (brief: AnalystBrief): Move[] =>
  Object.values(brief.actions).flatMap((known) => readMove(known.definition) ?? []);

/** Something changed that is not one straight move: say what, by kind and colour. */
function explainOther(brief: AnalystBrief): Finding {
  const { moved, appeared, vanished, recoloured, reshaped } = brief.objects;
  const parts = [
    ...moved.map((o) => `moves a ${describeObject(o)} by (${o.byRows},${o.byCols})`),
    ...recoloured.map((o) => `turns a ${colourName(o.from)} object ${colourName(o.colour)}`),
    ...appeared.map((o) => `makes a ${describeObject(o)} appear`),
    ...vanished.map((o) => `makes a ${describeObject(o)} vanish`),
    ...reshaped.map((o) => `changes the form of a ${colourName(o.colour)} object`),
  ];
  const known = brief.actions[brief.action]?.definition ?? null;
  const definition = `Changes the board: ${sortedTexts(parts).join('; ') || 'cells change during the animation only'}.`;
  return {
    interpretation: `${brief.diff.summary}. ${describeChanges(brief.objects).join('; ')}`.trim(),
    action_definition: definition,
    is_consistent_with_previous: known === null ? null : known === definition,
    no_effect_reason: null,
    objects: [...moved, ...recoloured, ...appeared, ...vanished, ...reshaped].map(describeObject),
    updates: [],
  };
}

const sortedTexts = (texts: string[]): string[] => [...new Set(texts)].sort();

/** Nothing changed: look at what stood where the object would have gone, if its way is known. */
function explainNothing(brief: AnalystBrief, before: Grid): Finding {
  const known = brief.actions[brief.action];
  const previous = readMove(known?.definition);
  const mover = previous ? findMover(before, previous) : null;
  if (!previous || !mover) {
    const times = (known?.noEffect ?? 0) + 1;
    const reason = previous
      ? `The ${describeObject(previous)} that ${brief.action} moves is not on the board, or not alone of its kind.`
      : `Unknown: what ${brief.action} does was never seen (${times} ${times === 1 ? 'try' : 'tries'} without effect).`;
    return stillness(`Nothing changed in any frame.`, reason, null, null, []);
  }
  const name = describeObject(mover);
  const { colours, edge } = lookAhead(before, mover, mover, previous.direction, previous.by);
  const suspects = colours.filter((colour) => !previous.over.includes(colour));
  if (suspects.length === 0 && !edge) {
    const reason = `Unexplained: only ${listColours(colours)} cells lay ahead, which did not stop it before.`;
    return stillness(`The ${name} stayed where it was.`, reason, null, false, [name]);
  }
  const what = suspects.length > 0 ? `${listColours(suspects)} cells` : 'the edge of the board';
  const reason = `The ${name} could not move ${previous.direction}: ${what} stood in the way.`;
  // Several colours in the way: which of them stops it cannot be told from this alone.
  const culprit = suspects.length === 1 && !edge ? suspects[0] : undefined;
  const definition =
    culprit === undefined
      ? null
      : writeMove({ ...previous, stoppedBy: sorted([...previous.stoppedBy, culprit]) });
  const finding = stillness(`The ${name} stayed where it was.`, reason, definition, true, [name]);
  if (culprit === undefined) return finding;
  const colour = colourName(culprit);
  const rule: EnvironmentUpdate = {
    kind: 'rule',
    name: `${colour} stops ${name}`,
    text: `The ${name} does not move when ${colour} cells stand in its way.`,
    confidence: previous.stoppedBy.includes(culprit) ? 0.95 : 0.8,
  };
  return { ...finding, updates: [rule] };
}

const stillness = (
  interpretation: string,
  reason: string,
  definition: string | null,
  consistent: boolean | null,
  objects: string[],
): Finding => ({
  interpretation: `${interpretation} ${reason}`,
  action_definition: definition,
  is_consistent_with_previous: consistent,
  no_effect_reason: reason,
  objects,
  updates: [],
});

/** Where the object that actions move stood before, and the colours next to it; what the board shows if none is known. */
function describeContext(brief: AnalystBrief, before: Grid): string {
  const shift = brief.objects.moved[0];
  const move = knownMoves(brief)[0];
  const object = shift ?? (move ? findMover(before, move) : null);
  if (!object) {
    const colours = sorted(before.flat());
    return `A ${before.length}×${before[0]?.length ?? 0} board of ${listColours(colours)} cells; nothing was seen to move yet.`;
  }
  const around = WAYS.map((way) => {
    const { colours, edge } = lookAhead(before, object, object, way, 1);
    return `${WHERE[way]} ${edge ? 'the edge of the board' : listColours(colours)}`;
  });
  const { top, left, rows, cols } = object;
  const place = `rows ${top}-${top + rows - 1}, columns ${left}-${left + cols - 1}`;
  return `The ${describeObject(object)} was at ${place}; ${around.join(', ')}.`;
}
