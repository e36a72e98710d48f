import type { NewScene } from '../../../contract/create-scene';
import { SCENE_ROLES } from '../../../contract/experiments';
import type { TurnInput } from '../../../contract/rounds';
import type { ScriptLine } from '../../../contract/scene-trials';
import type { Allotment } from '../budget';
import { type Cell, type Plan, pickFields, readName } from '../plan';
import { readCondition } from './conditions';

/**
 * The request that creates the scene of a planned run. The model plays every role but the judge's; characters
 * with a profile of their own keep it.
 *
 * @param allotment never exceeds the run's own limits
 */
export function trialBody(
  plan: Plan,
  { game, player, seed }: Omit<Cell, 'n'>,
  scene: NewScene,
  allotment: Allotment | null = null,
): NewScene {
  const { label = '', profiles = {} } = plan.players[player] ?? {};
  const { judge } = plan.scene ?? {};
  const judgeProfile = typeof judge?.model === 'string' ? readName(judge.model) : (judge?.model ?? {});
  const { cast = '', treatment = '' } = readCondition(game) ?? {};
  const title = `${plan.name}: ${cast}/${treatment}, ${label}, seed ${seed}`;
  return {
    ...scene,
    ...{ title: title.slice(0, 200).toWellFormed(), seed, turnMode: 'immediate' },
    // A plan would wait for an approval forever.
    ...(scene.settings && { settings: { ...scene.settings, approvePlans: false } }),
    profiles: {
      ...scene.profiles,
      ...pickFields(profiles, SCENE_ROLES),
      ...(judge && { judge: judgeProfile }),
    },
    budgets: {
      ...scene.budgets,
      ...pickFields({ ...plan.budgets, ...allotment }, ['calls', 'tokens', 'money']),
    },
  };
}

export function scriptTurn(line: ScriptLine): TurnInput {
  const { text, as, to = [] }: Exclude<ScriptLine, string> = typeof line === 'string' ? { text: line } : line;
  return { type: 'user', text, to, ...(as !== undefined && { personaId: as }) };
}
