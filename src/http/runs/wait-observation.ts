import type { ObservationTaken } from '../../api/observations';
import { actionRequest } from '../../api/runs';
import { advanceStatus } from '../../engines/runs/status';
import type { Event } from '../../events/events';

/** What one event after an observation means for whoever posted it. */
export function advanceObservation(state: ObservationTaken, event: Event): ObservationTaken {
  const { kind, turn, payload } = event;
  const at = { ...state, turn: turn ?? state.turn, status: advanceStatus(state.status, event) };
  switch (kind) {
    case 'run.finished':
      return { ...at, finishReason: String(payload.reason) };
    case 'action.requested': {
      const { n, role, action } = actionRequest.parse(payload);
      return n > state.observation ? { ...at, request: n, role, action } : at;
    }
    default:
      return at;
  }
}

/** Nothing more comes of it: there is a request, or the run stands still. A pause lets the turn under way end. */
export function isAnswered(state: ObservationTaken, { kind, payload }: Event): boolean {
  if (state.request !== null || kind === 'run.finished' || kind === 'turn.failed') return true;
  return kind === 'turn.completed' && payload.paused === true;
}
