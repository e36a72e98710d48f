import type { NewScene } from '../../contract/create-scene';
import { type Event, OWNER } from '../../contract/events/events';
import { liveEvents } from '../../contract/events/fold/undone';
import type { Cost } from '../../contract/money';
import type { TrialLine } from '../../contract/scene-trials';
import type { TrialState } from '../../room/rpc';
import { listCast, type SceneState } from '../state';
import { readTranscript } from '../transcript/entries';
import { askedNames } from '../views';

/**
 * The part of a scene that an experiment reads between two lines of its script.
 *
 * @param newestFirst the ledger; read only for the ruling and the lines
 * @param withLines false: without the conversation
 */
export function readTrial(
  state: SceneState,
  newestFirst: () => Iterable<Event>,
  spent: Cost,
  withLines: boolean,
): TrialState {
  const { open, failed, queue, autonomy } = state;
  return {
    isBusy: open !== null || autonomy !== null || (failed === null && queue.length > 0),
    isFinished: state.status === 'finished',
    failed: failed && { round: failed.open.n, failure: failed.failure },
    spent,
    answeredBy: askedNames(state.profiles),
    scores: withLines ? findScores(newestFirst()) : null,
    lines: withLines ? listLines(state, newestFirst()) : [],
  };
}

function findScores(newestFirst: Iterable<Event>): Record<string, number> | null {
  for (const event of liveEvents(newestFirst)) if (event.kind === 'judge.ruled') return event.payload.scores;
  return null;
}

/** The owner's transcript, without hidden lines. */
function listLines(state: SceneState, newestFirst: Iterable<Event>): TrialLine[] {
  const ids = new Map(listCast(state).map(({ id, name }) => [name, id]));
  return readTranscript(newestFirst, state, OWNER).flatMap(({ round, by, name, text, hearers, isHidden }) =>
    isHidden
      ? []
      : [
          {
            round: round ?? 0,
            by,
            actor: (by === 'character' && ids.get(name)) || null,
            name,
            text,
            hearers,
          },
        ],
  );
}

/**
 * The request that creates the same scene: its cast, texts, facts and settings as they are now, and its
 * opening line.
 *
 * @param newestFirst the ledger
 */
export function copyScene(state: SceneState, newestFirst: () => Iterable<Event>): NewScene {
  const { title, scenario, notes, personas, lorebooks, world, trackers, settings, historyWindow } = state;
  const opening = listLines(state, newestFirst()).find(({ round, by }) => round === 0 && by !== 'player');
  return {
    ...{ title, scenario, notes, personas, lorebooks, world, trackers, settings, historyWindow },
    characters: listCast(state).map((member) => {
      const { id, name, nickname, description, from, personality, goals, secrets, instructions } = member;
      const { postHistory, depthPrompt, examples, voice, active } = member;
      const { location, mood } = member.state;
      return {
        ...{ id, name, nickname, description, personality, goals, secrets, instructions, postHistory },
        ...{ depthPrompt, examples, voice, active, location, mood, ...(from !== undefined && { from }) },
      };
    }),
    ...(opening && { opening: { text: opening.text, ...(opening.actor !== null && { by: opening.actor }) } }),
    ...(state.game && { game: state.game }),
    profiles: state.profiles,
  };
}
