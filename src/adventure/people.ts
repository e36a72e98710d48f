import type {
  AddObjective,
  ChangeObjective,
  GiveCommand,
  OrderObjectives,
  RestoreStory,
  SaveStory,
} from '../contract/adventures';
import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import { resumeEvents, runStarted } from '../runs/control';
import { draft } from './ask';
import { changeObjective, dropObjective, reorderObjectives } from './objectives/change';
import { declareObjective } from './objectives/declare';
import { draftCompleted } from './reflect';
import { currentEpisode, isPlayedByPerson, MAX_SAVES, undoTarget } from './state';
import type { AdventureState } from './state-types';

/** Events of a person's action outside turns, or the failure. */
type Decision = Result<EventDraft[]>;

/** Limit of waiting commands per kind: suggestions must not block typed commands. */
const MAX_QUEUED_COMMANDS = 20;

/** Refuses the action in a finished run. */
const unlessFinished =
  <T extends unknown[]>(decide: (state: AdventureState, ...input: T) => Decision) =>
  (state: AdventureState, ...input: T): Decision =>
    state.status === 'finished'
      ? fail({
          code: 'finished',
          room: state.id,
          detail: `The run has finished (${state.finishReason ?? 'ended'}).`,
          fix: 'Fork it at an earlier turn, or create a new run.',
        })
      : decide(state, ...input);

/**
 * A command to suggest, or to type in the next turn. To type one in an idle run, it plays one more turn. Abandons a
 * failed turn.
 */
export const decideCommand = unlessFinished((state, { command, mode }: GiveCommand) => {
  if (isPlayedByPerson(state) && state.story?.awaits === 'nothing') {
    const { stopped } = state.story;
    const isRunaway = stopped?.kind === 'runaway';
    if (!isRunaway || command !== '') {
      const detail = isRunaway ? stopped.message : 'The story has ended and accepts no more input.';
      const goOn = isRunaway ? 'continue the story with an empty command, ' : '';
      return fail({ code: 'conflict', detail, fix: `${goOn}undo the last command, or restore a save` });
    }
  }
  if (command === '' && mode === 'suggest') {
    const message = 'An empty command cannot be suggested, only typed.';
    return fail({ code: 'invalid', errors: [{ pointer: '/command', message }] });
  }
  if (state.given.filter((one) => one.mode === mode).length >= MAX_QUEUED_COMMANDS) {
    const detail = `${MAX_QUEUED_COMMANDS} commands are already ${mode === 'take' ? 'queued' : 'suggested'}.`;
    return fail({ code: 'conflict', detail, fix: 'Wait for the next turn to be played.' });
  }
  // One line is one command; a second line would be typed separately.
  const payload: PayloadOf<'command.given'> = { command: command.replace(/\s+/g, ' '), mode };
  const event: EventDraft = { kind: 'command.given', actor: 'player', payload: { ...payload } };
  return ok(mode === 'suggest' ? [event] : [...cancelCommand(state), event, ...playOneMore(state)]);
});

export const decideSave = unlessFinished((state, { name }: SaveStory) => {
  const turn = state.trail.at(-1);
  if (turn === undefined) return fail(notStartedFailure);
  const isNew = !state.saves.some((save) => save.name === name);
  if (isNew && state.saves.length >= MAX_SAVES) {
    const detail = `the run already has ${MAX_SAVES} saves`;
    return fail({ code: 'conflict', detail, fix: 'Use the name of an existing save.' });
  }
  return ok([{ kind: 'story.saved', actor: 'player', payload: { name, turn } }]);
});

/**
 * Restores a save, the result of a turn or, by default, the state before the last move.
 * @param eventsOf the events of a turn
 */
export const decideRestore = unlessFinished(
  (state, { save, turn }: RestoreStory, eventsOf: (turn: number) => readonly Event[]) => {
    const refusal = findRestoreRefusal(state);
    if (refusal) return fail(refusal);
    const named = state.saves.find(({ name }) => name === save);
    if (save !== undefined && !named) return fail({ code: 'not_found', what: 'save', id: save });
    const to = named?.turn ?? turn ?? undoTarget(state);
    if (to === null) {
      const detail = 'The story is at its beginning.';
      return fail({ code: 'conflict', detail, fix: 'Type a command first.' });
    }
    const standing = findStanding(eventsOf(Math.abs(to)), to);
    if (!standing) return fail({ code: 'not_found', what: 'turn', id: String(to) });
    const { story, exits } = standing;
    const payload = { to, save: save ?? null, story, exits };
    return ok([...cancelCommand(state), { kind: 'story.restored', actor: 'player', payload }]);
  },
);

