import type { ActionId, Suggestion } from '../../contract/agents';
import type { ExplorerBrief } from '../../explore/briefs';
import { type Choice, maxSetup, pickAction, rankOpen, type Situation } from '../../explore/choose';
import { frameKey, type Grid, packFrame, unpackFrame } from '../../explore/frame';
import { isSettled } from '../../explore/knowledge';
import { describeObject, type GridObject } from '../../explore/objects';
import { type Corner, DIRECTIONS, findMover, isSameObject, lookAhead, type Move, readMove } from './moves';

/** Boards that are imagined at most before giving up. */
const MAX_IMAGINED = 400;

/**
 * The understudy's suggestion. Actions never seen come first; then, with what the definitions say about moves, the
 * nearest place (here, or reached by verified actions) where an action that needs more observations is untried and
 * not expected to be stopped; when it can imagine none, whatever the seed's priorities give. Deterministic.
 */
export function suggestAction(brief: ExplorerBrief): Suggestion {
  const { situation } = brief;
  const choice = chooseUnseen(situation) ?? chooseByMoves(brief) ?? chooseByPriority(situation);
  const setup = choice.setup.length > 0 ? `${choice.setup.length} verified actions lead there first. ` : '';
  return {
    current_board_assessment: assess(brief),
    reasoning: `${choice.reason} ${setup}`.trim(),
    target_action: choice.target,
    setup_sequence: choice.setup,
    expected_information_gain: expect(situation, choice.target),
  };
}

function chooseUnseen(situation: Situation): Choice | null {
  const target = situation.available.find(
    (action) => (situation.actions[action]?.observations.length ?? 0) === 0,
  );
  return target ? { target, setup: [], reason: `${target} has no observations yet.` } : null;
}

function chooseByPriority(situation: Situation): Choice {
  const open = situation.available.some(
    (action) => !isSettled(situation.actions[action]?.status ?? 'unseen'),
  );
  if (open) return pickAction(situation);
  return { target: null, setup: [], reason: 'Every action on offer is settled.' };
}

/** What is known about one object that several actions move. */
interface Theory {
  object: GridObject;
  /** The board without the object. */
  ground: Grid;
  colour: number;
  moves: Partial<Record<ActionId, Move>>;
}

function chooseByMoves(brief: ExplorerBrief): Choice | null {
  const { situation } = brief;
  const theory = buildTheory(brief);
  if (!theory) return null;
  const mask = new Set(brief.mask);
  const open = rankOpen(situation);
  const steps = situation.available.filter((action) => situation.actions[action]?.status === 'verified');
  const seen = new Set<string>();
  const queue: { at: Corner; setup: ActionId[] }[] = [{ at: theory.object, setup: [] }];
  for (let node = queue.shift(); node && seen.size < MAX_IMAGINED; node = queue.shift()) {
    const key = frameKey(imagine(theory, node.at), mask);
    if (seen.has(key)) continue;
    seen.add(key);
    const { at, setup } = node;
    const target = open.find(
      (action) =>
        situation.tried[key]?.[action] === undefined &&
        foresee(theory, theory.moves[action], at) !== 'stopped',
    );
    if (target) return { target, setup, reason: explain(situation, target, setup) };
    if (setup.length >= maxSetup(situation)) continue;
    for (const action of steps) {
      const next = foresee(theory, theory.moves[action], at);
      if (typeof next === 'object') queue.push({ at: next, setup: [...setup, action] });
    }
  }
  return null;
}

function explain(situation: Situation, target: ActionId, setup: ActionId[]): string {
  const known = situation.actions[target];
  const where = setup.length === 0 ? 'here' : 'where it can be brought';
  return known?.definition
    ? `${target} needs more confirmation (${known.streak}/3) and should have its way ${where}.`
    : `${target} had no effect so far; it was not tried ${where}.`;
}

/** From the definitions of the actions on offer: the object most of them move. */
function buildTheory(brief: ExplorerBrief): Theory | null {
  const { situation } = brief;
  const known = situation.available.flatMap((action) => {
    const move = readMove(situation.actions[action]?.definition);
    return move ? [{ action, move }] : [];
  });
  const first = known[0]?.move;
  if (!first) return null;
  const board = unpackFrame(brief.frame);
  const object = findMover(board, first);
  const colour = first.over[0];
  if (!object || colour === undefined) return null;
  const moves: Theory['moves'] = {};
  for (const { action, move } of known) if (isSameObject(move, first)) moves[action] = move;
  const ground = paint(board, object, object, colour);
  return { object, ground, colour: object.colour, moves };
}

/** Where a move would take the object: a place, `stopped`, or `unknown` when its theory does not say. */
function foresee(theory: Theory, move: Move | undefined, at: Corner): Corner | 'stopped' | 'unknown' {
  if (!move) return 'unknown';
  const { colours, edge } = lookAhead(theory.ground, move, at, move.direction, move.by);
  if (edge || colours.some((colour) => move.stoppedBy.includes(colour))) return 'stopped';
  if (!colours.every((colour) => move.over.includes(colour))) return 'unknown';
  const [rows, cols] = DIRECTIONS[move.direction];
  return { top: at.top + rows * move.by, left: at.left + cols * move.by };
}

/** The packed board with the object somewhere else. Exact when the ground under it has one colour. */
const imagine = (theory: Theory, at: Corner): string =>
  packFrame(paint(theory.ground, theory.object, at, theory.colour));

function paint(grid: Grid, size: { rows: number; cols: number }, at: Corner, colour: number): Grid {
  return grid.map((row, r) =>
    r < at.top || r >= at.top + size.rows
      ? row
      : row.map((old, c) => (c < at.left || c >= at.left + size.cols ? old : colour)),
  );
}

function assess(brief: ExplorerBrief): string {
  const theory = buildTheory(brief);
  const tried = Object.keys(brief.situation.tried[brief.situation.stateKey] ?? {});
  const where = theory
    ? `The ${describeObject(theory.object)} is at (${theory.object.top},${theory.object.left}).`
    : 'No object was seen to move yet.';
  return `${where} Executed in this state so far: ${tried.length > 0 ? tried.join(', ') : 'nothing'}.`;
}

function expect(situation: Situation, target: ActionId | null): string {
  if (target === null) return 'None.';
  const known = situation.actions[target];
  if (!known || known.observations.length === 0) return `What ${target} does at all.`;
  return known.definition
    ? `Whether the definition of ${target} holds in another state.`
    : `Whether ${target} has an effect in this state.`;
}
