import { type Answerer, nameAnswerer, nameAnswerers } from '../base/answerer';
import type { Event, EventOf } from '../contract/events/events';
import type { Problem } from '../contract/problems';
import type { ResolvedProfile } from '../contract/profiles';
import { toProblem } from '../contract/to-problem';
import { pauseReason, runStatus } from '../room/run-status';
import type { AnyRunState } from './state';

interface RunConfig {
  game: string;
  profiles: Record<string, ResolvedProfile>;
}

/** Names of the agents so far; before the first answer, of the configured ones. */
export function answererNames({ answerers, config }: AnyRunState<RunConfig>): string[] {
  return nameAnswerers(answerers.length > 0 ? answerers : Object.values(config.profiles)).sort();
}

/** Without duplicates: `openai + local`. */
export const joinProviders = (answerers: readonly Answerer[]): string =>
  [...new Set(answerers.map(({ provider }) => provider))].join(' + ');

export function addAnswer(
  { provider, answeredBy }: { provider: string | null; answeredBy: string[] },
  answer: Answerer,
): { provider: string; answeredBy: string[] } {
  const isNew = provider !== null && !provider.split(' + ').includes(answer.provider);
  return {
    provider: isNew ? `${provider} + ${answer.provider}` : (provider ?? answer.provider),
    answeredBy: [...new Set([...answeredBy, nameAnswerer(answer)])],
  };
}

/** Reason why a run has ended, failed or paused; null: none of these. */
export const endReason = (state: AnyRunState): string | null =>
  state.finishReason ?? (state.failed ? toProblem(state.failed.failure).detail : pauseReason(state));

export function runParts(state: AnyRunState<RunConfig>) {
  const { open, failed } = state;
  return {
    id: state.id,
    title: state.title,
    game: state.config.game,
    forkedFrom: state.forkedFrom,
    status: runStatus(state),
    finishReason: state.finishReason,
    pauseReason: pauseReason(state),
    answeredBy: answererNames(state),
    turns: state.rounds,
    turn: open ? { n: open.n, attempt: open.attempt, startedAt: open.startedAt } : null,
    failed: failed
      ? { n: failed.open.n, problem: toProblem(failed.failure), retryAt: failed.retryAt ?? null }
      : null,
    head: state.head,
    createdAt: state.createdAt,
  };
}

export interface TurnParts {
  n: number;
  attempt: number;
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  problem: Problem | null;
  events: number[];
}

/**
 * Builds a turn from its events, in order. A resumed retry extends the turn; a restarted one gets the
 * previous attempt and decides which parts to keep. Throws if `events` contains no `turn.started`.
 *
 * @param begin an empty turn; `before`: the previous attempt
 * @param fold adds a game event
 */
export function readTurn<V extends TurnParts>(
  events: readonly Event[],
  begin: (parts: TurnParts, before: V | null) => V,
  fold: (view: V, event: Event) => V,
): V {
  let view: V | null = null;
  for (const event of events) {
    view = event.kind === 'turn.started' ? start(view, event, begin) : view && fold(end(view, event), event);
    view?.events.push(event.seq);
  }
  if (!view) throw new Error('a turn begins with turn.started');
  return view;
}

function start<V extends TurnParts>(
  before: V | null,
  event: EventOf<'turn.started'>,
  begin: (parts: TurnParts, before: V | null) => V,
): V {
  const { n, attempt, startSeq } = event.payload;
  const fresh = { attempt, status: 'running', problem: null } as const;
  if (before && startSeq !== undefined) return { ...before, ...fresh };
  return begin({ n, ...fresh, events: before?.events ?? [] }, before);
}

function end<V extends TurnParts>(view: V, event: Event): V {
  switch (event.kind) {
    case 'turn.completed':
      return { ...view, status: 'completed' };
    case 'turn.cancelled':
      return { ...view, status: 'cancelled' };
    case 'turn.failed':
      return { ...view, status: 'failed', problem: toProblem(event.payload.failure) };
    default:
      return view;
  }
}