/** The story after a turn, or after a file restored behind it (a negative number). */
export function findStanding(events: readonly Event[], to: number): Standing | null {
  for (const event of events.toReversed()) {
    if (to < 0 && event.kind === 'story.restored' && event.payload.file) return event.payload;
    if (to > 0 && (event.kind === 'command.executed' || event.kind === 'episode.started'))
      return event.payload;
  }
  return null;
}

type Standing = Pick<PayloadOf<'story.restored'>, 'story' | 'exits'>;

/**
 * Continues from a saved game in a file.
 * @param standing the restored story and its probed ways
 */
export const decideRestoreFile = unlessFinished((state, standing: Standing) => {
  const refusal = findRestoreRefusal(state);
  if (refusal) return fail(refusal);
  const payload = { to: state.rounds, save: null, file: true, ...standing };
  return ok([
    ...cancelCommand(state),
    // Assigned to the preceding turn, so that undo finds it there.
    { kind: 'story.restored', actor: 'player', turn: state.rounds, payload },
  ]);
});

/** Why the story cannot be restored now; null if it can. */
export function findRestoreRefusal(state: Pick<AdventureState, 'open' | 'story'>): Failure | null {
  if (state.open) {
    const detail = 'A turn is in progress.';
    return { code: 'conflict', detail, fix: 'Wait for it, or pause the run.' };
  }
  return state.story === null ? notStartedFailure : null;
}

export const notStartedFailure: Failure = {
  code: 'conflict',
  detail: 'The story has not started.',
  fix: 'Start the run, or type a command.',
};

const cancelCommand = ({ failed }: AdventureState): EventDraft[] =>
  failed
    ? [{ kind: 'turn.cancelled', actor: 'system', turn: failed.open.n, payload: { n: failed.open.n } }]
    : [];

function playOneMore(state: AdventureState): EventDraft[] {
  const { status, steps, open } = state;
  if (status === 'running' && steps === null) return [];
  // When a person plays, the opening is a turn of its own.
  const isOpening = isPlayedByPerson(state) && !currentEpisode(state) && !open && status !== 'running';
  const more = (status === 'running' ? (steps ?? 0) : open ? 1 : 0) + (isOpening ? 2 : 1);
  return [status === 'created' ? runStarted(more) : resumeEvents(more)];
}

export const decideAdd = unlessFinished((state, { text, priority, parent }: AddObjective) => {
  const declaration = declareObjective(state, { text, priority, parent, source: 'player', place: null });
  if (declaration.kind === 'refused') return explainRefused(declaration.payload);
  if (parent !== null && declaration.payload.parent === null)
    return fail({
      code: 'invalid',
      errors: [{ pointer: '/parent', message: `no active objective "${parent}" was found` }],
    });
  return ok([draft(state, 'objective.added', 'player', declaration.payload)]);
});

function explainRefused({ why, of }: { why: string; of: string | null }): Decision {
  if (why === 'duplicate')
    return fail({
      code: 'conflict',
      detail: `Objective ${of ?? ''} has the same meaning.`,
      fix: 'Change that objective, or rephrase this one.',
    });
  const detail =
    why === 'too_many' ? 'you have reached the limit of your objectives; drop one' : 'it has no content';
  return fail({ code: 'invalid', errors: [{ pointer: '/text', message: detail }] });
}

export const decideChange = unlessFinished((state, id: string, { done, ...change }: ChangeObjective) => {
  const result = changeObjective(state, id, change);
  if (!result.ok) return result;
  const isChange = Object.values(change).some((value) => value !== undefined);
  return ok([
    ...(isChange ? [draft(state, 'objective.changed', 'player', result.value)] : []),
    ...(done ? draftCompleted(state, [{ id, evidence: 'a person says so' }], 'player') : []),
  ]);
});

export const decideDrop = unlessFinished((state, id: string) => {
  const result = dropObjective(state, { id, by: 'player', why: 'a person dropped it' });
  return result.ok ? ok([draft(state, 'objective.dropped', 'player', result.value)]) : result;
});

export const decideOrder = unlessFinished((state, { order }: OrderObjectives) => {
  const result = reorderObjectives(state, order);
  return result.ok ? ok([draft(state, 'objective.changed', 'player', result.value)]) : result;
});
