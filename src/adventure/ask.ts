import type { SlicedPlayer } from 'zmachine-story';
import { answererKind } from '../base/answerer';
import type { CountTokens } from '../base/tokens';
import type { AdventureRole, AnswerBehind } from '../contract/adventure-agents';
import type { Message } from '../contract/calls';
import type { EventKind } from '../contract/events/catalogue';
import type { DraftOf, EventDraft, PayloadOf } from '../contract/events/events';
import {
  type Answer,
  type Ask,
  type Brief,
  type DecisionRule,
  RoundFailure,
  type StepContext,
} from '../room/step-context';
import { callsLeft } from '../runs/calls';
import { exampleFor } from './briefs';
import type { SharedNotes } from './notes';
import type { PromptWindow } from './prompts/window';
import type { AdventureConfig, AdventureState } from './state-types';

export interface AdventurePorts {
  /** Throws `RoundFailure` if the story is unavailable. */
  player: (config: AdventureConfig) => Promise<SlicedPlayer>;
  /**
   * Notes and knowledge from other runs of the story. Never throws: returns an empty memory if the store is
   * unavailable.
   */
  shared: (run: Pick<AdventureState, 'id' | 'config'>) => Promise<SharedNotes>;
}

export interface Turn {
  ctx: StepContext<AdventureState>;
  player: SlicedPlayer;
  count: CountTokens;
  /** Calls of the budget that are reserved for requests running in parallel to the turn. */
  setAside: number;
}

/** Drafts an event of the open turn. */
export const draft = <K extends EventKind>(
  state: Pick<AdventureState, 'rounds'>,
  kind: K,
  actor: string,
  payload: PayloadOf<K>,
): DraftOf<K> => ({ kind, actor, turn: state.rounds, payload });

export const callsLeftFor = ({ ctx, setAside }: Pick<Turn, 'ctx' | 'setAside'>): number =>
  callsLeft(ctx.state) - setAside;

export const readBrief = <K extends string, F extends object>(
  { ctx: { state, seed } }: Turn,
  task: K,
  facts: F,
) => ({ task, seed, state, ...facts });

export const answererOfCall = ({ rung, calls, usage, ...answer }: Answer<unknown>) => ({
  ...answererKind(answer),
  rung,
  calls,
  usage,
});

const failedAnswer = (
  state: AdventureState,
  step: string,
  { calls, usage, ...answer }: Answer<unknown>,
): EventDraft => draft(state, 'answer.failed', 'system', { step, ...answererKind(answer), calls, usage });

/** Fails a turn whose adventurer could not be reached. The cost of its calls is stored with it. */
export function failTurn(
  state: AdventureState,
  step: string,
  answer: Extract<Answer<unknown>, { ok: false }>,
): RoundFailure {
  const failure = new RoundFailure(answer.failure, step);
  failure.also = [failedAnswer(state, step, answer)];
  return failure;
}

export interface Question<T, B extends Brief>
  extends Pick<Ask<T>, 'purpose' | 'schema' | 'check' | 'instruction' | 'isLast'> {
  step: string;
  role: AdventureRole;
  brief: B;
  /** Writes the prompt to fit the model's window. */
  write: (brief: B, window: PromptWindow, count: CountTokens) => Message[];
}

/** Returns an answer's event and the events that follow from it. An unusable answer only gets its own event. */
export function draftAnswer<T extends AnswerBehind>(
  state: AdventureState,
  { step, role }: { step: string; role: AdventureRole },
  answer: Answer<T>,
  follow: (value: T) => EventDraft[] = () => [],
): EventDraft[] {
  if (!answer.ok) return [failedAnswer(state, step, answer)];
  const payload = { step, role, answer: answer.value, ...answererOfCall(answer) };
  return [draft(state, 'agent.answered', 'agent', payload), ...follow(answer.value)];
}

/** @param maxCalls share of the remaining budget, for requests in parallel */
export function putQuestion<T, B extends Brief, D>(
  { ctx, count, setAside }: Turn,
  { step, write, ...question }: Question<T, B>,
  rule: DecisionRule<Answer<T>, D, RoundFailure>,
  maxCalls = callsLeftFor({ ctx, setAside }),
): Promise<D> {
  const { role, purpose, brief } = question;
  const profile = ctx.state.config.profiles[role];
  const messages = write(brief, profile, count);
  const example = exampleFor(brief);
  return ctx.ask(
    step,
    {
      ...{ ...question, messages, schemaName: purpose, profile, maxCalls, explainsFields: true as const },
      ...(example && { example }),
    },
    rule,
  );
}

/** Asks an agent whose answer needs no decision, only events. */
export const askFor = <T, B extends Brief>(
  turn: Turn,
  question: Question<T, B>,
  maxCalls: number,
  events?: (answer: Answer<T>) => EventDraft[],
): Promise<Answer<T>> => putQuestion(turn, question, { decide: (answer) => answer, events }, maxCalls);
