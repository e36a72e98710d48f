import type { ActionId, GameAction } from '../../contract/agents';
import { CLICK } from '../../grid/choose';
import { locate } from '../../grid/claims/picture';
import { MAX_NO_EFFECT } from '../../grid/knowledge';
import { type Plan, type Search, WEIGHTS } from './aims';
import { distanceTo } from './contexts';
import { foresee, type Imagined, imagineOn } from './imagine';
import { planMark } from './marks';
import { mainMotion } from './motion/motion';
import { planScouting } from './scout';
import { countSpare } from './weigh';

/** Actions of a run after which nothing new is looked for any more. */
const SCOUTING_ENDS = 34;
/** The same, when it is known what is looked for. */
const CONFIRMING_ENDS = 46;
/** Steps to something new that are gone before what could be confirmed at once. */
const MAX_DETOUR = 4;
/** Steps to something new that one more try there is worth. */
const STEPS_A_TRY = 3;

/**
 * Meet something new first: instead of one more hopeless try, or before a confirmation that leads away from it, as it
 * will not be nearer again. Null when there is no reason to, nothing within reach, or the run is long already.
 */
export function scoutInstead(search: Search, best: Plan | null): Plan | null {
  const { brief, study, open, tried, curious } = search;
  const isHopeless = !best || best.aim === 'repeat' || best.repeated;
  const idle = open.filter((id) => id !== CLICK && study.of(id).effects === 0);
  const busy = open.filter((id) => id !== CLICK && study.of(id).claims.some((claim) => claim.when !== null));
  if (!isHopeless && (idle.length === 0 || !leadsAway(search, best))) return null;
  const ends = busy.length > 0 ? CONFIRMING_ENDS : SCOUTING_ENDS;
  if (idle.length + busy.length === 0 || study.history.length >= ends) return null;
  const isFresh = (node: Imagined, id: ActionId): boolean =>
    !tried.has(`${node.key}|${id}`) && foresee(study.of(id).claims, node, { id }).kind === 'board';
  const scoutPlan = planScouting(brief, study, idle, tried, curious, (node) =>
    busy.some((id) => isFresh(node, id)),
  );
  if (!scoutPlan) return null;
  const triesLeft = idle.reduce(
    (sum, id) => sum + MAX_NO_EFFECT - (brief.situation.actions[id]?.noEffect ?? 0),
    0,
  );
  if (busy.length === 0 && scoutPlan.setup.length + 1 > STEPS_A_TRY * triesLeft) return null;
  if (!isHopeless && scoutPlan.setup.length > MAX_DETOUR) return null;
  const scouting: Plan = { ...scoutPlan, aim: 'scout', repeated: false, cost: WEIGHTS.scout };
  return tryAlong(search, idle, scoutPlan.setup) ?? scouting;
}

/** Steps out of the way to a mark that nobody stood on, and actions of a run from which on one goes there in any case, or never. */
const MARK_STEPS = 3;
const MARK_LATE = 20;
const MARK_ENDS = 60;

/** Goes onto a mark that nobody stood on, once every way to go is verified, one action is left, or the run is longer. */
export function visitMark({ brief, study, open, tried, drastic }: Search): Plan | null {
  const { length } = study.history;
  const isLate =
    length >= MARK_LATE || open.length === 1 || open.every((id) => study.of(id).claims[0]?.kind !== 'move');
  if (!isLate || length >= MARK_ENDS) return null;
  const plan = planMark(brief, study, MARK_STEPS, tried, drastic);
  return plan && { ...plan, aim: 'scout', repeated: false, cost: WEIGHTS.scout };
}

/** The first step of a way that is gone anyway, and there a spare try: it costs no step of its own. */
function tryAlong(search: Search, idle: readonly ActionId[], [step]: readonly GameAction[]): Plan | null {
  const target = idle.find((id) => countSpare(search, id) > 0);
  if (!target || !step) return null;
  const [, next] = imagineOn(search.here, search.study, ({ setup }) => (setup.length === 0 ? [step] : []));
  if (!next || search.tried.has(`${next.key}|${target}`)) return null;
  return { target: { id: target }, setup: [step], aim: 'passing', repeated: false, cost: WEIGHTS.scout };
}

/** Says whether a confirmation takes the avatar further away from what nobody knows. */
function leadsAway(search: Search, { target, setup, aim }: Plan): boolean {
  if (aim !== 'confirm' || setup.length > 0 || search.curious.size === 0) return false;
  const { here, study, curious } = search;
  const motion = mainMotion(study);
  const one = motion && locate(here.board, motion.avatar.picture, motion.avatar.turned, study.mask);
  if (!one) return false;
  return measureNovelty(search, here, target) > (distanceTo(here.board, one, curious) ?? 0);
}

/** Cells from where an action takes the avatar to the nearest of what nobody knows; 0 when it does not take it. */
export function measureNovelty({ study, curious }: Search, node: Imagined, action: GameAction): number {
  const motion = mainMotion(study);
  const gear = motion?.gears.get(action.id);
  const one = motion && locate(node.board, motion.avatar.picture, motion.avatar.turned, study.mask);
  if (!gear || !one) return 0;
  const next = { ...one, top: one.top + gear.by.rows, left: one.left + gear.by.cols };
  return distanceTo(node.board, next, curious) ?? 0;
}
