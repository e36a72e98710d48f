import type { PayloadOf } from '../../../events/events';
import type { StoryPlayer, StoryStep } from '../../../games/zmachine/types';
import { draft, type Turn } from '../ask';
import type { Plan } from '../choose';
import { exitsOf, performCommand } from '../fair/play';
import { isMovement } from '../map/directions';
import { currentEpisode, hereOf } from '../state';
import type { AdventureState, StoryStanding } from '../state-types';
import { isDeath, readEnding } from './endings';

/** Returns a step of the story as it is stored, without its duration. */
export function standingOf({ instructions: _instructions, ...standing }: StoryStep): StoryStanding {
  return standing;
}

/** Probes the ways out of the place a step leads to, if the run allows it. */
export const probeExits = (
  state: Pick<AdventureState, 'config' | 'map'>,
  player: StoryPlayer,
  step: StoryStep,
): PayloadOf<'command.executed'>['exits'] =>
  step.awaits === 'line' && readEnding(step) === null ? exitsOf(state, player, step.snapshot) : null;

/**
 * Types the commands of a plan one by one. Each is one event, and its result decides whether the next is typed: not after a
 * death or an ending, nor when the story awaits another kind of input or the place has changed.
 */
export async function typeCommands({ ctx, player }: Turn, plan: Plan): Promise<void> {
  for (const [k, command] of plan.commands.entries()) {
    const before = ctx.state;
    // A story is pure in its snapshot: nothing is kept of the effect but its event, and a cut one is done again.
    await ctx.effect(
      `execute:${k}`,
      command,
      () => null,
      () => [draft(before, 'command.executed', 'game', typeOne(before, player, plan, command))],
    );
    const lastMove = ctx.state.recent.at(-1);
    const { story } = ctx.state;
    if (!lastMove || !story || lastMove.died || lastMove.moved) return;
    if (story.awaits !== before.story?.awaits || readEnding(story) !== null) return;
  }
}

function typeOne(
  state: AdventureState,
  player: StoryPlayer,
  plan: Plan,
  command: string,
): PayloadOf<'command.executed'> {
  const { story } = state;
  const episode = currentEpisode(state);
  if (!story || !episode) throw new Error('no episode is being played');
  const { step, effect, moved } = performCommand(state, player, story, command);
  const isLook = !moved && !effect && !isMovement(command);
  return {
    episode: episode.n,
    command,
    by: plan.given ? 'player' : 'adventurer',
    given: plan.given?.seq ?? null,
    thinking: plan.thinking,
    from: hereOf(state),
    to: step.reading.location?.id ?? null,
    effect,
    moved,
    died: isDeath(step),
    story: standingOf(step),
    // Where nothing changed, the ways out are as they were.
    exits: isLook ? state.exits : probeExits(state, player, step),
  };
}
