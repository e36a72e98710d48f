import { currentPlace, type Standing } from 'story-player/memory';
import { isDeath, isMovement, readEnding, type SlicedPlayer, type StoryStep } from 'zmachine-story';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import { draft, type Turn } from '../ask';
import type { Plan } from '../choose';
import { performCommand, readExits } from '../fair/play';
import { currentEpisode, MAX_SAVES } from '../state';
import type { AdventureState } from '../state-types';

/** The stored part of a step: without its duration. */
export function toStanding({ instructions: _instructions, ...standing }: StoryStep): Standing {
  return standing;
}

/** Probes the ways out of the new place, if the run allows it. */
export const probeExits = async (
  state: Pick<AdventureState, 'config' | 'map'>,
  player: SlicedPlayer,
  step: StoryStep,
): Promise<PayloadOf<'command.executed'>['exits']> =>
  step.awaits === 'line' && readEnding(step) === null ? readExits(state, player, step.snapshot) : null;

/**
 * Types a plan's commands one by one, an event each. Stops after a death or an ending, when the story awaits another
 * kind of input, or when the place changed.
 */
export async function typeCommands({ ctx, player }: Turn, plan: Plan): Promise<void> {
  for (const [k, command] of plan.commands.entries()) {
    const before = ctx.state;
    // A story is a pure function of its snapshot, so an interrupted effect can run again.
    const results: PayloadOf<'command.executed'>[] = [];
    await ctx.effect(
      `execute:${k}`,
      command,
      async () => {
        results.push(await executeCommand(before, player, plan, command));
        return null;
      },
      () =>
        results.flatMap((payload) => [
          draft(before, 'command.executed', 'game', payload),
          ...draftSave(before, payload),
        ]),
    );
    const lastMove = ctx.state.recent.at(-1);
    const { story } = ctx.state;
    if (!lastMove || !story || lastMove.died || lastMove.moved) return;
    if (story.awaits !== before.story?.awaits || readEnding(story) !== null) return;
  }
}

/** Name of a save made by the story, used if the list of saves is full. */
const TYPED_SAVE = 'Typed save';

/** The save that the story made when `save` was typed, stored as one of the run's saves. */
function draftSave(state: AdventureState, { story }: PayloadOf<'command.executed'>): EventDraft[] {
  if (!story.notes.includes('saved')) return [];
  const turn = state.rounds;
  const name = `${TYPED_SAVE}, turn ${turn}`;
  const isFull = state.saves.length >= MAX_SAVES && !state.saves.some((save) => save.name === name);
  return [draft(state, 'story.saved', 'game', { name: isFull ? TYPED_SAVE : name, turn })];
}

async function executeCommand(
  state: AdventureState,
  player: SlicedPlayer,
  plan: Plan,
  command: string,
): Promise<PayloadOf<'command.executed'>> {
  const { story } = state;
  const episode = currentEpisode(state);
  if (!story || !episode) throw new Error('no episode is being played');
  const { step, effect, moved } = await performCommand(state, player, story, command);
  const isLook = !moved && !effect && !isMovement(command);
  return {
    episode: episode.n,
    command,
    by: plan.given ? 'player' : 'adventurer',
    given: plan.given?.seq ?? null,
    thinking: plan.thinking,
    from: currentPlace(state),
    to: step.reading.location?.id ?? null,
    effect,
    moved,
    died: isDeath(step),
    story: toStanding(step),
    // Without a change, the ways out are the same.
    exits: isLook ? state.exits : await probeExits(state, player, step),
  };
}
