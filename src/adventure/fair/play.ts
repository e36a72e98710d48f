import type { SlicedPlayer, StoryReading, StorySnapshot, StoryStep } from 'zmachine-story';
import type { PayloadOf } from '../../contract/events/events';
import type { AdventureConfig, AdventureState } from '../state-types';
import { judgeByText, readText } from './read-text';

/**
 * True if the run's agents know only the story's output: commands are not tried and reverted, and the story's memory is
 * not read.
 */
export const isFair = ({ config }: { config: Pick<AdventureConfig, 'options'> }): boolean =>
  config.options.fair;

/** The number of a place with this name: from the map, or the next free one. */
const numberOf =
  ({ map }: Pick<AdventureState, 'map'>) =>
  (name: string): number =>
    map.rooms.find((room) => room.name === name)?.id ?? Math.max(0, ...map.rooms.map(({ id }) => id)) + 1;

type Before = Pick<AdventureState, 'config' | 'map'>;
type Performed = { step: StoryStep; effect: boolean; moved: boolean };

/** Reads a step from its text alone in a fair run, else as it is. */
export function readStep(
  state: Before,
  step: StoryStep,
  command: string | null,
  before: StoryReading | null,
): StoryStep {
  return isFair(state) ? { ...step, reading: readText(step, command, before, numberOf(state)) } : step;
}

export const startStory = async (state: Before, player: SlicedPlayer, seed: string): Promise<StoryStep> =>
  readStep(state, await player.start(seed), null, null);

export async function performCommand(
  state: Before,
  player: SlicedPlayer,
  { snapshot, reading }: { snapshot: StorySnapshot; reading: StoryReading },
  command: string,
): Promise<Performed> {
  if (!isFair(state)) return player.perform(snapshot, command);
  const step = readStep(state, await player.play(snapshot, command), command, reading);
  return { step, ...judgeByText(step, command, reading, step.reading) };
}

/** Queries to the story without playing on. */
export type Looks = Pick<SlicedPlayer, 'attempt' | 'exits' | 'vocabulary'>;

/** No queries in a fair run; trials are errors. */
const NO_LOOKS: Looks = {
  vocabulary: [],
  exits: () => [],
  attempt: () => {
    throw new Error('a fair run tries nothing');
  },
};

export const looksOf = (state: Before, player: SlicedPlayer): Looks => (isFair(state) ? NO_LOOKS : player);

/** The probed ways out; null if the run does not probe or is fair. */
export const exitsOf = async (
  state: Before,
  player: SlicedPlayer,
  snapshot: StorySnapshot,
): Promise<PayloadOf<'command.executed'>['exits']> =>
  state.config.options.probe && !isFair(state) ? player.exits(snapshot) : null;
