import type { Move } from 'story-player/memory';
import {
  type AnswerBehind,
  chroniclerAnswer,
  completionAnswer,
  extractorAnswer,
} from '../contract/adventure-agents';
import type { EventDraft, PayloadOf } from '../contract/events/events';
import { shareCalls } from '../runs/calls';
import { askFor, callsLeftFor, draft, draftAnswer, type Question, readBrief, type Turn } from './ask';
import type { AfterBrief } from './briefs';
import { writeNote } from './notes';
import { completeObjectives, SOURCE_BY_ACTOR } from './objectives/change';
import { findEvidence, isStillShut } from './objectives/evidence';
import { findActive, isActive } from './objectives/fold';
import { chroniclerMessages, completionMessages, extractorMessages } from './prompts/after';
import type { AdventureState } from './state-types';

/**
 * After the commands, asks three independent agents in parallel: for facts in the text, notes, and completed
 * objectives. The turn continues without unusable answers.
 */
export async function reflect(turn: Turn): Promise<void> {
  const { state } = turn.ctx;
  const moves = state.recent.filter((move) => move.turn === state.rounds);
  if (moves.length === 0) return;
  const { extractor, chronicler } = state.config.options;
  const asks = [
    ...(extractor ? [extract] : []),
    ...(chronicler ? [remember] : []),
    ...(state.objectives.some(isActive) ? [complete] : []),
  ];
  const shares = shareCalls(callsLeftFor(turn), asks.length);
  await Promise.all(asks.map((ask, k) => (shares[k] ? ask(turn, moves, shares[k]) : null)));
}

const extract = (turn: Turn, moves: Move[], maxCalls: number) =>
  askAndStore(turn, maxCalls, {
    step: 'extract',
    role: 'extractor',
    purpose: 'text_extraction',
    brief: readBrief(turn, 'extractor', { moves }),
    write: extractorMessages,
    schema: extractorAnswer,
  });

const remember = (turn: Turn, moves: Move[], maxCalls: number) =>
  askAndStore(
    turn,
    maxCalls,
    {
      step: 'remember',
      role: 'chronicler',
      purpose: 'memory_synthesis',
      brief: readBrief(turn, 'chronicler', { moves }),
      write: chroniclerMessages,
      schema: chroniclerAnswer,
    },
    (answer, state) => {
      const place = moves[0]?.from ?? null;
      const note = writeNote(state.notes, answer, { episode: state.episodes.length, place });
      if (!note) return [];
      const story = state.config.options.share ? state.config.story : null;
      const placeName = state.map.rooms.find(({ id }) => id === place)?.name ?? null;
      return [draft(state, 'memory.written', 'agent', { ...note, story, placeName })];
    },
  );

const complete = (turn: Turn, moves: Move[], maxCalls: number) =>
  askAndStore(
    turn,
    maxCalls,
    {
      step: 'complete',
      role: 'keeper',
      purpose: 'objective_completion',
      brief: readBrief(turn, 'completion', { moves }),
      write: completionMessages,
      schema: completionAnswer,
    },
    // Uses live objectives: a person may have dropped one meanwhile.
    ({ completed }) => draftCompleted(turn.ctx.live(), completed ?? [], 'keeper'),
  );

const askAndStore = <T extends AnswerBehind>(
  turn: Turn,
  maxCalls: number,
  question: Question<T, AfterBrief>,
  follow: (value: T, state: AdventureState) => EventDraft[] = () => [],
) => {
  const { state } = question.brief;
  return askFor(turn, question, maxCalls, (answer) =>
    draftAnswer(state, question, answer, (value) => follow(value, state)),
  );
};

/** Separates completions that the story contradicts (a way still blocked) or that only the adventurer claims. */
function check(
  state: AdventureState,
  { completed: named }: ReturnType<typeof completeObjectives>,
  by: 'keeper' | 'adventurer',
) {
  const proven: typeof named = [];
  const unproven: PayloadOf<'objective.refused'>[] = [];
  for (const one of named) {
    const objective = findActive(state.objectives, one.id);
    const why = by === 'adventurer' ? objective && findEvidence(state, objective) : one.why;
    if (objective && why != null && !isStillShut(state, objective)) proven.push({ ...one, why });
    else unproven.push({ source: SOURCE_BY_ACTOR[by], text: one.id, why: 'no_evidence', of: one.id });
  }
  return { completed: proven, unproven };
}

/** Completes objectives by exact id; refuses ids without an active objective. */
export function draftCompleted(
  state: AdventureState,
  named: readonly { id: string; evidence: string }[],
  by: 'keeper' | 'adventurer' | 'player',
): EventDraft[] {
  const answer = completeObjectives(state, named, by);
  const { completed, unproven } = by === 'player' ? { ...answer, unproven: [] } : check(state, answer, by);
  const refusals = [...answer.refused, ...unproven];
  const actor = by === 'player' ? 'player' : 'agent';
  return [
    ...completed.map((payload) => draft(state, 'objective.completed', actor, payload)),
    ...refusals.map((payload) => draft(state, 'objective.refused', 'system', payload)),
  ];
}
