import type { Standing } from 'story-player/memory';
import { isDeath, readEnding, type SlicedPlayer, type StoryReading } from 'zmachine-story';
import type { TriedCommands, TryCommands, ValidActionsView } from '../contract/adventures';
import type { Event } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import { isFair } from './fair/play';
import { findStanding, notStartedFailure } from './people';
import { placeView } from './reporting/views';
import type { AdventureState } from './state-types';
import { searchValidActions } from './valid-actions';

/** Who asks for a trial: a person, or an agent that plays its own run. */
export type TryRequester = 'person' | 'agent';

/** With trials an agent would know more than the story prints. */
const IS_FAIR: Failure = {
  code: 'conflict',
  detail: 'Agents cannot try commands in a fair run.',
  fix: 'Type the command, or use a key that is not limited to this run.',
};

const OVER: Failure = {
  code: 'conflict',
  detail: 'The story has ended and accepts no more input.',
  fix: 'Try from an earlier `turn`.',
};

/**
 * Plays commands from a run's state, or from a turn's result, without changing the run; also in finished runs. For fair
 * runs only persons may do this, and the objects' numbers are the story's, which differ from the run's map.
 * @param eventsOf the events of a turn
 */
export async function tryCommands(
  state: AdventureState,
  { command, commands = [], turn }: TryCommands,
  eventsOf: (turn: number) => readonly Event[],
  player: SlicedPlayer,
  asker: TryRequester,
): Promise<Result<TriedCommands>> {
  const inputs = command === undefined ? commands : [command];
  const standing = await findStart(state, turn, eventsOf, player, asker);
  if (!standing.ok) return standing;
  const { snapshot, reading } = standing.value;
  const { step, effect, moved } = await player.attempt(snapshot, inputs);
  const after = await player.read(step);
  return ok({
    commands: inputs,
    turn: turn ?? null,
    text: after.text,
    upper: after.upper,
    awaits: after.awaits,
    end: readEnding(after),
    died: isDeath(after),
    ...{ effect, moved },
    from: placeView(reading.location),
    to: placeView(after.reading.location),
    score: after.reading.score,
    points: scoreChange(reading, after.reading),
    inventory: after.reading.inventory,
    visible: after.reading.visible,
    confidence: after.reading.confidence,
    objects: await player.changes(snapshot, after.snapshot, inputs.length),
    instructions: after.instructions,
  });
}

export async function showValidActions(
  state: AdventureState,
  turn: number | undefined,
  eventsOf: (turn: number) => readonly Event[],
  player: SlicedPlayer,
  asker: TryRequester,
): Promise<Result<ValidActionsView>> {
  const standing = await findStart(state, turn, eventsOf, player, asker);
  if (!standing.ok) return standing;
  const { snapshot, reading, awaits } = standing.value;
  if (awaits === 'key') {
    const detail = 'The story waits for a key at this point, and accepts no command.';
    return fail({ code: 'conflict', detail, fix: 'Try from another `turn`, or type the key.' });
  }
  const { actions, tried, untried } = await searchValidActions(
    reading,
    player.vocabulary,
    (inputs) => player.attempt(snapshot, inputs),
    snapshot.spent,
  );
  return ok({ turn: turn ?? null, place: placeView(reading.location), items: actions, tried, untried });
}

/** The story now or after a turn; in a fair run, read from the story instead of its text. */
async function findStart(
  state: AdventureState,
  turn: number | undefined,
  eventsOf: (turn: number) => readonly Event[],
  player: SlicedPlayer,
  asker: TryRequester,
): Promise<Result<Standing>> {
  if (isFair(state) && asker === 'agent') return fail(IS_FAIR);
  const standing =
    turn === undefined
      ? state.story
      : turn === 0
        ? findOpening(state, eventsOf)
        : findStanding(eventsOf(turn), turn)?.story;
  if (turn === 0 && !standing) return fail(notStartedFailure);
  if (turn !== undefined && !standing) return fail({ code: 'not_found', what: 'turn', id: String(turn) });
  if (!standing) return fail(notStartedFailure);
  if (standing.awaits === 'nothing') return fail(OVER);
  return ok(isFair(state) ? await player.read({ ...standing, instructions: 0 }) : standing);
}

/** The opening of the newest episode, even if its turn also typed a command; null if none began. */
function findOpening(
  { episodes }: Pick<AdventureState, 'episodes'>,
  eventsOf: (turn: number) => readonly Event[],
): Standing | null {
  const turn = episodes.at(-1)?.turn;
  const begun = turn === undefined ? [] : eventsOf(turn);
  return begun.find((event) => event.kind === 'episode.started')?.payload.story ?? null;
}

const scoreChange = (before: StoryReading, after: StoryReading): number | null =>
  before.score === null || after.score === null ? null : after.score - before.score;
