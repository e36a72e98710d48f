import { type ActionId, actionId } from '../contract/agents';
import type { Event } from '../contract/events';
import type { JsonObject } from '../contract/json';
import type { Knowledge, Run, TurnView } from '../contract/runs';
import { toProblem } from '../problems';
import type { FailedPayload, StartedPayload } from '../round-state';
import type { ExecutedPayload, FramePayload } from './payloads';
import type { RunState } from './state';

/** A run as `GET /v1/runs/{id}` shows it. */
export function runView(state: RunState): Run {
  return {
    id: state.id,
    title: state.title,
    game: state.config.game,
    status: state.status,
    finishReason: state.finishReason,
    provider: providerOf(state),
    turns: state.rounds,
    turn: state.open
      ? { n: state.open.n, attempt: state.open.attempt, startedAt: state.open.startedAt }
      : null,
    failed: state.failed ? { n: state.failed.open.n, problem: toProblem(state.failed.failure) } : null,
    budgets: { ...state.config.budgets },
    used: { ...state.used },
    level: state.game?.level ?? 0,
    gameState: state.game?.state ?? 'NOT_STARTED',
    frame: state.frames > 0 ? state.frames : null,
    actions: Object.fromEntries(
      Object.entries(state.knowledge.actions).map(([id, known]) => {
        const { status, definition, streak, attempts, noEffect } = known;
        return [id, { status, definition, streak, attempts, noEffect }];
      }),
    ),
    head: state.head,
    createdAt: state.createdAt,
  };
}

/** Who answers in this run: one provider, or `explorer + analyst` when they differ. */
export function providerOf(state: RunState): string {
  const { explorer, analyst } = state.config.profiles;
  return [...new Set([explorer.provider, analyst.provider])].join(' + ');
}

/** Everything learnt so far. */
export const knowledgeView = (state: RunState): Knowledge => state.knowledge;

/**
 * One turn, from its events in order. When the turn was begun anew after a failure, what an earlier try suggested and
 * analysed gives way to the newest; its frames stay in the list, because they were seen. Throws when `events` holds
 * no `turn.started`.
 */
export function turnView(events: Event[]): TurnView {
  let view: TurnView | null = null;
  for (const event of events) {
    view = event.kind === 'turn.started' ? begin(view, event) : view && fold(view, event);
    view?.events.push(event.seq);
  }
  if (!view) throw new Error('a turn begins with turn.started');
  return view;
}

/** A retry that resumes keeps what the turn has; one that begins anew keeps only frames and events. */
function begin(view: TurnView | null, event: Event): TurnView {
  const started = event.payload as unknown as StartedPayload;
  const { n, attempt } = started;
  if (view && started.startSeq !== undefined) return { ...view, attempt, status: 'running', problem: null };
  return {
    n,
    attempt,
    status: 'running',
    suggestion: null,
    setup: [],
    target: null,
    frames: view?.frames ?? [],
    diff: null,
    analysis: null,
    provider: null,
    problem: null,
    events: view?.events ?? [],
  };
}

function fold(view: TurnView, event: Event): TurnView {
  const { payload } = event;
  switch (event.kind) {
    case 'action.suggested':
      return {
        ...view,
        suggestion: payload,
        setup: readActions(payload.setup),
        target: readActions([payload.target])[0] ?? null,
        provider: String(payload.provider),
      };
    case 'action.executed': {
      const { role, action } = payload as unknown as ExecutedPayload;
      return role === 'target' ? { ...view, target: action } : view;
    }
    case 'frame.captured': {
      const { n, label } = payload as unknown as FramePayload;
      return { ...view, frames: [...view.frames, { n, label }] };
    }
    case 'action.analyzed': {
      const { diff, ...analysis } = payload as { diff: JsonObject } & JsonObject;
      const provider = joinProviders(view.provider, String(payload.provider));
      return { ...view, diff, analysis, provider };
    }
    case 'turn.completed':
      return { ...view, status: 'completed' };
    case 'turn.cancelled':
      return { ...view, status: 'cancelled' };
    case 'turn.failed':
      return {
        ...view,
        status: 'failed',
        problem: toProblem((payload as unknown as FailedPayload).failure),
      };
    default:
      return view;
  }
}

const readActions = (value: unknown): ActionId[] =>
  Array.isArray(value) ? value.filter((action) => actionId.safeParse(action).success) : [];

const joinProviders = (a: string | null, b: string): string => (a === null || a === b ? b : `${a} + ${b}`);
