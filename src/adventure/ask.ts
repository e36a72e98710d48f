import type { SlicedPlayer } from 'zmachine-story';
import { answererOf } from '../base/answerer';
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
import type { Shared } from './notes';
import type { PromptWindow } from './prompts/window';
import type { AdventureConfig, AdventureState } from './state-types';

export interface AdventurePorts {
  /** The player of the run's story. Throws `RoundFailure` when the story can't be had. */
  player: (config: AdventureConfig) => Promise<SlicedPlayer>;
  /** Reads the memory of other runs of the story. Never throws: without the store it is empty. */
  shared: (run: Pick<AdventureState, 'id' | 'config'>) => Promise<Shared>;
}

/** A turn as its parts play it. */
export interface Turn {
  ctx: StepContext<AdventureState>;
  player: SlicedPlayer;
  /** Counts the tokens of prompts. */
  count: CountTokens;
  /** Calls of the budget that are set aside for asks that run beside the turn. */
  setAside: number;
}

/** The events of an adventure belong to its open turn. */
export const draft = <K extends EventKind>(
  state: Pick<AdventureState, 'rounds'>,
  kind: K,
  actor: string,
  payload: PayloadOf<K>,
): DraftOf<K> => ({ kind, actor, turn: state.rounds, payload });

/** Calls that the budget has left for what is asked now. */
export const leftFor = ({ ctx, setAside }: Pick<Turn, 'ctx' | 'setAside'>): number =>
  callsLeft(ctx.state) - setAside;

/** Makes the brief of a task on the run as it stands. */
export const briefOf = <K extends string, F extends object>(
  { ctx: { state, seed } }: Turn,
  task: K,
  facts: F,
) => ({ task, seed, state, ...facts });

export const answeredBy = ({ rung, calls, usage, ...answer }: Answer<unknown>) => ({
  ...answererOf(answer),
  rung,
  calls,
  usage,
});

/** The event of an answer that was not usable. */
const failed = (
  state: AdventureState,
  step: string,
  { calls, usage, ...answer }: Answer<unknown>,
): EventDraft => draft(state, 'answer.failed', 'system', { step, ...answererOf(answer), calls, usage });

/** The failure of a turn whose adventurer could not be asked. The cost of its calls is stored with it. */
export function failTurn(
  state: AdventureState,
  step: string,
  answer: Extract<Answer<unknown>, { ok: false }>,
): RoundFailure {
  const failure = new RoundFailure(answer.failure, step);
  failure.also = [failed(state, step, answer)];
  return failure;
}

/** A question to one of the agents. */
export interface Question<T, B extends Brief>
  extends Pick<Ask<T>, 'purpose' | 'schema' | 'check' | 'instruction' | 'isLast'> {
  step: string;
  role: AdventureRole;
  brief: B;
  /** Writes the prompt within the window of the agent's model. */
  write: (brief: B, window: PromptWindow, count: CountTokens) => Message[];
}

/** Returns the events of an answer and those that follow from it; an unusable answer is only counted. */
export function draftAnswer<T extends AnswerBehind>(
  state: AdventureState,
  { step, role }: { step: string; role: AdventureRole },
  answer: Answer<T>,
  follow: (value: T) => EventDraft[] = () => [],
): EventDraft[] {
  if (!answer.ok) return [failed(state, step, answer)];
  const payload = { step, role, answer: answer.value, ...answeredBy(answer) };
  return [draft(state, 'agent.answered', 'agent', payload), ...follow(answer.value)];
}

/**
 * Asks an agent.
 *
 * @param maxCalls of what the budget has left; those who are asked at the same time share it
 */
export function putQuestion<T, B extends Brief, D>(
  { ctx, count, setAside }: Turn,
  { step, write, ...question }: Question<T, B>,
  rule: DecisionRule<Answer<T>, D, RoundFailure>,
  maxCalls = leftFor({ ctx, setAside }),
): Promise<D> {
  const { role, purpose, brief } = question;
  const profile = ctx.state.config.profiles[role];
  const messages = write(brief, profile, count);
  const example = exampleFor(brief);
  return ctx.ask(
    step,
    { ...question, messages, schemaName: purpose, profile, maxCalls, ...(example && { example }) },
    rule,
  );
}

/** Asks an agent whose answer decides nothing but what is stored with it. */
export const askFor = <T, B extends Brief>(
  turn: Turn,
  question: Question<T, B>,
  maxCalls: number,
  events?: (answer: Answer<T>) => EventDraft[],
): Promise<Answer<T>> => putQuestion(turn, question, { decide: (answer) => answer, events }, maxCalls);
