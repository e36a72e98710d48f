import type { GameAction, Suggestion } from '../../contract/agents';
import type { ExplorerBrief } from '../../grid/briefs';
import { isReliable, maxSetup, pickAction, rankOpen } from '../../grid/choose';
import { pickTest } from '../../grid/pick-test';
import { currentMask } from '../../grid/state';

/**
 * The understudy's suggestion: the test with the most uncertain outcome, reached by predictable steps. Null if all
 * actions are settled. Deterministic.
 */
export function suggestAction(brief: ExplorerBrief): Suggestion {
  const { situation, mask, frame, refused } = brief;
  const open = rankOpen(situation);
  if (open.length === 0) return suggest(brief, null, [], 'Every action on offer is settled.');
  const pick = (maxSteps: number) =>
    pickTest({
      history: brief.history(),
      mask: currentMask({ hud: mask }),
      cells: frame,
      offered: situation.available,
      open,
      barred: situation.barred ?? [],
      maxSteps,
    });
  const best = refused ? null : pick(maxSetup(situation));
  const mayLead = best?.steps.every(({ id }) => {
    const known = situation.actions[id];
    return known !== undefined && isReliable(known);
  });
  // Steps without a prediction would be dropped.
  const test = mayLead ? best : best && pick(0);
  if (test) return suggest(brief, test.target, test.steps, test.reason);
  const { target, setup, reason } = pickAction(situation);
  return suggest(brief, target, setup, reason);
}

function suggest(
  { situation }: ExplorerBrief,
  target: GameAction | null,
  setup: readonly GameAction[],
  reason: string,
): Suggestion {
  const { rows, cols } = situation.board;
  return {
    current_board_assessment: `A board of ${rows} rows and ${cols} columns.`,
    reasoning: reason,
    target_action: target?.id ?? null,
    target_x: target?.x ?? null,
    target_y: target?.y ?? null,
    setup_sequence: setup.map(({ id, x, y }) =>
      x === undefined || y === undefined ? id : { action: id, x, y },
    ),
    expects_change: null,
    expected_information_gain: target ? `What ${target.id} does here.` : 'None.',
  };
}
