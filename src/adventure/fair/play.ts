import type { SlicedPlayer, StoryReading, StorySnapshot, StoryStep } from 'zmachine-story';
import type { PayloadOf } from '../../contract/events/events';
import type { AdventureConfig, AdventureState } from '../state-types';
import { judgeByText, readText } from './read-text';

/**
 * Says whether a run is fair: its agents know what the story prints and nothing else. Nothing is tried and taken back, and
 * nothing is read of the story's memory.
 */
export const isFair = ({ config }: { config: Pick<AdventureConfig, 'options'> }): boolean =>
  config.options.fair;

/** The number of a place by its name: that of the map, or the next one. */
const numberOf =
  ({ map }: Pick<AdventureState, 'map'>) =>
  (name: string): number =>
    map.rooms.find((room) => room.name === name)?.id ?? Math.max(0, ...map.rooms.map(({ id }) => id)) + 1;

type Before = Pick<AdventureState, 'config' | 'map'>;
type Performed = { step: StoryStep; effect: boolean; moved: boolean };

/** Reads a step as the run may: by its text alone where it is fair, else as it was read. */
export function readStep(
  state: Before,
  step: StoryStep,
  command: string | null,
  before: StoryReading | null,
): StoryStep {
  return isFair(state) ? { ...step, reading: readText(step, command, before, numberOf(state)) } : step;
}

/** Begins the story, read as the run may. */
export const startStory = async (state: Before, player: SlicedPlayer, seed: string): Promise<StoryStep> =>
  readStep(state, await player.start(seed), null, null);

/** Types a command for good, read as the run may. */
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

/** Answers whatever the agents of a run may ask of its story beside playing it. */
export type Looks = Pick<SlicedPlayer, 'attempt' | 'exits' | 'vocabulary'>;

/** The looks of a fair run: no word of the dictionary, no way, and no trial, which is an error to ask for. */
const NO_LOOKS: Looks = {
  vocabulary: [],
  exits: () => [],
  attempt: () => {
    throw new Error('a fair run tries nothing');
  },
};

export const looksOf = (state: Before, player: SlicedPlayer): Looks => (isFair(state) ? NO_LOOKS : player);

/** Ways out that the run may probe; null in a fair one. */
export const exitsOf = async (
  state: Before,
  player: SlicedPlayer,
  snapshot: StorySnapshot,
): Promise<PayloadOf<'command.executed'>['exits']> =>
  state.config.options.probe && !isFair(state) ? player.exits(snapshot) : null;
