import { chroniclerAnswer, completionAnswer, extractorAnswer } from '../../api/adventure-agents';
import type { EventDraft } from '../../events/events';
import { shareCalls } from '../runs/calls';
import { askFor, draft, draftAnswer, leftFor, type Turn } from './ask';
import type { AfterBrief } from './briefs';
import { writeNote } from './notes';
import { completeObjectives } from './objectives/objectives';
import { chroniclerMessages, completionMessages, extractorMessages } from './prompts/after';
import type { AdventureState, NotePayload } from './state-types';

/**
 * After the commands, side by side: what the text shows, what is worth remembering, which objectives are done. None of
 * them needs another, and a turn goes on without the answer of one that gives none.
 */
export async function reflect(turn: Turn): Promise<void> {
  const { ctx } = turn;
  const { state } = ctx;
  const moves = state.recent.filter((move) => move.turn === state.rounds);
  if (moves.length === 0) return;
  const { extractor, chronicler } = state.config.options;
  const active = state.objectives.some(({ status }) => status === 'active');
  const brief = <K extends AfterBrief['task']>(task: K) => ({ task, seed: ctx.seed, state, moves });
  const asks = [
    ...(extractor ? [(maxCalls: number) => extract(turn, brief('extractor'), maxCalls)] : []),
    ...(chronicler ? [(maxCalls: number) => remember(turn, brief('chronicler'), maxCalls)] : []),
    ...(active ? [(maxCalls: number) => check(turn, brief('completion'), maxCalls)] : []),
  ];
  const shares = shareCalls(leftFor(turn), asks.length);
  await Promise.all(asks.map((ask, k) => (shares[k] ? ask(shares[k]) : null)));
}

async function extract(turn: Turn, brief: AfterBrief, maxCalls: number): Promise<void> {
  const { state } = brief;
  const question = {
    step: 'extract',
    role: 'extractor',
    purpose: 'text_extraction',
    brief,
    write: extractorMessages,
    schema: extractorAnswer,
  } as const;
  await askFor(turn, question, maxCalls, (answer) => draftAnswer(state, question, answer));
}

async function remember(turn: Turn, brief: AfterBrief, maxCalls: number): Promise<void> {
  const { state, moves } = brief;
  const question = {
    step: 'remember',
    role: 'chronicler',
    purpose: 'memory_synthesis',
    brief,
    write: chroniclerMessages,
    schema: chroniclerAnswer,
  } as const;
  await askFor(turn, question, maxCalls, (answer) =>
    draftAnswer(state, question, answer, (value) => {
      const source = { turn: state.rounds, episode: state.episodes.length, place: moves[0]?.from ?? null };
      const note = writeNote(state.notes, value, source);
      return note
        ? [draft(state, 'memory.written', 'agent', { ...note, ...sharing(state, note.place) })]
        : [];
    }),
  );
}

const sharing = (state: AdventureState, place: number | null): Pick<NotePayload, 'story' | 'placeName'> => ({
  story: state.config.options.share ? state.config.story : null,
  placeName: state.map.rooms.find(({ id }) => id === place)?.name ?? null,
});

async function check(turn: Turn, brief: AfterBrief, maxCalls: number): Promise<void> {
  const { state } = brief;
  const question = {
    step: 'complete',
    role: 'keeper',
    purpose: 'objective_completion',
    brief,
    write: completionMessages,
    schema: completionAnswer,
  } as const;
  // Of the objectives as they are by then: a person may have dropped one meanwhile.
  await askFor(turn, question, maxCalls, (answer) =>
    draftAnswer(state, question, answer, ({ completed }) =>
      draftCompleted(turn.ctx.live(), completed ?? [], 'keeper'),
    ),
  );
}

/** Objectives that are done, by exact id; an id that no active one has is refused, and changes nothing. */
export function draftCompleted(
  state: AdventureState,
  named: readonly { id: string; evidence: string }[],
  by: 'keeper' | 'adventurer' | 'player',
): EventDraft[] {
  const { completed, refused } = completeObjectives(state, named, by);
  return [
    ...completed.map((payload) =>
      draft(state, 'objective.completed', by === 'player' ? 'player' : 'agent', payload),
    ),
    ...refused.map((payload) => draft(state, 'objective.refused', 'system', payload)),
  ];
}
