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
const toNumber =
  ({ map }: Pick<AdventureState, 'map'>) =>
  (name: string): number =>
    map.rooms.find((room) => room.name === name)?.id ?? Math.max(0, ...map.rooms.map(({ id }) => id)) + 1;

type StateBefore = Pick<AdventureState, 'config' | 'map'>;
type PerformedCommand = { step: StoryStep; effect: boolean; moved: boolean };

/** Reads a step from its text alone in a fair run, else as it is. */
export function readStep(
  state: StateBefore,
  step: StoryStep,
  command: string | null,
  before: StoryReading | null,
): StoryStep {
  return isFair(state) ? { ...step, reading: readText(step, command, before, toNumber(state)) } : step;
}

export const startStory = async (
  state: StateBefore,
  player: SlicedPlayer,
  seed: string,
): Promise<StoryStep> => readStep(state, await player.start(seed), null, null);

export async function performCommand(
  state: StateBefore,
  player: SlicedPlayer,
  { snapshot, reading }: { snapshot: StorySnapshot; reading: StoryReading },
  command: string,
): Promise<PerformedCommand> {
  if (!isFair(state)) return player.perform(snapshot, command);
  const step = readStep(state, await player.play(snapshot, command), command, reading);
  return { step, ...judgeByText(step, command, reading, step.reading) };
}

/** Queries to the story without playing on. */
export type LookResult = Pick<SlicedPlayer, 'attempt' | 'exits' | 'vocabulary'>;

/** No queries in a fair run; trials are errors. */
const NO_LOOKS: LookResult = {
  vocabulary: [],
  exits: () => [],
  attempt: () => {
    throw new Error('a fair run tries nothing');
  },
};

export const toLooks = (state: StateBefore, player: SlicedPlayer): LookResult =>
  isFair(state) ? NO_LOOKS : player;

/** The probed ways out; null if the run does not probe or is fair. */
export const readExits = async (
  state: StateBefore,
  player: SlicedPlayer,
  snapshot: StorySnapshot,
): Promise<PayloadOf<'command.executed'>['exits']> =>
  state.config.options.probe && !isFair(state) ? player.exits(snapshot) : null;
