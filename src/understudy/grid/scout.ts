import type { ActionId, GameAction } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import type { ExplorerBrief } from '../../grid/briefs';
import { maxSetup } from '../../grid/choose';
import { type Board, readBoard } from '../../grid/claims/board';
import type { MoveClaim } from '../../grid/claims/claim';
import { lookAhead } from '../../grid/claims/move';
import { locate } from '../../grid/claims/picture';
import { areNews, markContext, triedContexts } from './contexts';
import { foresee, type Imagined, imagineHere, imagineOn } from './imagine';
import { groundAhead } from './motion/grounds';
import { mainMotion } from './motion/motion';
import type { Motion } from './motion/types';
import type { Study } from './study';

/** Verified actions before a target, at most. */
export const MAX_SETUP = 6;

/** Boards imagined at most, and steps ahead. */
const MAX_IMAGINED = 400;
const MAX_STEPS = 18;
/** A colour is run into so often to learn whether it lets the avatar pass. */
const MAX_MEETINGS = 1;

/**
 * Colours of things on the board of which it is not known whether the avatar may go there, and that were not run into
 * often enough to say.
 *
 * @param drastic colours not to be run into again
 */
export function curiousColours(study: Study, board: Board, drastic: ReadonlySet<number>): Set<number> {
  const colours = new Set<number>();
  const motion = mainMotion(study);
  if (!motion) return colours;
  const { over, stops } = motion.grounds.place;
  const knownColours = new Set([
    ...over,
    ...stops,
    ...motion.grounds.way.stops,
    ...motion.avatar.picture.cells,
  ]);
  const meetings = countMeetings(motion, study.mask);
  for (let cell = 0; cell < board.cells.length; cell++) {
    const colour = board.cells[cell] ?? 0;
    if (knownColours.has(colour) || drastic.has(colour) || study.mask.has(cell)) continue;
    if ((meetings.get(colour) ?? 0) < MAX_MEETINGS) colours.add(colour);
  }
  return colours;
}

function countMeetings(motion: Motion, mask: Mask): Map<number, number> {
  const meetings = new Map<number, number>();
  for (const [id, gear] of motion.gears) {
    for (const { seen, from } of motion.tracks.get(id) ?? []) {
      const { counts } = groundAhead(seen.before, from.picture, from, gear.by, 'place', mask);
      for (const colour of counts.keys()) meetings.set(colour, (meetings.get(colour) ?? 0) + 1);
    }
  }
  return meetings;
}

interface Scouting {
  target: GameAction;
  setup: GameAction[];
}

/**
 * Go and meet what was never met: along boards that verified actions are thought to lead to, to the nearest one where
 * a move would run into a thing nobody knows, or where an action without effect meets a new context. The last step
 * that fits into a turn is the target. Null when there is nothing of the kind within reach.
 *
 * @param idle actions that had no effect so far
 * @param tried `board key|action` of what was executed
 * @param curious colours of things nobody knows
 * @param isWanted whether a board is worth going to for another reason
 */
export function planScouting(
  brief: ExplorerBrief,
  study: Study,
  idle: readonly ActionId[],
  tried: ReadonlySet<string>,
  curious: ReadonlySet<number>,
  isWanted: (node: Imagined) => boolean,
): Scouting | null {
  const { situation } = brief;
  const moves = situation.available.filter(
    (id) =>
      situation.actions[id]?.status === 'verified' && study.of(id).claims.some(({ kind }) => kind === 'move'),
  );
  if (moves.length === 0) return null;
  const contexts = idle.map((id) => ({
    known: triedContexts(study, id).all,
    tries: situation.actions[id]?.noEffect ?? 0,
  }));
  const here = imagineHere(readBoard(brief.frame), study);
  const actionsFrom = ({ setup }: Imagined) => (setup.length < MAX_STEPS ? moves.map((id) => ({ id })) : []);
  for (const node of imagineOn(here, study, actionsFrom, MAX_IMAGINED)) {
    const meeting =
      curious.size > 0
        ? moves.find((id) => !tried.has(`${node.key}|${id}`) && meets(study, node, id, curious))
        : undefined;
    if (meeting) return cut([...node.setup, { id: meeting }], maxSetup(situation));
    if (node.setup.length > 0 && (isWanted(node) || isNews(study, node, contexts)))
      return cut(node.setup, maxSetup(situation));
  }
  return null;
}

function cut(path: readonly GameAction[], room: number): Scouting | null {
  const part = path.slice(0, Math.min(MAX_SETUP, room) + 1);
  const target = part.at(-1);
  return target ? { target, setup: part.slice(0, -1) } : null;
}

/** Says whether a move would run into a colour one is curious of, and its claims do not say how that ends. */
function meets(study: Study, node: Imagined, id: ActionId, curious: ReadonlySet<number>): boolean {
  const { claims } = study.of(id);
  const move = claims.find((claim): claim is MoveClaim => claim.kind === 'move');
  const one = move && locate(node.board, move.who, move.turned, study.mask);
  if (!move || !one || foresee(claims, node, { id }).kind !== 'silent') return false;
  const { counts } = lookAhead(node.board, one.picture, one, move.by, move.reach, study.mask);
  return [...counts.keys()].some((colour) => curious.has(colour));
}

function isNews(
  study: Study,
  node: Imagined,
  contexts: readonly { known: ReadonlySet<string>; tries: number }[],
): boolean {
  if (contexts.length === 0) return false;
  const marks = markContext(study, node.board, study.history, node.setup.length);
  return contexts.some(({ known, tries }) => areNews(marks, known, tries));
}
