import type { ActionId, GameAction } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import type { ExplorerBrief } from '../../grid/briefs';
import { maxSetup } from '../../grid/choose';
import { readBoard } from '../../grid/claims/board';
import type { MoveClaim } from '../../grid/claims/claim';
import { type Ground, lookAhead } from '../../grid/claims/move';
import { locate } from '../../grid/claims/picture';
import { foresee, type Imagined, imagineHere, imagineOn } from './imagine';
import { groundAhead } from './motion/grounds';
import { mainMotion } from './motion/motion';
import type { Motion } from './motion/types';
import type { Study } from './study';

/** Boards that are imagined at most on the way to a mark. */
const MAX_IMAGINED = 200;

/**
 * Goes onto a mark on known ground that nobody stood on yet: what it does, a move that was only seen on plain ground does not
 * say. The way leads over boards that verified moves are thought to lead to. Null when there is none within reach.
 *
 * @param most steps of the way at most, the last one onto the mark left out
 * @param tried `board key|action` of what was executed
 * @param drastic colours not to be run into again
 */
export function planMark(
  brief: ExplorerBrief,
  study: Study,
  most: number,
  tried: ReadonlySet<string>,
  drastic: ReadonlySet<number>,
): { target: GameAction; setup: GameAction[] } | null {
  const { situation } = brief;
  const motion = mainMotion(study);
  const moves = situation.available.filter((id) => moveOf(study, id));
  if (!motion || moves.length === 0) return null;
  const marks = marksMet(motion, study.mask);
  const isVerified = (id: ActionId): boolean => situation.actions[id]?.status === 'verified';
  const room = Math.min(most, maxSetup(situation));
  // A move that is not verified is gone where that confirms it.
  const isOpen = (node: Imagined, id: ActionId): boolean => !tried.has(`${node.key}|${id}`);
  const actionsFrom = (node: Imagined): GameAction[] =>
    node.setup.length < room
      ? moves.filter((id) => isVerified(id) || isOpen(node, id)).map((id) => ({ id }))
      : [];
  for (const node of imagineOn(
    imagineHere(readBoard(brief.frame), study),
    study,
    actionsFrom,
    MAX_IMAGINED,
  )) {
    for (const id of moves) {
      const mark = isOpen(node, id) ? markAhead(study, motion, node, id, drastic) : null;
      if (mark && !marks.has(mark)) return cutWay([...node.setup, { id }], isVerified);
    }
  }
  return null;
}

/** Cuts a way after its first action that is not verified: only verified ones may be sent before a target. */
function cutWay(
  way: readonly GameAction[],
  isVerified: (id: ActionId) => boolean,
): { target: GameAction; setup: GameAction[] } | null {
  const first = way.findIndex(({ id }) => !isVerified(id));
  const part = first < 0 ? way : way.slice(0, first + 1);
  const target = part.at(-1);
  return target ? { target, setup: part.slice(0, -1) } : null;
}

const moveOf = (study: Study, id: ActionId): MoveClaim | undefined =>
  study.of(id).claims.find((claim): claim is MoveClaim => claim.kind === 'move' && !claim.every);

const nameGround = ({ counts }: Ground): string => JSON.stringify([...counts].sort(([a], [b]) => a - b));

/** Names the grounds that the avatar went onto or ran into. */
function marksMet(motion: Motion, mask: Mask): Set<string> {
  const marks = new Set<string>();
  for (const [id, gear] of motion.gears) {
    for (const { seen, from } of motion.tracks.get(id) ?? [])
      marks.add(nameGround(groundAhead(seen.before, from.picture, from, gear.by, 'place', mask)));
  }
  return marks;
}

/** Names the ground ahead where a part of it is known to be passable and another part is not known at all. */
function markAhead(
  study: Study,
  { grounds, avatar }: Motion,
  node: Imagined,
  id: ActionId,
  drastic: ReadonlySet<number>,
): string | null {
  const move = moveOf(study, id);
  const one = move && locate(node.board, move.who, move.turned, study.mask);
  if (!move || !one || move.slides) return null;
  const ground = lookAhead(node.board, one.picture, one, move.by, 'place', study.mask);
  const over = new Set([...grounds.place.over, ...grounds.way.over]);
  const knownColours = new Set([
    ...over,
    ...grounds.place.stops,
    ...grounds.way.stops,
    ...avatar.picture.cells,
  ]);
  const colours = [...ground.counts.keys()];
  if (ground.edge || !colours.some((colour) => over.has(colour))) return null;
  const news = colours.filter((colour) => !knownColours.has(colour));
  if (news.length === 0 || news.some((colour) => drastic.has(colour))) return null;
  return foresee(study.of(id).claims, node, { id }).kind === 'silent' ? nameGround(ground) : null;
}
