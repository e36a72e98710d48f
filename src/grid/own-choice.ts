import { UNDERSTUDY_NAME } from '../base/answerer';
import type { GameAction } from '../contract/agents';
import type { EventDraft, EventOf, PayloadOf } from '../contract/events/events';
import type { StepContext } from '../room/step-context';
import type { Choice } from './choose';
import type { RunState } from './state';

type SuggestedEvent = PayloadOf<'action.suggested'>;

export function fallbackAction(
  { rounds, game }: RunState,
  action: GameAction | null,
  reason: string,
  more: Partial<SuggestedEvent>,
): EventDraft {
  const payload: SuggestedEvent = {
    step: 'suggest',
    suggestion: null,
    fallback: false,
    decision: 'service',
    refusals: [],
    dropped: [],
    target: action?.id ?? null,
    ...(action?.x === undefined ? {} : { targetX: action.x, targetY: action.y ?? 0 }),
    setup: [],
    reason,
    frame: game?.frame ?? null,
    provider: UNDERSTUDY_NAME,
    rung: 'understudy',
    calls: 0,
    ...more,
  };
  return { kind: 'action.suggested', actor: 'system', turn: rounds, payload };
}

/** Only of the current turn. */
export const lastSuggested = (ctx: StepContext<RunState>): EventOf<'action.suggested'> | undefined =>
  ctx.played().findLast((event) => event.kind === 'action.suggested');

/** Reads the stored choice of this turn, because after an interruption only the stored one is valid. */
export function readOwnChoice(ctx: StepContext<RunState>): Choice {
  const suggestion = lastSuggested(ctx);
  if (!suggestion) throw new Error('the choice of this turn is not in the ledger');
  const { target, targetX, targetY, reason } = suggestion.payload;
  const place = targetX === undefined || targetY === undefined ? {} : { x: targetX, y: targetY };
  return { target: target === null ? null : { id: target, ...place }, setup: [], reason };
}
