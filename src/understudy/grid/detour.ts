import type { ActionId, GameAction } from '../../api/agents';
import { CLICK } from '../../engines/grid/choose';
import { locate } from '../../engines/grid/claims/picture';
import { MAX_NO_EFFECT } from '../../engines/grid/knowledge';
import { type Plan, WEIGHTS } from './aims';
import { distanceTo } from './contexts';
import { mainGait } from './gait';
import { foresee, type Imagined, imagineOn } from './imagine';
import type { Search } from './plan';
import { planScouting } from './scout';
import { countSpare } from './tries';

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
  const found = planScouting(brief, study, idle, tried, curious, (node) =>
    busy.some((id) => isFresh(node, id)),
  );
  if (!found) return null;
  const left = idle.reduce(
    (sum, id) => sum + MAX_NO_EFFECT - (brief.situation.actions[id]?.noEffect ?? 0),
    0,
  );
  if (busy.length === 0 && found.setup.length + 1 > STEPS_A_TRY * left) return null;
  if (!isHopeless && found.setup.length > MAX_DETOUR) return null;
  const scouting: Plan = { ...found, aim: 'scout', repeated: false, cost: WEIGHTS.scout };
  return tryAlong(search, idle, found.setup) ?? scouting;
}

/** The first step of a way that is gone anyway, and there a spare try: it costs no step of its own. */
function tryAlong(search: Search, idle: readonly ActionId[], [step]: readonly GameAction[]): Plan | null {
  const target = idle.find((id) => countSpare(search, id) > 0);
  if (!target || !step) return null;
  const [, next] = imagineOn(search.here, search.study, ({ setup }) => (setup.length === 0 ? [step] : []));
  if (!next || search.tried.has(`${next.key}|${target}`)) return null;
  return { target: { id: target }, setup: [step], aim: 'passing', repeated: false, cost: WEIGHTS.scout };
}

/** Whether a confirmation takes the avatar further away from what nobody knows. */
function leadsAway(search: Search, { target, setup, aim }: Plan): boolean {
  if (aim !== 'confirm' || setup.length > 0 || search.curious.size === 0) return false;
  const { here, study, curious } = search;
  const gait = mainGait(study);
  const one = gait && locate(here.board, gait.avatar.picture, gait.avatar.turned, study.mask);
  if (!one) return false;
  return measureLure(search, here, target) > (distanceTo(here.board, one, curious) ?? 0);
}

/** Cells from where an action takes the avatar to the nearest of what nobody knows; 0 when it does not take it. */
export function measureLure({ study, curious }: Search, node: Imagined, action: GameAction): number {
  const gait = mainGait(study);
  const gear = gait?.gears.get(action.id);
  const one = gait && locate(node.board, gait.avatar.picture, gait.avatar.turned, study.mask);
  if (!gear || !one) return 0;
  const next = { ...one, top: one.top + gear.by.rows, left: one.left + gear.by.cols };
  return distanceTo(node.board, next, curious) ?? 0;
}
