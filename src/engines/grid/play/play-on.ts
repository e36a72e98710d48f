import type { GameAction } from '../../../api/agents';
import { UNDERSTUDY_NAME } from '../../../base/answerer';
import type { EventDraft, PayloadOf } from '../../../events/events';
import type { StepContext } from '../../../room/step-context';
import type { Choice } from '../choose';
import { readHistory } from '../history';
import { isForetoldWrong } from '../hold-against';
import { maskOf, type RunConfig, type RunState } from '../state';
import { Player } from './player';

/** A player, and the number of the newest frame that it has seen. */
interface Reading {
  player: Player;
  frame: number;
}

/** Players by run. They are read again from the ledger where they are not at hand. */
const readings = new WeakMap<RunConfig, Reading>();

function readPlayer(ctx: StepContext<RunState>): Player {
  const { config, game } = ctx.state;
  let reading = readings.get(config);
  // A turn that is played again after a cut stands before what it already did.
  if (!reading || reading.frame > (game?.frame ?? 0)) reading = { player: new Player(), frame: 0 };
  const mask = maskOf(ctx.state);
  for (const transition of readHistory(ctx)) {
    if (transition.afterFrame <= reading.frame) continue;
    reading.frame = transition.afterFrame;
    if (transition.certain) reading.player.see(transition, mask);
  }
  readings.set(config, reading);
  return reading.player;
}

/** Chooses the next action of a run that plays on, and stores the choice. No model is asked. */
export async function playNext(ctx: StepContext<RunState>): Promise<Choice> {
  const [suggestion] = await ctx.commit('suggest:play', async () => {
    const { game } = ctx.state;
    if (!game || game.available.length === 0)
      return [draftPlay(ctx.state, null, 'The game offers no action.')];
    const { action, reason } = readPlayer(ctx).choose(game.cells, game.available);
    return [draftPlay(ctx.state, action, reason)];
  });
  if (suggestion?.kind !== 'action.suggested')
    throw new Error('the choice of a play turn is not in the ledger');
  const { target, targetX, targetY, reason } = suggestion.payload;
  const place = targetX === undefined || targetY === undefined ? {} : { x: targetX, y: targetY };
  return { target: target === null ? null : { id: target, ...place }, setup: [], reason };
}

function draftPlay({ rounds, game }: RunState, action: GameAction | null, reason: string): EventDraft {
  const payload: PayloadOf<'action.suggested'> = {
    step: 'suggest',
    suggestion: null,
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
    play: true,
  };
  return { kind: 'action.suggested', actor: 'system', turn: rounds, payload };
}

/** Says whether the newest transition went otherwise than the definition of its action says. */
export function isSurprise(ctx: StepContext<RunState>): boolean {
  const history = readHistory(ctx);
  const last = history.at(-1);
  if (!last) return false;
  const { definition = null, status } = ctx.state.knowledge.actions[last.action.id] ?? {};
  if (status !== 'verified') return false;
  return isForetoldWrong(definition, history, maskOf(ctx.state));
}
