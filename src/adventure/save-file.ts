import type { Standing } from 'story-player/memory';
import type { SlicedPlayer, StoryStep } from 'zmachine-story';
import type { Event, PayloadOf } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import { probeExits, toStanding } from './command/perform';
import { isFair, readStep } from './fair/play';
import { findRestoreRefusal, findStanding } from './people';
import type { AdventureState } from './state-types';

const NO_FILE: Failure = {
  code: 'conflict',
  detail: 'The story cannot save at this point.',
  fix: 'Save when the story waits for a command.',
};

/**
 * Exports a save as the Quetzal file that the story itself would write.
 * @param eventsOf the events of a turn
 */
export async function writeSaveFile(
  state: AdventureState,
  name: string,
  eventsOf: (turn: number) => readonly Event[],
  player: SlicedPlayer,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const save = state.saves.find((one) => one.name === name);
  const standing = save && findStanding(eventsOf(Math.abs(save.turn)), save.turn);
  if (!standing) return fail({ code: 'not_found', what: 'save', id: name });
  const file = await player.writeSave(standing.story.snapshot);
  return file ? ok(file) : fail(NO_FILE);
}

/**
 * Imports a Quetzal file: the restored story with the text of a look, and its probed ways. Fails as `invalid` for a
 * file of another story.
 */
export async function readSaveFile(
  state: AdventureState,
  file: Uint8Array,
  player: SlicedPlayer,
): Promise<Result<Pick<PayloadOf<'story.restored'>, 'story' | 'exits'>>> {
  const refusal = findRestoreRefusal(state);
  if (refusal || state.story === null) return fail(refusal ?? NO_FILE);
  const step = await player.readSave(state.story.snapshot, file);
  if (!step.ok) return step;
  const restoredStep = isFair(state)
    ? readStep(state, step.value, null, null)
    : await player.read(await addLook(step.value, player));
  const story: Standing = toStanding(restoredStep);
  return ok({ story, exits: await probeExits(state, player, restoredStep) });
}

/** Appends the text of a look, which is reverted: a restored story only prints `Ok.` */
async function addLook(step: StoryStep, player: SlicedPlayer): Promise<StoryStep> {
  if (step.awaits !== 'line' || step.stopped !== null) return step;
  const { step: look, moved } = await player.attempt(step.snapshot, ['look']);
  if (moved || look.awaits !== 'line' || look.stopped !== null) return step;
  return { ...step, text: `${step.text}\n\n${look.text}`.trim() };
}
